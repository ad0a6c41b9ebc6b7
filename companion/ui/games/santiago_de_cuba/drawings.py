"""Diagrams beside the rules of Santiago de Cuba: the car on the street, the value of goods."""

from collections.abc import Iterator
from itertools import pairwise

from companion.ui.widgets import Diagram, DiagramLine, DiagramTile, Mark, Shade, Shape, Spot

_STOPS = (
    *((4 + column * 68, 4) for column in range(4)),
    (208, 60),
    *((208 - column * 68, 116) for column in range(4)),
    (4, 60),
)
"""Corners of the ten stops of the street, in the order of the car."""


def _drive() -> Iterator[Shape]:
    for n, (x, y) in enumerate(_STOPS):
        tone = Shade.LIT if n == 0 else Shade.OTHER if n in (1, 2, 3) else Shade.PLAIN
        yield DiagramTile(x, y, 56, 40, tone, "" if n not in (1, 2, 3) else f"{n - 1}")
    yield Spot(32, 24, 10, Shade.PLAIN)
    for (x, y), (to, at) in pairwise((*_STOPS, _STOPS[0])):
        a, b = (x + 28, y + 20), (to + 28, at + 20)
        across = (b[0] > a[0]) - (b[0] < a[0])
        down = (b[1] > a[1]) - (b[1] < a[1])
        start = a[0] + 29 * across, a[1] + 22 * down
        yield DiagramLine((start, (b[0] - 29 * across, b[1] - 22 * down)), Shade.FAINT, thick=2)


def _worth() -> Iterator[Shape]:
    for n, text in enumerate(("2", "3", "4", "")):
        x = 6 + n * 68
        yield DiagramLine(((x + 4, 4), (x + 4, 78)), thick=3)
        yield DiagramTile(x + 4, 6, 44, 34, Shade.LIT if n == 0 else Shade.PLAIN, text, 2)
        if n < 3:
            yield DiagramLine(((x + 26, 60), (x + 62, 60)), Shade.LIT, arrow=True)
    for row in range(3):
        for column in range(4):
            if (row + column) % 2 == 0:
                yield DiagramTile(
                    214 + column * 11, 6 + row * 11.3, 11, 11.3, Shade.OTHER, round_by=0
                )
    yield Spot(20, 60, 9, Shade.LIT)


def _load() -> Iterator[Shape]:
    for n in range(2):
        yield DiagramTile(6 + n * 46, 10, 40, 40, Shade.OTHER)
        yield Spot(26 + n * 46, 30, 9, Shade.PLAIN)
    yield Mark(118, 30, "×", 24)
    yield DiagramTile(138, 10, 40, 40, Shade.LIT, "3")
    yield Mark(200, 30, "=", 24)
    yield Mark(238, 30, "6", 30)


DRAWINGS = {
    "drive": Diagram(268, 160, tuple(_drive())),
    "worth": Diagram(268, 84, tuple(_worth())),
    "load": Diagram(268, 60, tuple(_load())),
}
