"""List of the disputes on this host: undecided ones, precedents, and the rest."""

from collections.abc import Sequence
from datetime import datetime
from functools import partial

import flet as ft

from companion.games import GAMES
from companion.rulebook.loader import RulebookError
from companion.services.disputes.model import Dispute
from companion.ui import routes, widgets
from companion.ui.boards.parts import game_row
from companion.ui.context import AppContext
from companion.ui.shell import dead_end, page, screen
from companion.ui.views.rulings import dispute_view as presenter
from companion.ui.views.rulings.dispute_view import DisputeLine


@screen
def Screen(ctx: AppContext, game_id: str = "") -> ft.Control:
    """Render all disputes, or those about one game."""
    words = ctx.words
    if game_id and game_id not in GAMES:
        return dead_end(ctx, words("error.title"), words("error.no_game"))
    disputes = ctx.client.disputes.all(game_id or None)
    games = (game_id,) if game_id else tuple(GAMES)
    body = _groups(ctx, disputes) if disputes else [_nothing(ctx)]
    ways = _action_sections(ctx, games, disputes)
    back = routes.rules(game_id) if game_id else routes.HOME
    return page(ctx, words("dispute.title"), body, back=back, aside=ways)


def _nothing(ctx: AppContext) -> ft.Control:
    text = ctx.words("dispute.none" if ctx.client.owner else "dispute.none_guest")
    return widgets.nothing_yet(text, ft.Icons.GAVEL, key="no-disputes")


def _groups(ctx: AppContext, disputes: Sequence[Dispute]) -> list[ft.Control]:
    lines = lines_of(ctx, disputes)
    groups = (
        ("waiting", [line for line in lines if not line.decided]),
        ("precedents", [line for line in lines if line.precedent]),
        ("decided", [line for line in lines if line.decided and not line.precedent]),
    )
    return [
        widgets.section(ctx.words(f"dispute.{name}"), [row(ctx, line) for line in group], key=name)
        for name, group in groups
        if group
    ]


def lines_of(ctx: AppContext, disputes: Sequence[Dispute]) -> list[DisputeLine]:
    """Return the disputes as list lines, without those whose game data is missing."""
    now, lines = datetime.now().astimezone(), []
    for dispute in disputes:
        try:
            lines.append(presenter.line(dispute, ctx.words, now))
        except RulebookError:
            continue
    return lines


def row(ctx: AppContext, line: DisputeLine) -> ft.Control:
    """Build the row of one dispute, which opens it."""
    icon = ft.Icons.GAVEL if line.decided else ft.Icons.HOURGLASS_EMPTY
    visual = ft.Row(
        [
            ft.Icon(icon, size=26, color=ft.Colors.PRIMARY),
            ft.Column(
                [
                    ft.Text(line.question, size=18, weight=ft.FontWeight.W_600),
                    ft.Text(line.status, size=16),
                    ft.Text(line.about, size=14, color=ft.Colors.ON_SURFACE_VARIANT),
                ],
                spacing=2,
                expand=True,
            ),
            ft.Icon(ft.Icons.CHEVRON_RIGHT, color=ft.Colors.ON_SURFACE_VARIANT),
        ],
        spacing=14,
    )
    return widgets.tappable(
        visual,
        f"{line.question} {line.status}. {line.about}",
        partial(_open, ctx, line.id),
        key=f"dispute:{line.id}",
        padding=16,
        bgcolor=ft.Colors.SURFACE_CONTAINER_LOW,
    )


def _open(ctx: AppContext, dispute_id: str, _event: object) -> None:
    ctx.go(routes.dispute(dispute_id))


def _action_sections(
    ctx: AppContext, games: Sequence[str], disputes: Sequence[Dispute]
) -> list[ft.Control]:
    """Build the buttons that open a new dispute and transfer all of a game."""
    words = ctx.words
    opening = (
        [_new(ctx, game_id) for game_id in games] if ctx.client.disputes.may_open(None) else []
    )
    carrying = [
        _carry(ctx, game_id) for game_id in games if any(d.game == game_id for d in disputes)
    ]
    shown: list[ft.Control] = []
    if opening:
        shown.append(widgets.section(words("dispute.new"), opening, key="new-dispute"))
    if carrying:
        shown.append(widgets.section(words("carry.title"), carrying, key="carry-disputes"))
    return shown


def _new(ctx: AppContext, game_id: str) -> ft.Control:
    name = ctx.rulebook(game_id).info.name
    return game_row(
        ctx,
        game_id,
        f"{ctx.words('dispute.open')} · {name}",
        ft.Icons.GAVEL,
        routes.new_dispute(game_id),
        f"new-dispute:{game_id}",
    )


def _carry(ctx: AppContext, game_id: str) -> ft.Control:
    name = ctx.rulebook(game_id).info.name
    return widgets.in_own_row(
        widgets.secondary(
            ctx.words("dispute.carry_all", game=name),
            lambda _e: ctx.go(routes.carry_disputes(game_id)),
            icon=ft.Icons.SEND_TO_MOBILE,
            key=f"carry-disputes:{game_id}",
        )
    )
