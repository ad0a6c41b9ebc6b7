"""Heading that shows or hides its content."""

from collections.abc import Callable, Sequence
from typing import Any

import flet as ft

from companion.ui.theme import RADIUS, TOUCH
from companion.ui.widgets.inputs.tappable import tappable


def expander(
    title: str,
    controls: Sequence[ft.Control],
    *,
    is_open: bool,
    on_toggle: Callable[[bool], None],
    detail: str = "",
    icon: ft.IconData | None = None,
    key: str = "expander",
) -> ft.Control:
    """Return the heading, with the controls if it is open.

    Args:
        title: heading, always shown.
        controls: content; not built on the screen while closed.
        is_open: True if open; the caller keeps this state.
        on_toggle: called with the new state.
        detail: smaller text under the title.
        icon: icon before the title.
        key: key of the whole.
    """
    name = f"{title}. {detail}" if detail else title
    head = ft.Semantics(
        expanded=is_open,
        content=tappable(
            _head(title, detail, icon, is_open),
            name,
            lambda _event: on_toggle(not is_open),
            key=f"{key}:head",
            padding=ft.Padding.symmetric(horizontal=16, vertical=12),
        ),
    )
    parts: list[ft.Control] = [head]
    if is_open:
        body = ft.Column(list(controls), spacing=10)
        parts.append(ft.Container(body, padding=ft.Padding.only(left=16, right=16, bottom=16)))
    return ft.Container(
        ft.Column(parts, spacing=0, horizontal_alignment=ft.CrossAxisAlignment.STRETCH),
        key=key,
        bgcolor=ft.Colors.SURFACE_CONTAINER_LOW,
        border_radius=RADIUS,
    )


def _head(title: str, detail: str, icon: ft.IconData | None, is_open: bool) -> ft.Control:
    lines: list[ft.Control] = [ft.Text(title, size=18, weight=ft.FontWeight.W_600)]
    if detail:
        lines.append(ft.Text(detail, size=14, color=ft.Colors.ON_SURFACE_VARIANT))
    arrow = ft.Icons.EXPAND_LESS if is_open else ft.Icons.EXPAND_MORE
    grown: dict[str, Any] = {"size": TOUCH / 2, "apply_text_scaling": True}
    before = [ft.Icon(icon, color=ft.Colors.PRIMARY, **grown)] if icon else []
    return ft.Row(
        [*before, ft.Column(lines, spacing=2, expand=True), ft.Icon(arrow, **grown)],
        spacing=12,
    )
