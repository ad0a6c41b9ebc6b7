"""How large everything is on the board, in the room that there is.

Map and action spaces are the middle of it: four rows of six. Where not every place of the market
and every card of somebody can be as large as a finger beside them, these are drawn small in one
row, and open over the middle.
"""

from dataclasses import dataclass
from math import ceil, isfinite

from companion.ui.layout import share
from companion.ui.theme import TOUCH

GAP = 4
"""Between two tiles."""
ROWS = 4
"""Rows of the map, and places of the market for each good."""
MAP = 4
"""Territories side by side."""
GOODS = 5
"""Goods side by side."""
PARTS = 3
"""Parts of the Temple."""
_ORDER, _ORDER_ROOMY = 28, 36
"""The height of the turn order, which is only looked at."""
_LARGE = 84
"""The height of a row, at the most."""
_UNKNOWN = 560
"""The height where there is no telling."""


@dataclass(frozen=True, slots=True)
class Room:
    """The board in so much room, in logical pixels."""

    width: float
    height: float
    """What is seen of it at once; infinite: nobody knows."""
    scale: float
    """The text scale, 1 for 100 %."""
    owned: int
    """How many cards somebody has."""

    @property
    def order(self) -> float:
        """The height of the turn order."""
        return (_ORDER_ROOMY if self.whole else _ORDER) * min(self.scale, 1.6)

    @property
    def seen(self) -> float:
        """The height that there is for all of it."""
        return self.height if isfinite(self.height) else _UNKNOWN * self.scale

    @property
    def whole(self) -> bool:
        """Whether every place is there at once, each as large as a finger."""
        least = max(TOUCH, 40 * self.scale) + GAP
        return self.seen >= self._lines * least + _ORDER_ROOMY * self.scale

    @property
    def _lines(self) -> int:
        """How many rows there are where every place is there at once."""
        return 2 * ROWS + 2 + ceil(self.owned / self.beside)

    @property
    def lines(self) -> int:
        """How many rows there are below the turn order."""
        return self._lines if self.whole else ROWS + 3

    @property
    def beside(self) -> int:
        """How many cards of somebody stand side by side."""
        return max(1, int((self.width + GAP) // (max(TOUCH, 64 * self.scale) + GAP)))

    @property
    def row(self) -> float:
        """The height of a row, a finger at the least."""
        free = self.seen - self.order - self.lines * GAP
        return max(TOUCH, min(free / self.lines, _LARGE * self.scale))

    @property
    def high(self) -> float:
        """The height of all of it."""
        return self.order + self.lines * (self.row + GAP)

    @property
    def space(self) -> float:
        """The width of an action space: a finger, and more where there is plenty of room."""
        return max(TOUCH, self.width / 7.2)

    @property
    def territory(self) -> float:
        """The width of a territory."""
        return (self.width - 2 * self.space - 5 * GAP) / MAP

    @property
    def part(self) -> float:
        """The width of a part of the Temple."""
        if self.whole:
            return self.share(PARTS)
        return max(TOUCH, self.width / 7.2)

    def share(self, count: int) -> float:
        """The width of each of so many side by side."""
        return share(self.width, count, GAP)

    def column(self, number: int, width: float) -> float:
        """The middle of one of several side by side, each so wide, from the left."""
        return number * (width + GAP) + width / 2

    def line(self, number: int) -> float:
        """The middle of a row of the map, from the top of the board."""
        return self.order + GAP + number * (self.row + GAP) + self.row / 2

    @property
    def rest(self) -> float:
        """The width beside the Temple."""
        return self.width - PARTS * (self.part + GAP)

    @property
    def middle(self) -> float:
        """The height of the map."""
        return ROWS * self.row + (ROWS - 1) * GAP

    @property
    def small(self) -> bool:
        """Whether the cards of people are too many to be touched beside the Temple."""
        return not self.whole and self.owned * (TOUCH + GAP) - GAP > self.rest
