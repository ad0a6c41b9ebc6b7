"""View model of the table: order, territories, spaces, cards, market, Temple."""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.games.kingdom_of_solomon.components import (
    ENDS,
    GOODS,
    PARTS,
    PLACES,
    TERRITORIES,
    good_of,
    in_lines,
)
from companion.games.kingdom_of_solomon.view import KingdomTable
from companion.kernel.box.facts import FactValues, TypedLine
from companion.kernel.values import Seat
from companion.rulebook.wording import Wording
from companion.ui.views.own_copy import CopyGrid, in_place

PLAN = CopyGrid(TERRITORIES, "cell", 4)
"""Grid of the territories, four in a row if there is room."""


@dataclass(frozen=True, slots=True)
class SeatView:
    """Place of the turn order."""

    seat: Seat
    name: str
    pawns: int
    awaited: bool
    priest: bool
    spoken: str


@dataclass(frozen=True, slots=True)
class TerritoryView:
    """Territory of the map."""

    id: str
    name: str
    number: str
    """Short name, if the full name is too long."""
    cubes: tuple[str, ...] | None
    """Cubes that it yields; None if unknown."""
    site: bool | None
    pawn: Seat | None
    palace: Seat | None
    region: Seat | None
    """Seat whose roads lead here."""
    roads: tuple[str, ...]
    """Names of the territories at the other end of its roads."""
    spoken: str


@dataclass(frozen=True, slots=True)
class SpaceView:
    """Action space, bonus space, or building card of a seat."""

    id: str
    name: str
    brief: str
    """Short name, if the full name is too long."""
    pawn: Seat | None
    owner: Seat | None
    spoken: str


@dataclass(frozen=True, slots=True)
class CardView:
    """Building card on the board."""

    id: str
    name: str
    number: str
    """Short name, if the full name is too long."""
    cubes: tuple[str, ...] | None
    """Cubes that it costs; None if unknown."""
    points: int | None
    spoken: str


@dataclass(frozen=True, slots=True)
class PlaceView:
    """Place of the market."""

    id: str
    good: str
    price: int | None
    taken: bool
    spoken: str


@dataclass(frozen=True, slots=True)
class PartView:
    """Part of the Temple."""

    id: str
    name: str
    laid: int
    of: int | None
    spoken: str


@dataclass(frozen=True, slots=True)
class RoadView:
    """Road between two territories; visible only between neighbours on the map."""

    one: str
    other: str
    owner: Seat | None


@dataclass(frozen=True, slots=True)
class TableView:
    """Whole board."""

    phase: str
    order: tuple[SeatView, ...]
    territories: tuple[TerritoryView, ...]
    roads: tuple[RoadView, ...]
    spaces: tuple[SpaceView, ...]
    owned: tuple[SpaceView, ...]
    """Building cards of the seats."""
    offer: tuple[CardView, ...]
    market: tuple[PlaceView, ...]
    temple: tuple[PartView, ...]


def table(view: KingdomTable, facts: FactValues, wording: Wording) -> TableView:
    """Return the board of a public view.

    Args:
        view: public view of the state.
        facts: known facts of this box.
        wording: wording of this match.
    """
    builder = _Told(view, facts, wording)
    owned = dict.fromkeys(card for seat in view.seats for card in seat.cards)
    return TableView(
        view.phase,
        tuple(map(builder.seat, view.order)),
        tuple(map(builder.territory, in_place(PLAN, facts))),
        tuple(RoadView(*ENDS[way], builder.owner(way)) for way in view.roads),
        tuple(map(builder.space, (*view.actions, *view.bonuses))),
        tuple(map(builder.space, owned)),
        tuple(map(builder.card, view.offer)),
        tuple(map(builder.place, PLACES)),
        tuple(map(builder.part, PARTS)),
    )


@dataclass(frozen=True)
class _Told:
    """Builder of the view model of one table."""

    view: KingdomTable
    facts: FactValues
    wording: Wording

    def seat(self, seat: Seat) -> SeatView:
        own = self.wording.own
        name, pawns = self.wording.player(seat), self.view.seats[seat].pawns
        priest = self.view.priest == seat
        place = self.view.order.index(seat) + 1
        left = self.wording.noun(pawns, "pawn")
        said = [own("board.spoken.order", n=place, name=name, pawns=left)]
        said += [own("board.spoken.priest")] if priest else []
        awaited = seat in self.view.awaited
        return SeatView(seat, name, pawns, awaited, priest, ", ".join(said))

    def territory(self, territory: str) -> TerritoryView:
        own, state = self.wording.own, self.view.territories[territory]
        name, given = self.wording.term(territory), state.yields
        cubes = None if given is None else _row(given)
        said = [name, self.cubes(cubes, "board.spoken.gives", "board.spoken.unread")]
        said += [own("board.spoken.no_site")] if state.site is False else []
        said += self.who(state.palace, "board.spoken.building")
        said += self.who(state.pawn, "board.spoken.pawn")
        ends = self.ends(territory)
        names = tuple(map(self.wording.term, ends))
        said += [own("board.spoken.road", to=names)] if names else []
        return TerritoryView(
            territory,
            name,
            _number(territory),
            cubes,
            state.site,
            state.pawn,
            state.palace,
            self.region(territory),
            tuple(map(self.wording.term, ends)),
            ", ".join(said),
        )

    def ends(self, territory: str) -> tuple[str, ...]:
        """Return the territories at the other end of a territory's roads."""
        ways = (ENDS[way] for way in self.view.roads if territory in ENDS[way])
        return tuple(end for pair in ways for end in pair if end != territory)

    def region(self, territory: str) -> Seat | None:
        """Return the first owner of a road that leads to a territory."""
        owners = (self.owner(way) for way in self.view.roads if territory in ENDS[way])
        return next((owner for owner in owners if owner is not None), None)

    def owner(self, way: str) -> Seat | None:
        """Return the owner of a road: the seat with a building at one of its ends."""
        owners = (self.view.territories[end].palace for end in ENDS[way])
        return next((o for o in owners if o is not None), None)

    def space(self, space: str) -> SpaceView:
        name = self.wording.term(space)
        pawn = self.pawn_on(space)
        owner = next((n for n, s in enumerate(self.view.seats) if space in s.cards), None)
        said = [name, *self.who(owner, "board.spoken.owner"), *self.who(pawn, "board.spoken.pawn")]
        brief = _number(space) if owner is not None else self.wording.own(f"board.brief.{space}")
        return SpaceView(space, name, brief, pawn, owner, ", ".join(said))

    def pawn_on(self, space: str) -> Seat | None:
        return {**self.view.actions, **self.view.bonuses, **self.view.cards}.get(space)

    def card(self, card: str) -> CardView:
        name, points = self.wording.term(card), self.number(f"{card}.points")
        cubes = self.cost(card)
        said = [name, self.cubes(cubes, "board.spoken.costs", "board.spoken.unread")]
        said += [] if points is None else [self.wording.noun(points, "point")]
        return CardView(card, name, _number(card), cubes, points, ", ".join(said))

    def place(self, place: str) -> PlaceView:
        price, taken = self.number(f"{place}.points"), self.view.market[place]
        own = self.wording.own
        said = [self.wording.term(place), own(f"board.spoken.{'full' if taken else 'free'}")]
        said += [own("board.spoken.unread") if price is None else self.wording.noun(price, "point")]
        return PlaceView(place, good_of(place), price, taken, ", ".join(said))

    def part(self, part: str) -> PartView:
        laid, of = self.view.temple[part], self.number(f"{part}.in_all")
        name = self.wording.term(part)
        said = [name, self.wording.noun(laid, "temple_block")]
        said += [] if of is None else [self.wording.own("board.spoken.of", n=of)]
        return PartView(part, name, laid, of, ", ".join(said))

    # Words and values

    def number(self, fact: str) -> int | None:
        value = self.facts.get(fact)
        return value if isinstance(value, int) else None

    def cost(self, card: str) -> tuple[str, ...] | None:
        lines = self.facts.get(f"{card}.cost")
        if not isinstance(lines, tuple | list):
            return None
        return _row(in_lines(TypedLine(*line) for line in lines))  # type: ignore[misc]

    def cubes(self, cubes: tuple[str, ...] | None, known: str, unknown: str) -> str:
        if cubes is None:
            return self.wording.own(unknown)
        goods = (g for g in GOODS if g in cubes)
        what = tuple(self.wording.noun(cubes.count(g), f"cube.{g}") for g in goods)
        return self.wording.own(known, what=what)

    def who(self, seat: Seat | None, key: str) -> list[str]:
        return [] if seat is None else [self.wording.own(key, name=self.wording.player(seat))]


def _number(thing: str) -> str:
    """Return the number of a territory or a card in the app."""
    return "".join(filter(str.isdigit, thing))


def _row(counted: Mapping[str, int]) -> tuple[str, ...]:
    """Return the cubes of a heap one by one, in the order of the goods."""
    return tuple(good for good in GOODS for _ in range(counted.get(good, 0)))


def changed(before: TableView, after: TableView) -> frozenset[str]:
    """Return the places that differ from before."""
    old, new = _looks(before), _looks(after)
    return frozenset(place for place, look in new.items() if old.get(place) != look)


def _looks(view: TableView) -> dict[str, tuple[object, ...]]:
    looks: dict[str, tuple[object, ...]] = {
        t.id: (t.pawn, t.palace, t.roads) for t in view.territories
    }
    looks |= {space.id: (space.pawn,) for space in (*view.spaces, *view.owned)}
    looks |= {place.id: (place.taken,) for place in view.market}
    looks |= {part.id: (part.laid,) for part in view.temple}
    return looks | {card.id: () for card in view.offer}


@dataclass(frozen=True, slots=True)
class Put:
    """Pieces that have moved between two moments."""

    by: tuple[tuple[Seat, str], ...] = ()
    """Seats that have put something on the board, with its place."""
    priest: Seat | None = None
    """New holder of the high priest; None if unchanged."""


def put(before: TableView, after: TableView) -> Put:
    """Return the pieces that have moved between two moments."""
    old = dict(_held(before))
    by = tuple(
        (seat, place)
        for place, whose in _held(after)
        for seat in dict.fromkeys(whose)
        if seat is not None and seat not in old.get(place, ())
    )
    had, has = _priest(before), _priest(after)
    return Put(by, has if had is not None and had != has else None)


def _held(view: TableView) -> list[tuple[str, tuple[Seat | None, ...]]]:
    """Return the owners of the pawn and of the building, by place."""
    lands = [(t.id, (t.pawn, t.palace)) for t in view.territories]
    return [*lands, *((s.id, (s.pawn, s.owner)) for s in (*view.spaces, *view.owned))]


def _priest(view: TableView) -> Seat | None:
    return next((one.seat for one in view.order if one.priest), None)
