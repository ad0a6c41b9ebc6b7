"""Payment of contracts with permits: worth, superfluous ones, and offers."""

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import combinations, combinations_with_replacement
from types import MappingProxyType
from typing import Final

from companion.games.urban_sprawl.components import ZONE_SETS
from companion.games.urban_sprawl.grid import SIZES
from companion.games.urban_sprawl.state import State
from companion.kernel.box.facts import Known, Unknown
from companion.kernel.values import Seat

MOST_OFFERED: Final = 4
"""Number of payments offered."""


def zones_of(state: State, permit: str) -> Known[frozenset[str]]:
    """Return the zones that a permit is for."""
    printed = state.printed_on(permit, "zones")
    return printed if isinstance(printed, Unknown) else ZONE_SETS[printed]


def worth(state: State, laid: tuple[str, ...]) -> tuple[int, tuple[str, ...]]:
    """Return the known joint worth of permits, and the unknown facts."""
    total, unknown = 0, []
    for permit in laid:
        size = state.printed_on(permit, "size")
        if isinstance(size, Unknown):
            unknown.append(size.fact)
        else:
            total += size
    return total, tuple(unknown)


def superfluous(state: State, laid: tuple[str, ...], size: int) -> str | None:
    """Return a permit that the payment does not need; None if all are needed or unknown."""
    _, unknown = worth(state, laid)
    if unknown:
        return None
    without = ((one, tuple(other for other in laid if other != one)) for one in laid)
    return next((one for one, others in without if worth(state, others)[0] >= size), None)


@cache
def _just_enough(size: int) -> tuple[Mapping[int, int], ...]:
    """Return the numbers of permits by size that pay for the lots without a superfluous one."""
    choices = (
        sizes
        for number in range(1, size + 1)
        for sizes in combinations_with_replacement(SIZES, number)
        if sum(sizes) >= size and sum(sizes) - min(sizes) < size
    )
    return tuple(
        MappingProxyType(Counter(sizes))
        for sizes in sorted(choices, key=lambda s: (sum(s), len(s)))
    )


def offers(state: State, seat: Seat, zone: str, size: int) -> tuple[tuple[str, ...], ...]:
    """Return payments worth offering: exact ones first, with the cheapest permits."""
    by_size: dict[int, list[str]] = {n: [] for n in SIZES}
    doubtful = []
    for permit in state.permits(seat):
        zones, number = zones_of(state, permit), state.printed_on(permit, "size")
        if not isinstance(zones, Unknown) and zone not in zones:
            continue
        if isinstance(zones, Unknown) or isinstance(number, Unknown):
            doubtful.append(permit)
        else:
            by_size[number].append(permit)
    for held in by_size.values():
        held.sort(key=lambda permit: _value(state, permit))
    payments = list(_paying(by_size, size))[:MOST_OFFERED]
    # Among unread permits, a payment with one card is likelier than one with several.
    payments += [(permit,) for permit in doubtful[: MOST_OFFERED - len(payments)]]
    return tuple(payments) or ((),)


_MOST_COMBINED: Final = 12
"""Number of permits among which a payment is searched."""


def nearest(
    state: State, held: tuple[str, ...], zone: str, size: int, laid: tuple[str, ...]
) -> tuple[str, ...]:
    """Return the payment that changes the least about a plan, then the one that loses the least.

    Args:
        state: state of the table.
        held: permits to choose from; those that nobody read are left out.
        zone: zone of the contract.
        size: number of its lots.
        laid: permits of the plan.
    """
    usable = tuple(permit for permit in held if _serves(state, permit, zone))
    near = sorted(usable, key=lambda permit: (permit not in laid, _value(state, permit)))
    several: list[tuple[str, ...]] = [
        some
        for number in range(1, size + 1)
        for some in combinations(near[:_MOST_COMBINED], number)
        if worth(state, some)[0] >= size and superfluous(state, some, size) is None
    ]

    def cost(some: tuple[str, ...]) -> tuple[int, ...]:
        added = sum(permit not in laid for permit in some)
        taken = sum(permit not in some for permit in laid)
        return (added + taken, worth(state, some)[0], sum(_value(state, one) for one in some))

    best = min(several, key=cost, default=())
    return tuple(sorted(best))


def _serves(state: State, permit: str, zone: str) -> bool:
    """Return whether a permit is known to be for a zone, and its worth is known."""
    zones = zones_of(state, permit)
    known = not isinstance(zones, Unknown) and zone in zones
    return known and not isinstance(state.printed_on(permit, "size"), Unknown)


def _paying(by_size: Mapping[int, list[str]], size: int) -> Iterator[tuple[str, ...]]:
    for wanted in _just_enough(size):
        if all(len(by_size[n]) >= many for n, many in wanted.items()):
            yield tuple(sorted(p for n, many in wanted.items() for p in by_size[n][:many]))


def _value(state: State, permit: str) -> int:
    printed = state.printed_on(permit, "payout")
    return 0 if isinstance(printed, Unknown) else int(printed)
