"""Advice instead of a refused building: another payment, permit or place."""

from collections.abc import Callable, Iterator, Mapping
from types import SimpleNamespace
from typing import Any, Final

from companion.games.urban_sprawl import terms
from companion.games.urban_sprawl.acts.build import contract
from companion.games.urban_sprawl.acts.turn import Invest, TakeCard
from companion.games.urban_sprawl.cards import offers
from companion.games.urban_sprawl.cards.offers import room_in
from companion.games.urban_sprawl.components import (
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
from companion.kernel.refusal import Remedy
from companion.kernel.values import Params


def other_permits(state: State, act: Any) -> Iterator[Remedy]:
    """Propose the payment nearest to the plan, or a permit to be taken first.

    A report may lack anything yet; then nothing is proposed.
    """
    if act.seat >= state.players or not {"zone", "lots", "pay"} <= vars(act).keys():
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

    The payment may not have been chosen yet.

    Args:
        price: function that returns what the report costs.
    """

    def proposals(state: State, act: Any) -> Iterator[Remedy]:
        if act.seat >= state.players:
            return
        short = price(state, act) - state.wealth(act.seat)
        laid = getattr(act, "pay", ())
        spare = (permit for permit in state.permits(act.seat) if permit not in laid)
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


def restriction_of(state: State, act: Any) -> Known[str]:
    """Return the restriction printed on the contract that is built."""
    printed: Known[str] = state.printed_on(contract(state, act), "restriction")
    return printed


def _edge(edge: str, lots: Lots) -> bool:
    return any(edge in edges_of(lot) for lot in lots)


def _beside_park(state: State, lots: Lots) -> bool:
    city = state.city
    return any(city.buildings[name].colour == PARK for name in city.beside(lots))


PLACES: Final[Mapping[str, Callable[[State, Lots], bool]]] = {
    WATER: lambda _state, lots: _edge(WATER, lots),
    WILDERNESS: lambda _state, lots: _edge(WILDERNESS, lots),
    "edge": lambda _state, lots: _edge(WATER, lots) or _edge(WILDERNESS, lots),
    PARK: _beside_park,
}
"""Kinds of place for a contract, by the restriction printed on it."""


def _stands(state: State, act: Any, lots: Lots) -> bool:
    """Return whether zones and the card let a contract stand on empty lots, as far as is known."""
    said = restriction_of(state, act)
    if said != FREE_ZONING and not fits(act.zone, lots, state.city.without(lots)):
        return False
    return isinstance(said, Unknown) or said not in PLACES or PLACES[said](state, lots)


def elsewhere(state: State, act: Any, kept: Lots | None = None) -> Iterator[Remedy]:
    """Propose the plan in a free place, with the printed zone and a payment that fits.

    The place is in the reported block if it can be, or else in the cheapest other one. Where one
    field alone is wrong, its other values are left to be tried.

    Args:
        state: state of the table.
        act: the report.
        kept: lots of the report, if they can stay.
    """
    lots = SITES.get(getattr(act, "lots", ""))
    card = state.card_at(act.place, act.seat) if act.seat < state.players else None
    if lots is None or card is None:
        return
    zone, size = state.printed_on(card, "zone"), state.printed_on(card, "size")
    zone = act.zone if isinstance(zone, Unknown) else zone
    size = len(lots) if isinstance(size, Unknown) else size
    planned = SimpleNamespace(**{**vars(act), "zone": zone})
    # Across a street lie no lots that would say how many an unread contract needs.
    places = (kept,) if kept else _places(state, planned, size) if size else ()
    if not places:
        return
    plan = {"zone": zone, "block": block_of(min(places[0])), "lots": SITE_OF[places[0]]}
    if hasattr(act, "pay"):
        plan["pay"] = _payment(state, act, zone, size)
    change = {name: value for name, value in plan.items() if value != getattr(act, name)}
    if len(change) < 2:
        return
    named: Params = {
        "zone": terms.perhaps(change.get("zone")),
        "block": terms.perhaps(change.get("block")),
        "lots": terms.site(change["lots"]) if "lots" in change else (),
        "many": int(len(places) > 1),
        "moves": int("block" in change or "lots" in change),
        "pay": terms.several(change.get("pay", ())),
    }
    yield Remedy("elsewhere", named, change)


def _places(state: State, act: Any, size: int) -> tuple[Lots, ...]:
    """Return the free places of the first block that has any: the reported, then the cheapest."""
    price = state.city.value_of
    blocks = [block for block in BLOCKS if price(block) <= state.wealth(act.seat)]
    for block in sorted(blocks, key=lambda block: (block != act.block, price(block))):
        places = tuple(one for one in room_in(state, block, size) if _stands(state, act, one))
        if places:
            return places
    return ()


def _payment(state: State, act: Any, zone: str, size: int) -> tuple[str, ...]:
    """Return the permits that are laid, or those nearest to them if they do not pay for it."""
    total, unknown = offers.worth(state, act.pay)
    zones = [offers.zones_of(state, permit) for permit in act.pay]
    held = all(state.has(act.seat, permit) > 0 for permit in act.pay)
    fit = all(isinstance(one, Unknown) or zone in one for one in zones)
    if held and fit and (total >= size or unknown):
        laid: tuple[str, ...] = act.pay
        return laid
    return offers.nearest(state, state.permits(act.seat), zone, size, act.pay)


def as_printed(state: State, act: Any) -> Iterator[Remedy]:
    """Propose the printed zone with a payment that fits, and another place only if it must be."""
    lots = SITES.get(getattr(act, "lots", ""))
    card = state.card_at(act.place, act.seat) if act.seat < state.players else None
    size = None if card is None else state.printed_on(card, "size")
    if lots is None or size != len(lots) or state.city.standing_on(lots):
        lots = None
    yield from elsewhere(state, act, lots)


def renewal_or_elsewhere(state: State, act: Any) -> Iterator[Remedy]:
    """Propose to take an Urban Renewal first, or another block."""
    yield from renewal_first(state, act)
    yield from elsewhere(state, act)
