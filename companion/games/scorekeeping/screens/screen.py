"""Board of a count: a row for each person, with a large number between − and +."""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from functools import partial
from typing import Final

import flet as ft

from companion.games.scorekeeping import THINGS, ChangeCount, State, item, line
from companion.games.scorekeeping.screens.round_editor import editor, table_of
from companion.kernel.duties import ScoreLine
from companion.kernel.pieces.ledger import seat_account
from companion.kernel.values import Seat
from companion.match.fold import Match
from companion.rulebook.wording import Wording
from companion.ui.boards.contract import BoardInput, GameScreen, SeatHolding
from companion.ui.views.report.interaction import Start
from companion.ui.views.rulings.origin import Source
from companion.ui.views.table.status import last_step
from companion.ui.widgets import SeatIdentity, as_cached_part, outline, seat_mark, tappable

_LESS, _MORE, _TYPED = -1, 1, 0
"""Change of a touch on a button, and of one on the number, which is asked for."""
_HELD: Final = 5
"""Factor of a button that is held."""
_GAP: Final = 8
_FINGER: Final = 56.0
_EDGES: Final = 4
"""Width of the two edges of a row."""
_HIGHEST: Final = 88.0
_NARROW: Final = 150.0
"""Least width of a counter at 100 % of text."""
_HEAD: Final = 40.0
"""Height of the line with the round."""


def _place(seat: Seat, thing: str, change: int) -> str:
    return f"{thing}/{seat}/{change}"


@dataclass(frozen=True, slots=True)
class _Counter:
    """One count, as it is drawn."""

    seat: Seat
    thing: str
    title: str
    """Name of what is counted."""
    person: str
    amount: int
    fresh: bool
    """True if the last act changed it."""
    decides: bool


@dataclass(frozen=True, slots=True)
class _Room:
    """Size of a counter."""

    width: float
    high: float
    grown: float
    alone: bool
    """True if it stands beside the name, because nothing else is counted."""
    long: bool
    """True if a name of what is counted is too long to stand below its number."""


def board(given: BoardInput) -> ft.Control:
    """Render the round, and everybody with what is counted."""
    state = table_of(given.match)
    title = given.wording.own("board.round", n=state.round)
    rows = [
        _row(
            given.people[seat],
            state.turn == seat and not state.over,
            _counters(given, state, seat),
            _room(given, state),
            given.wording,
            given.on_touch,
        )
        for seat in range(state.players)
    ]
    return ft.Column(
        [_round(title, given.wording.own("board.hint")), *rows],
        spacing=_GAP,
        width=given.width,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
        key="board",
    )


def _counters(given: BoardInput, state: State, seat: Seat) -> tuple[_Counter, ...]:
    step = last_step(given.match)
    last = step.action if step else None
    return tuple(
        _Counter(
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


def _room(given: BoardInput, state: State) -> _Room:
    """Return the room of each counter: as many beside each other as fit."""
    long = max(map(len, state.options.things)) > _SHORT
    number, inside, grown = len(state.things), given.width - 2 * _GAP - _EDGES, given.grown
    high = (given.visible_height or given.height) - _HEAD * grown
    if number == 1:
        share = high / state.players - 3 * _GAP - _EDGES
        width = inside * (0.58 if grown < _LARGE else 1)
        return _Room(width, max(_FINGER, min(share, _HIGHEST)), grown, alone=True, long=long)
    columns = max(1, min(number, int(inside // (_NARROW * grown))))
    lines = -(-number // columns)
    share = (high / state.players - _HEAD * grown - 3 * _GAP) / lines - _GAP - 18 * long
    width = (inside - _GAP * (columns - 1)) / columns
    return _Room(width, max(_FINGER, min(share, _HIGHEST)), grown, alone=False, long=long)


_SHORT: Final = 10
"""Greatest length of a name that fits between the two buttons."""
_LARGE: Final = 1.3
"""Growth of the text from which a name has a line of its own."""


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


@as_cached_part(lambda _person, _turn, counters, *_rest: f"row:{counters[0].seat}")
def _row(
    person: SeatIdentity,
    turn: bool,
    counters: tuple[_Counter, ...],
    room: _Room,
    wording: Wording,
    on_touch: Callable[[str], None],
) -> ft.Control:
    """Render one person: the name, and a counter for each thing."""
    mark = seat_mark(*person, 32 * min(room.grown, _LARGE))
    weight = ft.FontWeight.BOLD if turn else ft.FontWeight.W_500
    name = ft.Text(
        person.name, size=19, weight=weight, max_lines=2, overflow=ft.TextOverflow.ELLIPSIS
    )
    who = ft.Row([mark, ft.Container(name, expand=True)], spacing=_GAP)
    drawn = [_counter(each, room, wording, on_touch) for each in counters]
    if room.alone and room.grown < _LARGE:
        inside: ft.Control = ft.Row([ft.Container(who, expand=True), *drawn], spacing=_GAP)
    else:
        counts = ft.Row(drawn, wrap=True, spacing=_GAP, run_spacing=_GAP)
        inside = ft.Column([who, counts], spacing=6, tight=True)
    edge = outline(2, ft.Colors.PRIMARY) if turn else outline(1, ft.Colors.OUTLINE_VARIANT)
    return ft.Container(
        inside,
        padding=_GAP - 1 if turn else _GAP,
        border=edge,
        border_radius=14,
        bgcolor=ft.Colors.SURFACE_CONTAINER_LOW,
    )


@as_cached_part(lambda counter, *_rest: f"count:{counter.seat}:{counter.thing}")
def _counter(
    counter: _Counter, room: _Room, wording: Wording, on_touch: Callable[[str], None]
) -> ft.Control:
    """Render one count between its two buttons."""
    of = {"thing": counter.title, "name": counter.person}
    touch = partial(_touched, on_touch, counter)
    minus, plus = (
        tappable(
            ft.Icon(icon, size=28, color=ft.Colors.ON_PRIMARY_CONTAINER),
            wording.own(f"board.{word}", **of),
            partial(touch, change),
            key=f"{word}:{counter.seat}:{counter.thing}",
            on_long_press=partial(touch, change * _HELD),
            width=_FINGER,
            height=room.high,
            alignment=ft.Alignment.CENTER,
            bgcolor=ft.Colors.PRIMARY_CONTAINER,
        )
        for word, icon, change in (
            ("less", ft.Icons.REMOVE, _LESS),
            ("more", ft.Icons.ADD, _MORE),
        )
    )
    title = _title(counter.title)
    number = tappable(
        ft.Column(
            [_number(counter, room), *([] if room.long else [title])],
            spacing=0,
            tight=True,
            alignment=ft.MainAxisAlignment.CENTER,
            horizontal_alignment=ft.CrossAxisAlignment.CENTER,
        ),
        wording.own("board.count", **of, n=counter.amount),
        partial(touch, _TYPED),
        key=f"number:{counter.seat}:{counter.thing}",
        expand=True,
        height=room.high * max(1, room.grown),
        alignment=ft.Alignment.CENTER,
    )
    touched = ft.Row([minus, number, plus], spacing=2)
    return ft.Container(
        ft.Column([*([title] if room.long else []), touched], spacing=0, tight=True),
        width=room.width,
    )


def _title(name: str) -> ft.Control:
    """Render the name of what is counted; the buttons beside it read it out."""
    text = ft.Text(
        name,
        size=13,
        color=ft.Colors.ON_SURFACE_VARIANT,
        max_lines=1,
        overflow=ft.TextOverflow.ELLIPSIS,
    )
    return ft.Semantics(exclude_semantics=True, content=text)


def _number(counter: _Counter, room: _Room) -> ft.Control:
    ink = ft.Colors.PRIMARY if counter.fresh else ft.Colors.ON_SURFACE
    text = _numeral(counter.amount)
    size = min(room.high * 0.5, 42) - 5 * max(0, len(text) - 3)
    weight = ft.FontWeight.BOLD if counter.decides else ft.FontWeight.W_500
    return ft.Text(text, size=max(size, 16), weight=weight, color=ink, no_wrap=True)


def _numeral(amount: int) -> str:
    return str(amount).replace("-", "−")


def _touched(
    on_touch: Callable[[str], None], counter: _Counter, change: int, _event: object
) -> None:
    on_touch(_place(counter.seat, counter.thing, change))


def starts(_match: Match, _seat: Seat, place: str) -> tuple[Start, ...]:
    """Return the change that was touched, or the question by how much."""
    thing, seat, change = place.split("/")
    values = {"who": int(seat), "thing": thing}
    amount = int(change)
    return (Start("change_count", {**values, "amount": amount} if amount else values),)


def holdings(
    match: Match, wording: Wording, seat: Seat, _seen: Collection[Seat]
) -> tuple[SeatHolding, ...]:
    """Return the count that decides; the others are on the board."""
    state = table_of(match)
    thing, n = state.things[0], state.counted(seat, state.things[0])
    label = wording.own("board.held", thing=wording.term(line(thing)), n=n)
    source = (seat_account(seat), (item(thing),))
    return (SeatHolding(ft.Icons.STAR, _numeral(n), label, source=source, race=True),)


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
