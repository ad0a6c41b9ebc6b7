"""Card by its printed number, at the smallest touchable size, for a large grid."""

from collections.abc import Callable, Sequence

import flet as ft

from companion.games.blue_moon.catalogue import Card
from companion.rulebook.wording import Wording
from companion.ui.boards.face import Brush
from companion.ui.boards.kit import BoardKit, Marks, laid_out
from companion.ui.boards.tile import Area, Number, Part, Symbol, Tile, TileLine, line
from companion.ui.games.blue_moon.look import ELEMENTS, LOOK

GAP = 5
CELL = 58
"""Least width of a card."""
HIGH, HIGH_WITH_MOONS = 54, 68
"""Height of a card, without and with moons."""


def grid(
    cells: Sequence[Tile], width: float, high: float, scale: float, touch: Callable[[str], None]
) -> ft.Control:
    """Return cards in as many columns as fit."""
    columns = int(max(3, min(10, width // (CELL * scale + GAP))))
    rows = -(-len(cells) // columns)
    area = Area(0, 0, width, rows * (high * scale + GAP) - GAP)
    kit = BoardKit(Brush(LOOK, (), scale), touch, lambda _tile: Marks())
    tiles = kit.tiles(cells, area.grid(len(cells), columns, GAP))
    return laid_out(tiles, area.width, area.height)


def cell(
    card: Card, lines: tuple[TileLine, ...], said: str, key: str, *, picked: bool, opacity: float
) -> Tile:
    """Return a card in the colour of its people, framed if picked."""
    return Tile(
        card.id,
        said,
        lines,
        ground=f"back:{card.people}",
        ink=f"ink:{card.people}",
        edge="",
        lit="primary" if picked else "",
        opacity=opacity,
        radius=8,
        selected=picked,
        key=key,
    )


def face(card: Card, over: str) -> tuple[TileLine, ...]:
    """Return number, type or replacing icon, values, and kind of text.

    Args:
        card: card to show.
        over: icon in place of its type, picked or not allowed; empty for none.
    """
    second = [*_values(card), *_mark(card)]
    if not card.power:
        second.insert(0, Symbol(card.people, 13))
    return _head(card, over or f"type.{card.type}"), line(*second, gap=1)


def face_with_moons(card: Card, over: str) -> tuple[TileLine, ...]:
    """Return the face with type and moons, for building a deck."""
    third = [Symbol(f"type.{card.type}", 13), *_mark(card)]
    if card.moons:
        third += [Symbol("moon", 11), Number(str(card.moons), 14)]
    values = [line(*_values(card), gap=1)] if card.power else []
    return (_head(card, over), *values, line(*third, gap=1))


def _head(card: Card, over: str) -> TileLine:
    sign = Symbol(over, 17) if over else None
    return line(Number(str(card.number), 22), sign, align="spaceBetween")


def _values(card: Card) -> list[Part]:
    parts: list[Part] = []
    for name, amount in zip(ELEMENTS, card.power or (), strict=False):
        sign = "shield" if name in card.shield else name
        parts += [Symbol(sign, 12), Number(str(amount), 14)]
    return parts


def _mark(card: Card) -> list[Part]:
    """Return the verb of its text, or its icon."""
    if card.lines:
        return [Symbol(f"verb.{card.lines[0].do}", 13)]
    return [Symbol(f"icon.{icon}", 13) for icon in card.icons[:1]]


def named(card: Card, wording: Wording) -> list[str]:
    """Return the parts of a card's accessible name: name, number, type, values."""
    own = wording.own
    parts = [
        wording.term(f"card.{card.id}"),
        own("grid.number", n=card.number),
        wording.term(f"type.{card.type}"),
    ]
    if card.power:
        parts.append(own("board.values", fire=card.power[0], earth=card.power[1]))
    return parts


def read_out(card: Card, wording: Wording) -> str:
    """Return a card and its text in words."""
    lines = [", ".join(named(card, wording))]
    lines += [wording.own(f"told.{icon}") for icon in card.icons]
    if card.shield:
        lines.append(wording.own("told.shield"))
    if card.capacity:
        lines.append(wording.own("told.capacity", n=card.capacity))
    if card.has_text:
        lines.append(wording.data.rulebook[card.section].text)
    return "\n".join(lines)
