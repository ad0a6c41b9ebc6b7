"""Something that is pressed and held: it lasts as long as the finger stays."""

from collections.abc import Callable
from typing import Any

import flet as ft

from companion.toolkit.edges import outline
from companion.ui.theme import RADIUS, TOUCH


def hold(
    text: str,
    on_hold: Callable[[bool], None],
    *,
    key: str,
    held: bool = False,
    icon: ft.IconData = ft.Icons.VISIBILITY_OFF,
) -> ft.Control:
    """A button that says when it is pressed and when it is let go, or the finger slides away.

    Whoever cannot hold something needs another way beside it: a keyboard presses and lets go at
    once, and a screen reader takes the touch for itself.

    Args:
        text: what to do, and for what.
        on_hold: told True when it is pressed, and False when it is let go.
        key: tells it apart among its neighbours.
        held: whether it is held now, as the caller knows it.
        icon: of what it shows.
    """

    def begin(_e: Any) -> None:
        on_hold(True)

    def end(_e: Any) -> None:
        on_hold(False)

    ink = ft.Colors.ON_PRIMARY if held else ft.Colors.ON_SURFACE
    said = ft.Text(text, size=16, weight=ft.FontWeight.W_600, color=ink)
    inside = ft.Container(
        ft.Row(
            [
                ft.Icon(icon, size=22, color=ink),
                ft.Semantics(live_region=True, content=said, expand=True),
            ],
            spacing=10,
        ),
        bgcolor=ft.Colors.PRIMARY if held else ft.Colors.SURFACE_CONTAINER_HIGHEST,
        border=outline(1, ft.Colors.OUTLINE),
        border_radius=RADIUS,
        padding=ft.Padding.symmetric(horizontal=14, vertical=10),
        height=None,
        alignment=ft.Alignment.CENTER_LEFT,
    )
    return ft.Container(
        ft.GestureDetector(
            content=inside,
            on_tap_down=begin,
            on_tap_up=end,
            on_tap_cancel=end,
            exclude_from_semantics=True,
        ),
        key=key,
        expand=True,
        # Not less than a finger is wide.
        padding=ft.Padding.symmetric(vertical=max(0, (TOUCH - 44) // 2)),
    )
