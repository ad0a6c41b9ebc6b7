"""Marks of a player: colour, shape and initial, never colour alone."""

from typing import Any, NamedTuple, TypeAlias

import flet as ft

from companion.ui.theme import seat_look


class SeatIdentity(NamedTuple):
    """Colour index in the app and name of a player."""

    colour: int
    name: str


People: TypeAlias = tuple[SeatIdentity, ...]
"""Players by seat."""


def seat_badge(colour: int, name: str, size: float = 28) -> ft.Control:
    """Return the mark of a seat with the player's initial, hidden from screen readers."""
    return ft.Semantics(exclude_semantics=True, content=seat_mark(colour, name, size))


def seat_mark(colour: int, name: str, size: float = 28, **where: Any) -> ft.Control:
    """Return the mark of a seat for content that is already read out as one.

    Args:
        colour: colour index of the seat.
        name: name of its player.
        size: side in logical pixels.
        where: further arguments of `ft.Stack`, such as its position.
    """
    look = seat_look(colour)
    return ft.Stack(
        [
            ft.Icon(look.icon, color=look.colour, size=size),
            _letter(name[:1].upper(), look.on_colour, size),
        ],
        alignment=ft.Alignment.CENTER,
        width=size,
        height=size,
        **where,
    )


def _letter(letter: str, colour: str, size: float) -> ft.Control:
    """Return an initial that fits its shape at any text scale."""
    # `CircleAvatar` is the only Flet control that ignores the text scale.
    return ft.CircleAvatar(
        ft.Text(letter, size=size * 0.42, weight=ft.FontWeight.BOLD, color=colour),
        radius=size / 2,
        bgcolor=ft.Colors.TRANSPARENT,
    )


def seat_chip(colour: int, name: str, *, size: float = 18, strong: bool = False) -> ft.Control:
    """Return the mark of a seat and the name of its player."""
    weight = ft.FontWeight.BOLD if strong else ft.FontWeight.W_500
    return ft.Row(
        [seat_badge(colour, name, size * 1.5), ft.Text(name, size=size, weight=weight)],
        spacing=8,
        tight=True,
        vertical_alignment=ft.CrossAxisAlignment.CENTER,
    )
