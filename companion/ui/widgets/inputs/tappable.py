"""Touchable control of a board or a list."""

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
