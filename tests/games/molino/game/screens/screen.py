"""Board of the game, and what it adds to the screens of a match."""

from collections.abc import Callable, Collection

import flet as ft

from companion.kernel.duties import ScoreLine
from companion.kernel.pieces.ledger import seat_account
from companion.kernel.values import Seat
from companion.match.fold import Match
from companion.rulebook.wording import Wording
from companion.ui.boards.contract import BoardInput, GameScreen, SeatHolding
from companion.ui.boards.tiles import Marks, marks_of
from companion.ui.views.report.interaction import Start
from companion.ui.views.rulings.origin import Source
from companion.ui.widgets import SeatIdentity, cached_part, seat_mark, tappable
from tests.games.molino.game.state import LINES, MAN, POINTS, State, lost

_FINGER = 48.0
"""Least distance of two points, and size of each."""
_STEPS = 6
"""Distances between the seven columns, and the seven rows."""


def _state(match: Match) -> State:
    state: State = match.game.public_view(match.state, None)
    return state


def board(given: BoardInput) -> ft.Control:
    """Render the three squares, as large as the given width and height allow."""
    high = given.visible_height or given.height
    side = max(_FINGER * (_STEPS + 1), min(given.width, high))
    gap = (side - _FINGER) / _STEPS
    state = _state(given.match)
    lines = [_line(line, gap) for line in LINES]
    points = [_placed(given, state, point, gap) for point in POINTS]
    square = ft.Stack([*lines, *points], width=side, height=side)
    return ft.Row([square], alignment=ft.MainAxisAlignment.CENTER, key="board")


def _where(point: str, gap: float) -> tuple[float, float]:
    """Return the centre of a point, from the left and from the top."""
    column, row = "abcdefg".index(point[0]), 7 - int(point[1])
    return _FINGER / 2 + column * gap, _FINGER / 2 + row * gap


def _line(line: tuple[str, ...], gap: float) -> ft.Control:
    ends = [_where(point, gap) for point in (line[0], line[-1])]
    (left, right), (top, bottom) = (sorted(axis) for axis in zip(*ends, strict=True))
    return ft.Container(
        left=left - 1,
        top=top - 1,
        width=right - left + 2,
        height=bottom - top + 2,
        bgcolor=ft.Colors.OUTLINE,
    )


def _placed(given: BoardInput, state: State, point: str, gap: float) -> ft.Control:
    owner = state.owner(point)
    name = given.wording.lexicon.terms[f"point.{point}"]
    if owner is None:
        label, person = given.wording.own("board.free", point=name), None
    else:
        person = given.people[owner]
        label = given.wording.own("board.man", point=name, name=person.name)
    marks, (x, y) = marks_of(given, point, False), _where(point, gap)
    # A part is drawn again only if one of the values after its drawing function changes.
    man = cached_part(f"point:{point}", _man, point, label, person, marks, given.on_touch)
    return ft.Stack([man], left=x - _FINGER / 2, top=y - _FINGER / 2)


def _man(
    point: str,
    label: str,
    person: SeatIdentity | None,
    marks: Marks,
    on_touch: Callable[[str], None],
) -> ft.Control:
    hole = ft.Container(width=14, height=14, bgcolor=ft.Colors.OUTLINE, border_radius=7)
    return tappable(
        seat_mark(*person, 36) if person else hole,
        marks.named(label),
        lambda _e: on_touch(point),
        radius=_FINGER / 2,
        width=_FINGER,
        height=_FINGER,
        alignment=ft.Alignment.CENTER,
        border=None if marks.offer == "none" else marks.edge(),
        opacity=marks.opacity,
    )


def starts(match: Match, _seat: Seat, place: str) -> tuple[Start, ...]:
    """Return the act that is due, with the touched point as its first answer."""
    phase = _state(match).phase
    return (Start(phase, {"origin" if phase == "slide" else "point": place}),)


def places(_match: Match) -> tuple[str, ...]:
    """Return everything that can be touched."""
    return POINTS


def holdings(
    match: Match, wording: Wording, seat: Seat, _seen: Collection[Seat]
) -> tuple[SeatHolding, ...]:
    """Return the men that a seat has still to place, and those that it has lost."""
    ledger = match.state.ledger
    accounts = ((ft.Icons.BACK_HAND, seat_account(seat)), (ft.Icons.CLOSE, lost(seat)))
    return tuple(
        SeatHolding(icon, str(n), wording.noun(n, "man"), source=(account, (MAN[seat],)))
        for icon, account in accounts
        for n in [ledger.balance(account, MAN[seat])]
    )


def source_of(line: ScoreLine) -> Source | None:
    """Return where the number of a score line comes from."""
    rival = 1 - line.seat
    return lost(rival), (MAN[rival],)


SCREEN = GameScreen(
    board=board,
    starts=starts,
    places=places,
    holdings=holdings,
    source_of=source_of,
    charted="captured",
    likely=(("place", "slide", "capture"),),
    moments=("mill_closed",),
)
