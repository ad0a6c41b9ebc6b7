"""Read-only table at the moment when a dispute was opened."""

import flet as ft

from companion.match.fold import Match
from companion.rulebook.wording import Wording
from companion.services.privacy import visibility
from companion.ui import routes, widgets
from companion.ui.boards.contract import BoardInput, game_screen
from companion.ui.context import AppContext
from companion.ui.layout import PAD, board_alone, seen_alone
from companion.ui.match_loader import use_recalled
from companion.ui.shell import dead_end, opening, page, screen
from companion.ui.theme import GAP
from companion.ui.views.table.scores import ScoreCell, ScoreRow, rows
from companion.ui.widgets import seat_badge


@screen
def Screen(ctx: AppContext, dispute_id: str) -> ft.Control:
    """Render the board and the public score of that moment."""
    still = ft.use_callback(_nothing, [])
    words = ctx.words
    dispute = ctx.client.disputes.find(dispute_id)
    if not use_recalled(ctx, dispute):
        return page(
            ctx, words("dispute.moment_title"), [opening(ctx)], back=routes.dispute(dispute_id)
        )
    then = ctx.client.disputes.moment(dispute) if dispute else None
    if dispute is None or then is None:
        text = words("dispute.moment_away" if dispute else "dispute.gone")
        return dead_end(ctx, words("error.title"), text)
    wording = ctx.wording(then)
    hint = ft.Text(words("dispute.moment_hint", n=dispute.seq or 0), size=15)
    game = game_screen(then.game.id)
    board = game.board(
        BoardInput(
            match=then,
            wording=wording,
            layout=ctx.layout,
            width=board_alone(ctx.layout, ft.context.page.width or 412),
            text_scale=ctx.settings.text_scale,
            seat=next(iter(then.game.awaiting(then.state)), 0),
            height=float("inf"),
            visible_height=seen_alone(
                ctx.layout, ft.context.page.height or 915, large=ctx.settings.large_text
            ),
            offers=None,
            on_touch=still,
        )
    )
    turn = widgets.message(_turn(then, wording), key="turn")
    body = [hint, turn, ft.Container(board, key="board")]
    score = widgets.section(words("score.title"), [_score(then, wording)], key="score")
    title = words("dispute.moment_title")
    back = routes.dispute(dispute_id)
    return page(ctx, title, body, back=back, aside=[score], edge=PAD)


def _nothing(_place: str) -> None:
    """Ignore touches: this board is only shown."""


def _turn(then: Match, wording: Wording) -> str:
    names = tuple(map(wording.player, then.game.awaiting(then.state)))
    key = "mesa.turn" if names else "table.finished"
    return wording.app(key, names=names)


def _score(then: Match, wording: Wording) -> ft.Control:
    """Build the score lines that everybody may see."""
    shown = rows(then, wording, visibility.visible_seats(then, ()))
    lines = [_line(wording, row) for row in shown]
    return ft.Column(lines, spacing=14, horizontal_alignment=ft.CrossAxisAlignment.STRETCH)


def _line(wording: Wording, row: ScoreRow) -> ft.Control:
    cells = [_cell(wording, cell) for cell in row.cells]
    return ft.Column(
        [
            widgets.heading(row.label, 17, level=3),
            ft.Row(cells, wrap=True, spacing=GAP * 2, run_spacing=GAP),
        ],
        spacing=4,
    )


def _cell(wording: Wording, cell: ScoreCell) -> ft.Control:
    name = wording.player(cell.seat)
    amount = wording.app("score.hidden") if cell.amount is None else cell.shown
    return ft.Row(
        [
            seat_badge(wording.colour(cell.seat), name, 24),
            ft.Text(f"{name}: {amount}", size=17),
        ],
        spacing=6,
        tight=True,
    )
