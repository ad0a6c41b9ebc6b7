"""Site of a contract and its payment: conditions, and what is advised instead."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, TypeAlias

from companion.games.urban_sprawl import terms
from companion.games.urban_sprawl.acts.build import BUILD as BUILD
from companion.games.urban_sprawl.acts.build import FOUND, WITHIN, Build, contract, price_of
from companion.games.urban_sprawl.acts.common import BEFORE, wealth_short
from companion.games.urban_sprawl.acts.turn import Invest, TakeCard
from companion.games.urban_sprawl.cards import offers
from companion.games.urban_sprawl.cards.offers import room_in
from companion.games.urban_sprawl.city import Building
from companion.games.urban_sprawl.components import (
    CONTRACTOR,
    FREE_ZONING,
    PLANNING_ROW,
    RENEWAL,
    SITE_OF,
    SITES,
)
from companion.games.urban_sprawl.grid import (
    BLOCKS,
    PARK,
    WATER,
    WILDERNESS,
    Lots,
    block_of,
    edges_of,
    fits,
)
from companion.games.urban_sprawl.state import State
from companion.kernel.box.facts import Known, Unknown
from companion.kernel.conditions import Sections, memoise_per_report
from companion.kernel.refusal import (
    NOT_APPLICABLE,
    ConditionKind,
    Failure,
    Finding,
    Remark,
    Remedy,
    Unverified,
)
from companion.kernel.values import Params, SeatRef, Term

_Proposals: TypeAlias = Callable[[State, Any], Iterator[Remedy]]


def other_permits(state: State, act: Any) -> Iterator[Remedy]:
    """Propose the payment nearest to the plan, or a permit to be taken first."""
    if act.seat >= state.players:
        return
    held, size = state.permits(act.seat), len(SITES[act.lots])
    best = offers.nearest(state, held, act.zone, size, act.pay)
    if best:
        yield _instead_of(act.pay, best)
        return
    for place in PLANNING_ROW:
        card = state.card_at(place)
        if card is None or card == RENEWAL:
            continue
        pay = offers.nearest(state, (*held, card), act.zone, size, act.pay)
        if pay:
            others = terms.several(tuple(permit for permit in pay if permit != card))
            named: Params = {
                "card": terms.term(card), "place": terms.term(place), "others": others
            }  # fmt: skip
            first = TakeCard(seat=act.seat, place=place)
            yield Remedy("take_permit_first", named, {"pay": pay}, first)
            # The places are in the order of their price: the others cost more.
            return


def _instead_of(laid: tuple[str, ...], pay: tuple[str, ...]) -> Remedy:
    """Return the remedy that turns one payment into another."""
    added = tuple(permit for permit in pay if permit not in laid)
    taken = tuple(permit for permit in laid if permit not in pay)
    code = "pay_without" if not added else "swap_permits" if taken else "add_permits"
    return Remedy(
        code, {"added": terms.several(added), "taken": terms.several(taken)}, {"pay": pay}
    )


def renewal_first(state: State, act: Any) -> Iterator[Remedy]:
    """Propose to take an Urban Renewal that lies open."""
    place = next((place for place in PLANNING_ROW if state.card_at(place) == RENEWAL), None)
    if place is not None:
        first = TakeCard(seat=act.seat, place=place)
        yield Remedy("take_renewal_first", {"place": terms.term(place)}, first=first)


def investment_first(
    price: Callable[[State, Any], int],
) -> Callable[[State, Any], Iterator[Remedy]]:
    """Return the proposals to invest the cheapest permit that brings what is missing.

    Args:
        price: function that returns what the report costs.
    """

    def proposals(state: State, act: Any) -> Iterator[Remedy]:
        if act.seat >= state.players:
            return
        short = price(state, act) - state.wealth(act.seat)
        spare = (permit for permit in state.permits(act.seat) if permit not in act.pay)
        known = ((state.printed_on(permit, "payout"), permit) for permit in spare)
        enough = sorted(
            (value, permit)
            for value, permit in known
            if not isinstance(value, Unknown) and value >= short
        )
        for value, permit in enough[:1]:
            named: Params = {"permit": terms.term(permit), "value": terms.wealth(value)}
            first = Invest(seat=act.seat, permit=permit, value=value)
            yield Remedy("invest_first", named, first=first)

    return proposals


def _restriction(state: State, act: Any) -> Known[str]:
    printed: Known[str] = state.printed_on(contract(state, act), "restriction")
    return printed


def _edge(edge: str, lots: Lots) -> bool:
    return any(edge in edges_of(lot) for lot in lots)


def _beside_park(state: State, lots: Lots) -> bool:
    city = state.city
    return any(city.buildings[name].colour == PARK for name in city.beside(lots))


_PLACES: Final[Mapping[str, Callable[[State, Lots], bool]]] = {
    WATER: lambda _state, lots: _edge(WATER, lots),
    WILDERNESS: lambda _state, lots: _edge(WILDERNESS, lots),
    "edge": lambda _state, lots: _edge(WATER, lots) or _edge(WILDERNESS, lots),
    PARK: _beside_park,
}
"""Kinds of place for a contract, by the restriction printed on it."""


def _stands(state: State, act: Any, lots: Lots) -> bool:
    """Return whether zones and the card let a contract stand on empty lots, as far as is known."""
    said = _restriction(state, act)
    if said != FREE_ZONING and not fits(act.zone, lots, state.city.without(lots)):
        return False
    return isinstance(said, Unknown) or said not in _PLACES or _PLACES[said](state, lots)


def elsewhere(state: State, act: Any) -> Iterator[Remedy]:
    """Propose the cheapest other block with a free place, where that of the report has none."""
    lots = SITES.get(getattr(act, "lots", ""))
    if lots is None or act.seat >= state.players or state.card_at(act.place, act.seat) is None:
        return
    price = state.city.value_of
    blocks = [block for block in BLOCKS if price(block) <= state.wealth(act.seat)]
    for block in sorted(blocks, key=lambda block: (block != act.block, price(block))):
        places = (one for one in room_in(state, block, len(lots)) if _stands(state, act, one))
        place = next(places, None)
        if place is None:
            continue
        if block != act.block:
            site = SITE_OF[place]
            named: Params = {"block": terms.term(block), "lots": terms.site(site)}
            yield Remedy("elsewhere", named, {"block": block, "lots": site})
        return


def renewal_or_elsewhere(state: State, act: Any) -> Iterator[Remedy]:
    """Propose to take an Urban Renewal first, or another block."""
    yield from renewal_first(state, act)
    yield from elsewhere(state, act)


@memoise_per_report
def _gone(state: State, act: Any) -> tuple[tuple[str, Building], ...]:
    """Return the buildings on the lots of the new one."""
    city = state.city
    return tuple((name, city.buildings[name]) for name in city.standing_on(SITES[act.lots]))


def _named(name: str, one: Building) -> Params:
    return {"building": terms.term(name), "colour": terms.term(one.colour)}


@BUILD.rule(
    "renewal",
    code="no_renewal",
    fields="lots",
    requires=(*BEFORE, *WITHIN),
    kind=ConditionKind.SHORTAGE,
    suggest=renewal_or_elsewhere,
)
def no_renewal(state: State, act: Build) -> Finding:
    """Only the contractor, or whoever lays down Urban Renewal, builds over what stands there."""
    gone = _gone(state, act)
    if not gone:
        return NOT_APPLICABLE
    if state.holder(CONTRACTOR) == act.seat or state.has(act.seat, RENEWAL) > 0:
        return None
    return Failure({"seat": SeatRef(act.seat), **_named(*gone[0])})


@BUILD.rule(
    "renewal.size",
    code="larger_than_new",
    fields="lots",
    requires=WITHIN,
    legal_basis=(),
    suggest=elsewhere,
)
def larger_than_new(state: State, act: Build) -> Finding:
    """The new building is at least as large as each that it takes the place of."""
    gone, size = _gone(state, act), len(SITES[act.lots])
    if not gone:
        return NOT_APPLICABLE
    larger = next(((name, one) for name, one in gone if one.size > size), None)
    return None if larger is None else Failure({**_named(*larger), "size": terms.lots(size)})


@BUILD.rule(
    "renewal.covers",
    code="lot_left_over",
    fields="lots",
    requires="larger_than_new",
    legal_basis=(),
    suggest=elsewhere,
)
def lot_left_over(state: State, act: Build) -> Finding:
    """The new building covers all lots of each that it takes the place of."""
    gone, lots = _gone(state, act), SITES[act.lots]
    if not gone:
        return NOT_APPLICABLE
    left = next(((name, one) for name, one in gone if not one.lots <= lots), None)
    return None if left is None else Failure(_named(*left))


@BUILD.rule(
    "renewal.safe",
    code="contractor_safe",
    fields="lots",
    requires=(*BEFORE, *WITHIN),
    legal_basis=(),
    suggest=elsewhere,
)
def contractor_safe(state: State, act: Build) -> Finding:
    """Nobody else demolishes what the contractor controls."""
    gone = _gone(state, act)
    contractor = state.holder(CONTRACTOR)
    if not gone or contractor in (None, act.seat):
        return NOT_APPLICABLE
    safe = next(((name, one) for name, one in gone if one.owner == contractor), None)
    if safe is None:
        return None
    return Failure({**_named(*safe), "owner": SeatRef(contractor or 0)})


@BUILD.rule(
    "renewal",
    code="own_or_park",
    fields="lots",
    requires=(*BEFORE, *WITHIN),
    legal_basis=(),
    suggest=elsewhere,
)
def own_or_park(state: State, act: Build) -> Finding:
    """By ruling, nobody demolishes a park or what is one's own."""
    gone, ruling = _gone(state, act), "demolish_own_or_park"
    if not gone or state.rulings[ruling] == "yes":
        return NOT_APPLICABLE
    kept = next(((n, one) for n, one in gone if one.owner == act.seat or one.colour == PARK), None)
    if kept is None:
        return None
    whose: Params = {"seat": SeatRef(act.seat), "own": int(kept[1].owner == act.seat)}
    return Failure({**_named(*kept), **whose}, ruling=ruling)


# Zoning and other limits of the place


def _of_zoning(state: State, act: Any) -> Sections:
    """Cite also how zones are looked at if something is demolished."""
    return ("build.zoning", *_of_demolition(state, act))


def _of_demolition(state: State, act: Any) -> Sections:
    return ("renewal.zoning",) if _gone(state, act) else ()


@BUILD.rule(
    "build.zoning",
    code="zoning",
    fields=("place", "zone", "lots"),
    requires=(*FOUND, *WITHIN),
    suggest=elsewhere,
    legal_basis=_of_zoning,
)
def zoning(state: State, act: Build) -> Finding:
    """It touches no building of another zone, or one of its own zone too."""
    lots = SITES[act.lots]
    if fits(act.zone, lots, state.city.without(lots)):
        return None
    said = _restriction(state, act)
    if isinstance(said, Unknown):
        return Unverified({"card": terms.term(contract(state, act))}, said.fact, FREE_ZONING)
    if said == FREE_ZONING:
        return NOT_APPLICABLE
    where: Params = {"zone": terms.term(act.zone), "block": terms.term(block_of(min(lots)))}
    return Failure(where, cites=_of_demolition(state, act))


@BUILD.rule(
    "build.restriction",
    code="restriction",
    fields=("place", "lots"),
    requires=(*FOUND, *WITHIN),
    suggest=elsewhere,
)
def restriction(state: State, act: Build) -> Finding:
    """What is printed in italics below the permits of a contract."""
    card, lots = terms.term(contract(state, act)), SITES[act.lots]
    printed = _restriction(state, act)
    if isinstance(printed, Unknown):
        return Unverified({"card": card}, printed.fact)
    if printed in ("none", FREE_ZONING):
        return NOT_APPLICABLE
    if printed == "other":
        return Unverified({"card": card})
    if _PLACES[printed](state, lots):
        return None
    return Failure({"card": card, "restriction": Term(f"restriction.{printed}")})


@BUILD.rule(
    "build.permits",
    code="not_your_permits",
    fields="pay",
    requires=BEFORE,
    kind=ConditionKind.EXISTENCE,
    legal_basis=(),
    suggest=other_permits,
)
def not_your_permits(state: State, act: Build) -> Finding:
    """One pays with permits that lie before oneself."""
    missing = next((permit for permit in act.pay if state.has(act.seat, permit) <= 0), None)
    if missing is None:
        return None if act.pay else NOT_APPLICABLE
    return Failure({"seat": SeatRef(act.seat), "permit": terms.term(missing)})


@BUILD.rule(
    "build.permits",
    code="wrong_zone",
    fields=("zone", "pay"),
    legal_basis=(),
    suggest=other_permits,
)
def wrong_zone(state: State, act: Build) -> Finding:
    """Every permit shows the zone of the contract."""
    doubt = None
    for permit in act.pay:
        zones = offers.zones_of(state, permit)
        if isinstance(zones, Unknown):
            doubt = doubt or Unverified({"permit": terms.term(permit)}, zones.fact)
        elif act.zone not in zones:
            return Failure({"permit": terms.term(permit), "zone": terms.term(act.zone)})
    return doubt or (None if act.pay else NOT_APPLICABLE)


@BUILD.rule(
    "build.permits",
    code="permits_short",
    fields=("lots", "pay"),
    requires=WITHIN,
    suggest=other_permits,
)
def permits_short(state: State, act: Build) -> Finding:
    """Permits for at least as many lots as it covers."""
    size = len(SITES[act.lots])
    total, unknown = offers.worth(state, act.pay)
    if total >= size:
        return None
    if unknown and total + 4 * len(unknown) >= size:
        return Unverified({"size": terms.lots(size)}, unknown[0])
    return Failure({"size": terms.lots(size), "total": terms.lots(total)})


@BUILD.rule(
    "build.permits", code="superfluous", fields=("lots", "pay"), requires=WITHIN, legal_basis=()
)
def superfluous(state: State, act: Build) -> Finding:
    """Nothing is given back for permits that are too many."""
    if offers.worth(state, act.pay)[1]:
        return NOT_APPLICABLE
    needless = offers.superfluous(state, act.pay, len(SITES[act.lots]))
    return None if needless is None else Remark({"permit": terms.term(needless)}, wasteful=True)


def _richer_or_elsewhere(state: State, act: Any) -> Iterator[Remedy]:
    richer = tuple(investment_first(price_of)(state, act))
    yield from richer or elsewhere(state, act)


BUILD.also(wealth_short("block", price_of, "build.wealth", suggest=_richer_or_elsewhere))
