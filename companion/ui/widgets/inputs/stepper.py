"""Number field with buttons to increase and decrease it."""

from collections.abc import Callable

import flet as ft

from companion.ui.widgets.inputs.buttons import icon_button
from companion.ui.widgets.inputs.text_fields import number_field


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
