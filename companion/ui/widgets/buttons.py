"""Buttons. Their names are what a screen reader says."""

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
    """What can be said of any button with a text."""

    icon: ft.IconData | None
    key: str | None
    disabled: bool
    expand: bool | int | None


def _with_sign(also: _Also) -> dict[str, Any]:
    """With its sign as large as the text beside it, however large that is."""
    icon = also.get("icon")
    return {**also, "icon": ft.Icon(icon, apply_text_scaling=True)} if icon else {**also}


def primary(text: str, on_tap: Tap, **also: Unpack[_Also]) -> ft.Control:
    """The main thing to do on a screen."""
    return ft.FilledButton(text, on_click=on_tap, style=_style(18), **_with_sign(also))


def secondary(text: str, on_tap: Tap, **also: Unpack[_Also]) -> ft.Control:
    """Another thing to do."""
    return ft.OutlinedButton(text, on_click=on_tap, style=_style(16), **_with_sign(also))


def text_button(text: str, on_tap: Tap, **also: Unpack[_Also]) -> ft.Control:
    """Something that may be done by the way."""
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
    """An icon with a name: shown on hovering, and read out once."""
    return ft.MergeSemantics(
        key=key,
        # Its tooltip is its name, but only where the two are merged.
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


def alone(control: ft.Control, *, key: str | None = None) -> ft.Control:
    """A line with nothing else in it: a button stays as wide as its text, and within the screen."""
    # A row that does not wrap gives what is in it any width.
    return ft.Row([control], wrap=True, key=key)
