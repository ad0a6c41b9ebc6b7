"""Board of a count: a row for each person, with a large number between − and +."""

from collections.abc import Collection

import flet as ft

from companion.games.scorekeeping import THINGS, ChangeCount, State, item, line
from companion.games.scorekeeping.screens.round_editor import editor, table_of
from companion.kernel.duties import ScoreLine
from companion.kernel.pieces.ledger import seat_account
from companion.kernel.values import Seat
from companion.match.fold import Match
from companion.rulebook.wording import Wording
from companion.ui.boards.contract import BoardInput, GameScreen, SeatHolding
from companion.ui.boards.counters import (
    GAP,
    TYPED,
    Counter,
    counter_room,
    counters_row,
    numeral,
    touched_counter,
)
from companion.ui.views.report.interaction import Start
from companion.ui.views.rulings.origin import Source
from companion.ui.views.table.status import last_step
from companion.ui.widgets import as_cached_part


def board(given: BoardInput) -> ft.Control:
    """Render the round, and everybody with what is counted."""
    state = table_of(given.match)
    title = given.wording.own("board.round", n=state.round)
    touch = given.on_touch if given.mine and not state.over else None
    height = given.visible_height or given.height
    room = counter_room(state.options.things, state.players, given.width, height, given.grown)
    rows = [
        counters_row(
            given.people[seat],
            state.turn == seat and not state.over,
            _counters(given, state, seat),
            room,
            given.wording,
            touch,
        )
        for seat in range(state.players)
    ]
    return ft.Column(
        [_round(title, given.wording.app("counters.hint") if touch else ""), *rows],
        spacing=GAP,
        width=given.width,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
        key="board",
    )


def _counters(given: BoardInput, state: State, seat: Seat) -> tuple[Counter, ...]:
    step = last_step(given.match)
    last = step.action if step else None
    return tuple(
        Counter(
            seat,
            thing,
            given.wording.term(line(thing)),
            given.people[seat].name,
            state.counted(seat, thing),
            isinstance(last, ChangeCount) and (last.who, last.thing) == (seat, thing),
            thing == state.things[0],
        )
        for thing in state.things
    )


@as_cached_part("round")
def _round(title: str, hint: str) -> ft.Control:
    return ft.Row(
        [
            ft.Text(title, size=18, weight=ft.FontWeight.BOLD),
            ft.Text(hint, size=12, color=ft.Colors.ON_SURFACE_VARIANT, expand=True),
        ],
        spacing=12,
        vertical_alignment=ft.CrossAxisAlignment.CENTER,
        key="round",
    )


def starts(_match: Match, _seat: Seat, place: str) -> tuple[Start, ...]:
    """Return the change that was touched, or the question by how much."""
    thing, seat, amount = touched_counter(place)
    values = {"who": seat, "thing": thing}
    return (Start("change_count", values if amount == TYPED else {**values, "amount": amount}),)


def holdings(
    match: Match, wording: Wording, seat: Seat, _seen: Collection[Seat]
) -> tuple[SeatHolding, ...]:
    """Return the count that decides; the others are on the board."""
    state = table_of(match)
    thing, n = state.things[0], state.counted(seat, state.things[0])
    label = wording.own("board.held", thing=wording.term(line(thing)), n=n)
    source = (seat_account(seat), (item(thing),))
    return (SeatHolding(ft.Icons.STAR, numeral(n), label, source=source, race=True),)


def source_of(scored: ScoreLine) -> Source | None:
    """Return where the number of a score line comes from."""
    return seat_account(scored.seat), (item(scored.code.partition(".")[2]),)


SCREEN = GameScreen(
    board=board,
    starts=starts,
    holdings=holdings,
    source_of=source_of,
    charted=line(THINGS[0]),
    fewest=lambda match: table_of(match).options.fewest,
    likely=(("next_turn",), ("close_round",), ("finish_match",)),
    signs={"close_round": ft.Icons.PLAYLIST_ADD_CHECK},
    editors={"close_round": editor},
)
