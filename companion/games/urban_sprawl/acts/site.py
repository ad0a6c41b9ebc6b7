"""Site of a contract and its payment: conditions."""

from collections.abc import Iterator
from typing import Any

from companion.games.urban_sprawl import terms
from companion.games.urban_sprawl.acts.build import BUILD as BUILD
from companion.games.urban_sprawl.acts.build import (
    FOUND,
    WITHIN,
    Build,
    contract,
    other_block_of,
    price_of,
)
from companion.games.urban_sprawl.acts.common import BEFORE, wealth_short
from companion.games.urban_sprawl.acts.site_advice import (
    PLACES,
    as_printed,
    elsewhere,
    investment_first,
    other_permits,
    renewal_or_elsewhere,
    restriction_of,
)
from companion.games.urban_sprawl.cards import offers
from companion.games.urban_sprawl.city import Building
from companion.games.urban_sprawl.components import (
    ACROSS,
    CONTRACTOR,
    FREE_ZONING,
    RENEWAL,
    SITES,
)
from companion.games.urban_sprawl.grid import (
    PARK,
    block_of,
    fits,
)
from companion.games.urban_sprawl.state import State
from companion.kernel.box.facts import Unknown
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

# The printed zone and size, and the block


@BUILD.rule(
    "contracts.zone",
    code="other_zone",
    fields=("place", "zone"),
    requires=FOUND,
    legal_basis=(),
    suggest=as_printed,
)
def other_zone(state: State, act: Build) -> Finding:
    """A contract is of the zone that is printed on it."""
    card = contract(state, act)
    zone = state.printed_on(card, "zone")
    if isinstance(zone, Unknown):
        return Unverified({"card": terms.term(card)}, zone.fact, act.zone)
    if zone == act.zone:
        return None
    return Failure({"card": terms.term(card), "zone": terms.term(zone)})


@BUILD.rule(
    "build.lots",
    code="crosses_street",
    fields=("block", "lots"),
    kind=ConditionKind.EXISTENCE,
    legal_basis=(),
    suggest=elsewhere,
)
def crosses_street(_state: State, act: Build) -> Finding:
    """A building does not lie on both sides of a street."""
    return Failure({"block": terms.term(act.block)}) if act.lots == ACROSS else None


@BUILD.rule(
    "build.lots",
    code="other_block",
    fields=("block", "lots"),
    requires=WITHIN,
    kind=ConditionKind.EXISTENCE,
    legal_basis=(),
    suggest=as_printed,
)
def other_block(_state: State, act: Build) -> Finding:
    """A building stays within its block."""
    elsewhere = other_block_of(act)
    if not elsewhere:
        return None
    return Failure({"block": terms.term(act.block), "other": terms.term(elsewhere)})


@BUILD.rule(
    "contracts.size",
    code="wrong_size",
    fields=("place", "lots"),
    requires=(*FOUND, *WITHIN),
    legal_basis=(),
    suggest=elsewhere,
)
def wrong_size(state: State, act: Build) -> Finding:
    """A contract covers as many lots as it shows permits."""
    card, size = contract(state, act), len(SITES[act.lots])
    printed = state.printed_on(card, "size")
    if isinstance(printed, Unknown):
        return Unverified({"card": terms.term(card)}, printed.fact, size)
    if printed == size:
        return None
    return Failure({"card": terms.term(card), "size": terms.lots(printed)})


# What stands there


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
    said = restriction_of(state, act)
    if isinstance(said, Unknown):
        card = terms.term(contract(state, act))
        return Unverified({"card": card}, said.fact, FREE_ZONING, exceptional=True)
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
    printed = restriction_of(state, act)
    if isinstance(printed, Unknown):
        return Unverified({"card": card}, printed.fact)
    if printed in ("none", FREE_ZONING):
        return NOT_APPLICABLE
    if printed == "other":
        return Unverified({"card": card})
    if PLACES[printed](state, lots):
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
