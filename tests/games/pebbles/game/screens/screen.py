"""Board of the game, and what it adds to the screens of a match."""

from collections.abc import Collection
from typing import Any

import flet as ft

from companion.kernel.duties import ScoreLine
from companion.kernel.pieces.ledger import seat_account
from companion.kernel.values import Seat
from companion.match.fold import Match
from companion.rulebook.wording import Wording
from companion.ui.boards.contract import BoardInput, GameScreen, SeatHolding
from companion.ui.boards.face import BoardLook
from companion.ui.boards.kit import kit_for, laid_out
from companion.ui.boards.tile import Area, Number, Tile, line
from companion.ui.views.report.interaction import Start
from companion.ui.views.rulings.origin import Source

PILE = "pile"
"""Place of the board; every touchable thing has such an id."""


LOOK = BoardLook()
"""Signs and pieces of the game's own, by name; any other sign is an icon."""


def board(given: BoardInput) -> ft.Control:
    """Render the board within the given width and height."""
    state: Any = given.match.game.public_view(given.match.state, None)
    label = given.wording.own("board.pile", n=state.left())
    # What the board shows is data; the kit draws it, marks it and takes the touch.
    pile = Tile(PILE, label, (line(Number(str(state.left()), 48)),))
    high = min(given.visible_height or given.height, 160 * given.grown)
    kit = kit_for(given, LOOK)
    return laid_out([kit.tile(pile, Area(0, 0, given.width, high))], given.width, high)


def starts(_match: Match, _seat: Seat, _place: str) -> tuple[Start, ...]:
    """Return the meanings of touching a place, the likeliest first."""
    return (Start("take"),)


def holdings(
    match: Match, wording: Wording, seat: Seat, _seen: Collection[Seat]
) -> tuple[SeatHolding, ...]:
    """Return what a seat has before it."""
    ledger, mine = match.state.ledger, seat_account(seat)
    icons = (("pebble", ft.Icons.CIRCLE), ("point", ft.Icons.STAR))
    return tuple(
        SeatHolding(icon, str(n), wording.noun(n, item), source=(mine, (item,)))
        for item, icon in icons
        for n in [ledger.balance(mine, item)]
    )


def source_of(line: ScoreLine) -> Source | None:
    """Return where the number of a score line comes from."""
    return seat_account(line.seat), ("point",)


SCREEN = GameScreen(
    board=board,
    starts=starts,
    holdings=holdings,
    source_of=source_of,
    charted="points",
    likely=(("take",), ("cash",), ("skip",)),
)
