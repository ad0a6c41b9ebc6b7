"""Board of Santiago de Cuba: the street around the ship, the buildings and the supply."""

from collections.abc import Collection

import flet as ft

from companion.games.santiago_de_cuba.acts.buildings import USE_OF
from companion.games.santiago_de_cuba.buildings import ANSWERS
from companion.games.santiago_de_cuba.components import GOODS
from companion.games.santiago_de_cuba.state import ITEM_OF, MARKERS, POINT, SEATS
from companion.games.santiago_de_cuba.view import SantiagoHidden, SantiagoTable
from companion.kernel.duties import ScoreLine
from companion.kernel.memo import memoised
from companion.kernel.values import Seat
from companion.match.fold import Match
from companion.rulebook.wording import Wording
from companion.ui.boards.board_moments import board_now, step_changes
from companion.ui.boards.contract import BoardInput, GameScreen, SeatHolding
from companion.ui.boards.kit import kit_for
from companion.ui.boards.tile import changed_tiles
from companion.ui.games.santiago_de_cuba.board import Drawing
from companion.ui.games.santiago_de_cuba.board_view import Street, street
from companion.ui.games.santiago_de_cuba.dice import editor
from companion.ui.games.santiago_de_cuba.geometry import space_of
from companion.ui.games.santiago_de_cuba.look import COIN, GOOD_LOOKS, HOUSE, LAUREL, LOOK
from companion.ui.games.santiago_de_cuba.setup import starts
from companion.ui.views.rulings.origin import Source
from companion.ui.views.table.status import last_step
from companion.ui.widgets import cached_part


def board(given: BoardInput) -> ft.Control:
    """Return the whole board, from the street to the supply."""
    now, fresh = board_now(given.match, street), memoised(given.changing, _fresh)
    high = given.visible_height or given.height
    space = space_of(given.width, high, given.grown, bool(given.visible_height))
    shown = (now, fresh, given.unsure, given.offers, space, given.people, given.still)
    kit = kit_for(given, LOOK, fresh, space.scale)
    return cached_part("street", lambda *_: Drawing(kit, now, space, given.still).drawn(), *shown)


def _fresh(match: Match) -> frozenset[str]:
    """Return the tiles that the last step changed."""
    return step_changes(match, last_step(match), street, changed) or frozenset()


def changed(before: Street, after: Street) -> frozenset[str]:
    """Return the stops, buildings and dice that differ from before.

    The place of the car shows by itself, and the cost of a stop is no change.
    """
    return changed_tiles(before.places, after.places)


def holdings(
    match: Match, wording: Wording, seat: Seat, seen: Collection[Seat]
) -> tuple[SeatHolding, ...]:
    """Return the holdings of a seat: the visible markers, the rest behind its screen."""
    viewer = seat if seat in seen else None
    table: SantiagoTable = match.game.public_view(match.state, viewer)
    public: SantiagoTable = match.game.public_view(match.state, None)
    side, covered = table.seats[seat], public.seats[seat].hidden is None
    behind = _CLOSED if side.hidden is None else _behind(wording, side.hidden, covered, seat)
    markers = side.markers
    said = wording.noun(markers, "marker")
    return (
        *behind,
        SeatHolding(HOUSE, str(markers), said, source=(SEATS[seat], (MARKERS[seat],))),
    )


_CLOSED = tuple(SeatHolding(picture, "", "", closed=True) for picture in (COIN, LAUREL))
"""Holdings of a screen as seen by others, whatever lies behind it."""


def _behind(
    wording: Wording, held: SantiagoHidden, covered: bool, seat: Seat
) -> tuple[SeatHolding, ...]:
    """Return the holdings behind the screen of a seat."""
    account = SEATS[seat]
    money = tuple(
        SeatHolding(picture, str(n), wording.noun(n, item), covered, source=(account, (item,)))
        for picture, item, n in (
            (COIN, "peso", held.pesos),
            (LAUREL, "point", held.points),
        )
    )
    goods = tuple(
        SeatHolding(
            GOOD_LOOKS[good].picture,
            str(n),
            wording.noun(n, f"good.{good}"),
            covered,
            source=(account, (ITEM_OF[good],)),
        )
        for good, n in held.goods.items()
        if n
    )
    return (*money, *goods)


def source_of(line: ScoreLine) -> Source | None:
    """Return the source of a score line in the ledger."""
    items = {"points": (POINT,), "goods": tuple(ITEM_OF[good] for good in GOODS)}
    return SEATS[line.seat], items[line.code]


def places(match: Match) -> tuple[str, ...]:
    """Return every stop, building and good."""
    view: SantiagoTable = match.game.public_view(match.state, None)
    buildings = (name for names in view.buildings.values() for name in names)
    return (*view.street, *buildings, *GOODS)


_ANSWERED = tuple(kinds[0] for kinds in ANSWERS.values())
_DONE = (*USE_OF.values(), "load_goods", *_ANSWERED)

SCREEN = GameScreen(
    board=board,
    starts=starts,
    places=places,
    likely=(
        (*_DONE, "roll_ship", "settle_empty_ship"),
        ("load_wood", "use_own_building"),
        ("pass_loading", "decline"),
    ),
    moments=("ship_left", "building_claimed", "goods_converted"),
    holdings=holdings,
    source_of=source_of,
    charted="points",
    counted=(
        ("seat:{seat}", "point"),
        ("seat:{seat}", "peso"),
        *(("seat:{seat}", f"good:{good}") for good in GOODS),
    ),
    ranked=("points", "goods"),
    editors={"roll_ship": editor},
    dice="roll_ship",
)
