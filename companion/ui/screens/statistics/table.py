"""Score lines as a table: the best and the average number in columns."""

import flet as ft

from companion.rulebook.loader import AppWords
from companion.ui import widgets
from companion.ui.screens.statistics.presenter import ScoreFigure, ScoreTable

_NAME, _NUMBER = 5, 3
"""Shares of a row that its name and a number take."""


def score_table(words: AppWords, table: ScoreTable) -> list[ft.Control]:
    """Build the rows of a game, under a line that names the columns."""
    title = [widgets.heading(table.title, 16, level=4)] if table.title else []
    if not table.figures:
        return [*title]
    columns = ft.Row(
        [
            ft.Container(expand=_NAME),
            *(_column(words(f"stats.{name}")) for name in ("best", "mean")),
        ],
        spacing=8,
    )
    head = ft.Semantics(exclude_semantics=True, content=columns)
    rows = [_row(figure, f"{table.key}:{n}") for n, figure in enumerate(table.figures)]
    above = ft.Container(height=4)
    return [above, *title, ft.Column([head, *rows], spacing=0, tight=True)]


def _column(text: str) -> ft.Control:
    faint = ft.Colors.ON_SURFACE_VARIANT
    said = ft.Text(text, size=14, color=faint, text_align=ft.TextAlign.END)
    return ft.Container(said, expand=_NUMBER, alignment=ft.Alignment.CENTER_RIGHT)


def _row(figure: ScoreFigure, key: str) -> ft.Control:
    by = [ft.Text(figure.by, size=13, text_align=ft.TextAlign.END)] if figure.by else []
    drawn = ft.Container(
        ft.Row(
            [
                ft.Text(figure.label, size=15, expand=_NAME),
                ft.Column(
                    [_number(figure.best, ft.FontWeight.BOLD), *by],
                    spacing=0,
                    tight=True,
                    expand=_NUMBER,
                    horizontal_alignment=ft.CrossAxisAlignment.END,
                ),
                ft.Container(
                    _number(figure.mean, ft.FontWeight.W_500),
                    expand=_NUMBER,
                    alignment=ft.Alignment.CENTER_RIGHT,
                ),
            ],
            spacing=8,
        ),
        border=ft.Border.only(top=ft.BorderSide(1, ft.Colors.OUTLINE_VARIANT)),
        padding=ft.Padding.symmetric(vertical=7),
    )
    return ft.Semantics(
        label=figure.spoken,
        container=True,
        content=ft.Semantics(exclude_semantics=True, content=drawn),
        key=f"figure:{key}",
    )


def _number(text: str, weight: ft.FontWeight) -> ft.Control:
    return ft.Text(text, size=17, weight=weight, text_align=ft.TextAlign.END)
