"""Messages and texts with parts set apart."""

from collections.abc import Sequence
from enum import StrEnum

import flet as ft

from companion.ui.theme import CARE, GOOD, RADIUS


class Tone(StrEnum):
    """Tone of a message."""

    CALM = "calm"
    GOOD = "good"
    CARE = "care"
    BAD = "bad"


_LOOK = {
    Tone.CALM: (
        ft.Colors.SURFACE_CONTAINER_HIGH,
        ft.Colors.ON_SURFACE,
        ft.Icons.INFO_OUTLINE,
    ),
    Tone.GOOD: (GOOD, ft.Colors.ON_SURFACE, ft.Icons.CHECK_CIRCLE_OUTLINE),
    Tone.CARE: (CARE, ft.Colors.ON_SURFACE, ft.Icons.HELP_OUTLINE),
    Tone.BAD: (ft.Colors.ERROR_CONTAINER, ft.Colors.ON_ERROR_CONTAINER, ft.Icons.ERROR_OUTLINE),
}


def message(
    text: str,
    tone: Tone = Tone.CALM,
    *,
    actions: tuple[ft.Control, ...] = (),
    key: str | None = None,
) -> ft.Control:
    """Return a message with its actions, read out when it appears."""
    back, ink, icon = _LOOK[tone]
    lines: list[ft.Control] = [ft.Text(text, size=17, color=ink)]
    if actions:
        lines.append(ft.Row(list(actions), wrap=True, spacing=8, run_spacing=8))
    return ft.Container(
        ft.Semantics(
            live_region=True,
            content=ft.Row(
                [
                    ft.Icon(icon, color=ink, size=24, apply_text_scaling=True),
                    ft.Column(lines, spacing=10, expand=True),
                ],
                spacing=12,
                vertical_alignment=ft.CrossAxisAlignment.START,
            ),
        ),
        key=key,
        bgcolor=back,
        border_radius=RADIUS,
        padding=16,
    )


def nothing_yet(text: str, icon: ft.IconData, *, key: str) -> ft.Control:
    """Return what a list shows while it is empty: its sign, and how it comes to hold something."""
    sign = ft.Container(
        ft.Icon(icon, size=40, color=ft.Colors.ON_PRIMARY_CONTAINER),
        width=84,
        height=84,
        border_radius=42,
        bgcolor=ft.Colors.PRIMARY_CONTAINER,
        alignment=ft.Alignment.CENTER,
    )
    said = ft.Text(text, size=17, text_align=ft.TextAlign.CENTER)
    return ft.Container(
        ft.Semantics(
            live_region=True,
            content=ft.Column(
                [sign, said],
                spacing=16,
                tight=True,
                horizontal_alignment=ft.CrossAxisAlignment.CENTER,
            ),
        ),
        key=key,
        padding=ft.Padding.symmetric(horizontal=12, vertical=20),
        alignment=ft.Alignment.CENTER,
    )


def highlighted(text: str, spans: Sequence[tuple[int, int]], *, size: float = 16) -> ft.Control:
    """Return a text with the spans (start, end) highlighted; they are in order and disjoint."""
    parts: list[ft.TextSpan] = []
    at = 0
    hit = ft.TextStyle(
        weight=ft.FontWeight.BOLD,
        bgcolor=ft.Colors.PRIMARY_CONTAINER,
        color=ft.Colors.ON_PRIMARY_CONTAINER,
    )
    for start, end in spans:
        parts += [ft.TextSpan(text[at:start]), ft.TextSpan(text[start:end], style=hit)]
        at = end
    parts.append(ft.TextSpan(text[at:]))
    return ft.Text(spans=parts, size=size, semantics_label=text)


def paragraphs(text: str, *, size: float = 17) -> ft.Control:
    """Return a text split at empty lines; lines that begin with «- » become a list."""
    blocks = [block.strip() for block in text.strip().split("\n\n") if block.strip()]
    return ft.Column([_block(block, size) for block in blocks], spacing=12)


def _block(block: str, size: float) -> ft.Control:
    lines = block.splitlines()
    if not all(line.lstrip().startswith("- ") for line in lines):
        # Plain text: screen readers announce selectable text as an empty field.
        return ft.Text(" ".join(line.strip() for line in lines), size=size)
    return ft.Column([_point(line.lstrip()[2:], size) for line in lines], spacing=6)


def _point(text: str, size: float) -> ft.Control:
    return ft.Row(
        [
            ft.Semantics(exclude_semantics=True, content=ft.Text("•", size=size)),
            ft.Text(text, size=size, expand=True),
        ],
        spacing=8,
        vertical_alignment=ft.CrossAxisAlignment.START,
    )
