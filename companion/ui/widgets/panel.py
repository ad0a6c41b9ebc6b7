"""Cards, headings, and the step panel that replaces a dialog within the page."""

from collections.abc import Callable, Sequence
from typing import Any

import flet as ft

from companion.ui.theme import RADIUS, TOUCH
from companion.ui.widgets.buttons import in_own_row
from companion.ui.widgets.tappable import tappable


def heading(text: str, size: float = 22, *, level: int = 2) -> ft.Control:
    """Return a heading that is announced as one."""
    return ft.Semantics(
        heading_level=level, content=ft.Text(text, size=size, weight=ft.FontWeight.BOLD)
    )


def card(
    controls: Sequence[ft.Control],
    *,
    key: str | None = None,
    padding: float | ft.Padding = 16,
    spacing: float = 12,
    bgcolor: str | None = ft.Colors.SURFACE_CONTAINER_LOW,
    **box: Any,
) -> ft.Container:
    """Return a group of controls on a surface of its own."""
    return ft.Container(
        ft.Column(list(controls), spacing=spacing, tight=True),
        key=key,
        bgcolor=bgcolor,
        border_radius=RADIUS,
        padding=padding,
        **box,
    )


def reading_group(inside: ft.Control) -> ft.Control:
    """Wrap a control so that a screen reader reads it without a break.

    A screen reader goes by positions and would mix it with what lies over it.
    """
    # `Card` is the only Flet control that can isolate its content without changing what is read.
    apart = ft.Card(
        inside,
        semantic_container=False,
        elevation=0,
        margin=0,
        bgcolor=ft.Colors.TRANSPARENT,
        shape=ft.RoundedRectangleBorder(radius=0),
    )
    return ft.Semantics(container=True, content=apart)


def section(title: str, controls: Sequence[ft.Control], *, key: str | None = None) -> ft.Control:
    """Return a heading and its content."""
    return ft.Column([heading(title, 19), *controls], spacing=10, key=key)


def field_with_button(field: ft.Control, button: ft.Control) -> ft.Column:
    """Return a field and its button below it."""
    return ft.Column(
        [field, in_own_row(button)],
        spacing=12,
        tight=True,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )


def panel(
    title: str,
    body: Sequence[ft.Control],
    actions: Sequence[ft.Control],
    *,
    close: ft.Control | None = None,
    key: str | None = None,
    accent: str = ft.Colors.SURFACE_CONTAINER,
    height: float | None = None,
    expand: bool | int | None = None,
) -> ft.Control:
    """Return a step panel: title, scrolling body and actions at the foot.

    Args:
        title: name of the step.
        body: content; scrolls if there is not enough room.
        actions: buttons at the foot, always visible.
        close: control beside the title.
        key: key of the panel.
        accent: background; doubt mode uses another.
        height: total height, if it does not expand.
        expand: as in Flet.
    """
    top = ft.Row(
        [ft.Container(heading(title, 20), expand=True), *([close] if close else [])],
        vertical_alignment=ft.CrossAxisAlignment.START,
    )
    bounded = height is not None or bool(expand)
    middle = ft.Column(
        list(body),
        spacing=12,
        scroll=ft.ScrollMode.AUTO if bounded else None,
        expand=bounded or None,
        tight=not bounded,
    )
    foot = ft.Row(list(actions), wrap=True, spacing=8, run_spacing=8)
    return ft.Container(
        ft.Column([top, middle, foot], spacing=12, tight=not bounded),
        key=key,
        bgcolor=accent,
        border_radius=RADIUS,
        padding=16,
        height=height,
        expand=expand,
    )


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
