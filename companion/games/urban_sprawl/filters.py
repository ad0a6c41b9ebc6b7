"""Which buildings an effect means: everywhere, near the new one, at an edge, or by their value."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

from companion.games.urban_sprawl.city import Building
from companion.games.urban_sprawl.grid import (
    COLOURS,
    SIZES,
    WATER,
    WILDERNESS,
    ZONES,
    blocks_in,
    edges_of,
    rows_of,
)
from companion.games.urban_sprawl.state import State
from companion.kernel.values import Seat

EVERYWHERE: Final = "everywhere"
BESIDE: Final = "beside"
ROWS: Final = "rows"
DEAREST: Final = "dearest"
POOREST: Final = "poorest"


class Filter(NamedTuple):
    """Some buildings."""

    where: str
    """Everywhere, beside the building that does it, in its rows, at that edge, or worth most or
    least of all."""
    colour: str | None = None
    """Only of that zone, or only parks."""
    size: int | None = None


ONCE: Final = "filter:once"
"""Not so many times, but once."""
ANY: Final = "any"


def _all() -> dict[str, Filter]:
    found = {ANY: Filter(EVERYWHERE)}
    found |= {colour: Filter(EVERYWHERE, colour) for colour in COLOURS}
    found |= {f"size{n}": Filter(EVERYWHERE, None, n) for n in SIZES}
    found |= {f"{zone}{n}": Filter(EVERYWHERE, zone, n) for zone in ZONES for n in SIZES}
    for where in (BESIDE, ROWS):
        found |= {f"{where}_{ANY}": Filter(where)}
        found |= {f"{where}_{colour}": Filter(where, colour) for colour in COLOURS}
    for edge in (WATER, WILDERNESS):
        found |= {f"{edge}_{ANY}": Filter(edge)}
        found |= {f"{edge}_{zone}": Filter(edge, zone) for zone in ZONES}
    return {f"filter:{name}": one for name, one in found.items()}


def _extremes() -> dict[str, Filter]:
    found: dict[str, Filter] = {}
    for most in (DEAREST, POOREST):
        found |= {f"filter:{most}": Filter(most)}
        found |= {f"filter:{most}_{zone}": Filter(most, zone) for zone in ZONES}
    return found


_COUNTED: Final = _all()
_EXTREMES: Final = _extremes()
COUNTED: Final = (ONCE, *_COUNTED)
"""Everything that an amount can be multiplied by."""
EXTREMES: Final = tuple(_EXTREMES)
"""The buildings that are worth most or least; where several are, one of them is chosen."""
FILTERS: Final[Mapping[str, Filter]] = MappingProxyType({**_COUNTED, **_EXTREMES})
STANDING: Final = tuple(name for name, one in FILTERS.items() if one.where not in (BESIDE, ROWS))
"""Those that need no building that does it: an event can mean them, too."""


def counted(state: State, what: str, owner: Seat | None = None, origin: str = "") -> int:
    """How many buildings a filter finds; once where it counts nothing.

    Args:
        state: the table.
        what: the filter.
        owner: only those of a seat; None: all, whosever they are.
        origin: the building that does it, by its id; without it nothing is beside or in its rows.
    """
    if what == ONCE:
        return 1
    found, buildings = found_by(state, what, origin), state.city.buildings
    return sum(1 for name in found if owner is None or buildings[name].owner == owner)


def found_by(state: State, what: str, origin: str = "") -> tuple[str, ...]:
    """The buildings that a filter finds, by their ids, whosever they are."""
    one, city = FILTERS[what], state.city
    found = [name for name, each in sorted(city.buildings.items()) if _is_one(one, each)]
    if one.where in (DEAREST, POOREST):
        worth = (max if one.where == DEAREST else min)(map(city.worth, found), default=0)
        return tuple(name for name in found if city.worth(name) == worth)
    near = _near(state, one.where, origin)
    return tuple(name for name in found if near is None or name in near)


def _is_one(one: Filter, building: Building) -> bool:
    """Whether a building has the zone and the size."""
    return one.colour in (None, building.colour) and one.size in (None, building.size)


def _near(state: State, where: str, origin: str) -> frozenset[str] | None:
    """The buildings of some part of the city; None: all of it."""
    city = state.city
    if where == EVERYWHERE:
        return None
    if where in (WATER, WILDERNESS):
        return frozenset(n for n, one in city.buildings.items() if _at_edge(one, where))
    source = city.buildings.get(origin)
    if source is None:
        return frozenset()
    if where == BESIDE:
        return frozenset(city.beside(source.lots))
    blocks = rows_around(state, source.block)
    return frozenset(name for name, one in city.buildings.items() if one.block in blocks)


def _at_edge(one: Building, edge: str) -> bool:
    return any(edge in edges_of(lot) for lot in one.lots)


_ROWS_OF: Final[Mapping[str, tuple[int, ...]]] = MappingProxyType(
    {"block_lines": (1, 3), "printed_rows": (0, 1), "all_four": (0, 1, 2, 3)}
)
"""By ruling, which of the rows of a block (left, below, top, right) are these rows."""


def rows_around(state: State, block: str) -> frozenset[str]:
    """The blocks of `these rows`, which ones is a ruling."""
    rows, which = rows_of(block), _ROWS_OF[state.rulings["these_rows"]]
    return frozenset(here for n in which for here in blocks_in(rows[n]))
