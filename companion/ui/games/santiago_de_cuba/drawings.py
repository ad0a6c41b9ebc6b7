"""Diagrams beside the rules of Santiago de Cuba: the car on the street, the value of goods."""

from collections.abc import Iterator
from itertools import pairwise

from companion.ui.boards.parts import GameLook
from companion.ui.theme import Palette
from companion.ui.widgets import (
    Diagram,
    DiagramLine,
    DiagramTile,
    Mark,
    Picture,
    Shade,
    Shape,
    Spot,
)

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


_EMBLEM = (
    '<circle cx="12" cy="12" r="11.5" fill="#f4a62a"/>'
    '<circle cx="12" cy="10.5" r="5" fill="#fff0b8"/>'
    '<path fill="#11647a" d="M.9 15h22.2a11.5 11.5 0 0 1-22.2 0z"/>'
    '<path fill="#ffffff" d="M12.6 4.8c3 2 4.6 5 5 8.6h-5zM11.6 7.5v5.9H8.1z"/>'
    '<path fill="#7a2f16" d="M6.4 14.4h12.4l-2 3.4H8.6z"/>'
    '<path fill="none" stroke="#bfe3ea" stroke-width="1.1" stroke-linecap="round" '
    'd="M4.5 20q1.3-1.2 2.6 0t2.6 0 2.6 0 2.6 0 2.6 0"/>'
)
LOOK = GameLook(Picture(_EMBLEM, coloured=True), Palette("#0B6B7A", 0.014))
