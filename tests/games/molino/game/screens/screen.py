"""Board of the game, and what it adds to the screens of a match."""

from collections.abc import Collection

import flet as ft

from companion.kernel.duties import ScoreLine
from companion.kernel.pieces.ledger import seat_account
from companion.kernel.values import Seat
from companion.match.fold import Match
from companion.rulebook.wording import Wording
from companion.ui.boards.contract import BoardInput, GameScreen, SeatHolding
from companion.ui.boards.face import BoardLook
from companion.ui.boards.kit import bar, kit_for, laid_out
from companion.ui.boards.tile import Area, Piece, Symbol, Tile, line
from companion.ui.views.report.interaction import Start
from companion.ui.views.rulings.origin import Source
from tests.games.molino.game.state import LINES, MAN, POINTS, State, lost

_FINGER = 48.0
"""Least distance of two points, and size of each."""
_STEPS = 6
"""Distances between the seven columns, and the seven rows."""
_HOLE = line(Symbol("CIRCLE", 10, "outline"))
LOOK = BoardLook()


def _state(match: Match) -> State:
    state: State = match.game.public_view(match.state, None)
    return state


def board(given: BoardInput) -> ft.Control:
    """Render the three squares, as large as the given width and height allow."""
    high = given.visible_height or given.height
    side = max(_FINGER * (_STEPS + 1), min(given.width, high))
    gap = (side - _FINGER) / _STEPS
    state, kit = _state(given.match), kit_for(given, LOOK)
    lines = [bar(_span(line[0], line[-1], gap), ft.Colors.OUTLINE) for line in LINES]
    points = [kit.tile(_point(given, state, point), _area(point, gap)) for point in POINTS]
    square = laid_out([*lines, *points], side, side)
    return ft.Row([square], alignment=ft.MainAxisAlignment.CENTER, key="board")


def _area(point: str, gap: float) -> Area:
    column, row = "abcdefg".index(point[0]), 7 - int(point[1])
    return Area(column * gap, row * gap, _FINGER, _FINGER)


def _span(first: str, last: str, gap: float) -> Area:
    """Return the line between two points, which are in either order."""
    ends = [_area(point, gap).centre for point in (first, last)]
    (left, right), (top, bottom) = (sorted(axis) for axis in zip(*ends, strict=True))
    return Area(left - 1, top - 1, right - left + 2, bottom - top + 2)


def _point(given: BoardInput, state: State, point: str) -> Tile:
    """Return a point with its man, or as a hole."""
    owner, name = state.owner(point), given.wording.lexicon.terms[f"point.{point}"]
    if owner is None:
        label, part = given.wording.own("board.free", point=name), _HOLE
    else:
        label = given.wording.own("board.man", point=name, name=given.people[owner].name)
        part = line(Piece(owner, 36))
    return Tile(point, label, (part,), ground="", edge="", radius=_FINGER / 2, key=f"point:{point}")


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
