"""Text of rules: paragraphs, and highlighted matches of a search."""

from collections.abc import Sequence

import flet as ft


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
