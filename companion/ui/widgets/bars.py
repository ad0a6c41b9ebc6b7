"""Bar chart by rows: a number beside each bar, and each row read out as one."""

from collections.abc import Sequence
from dataclasses import dataclass

import flet as ft


@dataclass(frozen=True)
class Bar:
    """Bar of a chart."""

    label: str
    amount: str
    """Number as written."""
    share: float
    """Share of the longest bar."""
    spoken: str
    """Row in words."""
    colour: str | None = None


def bars(rows: Sequence[Bar], *, key: str) -> ft.Control:
    """Return the bars, each with its words for a screen reader."""
    return ft.Column(
        [_row(row, f"{key}:{n}") for n, row in enumerate(rows)],
        spacing=8,
        tight=True,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
        key=key,
    )


def _row(row: Bar, key: str) -> ft.Control:
    drawn = ft.Column(
        [
            ft.Row(
                [
                    ft.Text(row.label, size=16, expand=True),
                    ft.Text(row.amount, size=18, weight=ft.FontWeight.BOLD),
                ],
                spacing=12,
            ),
            ft.ProgressBar(
                value=min(max(row.share, 0), 1),
                bar_height=14,
                border_radius=7,
                color=row.colour,
                bgcolor=ft.Colors.SURFACE_CONTAINER_HIGHEST,
            ),
        ],
        spacing=4,
        tight=True,
    )
    return ft.Semantics(
        label=row.spoken,
        container=True,
        content=ft.Semantics(exclude_semantics=True, content=drawn),
        key=key,
    )
