"""Acts of using the buildings that exchange money and points, or goods."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, Final, Literal, TypeVar

from companion.games.santiago_de_cuba import terms
from companion.games.santiago_de_cuba.acts.common import (
    ANY_GOOD,
    MOST_AT_ONCE,
    NEXT_TURN,
    Amount,
    Deed,
    another_good,
    earlier,
    goods_short,
    none_held,
    own_turn,
    supply_empty,
    wood_excluded,
)
from companion.games.santiago_de_cuba.acts.use import Use, visit_to_come
from companion.games.santiago_de_cuba.components import Good
from companion.games.santiago_de_cuba.play import Play
from companion.games.santiago_de_cuba.state import State
from companion.kernel.form import Draft, choice, number
from companion.kernel.models import Action
from companion.kernel.refusal import NOT_APPLICABLE, ConditionKind, Failure, Finding, Remedy
from companion.kernel.values import Counted, Params, SeatRef, Term

A = TypeVar("A", bound=Action)


# Casino: points are bought or sold, but not both in one visit


class UseCasino(Deed):
    """Casino: pesos into points, or points into pesos."""

    kind: Literal["use_casino"] = "use_casino"
    into: Literal["points", "pesos"]
    times: Amount
    """Number of points bought or sold."""


def _most_points(state: State, _draft: Draft) -> tuple[int, int]:
    return 1, max(1, min(MOST_AT_ONCE, state.facts.pesos // max(1, state.facts["casino.pesos"])))


@earlier("building.casino", code="casino_one_way", fields="into")
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
        "into": choice(("points", "pesos"), lambda way: Term(f"into.{way}"), sentence=None),
        "times": number(_most_points, proposals=(1, 2, 3)),
    },
)


@CASINO.sentence_params
def _changed(state: State, act: UseCasino) -> Params:
    return _exchange(state, act.into, act.times)


def _exchange(state: State, into: str, times: int) -> Params:
    """Return the given and gained amounts."""
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
    """Return how many points a seat can buy or sell."""
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
    code="no_exchange_possible",
    fields="into",
    requires="no_such_seat",
    kind=ConditionKind.SHORTAGE,
    private=True,
    suggest=_other_way,
)
def no_exchange_possible(state: State, act: UseCasino) -> Finding:
    """At least one point is bought or sold."""
    return _casino_short(state, act.seat, act.into, 1)


@CASINO.rule(
    "building.casino",
    code="exchange_too_large",
    fields=("into", "times"),
    requires="no_exchange_possible",
    kind=ConditionKind.SHORTAGE,
    private=True,
    suggest=_exchange_less,
)
def exchange_too_large(state: State, act: UseCasino) -> Finding:
    """Only what one has is changed."""
    return _casino_short(state, act.seat, act.into, act.times)


# Distillery and cigar factory: one good for the same amount of another


def _amount_of(good: str) -> Callable[[State, Draft], tuple[int, int]]:
    """Return the bounds of an amount: from one to all cubes of a good."""
    return lambda state, _draft: (1, state.facts.cubes[good])


class UseDistillery(Deed):
    """Distillery: sugar cane into as much rum."""

    kind: Literal["use_distillery"] = "use_distillery"
    amount: Amount


class UseCigarFactory(Deed):
    """Cigar factory: tobacco into as many cigars."""

    kind: Literal["use_cigar_factory"] = "use_cigar_factory"
    amount: Amount


def _converts(model: type[A], given: str, gained: str) -> Use[A]:
    def exchange_less(state: State, _act: Any) -> Iterator[Remedy]:
        left = state.supply(gained)
        yield Remedy("exchange_only", {"most": terms.amount(left, given)}, {"amount": left})

    act = Use(model, fields={"amount": number(_amount_of(gained))})
    section = f"building.{act.building}"

    @act.sentence_params
    def _sentence_params(_state: State, act: Any) -> Params:
        so_many = act.amount
        return {"given": terms.amount(so_many, given), "gained": terms.amount(so_many, gained)}

    act.also(
        none_held(lambda _act: given, section),
        supply_empty(lambda _act: gained, section),
        goods_short(lambda _act: given, lambda act: act.amount, section, ("amount",)),
    )

    @act.rule(
        section,
        "citizens.supply",
        code="supply_short",
        fields="amount",
        requires="supply_empty",
        kind=ConditionKind.SHORTAGE,
        suggest=exchange_less,
    )
    def supply_short(state: State, act: Any) -> Finding:
        """As many as are given, and as many as there are."""
        left = state.supply(gained)
        if left >= act.amount:
            return None
        needed = terms.amount(act.amount, gained)
        return Failure({"left": terms.amount(left, gained), "needed": needed})

    return act


DISTILLERY = _converts(UseDistillery, "sugar", "rum")
CIGAR_FACTORY = _converts(UseCigarFactory, "tobacco", "cigars")


# Black market


class UseBlackMarket(Deed):
    """Black market: one good for one of another kind."""

    kind: Literal["use_black_market"] = "use_black_market"
    give: Good
    take: Good


BLACK_MARKET = Use(
    UseBlackMarket,
    fields={
        "give": replace(ANY_GOOD, param_name="given"),
        "take": replace(ANY_GOOD, param_name="gained"),
    },
)
BLACK_MARKET.also(
    wood_excluded("give", "building.black_market"),
    none_held(lambda act: act.give, "building.black_market", "give"),
    wood_excluded("take", "building.black_market", "wood_not_for_sale"),
)


@BLACK_MARKET.rule(
    "building.black_market", code="same_good", fields=("give", "take"), suggest=another_good("take")
)
def same_good(_state: State, act: UseBlackMarket) -> Finding:
    """One good for one of another kind."""
    return Failure({"good": terms.good(act.give)}) if act.give == act.take else None


BLACK_MARKET.also(
    supply_empty(
        lambda act: act.take, "building.black_market", "take", requires="wood_not_for_sale"
    )
)


EXCHANGES: Final[tuple[Use[Any], ...]] = (CASINO, DISTILLERY, CIGAR_FACTORY, BLACK_MARKET)
