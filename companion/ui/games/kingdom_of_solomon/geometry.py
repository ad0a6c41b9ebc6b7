"""Sizes of the board within the available room.

Map and action spaces are the middle: four rows of six. If the places of the market and the seats'
cards cannot all be as large as a finger beside them, they are drawn small in one row and open over
the middle.
"""

from dataclasses import dataclass
from functools import cached_property
from math import ceil, isfinite

from companion.ui.boards.tile import GAP, Area
from companion.ui.theme import TOUCH

ROWS = 4
"""Number of rows of the map, and of market places per good."""
MAP = 4
"""Number of territories side by side."""
PARTS = 3
"""Number of parts of the Temple."""
_ORDER, _ORDER_ROOMY = 28, 36
"""Height of the turn order, which is not touchable."""
_LARGE = 84
"""Maximum height of a row."""
_UNKNOWN = 560
"""Assumed height if it is unknown."""


@dataclass(frozen=True)
class Room:
    """Layout of the board in its room, in logical pixels."""

    width: float
    height: float
    """Visible height; infinite if unknown."""
    scale: float
    """Text scale, 1 for 100 %."""
    owned: int
    """Number of building cards that the seats own."""

    @property
    def order(self) -> float:
        """Return the height of the turn order."""
        return (_ORDER_ROOMY if self.whole else _ORDER) * min(self.scale, 1.6)

    @property
    def seen(self) -> float:
        """Return the height available for the whole board."""
        return self.height if isfinite(self.height) else _UNKNOWN * self.scale

    @cached_property
    def whole(self) -> bool:
        """Return whether every place fits at once, each as large as a finger."""
        least = max(TOUCH, 40 * self.scale) + GAP
        return self.seen >= self._lines * least + _ORDER_ROOMY * self.scale

    @property
    def _lines(self) -> int:
        """Return the number of rows if every place fits at once."""
        return 2 * ROWS + 2 + ceil(self.owned / self.beside)

    @property
    def lines(self) -> int:
        """Return the number of rows below the turn order."""
        return self._lines if self.whole else ROWS + 3

    @property
    def beside(self) -> int:
        """Return the number of owned cards side by side."""
        return max(1, int((self.width + GAP) // (max(TOUCH, 64 * self.scale) + GAP)))

    @cached_property
    def row(self) -> float:
        """Return the height of a row, at least a finger."""
        free = self.seen - self.order - self.lines * GAP
        return max(TOUCH, min(free / self.lines, _LARGE * self.scale))

    @property
    def high(self) -> float:
        """Return the height of the whole board."""
        return self.order + self.lines * (self.row + GAP)

    @property
    def space(self) -> float:
        """Return the width of an action space: a finger, or more with plenty of room."""
        return max(TOUCH, self.width / 7.2)

    @property
    def territory(self) -> float:
        """Return the width of a territory."""
        return (self.width - 2 * self.space - 5 * GAP) / MAP

    @property
    def part(self) -> float:
        """Return the width of a part of the Temple."""
        if self.whole:
            return (self.width - (PARTS - 1) * GAP) / PARTS
        return max(TOUCH, self.width / 7.2)

    @property
    def rest(self) -> float:
        """Return the width beside the Temple."""
        return self.width - PARTS * (self.part + GAP)

    @property
    def small(self) -> bool:
        """Return whether the owned cards are too many to be touched beside the Temple."""
        return not self.whole and self.owned * (TOUCH + GAP) - GAP > self.rest

    def rows(self, first: int, count: int, left: float = 0, width: float = 0) -> Area:
        """Return the area of some rows below the turn order, of the whole width or a part."""
        top = self.order + GAP + first * (self.row + GAP)
        high = count * self.row + (count - 1) * GAP
        return Area(left, top, width or self.width - left, high)
