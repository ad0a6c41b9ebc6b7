"""The end: who won and why, how the score went, and another match."""

from collections.abc import Callable
from typing import TypeAlias

import flet as ft

from companion.kernel.values import Seat
from companion.match.fold import Match
from companion.rulebook.wording import Wording
from companion.ui import routes
from companion.ui.boards.contract import game_screen
from companion.ui.context import AppContext
from companion.ui.hooks import use_match
from companion.ui.panels.backup import Reminder
from companion.ui.panels.carry_buttons import carry_button
from companion.ui.panels.clock import times_section
from companion.ui.panels.keeping import box_offer
from companion.ui.panels.origin import asked_of, origin_card
from companion.ui.panels.ruling_card import rule_links
from companion.ui.panels.unreadable import unreadable
from companion.ui.screens.ending.presenter import FinalView, final, open_codes, series
from companion.ui.shell import page, screen
from companion.ui.theme import TOUCH, seat_look
from companion.ui.views.scores import ScoreCell, rows
from companion.ui.widgets import (
    Line,
    card,
    heading,
    line_chart,
    primary,
    seat_badge,
    seat_chip,
    secondary,
    section,
    tappable,
)

Cell: TypeAlias = tuple[Seat, str]
_NONE: Cell | None = None


@screen
def Screen(ctx: AppContext, match_id: str) -> ft.Control:
    """How a match ended."""
    found = use_match(ctx, match_id)
    opened, set_opened = ft.use_state(_NONE)
    _, redraw = ft.use_state(0)
    match = found.match
    if match is None:
        return unreadable(ctx, found)
    wording = ctx.wording(match)
    end = final(match, wording)
    table = routes.match(match_id)
    title = ctx.words("outcome.title")
    if end is None:
        still = ft.Text(ctx.words("final.still"), size=18)
        go = primary(ctx.words("final.to_table"), lambda _e: ctx.go(table), key="to_table")
        return page(ctx, title, [still, ft.Row([go])])

    def touched(cell: Cell) -> None:
        set_opened(None if opened == cell else cell)

    body = [_winners(ctx, match, end), _numbers(ctx, match, wording, touched)]
    if ctx.place.phone:
        body.append(Reminder(ctx, key="reminder"))
    body += box_offer(ctx, match, lambda: redraw(lambda count: count + 1))
    if opened is not None:
        everyone = range(len(match.options.players))
        body.append(origin_card(ctx, match, wording, asked_of(match, wording, *opened), everyone))
    again = primary(
        ctx.words("final.again"),
        lambda _e: ctx.go(routes.new_match(match.game.id)),
        icon=ft.Icons.REPLAY,
        key="again",
    )
    acta = secondary(
        ctx.words("nav.acta"), lambda _e: ctx.go(routes.match(match_id, "acta")), key="to_acta"
    )
    aside = [_chart(ctx, match, wording), *times_section(ctx, match, wording)]
    if ctx.hub.may_export(match):
        aside.append(ft.Row([carry_button(ctx, routes.match(match_id, "llevar"))]))
    foot = [acta, again] if ctx.hub.owner else [acta]
    return page(ctx, title, body, back=table, aside=aside, foot=foot)


def _winners(ctx: AppContext, match: Match, end: FinalView) -> ft.Control:
    names = match.options.players
    badges = [seat_badge(seat, names[seat], 72) for seat in end.winners]
    return card(
        [
            ft.Row(
                [ft.Icon(ft.Icons.EMOJI_EVENTS, size=56, color=ft.Colors.PRIMARY), *badges],
                alignment=ft.MainAxisAlignment.CENTER,
                wrap=True,
            ),
            ft.Semantics(
                heading_level=1,
                live_region=True,
                content=ft.Text(
                    end.reason,
                    size=26,
                    weight=ft.FontWeight.BOLD,
                    text_align=ft.TextAlign.CENTER,
                ),
            ),
            rule_links(ctx, match.game.id, (end.rule,)),
        ],
        key="winners",
    )


def _numbers(
    ctx: AppContext, match: Match, wording: Wording, touched: Callable[[Cell], None]
) -> ft.Control:
    everyone = tuple(range(len(match.options.players)))
    found = rows(match, wording, everyone)
    head = [ft.DataColumn(label=ft.Text(""))]
    head += [
        ft.DataColumn(label=ft.Text(row.label, size=15, weight=ft.FontWeight.BOLD), numeric=True)
        for row in found
    ]
    lines = [
        ft.DataRow(
            [
                ft.DataCell(seat_chip(seat, wording.player(seat), size=16)),
                *(ft.DataCell(_number(ctx, wording, row.cells[seat], touched)) for row in found),
            ]
        )
        for seat in everyone
    ]
    table = ft.DataTable(columns=head, rows=lines, column_spacing=20, horizontal_margin=8)
    return section(
        ctx.words("final.numbers"), [ft.Row([table], scroll=ft.ScrollMode.AUTO)], key="numbers"
    )


def _number(
    ctx: AppContext, wording: Wording, cell: ScoreCell, touched: Callable[[Cell], None]
) -> ft.Control:
    name, label = wording.player(cell.seat), wording.score_label(cell.code)
    return tappable(
        ft.Text(str(cell.amount), size=22, weight=ft.FontWeight.BOLD),
        ctx.words("marcador.spoken", name=name, label=label, amount=cell.amount or 0),
        lambda _e: touched((cell.seat, cell.code)),
        key=f"final:{cell.code}:{cell.seat}",
        width=TOUCH,
        height=TOUCH,
        alignment=ft.Alignment.CENTER_RIGHT,
    )


def _chart(ctx: AppContext, match: Match, wording: Wording) -> ft.Control:
    charted = game_screen(match.game.id).charted
    code = charted if charted in open_codes(match) else open_codes(match)[0]
    found = series(match, code)
    lines = [
        Line(
            wording.player(one.seat),
            seat_look(one.seat).colour,
            tuple(float(point) for point in one.points),
        )
        for one in found
    ]
    said = "; ".join(
        ctx.words(
            "final.chart_spoken",
            name=wording.player(one.seat),
            values=", ".join(map(str, one.points)),
        )
        for one in found
    )
    legend = ft.Row(
        [seat_chip(one.seat, wording.player(one.seat), size=15) for one in found],
        wrap=True,
        spacing=16,
    )
    title = ctx.words("final.chart_title", label=wording.score_label(code))
    return card([heading(title, 18), line_chart(lines, said), legend], key="chart")
