"""Whole board within its room: order, map with the spaces, market, cards."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

import flet as ft

from companion.games.kingdom_of_solomon.components import GOODS
from companion.kernel.values import Seat
from companion.ui.boards.contract import BoardInput
from companion.ui.boards.kit import BoardKit, Marks, PartOpening, bar, laid_out
from companion.ui.boards.tile import GAP, Area, Tile
from companion.ui.games.kingdom_of_solomon.board_view import BACK, MARKET, OPENS, OWNED, Kingdom
from companion.ui.games.kingdom_of_solomon.geometry import MAP, PARTS, ROWS, Room
from companion.ui.theme import seat_look
from companion.ui.widgets import Centre, Flight, cached_part, flying, seat_mark

Placed: TypeAlias = tuple[Tile, Area]


@dataclass(frozen=True, slots=True)
class Put:
    """Pieces that have moved between two moments."""

    by: Mapping[Seat, str]
    """Place at which each seat has put a piece."""
    priest: Seat | None = None
    """New holder of the high priest; None if unchanged."""


@dataclass(frozen=True)
class Drawing:
    """Renderer of one board."""

    given: BoardInput
    kit: BoardKit
    now: Kingdom
    room: Room
    put: Put | None = None
    """Pieces that have just moved; None if movements are not animated."""

    def drawn(self) -> ft.Control:
        """Render the board with the moving pieces over it."""
        placed = [*self.order, *self.middle(), *self.below()]
        tiles = [self.kit.tile(tile, area, *self.opens(tile)) for tile, area in placed]
        over = [] if self.put is None else self.flights(self.put)
        roads = [] if self.shown else [*self.roads()]
        return laid_out([*roads, *tiles, *over], self.room.width, self.room.high)

    @property
    def order(self) -> list[Placed]:
        """Return the turn order, one tile a seat."""
        area = Area(0, 0, self.room.width, self.room.order)
        return _pairs(self.now.order, area, len(self.now.order))

    # Parts that open over the map

    @cached_property
    def shown(self) -> str:
        """Return the part open over the map: the one being asked, or opened in this phase."""
        name, _, phase = self.given.opened.partition(":")
        touched = name if phase == self.now.phase and name in self.folded else ""
        return self.asked() or touched

    def asked(self) -> str:
        """Return the part that holds all places being asked; empty if none does."""
        offers = self.given.offers
        if not offers:
            return ""
        folded = self.folded.items()
        return next((name for name, places in folded if {*offers} <= places), "")

    @cached_property
    def folded(self) -> Mapping[str, frozenset[str]]:
        """Return the parts that open over the map, with their places."""
        groups: dict[str, frozenset[str]] = {}
        if not self.room.whole:
            groups[MARKET] = frozenset(place.id for place in self.now.market)
        if self.room.small:
            groups[OWNED] = frozenset(card.id for card in self.now.owned)
        return groups

    def opens(self, tile: Tile) -> tuple[PartOpening, Marks] | tuple[()]:
        """Return what a touch on a tile opens, for the rest of the phase, and its marks."""
        if not tile.key.startswith(OPENS):
            return ()
        part = {BACK: "", OWNED: OWNED}.get(tile.id, MARKET)
        name = f"{part}:{self.now.phase}" if part else ""
        inside = () if tile.id == BACK else self.inside(tile.id)
        return PartOpening(self.given.open, name), self.kit.inside(inside)

    def inside(self, name: str) -> tuple[Tile, ...]:
        """Return the places that a tile shows small."""
        return self.now.owned if name == OWNED else self.market_of(name.partition(":")[2])

    def market_of(self, good: str) -> tuple[Tile, ...]:
        """Return the places of a good."""
        first = GOODS.index(good) * ROWS
        return self.now.market[first : first + ROWS]

    # Map with the action spaces, and what is open over it

    def middle(self) -> list[Placed]:
        """Return the map, or what is open over it."""
        area = self.room.rows(0, ROWS)
        if self.shown == MARKET:
            return self.market(area)
        if self.shown == OWNED:
            owned = self.now.owned
            columns = max(3, -(-len(owned) // ROWS))
            rows = -(-len(owned) // columns)
            return _pairs(owned, self.room.rows(0, rows), columns)
        spaces = zip(self.now.spaces, self.spaces, strict=False)
        map_ = zip(self.now.territories, self.lands, strict=True)
        return sorted((*map_, *spaces), key=lambda pair: (round(pair[1].top), pair[1].left))

    @cached_property
    def lands(self) -> tuple[Area, ...]:
        """Return the areas of the territories."""
        wide = MAP * (self.room.territory + GAP) - GAP
        return self.room.rows(0, ROWS, 0, wide).grid(MAP * ROWS, MAP)

    @cached_property
    def spaces(self) -> tuple[Area, ...]:
        """Return the areas of the action spaces, two beside each row of the map."""
        left = MAP * (self.room.territory + GAP)
        return self.room.rows(0, ROWS, left).grid(2 * ROWS, 2)

    def roads(self) -> Iterator[ft.Control]:
        """Yield the roads between neighbours on the map."""
        at = {tile.id: n for n, tile in enumerate(self.now.territories)}
        for one, other, owner in self.now.roads:
            first, second = sorted((at[one], at[other]))
            area = _between(self.lands[first], self.lands[second], second - first)
            if area and (second - first == MAP or first // MAP == second // MAP):
                colour: str = ft.Colors.OUTLINE
                if owner is not None:
                    colour = seat_look(self.given.people[owner].colour).colour
                yield cached_part(f"road:{first}:{second}", bar, area, colour)

    def market(self, area: Area) -> list[Placed]:
        """Return every place of the market, a column per good."""
        tiles = tuple(p for row in range(ROWS) for p in self.now.market[row::ROWS])
        return _pairs(tiles, area, len(GOODS))

    # Below the map

    def below(self) -> list[Placed]:
        """Return market, cards on offer, Temple, and the cards of the seats."""
        room, now = self.room, self.now
        high = ROWS if room.whole else 1
        if room.whole:
            market = self.market(room.rows(ROWS, ROWS))
        elif self.shown == MARKET:
            market = [(now.back, room.rows(ROWS, 1))]
        else:
            market = _pairs(now.goods, room.rows(ROWS, 1), len(GOODS))
        offer = _pairs(now.offer, room.rows(ROWS + high, 1), max(4, len(now.offer)))
        foot = ROWS + high + 1
        wide = PARTS * (room.part + GAP) - GAP
        temple = _pairs(now.temple, room.rows(foot, 1, 0, wide), PARTS)
        return [*market, *offer, *temple, *self.held(foot)]

    def held(self, foot: int) -> list[Placed]:
        """Return the cards of the seats beside the Temple, or below it."""
        room, owned = self.room, self.now.owned
        if not owned:
            return []
        if room.whole:
            columns = max(4, min(room.beside, len(owned)))
            return _pairs(owned, room.rows(foot + 1, -(-len(owned) // columns)), columns)
        rest = room.rows(foot, 1, room.width - room.rest)
        if room.small:
            return [(self.now.back if self.shown == OWNED else self.now.cards, rest)]
        most = len(owned) * (room.territory * 1.5 + GAP) - GAP
        return _pairs(owned, rest._replace(width=min(rest.width, most)), len(owned))

    # Pieces that move

    def flights(self, put: Put) -> list[ft.Control]:
        """Return the flights of pieces from their owners' places in the order."""
        side, people = min(32.0, self.room.row * 0.7), self.given.people
        homes = {
            seat: area.centre for seat, (_, area) in zip(self.now.seats, self.order, strict=True)
        }
        pawns = [
            flying(
                Flight(f"flight:{seat}", homes[seat], self.centre(put.by.get(seat, ""))),
                side,
                seat_mark,
                *people[seat],
            )
            # Sort by seat, not by turn order, so that a new order of play causes no new render.
            for seat in sorted(homes)
        ]
        return [*pawns, *self.priest(homes, put)]

    def priest(self, homes: Mapping[Seat, Centre], put: Put) -> list[ft.Control]:
        """Return the flight of the high priest from one seat to the next."""
        if self.now.priest is None:
            return []
        to = None if put.priest is None else homes[put.priest]
        flight = Flight("flight:priest", homes[self.now.priest], to)
        return [flying(flight, self.room.order * 0.8, _priest)]

    def centre(self, place: str) -> Centre | None:
        """Return the centre of a place of the map, if the map is visible."""
        shown = {tile.id: area for tile, area in self.middle()}
        return shown[place].centre if place in shown and not self.shown else None


def _pairs(tiles: tuple[Tile, ...], area: Area, columns: int) -> list[Placed]:
    return list(zip(tiles, area.grid(len(tiles), columns), strict=True))


def _between(one: Area, other: Area, step: int) -> Area | None:
    """Return the area of a road between two neighbours; None if they are none."""
    if step == 1:
        return Area(one.right, one.centre[1] - 11, other.left - one.right, 22)
    if step == MAP:
        wide = one.width * 0.3
        return Area(one.centre[0] - wide / 2, one.foot, wide, other.top - one.foot)
    return None


def _priest(size: float) -> ft.Control:
    return ft.Icon(ft.Icons.TEMPLE_BUDDHIST, size=size)
