"""The twelve buildings, each with its limits."""

from collections.abc import Iterator
from typing import Any

from companion.games.santiago_de_cuba import actions as acts
from companion.games.santiago_de_cuba import terms
from companion.games.santiago_de_cuba.components import CITIZENS, PORT, WOOD
from companion.games.santiago_de_cuba.legality import happened
from companion.games.santiago_de_cuba.legality.common import (
    Rule,
    another_good,
    goods_short,
    none_held,
    not_demanded,
    step,
    supply_empty,
    wood_excluded,
)
from companion.games.santiago_de_cuba.state import Phase, State
from companion.kernel.models import Action
from companion.kernel.refusal import NOT_APPLICABLE, Failure, Finding, Kind, Remedy
from companion.kernel.values import Counted, Params, SeatRef, Term


def _pending(kind: str) -> tuple[Rule, ...]:
    """Seat, turn, step, and that this is the building whose action is pending."""
    building = acts.BUILDING_OF[kind]

    def test(state: State, _action: Action) -> Finding:
        using = state.turn.using
        if using == building:
            return None
        params: Params = {
            "building": terms.building(building),
            "pending": Term("building.none") if using is None else terms.building(using),
        }
        return Failure(params)

    pending = Rule(
        "another_building",
        ("visit.use",),
        test,
        presumes=("other_step",),
        grounds=("visit.use", f"building.{building}"),
    )
    one_way = (happened.CASINO_ONE_WAY,) if building == "casino" else ()
    earlier = (*one_way, *happened.with_building(building))
    return (*step(Phase.BUILDING, happened=earlier), pending)


# Casino.


def _no_exchange(state: State, action: acts.UseCasino) -> Finding:
    # At least one point is bought or sold.
    return _casino_short(state, action.seat, action.into, 1)


def _other_way(state: State, action: acts.UseCasino) -> Iterator[Remedy]:
    other = "pesos" if action.into == "points" else "points"
    most = min(getattr(action, "times", 1), _affordable(state, action.seat, other))
    way = Term(f"into.{other}")
    yield Remedy("exchange_the_other_way", {"into": way}, {"into": other, "times": most})


def _casino_out_of_reach(state: State, action: acts.UseCasino) -> Finding:
    # Only what one has is changed.
    return _casino_short(state, action.seat, action.into, action.times)


def _casino_short(state: State, seat: int, into: str, times: int) -> Finding:
    buying = into == "points"
    noun = "peso" if buying else "point"
    price = times * state.facts.casino_pesos if buying else times
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
        return state.pesos(seat) // state.facts.casino_pesos
    return state.points(seat)


def _exchange_less(state: State, action: acts.UseCasino) -> Iterator[Remedy]:
    most = _affordable(state, action.seat, action.into)
    yield Remedy("exchange_at_most", {"most": most}, {"times": most})


CASINO = (
    *_pending("use_casino"),
    Rule(
        "no_exchange_possible",
        ("building.casino",),
        _no_exchange,
        ("into",),
        ("no_such_seat",),
        Kind.SHORTAGE,
        private=True,
        mend=_other_way,
    ),
    Rule(
        "exchange_too_large",
        ("building.casino",),
        _casino_out_of_reach,
        ("into", "times"),
        ("no_exchange_possible",),
        Kind.SHORTAGE,
        private=True,
        mend=_exchange_less,
    ),
)

# Harbour office.


def _first_flag(state: State, action: acts.UseHarbourOffice) -> Finding:
    # From the first flag the marker only goes to the right.
    if action.direction == "right":
        return NOT_APPLICABLE
    return None if state.ship.flag > 0 else Failure({"value": state.value})


def _go_right(_state: State, _action: acts.UseHarbourOffice) -> Iterator[Remedy]:
    yield Remedy("go_right", change={"direction": "right"})


HARBOUR_OFFICE = (
    *_pending("use_harbour_office"),
    Rule("first_flag", ("building.harbour_office",), _first_flag, ("direction",), mend=_go_right),
)

# Exchanges of goods.


def _exchange(kind: str, given: str, gained: str, rule: str) -> tuple[Rule, ...]:
    def supply_short(state: State, action: Any) -> Finding:
        # As many as are given, and as many as there are.
        left = state.supply(gained)
        if left >= action.amount:
            return None
        most = terms.amount(left, gained)
        params: Params = {"left": most, "needed": terms.amount(action.amount, gained)}
        return Failure(params)

    def exchange_less(state: State, _action: Any) -> Iterator[Remedy]:
        left = state.supply(gained)
        yield Remedy("exchange_only", {"most": terms.amount(left, gained)}, {"amount": left})

    return (
        *_pending(kind),
        none_held(lambda _a: given, rule),
        supply_empty(lambda _a: gained, rule),
        goods_short(lambda _a: given, lambda a: a.amount, rule, ("amount",)),
        Rule(
            "supply_short",
            (rule, "citizens.supply"),
            supply_short,
            ("amount",),
            ("supply_empty",),
            Kind.SHORTAGE,
            mend=exchange_less,
        ),
    )


DISTILLERY = _exchange("use_distillery", "sugar", "rum", "building.distillery")
CIGAR_FACTORY = _exchange("use_cigar_factory", "tobacco", "cigars", "building.cigar_factory")


def _same_good(_state: State, action: acts.UseBlackMarket) -> Finding:
    # One good for one of another kind.
    return Failure({"good": terms.good(action.give)}) if action.give == action.take else None


BLACK_MARKET = (
    *_pending("use_black_market"),
    wood_excluded("give", "building.black_market"),
    none_held(lambda a: a.give, "building.black_market", "give"),
    wood_excluded("take", "building.black_market", "wood_not_for_sale"),
    Rule(
        "same_good",
        ("building.black_market",),
        _same_good,
        ("give", "take"),
        mend=another_good("take"),
    ),
    supply_empty(
        lambda a: a.take, "building.black_market", "take", presumes=("wood_not_for_sale",)
    ),
)

# Office and customs.

OFFICE = (
    *_pending("use_office"),
    wood_excluded("good", "building.office"),
    not_demanded("building.office", "wood_excluded"),
    none_held(lambda a: a.good, "building.office", "good"),
)
CUSTOMS = (*_pending("use_customs"), not_demanded("building.customs"))

# Sawmill, newspaper and café.

SAWMILL = (*_pending("use_sawmill"), none_held(lambda _a: WOOD, "building.sawmill"))


def _port_is_no_citizen(_state: State, action: acts.UseNewspaper) -> Finding:
    # Only citizens are turned face down.
    if action.citizen == "none":
        return NOT_APPLICABLE
    return Failure() if action.citizen == PORT else None


def _already_inactive(state: State, action: acts.UseNewspaper) -> Finding:
    # Only a citizen who is face up can be turned face down.
    if action.citizen not in CITIZENS:
        return NOT_APPLICABLE
    if action.citizen not in state.inactive:
        return None
    return Failure({"citizen": terms.stop(action.citizen)})


def _other_citizens(_state: State, _action: acts.UseNewspaper) -> Iterator[Remedy]:
    yield Remedy("choose_nobody", change={"citizen": "none"})
    for name in CITIZENS:
        yield Remedy("choose_citizen", {"citizen": terms.stop(name)}, {"citizen": name})


NEWSPAPER = (
    *_pending("use_newspaper"),
    Rule(
        "port_is_no_citizen",
        ("building.newspaper",),
        _port_is_no_citizen,
        ("citizen",),
        mend=_other_citizens,
    ),
    Rule(
        "already_inactive",
        ("building.newspaper",),
        _already_inactive,
        ("citizen",),
        mend=_other_citizens,
    ),
)


def _cafe(good: str) -> tuple[Rule, ...]:
    def too_many(state: State, action: acts.UseCafe) -> Finding:
        # At most one cigar and one rum.
        most, sold = state.facts.cafe_each, getattr(action, good)
        if sold <= most:
            return None
        at_most = terms.amount(most, good)
        params: Params = {"sold": terms.amount(sold, good), "most": at_most}
        return Failure(params)

    def sell_less(state: State, _action: acts.UseCafe) -> Iterator[Remedy]:
        most = state.facts.cafe_each
        yield Remedy("sell_at_most", {"most": terms.amount(most, good)}, {good: most})

    return (
        Rule(f"too_many_{good}", ("building.cafe",), too_many, (good,), mend=sell_less),
        goods_short(
            lambda _a: good,
            lambda a: getattr(a, good),
            "building.cafe",
            (good,),
            f"{good}_short",
        ),
    )


def _nothing_sold(_state: State, action: acts.UseCafe) -> Finding:
    # Using the café means giving at least one thing; not using it is said otherwise.
    return None if action.cigars or action.rum else Failure()


def _sell_one(_state: State, _action: acts.UseCafe) -> Iterator[Remedy]:
    for good in ("cigars", "rum"):
        yield Remedy("sell", {"goods": terms.amount(1, good)}, {good: 1})


CAFE = (
    *_pending("use_cafe"),
    *_cafe("cigars"),
    *_cafe("rum"),
    Rule("nothing_sold", ("building.cafe",), _nothing_sold, ("cigars", "rum"), mend=_sell_one),
)

BUILDINGS_IN_USE: dict[str, tuple[Rule, ...]] = {
    "use_bank": _pending("use_bank"),
    "use_church": _pending("use_church"),
    "use_casino": CASINO,
    "use_harbour_office": HARBOUR_OFFICE,
    "use_distillery": DISTILLERY,
    "use_cigar_factory": CIGAR_FACTORY,
    "use_office": OFFICE,
    "use_black_market": BLACK_MARKET,
    "use_sawmill": SAWMILL,
    "use_newspaper": NEWSPAPER,
    "use_cafe": CAFE,
    "use_customs": CUSTOMS,
}
