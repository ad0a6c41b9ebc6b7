"""A thing on the board or in a list that one touches."""

from collections.abc import Callable
from typing import Any

import flet as ft

from companion.ui.theme import RADIUS


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
    """`visual` as a button with one exact name for screen readers; Tab and Enter work.

    Args:
        visual: what is drawn; its own texts are not read out.
        label: the name read out.
        on_tap: called with the event; None: it is shown and read, but not touched.
        key: tells it apart among its neighbours.
        selected: read out, and to be drawn by the caller.
        radius: of its corners, in logical pixels.
        expand: as in Flet.
        box: more of `ft.Container`: size, colours, border.
    """
    # What is touched is one thing for screen readers, and what is said of it becomes its name. What
    # is not touched has to be made one thing.
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
