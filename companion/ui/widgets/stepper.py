"""A number that goes up and down by touch."""

from collections.abc import Callable

import flet as ft

from companion.ui.widgets.buttons import icon_button


def stepper(
    value: int,
    minimum: int,
    maximum: int,
    on_change: Callable[[int], None],
    *,
    less: str,
    more: str,
    key: str = "stepper",
) -> ft.Control:
    """− n +, with big numerals.

    Args:
        value: the number now.
        minimum: below it the minus is off.
        maximum: above it the plus is off.
        on_change: called with the new number.
        less: the name of the minus.
        more: the name of the plus.
        key: the beginning of the keys of its buttons.
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
            ft.Container(
                ft.Text(str(value), size=38, weight=ft.FontWeight.BOLD),
                width=72,
                alignment=ft.Alignment.CENTER,
            ),
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
