"""Panel of every step of the match screens: title, body, verdict, actions."""

from collections.abc import Sequence

import flet as ft

from companion.ui.theme import RADIUS
from companion.ui.widgets import heading


def step_panel(
    title: str,
    body: Sequence[ft.Control],
    actions: Sequence[ft.Control],
    *,
    key: str,
    close: ft.Control | None = None,
    accent: str = ft.Colors.SURFACE_CONTAINER,
    strip: ft.Control | None = None,
    part: str | None = None,
) -> ft.Control:
    """Build a panel as high as its contents; where room is short, its body scrolls.

    Args:
        title: what is being done.
        body: contents.
        actions: buttons, always in the same place at the foot.
        key: key of the panel.
        close: control beside the title.
        accent: background colour; doubt mode takes another.
        strip: control kept between body and actions, such as the verdict so far.
        part: identity of the contents; a new one starts at its top, with its own height.
    """
    top = ft.Row(
        [ft.Container(heading(title, 20), expand=True), *([close] if close else [])],
        vertical_alignment=ft.CrossAxisAlignment.CENTER,
    )
    foot = ft.Row(list(actions), wrap=True, spacing=8, run_spacing=8)
    parts = [
        top,
        *([scrolled(body, part)] if body else []),
        *([strip] if strip else []),
        *([foot] if actions else []),
    ]
    return ft.Container(
        ft.Column(
            parts,
            spacing=8,
            tight=True,
            horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
        ),
        key=key,
        bgcolor=accent,
        border_radius=RADIUS,
        padding=ft.Padding.only(left=16, right=10, top=6, bottom=12),
        shadow=ft.BoxShadow(blur_radius=12, color=ft.Colors.with_opacity(0.3, ft.Colors.SHADOW)),
    )


def scrolled(body: Sequence[ft.Control], key: str | None = None) -> ft.Control:
    """Build a body that scrolls only if needed and is no higher than its contents."""
    # Flet makes a scrolling control at least as high as the room it is given. Give it only its
    # intrinsic height, which needs a row.
    # The bar says that there is more where a row ends at the edge.
    inside = ft.Column(list(body), spacing=10, scroll=ft.ScrollMode.ALWAYS, expand=True, tight=True)
    # The client keeps the height and the scroll position of this row. Only a different key resets
    # them.
    return ft.Row(
        [inside],
        key=key,
        intrinsic_height=True,
        expand=True,
        expand_loose=True,
        vertical_alignment=ft.CrossAxisAlignment.STRETCH,
    )


def no_strip() -> ft.Control:
    """Build the empty space of a strip, so that nothing moves when one appears."""
    clear = ft.Colors.TRANSPARENT
    return ft.Semantics(exclude_semantics=True, content=strip(" ", ft.Icons.CHECK, clear, clear))


def strip(text: str, icon: ft.IconData, colour: str, ink: str) -> ft.Control:
    """Build one line of verdict, read out as it changes."""
    return ft.Container(
        ft.Semantics(
            live_region=True,
            content=ft.Row(
                [
                    ft.Icon(icon, size=22, color=ink, apply_text_scaling=True),
                    ft.Text(text, size=16, color=ink, weight=ft.FontWeight.W_600, expand=True),
                ],
                spacing=8,
            ),
        ),
        bgcolor=colour,
        border_radius=RADIUS / 2,
        padding=ft.Padding.symmetric(horizontal=12, vertical=8),
    )
