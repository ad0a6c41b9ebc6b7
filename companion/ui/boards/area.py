"""Rectangles of a board, in logical pixels from its upper left corner. No Flet here."""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

GAP = 4
"""Gap between two tiles."""


class Area(NamedTuple):
    """Rectangle of a board."""

    left: float
    top: float
    width: float
    height: float

    @property
    def centre(self) -> tuple[float, float]:
        """Return its centre."""
        return self.left + self.width / 2, self.top + self.height / 2

    @property
    def right(self) -> float:
        """Return its right edge."""
        return self.left + self.width

    @property
    def foot(self) -> float:
        """Return its lower edge."""
        return self.top + self.height

    def row(self, count: int, gap: float = GAP) -> "tuple[Area, ...]":
        """Return that many equal areas side by side."""
        return self.grid(count, count, gap)

    @lru_cache(maxsize=1024)  # noqa: B019
    def grid(self, count: int, columns: int, gap: float = GAP) -> "tuple[Area, ...]":
        """Return that many equal areas in rows."""
        columns = max(1, columns)
        rows = max(1, -(-count // columns))
        wide = (self.width - (columns - 1) * gap) / columns
        high = (self.height - (rows - 1) * gap) / rows
        return tuple(self._cells(count, columns, (wide, high), gap))

    def _cells(
        self, count: int, columns: int, size: tuple[float, float], gap: float
    ) -> "Iterator[Area]":
        wide, high = size
        for n in range(count):
            row, column = divmod(n, columns)
            left, top = self.left + column * (wide + gap), self.top + row * (high + gap)
            yield Area(left, top, wide, high)
