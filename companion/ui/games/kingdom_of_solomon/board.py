"""Whole board within its room: order, map with the spaces, market, cards."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import flet as ft

from companion.games.kingdom_of_solomon.components import GOODS
from companion.kernel.values import Seat
from companion.ui.boards.contract import Offer
from companion.ui.boards.tiles import Marks, TileSize
from companion.ui.games.kingdom_of_solomon import tiles
from companion.ui.games.kingdom_of_solomon.board_view import Put, TableView
from companion.ui.games.kingdom_of_solomon.geometry import GAP, MAP, ROWS, Room
from companion.ui.layout import share
from companion.ui.theme import seat_look
from companion.ui.widgets import Centre, Flight, People, cached_part, flying, seat_mark

MARKET = "market"
"""Name of the whole market when it is open over the map."""
OWNED = "owned"
"""Name of the seats' cards when they are open over the map."""


@dataclass(frozen=True)
class Drawing:
    """Renderer of one board."""

    now: TableView
    fresh: frozenset[str]
    offers: Mapping[Any, Offer]
    marks: Callable[[str], Marks]
    people: People
    room: Room
    touch: Callable[[str], None]
    opened: str
    """Part opened on this device, and the phase in which it was opened."""
    open: Callable[[str], None]
    words: Mapping[str, str]
    """Texts of the board itself, by name: `back`, `owned`, each good."""
    put: Put | None = None
    """Pieces that have just moved; None if movements are not animated."""

    def drawn(self) -> ft.Control:
        """Render the board with the moving pieces over it."""
        if self.put is None:
            return self.parts()
        return ft.Stack([self.parts(), *self.flights(self.put)], width=self.room.width)

    def parts(self) -> ft.Control:
        """Return the board with the part that is open over the map."""
        room, shown = self.room, self.shown
        parts = [
            self.order(),
            self.middle(shown),
            self.market() if room.whole else self.goods(shown),
            self.offer(),
            *self.foot(shown),
        ]
        return ft.Column(parts, spacing=GAP, tight=True, width=room.width)

    @property
    def shown(self) -> str:
        """Return the part open over the map: the one being asked, or opened in this phase."""
        name, _, phase = self.opened.partition(":")
        touched = name if phase == self.now.phase and name in self.folded() else ""
        return self.asked() or touched

    def turn(self, name: str) -> None:
        """Open a part over the map for the rest of the phase, or close it."""
        self.open(f"{name}:{self.now.phase}" if name else "")

    def asked(self) -> str:
        """Return the part that holds all places being asked; empty if none does."""
        if not self.offers:
            return ""
        for name, places in self.folded().items():
            if all(place in places for place in self.offers):
                return name
        return ""

    def folded(self) -> Mapping[str, Collection[str]]:
        """Return the parts that open over the map, with their places."""
        groups: dict[str, Collection[str]] = {}
        if not self.room.whole:
            groups[MARKET] = {place.id for place in self.now.market}
        if self.room.small:
            groups[OWNED] = {card.id for card in self.now.owned}
        return groups

    def part(
        self, name: str, draw: Callable[[], ft.Control], places: Collection[str], *shown: object
    ) -> ft.Control:
        """Return a part of the board, rendered again only if its content changes."""
        fresh = self.fresh.intersection(places)
        offers = {place: self.offers[place] for place in places if place in self.offers}
        asked = bool(self.offers)
        return cached_part(
            f"part:{name}", lambda *_: draw(), *shown, fresh, offers, asked, self.room, self.people
        )

    def order(self) -> ft.Control:
        """Render the turn order, one tile a seat."""
        width = self.room.share(len(self.now.order))
        size = TileSize(width, self.room.scale, self.room.order, roomy=150)
        row = [tiles.seat_tile(seat, size, self.people) for seat in self.now.order]
        return ft.Row(row, spacing=GAP)

    def size(self, width: float) -> TileSize:
        """Return the size of a tile in one of the rows."""
        return TileSize(width, self.room.scale, self.room.row, roomy=150)

    def flights(self, put: Put) -> list[ft.Control]:
        """Return the flights of pieces from their owners' places in the order."""
        side, by = min(32.0, self.room.row * 0.7), dict(put.by)
        order = {one.seat: self.of_order(n) for n, one in enumerate(self.now.order)}
        pawns = [
            flying(
                Flight(f"flight:{seat}", order[seat], self.centre(by.get(seat, ""))),
                side,
                seat_mark,
                *self.people[seat],
            )
            # Sort by seat, not by turn order, so that a new order of play causes no new render.
            for seat in sorted(order)
        ]
        return [*pawns, *self.priest(order, put)]

    def of_order(self, number: int) -> Centre:
        """Return the centre of a place of the turn order."""
        return self.room.column(number, self.room.share(len(self.now.order))), self.room.order / 2

    def priest(self, order: Mapping[Seat, Centre], put: Put) -> list[ft.Control]:
        """Return the flight of the high priest from one seat to the next."""
        holder = next((one.seat for one in self.now.order if one.priest), None)
        if holder is None:
            return []
        to = None if put.priest is None else order[put.priest]
        side = self.room.order * 0.8
        return [flying(Flight("flight:priest", order[holder], to), side, _priest)]

    def centre(self, place: str) -> Centre | None:
        """Return the centre of a place of the map, if the map is visible."""
        room = self.room
        if self.shown:
            return None
        for n, territory in enumerate(self.now.territories):
            if territory.id == place:
                row, column = divmod(n, MAP)
                return room.column(column, room.territory), room.line(row)
        for n, space in enumerate(self.now.spaces):
            if space.id == place:
                row, column = divmod(n, 2)
                left = MAP * (room.territory + GAP)
                return left + room.column(column, room.space), room.line(row)
        return None

    # Map with the action spaces, and the market opened over it

    def middle(self, open_: str) -> ft.Control:
        """Render the map, or what is open over it."""
        places = {t.id for t in self.now.territories} | {s.id for s in self.now.spaces}
        if open_ == MARKET:
            inside = self.market()
        elif open_ == OWNED:
            inside = self.cards()
        else:
            shown = (self.now.territories, self.now.spaces, self.now.roads)
            inside = self.part("map", self.map, places, *shown)
        return ft.Container(ft.Column([inside], tight=True), key="middle", height=self.room.middle)

    def map(self) -> ft.Control:
        """Render the map with its action spaces."""
        size = self.size(self.room.territory)
        lines: list[ft.Control] = []
        for n in range(ROWS):
            row = self.now.territories[n * MAP : (n + 1) * MAP]
            row_tiles = [
                tiles.territory_tile(each, self.marks(each.id), size, self.people, self.touch)
                for each in row
            ]
            joined = _joined(n, row_tiles, self.beside(n))
            lines += [
                ft.Row([*joined, *self.spaces(n)], spacing=0, height=self.room.row),
                self.below(n, size),
            ]
        return ft.Column(lines[:-1], spacing=0, tight=True)

    def spaces(self, row: int) -> list[ft.Control]:
        """Return the two action spaces beside a row of the map, one below the other."""
        size = self.size(self.room.space)
        shown = self.now.spaces[row * 2 : row * 2 + 2]
        parts: list[ft.Control] = []
        for each in shown:
            tile = tiles.space_tile(each, self.marks(each.id), size, self.people, self.touch)
            parts += [ft.Container(width=GAP), tile]
        return parts

    def beside(self, row: int) -> tuple[str | None, ...]:
        """Return the colours of the roads within a row, from left to right."""
        first = row * MAP
        return tuple(self.road(n, n + 1) for n in range(first, first + MAP - 1))

    def below(self, row: int, size: TileSize) -> ft.Control:
        """Return the roads from a row to the one below it."""
        first = row * MAP
        gaps = tuple(self.road(n, n + MAP) for n in range(first, first + MAP))
        return cached_part(f"roads:{row}", _below, gaps, size.width)

    def road(self, one: int, other: int) -> str | None:
        """Return the colour of the road between two places of the map."""
        shown = self.now.territories
        if max(one, other) >= len(shown):
            return None
        ends = {shown[one].id, shown[other].id}
        joining = next((road for road in self.now.roads if {road.one, road.other} == ends), None)
        if joining is None:
            return None
        if joining.owner is None:
            return ft.Colors.OUTLINE
        return seat_look(self.people[joining.owner].colour).colour

    def market(self) -> ft.Control:
        """Return every place of the market, a column per good."""
        return self.part("market", self._market, {p.id for p in self.now.market}, self.now.market)

    def _market(self) -> ft.Control:
        size = self.size(self.room.share(len(GOODS)))
        place_tiles = [
            tiles.place_tile(place, self.marks(place.id), size, self.touch)
            for row in range(ROWS)
            for place in self.now.market[row::ROWS]
        ]
        return grid(place_tiles, len(GOODS))

    def cards(self) -> ft.Control:
        """Return the cards of the seats, as large as fits."""
        return self.part("owned", self._cards, {c.id for c in self.now.owned}, self.now.owned)

    def _cards(self) -> ft.Control:
        return self.owned(self.columns(len(self.now.owned)))

    def owned(self, columns: int) -> ft.Control:
        """Return the cards of the seats in that many columns."""
        return grid(self.owned_tiles(self.room.share(columns)), columns)

    def owned_tiles(self, width: float) -> list[ft.Control]:
        """Return the cards of the seats at that width."""
        size = self.size(width)
        return [
            tiles.owned_tile(card, self.marks(card.id), size, self.people, self.touch)
            for card in self.now.owned
        ]

    def columns(self, cards: int) -> int:
        """Return the least number of columns of cards that fits the rows of the map."""
        return max(3, -(-cards // ROWS))

    # Below the map

    def goods(self, open_: str) -> ft.Control:
        """Return the small market: a tile per good that opens the whole market."""
        if open_ == MARKET:
            return self.back()
        size, opens = self.size(self.room.share(len(GOODS))), partial(self.turn, MARKET)
        good_tiles: list[ft.Control] = []
        for n, good in enumerate(GOODS):
            places = self.now.market[n * ROWS : (n + 1) * ROWS]
            marks = self.inside(places)
            good_tiles.append(tiles.good_tile(places, self.words[good], marks, size, opens))
        return ft.Row(good_tiles, spacing=GAP)

    def inside(self, shown: Sequence[Any]) -> Marks:
        """Return the marks of a part that opens: those of its best place."""
        all_marks = [self.marks(each.id) for each in shown]
        for offer in ("legal", "helped", "greyed"):
            marked = next((marks for marks in all_marks if marks.offer == offer), None)
            if marked:
                return marked
        return next((marks for marks in all_marks if marks.changed), Marks())

    def offer(self) -> ft.Control:
        """Render the row of building cards on offer."""
        return self.part("offer", self._offer, {c.id for c in self.now.offer}, self.now.offer)

    def _offer(self) -> ft.Control:
        size = self.size(self.room.share(max(4, len(self.now.offer))))
        card_tiles = [
            tiles.card_tile(card, self.marks(card.id), size, self.touch) for card in self.now.offer
        ]
        return ft.Row(card_tiles, spacing=GAP, height=self.room.row)

    def temple(self) -> list[ft.Control]:
        """Render the parts of the Temple."""
        size = self.size(self.room.part)
        return [
            tiles.part_tile(part, self.marks(part.id), size, self.touch) for part in self.now.temple
        ]

    def foot(self, open_: str) -> list[ft.Control]:
        """Return the Temple, and the cards of the seats beside or below it."""
        owned, room = self.now.owned, self.room
        if room.whole:
            rows = [ft.Row(self.temple(), spacing=GAP)]
            # One column per card, if there is room for all of them.
            columns = max(4, min(room.beside, len(owned)))
            return [*rows, *([self.owned(columns)] if owned else [])]
        if not owned:
            return [ft.Row(self.temple(), spacing=GAP)]
        if not room.small:
            width = min(share(room.rest, len(owned), GAP), room.territory * 1.5)
            beside = self.owned_tiles(width)
        elif open_ == OWNED:
            beside = [self.back(room.rest)]
        else:
            size, marks, said = self.size(room.rest), self.inside(owned), self.words[OWNED]
            opens = partial(self.turn, OWNED)
            beside = [tiles.owned_small(owned, marks, size, self.people, said, opens)]
        return [ft.Row([*self.temple(), *beside], spacing=GAP)]

    def back(self, width: float | None = None) -> ft.Control:
        """Return the tile that closes the open part."""
        size = self.size(self.room.width if width is None else width)
        return tiles.back_tile(self.words["back"], size, partial(self.turn, ""))


def _priest(size: float) -> ft.Control:
    return ft.Icon(ft.Icons.TEMPLE_BUDDHIST, size=size)


def _below(colours: Sequence[str | None], width: float) -> ft.Control:
    bars = [_bar(width * 0.3, GAP, colour) for colour in colours]
    held = [ft.Container(bar, width=width, alignment=ft.Alignment.CENTER) for bar in bars]
    return ft.Row(list[ft.Control](held), spacing=GAP, height=GAP)


def _bar(width: float, height: float, colour: str | None) -> ft.Control:
    return ft.Container(width=width, height=height, bgcolor=colour)


def _joined(
    number: int, row: Sequence[ft.Control], colours: Sequence[str | None]
) -> list[ft.Control]:
    """Return a row of tiles with the roads between them."""
    parts = list(row[:1])
    for n, (tile, colour) in enumerate(zip(row[1:], colours, strict=False)):
        parts += [cached_part(f"road:{number}:{n}", _bar, GAP, 22, colour), tile]
    return parts


def grid(controls: Sequence[ft.Control], columns: int) -> ft.Control:
    """Return tiles in rows."""
    rows = [controls[n : n + columns] for n in range(0, len(controls), columns)]
    return ft.Column([ft.Row(list(row), spacing=GAP) for row in rows], spacing=GAP, tight=True)
