"""Text and number fields.

A render may come between two keystrokes. It must not send back the earlier text, or the second
letter is lost. A field therefore shows the text of its own control, and takes the given value only
if somebody other than the person typing has changed it.
"""

from collections.abc import Callable

import flet as ft

from companion.ui.theme import RADIUS

_UNSEEN = ft.TextStyle(size=0.1, color=ft.Colors.TRANSPARENT)
"""Style of a label that is only read aloud."""


def _border(radius: float) -> ft.OutlineInputBorder:
    # Set no border side: then the line follows the theme and shows the focus.
    return ft.OutlineInputBorder(border_radius=radius)


@ft.component
def _Typed(
    value: str,
    on_change: Callable[[str], None],
    make: Callable[[str, Callable[[str], None]], ft.TextField],
) -> ft.Control:
    """Return the field that `make` builds from the current text and a change handler."""
    live: ft.MutableRef[ft.TextField] = ft.use_ref(None)
    known: ft.MutableRef[str] = ft.use_ref(value)

    def typed(text: str) -> None:
        known.current = text
        on_change(text)

    if value == known.current and live.current is not None:
        shown = live.current.value or ""
    else:
        shown = known.current = value
    field = live.current = make(shown, typed)
    return field


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
) -> ft.Control:
    """Return a text field; `on_change` is called with each text.

    With `multiline` it grows by lines; Enter still submits if there is `on_submit`.
    """

    def make(text: str, typed: Callable[[str], None]) -> ft.TextField:
        return ft.TextField(
            label=label,
            value=text,
            max_length=maximum,
            counter="",
            error=error,
            hint_text=hint,
            autofocus=autofocus,
            multiline=multiline,
            shift_enter=multiline and on_submit is not None,
            text_size=18,
            border=_border(RADIUS),
            on_change=lambda event: typed(event.control.value or ""),
            on_submit=(lambda event: on_submit(event.control.value or "")) if on_submit else None,
            expand=expand,
        )

    return _keyed(value, on_change, make, key)


def number_field(
    label: str,
    value: int | None,
    on_change: Callable[[int | None], None],
    *,
    key: str | None = None,
    error: str | None = None,
    width: float | None = 120,
    plain: bool = False,
) -> ft.Control:
    """Return a field for a whole number; `on_change` gets None if there is none.

    A `plain` one hides its label, which its row shows.
    """

    def make(text: str, typed: Callable[[str], None]) -> ft.TextField:
        return ft.TextField(
            label=label,
            label_style=_UNSEEN if plain else None,
            value=text,
            error=error,
            width=width,
            text_size=30 if plain else 22,
            text_align=ft.TextAlign.CENTER if plain else None,
            content_padding=ft.Padding.symmetric(horizontal=2, vertical=4) if plain else None,
            border=ft.UnderlineInputBorder() if plain else _border(RADIUS),
            keyboard_type=ft.KeyboardType.NUMBER,
            on_change=lambda event: typed(event.control.value or ""),
        )

    number: Callable[..., ft.Control] = _Number
    return number(value, on_change, make, key=key)


@ft.component
def _Number(
    value: int | None,
    on_change: Callable[[int | None], None],
    make: Callable[[str, Callable[[str], None]], ft.TextField],
) -> ft.Control:
    """Keep the text as typed, as long as it still means the value."""
    text: ft.MutableRef[str] = ft.use_ref("")
    if _number(text.current or "") != value:
        text.current = "" if value is None else str(value)

    def typed(new: str) -> None:
        text.current = new
        on_change(_number(new))

    return _keyed(text.current or "", typed, make, None)


def _number(text: str) -> int | None:
    stripped = text.strip()
    return int(stripped) if stripped.lstrip("-").isdecimal() else None


def _keyed(
    value: str,
    on_change: Callable[[str], None],
    make: Callable[[str, Callable[[str], None]], ft.TextField],
    key: str | None,
) -> ft.Control:
    typed: Callable[..., ft.Control] = _Typed
    return typed(value, on_change, make, key=key)


def search_field(
    label: str,
    value: str,
    on_change: Callable[[str], None],
    *,
    key: str = "search",
    autofocus: bool = False,
) -> ft.Control:
    """Return a field that searches while typing."""

    def make(text: str, typed: Callable[[str], None]) -> ft.TextField:
        return ft.TextField(
            label=label,
            value=text,
            autofocus=autofocus,
            prefix_icon=ft.Icons.SEARCH,
            text_size=18,
            max_length=120,
            counter="",
            border=_border(28),
            on_change=lambda event: typed(event.control.value or ""),
        )

    return _keyed(value, on_change, make, key)
