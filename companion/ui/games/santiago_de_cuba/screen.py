"""Board of Santiago de Cuba: the street around the ship, the buildings and the supply."""

import math
from collections.abc import Callable, Collection
from dataclasses import dataclass, replace

import flet as ft

from companion.games.santiago_de_cuba.acts.buildings import USE_OF
from companion.games.santiago_de_cuba.citizens import ANSWERS
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
from companion.ui.boards.tiles import Marks, TileSize, marks_of
from companion.ui.games.santiago_de_cuba import building as buildings
from companion.ui.games.santiago_de_cuba import ship as ships
from companion.ui.games.santiago_de_cuba import stop as stops
from companion.ui.games.santiago_de_cuba.board_view import StreetView, changed, street
from companion.ui.games.santiago_de_cuba.dice import editor
from companion.ui.games.santiago_de_cuba.look import GOOD_LOOKS
from companion.ui.games.santiago_de_cuba.pictures import COIN, HOUSE, LAUREL
from companion.ui.games.santiago_de_cuba.starts import starts
from companion.ui.views.rulings.origin import Source
from companion.ui.views.table.status import last_step
from companion.ui.widgets import cached_part

GAP = 4
_SUPPLY, _HEADER, _LINE = 48, 26, 30
_TITLE = 66
"""Width of the title of the supply, with the gap to the first good."""
_ROOMY = 70
"""Maximum height of a building with enough room, before it grows with its tile."""
_LYING, _WHOLE = 330, 490
"""Least width and height of the board at 100 %."""


def board(given: BoardInput) -> ft.Control:
    """Return the whole board, from the street to the supply."""
    now, fresh = board_now(given.match, street), memoised(given.match, _fresh)
    room = (given.width, given.height, given.visible_height, given.text_scale)
    shown = (now, fresh, given.offers, *room, given.people, given.still)
    return cached_part("street", lambda *_: _whole(_Drawing(given, now, fresh)), *shown)


def _whole(drawing: "_Drawing") -> ft.Control:
    return ft.Column(
        [drawing.street(), drawing.districts(), drawing.supply()],
        spacing=GAP,
        tight=True,
        horizontal_alignment=ft.CrossAxisAlignment.CENTER,
    )


def _fresh(match: Match) -> frozenset[str]:
    """Return the places that the last step changed."""
    return step_changes(match, last_step(match), street, changed) or frozenset()


@dataclass(frozen=True)
class _Drawing:
    """Renderer of one board."""

    given: BoardInput
    now: StreetView
    fresh: frozenset[str]

    @property
    def scale(self) -> float:
        """Return the factor of boxes: that of the text, or less if needed for a scrolled board."""
        given = self.given
        if not given.visible_height:
            return given.grown
        fits = min(given.width / _LYING, (given.visible_height - 4 * GAP) / _WHOLE)
        return max(1.0, min(given.grown, fits))

    @property
    def share(self) -> float:
        """Return the share of the text scale that texts take."""
        return self.scale / self.given.grown

    @property
    def high(self) -> float:
        """Return the available height."""
        return self.given.visible_height or self.given.height

    @property
    def touch(self) -> Callable[[str], None]:
        return self.given.on_touch

    def marks(self, place: str, changed_as: str = "") -> Marks:
        return marks_of(self.given, place, (changed_as or place) in self.fresh)

    @property
    def rest(self) -> float:
        """Return the least height of the content below the street."""
        cells = 3 * (self.cell + buildings.GAP * self.scale)
        return cells + (self.header + _SUPPLY + 2 * GAP) * self.scale

    @property
    def columns(self) -> int:
        """Return the number of flowers side by side."""
        return 4 if self.given.width / self.scale >= 330 else 2

    @property
    def cell(self) -> float:
        """Return the height of a building: at least a finger, plus what the street leaves."""
        least = max(48, min(55, self.high * 0.12)) * self.scale
        size = buildings.cell_size(self.given.width, self.columns, self.scale)
        if not size.large or not math.isfinite(self.high):
            return least
        whole = stops.loop(self.given.width, round(100 * self.scale)).height
        below = (size.box(_HEADER) + size.box(_SUPPLY)) + 3 * buildings.GAP + 4 * GAP
        return max(least, min(size.box(_ROOMY), (self.high - whole - below) / 3))

    @property
    def supply_height(self) -> float:
        """Return the height of the supply; 0: its natural height.

        Without room it has one line, until a good is being asked for.
        """
        asked = any(self.marks(good).offer != "none" for good in GOODS)
        return 0 if self.header or asked else _LINE * self.scale

    @property
    def header(self) -> float:
        """Return the height of the flowers over the buildings.

        0: there is no room, so each building has its own flower.
        """
        return _HEADER if self.high / self.scale > 480 else 0

    def street(self) -> ft.Control:
        height = self.high - self.rest
        where = stops.loop(self.given.width, round(100 * self.scale), height)
        where = replace(where, tile=replace(where.tile, share=self.share))
        tiles = [
            stops.stop_tile(
                stop,
                self.marks(stop.id),
                where,
                cell,
                self.touch,
            )
            for stop, cell in zip(self.now.stops, where.cells, strict=True)
        ]
        ship = self.now.ship
        marks = tuple(self.die_marks(die.good) for die in ship.dice)
        shown = (ship, self.marks(ships.SHIP), marks, where)
        harbour = cached_part("harbour", lambda *_: self.ship(where), *shown)
        stands = zip(self.now.stops, where.cells, strict=True)
        car_at = next((cell for stop, cell in stands if stop.car), None)
        return stops.road(where, tiles, harbour, car_at, still=self.given.still)

    def ship(self, where: stops.Loop) -> ft.Control:
        ship, place = self.now.ship, where.inside()
        deck = ships.ship_deck(ship, self.marks(ships.SHIP), where.tile, place[2], self.touch)
        if not ship.rolled:
            label = self.given.wording.own("board.no_dice")
            dice = ships.no_dice(label, where.tile, place[2], self.touch)
            return ships.harbour([deck, dice], place)
        return ships.harbour([deck, *self.dice(where.tile, place[2])], place)

    def die_marks(self, good: str) -> Marks:
        return self.marks(good, f"die:{good}")

    def dice(self, size: TileSize, width: float) -> list[ft.Control]:
        per_row = 2 if width < 150 * self.scale else len(self.now.ship.dice)
        room = (width - 4 - 3 * (per_row - 1)) / per_row
        dice = [
            ships.die_tile(
                die,
                self.die_marks(die.good),
                size,
                room,
                self.touch,
            )
            for die in self.now.ship.dice
        ]
        return [
            ft.Row(dice[n : n + per_row], spacing=3, alignment=ft.MainAxisAlignment.CENTER)
            for n in range(0, len(dice), per_row)
        ]

    def districts(self) -> ft.Control:
        columns = self.columns
        size = buildings.cell_size(self.given.width, columns, self.scale, self.cell)
        size = replace(size, share=self.share)
        parts = [
            cached_part(
                f"district:{flower}",
                lambda *_, flower=flower: self.district(flower, size),
                tuple((each, self.marks(each.id)) for each in inside),
                size,
                bool(self.header),
                self.given.people,
            )
            for flower, inside in self.now.districts
        ]
        rows = [parts[n : n + columns] for n in range(0, len(parts), columns)]
        return ft.Column(
            [ft.Row(row, spacing=buildings.GAP, tight=True) for row in rows],
            spacing=GAP,
            tight=True,
        )

    def district(self, flower: str, size: TileSize) -> ft.Control:
        name = self.given.wording.term(f"flower.{flower}")
        views = dict(self.now.districts)[flower]
        tiles = [
            buildings.building_tile(
                building,
                self.marks(building.id),
                size,
                self.given.people,
                self.touch,
                flowered=not self.header,
            )
            for building in views
        ]
        head = [buildings.header(flower, name, size)] if self.header else []
        return ft.Column([*head, *tiles], spacing=buildings.GAP, tight=True, width=size.width)

    def supply(self) -> ft.Control:
        marks = tuple(self.marks(stock.good) for stock in self.now.supply)
        room = (self.given.width, self.scale, self.share, self.supply_height)
        return cached_part("supply", lambda *_: self.stocks(), self.now.supply, marks, room)

    def stocks(self) -> ft.Control:
        title = ft.Text(self.given.wording.own("board.supply"), size=14 * self.share)
        narrow = self.given.width / self.scale < 330
        columns = 3 if narrow else 6
        room = self.given.width - (0 if narrow else _TITLE * self.scale) - 4 * columns
        size = TileSize(room / columns, self.scale, self.supply_height, 130, self.share)
        tiles = [
            ships.stock_tile(stock, self.marks(stock.good), size, self.touch)
            for stock in self.now.supply
        ]
        return ft.Row(
            [title, *tiles],
            spacing=4,
            run_spacing=4,
            wrap=True,
            vertical_alignment=ft.CrossAxisAlignment.CENTER,
            alignment=ft.MainAxisAlignment.CENTER,
        )


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
    ranked=("points", "goods"),
    editors={"roll_ship": editor},
    dice="roll_ship",
)
