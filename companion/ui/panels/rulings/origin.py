"""Origin of a number: the same panel wherever a number is touched."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

import flet as ft

from companion.kernel.duties import ScoreLine
from companion.kernel.values import Seat
from companion.match.fold import Match
from companion.rulebook.loader import AppWords
from companion.rulebook.templates import signed
from companion.rulebook.wording import Wording
from companion.ui import routes
from companion.ui.boards.contract import game_screen
from companion.ui.context import AppContext
from companion.ui.panels.rulings.ruling_card import rule_links
from companion.ui.panels.step_panel import step_panel
from companion.ui.theme import RADIUS
from companion.ui.views.rulings.origin import OriginLine, Source, may_tell, origins
from companion.ui.widgets import (
    card,
    close_button,
    heading,
    text_button,
)


@dataclass(frozen=True)
class OriginTarget:
    """Touched number: its title and its location."""

    title: str
    source: Source | None


def origin_card(
    ctx: AppContext,
    match: Match,
    wording: Wording,
    asked: OriginTarget,
    seats: Collection[Seat],
) -> ft.Control:
    """Build the origin of a number on a page, as far as viewers of these seats may know it."""
    head = [heading(ctx.words("score.where_from"), 15, level=3), heading(asked.title, 18)]
    lines = origin_lines(ctx, match, wording, asked.source, seats) if asked.source else []
    none = ft.Text(ctx.words("marcador.no_origin"), size=16)
    return card([*head, *(lines or [none])], key="origin")


def origin_panel(
    words: AppWords, title: str, lines: Sequence[ft.Control], close: Callable[[], None]
) -> ft.Control:
    """Build the origin of a number beside the board."""
    closing = close_button(words("button.close"), close, key="origin:close")
    head = heading(words("score.where_from"), 15, level=3)
    return step_panel(title, [head, *lines], [], close=closing, key="origin")


def origin_lines(
    ctx: AppContext, match: Match, wording: Wording, source: Source, seats: Collection[Seat]
) -> list[ft.Control]:
    """Build all movements of a number; empty if these seats may not see it."""
    if not may_tell(match, source, seats):
        return []
    movements = origins(match, wording, source, seats)
    if not movements:
        return [ft.Text(ctx.words("marcador.no_origin"), size=16)]
    return [_line(ctx, match, line) for line in movements]


def _line(ctx: AppContext, match: Match, line: OriginLine) -> ft.Control:
    parts: list[ft.Control] = [
        ft.Text(line.text, size=16),
        *([ft.Text(line.cause, size=16)] if line.cause else []),
        ft.Text(ctx.words("marcador.balance", balance=line.balance), size=14),
    ]
    if line.mark:
        parts.append(_mark(line.mark))
    if line.why:
        parts.append(ft.Text(line.why, size=14, italic=True))
    links: list[ft.Control] = []
    if line.rule.id:
        links.append(rule_links(ctx, routes.match_rules(match.started.match), (line.rule,)))
    if line.entry:
        links.append(_to_acta(ctx, match, line.entry))
    if links:
        parts.append(ft.Row(links, wrap=True, spacing=0, run_spacing=0))
    number = ft.Text(
        "?" if line.change is None else signed(line.change),
        size=24,
        weight=ft.FontWeight.BOLD,
        width=64,
    )
    return ft.Container(
        ft.Row(
            [number, ft.Column(parts, spacing=0, expand=True)],
            spacing=8,
            vertical_alignment=ft.CrossAxisAlignment.START,
        ),
        border_radius=RADIUS,
        key=f"origin:{line.entry}:{line.balance}:{line.rule.id}",
    )


def _mark(text: str) -> ft.Control:
    colour = ft.Colors.TERTIARY
    return ft.Row(
        [
            ft.Icon(ft.Icons.HANDSHAKE, size=18, color=colour),
            ft.Text(text, size=14, color=colour, weight=ft.FontWeight.W_600),
        ],
        spacing=4,
        tight=True,
    )


def _to_acta(ctx: AppContext, match: Match, entry: str) -> ft.Control:
    return text_button(
        ctx.words("origin.to_acta"),
        lambda _e: ctx.go(routes.entry(match.started.match, entry)),
        icon=ft.Icons.HISTORY_EDU,
        key=f"origin:acta:{entry}",
    )


def asked_of(match: Match, wording: Wording, seat: Seat, code: str) -> OriginTarget:
    """Return the target that shows the origin of one number of the score."""
    title = wording.app("marcador.from", label=wording.score_label(code), name=wording.player(seat))
    return OriginTarget(title, game_screen(match.game.id).source_of(ScoreLine(seat, code, 0, "")))
