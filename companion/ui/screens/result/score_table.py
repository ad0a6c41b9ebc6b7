"""Table of the final score: the lines of the score, then what was compared."""

from collections.abc import Callable, Sequence
from typing import TypeAlias

import flet as ft

from companion.kernel.values import Seat
from companion.match.fold import Match
from companion.rulebook.wording import Wording
from companion.ui.context import AppContext
from companion.ui.hooks import current_page
from companion.ui.layout import PAD, board_alone
from companion.ui.theme import TOUCH
from companion.ui.views.table.scores import ScoreCell, final_rows, rows
from companion.ui.widgets import seat_badge, section, tappable

Cell: TypeAlias = tuple[Seat, str]
_AMOUNT = 22
"""Size of an amount."""
_AMOUNTS = 0.7
"""Share of a line that its amounts take at most."""
LETTER_SHARE = 0.6
"""Width of a digit, as a share of its size."""


def score_table(
    ctx: AppContext, match: Match, wording: Wording, touched: Callable[[Cell], None]
) -> ft.Control:
    """Build the score table with a column per seat, narrow enough for the smallest phone."""
    everyone = tuple(range(len(match.options.players)))
    room = board_alone(ctx.layout, current_page().width or 412) - 2 * PAD
    shown, summed = rows(match, wording, everyone), final_rows(match, wording)
    longest = max((len(cell.shown) for row in (*shown, *summed) for cell in row.cells), default=1)
    wanted = max(TOUCH, _AMOUNT * LETTER_SHARE * longest) * ctx.settings.grown
    width = min(wanted, room * (1 if ctx.settings.large_text else _AMOUNTS) / len(everyone))
    badges = [
        ft.Container(
            seat_badge(wording.colour(seat), wording.player(seat), 26),
            width=width,
            alignment=ft.Alignment.CENTER,
        )
        for seat in everyone
    ]
    lines: list[ft.Control] = [_score_line(ctx, "", badges)]
    for row in shown:
        cells = [_number(ctx, wording, cell, touched, width) for cell in row.cells]
        lines += [ft.Divider(height=1), _score_line(ctx, row.label, cells)]
    for row in summed:
        totals = [_total(ctx, wording, cell, width) for cell in row.cells]
        lines += [ft.Divider(height=3, thickness=2), _score_line(ctx, row.label, totals)]
    return section(
        ctx.words("final.numbers"), [ft.Column(lines, spacing=2, tight=True)], key="numbers"
    )


def _score_line(ctx: AppContext, label: str, cells: Sequence[ft.Control]) -> ft.Control:
    """Build a score row. With large text the amounts stand below the label."""
    said = ft.Text(label, size=15, weight=ft.FontWeight.W_600)
    if not ctx.settings.large_text:
        return ft.Row([ft.Container(said, expand=True), *cells], spacing=0)
    beside = ft.Row(list(cells), alignment=ft.MainAxisAlignment.SPACE_AROUND, spacing=0)
    return ft.Column([*([said] if label else []), beside], spacing=0, tight=True)


def _number(
    ctx: AppContext,
    wording: Wording,
    cell: ScoreCell,
    touched: Callable[[Cell], None],
    width: float,
) -> ft.Control:
    name, label = wording.player(cell.seat), wording.score_label(cell.code)
    return tappable(
        _amount(ctx, cell, width),
        ctx.words("marcador.spoken", name=name, label=label, amount=cell.shown),
        lambda _e: touched((cell.seat, cell.code)),
        key=f"final:{cell.code}:{cell.seat}",
        width=width,
        height=TOUCH * ctx.settings.grown,
        alignment=ft.Alignment.CENTER,
    )


def _amount(ctx: AppContext, cell: ScoreCell, width: float) -> ft.Control:
    """Build a number, as large as fits into its column."""
    fits = width / (LETTER_SHARE * len(cell.shown) * ctx.settings.text_scale / 100)
    return ft.Text(cell.shown, size=min(_AMOUNT, fits), weight=ft.FontWeight.BOLD, no_wrap=True)


def _total(ctx: AppContext, wording: Wording, cell: ScoreCell, width: float) -> ft.Control:
    """Build a number that was compared at the end, below the lines of the score."""
    name, label = wording.player(cell.seat), wording.score_label(cell.code)
    said = ctx.words("marcador.spoken_sum", name=name, label=label, amount=cell.shown)
    shown = _amount(ctx, cell, width)
    return ft.Container(
        ft.Semantics(label=said, content=ft.Semantics(exclude_semantics=True, content=shown)),
        width=width,
        alignment=ft.Alignment.CENTER,
        key=f"final:{cell.code}:{cell.seat}",
    )
