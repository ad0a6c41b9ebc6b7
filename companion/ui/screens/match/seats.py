"""Row of the seats: the decisive score, always in view, and what each seat has in front of it."""

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from itertools import accumulate
from typing import TypeAlias

import flet as ft

from companion.kernel.duties import ScoreLine
from companion.kernel.memo import memoised
from companion.kernel.values import Seat
from companion.match.fold import Match
from companion.rulebook.loader import AppWords
from companion.rulebook.templates import capitalised
from companion.services.privacy.redaction import redacted_for_all
from companion.services.privacy.visibility import all_open, visible_seats
from companion.ui.boards.contract import GameScreen, SeatHolding, game_screen
from companion.ui.context import wording_of
from companion.ui.panels.control.match_controller import MatchController
from companion.ui.panels.control.peek import covers, hides_from_others, peek_bar
from companion.ui.panels.rulings.origin import origin_lines, origin_panel
from companion.ui.panels.step_panel import step_panel
from companion.ui.screens.match.arrangement import Sizes, padded, sizes_of, width_beside
from companion.ui.theme import GAP, seat_look
from companion.ui.views.rulings.origin import Source
from companion.ui.views.table.scores import compared, final_rows, shown
from companion.ui.views.table.status import MatchStatus
from companion.ui.widgets import (
    Sign,
    cached_part,
    close_button,
    outline,
    seat_badge,
    sign,
    tappable,
)


@dataclass(frozen=True, slots=True)
class _Seat:
    """View model of one seat, as this device may see it."""

    seat: Seat
    name: str
    colour: int
    acting: bool
    open: bool
    covered: bool
    """True if its hidden holdings are covered here until its owner looks."""
    holdings: tuple[SeatHolding, ...]


@dataclass(frozen=True, slots=True)
class _Room:
    """Space for each seat."""

    width: float | None
    """Width of each seat when large text stacks them; None: they share one row."""
    inside: float
    """Width for the holdings; unlimited with large text, which takes several lines."""
    crowded: bool
    """True if the name and the holdings do not fit in full."""
    sizes: Sizes
    below: bool = False
    """True if the decisive holding of a seat does not fit beside its badge."""

    @property
    def large(self) -> bool:
        return self.width is not None

    @property
    def grown(self) -> float:
        """Return the factor by which icons grow with the text, if there is room."""
        return self.sizes.scale if self.large else 1


def seats_row(
    controller: MatchController,
    screen: GameScreen,
    view: MatchStatus,
    peeking: Seat,
    peek: Callable[[Seat], None],
) -> ft.Control:
    """Build every seat. A touch opens its panel."""
    seats = tuple(
        _seat(controller, screen, line.seat, acting=line.acting, open_=peeking == line.seat)
        for line in view.seats
    )
    words = controller.ctx.words

    def draw(seats: tuple[_Seat, ...], room: _Room) -> ft.Control:
        room = replace(room, below=not all(_fit_beside(_leads(each), room) for each in seats))
        row = [
            cached_part(f"seat:{each.seat}", partial(_card, words, peek), each, room)
            for each in seats
        ]
        return padded(ft.Row(row, spacing=6, run_spacing=6, wrap=room.large))

    return cached_part("race", draw, seats, _room(controller))


def covered_here(controller: MatchController, seat: Seat) -> bool:
    """Return whether this device covers what a seat hides until its owner looks."""
    return hides_from_others(controller.match, controller.mine, seat)


def _seat(
    controller: MatchController, screen: GameScreen, seat: Seat, *, acting: bool, open_: bool
) -> _Seat:
    holdings = _holdings(controller, screen, seat)
    # A seat without closed holdings has nothing to cover.
    covered = any(holding.closed for holding in holdings) and covered_here(controller, seat)
    name, colour = controller.match.options.players[seat], controller.match.colours[seat]
    return _Seat(seat, name, colour, acting, open_, covered, holdings)


def _room(controller: MatchController) -> _Room:
    large, share = controller.ctx.settings.large_text, width_beside(controller.ctx)
    share /= len(controller.match.options.players)
    width = width_beside(controller.ctx) - 24 if large else None
    inside = math.inf if large else share - _AROUND
    return _Room(width, inside, not large and share < _NARROW, sizes_of(controller.ctx))


def _holdings(
    controller: MatchController, screen: GameScreen, seat: Seat
) -> tuple[SeatHolding, ...]:
    """Return the holdings of a seat as this device may see them."""
    if seat in controller.seen and not all_open(controller.match):
        return screen.holdings(controller.match, controller.wording, seat, controller.seen)
    return memoised(redacted_for_all(controller.match), _in_sight, seat)


def _in_sight(match: Match, seat: Seat) -> tuple[SeatHolding, ...]:
    screen, wording = game_screen(match.game.id), wording_of(match)
    if not all_open(match):
        return screen.holdings(match, wording, seat, ())
    holdings = screen.holdings(match, wording, seat, visible_seats(match, ()))
    return tuple(_final(match, replace(holding, hidden=False), seat) for holding in holdings)


def _final(match: Match, holding: SeatHolding, seat: Seat) -> SeatHolding:
    """Return a number as it counts at the end: the sum, where one was compared."""
    screen, wording = game_screen(match.game.id), wording_of(match)
    counted = screen.source_of(ScoreLine(seat, screen.charted, 0, ""))
    if not match.outcome or holding.source != counted:
        return holding
    decisive = [*compared(match)][:1]
    for row in (row for row in final_rows(match, wording) if row.code in decisive):
        cell = row.cells[seat]
        said = wording.app("marcador.sum", label=row.label, amount=shown(cell.amount or 0, ""))
        return replace(holding, text=cell.shown, label=wording.lacking(said, cell.unread))
    return holding


_NARROW = 110
"""Width of a seat below which its name and holdings do not fit in full."""


def _card(words: AppWords, peek: Callable[[Seat], None], seat: _Seat, room: _Room) -> ft.Control:
    open_, leads = seat.open, _leads(seat)
    said = ft.Text(
        seat.name,
        size=14,
        weight=ft.FontWeight.BOLD if seat.acting else ft.FontWeight.W_500,
        max_lines=1,
        overflow=ft.TextOverflow.ELLIPSIS,
    )
    # Without room for the name, the badge with its initial replaces it.
    first = ft.Row(
        [
            cached_part("badge", seat_badge, seat.colour, seat.name, _BADGE * room.grown),
            ft.Container(None if room.crowded and leads else said, expand=True),
            *_holdings_drawn("lead", [] if room.below else leads, room.grown),
        ],
        spacing=_BESIDE,
    )
    others = [h for h in seat.holdings if h not in leads]
    marks, gap = _rest([*_lowered(leads, room), *others] if room.below else others, open_, room)
    rest = ft.Row(
        marks,
        spacing=gap,
        run_spacing=0,
        # Holdings that do not fit are shown in the panel that a touch opens.
        wrap=room.large,
    )
    colour, acting = seat_look(seat.colour).colour, seat.acting
    return tappable(
        ft.Column([first, rest], spacing=0, tight=True),
        _label(words, seat),
        lambda _e: peek(seat.seat),
        selected=open_,
        padding=ft.Padding.symmetric(horizontal=4 if gap == _APART else 2, vertical=1),
        bgcolor=ft.Colors.SURFACE_CONTAINER_HIGH if acting else ft.Colors.SURFACE_CONTAINER_LOW,
        border=outline(3 if acting else 1, colour if acting else ft.Colors.OUTLINE_VARIANT),
        radius=10,
        expand=None if room.large else 1,
        width=room.width,
        height=None if room.large else room.sizes.race * room.sizes.scale,
        clip_behavior=ft.ClipBehavior.HARD_EDGE,
    )


_BADGE, _BESIDE = 20, 3
"""Size of the badge of a seat, and the space beside each part of its first line."""


def _leads(seat: _Seat) -> list[SeatHolding]:
    """Return the decisive holdings in sight."""
    return [h for h in seat.holdings if h.race and not h.closed and (seat.open or not h.hidden)]


def _fit_beside(leads: list[SeatHolding], room: _Room) -> bool:
    """Return whether the decisive holdings fit beside the badge."""
    return _BADGE + _BESIDE + sum(_long(h) + _BESIDE for h in leads) <= room.inside


def _lowered(leads: list[SeatHolding], room: _Room) -> list[SeatHolding]:
    """Return the decisive holdings as they stand below the badge, without signs if need be."""
    return [replace(h, signed=h.signed and _long(h) <= room.inside) for h in leads]


def _label(words: AppWords, seat: _Seat) -> str:
    seat_holdings, open_ = seat.holdings, seat.open
    said = [h.label for h in seat_holdings if not h.closed and (open_ or not h.hidden)]
    label = words("mesa.seat", name=seat.name, holdings=", ".join(said))
    if any(holding.hidden for holding in seat_holdings) and not open_:
        label = words("mesa.seat_peek", seat=label)
    if any(holding.closed for holding in seat_holdings):
        key = "mesa.seat_hold" if seat.covered and not open_ else "mesa.seat_closed"
        label = words(key, seat=label)
    return label


_AROUND = 14
"""Width of the margin and border around the holdings."""


def _rest(holdings: list[SeatHolding], open_: bool, room: _Room) -> tuple[list[ft.Control], float]:
    """Build the visible holdings, and one closed eye for all covered ones.

    With little room, only those that fit are shown. The seat's panel has the others.

    Returns:
        The controls and the space between them.
    """
    covered = [h for h in holdings if h.closed or (h.hidden and not open_)]
    seen = [holding for holding in holdings if holding not in covered]
    gap, high = _APART, _SIGN * room.grown
    icons = [sign(holding.icon, high) for holding in covered[:2]]
    long = sum(_long(h) + gap for h in seen) + (16 * (len(icons) + 1) if covered else 0)
    if long > room.inside - (_PADDED - _AROUND):
        gap, icons = _CLOSE, []
        ends = accumulate(_long(holding) + gap for holding in seen)
        most = room.inside + gap - (16 + gap) * bool(covered)
        seen = [h for h, end in zip(seen, ends, strict=True) if end <= most]
    marks = _holdings_drawn("rest", seen, room.grown)
    if covered:
        eye = ft.Icon(ft.Icons.VISIBILITY_OFF, size=high)
        marks.append(ft.Row([*icons, eye], spacing=1, tight=True))
    return marks, gap


_APART, _CLOSE = 6, 2
"""Space between holdings, with and without enough room."""
_PADDED = 18
"""Width of the margin and border if there is room."""


def _long(holding: SeatHolding) -> float:
    if holding.plate:
        return _plate_width(holding.text) + _ON_PLATE * holding.signed
    return _LETTER * len(holding.text) + 16 * holding.signed


def _plate_width(text: str) -> float:
    return _PLATE + _PLATE_LETTER * (len(text) - 1)


_PLATE, _PLATE_LETTER = 14, 7
"""Width of a plate with one digit, and of each further one."""


_SIGN = 15
"""Size of an icon at 100 % text."""
_ON_PLATE = _SIGN + 2
"""Width of a sign on a plate."""


_LETTER = 9.5
"""Width of a digit of a holding."""


def _holdings_drawn(row: str, holdings: list[SeatHolding], grown: float) -> list[ft.Control]:
    return [
        cached_part(f"{row}:{n}", _holding, h.icon if h.signed else None, h.text, grown, h.plate)
        for n, h in enumerate(holdings)
    ]


def _holding(
    picture: Sign | None, text: str, grown: float, plate: tuple[str, str] | None
) -> ft.Control:
    back, ink = plate or (None, None)
    number = ft.Text(text, size=14 if plate else 16, weight=ft.FontWeight.BOLD, color=ink)
    signs = [sign(picture, _SIGN * grown, ink)] if picture else []
    row = ft.Row([*signs, number], spacing=grown, tight=True, alignment=ft.MainAxisAlignment.CENTER)
    if plate is None:
        return row
    return ft.Container(
        row if signs else number,
        width=(_plate_width(text) + _ON_PLATE * len(signs)) * grown,
        bgcolor=back,
        border_radius=3,
        alignment=ft.Alignment.CENTER,
    )


Number: TypeAlias = tuple[Seat, Source]
"""Number of a seat, identified by its source."""

Ask: TypeAlias = Callable[[Seat, Source], None]


def numbers_of(
    controller: MatchController, screen: GameScreen, seat: Seat | None
) -> tuple[SeatHolding, ...]:
    """Return the numbers of a seat that may be shown here and have a source."""
    if seat is None or not 0 <= seat < len(controller.match.options.players):
        return ()
    holdings = screen.holdings(controller.match, controller.wording, seat, controller.seen)
    return tuple(h for h in holdings if h.source is not None and not h.closed)


def number_chips(
    controller: MatchController, seat: Seat, numbers: tuple[SeatHolding, ...], ask: Ask
) -> ft.Control:
    """Build a chip for each number."""
    chips = [_chip(controller, seat, n, holding, ask) for n, holding in enumerate(numbers)]
    return ft.Row(chips, spacing=GAP, run_spacing=GAP, wrap=True, key=f"numbers:{seat}")


def _chip(
    controller: MatchController, seat: Seat, n: int, holding: SeatHolding, ask: Ask
) -> ft.Control:
    source = holding.source
    visual = ft.Row(
        [
            sign(holding.icon, 20),
            ft.Text(holding.text, size=18, weight=ft.FontWeight.BOLD),
        ],
        spacing=4,
        tight=True,
    )
    label = f"{controller.wording.player(seat)}, {holding.label}"
    return tappable(
        visual,
        controller.ctx.words("origin.open", label=label),
        (lambda _e: ask(seat, source)) if source else None,
        key=f"number:{seat}:{n}",
        padding=ft.Padding.symmetric(horizontal=12, vertical=12),
        border=outline(1, ft.Colors.OUTLINE_VARIANT),
        radius=12,
    )


def number_panel(
    controller: MatchController,
    screen: GameScreen,
    peeking: Seat,
    asked: Number | None,
    close: Callable[[], None],
) -> ft.Control | None:
    """Build the origin of the touched number, as long as its seat is open.

    For a hidden number, only the bar remains that lets its owner look again.
    """
    if asked is None or asked[0] != peeking:
        return None
    seat, source = asked
    name, words = controller.wording.player(seat), controller.ctx.words
    covered = covers(controller.match, controller.mine, seat, source)
    bar = [peek_bar(controller.ctx, controller.wording, seat, controller.peek)] if covered else []
    for holding in numbers_of(controller, screen, seat):
        if holding.source == source:
            title = words("origin.title", label=capitalised(holding.label), name=name)
            shown = origin_lines(
                controller.ctx, controller.match, controller.wording, source, controller.seen
            )
            return origin_panel(words, title, [*bar, *shown], close)
    return origin_panel(words, words("origin.covered", name=name), bar, close) if covered else None


def seat_panel(
    controller: MatchController,
    screen: GameScreen,
    seat: Seat,
    asked: Number | None,
    ask: Ask,
    forget: Callable[[], None],
    close: Callable[[], None],
) -> ft.Control | None:
    """Build the panel of the touched seat, or return None if there is nothing to show.

    Args:
        controller: controller of the match.
        screen: screen of the game.
        seat: the seat; below zero: none.
        asked: the number touched last.
        ask: shows the origin of a number.
        forget: hides it again.
        close: closes the panel.
    """
    numbers = numbers_of(controller, screen, seat)
    covered = covered_here(controller, seat) if seat >= 0 else False
    if not numbers and not covered:
        return None
    made = number_panel(controller, screen, seat, asked, forget)
    if made is not None:
        return made
    closing = close_button(controller.ctx.words("button.close"), close, key="seat:close")
    # The button to hold stands above what it reveals, so that it keeps its place.
    bar = [peek_bar(controller.ctx, controller.wording, seat, controller.peek)] * covered
    body = [*bar, number_chips(controller, seat, numbers, ask)]
    name = controller.wording.player(seat)
    return step_panel(name, body, [], close=closing, key=f"seat-panel:{seat}")
