"""Card as a small tile: values, icons, kind of text, people and number."""

import textwrap
from collections.abc import Callable

import flet as ft

from companion.ui.boards.tiles import Marks, TileSize
from companion.ui.games.blue_moon.board_view import CardView
from companion.ui.games.blue_moon.look import (
    ELEMENTS,
    ICONS,
    PAPER,
    PAPER_FAINT,
    PAPER_INK,
    PEOPLES,
    SHIELD,
    TYPES,
    VERBS,
)
from companion.ui.widgets import as_cached_part, outline, tappable

_BAR = 17
_LETTER = 6.6
"""Width of a letter of a name."""
_NAMED = 84
"""Least card width with room for the name."""
_LINE, _MOST_LINES = 13, 2
"""Height of a line of a name, and maximum number of lines."""
_DIGIT = 0.6
"""Width of a digit, as a share of its height."""
_SIDES = 10
"""Width that edges and gaps of a card take."""
_BESIDE, _STACKED = 26, 50
"""Least room for values side by side, and one above the other."""


@as_cached_part(lambda card, *_: card.place)
def card_tile(
    card: CardView,
    marks: Marks,
    size: TileSize,
    element: str | None,
    on_touch: Callable[[str], None],
) -> ft.Control:
    """Return a touchable card."""
    edge = marks.edge(PAPER_FAINT)
    return tappable(
        _face(card, size, element),
        marks.named(card.spoken),
        lambda _e: on_touch(card.place),
        radius=7,
        width=size.width,
        height=size.height,
        bgcolor=PAPER,
        border=outline(3, ft.Colors.PRIMARY) if card.ready else edge,
        padding=0,
        clip_behavior=ft.ClipBehavior.HARD_EDGE,
    )


def _face(card: CardView, size: TileSize, element: str | None) -> ft.Control:
    lines = _lines(card.name, size)
    tall = _left(size, lines) >= _STACKED
    inside: list[ft.Control] = [ft.Container(_middle(card, size, element, tall=tall), expand=True)]
    if lines:
        inside.insert(0, _name(card, lines))
    return ft.Column([*inside, people_bar(card.people, card.number, card.type, size)], spacing=0)


def _lines(name: str, size: TileSize) -> int:
    """Return the number of lines of the full name; 0 if there is no room for it.

    Without a name, the number and the bar identify the card.
    """
    wide = size.width / size.scale
    letters = int((wide - 11) / _LETTER)
    if wide < _NAMED or any(len(word) > letters for word in name.split()):
        return 0
    lines = len(textwrap.wrap(name, letters, break_long_words=False))
    return lines if lines <= _MOST_LINES and _left(size, lines) >= _BESIDE else 0


def _grown(size: TileSize) -> float:
    """Return the factor of numerals and symbols on a card with room for them."""
    return 1.5 if size.height / size.scale >= 140 and size.width / size.scale >= 125 else 1.0


def _left(size: TileSize, lines: int) -> float:
    """Return the height between the name and the bar."""
    return size.height / size.scale - _BAR - (lines * _LINE + 3 if lines else 0)


def _name(card: CardView, lines: int) -> ft.Control:
    return ft.Container(
        ft.Text(
            card.name,
            size=12,
            weight=ft.FontWeight.W_600,
            color=PAPER_INK,
            max_lines=lines,
            overflow=ft.TextOverflow.ELLIPSIS,
            style=ft.TextStyle(height=1.05),
        ),
        padding=ft.Padding.only(left=5, right=4, top=2),
    )


def _middle(card: CardView, size: TileSize, element: str | None, *, tall: bool) -> ft.Control:
    values = [_value(card, each, size, element, tall=tall) for each in card.values]
    marks = _marks(card, size)
    if values and not tall:
        # Marks that do not fit beside the values are described when the card is touched.
        marks = marks[: _fitting(card, size)]
    if not values:
        return ft.Row(
            marks or [ft.Icon(TYPES[card.type], size=size.box(22), color=PAPER_INK)],
            spacing=2,
            alignment=ft.MainAxisAlignment.CENTER,
        )
    stacked: ft.Control = (
        ft.Column(values, spacing=0, tight=True) if tall else ft.Row(values, spacing=1, tight=True)
    )
    beside = (
        ft.Column(marks, spacing=1, tight=True) if tall else ft.Row(marks, spacing=0, tight=True)
    )
    return ft.Container(
        ft.Row(
            [stacked, beside],
            spacing=1,
            alignment=ft.MainAxisAlignment.SPACE_BETWEEN,
            vertical_alignment=ft.CrossAxisAlignment.CENTER,
        ),
        padding=ft.Padding.symmetric(horizontal=3),
        alignment=ft.Alignment.CENTER,
    )


def _value(
    card: CardView,
    value: tuple[str, int, bool],
    size: TileSize,
    element: str | None,
    *,
    tall: bool,
) -> ft.Control:
    """Return a value in its element, faint outside the element of the fight, lit if changed."""
    name, amount, otherwise = value
    look, shielded = ELEMENTS[name], name in card.shields
    weight = ft.FontWeight.W_800 if element in (None, name) else ft.FontWeight.W_500
    grown = _grown(size) if tall else 1
    symbol: ft.Control = ft.Icon(look.icon, size=size.box(12) * grown, color=look.back)
    if shielded:
        symbol = ft.Icon(SHIELD, size=size.box(15) * grown, color=look.back)
    return ft.Row(
        [
            symbol,
            ft.Text(
                str(amount),
                size=size.text(20 * _grown(size) if tall else 17),
                weight=weight,
                color=look.back,
                bgcolor="#ffe08a" if otherwise else None,
                style=ft.TextStyle(height=1.0),
            ),
        ],
        spacing=0,
        tight=True,
        opacity=1 if element in (None, name) else 0.55,
    )


def _marks(card: CardView, size: TileSize) -> list[ft.Control]:
    """Return its icons and its text, with another icon for an ignored text."""
    marks = [
        ft.Icon(
            ICONS[icon],
            size=size.box(14) * _grown(size),
            color=PAPER_FAINT if "icons" in card.ignored else PAPER_INK,
        )
        for icon in card.icons
    ]
    if card.verb:
        silent = "text" in card.ignored
        icon = ft.Icons.COMMENTS_DISABLED if silent else VERBS[card.verb]
        marks.append(
            ft.Icon(
                icon, size=size.box(15) * _grown(size), color=PAPER_FAINT if silent else PAPER_INK
            )
        )
    return list(marks)


def _fitting(card: CardView, size: TileSize) -> int:
    """Return how many marks fit beside values that stand side by side."""
    digits = sum(len(str(amount)) for _, amount, _ in card.values)
    symbols = sum(size.box(15 if name in card.shields else 12) for name, _, _ in card.values)
    room = size.width - _SIDES - symbols - digits * _DIGIT * size.text(17) * size.scale
    return max(0, int(room / size.box(15)))


def people_bar(people: str, number: str, card_type: str, size: TileSize) -> ft.Control:
    """Return the bar at the foot of a card: people, number, type."""
    look = PEOPLES[people]
    return ft.Container(
        ft.Row(
            [
                ft.Icon(look.icon, size=size.box(12), color=look.ink),
                ft.Text(
                    number,
                    size=size.text(14),
                    weight=ft.FontWeight.BOLD,
                    color=look.ink,
                    style=ft.TextStyle(height=1.0),
                ),
                ft.Icon(TYPES[card_type], size=size.box(12), color=look.ink),
            ],
            spacing=2,
            alignment=ft.MainAxisAlignment.SPACE_BETWEEN,
        ),
        bgcolor=look.back,
        height=_BAR * size.scale,
        padding=ft.Padding.symmetric(horizontal=4),
    )
