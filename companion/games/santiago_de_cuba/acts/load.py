"""Acts of the loading round in the port."""

from collections.abc import Callable, Iterator
from typing import Any, Final, Literal

from companion.games.santiago_de_cuba import terms
from companion.games.santiago_de_cuba.acts.common import (
    DEMANDED_GOOD,
    NEXT_ROUND,
    Act,
    Amount,
    Deed,
    Rule,
    earlier,
    goods_short,
    none_held,
    not_demanded,
    step,
)
from companion.games.santiago_de_cuba.components import PORT, WOOD, Demanded
from companion.games.santiago_de_cuba.play import (
    Play,
    advance_flag,
    gain,
    leave_if_complete,
    lower_die,
    pay,
)
from companion.games.santiago_de_cuba.state import ITEM_OF, POINT, State
from companion.games.santiago_de_cuba.turn import Phase
from companion.kernel.acts import Names, rule
from companion.kernel.form import Draft, Pick, number
from companion.kernel.models import Action
from companion.kernel.refusal import NOT_APPLICABLE, Failure, Finding, Remedy
from companion.kernel.values import Params, SeatRef, Term

OWN_GO: Final = "own_go"


class LoadGoods(Deed):
    """Goods of one kind loaded onto the ship in a loading round."""

    kind: Literal["load_goods"] = "load_goods"
    good: Demanded
    amount: Amount


class LoadWood(Deed):
    """Wood loaded onto the ship in place of one good, in a loading round."""

    kind: Literal["load_wood"] = "load_wood"
    good: Demanded
    """Good that it stands for."""
    amount: Amount


class PassLoading(Deed):
    """Decision to load nothing more in this round."""

    kind: Literal["pass_loading"] = "pass_loading"


Load = LoadGoods | LoadWood


# Earlier events of the round or the turn


@earlier("drive.passing_port", code="passed_port")
def passed_port(state: State, _act: Action) -> Finding:
    """A car that passes the port without stopping loads nothing."""
    turn = state.last_driven if state.phase != Phase.LOADING else None
    if turn is None or turn.stop is None or turn.stop == PORT or not turn.crossed:
        return NOT_APPLICABLE
    params: Params = {"seat": SeatRef(turn.seat), "stop": terms.stop(turn.stop)}
    return Failure(params, until=NEXT_ROUND)


@earlier("port.order", code="round_over")
def round_over(state: State, _act: Action) -> Finding:
    """The round ends when the ship is complete or everybody has passed."""
    turn = state.last_driven if state.phase != Phase.LOADING else None
    if turn is None or turn.round_over is None:
        return NOT_APPLICABLE
    how = Term(f"round.{turn.round_over}")
    return Failure({"how": how}, cites=(f"port.{turn.round_over}",), until=NEXT_ROUND)


@earlier("port", code="no_loading_round")
def no_loading_round(state: State, _act: Action) -> Finding:
    """Goods are loaded only when the car stops at the port."""
    return None if state.phase == Phase.LOADING else Failure(until=NEXT_ROUND)


@earlier("port.passing", code="passed_already")
def passed_already(state: State, act: Action) -> Finding:
    """Whoever passes is out of this round."""
    if state.phase != Phase.LOADING:
        return NOT_APPLICABLE
    if act.seat in state.agenda[-1].seats:
        return None
    return Failure({"seat": SeatRef(act.seat)}, until=NEXT_ROUND)


def _loaded_already(paid_of: Callable[[Any], str], fields: Names = ()) -> Rule:
    @earlier("port.loading", code="loaded_already", fields=fields)
    def loaded_already(state: State, act: Any) -> Finding:
        """Each time, goods of one kind; then the others go."""
        loading = state.phase == Phase.LOADING
        if loading and state.awaited == (act.seat,):
            return None
        last = state.turn.loaded if loading else None
        if last is None or last[0] != act.seat:
            return NOT_APPLICABLE
        before, paid = last[1], paid_of(act)
        params: Params = {
            "seat": SeatRef(act.seat),
            "loaded": terms.good(before),
            "next": SeatRef(state.awaited[0]),
            "mixed": int(before != paid),
        }
        if before == paid:
            return Failure(params, cites=("port.order",), until=OWN_GO)
        return Failure(params, cites=("port.wood",) if WOOD in (before, paid) else (), until=OWN_GO)

    return loaded_already


_ROUND = (passed_port, round_over, no_loading_round, passed_already)
_GOODS_LOADED = (*_ROUND, _loaded_already(lambda act: act.good, fields="good"))
_WOOD_LOADED = (*_ROUND, _loaded_already(lambda _act: WOOD))


def _up_to_the_highest_face(state: State, draft: Draft) -> tuple[int, int]:
    return 1, max(state.facts.faces[draft.values["good"]])


AMOUNT: Final[Pick[State]] = number(_up_to_the_highest_face)

LOAD_GOODS = Act(
    LoadGoods,
    *step(Phase.LOADING, happened=_GOODS_LOADED),
    fields={"good": DEMANDED_GOOD.untold, "amount": AMOUNT},
)
LOAD_WOOD = Act(
    LoadWood,
    *step(Phase.LOADING, happened=_WOOD_LOADED),
    fields={"good": DEMANDED_GOOD, "amount": AMOUNT},
)
PASS = Act(PassLoading, *step(Phase.LOADING, happened=_ROUND, legal_basis=("port.passing",)))


@LOAD_GOODS.sentence_params
def _goods(_state: State, act: LoadGoods) -> Params:
    return {"goods": terms.amount(act.amount, act.good)}


@LOAD_WOOD.sentence_params
def _wood(_state: State, act: LoadWood) -> Params:
    return {"goods": terms.amount(act.amount, WOOD)}


def _as_demanded(state: State, act: Load) -> Iterator[Remedy]:
    asked = state.demand(act.good)
    good = WOOD if isinstance(act, LoadWood) else act.good
    yield Remedy("load_at_most", {"most": terms.amount(asked, good)}, {"amount": asked})


@rule(
    "port.demand",
    code="more_than_demanded",
    fields=("good", "amount"),
    requires="not_demanded",
    suggest=_as_demanded,
)
def more_than_demanded(state: State, act: Load) -> Finding:
    """Never more than the die shows."""
    asked = state.demand(act.good)
    if act.amount <= asked:
        return None
    params: Params = {"good": terms.good(act.good), "asked": asked, "loaded": act.amount}
    return Failure(params)


LOAD_GOODS.also(
    not_demanded("port.loading"),
    more_than_demanded,
    none_held(lambda act: act.good, "port.loading", "good"),
    goods_short(lambda act: act.good, lambda act: act.amount, "port.loading", ("good", "amount")),
)
LOAD_WOOD.also(
    none_held(lambda _act: WOOD, "port.wood"),
    not_demanded("port.wood"),
    more_than_demanded,
    goods_short(lambda _act: WOOD, lambda act: act.amount, "port.wood", ("amount",)),
)


@LOAD_GOODS.play
def _load_goods(play: Play, act: LoadGoods) -> None:
    _load(play, act, act.good, play.state.value, "port.points")


@LOAD_WOOD.play
def _load_wood(play: Play, act: LoadWood) -> None:
    _load(play, act, WOOD, play.state.facts["wood.points"], "port.wood")


def _load(play: Play, act: Load, paid: str, each: int, section: str) -> None:
    seat, loading = act.seat, play.state.phase == Phase.LOADING
    own_go = loading and play.state.awaited == (seat,)
    pay(play, seat, ITEM_OF[paid], act.amount, "port.loading")
    gain(play, seat, POINT, act.amount * each, section)
    lower_die(play, act.good, act.amount, "port.demand")
    complete = leave_if_complete(play, "port.complete")
    if not loading:
        return
    play.in_turn(loaded=(seat, paid))
    if complete:
        play.in_turn(round_over="complete")
        play.done()
    elif own_go:
        play.to_the_back(seat)


@PASS.play
def _pass(play: Play, act: PassLoading) -> None:
    if play.state.phase != Phase.LOADING:
        return
    everybody = play.stop_waiting_for(act.seat)
    play.say("passed", "port.passing", act.seat)
    if everybody:
        # Everybody passed: the ship stays and its value rises.
        play.in_turn(round_over="all_passed")
        advance_flag(play, "port.all_passed")
