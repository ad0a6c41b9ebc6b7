"""Number field with buttons to increase and decrease it."""

from collections.abc import Callable
from typing import Any

import flet as ft
from typing_extensions import TypedDict, Unpack

from companion.ui.theme import RADIUS, TOUCH
from companion.ui.widgets.text_fields import number_field

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


def link_button(text: str, link: str, **also: Unpack[_Also]) -> ft.Control:
    """Return a button whose link the browser follows by itself, even into another app."""
    url = ft.Url(link, ft.UrlTarget.SELF)
    return ft.OutlinedButton(text, url=url, style=_style(16), **_with_sign(also))


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


def close_button(label: str, close: Callable[[], None], *, key: str) -> ft.Control:
    """Return the cross in the corner of something, which closes it or takes it away."""
    return icon_button(ft.Icons.CLOSE, label, lambda _e: close(), key=key)


def in_own_row(control: ft.Control, *, key: str | None = None) -> ft.Control:
    """Return a row of its own for a button, as wide as its text and no wider than the screen."""
    # A row that does not wrap puts no limit on the width of its content.
    return ft.Row([control], wrap=True, key=key)


def stepper(
    value: int,
    minimum: int,
    maximum: int,
    on_change: Callable[[int], None],
    *,
    less: str,
    more: str,
    typed: str = "",
    key: str = "stepper",
) -> ft.Control:
    """Return a stepper (− n +) with large numerals.

    Args:
        value: current number.
        minimum: least number; the minus is disabled there.
        maximum: greatest number; the plus is disabled there.
        on_change: called with the new number.
        less: name of the minus.
        more: name of the plus.
        typed: name of the number if it can be typed; empty if it cannot.
        key: prefix of the keys of its buttons.
    """
    return ft.Row(
        [
            icon_button(
                ft.Icons.REMOVE_CIRCLE_OUTLINE,
                less,
                lambda _e: on_change(value - 1),
                key=f"{key}:less",
                disabled=value <= minimum,
                size=36,
            ),
            _value_control(value, (minimum, maximum), on_change, typed, key),
            icon_button(
                ft.Icons.ADD_CIRCLE_OUTLINE,
                more,
                lambda _e: on_change(value + 1),
                key=f"{key}:more",
                disabled=value >= maximum,
                size=36,
            ),
        ],
        tight=True,
        spacing=4,
        vertical_alignment=ft.CrossAxisAlignment.CENTER,
    )


_WIDE, _WIDE_TYPED = 72, 84
"""Width of the number, and of one that can be typed."""


def _value_control(
    value: int, bounds: tuple[int, int], on_change: Callable[[int], None], typed: str, key: str
) -> ft.Control:
    if not typed:
        numeral = ft.Text(str(value), size=38, weight=ft.FontWeight.BOLD)
        return ft.Container(numeral, width=_WIDE, alignment=ft.Alignment.CENTER)

    def said(number: int | None) -> None:
        if number is not None:
            on_change(max(bounds[0], min(number, bounds[1])))

    return number_field(typed, value, said, key=f"{key}:number", width=_WIDE_TYPED, plain=True)
