"""Grid of the city: lots, blocks, numbers at its edges, and zoning.

Nothing here changes in a match. Row 1 is beside the water at the top, column 1 beside the
wilderness at the left; lots are counted over the whole city, 1 to 12, blocks 1 to 6.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import combinations, product
from types import MappingProxyType
from typing import Final, Literal, TypeAlias, get_args

from companion.kernel.pieces.space import Links, touching

Zone: TypeAlias = Literal["civic", "commercial", "industrial", "residential"]
ZONES: Final[tuple[Zone, ...]] = get_args(Zone)
PARK: Final = "park"
"""Colour of a building without a zone."""
COLOURS: Final[tuple[str, ...]] = (*ZONES, PARK)
"""Colours of buildings: the zones, and park."""
Edge: TypeAlias = Literal["water", "wilderness"]
WATER: Final[Edge] = "water"
WILDERNESS: Final[Edge] = "wilderness"
SIZES: Final = (1, 2, 3, 4)

Lots: TypeAlias = frozenset[str]
"""Lots of a building."""

_BLOCKS: Final = range(1, 7)
_LOTS: Final = range(1, 13)


def lot(row: int, column: int) -> str:
    """Return the id of a lot, by its row and column, 1 to 12."""
    return f"lot.{row}.{column}"


def block(row: int, column: int) -> str:
    """Return the id of a block, by its row and column, 1 to 6."""
    return f"block.{row}.{column}"


def cell(place: str) -> tuple[int, int]:
    """Return the row and column of a lot or of a block."""
    _, row, column = place.split(".")
    return int(row), int(column)


LOTS: Final = tuple(lot(r, c) for r, c in product(_LOTS, _LOTS))
BLOCKS: Final = tuple(block(r, c) for r, c in product(_BLOCKS, _BLOCKS))

_BLOCK_OF: Final[Mapping[str, str]] = MappingProxyType(
    {lot(r, c): block((r + 1) // 2, (c + 1) // 2) for r, c in product(_LOTS, _LOTS)}
)
_LOTS_OF: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {here: tuple(one for one in LOTS if _BLOCK_OF[one] == here) for here in BLOCKS}
)


def block_of(place: str) -> str:
    """Return the block of a lot."""
    return _BLOCK_OF[place]


def lots_of(place: str) -> tuple[str, str, str, str]:
    """Return the four lots of a block: the upper row, then the lower, from the left."""
    one, two, three, four = _LOTS_OF[place]
    return one, two, three, four


BESIDE: Final[Links[str]] = touching({cell(one): one for one in LOTS}, diagonal=True)
"""Lots that touch each lot, including corners and across streets."""


def around(footprint: Iterable[str]) -> Lots:
    """Return the lots that touch a building, without its own."""
    own = frozenset(footprint)
    return frozenset(other for one in own for other in BESIDE[one]) - own


@cache
def edges_of(place: str) -> frozenset[Edge]:
    """Return the edges of a lot: water (above, right), wilderness (left, below), both or none."""
    row, column = cell(place)
    water = row == _LOTS[0] or column == _LOTS[-1]
    wilderness = row == _LOTS[-1] or column == _LOTS[0]
    return frozenset((WATER,) * water + (WILDERNESS,) * wilderness)


def _straight(one: str, other: str) -> bool:
    return any(a == b for a, b in zip(cell(one), cell(other), strict=True))


def _shapes(place: str) -> Mapping[int, tuple[Lots, ...]]:
    """Return the footprints in a block by size: a square, a domino, an L, the whole."""
    four = lots_of(place)
    return MappingProxyType(
        {
            1: tuple(frozenset({one}) for one in four),
            2: tuple(frozenset(pair) for pair in combinations(four, 2) if _straight(*pair)),
            3: tuple(frozenset(three) for three in combinations(four, 3)),
            4: (frozenset(four),),
        }
    )


FOOTPRINTS: Final[Mapping[str, Mapping[int, tuple[Lots, ...]]]] = MappingProxyType(
    {here: _shapes(here) for here in BLOCKS}
)
"""Possible places of a building, by block and size: 4 + 4 + 4 + 1 of each block."""

LEFT: Final = tuple(f"left.{n}" for n in range(1, 4))
BOTTOM: Final = tuple(f"bottom.{n}" for n in range(1, 7))
TOP: Final = tuple(f"top.{n}" for n in range(1, 4))
RIGHT: Final = tuple(f"right.{n}" for n in range(1, 7))
CIRCLES: Final = (*TOP, *RIGHT)
"""Nine grey circles for markers."""
PLACES: Final = (*LEFT, *BOTTOM, *CIRCLES)
"""Places of all numbers around the city."""

PRINTED: Final[Mapping[str, int]] = MappingProxyType(
    dict(zip((*LEFT, *BOTTOM), (3, 1, 2, 1, 4, 5, 6, 3, 2), strict=True))
)
"""Printed number of each place: prestige at the left, wealth below."""


@cache
def rows_of(place: str) -> tuple[str, str, str, str]:
    """Return the places of the four rows of a block: left, bottom, top, right.

    The rows of the left and of the top are two blocks wide, the others one.
    """
    row, column = cell(place)
    left, top = (row + 1) // 2, (column + 1) // 2
    return f"left.{left}", f"bottom.{column}", f"top.{top}", f"right.{row}"


_BLOCKS_IN: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {row: tuple(here for here in BLOCKS if row in rows_of(here)) for row in PLACES}
)


def blocks_in(place: str) -> tuple[str, ...]:
    """Return the blocks of a row: twelve at the left and the top, six below and at the right."""
    return _BLOCKS_IN[place]


def lots_in(place: str) -> Lots:
    """Return the lots of a row."""
    return frozenset(one for here in blocks_in(place) for one in lots_of(here))


def value(place: str, numbers: Mapping[str, int]) -> int:
    """Return the value of a block and everything in it: the sum of its four rows' numbers.

    Args:
        place: block.
        numbers: number at each place, printed or on a marker.
    """
    return sum(numbers.get(row, 0) for row in rows_of(place))


START: Final[Mapping[str, Zone]] = MappingProxyType(
    {
        lot(2, 2): "residential",
        lot(2, 11): "residential",
        lot(4, 4): "industrial",
        lot(4, 9): "commercial",
        lot(6, 6): "industrial",
        lot(6, 7): "commercial",
        lot(7, 6): "commercial",
        lot(7, 7): "civic",
        lot(9, 4): "commercial",
        lot(9, 9): "civic",
        lot(11, 2): "residential",
        lot(11, 11): "residential",
    }
)
"""Lots with a one-lot building before the game starts, and their zones."""


def zones_beside(footprint: Lots, zone_of: Mapping[str, str]) -> Iterator[str]:
    """Yield the zones of the lots that touch a building; parks have none."""
    return (zone_of[one] for one in around(footprint) if zone_of.get(one, PARK) != PARK)


def fits(zone: str, footprint: Lots, zone_of: Mapping[str, str]) -> bool:
    """Return whether the zoning lets a building be built somewhere (section on zoning).

    It may not touch a building of another zone unless it touches one of its own, too. Parks count
    for nothing.

    Args:
        zone: zone of the new building.
        footprint: lots that it covers.
        zone_of: zone or park on each lot, without what is being demolished.
    """
    beside = frozenset(zones_beside(footprint, zone_of))
    return not beside or zone in beside
