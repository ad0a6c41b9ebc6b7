"""Filters of buildings for effects: everywhere, near the new one, at an edge, or by value."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

from companion.games.urban_sprawl.city import Building
from companion.games.urban_sprawl.components import (
    HORIZONTAL,
    ROWS_OF_BLOCK,
)
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


ADJACENT: Final = "beside"


ROWS: Final = "rows"


CHOSEN: Final = "chosen"


OTHER: Final = "other"
"""Of the two rows of the source building, the one that was chosen and the other one."""


DEAREST: Final = "dearest"


POOREST: Final = "poorest"


class Filter(NamedTuple):
    """Selection of buildings."""

    where: str
    """Part of the city.

    Everywhere, beside the source building, in its rows or one of them, at that edge, or the most or
    least valuable of all.
    """
    colour: str | None = None
    """Zone, or `park`; None: any."""
    size: int | None = None


ONCE: Final = "filter:once"
"""Multiplier of one, which counts no buildings."""


ANY: Final = "any"


def _all() -> dict[str, Filter]:
    filters = {ANY: Filter(EVERYWHERE)}
    filters |= {colour: Filter(EVERYWHERE, colour) for colour in COLOURS}
    filters |= {f"size{n}": Filter(EVERYWHERE, None, n) for n in SIZES}
    filters |= {f"{zone}{n}": Filter(EVERYWHERE, zone, n) for zone in ZONES for n in SIZES}
    for where in (ADJACENT, ROWS, CHOSEN, OTHER):
        filters |= {f"{where}_{ANY}": Filter(where)}
        filters |= {f"{where}_{colour}": Filter(where, colour) for colour in COLOURS}
    for edge in (WATER, WILDERNESS):
        filters |= {f"{edge}_{ANY}": Filter(edge)}
        filters |= {f"{edge}_{zone}": Filter(edge, zone) for zone in ZONES}
    return {f"filter:{name}": one for name, one in filters.items()}


def _extremes() -> dict[str, Filter]:
    filters: dict[str, Filter] = {}
    for most in (DEAREST, POOREST):
        filters |= {f"filter:{most}": Filter(most)}
        filters |= {f"filter:{most}_{zone}": Filter(most, zone) for zone in ZONES}
    return filters


_COUNTED: Final = _all()


_EXTREMES: Final = _extremes()


COUNTED: Final = (ONCE, *_COUNTED)
"""Multipliers of an amount."""


EXTREMES: Final = tuple(_EXTREMES)
"""Filters of the most or least valuable buildings; ties leave a choice."""


FILTERS: Final[Mapping[str, Filter]] = MappingProxyType({**_COUNTED, **_EXTREMES})


STANDING: Final = tuple(
    name for name, one in FILTERS.items() if one.where not in (ADJACENT, ROWS, CHOSEN, OTHER)
)
"""Filters without a source building, which an event can use too."""


IN_ROWS: Final = frozenset(
    name for name, one in FILTERS.items() if one.where in (ROWS, CHOSEN, OTHER)
)
"""Filters of the rows of the source building."""


def counted(
    state: State, what: str, owner: Seat | None = None, origin: str = "", row: str = ""
) -> int:
    """Return the number of buildings that a filter finds, or 1 for `ONCE`.

    Args:
        state: state of the table.
        what: filter.
        owner: seat whose buildings count; None: all of them.
        origin: id of the source building; without it nothing is beside or in its rows.
        row: the chosen one of its rows; without it nothing is in that or in the other.
    """
    if what == ONCE:
        return 1
    names, buildings = matching_buildings(state, what, origin, row), state.city.buildings
    return sum(1 for name in names if owner is None or buildings[name].owner == owner)


def matching_buildings(state: State, what: str, origin: str = "", row: str = "") -> tuple[str, ...]:
    """Return the ids of the buildings that a filter finds, whoever owns them."""
    one, city = FILTERS[what], state.city
    names = [name for name, each in sorted(city.buildings.items()) if _is_one(one, each)]
    if one.where in (DEAREST, POOREST):
        worth = (max if one.where == DEAREST else min)(map(city.worth, names), default=0)
        return tuple(name for name in names if city.worth(name) == worth)
    near = _near(state, one.where, origin, row)
    return tuple(name for name in names if near is None or name in near)


def _is_one(one: Filter, building: Building) -> bool:
    """Return whether a building has the zone and the size."""
    return one.colour in (None, building.colour) and one.size in (None, building.size)


def _near(state: State, where: str, origin: str, row: str) -> frozenset[str] | None:
    """Return the buildings in some part of the city; None: all of it."""
    city = state.city
    if where == EVERYWHERE:
        return None
    if where in (WATER, WILDERNESS):
        return frozenset(n for n, one in city.buildings.items() if _at_edge(one, where))
    source = city.buildings.get(origin)
    if source is None:
        return frozenset()
    if where == ADJACENT:
        return frozenset(city.beside(source.lots))
    if where in (CHOSEN, OTHER):
        if not row:
            return frozenset()
        direction = row if where == CHOSEN else next(one for one in ROWS_OF_BLOCK if one != row)
        blocks = row_around(state, source.block, direction)
    else:
        blocks = rows_around(state, source.block)
    return frozenset(name for name, one in city.buildings.items() if one.block in blocks)


def _at_edge(one: Building, edge: str) -> bool:
    return any(edge in edges_of(lot) for lot in one.lots)


_ROWS_OF: Final[Mapping[str, tuple[int, ...]]] = MappingProxyType(
    {"block_lines": (1, 3), "printed_rows": (0, 1), "all_four": (0, 1, 2, 3)}
)
"""Indexes of a block's rows (left, below, top, right) that count, by ruling."""


_ACROSS: Final = (0, 3)
"""Indexes of the horizontal rows, those of the left and of the right edge."""


def rows_around(state: State, block: str) -> frozenset[str]:
    """Return the blocks of `these rows`, which a ruling defines."""
    return frozenset(here for row in ROWS_OF_BLOCK for here in row_around(state, block, row))


def row_around(state: State, block: str, row: str) -> frozenset[str]:
    """Return the blocks of the horizontal or the vertical one of `these rows`."""
    rows, which = rows_of(block), _ROWS_OF[state.rulings["these_rows"]]
    there = (n for n in which if (n in _ACROSS) == (row == HORIZONTAL))
    return frozenset(here for n in there for here in blocks_in(rows[n]))
