"""The casino: points are bought or sold, not both in one visit."""

from collections.abc import Iterator
from typing import Literal

from companion.games.santiago_de_cuba.acts.common import (
    MOST_AT_ONCE,
    NEXT_TURN,
    Amount,
    Deed,
    earlier,
    own_turn,
)
from companion.games.santiago_de_cuba.acts.using import Use, visit_to_come
from companion.games.santiago_de_cuba.play import Play
from companion.games.santiago_de_cuba.state import State
from companion.kernel.form import Draft
from companion.kernel.picks import choice, number
from companion.kernel.refusal import NOT_APPLICABLE, Failure, Finding, Kind, Remedy
from companion.kernel.values import Counted, Params, SeatRef, Term


class UseCasino(Deed):
    """Pesos into points, or points into pesos."""

    kind: Literal["use_casino"] = "use_casino"
    into: Literal["points", "pesos"]
    times: Amount
    """How many points are bought or sold."""


def _most_points(state: State, _draft: Draft) -> tuple[int, int]:
    return 1, max(1, min(MOST_AT_ONCE, state.facts.pesos // max(1, state.facts["casino.pesos"])))


@earlier("building.casino", needs="into")
def casino_one_way(state: State, act: UseCasino) -> Finding:
    """Pesos into points or points into pesos, not both."""
    turn = own_turn(state, act.seat)
    if turn is None or turn.into in (None, act.into) or visit_to_come(state, turn):
        return NOT_APPLICABLE
    done = Term(f"into.{turn.into}")
    return Failure({"seat": SeatRef(act.seat), "done": done}, until=NEXT_TURN)


class _Casino(Use[UseCasino]):
    def _note(self, play: Play, act: UseCasino) -> None:
        super()._note(play, act)
        play.in_turn(into=act.into)


CASINO = _Casino(
    UseCasino,
    casino_one_way,
    fields={
        "into": choice(("points", "pesos"), lambda way: Term(f"into.{way}"), told=None),
        "times": number(_most_points, proposals=(1, 2, 3)),
    },
)


@CASINO.told
def _changed(state: State, act: UseCasino) -> Params:
    return _exchange(state, act.into, act.times)


def _exchange(state: State, into: str, times: int) -> Params:
    """What is given for what."""
    made = Counted(times, "point")
    money = Counted(times * state.facts["casino.pesos"], "peso")
    bought = into == "points"
    return {"given": money if bought else made, "gained": made if bought else money}


def _casino_short(state: State, seat: int, into: str, times: int) -> Finding:
    buying = into == "points"
    noun = "peso" if buying else "point"
    price = times * state.facts["casino.pesos"] if buying else times
    held = state.pesos(seat) if buying else state.points(seat)
    if held >= price:
        return None
    params: Params = {
        "seat": SeatRef(seat),
        "price": Counted(price, noun),
        "held": Counted(held, noun),
    }
    return Failure(params)


def _affordable(state: State, seat: int, into: str) -> int:
    """How many points a seat can buy, or sell."""
    if into == "points":
        return state.pesos(seat) // state.facts["casino.pesos"]
    return state.points(seat)


def _other_way(state: State, act: UseCasino) -> Iterator[Remedy]:
    other = "pesos" if act.into == "points" else "points"
    most = min(getattr(act, "times", 1), _affordable(state, act.seat, other))
    way = Term(f"into.{other}")
    yield Remedy("exchange_the_other_way", {"into": way}, {"into": other, "times": most})


def _exchange_less(state: State, act: UseCasino) -> Iterator[Remedy]:
    most = _affordable(state, act.seat, act.into)
    yield Remedy("exchange_at_most", _exchange(state, act.into, most), {"times": most})


@CASINO.rule(
    "building.casino",
    needs="into",
    presumes="no_such_seat",
    kind=Kind.SHORTAGE,
    private=True,
    mend=_other_way,
)
def no_exchange_possible(state: State, act: UseCasino) -> Finding:
    """At least one point is bought or sold."""
    return _casino_short(state, act.seat, act.into, 1)


@CASINO.rule(
    "building.casino",
    needs=("into", "times"),
    presumes="no_exchange_possible",
    kind=Kind.SHORTAGE,
    private=True,
    mend=_exchange_less,
)
def exchange_too_large(state: State, act: UseCasino) -> Finding:
    """Only what one has is changed."""
    return _casino_short(state, act.seat, act.into, act.times)
