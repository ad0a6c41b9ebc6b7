"""Diagrams beside the rules of Urban Sprawl: footprints, neighbours, value of a block."""

from collections.abc import Iterator

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

_LOT, _GAP = 26, 3


def _block(x: float, y: float, lit: tuple[int, ...], tone: Shade = Shade.LIT) -> Iterator[Shape]:
    """Yield a block of four lots, some of them built on."""
    for n in range(4):
        left, top = x + n % 2 * (_LOT + _GAP), y + n // 2 * (_LOT + _GAP)
        yield DiagramTile(left, top, _LOT, _LOT, tone if n in lit else Shade.PLAIN, round_by=3)


def _footprints() -> Iterator[Shape]:
    for size in range(1, 5):
        x = 4 + (size - 1) * 70
        yield from _block(x, 4, tuple(range(size)))
        yield Mark(x + _LOT + 2, 80, str(size))


def _adjacent() -> Iterator[Shape]:
    # Four blocks separated by streets; the lot is at the corner of one of them.
    for row in range(4):
        for column in range(4):
            x = 72 + column * (_LOT + _GAP) + (column > 1) * 10
            y = 4 + row * (_LOT + _GAP) + (row > 1) * 10
            here = (row, column) == (1, 1)
            near = row < 3 and column < 3
            tone = Shade.LIT if here else Shade.OTHER if near else Shade.FAINT
            yield DiagramTile(x, y, _LOT, _LOT, tone, round_by=3)
            if here:
                yield Spot(x + _LOT / 2, y + _LOT / 2, 6)


def _value() -> Iterator[Shape]:
    yield DiagramTile(60, 44, 210, 58, Shade.FAINT, round_by=2)
    yield DiagramTile(140, 4, 58, 138, Shade.FAINT, round_by=2)
    yield Mark(30, 73, "2", 22)
    yield Mark(169, 158, "1", 22)
    yield DiagramLine(((42, 73), (56, 73)), arrow=True, thick=2)
    yield from _block(141.5, 45.5, ())
    yield DiagramTile(146, 50, 46, 46, Shade.LIT, "3")


DRAWINGS = {
    "footprints": Diagram(280, 92, tuple(_footprints())),
    "adjacent": Diagram(280, 130, tuple(_adjacent())),
    "value": Diagram(276, 172, tuple(_value())),
}


_EMBLEM = (
    '<circle cx="12" cy="12" r="11.5" fill="#23455f"/>'
    '<path fill="#e3b129" d="M4.6 10.4h4.2v6.8H4.6z"/>'
    '<path fill="#f3efe4" d="M9.7 4.6h4.6v12.6H9.7z"/>'
    '<path fill="#d4544a" d="M15.2 8.2h4.2v9h-4.2z"/>'
    '<path fill="#23455f" d="M10.8 6.4h2.4v1.5h-2.4zM10.8 9.2h2.4v1.5h-2.4z'
    "M10.8 12h2.4v1.5h-2.4zM6 12.2h1.5v1.5H6zM16.5 10h1.6v1.5h-1.6z"
    'M16.5 12.8h1.6v1.5h-1.6z"/>'
    '<path fill="#7fb7d6" d="M3 18h18v1.6H3z"/>'
)
LOOK = GameLook(Picture(_EMBLEM, coloured=True), Palette("#2E7551", 0.012))
