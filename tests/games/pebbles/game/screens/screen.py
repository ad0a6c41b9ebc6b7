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
from companion.ui.boards.tiles import Marks, marks_of
from companion.ui.views.report.interaction import Start
from companion.ui.views.rulings.origin import Source
from companion.ui.widgets import cached_part, tappable

PILE = "pile"
"""Place of the board; every touchable thing has such an id."""


def board(given: BoardInput) -> ft.Control:
    """Render the board within the given width and height."""
    state: Any = given.match.game.public_view(given.match.state, None)
    label = given.wording.own("board.pile", n=state.left())
    high = min(given.visible_height or given.height, 160 * given.grown)
    # A part is drawn again only if one of the values after its drawing function changes.
    marks = marks_of(given, PILE, False)
    pile = cached_part(PILE, _pile, label, state.left(), marks, high, given.on_touch)
    return ft.Column([pile], horizontal_alignment=ft.CrossAxisAlignment.STRETCH, key="board")


def _pile(label: str, left: int, marks: Marks, high: float, on_touch: Any) -> ft.Control:
    return tappable(
        ft.Text(str(left), size=48, text_align=ft.TextAlign.CENTER),
        marks.named(label),
        lambda _e: on_touch(PILE),
        height=high,
        radius=12,
        border=marks.edge(),
        opacity=marks.opacity,
    )


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
