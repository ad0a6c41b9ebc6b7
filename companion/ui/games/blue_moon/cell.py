"""Card by its printed number, at the smallest touchable size, for a large grid."""

from collections.abc import Callable
from dataclasses import dataclass

import flet as ft

from companion.games.blue_moon.catalogue import Card
from companion.rulebook.wording import Wording
from companion.ui.games.blue_moon.look import ELEMENTS, ICONS, MOON, PEOPLES, SHIELD, TYPES, VERBS
from companion.ui.widgets import outline, tappable

GAP = 5
CELL = 58
"""Least width of a card."""
HIGH, HIGH_WITH_MOONS = 54, 68
"""Height of a card, without and with moons."""


def columns(width: float, scale: float) -> int:
    """Return the number of cards side by side."""
    return int(max(3, min(10, width // (CELL * scale + GAP))))


def cell_width(width: float, scale: float) -> int:
    """Return the width of each card."""
    count = columns(width, scale)
    return int((width - GAP * (count - 1)) / count)


@dataclass(frozen=True, slots=True)
class Cell:
    """Card in its place in a grid."""

    card: Card
    face: ft.Control
    said: str
    key: str
    width: int
    height: float
    picked: bool
    opacity: float

    def drawn(self, touch: Callable[[object], None]) -> ft.Control:
        """Render a target in the colour of its people, framed if picked."""
        return tappable(
            self.face,
            self.said,
            touch,
            key=self.key,
            selected=self.picked,
            width=self.width,
            height=self.height,
            radius=8,
            bgcolor=PEOPLES[self.card.people].back,
            border=outline(3, ft.Colors.PRIMARY) if self.picked else None,
            padding=0 if self.picked else 3,
            opacity=self.opacity,
        )


def face(card: Card, scale: float, over: ft.IconData | None) -> ft.Control:
    """Return number, type or replacing icon, values, and kind of text.

    Args:
        card: card to show.
        scale: text scale.
        over: icon in place of its type: picked, or not allowed.
    """
    second = [*_values(card, scale), *_mark(card, scale)]
    if not card.power:
        second.insert(0, _icon(PEOPLES[card.people].icon, 13, card, scale))
    return _rows(_head(card, over or TYPES[card.type], scale), second)


def face_with_moons(card: Card, scale: float, over: ft.IconData | None) -> ft.Control:
    """Return the face with type and moons, for building a deck."""
    third = [_icon(TYPES[card.type], 13, card, scale), *_mark(card, scale)]
    if card.moons:
        third += [_icon(MOON, 11, card, scale), _text(card.moons, card)]
    return _rows(_head(card, over, scale), _values(card, scale), third)


def _rows(*rows: list[ft.Control]) -> ft.Control:
    first, *others = rows
    lines: list[ft.Control] = [
        ft.Row(first, spacing=2, alignment=ft.MainAxisAlignment.SPACE_BETWEEN)
    ]
    lines += [ft.Row(row, spacing=1, tight=True) for row in others if row]
    return ft.Column(lines, spacing=1, alignment=ft.MainAxisAlignment.CENTER)


def _icon(icon: ft.IconData, size: float, card: Card, scale: float) -> ft.Control:
    return ft.Icon(icon, size=size * scale, color=PEOPLES[card.people].ink)


def _head(card: Card, over: ft.IconData | None, scale: float) -> list[ft.Control]:
    number = ft.Text(
        str(card.number),
        size=22,
        weight=ft.FontWeight.W_800,
        color=PEOPLES[card.people].ink,
        style=ft.TextStyle(height=1.0),
    )
    return [number, *([_icon(over, 17, card, scale)] if over else [])]


def _values(card: Card, scale: float) -> list[ft.Control]:
    parts: list[ft.Control] = []
    for name, amount in zip(ELEMENTS, card.power or (), strict=False):
        icon = SHIELD if name in card.shield else ELEMENTS[name].icon
        parts.append(_icon(icon, 11, card, scale))
        parts.append(_text(amount, card))
    return parts


def _text(number: int, card: Card) -> ft.Control:
    ink = PEOPLES[card.people].ink
    return ft.Text(str(number), size=14, weight=ft.FontWeight.W_600, color=ink)


def _mark(card: Card, scale: float) -> list[ft.Control]:
    """Return the verb of its text, or its icon."""
    if card.lines:
        return [_icon(VERBS[card.lines[0].do], 13, card, scale)]
    return [_icon(ICONS[icon], 13, card, scale) for icon in card.icons[:1]]


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
