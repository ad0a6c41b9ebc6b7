"""Payment of a contract: permits of its zone for its lots, and the wealth of its block."""

from collections.abc import Iterator
from typing import Any

from companion.games.urban_sprawl import permits, terms
from companion.games.urban_sprawl.acts.advice import investment_first, other_permits
from companion.games.urban_sprawl.acts.build import WITHIN, Build, price_of
from companion.games.urban_sprawl.acts.common import BEFORE, wealth_short
from companion.games.urban_sprawl.acts.site import BUILD as BUILD
from companion.games.urban_sprawl.acts.site import elsewhere
from companion.games.urban_sprawl.components import SITES
from companion.games.urban_sprawl.state import State
from companion.kernel.box.facts import Unknown
from companion.kernel.refusal import (
    NOT_APPLICABLE,
    ConditionKind,
    Failure,
    Finding,
    Remark,
    Remedy,
    Unverified,
)
from companion.kernel.values import SeatRef


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
        zones = permits.zones_of(state, permit)
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
    total, unknown = permits.worth(state, act.pay)
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
    if permits.worth(state, act.pay)[1]:
        return NOT_APPLICABLE
    needless = permits.superfluous(state, act.pay, len(SITES[act.lots]))
    return None if needless is None else Remark({"permit": terms.term(needless)}, wasteful=True)


def _richer_or_elsewhere(state: State, act: Any) -> Iterator[Remedy]:
    richer = tuple(investment_first(price_of)(state, act))
    yield from richer or elsewhere(state, act)


BUILD.also(wealth_short("block", price_of, "build.wealth", suggest=_richer_or_elsewhere))
