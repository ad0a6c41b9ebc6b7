"""Table of a place: a column for each seat under its sign, a row for each thing compared."""

from collections.abc import Sequence

import flet as ft

from companion.ui.boards.contract import DetailCell, DetailRow
from companion.ui.context import AppContext
from companion.ui.widgets import People, frame_style, seat_badge

_CELL = 50
"""Width of the cell of a seat."""


def detail_table(ctx: AppContext, people: People, rows: Sequence[DetailRow]) -> ft.Control:
    """Build the table; each row is read aloud as one sentence."""
    badges = [_boxed(seat_badge(one.colour, one.name, 26)) for one in people]
    lines: list[ft.Control] = [_line(ctx, ft.Text(""), badges)]
    for row in rows:
        lines += [ft.Divider(height=1), _row(ctx, row)]
    return ft.Column(lines, spacing=2, tight=True)


def _row(ctx: AppContext, row: DetailRow) -> ft.Control:
    label: list[ft.Control] = [ft.Text(row.label, size=15, weight=ft.FontWeight.W_600)]
    label += [ft.Text(row.note, size=14)] if row.note else []
    drawn = _line(ctx, ft.Column(label, spacing=0, tight=True), [*map(_cell, row.cells)])
    return ft.Semantics(
        label=row.spoken, content=ft.Semantics(exclude_semantics=True, content=drawn)
    )


def _line(ctx: AppContext, label: ft.Control, cells: list[ft.Control]) -> ft.Control:
    """Build a row. With large text the cells stand below the label."""
    if ctx.settings.large_text:
        beside = ft.Row(cells, alignment=ft.MainAxisAlignment.SPACE_AROUND, spacing=0)
        return ft.Column([label, beside], spacing=0, tight=True)
    return ft.Row([ft.Container(label, expand=True), *cells], spacing=2)


def _cell(cell: DetailCell) -> ft.Control:
    weight = ft.FontWeight.BOLD if cell.chosen else ft.FontWeight.W_500
    ink = ft.Colors.ON_PRIMARY_CONTAINER if cell.chosen else ft.Colors.ON_SURFACE
    parts: list[ft.Control] = [ft.Text(cell.text, size=18, weight=weight, color=ink)]
    parts += [ft.Text(cell.below, size=12, color=ink)] if cell.below else []
    return _boxed(
        ft.Column(parts, spacing=0, tight=True, horizontal_alignment=_MIDDLE), cell.chosen
    )


_MIDDLE = ft.CrossAxisAlignment.CENTER


def _boxed(content: ft.Control, chosen: bool = False) -> ft.Control:
    return ft.Container(
        content,
        width=_CELL,
        alignment=ft.Alignment.CENTER,
        border_radius=8,
        bgcolor=ft.Colors.PRIMARY_CONTAINER if chosen else None,
        **frame_style(
            2 if chosen else 1,
            ft.Colors.PRIMARY if chosen else ft.Colors.TRANSPARENT,
            across=3,
            down=3,
        ),
    )
