"""The panel that every step of the match screens stands in: title, body, verdict, actions."""

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
    short: bool = False,
) -> ft.Control:
    """A step; a short one is no higher than what it shows, of any other one the body scrolls.

    Args:
        title: what is being done.
        body: scrolls where there is not room enough.
        actions: always in the same place at the foot.
        key: of the panel.
        close: beside the title.
        accent: its background; doubt mode takes another.
        strip: stays between the body and the actions, such as the verdict so far.
        short: whether there is room for all of it on any screen.
    """
    top = ft.Row(
        [ft.Container(heading(title, 20), expand=True), *([close] if close else [])],
        vertical_alignment=ft.CrossAxisAlignment.CENTER,
    )
    middle = ft.Column(
        list(body),
        spacing=10,
        scroll=None if short else ft.ScrollMode.AUTO,
        expand=not short,
        tight=True,
    )
    foot = ft.Row(list(actions), wrap=True, spacing=8, run_spacing=8)
    parts = [
        top,
        *([middle] if body else []),
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


def strip(text: str, icon: ft.IconData, colour: str, ink: str) -> ft.Control:
    """One line of verdict, read out as it changes."""
    return ft.Container(
        ft.Semantics(
            live_region=True,
            content=ft.Row(
                [
                    ft.Icon(icon, size=22, color=ink),
                    ft.Text(text, size=16, color=ink, weight=ft.FontWeight.W_600, expand=True),
                ],
                spacing=8,
            ),
        ),
        bgcolor=colour,
        border_radius=RADIUS / 2,
        padding=ft.Padding.symmetric(horizontal=12, vertical=8),
    )
