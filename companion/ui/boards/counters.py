"""Counters: a row for each person, with large numbers between − and +."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

import flet as ft

from companion.kernel.values import Seat
from companion.rulebook.wording import Wording
from companion.ui.views.table.scores import shown
from companion.ui.widgets import SeatIdentity, as_cached_part, outline, seat_mark, tappable

LESS, MORE, TYPED = -1, 1, 0
"""Change of a touch on a button, and of one on the number, which is asked for."""
GAP: Final = 8
_HELD: Final = 5
"""Factor of a button that is held."""
_FINGER: Final = 56.0
_EDGES: Final = 4
"""Width of the two edges of a row."""
_HIGHEST: Final = 88.0
_NARROW: Final = 150.0
"""Least width of a counter at 100 % of text."""
_HEAD: Final = 40.0
"""Height of the line above the rows, and of a person's name."""
_GAP: Final = 2
"""Space between a number and each button beside it."""
_DIGIT: Final = 0.6
"""Width of a bold digit, as a share of its size."""
_LETTER: Final = 6.9
"""Width of a letter of a name at 100 % of text."""
_LARGE: Final = 1.3
"""Growth of the text from which a name has a line of its own."""


@dataclass(frozen=True, slots=True)
class Counter:
    """One count of a person."""

    seat: Seat
    thing: str
    """Id of what is counted."""
    title: str
    person: str
    amount: int | None
    """None: this device may not see it."""
    fresh: bool
    """True if the last act changed it."""
    decides: bool
    unread: str = ""
    """Sign of what the amount lacks, because nobody has read it."""

    @property
    def shown(self) -> str:
        """Return the amount as it is shown."""
        return shown(self.amount or 0, self.unread)


@dataclass(frozen=True, slots=True)
class CounterRoom:
    """Size of a counter."""

    width: float
    high: float
    grown: float
    alone: bool
    """True if it stands beside the name, because nothing else is counted."""
    long: bool
    """True if a name of what is counted is too long to stand below its number."""


def counter_room(
    titles: Sequence[str], people: int, width: float, height: float, grown: float
) -> CounterRoom:
    """Return the room of each counter: as many beside each other as fit.

    Args:
        titles: names of what is counted.
        people: number of rows.
        width: available width, in logical pixels.
        height: height in which the rows would best fit.
        grown: factor by which boxes grow with the text.
    """
    number, inside = len(titles), width - 2 * GAP - _EDGES
    high = height - _HEAD * grown
    if number == 1:
        share = high / people - 3 * GAP - _EDGES
        alone = inside * (0.58 if grown < _LARGE else 1)
        long = _is_long(titles, alone, grown)
        return CounterRoom(alone, max(_FINGER, min(share, _HIGHEST)), grown, alone=True, long=long)
    columns = max(1, min(number, int(inside // (_NARROW * grown))))
    lines = -(-number // columns)
    each = (inside - GAP * (columns - 1)) / columns
    long = _is_long(titles, each, grown)
    share = (high / people - _HEAD * grown - 3 * GAP) / lines - GAP - 18 * long
    return CounterRoom(each, max(_FINGER, min(share, _HIGHEST)), grown, alone=False, long=long)


def _is_long(titles: Sequence[str], width: float, grown: float) -> bool:
    """Return whether a name does not fit between the two buttons of a counter."""
    return max(map(len, titles)) * _LETTER * grown > width - 2 * (_FINGER + _GAP)


@as_cached_part(lambda _person, _turn, counters, *_rest: f"row:{counters[0].seat}")
def counters_row(
    person: SeatIdentity,
    turn: bool,
    counters: tuple[Counter, ...],
    room: CounterRoom,
    wording: Wording,
    on_touch: Callable[[str], None] | None,
) -> ft.Control:
    """Render one person: the name, and a counter for each thing; only to be read without touch."""
    mark = seat_mark(*person, 32 * min(room.grown, _LARGE))
    weight = ft.FontWeight.BOLD if turn else ft.FontWeight.W_500
    name = ft.Text(
        person.name, size=19, weight=weight, max_lines=2, overflow=ft.TextOverflow.ELLIPSIS
    )
    who = ft.Row([mark, ft.Container(name, expand=True)], spacing=GAP)
    drawn = [_counter(each, room, wording, on_touch) for each in counters]
    if room.alone and room.grown < _LARGE:
        inside: ft.Control = ft.Row([ft.Container(who, expand=True), *drawn], spacing=GAP)
    else:
        counts = ft.Row(drawn, wrap=True, spacing=GAP, run_spacing=GAP)
        inside = ft.Column([who, counts], spacing=6, tight=True)
    edge = outline(2, ft.Colors.PRIMARY) if turn else outline(1, ft.Colors.OUTLINE_VARIANT)
    return ft.Container(
        inside,
        padding=GAP - 1 if turn else GAP,
        border=edge,
        border_radius=14,
        bgcolor=ft.Colors.SURFACE_CONTAINER_LOW,
    )


@as_cached_part(lambda counter, *_rest: f"count:{counter.seat}:{counter.thing}")
def _counter(
    counter: Counter,
    room: CounterRoom,
    wording: Wording,
    on_touch: Callable[[str], None] | None,
) -> ft.Control:
    """Render one count between its two buttons, or alone."""
    if on_touch is None:
        return _read_only(counter, room, wording)
    of = {"thing": counter.title, "name": counter.person}
    touch = partial(_touched, on_touch, counter)
    minus, plus = (
        tappable(
            ft.Icon(icon, size=28, color=ft.Colors.ON_PRIMARY_CONTAINER),
            wording.app(f"counters.{word}", **of),
            partial(touch, change),
            key=f"{word}:{counter.seat}:{counter.thing}",
            on_long_press=partial(touch, change * _HELD),
            width=_FINGER,
            height=room.high,
            alignment=ft.Alignment.CENTER,
            bgcolor=ft.Colors.PRIMARY_CONTAINER,
        )
        for word, icon, change in (("less", ft.Icons.REMOVE, LESS), ("more", ft.Icons.ADD, MORE))
    )
    number = tappable(
        _told(counter, room),
        _spoken(counter, wording),
        partial(touch, TYPED),
        key=f"number:{counter.seat}:{counter.thing}",
        expand=True,
        height=room.high * max(1, room.grown),
        alignment=ft.Alignment.CENTER,
    )
    row = ft.Row([minus, number, plus], spacing=_GAP)
    title = [_title(counter.title)] if room.long else []
    return ft.Container(ft.Column([*title, row], spacing=0, tight=True), width=room.width)


def _read_only(counter: Counter, room: CounterRoom, wording: Wording) -> ft.Control:
    return ft.Container(
        ft.Semantics(
            label=_spoken(counter, wording), exclude_semantics=True, content=_told(counter, room)
        ),
        width=room.width,
        alignment=ft.Alignment.CENTER,
    )


def _told(counter: Counter, room: CounterRoom) -> ft.Control:
    """Render the number, above what is counted unless that has a line of its own."""
    title = [] if room.long else [_title(counter.title)]
    return ft.Column(
        [_number(counter, room), *title],
        spacing=0,
        tight=True,
        alignment=ft.MainAxisAlignment.CENTER,
        horizontal_alignment=ft.CrossAxisAlignment.CENTER,
    )


def _spoken(counter: Counter, wording: Wording) -> str:
    of = {"thing": counter.title, "name": counter.person}
    if counter.amount is None:
        return wording.app("counters.hidden", **of)
    return wording.app("counters.count", **of, n=counter.shown)


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


def _number(counter: Counter, room: CounterRoom) -> ft.Control:
    if counter.amount is None:
        return ft.Icon(ft.Icons.VISIBILITY_OFF, size=24, color=ft.Colors.ON_SURFACE_VARIANT)
    ink = ft.Colors.PRIMARY if counter.fresh else ft.Colors.ON_SURFACE
    text = counter.shown
    weight = ft.FontWeight.BOLD if counter.decides else ft.FontWeight.W_500
    return ft.Text(text, size=_number_size(text, room), weight=weight, color=ink, no_wrap=True)


def _number_size(text: str, room: CounterRoom) -> float:
    """Return the size at which a number fits between the two buttons of its counter."""
    between = (room.width - 2 * (_FINGER + _GAP)) / (_DIGIT * len(text) * room.grown)
    return min(room.high * 0.5, 42, between)


def numeral(amount: int) -> str:
    """Return an amount with a true minus sign."""
    return str(amount).replace("-", "−")


def _touched(
    on_touch: Callable[[str], None], counter: Counter, change: int, _event: object
) -> None:
    on_touch(f"{counter.thing}/{counter.seat}/{change}")


def touched_counter(place: str) -> tuple[str, Seat, int]:
    """Return what was touched: what is counted, the seat, and the change; `TYPED` to ask."""
    thing, seat, change = place.split("/")
    return thing, int(seat), int(change)
