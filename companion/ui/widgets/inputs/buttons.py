"""Buttons. A screen reader says their names."""

from collections.abc import Callable
from typing import Any

import flet as ft
from typing_extensions import TypedDict, Unpack

from companion.ui.theme import RADIUS, TOUCH

Tap = Callable[[Any], None]


def _style(size: float = 17) -> ft.ButtonStyle:
    return ft.ButtonStyle(
        shape=ft.RoundedRectangleBorder(radius=RADIUS),
        padding=ft.Padding.symmetric(horizontal=20, vertical=15),
        text_style=ft.TextStyle(size=size, weight=ft.FontWeight.W_600),
    )


class _Also(TypedDict, total=False):
    """Optional arguments of every button with a text."""

    icon: ft.IconData | None
    key: str | None
    disabled: bool
    expand: bool | int | None


def _with_sign(also: _Also) -> dict[str, Any]:
    """Scale the icon with the text beside it."""
    icon = also.get("icon")
    return {**also, "icon": ft.Icon(icon, apply_text_scaling=True)} if icon else {**also}


def primary(text: str, on_tap: Tap, **also: Unpack[_Also]) -> ft.Control:
    """Return the main button of a screen."""
    return ft.FilledButton(text, on_click=on_tap, style=_style(18), **_with_sign(also))


def secondary(text: str, on_tap: Tap, **also: Unpack[_Also]) -> ft.Control:
    """Return a button for another action."""
    return ft.OutlinedButton(text, on_click=on_tap, style=_style(16), **_with_sign(also))


def text_button(text: str, on_tap: Tap, **also: Unpack[_Also]) -> ft.Control:
    """Return a button for a minor action."""
    return ft.TextButton(text, on_click=on_tap, style=_style(15), **_with_sign(also))


def icon_button(
    icon: ft.IconData,
    label: str,
    on_tap: Tap,
    *,
    key: str | None = None,
    disabled: bool = False,
    size: float = 26,
    colour: str | None = None,
) -> ft.Control:
    """Return an icon button; its name is shown on hovering and read out once."""
    return ft.MergeSemantics(
        key=key,
        # The tooltip becomes the accessible name only if both are merged.
        content=ft.IconButton(
            icon=icon,
            icon_size=size,
            icon_color=colour,
            tooltip=label,
            on_click=on_tap,
            disabled=disabled,
            width=TOUCH,
            height=TOUCH,
        ),
    )


def in_own_row(control: ft.Control, *, key: str | None = None) -> ft.Control:
    """Return a row of its own for a button, as wide as its text and no wider than the screen."""
    # A row that does not wrap puts no limit on the width of its content.
    return ft.Row([control], wrap=True, key=key)
