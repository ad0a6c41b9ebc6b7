"""Score in large numerals, each with the origin of its value."""

from collections.abc import Callable
from dataclasses import dataclass

import flet as ft

from companion.kernel.values import Seat
from companion.match.fold import Match
from companion.rulebook.wording import Wording
from companion.services.privacy import visibility
from companion.ui import routes
from companion.ui.context import AppContext
from companion.ui.hooks import use_match
from companion.ui.panels.control.peek import covers, hides_from_others, peek_bar, use_peek
from companion.ui.panels.missing_values import MissingValues, count_button
from companion.ui.panels.rulings.origin import OriginTarget, asked_of, origin_card
from companion.ui.panels.shared_table import unreadable
from companion.ui.shell import page, screen
from companion.ui.theme import GAP
from companion.ui.views.rulings.origin import may_tell
from companion.ui.views.table.scores import (
    ScoreCell,
    ScoreRow,
    SupplyLine,
    final_rows,
    rows,
    supplies,
)
from companion.ui.widgets import heading, icon_button, outline, seat_badge, section, tappable

Cell = tuple[int, str]


@screen
def Screen(ctx: AppContext, match_id: str) -> ft.Control:
    """Render the scores of a match."""
    loaded = use_match(ctx, match_id)
    nothing: Cell | None = None
    opened, set_opened = ft.use_state(nothing)
    supply, set_supply = ft.use_state("")
    shown, set_shown = ft.use_state(frozenset[Cell]())
    match = loaded.match
    peek = use_peek(match)
    if match is None:
        return unreadable(ctx, loaded)
    wording = ctx.wording(match)
    mine = ctx.client.seats(match)
    match = match.held_by(peek.seat)
    seats = visibility.visible_seats(match, mine, peek.seat)
    table = (*rows(match, wording, seats), *final_rows(match, wording))
    covered = frozenset(seat for seat in mine if hides_from_others(match, mine, seat))
    # While the owner holds to peek, the numbers are shown without another touch.
    shown |= {(c.seat, c.code) for row in table for c in row.cells if c.seat in covered & seats}
    closed = {
        (c.seat, c.code)
        for row in table
        for c in row.cells
        if c.summed or (c.amount is None and c.seat not in covered)
    }

    def touched(cell: ScoreCell) -> None:
        key = (cell.seat, cell.code)
        if key in closed:
            return
        if cell.hidden and key not in shown and cell.seat not in covered:
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

    given = _ScoreContext(
        ctx, routes.match_rules(match_id), wording, shown, opened, covered, touched
    )
    body: list[ft.Control] = [_table(given, table)]
    actions = []
    if shown and not covered:
        label = ctx.words("marcador.hide")
        actions.append(
            icon_button(ft.Icons.VISIBILITY_OFF, label, lambda _e: hide(), key="score:hide")
        )
    left = supplies(match, wording)
    aside: list[ft.Control] = [_supplies(ctx, left, supply, taken)] if left else []
    # A seat may have moved to another device since its number was opened.
    if opened is not None and opened not in closed:
        asked, seat = asked_of(match, wording, *opened), opened[0]
        if _covers(match, mine, seat, asked):
            body.insert(0, peek_bar(ctx, wording, seat, peek))
        if asked.source is None or may_tell(match, asked.source, seats):
            aside.insert(0, origin_card(ctx, match, wording, asked, seats))
    for line in left:
        if line.account == supply:
            aside.append(
                origin_card(ctx, match, wording, OriginTarget(line.label, line.source), seats)
            )
    actions.append(count_button(ctx, match_id))
    lacks = tuple(dict.fromkeys(f for line in match.game.score(match.state) for f in line.lacks))
    if lacks and mine:
        body.append(MissingValues(ctx, match, lacks, key="missing"))
    return page(ctx, ctx.words("score.title"), body, actions=actions, aside=aside)


@dataclass(frozen=True)
class _ScoreContext:
    """Shared context of the numbers in the table."""

    ctx: AppContext
    rulebook: str
    """Route of the rules within the match."""
    wording: Wording
    shown: frozenset[Cell]
    """Hidden cells that are uncovered now."""
    opened: Cell | None
    covered: frozenset[Seat]
    """Seats of this device that must hold it to see their numbers."""
    touched: Callable[[ScoreCell], None]


def _covers(match: Match, mine: frozenset[Seat], seat: Seat, asked: OriginTarget) -> bool:
    return asked.source is not None and covers(match, mine, seat, asked.source)


def _table(given: _ScoreContext, table: tuple[ScoreRow, ...]) -> ft.Control:
    return ft.Column([_line(given, row) for row in table], spacing=16)


def _line(given: _ScoreContext, row: ScoreRow) -> ft.Control:
    ctx, wording = given.ctx, given.wording
    title = ft.Row(
        [
            ft.Container(heading(row.label, 18), expand=True),
            icon_button(
                ft.Icons.MENU_BOOK,
                ctx.words("marcador.rule", title=wording.rule_ref(row.rule).title),
                lambda _e: ctx.go(routes.section(given.rulebook, row.rule)),
                key=f"score:rule:{row.code}",
            ),
        ],
        spacing=8,
    )
    cells = [_cell(given, cell) for cell in row.cells]
    stretch = ft.CrossAxisAlignment.STRETCH
    beside = ft.Column(
        [*cells]
        if ctx.settings.large_text
        else [ft.Row(line, spacing=GAP) for line in _in_lines(cells)],
        spacing=GAP,
        horizontal_alignment=stretch,
    )
    return ft.Column([title, beside], spacing=4, horizontal_alignment=stretch)


_ACROSS = 4
"""Number of people whose numbers fit beside each other on a narrow phone."""


def _in_lines(cells: list[ft.Control]) -> list[list[ft.Control]]:
    """Return the numbers of a row in as many lines as they need, all about as long."""
    share = -(-len(cells) // -(-len(cells) // _ACROSS))
    return [cells[n : n + share] for n in range(0, len(cells), share)]


def _cell(given: _ScoreContext, cell: ScoreCell) -> ft.Control:
    wording, key = given.wording, (cell.seat, cell.code)
    covered = cell.amount is None or (cell.hidden and key not in given.shown)
    closed = cell.summed or (cell.amount is None and cell.seat not in given.covered)
    chosen = given.opened == key
    name = wording.player(cell.seat)
    number: ft.Control = (
        ft.Icon(ft.Icons.VISIBILITY_OFF, size=38)
        if covered
        else ft.Text(cell.shown, size=_number_size(cell), weight=ft.FontWeight.BOLD)
    )
    large, grown = given.ctx.settings.large_text, given.ctx.settings.grown
    badge = seat_badge(wording.colour(cell.seat), name, 22 * grown)
    return tappable(
        _in_a_line(badge, name, number) if large else _below_it(badge, name, number, grown),
        _spoken(given, cell, name, covered),
        None if closed else lambda _e: given.touched(cell),
        key=f"score:{cell.code}:{cell.seat}",
        selected=chosen,
        padding=8,
        bgcolor=ft.Colors.SURFACE_CONTAINER_HIGH,
        border=outline(2, ft.Colors.PRIMARY if chosen else ft.Colors.TRANSPARENT),
        expand=None if large else 1,
    )


def _number_size(cell: ScoreCell) -> float:
    """Return the size of a number: where four people share a narrow phone, it has 56 pixels."""
    return min(28 if cell.unread else 40, 96 / len(cell.shown))


def _in_a_line(badge: ft.Control, name: str, number: ft.Control) -> ft.Control:
    return ft.Row([badge, ft.Text(name, size=16, expand=True), number], spacing=8)


def _below_it(badge: ft.Control, name: str, number: ft.Control, grown: float) -> ft.Control:
    said = ft.Text(name, size=15, max_lines=1, overflow=ft.TextOverflow.ELLIPSIS)
    who = ft.Row([badge, said], spacing=4, tight=True)
    return ft.Column(
        [ft.Container(number, height=52 * grown, alignment=ft.Alignment.CENTER), who],
        spacing=2,
        horizontal_alignment=ft.CrossAxisAlignment.CENTER,
    )


def _spoken(given: _ScoreContext, cell: ScoreCell, name: str, covered: bool) -> str:
    wording, label = given.wording, given.wording.score_label(cell.code)
    if cell.amount is None:
        key = "marcador.spoken_hold" if cell.seat in given.covered else "marcador.spoken_closed"
        return wording.app(key, name=name, label=label)
    key = "marcador.spoken_sum" if cell.summed else "marcador.spoken"
    key = "marcador.spoken_hidden" if covered else key
    return wording.app(key, name=name, label=label, amount=cell.shown)


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
