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
    part: str | None = None,
) -> ft.Control:
    """A step, no higher than what it shows; where there is not room enough, its body scrolls.

    Args:
        title: what is being done.
        body: what is asked or told.
        actions: always in the same place at the foot.
        key: of the panel.
        close: beside the title.
        accent: its background; doubt mode takes another.
        strip: stays between the body and the actions, such as the verdict so far.
        part: what of it the body shows; another one begins at its top, and is as high as it needs.
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
    """What scrolls where it has to, and takes no more height than it needs."""
    # The toolkit makes what scrolls at least as high as the room that it is given, so it is given
    # no more than it would take by itself: only a row asks for that.
    inside = ft.Column(list(body), spacing=10, scroll=ft.ScrollMode.AUTO, expand=True, tight=True)
    # What it once was as high as, it stays, and where it was scrolled to: only another one is not.
    return ft.Row(
        [inside],
        key=key,
        intrinsic_height=True,
        expand=True,
        expand_loose=True,
        vertical_alignment=ft.CrossAxisAlignment.STRETCH,
    )


def no_strip() -> ft.Control:
    """The room of a line that is still to come: nothing above it moves when it does."""
    clear = ft.Colors.TRANSPARENT
    return ft.Semantics(exclude_semantics=True, content=strip(" ", ft.Icons.CHECK, clear, clear))


def strip(text: str, icon: ft.IconData, colour: str, ink: str) -> ft.Control:
    """One line of verdict, read out as it changes."""
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
