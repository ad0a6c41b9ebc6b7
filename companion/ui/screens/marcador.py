"""The score in big numerals; behind each number, what made it."""

from collections.abc import Callable

import flet as ft

from companion.kernel.duties import ScoreLine
from companion.kernel.values import Seat
from companion.match.fold import Match
from companion.rulebook.wording import Wording
from companion.ui import routes
from companion.ui.context import AppContext
from companion.ui.frame import unreadable
from companion.ui.games import game_screen
from companion.ui.hooks import use_match
from companion.ui.presenters.marcador import ScoreCell, ScoreRow, SupplyLine, rows, supplies
from companion.ui.screens.cuadre_ir import count_button
from companion.ui.screens.origen import Asked, origin_card
from companion.ui.shell import page, screen
from companion.ui.theme import GAP
from companion.ui.widgets import heading, icon_button, seat_badge, section, tappable

Cell = tuple[int, str]


@screen
def Screen(ctx: AppContext, match_id: str) -> ft.Control:
    """The scores of a match."""
    found = use_match(ctx, match_id)
    nothing: Cell | None = None
    opened, set_opened = ft.use_state(nothing)
    supply, set_supply = ft.use_state("")
    shown, set_shown = ft.use_state(frozenset[Cell]())
    match = found.match
    if match is None:
        return unreadable(ctx, found)
    wording = ctx.wording(match)
    mine = ctx.hub.seats(match)
    table = rows(match, wording, mine)
    closed = {(c.seat, c.code) for row in table for c in row.cells if c.amount is None}

    def touched(cell: ScoreCell) -> None:
        key = (cell.seat, cell.code)
        if key in closed:
            return
        if cell.hidden and key not in shown:
            set_shown(shown | {key})
            return
        set_opened(None if opened == key else key)
        set_supply("")

    def taken(line: SupplyLine) -> None:
        set_supply("" if supply == line.account else line.account)
        set_opened(None)

    def hide() -> None:
        set_shown(frozenset())
        set_opened(None)

    body: list[ft.Control] = [_table(ctx, wording, table, shown, opened, touched)]
    actions = []
    if shown:
        label = ctx.words("marcador.hide")
        actions.append(
            icon_button(ft.Icons.VISIBILITY_OFF, label, lambda _e: hide(), key="score:hide")
        )
    left = supplies(match, wording)
    aside: list[ft.Control] = [_supplies(ctx, left, supply, taken)] if left else []
    # A seat may have gone to another device since its number was opened.
    if opened is not None and opened not in closed:
        aside.insert(0, origin_card(ctx, match, wording, asked_of(match, wording, *opened)))
    for line in left:
        if line.account == supply:
            aside.append(origin_card(ctx, match, wording, Asked(line.label, line.source)))
    actions.append(count_button(ctx, match_id))
    return page(ctx, ctx.words("score.title"), body, actions=actions, aside=aside)


def _table(
    ctx: AppContext,
    wording: Wording,
    table: tuple[ScoreRow, ...],
    shown: frozenset[Cell],
    opened: Cell | None,
    touched: Callable[[ScoreCell], None],
) -> ft.Control:
    lines = [_line(ctx, wording, row, shown, opened, touched) for row in table]
    return ft.Column(lines, spacing=16)


def _line(
    ctx: AppContext,
    wording: Wording,
    row: ScoreRow,
    shown: frozenset[Cell],
    opened: Cell | None,
    touched: Callable[[ScoreCell], None],
) -> ft.Control:
    title = ft.Row(
        [
            ft.Container(heading(row.label, 18), expand=True),
            icon_button(
                ft.Icons.MENU_BOOK,
                ctx.words("marcador.rule", title=wording.rule_ref(row.rule).title),
                lambda _e: ctx.go(routes.rules(wording.data.id, row.rule)),
                key=f"score:rule:{row.code}",
            ),
        ],
        spacing=8,
    )
    cells = [_cell(wording, cell, shown, opened, touched) for cell in row.cells]
    wraps = ctx.settings.text_scale > 130
    return ft.Column([title, ft.Row(cells, spacing=GAP, wrap=wraps, run_spacing=GAP)], spacing=4)


def _cell(
    wording: Wording,
    cell: ScoreCell,
    shown: frozenset[Cell],
    opened: Cell | None,
    touched: Callable[[ScoreCell], None],
) -> ft.Control:
    key = (cell.seat, cell.code)
    covered = cell.amount is None or (cell.hidden and key not in shown)
    name = wording.player(cell.seat)
    number: ft.Control = (
        ft.Icon(ft.Icons.VISIBILITY_OFF, size=38)
        if covered
        else ft.Text(str(cell.amount), size=40, weight=ft.FontWeight.BOLD)
    )
    who = ft.Row(
        [
            seat_badge(cell.seat, name, 22),
            ft.Text(name, size=15, max_lines=1, overflow=ft.TextOverflow.ELLIPSIS),
        ],
        spacing=4,
        tight=True,
    )
    return tappable(
        ft.Column(
            [ft.Container(number, height=52, alignment=ft.Alignment.CENTER), who],
            spacing=2,
            horizontal_alignment=ft.CrossAxisAlignment.CENTER,
        ),
        _spoken(wording, cell, name, covered),
        None if cell.amount is None else lambda _e: touched(cell),
        key=f"score:{cell.code}:{cell.seat}",
        selected=opened == key,
        padding=8,
        bgcolor=ft.Colors.SURFACE_CONTAINER_HIGH,
        border=ft.Border.all(2, ft.Colors.PRIMARY if opened == key else ft.Colors.TRANSPARENT),
        expand=1 if wording.players and len(wording.players) <= 4 else None,
    )


def _spoken(wording: Wording, cell: ScoreCell, name: str, covered: bool) -> str:
    label = wording.score_label(cell.code)
    if cell.amount is None:
        return wording.app("marcador.spoken_closed", name=name, label=label)
    key = "marcador.spoken_hidden" if covered else "marcador.spoken"
    return wording.app(key, name=name, label=label, amount=cell.amount)


def _supplies(
    ctx: AppContext,
    lines: tuple[SupplyLine, ...],
    opened: str,
    touched: Callable[[SupplyLine], None],
) -> ft.Control:
    return section(
        ctx.words("marcador.supplies"),
        [_supply(ctx, line, line.account == opened, touched) for line in lines],
        key="supplies",
    )


def _supply(
    ctx: AppContext, line: SupplyLine, opened: bool, touched: Callable[[SupplyLine], None]
) -> ft.Control:
    visual = ft.Row(
        [
            ft.Text(line.label, size=16, expand=True),
            ft.Text(str(line.amount), size=22, weight=ft.FontWeight.BOLD),
        ]
    )
    return tappable(
        visual,
        ctx.words("origin.open", label=f"{line.label}: {line.amount}"),
        lambda _e: touched(line),
        key=f"supply:{line.account}",
        selected=opened,
        padding=ft.Padding.symmetric(horizontal=8, vertical=10),
        bgcolor=ft.Colors.SURFACE_CONTAINER_HIGH if opened else None,
    )


def asked_of(match: Match, wording: Wording, seat: Seat, code: str) -> Asked:
    """One number of the score, to tell what made it."""
    title = wording.app("marcador.from", label=wording.score_label(code), name=wording.player(seat))
    return Asked(title, game_screen(match.game.id).source_of(ScoreLine(seat, code, 0, "")))
