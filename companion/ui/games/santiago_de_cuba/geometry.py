"""Sizes of the board: the loop of stops around the ship, the buildings, and the supply."""

import math
from dataclasses import dataclass
from functools import cached_property, lru_cache

from companion.ui.boards.tile import GAP, Area
from companion.ui.games.santiago_de_cuba.board_view import SHIP_LOW, STOP_LOW

IN_WATER = 4
"""Gap between the ship and its dice; also their total margin."""
WITHIN = 3
"""Gap between two buildings."""
SHIP_HIGH = 96
"""Height of the ship in narrow water, without its dice."""
LARGE = 1.35
"""Growth of boxes on a loop with plenty of room."""
_DECK, _DIE = (48, 40), (50, 48)
"""Heights of the ship without its dice and of a die: normal, and with little room."""
_NARROW, _ROOMY = 330, 130
"""Width of the board below which the loop stands upright; width of a stop with plenty of room."""
_NARROW_WATER = 150

Cell = tuple[int, int]
"""Column and row."""


@dataclass(frozen=True)
class Loop:
    """Ten stops around the ship, clockwise from the port."""

    cells: tuple[Cell, ...]
    wide: float
    """Width of a stop."""
    heights: tuple[float, ...]
    """Height of each row."""
    box: float
    """Factor by which boxes grow."""
    scale: float
    """Factor by which they grow with the text alone."""

    @cached_property
    def columns(self) -> int:
        """Return the number of columns."""
        return 1 + max(column for column, _ in self.cells)

    @cached_property
    def width(self) -> float:
        """Return the width of the whole loop."""
        return self.columns * (self.wide + GAP) + GAP

    @cached_property
    def height(self) -> float:
        """Return the height of the whole loop."""
        return sum(self.heights) + (len(self.heights) + 1) * GAP

    def area(self, cell: Cell) -> Area:
        """Return the area of a cell."""
        column, row = cell
        top = GAP + sum(self.heights[:row]) + row * GAP
        return Area(GAP + column * (self.wide + GAP), top, self.wide, self.heights[row])

    @cached_property
    def inside(self) -> Area:
        """Return the middle, where the ship lies."""
        first = self.area((1, 1))
        last = self.area((self.columns - 2, len(self.heights) - 2))
        return Area(first.left, first.top, last.right - first.left, last.foot - first.top)

    @cached_property
    def low(self) -> bool:
        """Return whether a stop has room for two lines only."""
        return self.heights[0] < STOP_LOW * self.scale

    @cached_property
    def upright(self) -> bool:
        """Return whether the water is too narrow for a ship with its dice in one row."""
        return self.inside.width < _NARROW_WATER * self.scale

    @cached_property
    def deck(self) -> float:
        """Return the height of the ship without its dice."""
        return (SHIP_HIGH if self.upright else _DECK[self.low]) * self.box

    @cached_property
    def die(self) -> float:
        """Return the height of a die."""
        return _DIE[self.low] * self.box

    @cached_property
    def water(self) -> float:
        """Return the height of a ship with a row of dice, and the water around it."""
        return (_DECK[self.low] + _DIE[self.low]) * self.box + 2 * IN_WATER


assert SHIP_HIGH > SHIP_LOW > max(_DECK) * LARGE


def around(columns: int, rows: int, start: Cell) -> tuple[Cell, ...]:
    """Return the cells at the edge of a grid, clockwise from one of them."""
    top = [(c, 0) for c in range(columns)]
    right = [(columns - 1, r) for r in range(1, rows)]
    bottom = [(c, rows - 1) for c in range(columns - 2, -1, -1)]
    left = [(0, r) for r in range(rows - 2, 0, -1)]
    edge = [*top, *right, *bottom, *left]
    at = edge.index(start)
    return (*edge[at:], *edge[:at])


@lru_cache(maxsize=64)
def loop(width: float, scale: float, height: float = math.inf) -> Loop:
    """Return the loop that fits a width: horizontal, or upright for large text.

    Args:
        width: available width.
        scale: factor by which boxes grow with the text.
        height: available height; a horizontal loop keeps to it while stops stay touchable.
    """
    if width / scale < _NARROW:
        wide = (width - 4 * GAP) / 3
        box = scale * (LARGE if wide / scale >= _ROOMY else 1)
        heights = (70 * box, 105 * box, 105 * box, 70 * box)
        return Loop(around(3, 4, (0, 2)), wide, heights, box, scale)
    wide, room = (width - 5 * GAP) / 4, height - 4 * GAP
    # Without room for higher tiles there is no room for larger signs either.
    roomy = wide / scale >= _ROOMY and room >= 250 * LARGE * scale
    box = scale * (LARGE if roomy else 1)
    return Loop(around(4, 3, (0, 1)), wide, _rows(wide, box, scale, room), box, scale)


def _rows(wide: float, box: float, scale: float, height: float) -> tuple[float, float, float]:
    """Return the heights of the outer rows and of the middle one, which holds the ship."""
    low, high = 70 * box, 110 * box
    if height >= 2 * low + high:
        return low, high, low

    def water(low: float) -> float:
        return Loop(around(4, 3, (0, 1)), wide, (low, 0, low), box, scale).water

    low = max(48, round(low * height / (2 * low + high)))
    if round(height - 2 * low) < water(low):
        low = max(48, math.floor((height - water(low)) / 2))
    return low, max(water(low), min(round(high), round(height - 2 * low))), low


_SUPPLY, _HEADER, _LINE, _TITLE = 48, 26, 30, 66
"""Heights of the supply, of a flower and of the supply in one line; width of its title."""
_BUILDING, _BUILDING_ROOMY = 55, 70
"""Heights of a building: most with little room, and with plenty of it."""
_LYING, _WHOLE = 330, 490
"""Least width and height of the board at 100 %."""


@dataclass(frozen=True)
class Space:
    """Sizes of a board in its room."""

    width: float
    height: float
    """Visible height; infinite if unknown."""
    grown: float
    """Factor by which the text grows."""
    scrolled: bool = False
    """True if the board grows no more than it can without leaving the screen."""

    @cached_property
    def scale(self) -> float:
        """Return the factor of boxes: that of the text, or less if needed for a scrolled board."""
        if not self.scrolled:
            return self.grown
        fits = min(self.width / _LYING, (self.height - 4 * GAP) / _WHOLE)
        return max(1.0, min(self.grown, fits))

    @cached_property
    def columns(self) -> int:
        """Return the number of flowers side by side."""
        return 4 if self.width / self.scale >= _NARROW else 2

    @cached_property
    def header(self) -> float:
        """Return the height of the flowers over the buildings.

        0: there is no room, so each building has its own flower.
        """
        return _HEADER * self.box if self.height / self.scale > 480 else 0

    @cached_property
    def box(self) -> float:
        """Return the factor by which boxes grow below the street."""
        wide = (self.width - (self.columns - 1) * WITHIN) / self.columns
        roomy = wide / self.scale >= _ROOMY and self.height >= 700 * self.scale
        return self.scale * (LARGE if roomy else 1)

    @cached_property
    def loop(self) -> Loop:
        """Return the street in the height that the rest leaves."""
        return loop(self.width, self.scale, self.height - self.rest)

    @cached_property
    def rest(self) -> float:
        """Return the least height of the content below the street."""
        cells = 3 * (self.cell + WITHIN * self.scale)
        return cells + self.header + (_SUPPLY + 2 * GAP) * self.scale

    @cached_property
    def cell(self) -> float:
        """Return the height of a building: at least a finger, plus what the street leaves."""
        least = max(48, min(_BUILDING, self.height * 0.12)) * self.scale
        if self.box == self.scale or not math.isfinite(self.height):
            return least
        below = (_HEADER + _SUPPLY) * self.box + 3 * WITHIN + 4 * GAP
        free = self.height - loop(self.width, self.scale).height - below
        return max(least, min(_BUILDING_ROOMY * self.box, free / 3))

    def supply(self, top: float, *, asked: bool) -> tuple[Area, Area, int]:
        """Return the areas of the title and of the goods, and how many goods are side by side.

        Without room the goods have one line, until one of them is being asked for.
        """
        high = (_SUPPLY if self.header or asked else _LINE) * self.box
        if self.columns == 4:
            title = _TITLE * self.scale
            goods = Area(title, top, self.width - title, high)
            return Area(0, top, title, high), goods, 6
        title = _HEADER * self.scale
        goods = Area(0, top + title, self.width, 2 * high + GAP)
        return Area(0, top, self.width, title), goods, 3


space_of = lru_cache(maxsize=64)(Space)
"""The same space for the same arguments: nothing is reckoned twice."""
