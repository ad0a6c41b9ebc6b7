"""Touchable control of a board or a list."""

from collections.abc import Callable
from typing import Any

import flet as ft

from companion.toolkit.edges import outline
from companion.ui.theme import RADIUS, TOUCH


def tappable(
    visual: ft.Control,
    label: str,
    on_tap: Callable[[Any], None] | None,
    *,
    key: str | None = None,
    selected: bool = False,
    radius: float = RADIUS,
    expand: bool | int | None = None,
    **box: Any,
) -> ft.Control:
    """Return `visual` as a button with one exact name for screen readers; Tab and Enter work.

    Args:
        visual: control to draw; its own texts are not read out.
        label: name read out.
        on_tap: called with the event; None: it is shown and read, but not touchable.
        key: key among its siblings.
        selected: read out as selected; the caller draws it.
        radius: corner radius in logical pixels.
        expand: as in Flet.
        box: further arguments of `ft.Container`: size, colours, border.
    """
    # A touchable control is one node for screen readers, and its label becomes the name of that
    # node. Without `on_tap` it has to be made one node by `container`.
    said = ft.Semantics(
        button=on_tap is not None,
        selected=selected or None,
        label=label,
        container=on_tap is None,
        exclude_semantics=True,
        content=visual,
    )
    return ft.Container(
        content=said,
        ink=on_tap is not None,
        on_click=on_tap,
        border_radius=radius,
        key=key,
        expand=expand,
        **box,
    )


def hold(
    text: str,
    on_hold: Callable[[bool], None],
    *,
    key: str,
    held: bool = False,
    icon: ft.IconData = ft.Icons.VISIBILITY_OFF,
) -> ft.Control:
    """Return a button that reports the press and the release, or the finger sliding away.

    It needs an alternative beside it: a keyboard presses and releases at once, and a screen reader
    consumes the touch.

    Args:
        text: what to do, and for what.
        on_hold: called with True on the press and with False on the release.
        key: key among its siblings.
        held: current state, as the caller knows it.
        icon: icon of what it shows.
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
        # Pad to at least the width of a finger.
        padding=ft.Padding.symmetric(vertical=max(0, (TOUCH - 44) // 2)),
    )
