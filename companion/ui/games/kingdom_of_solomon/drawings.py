"""Diagrams beside the rules of Kingdom of Solomon: placing a pawn, yield of a region."""

from collections.abc import Iterator

from companion.ui.boards.parts import GameLook
from companion.ui.theme import Palette
from companion.ui.widgets import (
    Diagram,
    DiagramLine,
    DiagramTile,
    Picture,
    Shade,
    Shape,
    Spot,
    Tick,
)


def _house(x: float, y: float, tone: Shade) -> Iterator[Shape]:
    yield DiagramTile(x - 12, y - 4, 24, 18, tone, round_by=1)
    roof = ((x - 16, y - 4), (x, y - 18), (x + 16, y - 4), (x - 16, y - 4))
    yield DiagramLine(roof, tone, thick=3)


def _placing() -> Iterator[Shape]:
    for n, yes in enumerate((True, False, False)):
        yield DiagramTile(4 + n * 92, 4, 84, 66, round_by=14)
        yield Tick(46 + n * 92, 90, yes=yes)
    yield Spot(46, 37, 13, Shade.LIT)
    yield Spot(122, 37, 13, Shade.OTHER)
    yield Spot(154, 37, 13, Shade.LIT)
    yield from _house(214, 40, Shade.OTHER)
    yield Spot(248, 37, 13, Shade.LIT)


def _region() -> Iterator[Shape]:
    for x in (4, 100, 196):
        yield DiagramTile(x, 4, 80, 72, round_by=14)
    for x in (78, 174):
        yield DiagramLine(((x, 40), (x + 28, 40)), Shade.LIT, thick=7)
    yield from _house(34, 36, Shade.LIT)
    yield from _house(236, 36, Shade.LIT)
    yield Spot(66, 30, 11, Shade.LIT)
    for n, x in enumerate((44, 140, 236)):
        yield DiagramTile(x - 9, 56, 18, 14, Shade.OTHER, round_by=1)
        yield DiagramLine(((x, 82), (120 + n * 20, 106)), arrow=True, thick=2)
    for n in range(3):
        yield DiagramTile(110 + n * 22, 112, 18, 16, Shade.OTHER, round_by=1)


DRAWINGS = {
    "placing": Diagram(276, 104, tuple(_placing())),
    "region": Diagram(280, 132, tuple(_region())),
}


_EMBLEM = (
    '<circle cx="12" cy="12" r="11.5" fill="#6b3f1d"/>'
    '<path fill="#f2c14e" d="M12 4 20.5 9.2v1.6h-17V9.2z"/>'
    '<path fill="#f6e7c4" d="M5 11.8h2.6v5.4H5zM10.7 11.8h2.6v5.4h-2.6zM16.4 11.8H19v5.4h-2.6z"/>'
    '<path fill="#d9b77a" d="M3.6 17.8h16.8v2H3.6z"/>'
)
LOOK = GameLook(Picture(_EMBLEM, coloured=True), Palette("#8A6D00", 0.016))
