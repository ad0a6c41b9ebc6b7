"""Whole board within its room: offices, city and rails, in the order of a turn."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Any, Final
from weakref import WeakKeyDictionary

import flet as ft

from companion.games.urban_sprawl.grid import BLOCKS, CIRCLES, block_of, lots_of
from companion.kernel.values import Seat
from companion.ui.boards.contract import Offer
from companion.ui.boards.face import brush_of
from companion.ui.boards.kit import BoardKit, Marks, laid_out
from companion.ui.boards.tile import Area, Tile
from companion.ui.games.urban_sprawl import chain, open_block
from companion.ui.games.urban_sprawl.city import LOOK
from companion.ui.games.urban_sprawl.geometry import BETWEEN, GAP, OFFICE, Room
from companion.ui.games.urban_sprawl.views import (
    BlockFace,
    BlockView,
    BuildingView,
    ChoiceView,
    StepView,
    TableView,
)
from companion.ui.hooks import current_page
from companion.ui.layout import share
from companion.ui.widgets import Centre, Flight, People, cached_part, flying, seat_mark


@dataclass(frozen=True, slots=True)
class Put:
    """Pieces that have moved between two moments."""

    built: tuple[tuple[Seat, str], ...] = ()
    """Seats that have built, with the block."""
    pawn: bool = False
    """True if the pawn of the elections went to another office."""


def put(before: TableView, after: TableView) -> Put:
    """Return the pieces that have moved between two moments."""
    old = set(_built(before))
    built = {one[0]: one[1] for one in _built(after) if one not in old}
    had, has = before.pawn, after.pawn
    return Put(tuple(built.items()), bool(had and has and had != has))


def _built(view: TableView) -> list[tuple[Seat, str, str]]:
    """Return the owner, the block and the first lot of each building."""
    return [
        (one.owner, block.id, one.id)
        for block in view.blocks
        for one in block.buildings
        if one.owner is not None
    ]


def flights(
    put: Put, people: People, room: Room, city: float, pawn: Centre | None
) -> list[ft.Control]:
    """Return the flights of new buildings from their owners' names above the board, and the pawn.

    Args:
        put: pieces that have just moved.
        people: players by seat.
        room: room of the board.
        city: distance from the top of the board to the city.
        pawn: centre of the office with the pawn of the elections, if visible.
    """
    side, to = min(30.0, room.block_width * 0.6), dict(put.built)
    each, pieces = share(room.width, len(people), BETWEEN), list[ft.Control]()
    for seat, person in enumerate(people):
        home = (seat * (each + BETWEEN) + each / 2, 0.0)
        there = _block(to[seat], room, city) if seat in to else None
        pieces.append(flying(Flight(f"flight:{seat}", home, there), side, seat_mark, *person))
    # Between two elections the pawn stays at its place.
    gone = Flight("flight:pawn", pawn or (0.0, 0.0), pawn if put.pawn else None)
    return [*pieces, flying(gone, room.row * 0.5, _pawn)]


def _block(place: str, room: Room, city: float) -> Centre:
    """Return the centre of a block."""
    left, top = room.block(place).centre
    return (room.width - room.city[0]) / 2 + left, city + top


def _pawn(size: float) -> ft.Control:
    return ft.Icon(ft.Icons.PERSON_PIN_CIRCLE, size=size, color=ft.Colors.PRIMARY)


CHAIN = "chain"
"""Place that shows the whole end of a turn."""
_ASK_WIDTH = 54
_STEP = 0.05
"""Step by which the scale shrinks until the whole board is visible."""


@dataclass(frozen=True)
class Drawing:
    """Renderer of one board."""

    now: TableView
    steps: tuple[StepView, ...]
    """Steps of the end of a turn; empty during a turn."""
    chain_spoken: str
    fresh: frozenset[str]
    offers: Mapping[Any, Offer]
    marks: Callable[[str], Marks]
    people: People
    width: float
    height: float
    scale: float
    low: bool
    """True if the screen is low or narrow, whatever height is left for the board."""
    touch: Callable[[str], None]
    site_said: Callable[[str], str]
    """Name of a site for a building."""
    back: str
    """Accessible name of the way from a block back to the whole city."""
    share: float = 1.0
    """Share of the text scale that texts take, less than 1 on a board kept visible."""
    gone_said: Callable[[tuple[BuildingView, ...]], str] | None = None
    """Text on buildings to be demolished, during a turn; None: the chosen ones stay."""
    put: Put | None = None
    """Pieces that have just moved; None if movements are not animated."""

    @cached_property
    def room(self) -> Room:
        """Return the sizes of the parts."""
        asked = any(place in self.offers for place in CIRCLES)
        rows = self.rails
        chained = bool(self.steps) and self.height >= 560 * self.scale
        rows += 1 + chained if self.steps else self.office_rows
        return Room(self.width, self.height, self.scale, rows, asked, self.low, self.share)

    def seen_whole(self, sight: float) -> "Drawing":
        """Return a copy grown with the text only as far as this height shows it whole."""
        grown = scale = self.scale
        while True:
            fitted = replace(self, scale=scale, share=scale / grown, height=sight)
            room = Room(self.width, sight, scale, fitted.rails + fitted.office_rows)
            if scale == 1 or room.whole <= sight:
                return fitted
            scale = max(1.0, scale - _STEP)

    @cached_property
    def rails(self) -> int:
        """Return the number of rows of cards."""
        return self.lines((*self.now.planning, *self.now.favors)) + self.lines(self.now.contracts)

    @cached_property
    def office_rows(self) -> int:
        """Return the number of rows above the city during a turn."""
        return -(-self.above // self.plain.columns(self.above, OFFICE))

    @cached_property
    def plain(self) -> Room:
        """Return the room of an empty board."""
        return Room(self.width, self.height, self.scale, 0)

    @property
    def above(self) -> int:
        """Return the number of offices, plus the action points and the forecast tile."""
        return len(self.now.offices) + (self.now.points is not None) + 1

    def lines(self, card_views: Sequence[Tile]) -> int:
        """Return the number of rows that some cards take."""
        return -(-len(card_views) // self.plain.columns(len(card_views)))

    def drawn(self) -> ft.Control:
        """Render the board.

        If not everything fits, contracts and city, or the city alone, come first.

        The end of a turn comes first even then, because a seat is asked for its next step.
        """
        room, tops, foot = self.room, dict[str, float](), 0.0
        for part in self.order:
            tops[part], foot = foot, foot + self.high(part)
        parts = {
            "offices": self.offices(tops["offices"]),
            "city": [self.city(Area(0, tops["city"], self.width, room.city[1]))],
            "contracts": self.rail(self.now.contracts, tops["contracts"]),
            "planning": self.rail(self.beside, tops["planning"]),
        }
        drawn = [control for part in self.order for control in parts[part]]
        if self.put is not None:
            # While a place is asked for, the board may show a single block, so nothing flies.
            put = Put() if self.offers else self.put
            pawn = self.pawn(room, tops["offices"] + self.high("offices") - room.row - GAP)
            drawn += flights(put, self.people, room, tops["city"], pawn)
        return laid_out(drawn, self.width, foot - GAP)

    @property
    def order(self) -> tuple[str, ...]:
        """Return the parts from above."""
        if self.room.low and self.room.alone:
            return "city", "contracts", "planning", "offices"
        if self.steps or not self.room.low:
            return "offices", "city", "contracts", "planning"
        return "contracts", "city", "planning", "offices"

    @property
    def beside(self) -> tuple[Tile, ...]:
        """Return the planning cards, and the favors of the seat whose turn it is."""
        return (*self.now.planning, *self.now.favors)

    def high(self, part: str) -> float:
        """Return the height of a part, with the gap below it."""
        if part == "city":
            return self.room.city[1] + GAP
        rows = {
            "offices": 1 + self.room.large if self.steps else self.office_rows,
            "contracts": self.lines(self.now.contracts),
            "planning": self.lines(self.beside),
        }
        return rows[part] * (self.room.row + GAP)

    def pawn(self, room: Room, top: float) -> Centre | None:
        """Return the centre of the office with the pawn, if the whole track is in one row."""
        number = next(
            (n for n, office in enumerate(self.now.offices) if office.id == self.now.pawn), None
        )
        hidden = bool(self.steps) and not room.large
        if number is None or hidden or room.columns(self.above, OFFICE) != self.above:
            return None
        each = self.office_width(room)
        # The remaining points are shown before the offices.
        number += not self.steps and self.now.points is not None
        return number * (each + BETWEEN) + each / 2, top + room.row / 2

    def office_width(self, room: Room) -> float:
        """Return the width of an office, in the rows available to them."""
        columns = room.columns(self.above, OFFICE)
        if self.steps:
            return share(self.width, len(self.now.offices), BETWEEN)
        if columns == self.above:
            return share(self.width - _ASK_WIDTH * self.scale - BETWEEN, columns - 1, BETWEEN)
        return room.card_width(columns)

    # Above the city

    def offices(self, top: float) -> list[ft.Control]:
        """Return the track with offices and action points, or the chain in its place."""
        wide, points, room = _ASK_WIDTH * self.scale, self.now.points, self.room
        track = self.now.offices if self.steps or points is None else (points, *self.now.offices)
        last = Area(self.width - wide, top, wide, room.row)
        rest = Area(0, top, self.width - wide - BETWEEN, room.row)
        columns = room.columns(self.above, OFFICE)
        if self.steps:
            steps = chain.chain_tile(
                CHAIN,
                self.steps,
                self.chain_spoken,
                rest,
                (self.scale, self.share),
                self.people,
                self.touch,
            )
            below = self.rows(track, len(track), top + room.row + GAP) if room.large else []
            return [steps, self.kit.tile(self.now.ask, last), *below]
        if columns != self.above:
            # With large text, the offices take several rows.
            return self.rows((*track, self.now.ask), columns, top)
        tiles = self.kit.tiles(track, rest.row(len(track), BETWEEN))
        return [*tiles, self.kit.tile(self.now.ask, last)]

    # Rows of cards

    def rail(self, tiles: Sequence[Tile], top: float) -> list[ft.Control]:
        """Return a row of cards, or several if they would be narrower than a finger."""
        return self.rows(tiles, self.room.columns(len(tiles)), top)

    def rows(self, tiles: Sequence[Tile], columns: int, top: float) -> list[ft.Control]:
        """Return tiles in rows of that many, all as high as one row."""
        high = self.room.row
        lines = [tiles[n : n + columns] for n in range(0, len(tiles), columns)]
        areas = (
            Area(0, top + n * (high + GAP), self.width, high).row(columns, BETWEEN)
            for n in range(len(lines))
        )
        return [
            self.kit.tile(*pair)
            for line, places in zip(lines, areas, strict=True)
            for pair in zip(line, places, strict=False)
        ]

    @cached_property
    def kit(self) -> BoardKit:
        """Return the kit of the whole board."""
        brush = brush_of(LOOK, self.people, self.scale, self.share)
        return BoardKit(brush, self.touch, lambda tile: self.marks(tile.id))

    # The city

    def city(self, area: Area) -> ft.Control:
        """Return the city, or enlarged the only block in which lots are being asked."""
        wide, high = self.room.city
        left = (area.width - wide) / 2
        shown = self.shown_city(self.room)
        return ft.Stack([shown], key="city", left=left, top=area.top, width=wide, height=high)

    def shown_city(self, room: Room) -> ft.Control:
        """Return what is shown of the city."""
        lots, inside = self.asked_lots()
        if any("+" in value for value in lots):
            return self.sites(lots, room)
        if len(inside) == 1 and len(lots) > 1:
            return self.large(inside.pop(), room)
        return zoom(self, room) if self.zooms() else self.small(room, _noting(self.touch))

    def asked_lots(self) -> tuple[list[str], set[str]]:
        """Return the lots being asked, and their blocks."""
        lots = [value for value in self.offers if str(value).startswith("lot.")]
        return lots, {block_of(value.partition("+")[0]) for value in lots}

    def zooms(self) -> bool:
        """Return whether touching a block enlarges it."""
        lots, inside = self.asked_lots()
        return not any("+" in value for value in lots) and 1 < len(inside) < len(lots)

    def small(self, room: Room, touch: Callable[[str], None]) -> ft.Control:
        """Return every block, cached while none changes."""
        shown = (self.now.blocks, self.now.numbers, room, self.people)
        about = tuple(self.block_marks(block) for block in self.now.blocks)
        edges = tuple(self.marks(number.id) for number in self.now.numbers)
        return cached_part("city", lambda *_: self.whole(room, touch), *shown, about, edges)

    def large(self, place: str, room: Room, leave: Callable[[], None] | None = None) -> ft.Control:
        """Return one block with separately touchable lots."""
        block = next(one for one in self.now.blocks if one.id == place)
        marks = {lot: self.marks(lot) for lot in lots_of(place) if lot in self.offers}
        choices = {lot: self.choice(block, lot) for lot in lots_of(place)}
        way = None if leave is None else open_block.Way(self.back, leave)
        text = open_block.Text(room.grown, room.share)
        return open_block.lots(block, marks, choices, room.city, self.people, self.touch, way, text)

    def whole(self, room: Room, touch: Callable[[str], None]) -> ft.Control:
        """Return every block, and the numbers around them."""
        numbers = [
            self.kit.tile(replace(number, touchable=room.asked), room.around(number.id), touch)
            for number in self.now.numbers
        ]
        blocks = [self.block(block, room, touch) for block in self.now.blocks]
        return laid_out([*numbers, *blocks], *room.city)

    def block(self, block: BlockView, room: Room, touch: Callable[[str], None]) -> ft.Control:
        """Return a block in its place."""
        touched, marks = self.block_marks(block)
        face = BlockFace(block, marks.offer in ("legal", "helped"))
        tile = Tile(touched, block.spoken, picture=face, inset=0, radius=5, key=block.id)
        return self.kit.tile(tile, room.block(block.id), touch, marks)

    def block_marks(self, block: BlockView) -> tuple[str, Marks]:
        """Return the place that touching a block reports, and its marks."""
        inside = [lot for lot in lots_of(block.id) if lot in self.offers] if self.offers else []
        if block.id in self.offers or not inside:
            return block.id, self.marks(block.id)
        if len(inside) == 1:
            return inside[0], self.marks(inside[0])
        lot_marks = [self.marks(lot) for lot in inside]
        return block.id, next((one for one in lot_marks if one.offer != "greyed"), lot_marks[0])

    def sites(self, asked: Sequence[str], room: Room) -> ft.Control:
        """Return the possible sites of a building in the touched block."""
        place = block_of(asked[0].partition("+")[0])
        block = next(one for one in self.now.blocks if one.id == place)
        choices = [self.choice(block, value) for value in asked]
        marks = {value: self.marks(value) for value in asked}
        text = open_block.Text(room.grown, room.share)
        return open_block.sites(block, choices, marks, room.city, self.people, self.touch, text)

    def choice(self, block: BlockView, value: str) -> ChoiceView:
        """Return some lots of a block, with the buildings to be demolished there."""
        lots, said = tuple(value.split("+")), self.site_said(value)
        gone = tuple(one for one in block.buildings if not {*one.lots}.isdisjoint(lots))
        if self.gone_said is None or not gone:
            return ChoiceView(value, lots, said)
        demolition = self.gone_said(gone)
        over = tuple(lot for lot in lots if any(lot in one.lots for one in gone))
        return ChoiceView(value, lots, f"{said}. {demolition}", over, demolition)


_LAST: Final[WeakKeyDictionary[ft.Page, str]] = WeakKeyDictionary()
"""Block touched last, by page."""


def forget_block() -> None:
    """Forget the block touched last on this page, so that none opens."""
    with suppress(RuntimeError):
        _LAST.pop(current_page(), None)


@lru_cache(maxsize=8)
def _noting(touch: Callable[[str], None]) -> Callable[[str], None]:
    """Wrap a touch handler to note the block, which is then open when its lots are asked."""

    def touched(place: str) -> None:
        if place in BLOCKS:
            _LAST[current_page()] = place
        touch(place)

    return touched


def zoom(drawing: Drawing, room: Room) -> ft.Control:
    """Return the city with blocks that open, while several lots of a block are being asked."""
    component: Any = Zoom
    opened_: ft.Control = component(drawing, room, key="zoom")
    return opened_


@ft.component
def Zoom(drawing: Drawing, room: Room) -> ft.Control:
    """Render the city; touching a block with several lots being asked enlarges it."""

    def asked(place: str) -> bool:
        return place in BLOCKS and any(lot in drawing.offers for lot in lots_of(place))

    last = _LAST.pop(current_page(), "")
    open_, set_open = ft.use_state(last if asked(last) else "")

    def touched(place: str) -> None:
        if asked(place):
            set_open(place)
        else:
            drawing.touch(place)

    if open_:
        return drawing.large(open_, room, lambda: set_open(""))
    return drawing.small(room, touched)
