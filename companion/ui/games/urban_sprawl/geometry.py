"""How large blocks, edges and cards are in the room that there is."""

from dataclasses import dataclass
from functools import cached_property

from companion.ui.layout import share
from companion.ui.theme import TOUCH

GAP = 4
"""Between the rows of the board."""
STREET, _ALLEY = 3, 2
"""Between two blocks; where the last line of the city would be cut otherwise."""
_EDGE, _EDGE_LARGE, _EDGE_LEAST = 18, 30, 15
"""The width of the numbers around the city; where there is plenty of room; at the least."""
_ROW, _ROW_LARGE = 50, 64
"""The height of a row of cards or offices."""
BETWEEN = 1.5
"""Between two cards."""
OFFICE = 38
"""The width of an office, at the least: its name can be read."""
_MOST = 130
_LARGE = 560
"""From this width on there is plenty of room."""
NARROW = 380
"""Below this width there is not enough of it."""


@dataclass(frozen=True)
class Room:
    """The board in so much room, in logical pixels."""

    width: float
    height: float
    scale: float
    rows: int
    """Rows of cards and offices that stand above and below the city."""
    asked: bool = False
    """Whether a circle is asked for: the edges are then as wide as a finger."""
    low: bool = False
    """Whether not everything fits on a screen: what a turn begins with then stands at the top."""
    share: float = 1.0
    """What its texts have of the text scale, where the board grows less so that all is seen."""

    @cached_property
    def large(self) -> bool:
        """Whether there is plenty of room."""
        return self.width / self.scale >= _LARGE and self.height >= _LARGE

    @cached_property
    def grown(self) -> float:
        """By what every text grows by itself."""
        return self.scale / self.share

    @cached_property
    def edge(self) -> float:
        """The width of the printed numbers."""
        if self.large:
            return _EDGE_LARGE * self.scale
        left = (self.width - 6 * TOUCH - 7 * STREET) / 2
        return max(_EDGE_LEAST, min(_EDGE * self.scale, left))

    @cached_property
    def circles(self) -> float:
        """The width of the circles at the top and at the right."""
        return max(self.edge, TOUCH) if self.asked else self.edge

    @cached_property
    def street(self) -> float:
        """The width of a street: a little less where that lets the first screen end at the city."""
        around = self.row + GAP + self.edge + self.circles
        short = around + 6 * TOUCH + 7 * STREET - self.height
        return _ALLEY if 0 < short <= 7 * (STREET - _ALLEY) else STREET

    @cached_property
    def row(self) -> float:
        """The height of a row of cards or offices."""
        return (_ROW_LARGE if self.large else _ROW) * self.scale

    @cached_property
    def block_width(self) -> float:
        """The width of a block: its share of the width, a finger from 339 logical pixels on."""
        free = self.width - self.edge - self.circles - 7 * self.street
        return min(free / 6, _MOST * self.scale)

    @cached_property
    def block_height(self) -> float:
        """The height of a block: what is left of the room, as a finger at the least."""
        around = self.edge + self.circles + 7 * self.street
        free = self.height - self.rows * (self.row + GAP) - around
        return max(TOUCH, min(free / 6, self.block_width * 1.05))

    @cached_property
    def city(self) -> tuple[float, float]:
        """Width and height of the city with its edges."""
        around = self.edge + self.circles + 7 * self.street
        return 6 * self.block_width + around, 6 * self.block_height + around

    def high(self, city: bool) -> float:
        """How much of the height a row takes, or the city, with what is between it and the next."""
        return (self.city[1] if city else self.row) + GAP

    @cached_property
    def whole(self) -> float:
        """The height of the whole board, at the least."""
        around = self.edge + self.circles + 7 * self.street
        return self.rows * (self.row + GAP) + around + 6 * TOUCH

    @cached_property
    def alone(self) -> bool:
        """Whether hardly anything fits besides the city."""
        return self.height < self.city[1] + self.row / 2

    def columns(self, cards: int, least: float = TOUCH) -> int:
        """How many cards stand side by side, each as wide as a finger at the least."""
        fit = max(1, int((self.width + BETWEEN) // (least * self.scale + BETWEEN)))
        rows = -(-cards // fit)
        return -(-cards // max(1, rows))

    def card_width(self, columns: int) -> float:
        """The width of a card, so many side by side."""
        return share(self.width, columns, BETWEEN)

    def top(self, row: int) -> float:
        """Where a row of blocks begins, 1 to 6, from the top of the city."""
        return self.circles + self.street + (row - 1) * (self.block_height + self.street)

    def left(self, column: int) -> float:
        """Where a column of blocks begins, 1 to 6, from the left of the city."""
        return self.edge + self.street + (column - 1) * (self.block_width + self.street)
