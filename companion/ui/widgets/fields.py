"""Fields to type in."""

from collections.abc import Callable

import flet as ft

from companion.ui.theme import RADIUS


def _border(radius: float) -> ft.OutlineInputBorder:
    # Without a side of its own the line follows the theme, and shows when the field has focus.
    return ft.OutlineInputBorder(border_radius=radius)


def text_field(
    label: str,
    value: str,
    on_change: Callable[[str], None],
    *,
    key: str | None = None,
    maximum: int = 80,
    error: str | None = None,
    hint: str | None = None,
    on_submit: Callable[[str], None] | None = None,
    autofocus: bool = False,
    multiline: bool = False,
    expand: bool | int | None = None,
) -> ft.TextField:
    """A line of text; `on_change` is called with each text."""
    return ft.TextField(
        label=label,
        value=value,
        key=key,
        max_length=maximum,
        counter="",
        error=error,
        hint_text=hint,
        autofocus=autofocus,
        multiline=multiline,
        text_size=18,
        border=_border(RADIUS),
        on_change=lambda event: on_change(event.control.value or ""),
        on_submit=(lambda event: on_submit(event.control.value or "")) if on_submit else None,
        expand=expand,
    )


def number_field(
    label: str,
    value: int | None,
    on_change: Callable[[int | None], None],
    *,
    key: str | None = None,
    error: str | None = None,
    width: float | None = 120,
) -> ft.TextField:
    """A whole number; `on_change` gets None while there is none."""

    def changed(event: ft.Event[ft.TextField]) -> None:
        text = (event.control.value or "").strip()
        on_change(int(text) if text.lstrip("-").isdecimal() else None)

    return ft.TextField(
        label=label,
        value="" if value is None else str(value),
        key=key,
        error=error,
        width=width,
        text_size=22,
        border=_border(RADIUS),
        keyboard_type=ft.KeyboardType.NUMBER,
        on_change=changed,
    )


def search_field(
    label: str,
    value: str,
    on_change: Callable[[str], None],
    *,
    key: str = "search",
    autofocus: bool = False,
) -> ft.TextField:
    """A field to search as one types."""
    return ft.TextField(
        label=label,
        value=value,
        key=key,
        autofocus=autofocus,
        prefix_icon=ft.Icons.SEARCH,
        text_size=18,
        max_length=120,
        counter="",
        border=_border(28),
        on_change=lambda event: on_change(event.control.value or ""),
    )
