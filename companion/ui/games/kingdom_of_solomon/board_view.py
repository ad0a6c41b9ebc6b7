"""Tiles of the board: order, territories, spaces, cards, market, Temple."""

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
from companion.ui.boards.tile import (
    EDGE,
    FAINT_INK,
    QUIET,
    UNKNOWN,
    Chip,
    Name,
    Number,
    Part,
    Piece,
    Symbol,
    Tile,
    TileLine,
    line,
)
from companion.ui.views.own_copy import CopyGrid, in_place

PLAN = CopyGrid(TERRITORIES, "cell", 4)
"""Grid of the territories, four in a row if there is room."""
MARKET, OWNED, BACK = "market", "owned", "back"
"""Parts that open over the map: the market, the seats' cards; and the way back."""
OPENS = "opens:"
"""Beginning of the key of a tile that opens a part, or closes it."""
HOUSE = "house"
"""Piece of a seat that has built."""
_EACH = len(PLACES) // len(GOODS)


@dataclass(frozen=True, slots=True)
class Kingdom:
    """Whole board."""

    phase: str
    seats: tuple[Seat, ...]
    """Seats in turn order."""
    priest: Seat | None
    order: tuple[Tile, ...]
    territories: tuple[Tile, ...]
    roads: tuple[tuple[str, str, Seat | None], ...]
    """Both ends of each road, and its owner; visible only between neighbours on the map."""
    spaces: tuple[Tile, ...]
    owned: tuple[Tile, ...]
    """Building cards of the seats."""
    offer: tuple[Tile, ...]
    market: tuple[Tile, ...]
    temple: tuple[Tile, ...]
    goods: tuple[Tile, ...]
    """Market drawn small: a tile for each good, which opens it."""
    cards: Tile
    """Cards of the seats drawn small."""
    back: Tile
    """Way from an open part back to the map."""

    @property
    def places(self) -> tuple[Tile, ...]:
        """Return every place of the board."""
        table = (*self.territories, *self.spaces, *self.owned, *self.market, *self.temple)
        return (*table, *self.offer)


def table(view: KingdomTable, facts: FactValues, wording: Wording) -> Kingdom:
    """Return the board of a public view.

    Args:
        view: public view of the state.
        facts: known facts of this box.
        wording: wording of this match.
    """
    told = _Told(view, facts, wording)
    owned = tuple(map(told.owned, dict.fromkeys(c for seat in view.seats for c in seat.cards)))
    market = tuple(map(told.place, PLACES))
    return Kingdom(
        phase=view.phase,
        seats=tuple(view.order),
        priest=view.priest,
        order=tuple(map(told.seat, view.order)),
        territories=tuple(map(told.territory, in_place(PLAN, facts))),
        roads=tuple((*ENDS[way], told.owner(way)) for way in view.roads),
        spaces=tuple(map(told.space, (*view.actions, *view.bonuses))),
        owned=owned,
        offer=tuple(map(told.card, dict.fromkeys(view.offer))),
        market=market,
        temple=tuple(map(told.part, PARTS)),
        goods=tuple(
            told.good(good, market[n * _EACH : (n + 1) * _EACH]) for n, good in enumerate(GOODS)
        ),
        cards=told.small(owned),
        back=told.back(),
    )


@dataclass(frozen=True)
class _Told:
    """Builder of the tiles of one table."""

    view: KingdomTable
    facts: FactValues
    wording: Wording

    def seat(self, seat: Seat) -> Tile:
        """Return a place of the turn order: its player and remaining pawns."""
        own = self.wording.own
        name, pawns = self.wording.player(seat), self.view.seats[seat].pawns
        priest = self.view.priest == seat
        place = self.view.order.index(seat) + 1
        left = self.wording.noun(pawns, "pawn")
        said = [own("board.spoken.order", n=place, name=name, pawns=left)]
        said += [own("board.spoken.priest")] if priest else []
        parts: list[Part] = [Piece(seat, 24)]
        parts += [Number(str(pawns)), Symbol("PERSON_PIN", 22)] if pawns else []
        parts += [Symbol("TEMPLE_BUDDHIST", 22)] if priest else []
        ground = "primarycontainer" if seat in self.view.awaited else QUIET
        lines = (line(*parts),)
        return Tile(f"order:{seat}", ", ".join(said), lines, ground=ground, touchable=False)

    def territory(self, territory: str) -> Tile:
        """Return a territory: its name, its yield and its pieces."""
        own, state = self.wording.own, self.view.territories[territory]
        name, given = self.wording.term(territory), state.yields
        cubes = None if given is None else _row(given)
        ends = tuple(map(self.wording.term, self.ends(territory)))
        said = [name, self.cubes(cubes, "board.spoken.gives", "board.spoken.unread")]
        said += [own("board.spoken.no_site")] if state.site is False else []
        said += self.who(state.palace, "board.spoken.building")
        said += self.who(state.pawn, "board.spoken.pawn")
        said += [own("board.spoken.road", to=ends)] if ends else []
        region = self.region(territory)
        edge = EDGE if region is None else f"seat:{region}"
        road = Symbol("ROUTE", 20, "" if region is None else edge) if ends else None
        site = Symbol("HOME_OUTLINED", 24, opacity=0.55) if state.site else None
        built = site if state.palace is None else Piece(state.palace, 24, HOUSE)
        lines = (
            line(Name(self.names(territory)), road, gap=2),
            line(_badge(state.pawn), *_cubes(cubes), built, gap=2),
        )
        return Tile(
            territory,
            ", ".join(said),
            lines,
            key=_key(territory),
            edge=edge,
            state=(state.pawn, state.palace, ends),
            whose=_seats(state.pawn, state.palace),
            lit=self.lit(state.pawn),
        )

    def names(self, territory: str) -> tuple[str, ...]:
        """Return the name of a territory and shorter forms, by which it is still known.

        Its number is the shortest of them.
        """
        name = self.wording.term(territory)
        if f"{territory}.name" not in self.facts:
            return (name, _number(territory))
        others = [str(self.facts.get(f"{one}.name", "")) for one in TERRITORIES if one != territory]
        cuts = (name[:n] for n in _SHORT if n < len(name))
        known = (cut for cut in cuts if not any(other.startswith(cut) for other in others))
        return (name, *(f"{cut.rstrip()}." for cut in known), _number(territory))

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

    def space(self, space: str) -> Tile:
        """Return an action or bonus space: its sign, its name if it fits, and its pawn."""
        name, pawn = self.wording.term(space), self.pawn_on(space)
        brief = self.wording.own(f"board.brief.{space}")
        bonus = space.startswith("bonus")
        return Tile(
            space,
            ", ".join((name, *self.who(pawn, "board.spoken.pawn"))),
            (line(_badge(pawn), Symbol(space), gap=2), line(Name((name, brief)))),
            key=_key(space),
            ground="secondarycontainer" if bonus else QUIET,
            ink="onsecondarycontainer" if bonus else "onsurface",
            state=(pawn,),
            whose=_seats(pawn),
            lit=self.lit(pawn),
        )

    def owned(self, card: str) -> Tile:
        """Return a building card of a seat: its owner, name and pawn."""
        name, pawn, owner = self.wording.term(card), self.pawn_on(card), self.holder(card)
        said = [*self.who(owner, "board.spoken.owner"), *self.who(pawn, "board.spoken.pawn")]
        house = Piece(owner, 24, HOUSE)
        return Tile(
            card,
            ", ".join((name, *said)),
            (line(house, _badge(pawn), gap=2), line(Name((name, _number(card))))),
            key=_key(card),
            edge=f"seat:{owner}",
            state=(pawn,),
            whose=_seats(pawn, owner),
            lit=self.lit(pawn),
        )

    def lit(self, pawn: Seat | None) -> str:
        """Return the colour of a pawn that its seat is to resolve now; empty for any other."""
        due = self.view.phase == "resolution" and pawn in self.view.awaited
        return f"seat:{pawn}" if due else ""

    def holder(self, card: str) -> Seat:
        """Return the seat that owns a card."""
        return next(n for n, seat in enumerate(self.view.seats) if card in seat.cards)

    def pawn_on(self, space: str) -> Seat | None:
        return {**self.view.actions, **self.view.bonuses, **self.view.cards}.get(space)

    def card(self, card: str) -> Tile:
        """Return a building card on the board: its name, cost and value."""
        name, points, cubes = (
            self.wording.term(card),
            self.number(f"{card}.points"),
            self.cost(card),
        )
        said = [name, self.cubes(cubes, "board.spoken.costs", "board.spoken.unread")]
        said += [] if points is None else [self.wording.noun(points, "point")]
        worth = None if points is None else Number(f"+{points}", 13)
        lines = (line(Name((name, _number(card)), 14), worth, gap=4), line(*_cubes(cubes), gap=2))
        ground, ink = "tertiarycontainer", "ontertiarycontainer"
        # A wrong correction may leave a card here and with a seat: no two tiles share a key.
        held = any(card in seat.cards for seat in self.view.seats)
        key = f"offered:{_key(card)}" if held else _key(card)
        return Tile(card, ", ".join(said), lines, key=key, ground=ground, ink=ink)

    def place(self, place: str) -> Tile:
        """Return a place of the market: its cube, or the good that goes there, and its price."""
        price, taken = self.number(f"{place}.points"), self.view.market[place]
        own = self.wording.own
        said = [self.wording.term(place), own(f"board.spoken.{'full' if taken else 'free'}")]
        said += [own("board.spoken.unread") if price is None else self.wording.noun(price, "point")]
        cube = Symbol(good_of(place), 24, opacity=1 if taken else 0.25, on_ground=True)
        lines = (line(cube, Number(_told_number(price)), gap=5),)
        return Tile(place, ", ".join(said), lines, key=_key(place), state=(taken,))

    def part(self, part: str) -> Tile:
        """Return a part of the Temple and its progress."""
        laid, of = self.view.temple[part], self.number(f"{part}.in_all")
        name = self.wording.term(part)
        said = [name, self.wording.noun(laid, "temple_block")]
        said += [] if of is None else [self.wording.own("board.spoken.of", n=of)]
        lines = (line(Symbol(part), Name((name,))), line(Number(f"{laid}/{_told_number(of)}", 14)))
        return Tile(part, ", ".join(said), lines, key=_key(part), state=(laid,))

    # Parts drawn small, which open

    def good(self, good: str, places: tuple[Tile, ...]) -> Tile:
        """Return the places of a good drawn small, with cubes and prices."""
        prices = [_told_number(self.number(f"{place.id}.points")) for place in places]
        digits = max(map(len, prices))
        pips = [
            _pip(good, price, digits, bool(place.state[0]))
            for price, place in zip(prices, places, strict=True)
        ]
        rows = tuple(line(*pips[n : n + 2], gap=2) for n in range(0, len(pips), 2))
        left = self.view.supply[good]
        title = self.wording.own("board.market", good=self.wording.term(f"cube.{good}"), left=left)
        cubes = Chip((line(Symbol(good, 26, on_ground=True)), line(Number(str(left), 13))))
        lines = (line(cubes, Chip(rows), gap=4),)
        return _opening(f"good:{good}", _listed(title, places), lines)

    def small(self, cards: tuple[Tile, ...]) -> Tile:
        """Return the cards of all seats drawn small, with their owners and pawns."""
        minis = [_mini(self.holder(card.id), self.pawn_on(card.id)) for card in cards]
        columns = len(minis) if len(minis) <= _FEW else -(-len(minis) // 2)
        rows = tuple(
            line(*minis[n : n + columns], gap=2) for n in range(0, len(minis), max(1, columns))
        )
        return _opening(OWNED, _listed(self.wording.own("board.owned"), cards), rows)

    def back(self) -> Tile:
        """Return the tile back to the map."""
        spoken = self.wording.own("board.back")
        lines = (line(Symbol("ARROW_BACK"), Name((spoken,), 15), gap=8),)
        ground, ink = "secondarycontainer", "onsecondarycontainer"
        return Tile(BACK, spoken, lines, key=f"{OPENS}{BACK}", ground=ground, ink=ink)

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


_SHORT = (10, 8, 6, 5, 4, 3)
"""Number of letters to which a name is cut, the first that fits."""
_FEW = 5
"""Maximum number of cards drawn small side by side."""


def _opening(name: str, spoken: str, lines: tuple[TileLine, ...]) -> Tile:
    """Return a tile that opens the content it shows small."""
    return Tile(name, spoken, lines, key=f"{OPENS}{name}")


def _key(place: str) -> str:
    return place.replace(".", ":", 1)


def _listed(title: str, tiles: tuple[Tile, ...]) -> str:
    return f"{title}: " + "; ".join(tile.spoken for tile in tiles)


def _pip(good: str, price: str, digits: int, taken: bool) -> Chip:
    """Return a place as a chip, filled if it holds a cube."""
    ground = f"back:{good}" if taken else ""
    number = Number(price, 12, f"ink:{good}" if taken else "", least_digits=digits)
    return Chip((line(number),), 21, 18, ground, ground or EDGE)


def _mini(owner: Seat, pawn: Seat | None) -> Chip:
    piece = Piece(owner, 20, HOUSE) if pawn is None else Piece(pawn, 20)
    return Chip((line(piece),), edge=f"seat:{owner}")


def _badge(seat: Seat | None) -> Piece | None:
    return None if seat is None else Piece(seat, 22)


def _seats(*seats: Seat | None) -> tuple[Seat, ...]:
    return tuple(seat for seat in seats if seat is not None)


def _cubes(cubes: tuple[str, ...] | None) -> list[Part]:
    if cubes is None:
        return [Symbol(UNKNOWN, ink=FAINT_INK)]
    return [Symbol(good, 26, on_ground=True) for good in cubes]


def _told_number(number: int | None) -> str:
    return "?" if number is None else str(number)


def _number(thing: str) -> str:
    """Return the number of a territory or a card in the app."""
    return "".join(filter(str.isdigit, thing))


def _row(counted: Mapping[str, int]) -> tuple[str, ...]:
    """Return the cubes of a heap one by one, in the order of the goods."""
    return tuple(good for good in GOODS for _ in range(counted.get(good, 0)))
