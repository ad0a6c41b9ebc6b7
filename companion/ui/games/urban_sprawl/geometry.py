"""Sizes of blocks, edges and cards within the available room."""

from dataclasses import dataclass
from functools import cached_property

from companion.games.urban_sprawl.grid import cell
from companion.ui.boards.tile import Area
from companion.ui.layout import share
from companion.ui.theme import TOUCH

GAP = 4
"""Gap between the rows of the board."""
STREET, _ALLEY = 3, 2
"""Gap between two blocks; the smaller one avoids cutting the city's last line."""
_EDGE, _EDGE_LARGE, _EDGE_LEAST = 18, 30, 15
"""Width of the numbers around the city: normal, with plenty of room, and least."""
_ROW, _ROW_LARGE = 50, 64
"""Height of a row of cards or offices: normal, and with plenty of room."""
BETWEEN = 1.5
"""Gap between two cards."""
OFFICE = 38
"""Least width of an office at which its name is legible."""
_MOST = 130
_LARGE = 560
"""Least width and height with plenty of room."""
NARROW = 380
"""Width below which room is short."""


@dataclass(frozen=True)
class Room:
    """Layout of the board in its room, in logical pixels."""

    width: float
    height: float
    scale: float
    rows: int
    """Number of rows of cards and offices above and below the city."""
    asked: bool = False
    """True if a circle is being asked: the edges are then as wide as a finger."""
    low: bool = False
    """True if the board does not fit a screen: the first parts of a turn are then at the top."""
    share: float = 1.0
    """Share of the text scale that texts take, less than 1 on a board kept visible."""

    @cached_property
    def large(self) -> bool:
        """Return whether there is plenty of room."""
        return self.width / self.scale >= _LARGE and self.height >= _LARGE

    @cached_property
    def grown(self) -> float:
        """Return the text scale."""
        return self.scale / self.share

    @cached_property
    def edge(self) -> float:
        """Return the width of the printed numbers."""
        if self.large:
            return _EDGE_LARGE * self.scale
        left = (self.width - 6 * TOUCH - 7 * STREET) / 2
        return max(_EDGE_LEAST, min(_EDGE * self.scale, left))

    @cached_property
    def circles(self) -> float:
        """Return the width of the circles at the top and at the right."""
        return max(self.edge, TOUCH) if self.asked else self.edge

    @cached_property
    def street(self) -> float:
        """Return the width of a street.

        It is slightly less if the first screen can then end with the city.
        """
        around = self.row + GAP + self.edge + self.circles
        short = around + 6 * TOUCH + 7 * STREET - self.height
        return _ALLEY if 0 < short <= 7 * (STREET - _ALLEY) else STREET

    @cached_property
    def row(self) -> float:
        """Return the height of a row of cards or offices."""
        return (_ROW_LARGE if self.large else _ROW) * self.scale

    @cached_property
    def block_width(self) -> float:
        """Return the width of a block: at least a finger from 339 logical pixels on."""
        free = self.width - self.edge - self.circles - 7 * self.street
        return min(free / 6, _MOST * self.scale)

    @cached_property
    def block_height(self) -> float:
        """Return the height of a block: the remaining room, at least a finger."""
        around = self.edge + self.circles + 7 * self.street
        free = self.height - self.rows * (self.row + GAP) - around
        return max(TOUCH, min(free / 6, self.block_width * 1.05))

    @cached_property
    def city(self) -> tuple[float, float]:
        """Return width and height of the city with its edges."""
        around = self.edge + self.circles + 7 * self.street
        return 6 * self.block_width + around, 6 * self.block_height + around

    @cached_property
    def whole(self) -> float:
        """Return the least height of the whole board."""
        around = self.edge + self.circles + 7 * self.street
        return self.rows * (self.row + GAP) + around + 6 * TOUCH

    @cached_property
    def alone(self) -> bool:
        """Return whether hardly anything fits besides the city."""
        return self.height < self.city[1] + self.row / 2

    def columns(self, cards: int, least: float = TOUCH) -> int:
        """Return the number of cards side by side, each at least as wide as a finger."""
        fit = max(1, int((self.width + BETWEEN) // (least * self.scale + BETWEEN)))
        rows = -(-cards // fit)
        return -(-cards // max(1, rows))

    def card_width(self, columns: int) -> float:
        """Return the width of a card for that many columns."""
        return share(self.width, columns, BETWEEN)

    def top(self, row: int) -> float:
        """Return the top of a row of blocks, 1 to 6, from the top of the city."""
        return self.circles + self.street + (row - 1) * (self.block_height + self.street)

    def left(self, column: int) -> float:
        """Return the left edge of a column of blocks, 1 to 6, from the left of the city."""
        return self.edge + self.street + (column - 1) * (self.block_width + self.street)

    def block(self, place: str) -> Area:
        """Return the area of a block in the city."""
        row, column = cell(place)
        return Area(self.left(column), self.top(row), self.block_width, self.block_height)

    def around(self, place: str) -> Area:
        """Return the area of a number at the edge, along one or two rows of blocks."""
        side, _, nth = place.partition(".")
        n, (width, height) = int(nth), self.city
        wide, high, street = self.block_width, self.block_height, self.street
        match side:
            case "left":
                return Area(0, self.top(2 * n - 1), self.edge, 2 * high + street)
            case "right":
                return Area(width - self.circles, self.top(n), self.circles, high)
            case "top":
                return Area(self.left(2 * n - 1), 0, 2 * wide + street, self.circles)
            case _:
                return Area(self.left(n), height - self.edge, wide, self.edge)
