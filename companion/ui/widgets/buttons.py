"""Buttons. Their names are what a screen reader says."""

from collections.abc import Callable
from typing import Any

import flet as ft

from companion.ui.theme import RADIUS, TOUCH

Tap = Callable[[Any], None]


def _style(size: float = 17) -> ft.ButtonStyle:
    return ft.ButtonStyle(
        shape=ft.RoundedRectangleBorder(radius=RADIUS),
        padding=ft.Padding.symmetric(horizontal=20, vertical=15),
        text_style=ft.TextStyle(size=size, weight=ft.FontWeight.W_600),
    )


def primary(
    text: str,
    on_tap: Tap,
    *,
    icon: ft.IconData | None = None,
    key: str | None = None,
    disabled: bool = False,
    expand: bool | int | None = None,
) -> ft.Control:
    """The main thing to do on a screen."""
    return ft.FilledButton(
        content=text,
        icon=icon,
        on_click=on_tap,
        key=key,
        disabled=disabled,
        height=None,
        style=_style(18),
        expand=expand,
    )


def secondary(
    text: str,
    on_tap: Tap,
    *,
    icon: ft.IconData | None = None,
    key: str | None = None,
    disabled: bool = False,
    expand: bool | int | None = None,
) -> ft.Control:
    """Another thing to do."""
    return ft.OutlinedButton(
        content=text,
        icon=icon,
        on_click=on_tap,
        key=key,
        disabled=disabled,
        style=_style(16),
        expand=expand,
    )


def text_button(
    text: str,
    on_tap: Tap,
    *,
    icon: ft.IconData | None = None,
    key: str | None = None,
    disabled: bool = False,
) -> ft.Control:
    """Something that may be done by the way."""
    return ft.TextButton(
        content=text, icon=icon, on_click=on_tap, key=key, disabled=disabled, style=_style(15)
    )


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
