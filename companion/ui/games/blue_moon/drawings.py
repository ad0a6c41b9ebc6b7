"""Diagrams beside the rules of Blue Moon: the two areas, a fight."""

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


def _areas() -> Iterator[Shape]:
    # Combat area with its covered cards, and support area.
    yield DiagramTile(2, 2, 160, 116, Shade.FAINT, round_by=10)
    yield DiagramTile(172, 2, 104, 116, Shade.FAINT, round_by=10)
    for n in range(2):
        yield DiagramTile(14 + n * 12, 12 + n * 4, 52, 74)
    yield DiagramTile(46, 24, 56, 82, Shade.LIT, "4")
    yield DiagramTile(106, 44, 46, 62, Shade.OTHER, "+2")
    for n in range(2):
        yield DiagramTile(182 + n * 44, 28, 40, 62, Shade.OTHER, "+1")


def _fight() -> Iterator[Shape]:
    for n, power in enumerate(("3", "5", "5", "7")):
        x, mine = 6 + n * 66, n % 2 == 0
        yield DiagramTile(x, 4 if mine else 66, 44, 56, Shade.LIT if mine else Shade.OTHER, power)
        if n < 3:
            begin = (x + 40, 62) if mine else (x + 40, 64)
            yield DiagramLine((begin, (x + 62, 74 if mine else 50)), arrow=True)
    yield DiagramLine(((226, 62), (246, 30)), arrow=True)
    yield Spot(256, 20, 14, Shade.FAINT)
    yield Mark(256, 20, "?", 18)


DRAWINGS = {
    "areas": Diagram(280, 120, tuple(_areas())),
    "fight": Diagram(280, 126, tuple(_fight())),
}


_EMBLEM = (
    '<circle cx="12" cy="12" r="11.5" fill="#16244d"/>'
    '<path fill="#8fb6ff" d="M14.5 3.2a6 6 0 1 0 4.9 8.7 5 5 0 0 1-4.9-8.7z"/>'
    '<path fill="#5f4a1c" d="M1.6 17 7.2 9.6l3 3.4 2.4-2.2L22.4 17a11.5 11.5 0 0 1-20.8 0z"/>'
    '<path fill="#f0641e" d="M12.2 11.4c.4 2.2 3 3.4 3 6.2a3.2 3.2 0 0 1-6.4 0c0-1.5.8-2.3 1.5-3.3'
    '.1.9.5 1.3 1 1.5-.3-1.6 0-3 .9-4.4z"/>'
    '<path fill="#ffd166" d="M12.1 16.2c.2 1 1.3 1.4 1.3 2.6'
    'a1.4 1.4 0 0 1-2.8 0c0-1.1 1-1.5 1.5-2.6z"/>'
)
LOOK = GameLook(Picture(_EMBLEM, coloured=True), Palette("#5A4FB8", 0.014))
