"""Diagrams beside the rules of Blue Moon City: neighbours, payment, scales."""

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
    Tick,
)

_SIDE, _STEP = 52, 58


def _neighbours() -> Iterator[Shape]:
    for row in range(3):
        for column in range(3):
            x, y = 54 + column * _STEP, row * _STEP + 2
            middle = x + _SIDE / 2, y + _SIDE / 2
            if row == column == 1:
                yield DiagramTile(x, y, _SIDE, _SIDE, Shade.LIT)
                yield Spot(*middle, 12, Shade.PLAIN)
            elif row == 1 or column == 1:
                yield DiagramTile(x, y, _SIDE, _SIDE, Shade.OTHER)
                yield Tick(*middle, tone=Shade.OTHER)
            else:
                yield DiagramTile(x, y, _SIDE, _SIDE, Shade.FAINT)
                yield Tick(*middle, yes=False, tone=Shade.FAINT)


def _payment() -> Iterator[Shape]:
    for row, cards in enumerate((("3",), ("1", "2"))):
        y = row * 68
        yield DiagramTile(10, y + 8, 44, 44, Shade.LIT, "3")
        yield Mark(84, y + 30, "=", 24)
        for n, card in enumerate(cards):
            x = 114 + n * 78
            if n:
                yield Mark(x - 19, y + 30, "+", 24)
            yield DiagramTile(x, y + 2, 40, 56, Shade.OTHER, card)


def _scales() -> Iterator[Shape]:
    for row, given in enumerate((2, 0)):
        y = row * 72
        yield DiagramTile(8, y + 4, 96, 58)
        for n in range(2):
            x = 34 + n * 44
            yield DiagramLine(((x - 13, y + 54), (x, y + 32), (x + 13, y + 54), (x - 13, y + 54)))
        for n in range(row + 1):
            yield Spot(24 + n * 24, y + 18, 8, Shade.LIT if n == row else Shade.PLAIN)
        yield DiagramLine(((116, y + 33), (158, y + 33)), arrow=True)
        for n in range(given):
            yield Spot(188 + n * 46, y + 33, 18, Shade.OTHER, "1")
        if not given:
            yield Tick(188, y + 33, yes=False)


DRAWINGS = {
    "neighbours": Diagram(280, 172, tuple(_neighbours())),
    "payment": Diagram(242, 128, tuple(_payment())),
    "scales": Diagram(260, 140, tuple(_scales())),
}


_EMBLEM = (
    '<circle cx="12" cy="12" r="11.5" fill="#173f7a"/>'
    '<path fill="#f6d77c" d="M16.5 3.2a4.6 4.6 0 1 0 3.3 7.7 5.2 5.2 0 0 1-3.3-7.7z"/>'
    '<path fill="#9fc3f0" d="M2.6 17.5a3 3.2 0 0 1 5.8 0V20.4a11.5 11.5 0 0 1-5.4-2.4z'
    'M15.6 17.5a3 3.2 0 0 1 5.8 0l-.4.6a11.5 11.5 0 0 1-5.4 3.2z"/>'
    '<path fill="#ffffff" d="M12 5.5l1.7 2.3 1 15.4a11.5 11.5 0 0 1-5.4 0l1-15.4z"/>'
)
LOOK = GameLook(Picture(_EMBLEM, coloured=True), Palette("#0A73C0", 0.014))
