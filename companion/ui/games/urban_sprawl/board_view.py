"""View model of the table: city, numbers, offices, cards."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from companion.games.urban_sprawl.components import CONTRACTOR
from companion.games.urban_sprawl.grid import BLOCKS, PLACES, PRINTED, block_of
from companion.games.urban_sprawl.view import SprawlBuilding, SprawlTable
from companion.kernel.box.facts import FactValues
from companion.kernel.memo import memoised
from companion.kernel.values import Seat
from companion.rulebook.templates import capitalised
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
from companion.ui.games.urban_sprawl.views import (
    CHIP,
    CHIP_INK,
    PRESTIGE_BACK,
    PRESTIGE_INK,
    WATER_BACK,
    WATER_INK,
    WEALTH_BACK,
    WEALTH_INK,
    WILD_BACK,
    WILD_INK,
    BlockView,
    BuildingView,
    TableView,
    zones_of,
)

PLANNING: Final = ("rail.planning", "rail.p4", "rail.p3", "rail.p2", "rail.p1")
CONTRACTS: Final = ("rail.c5", "rail.c4", "rail.c3", "rail.c2", "rail.c1")
TOPS: Final = {
    "town": "rail.town",
    "city": "rail.city",
    "metropolis": "rail.metropolis",
}
FAVORS: Final = ("favor.one", "favor.two")
SPENDING: Final = "act"
"""Code of the due task while a seat spends action points."""
RENEWAL: Final = "renewal"
ASK: Final = "ask"
"""Place that shows the forecast of elections and payouts."""
_RADIUS, _CALM = 7, "tertiarycontainer"
_HIGH: Final = 56
"""Height below which a card has no name of its deck, and an office has its short name."""
_IN_A_LINE = 2
"""Maximum number of zones beside the size."""


def table(view: SprawlTable, facts: FactValues, wording: Wording) -> TableView:
    """Return the board of a public view.

    Args:
        view: public view of the state.
        facts: known facts of this box.
        wording: wording of this match.
    """
    builder = _Told(wording, view, facts)
    shown = (o for o, state in view.offices.items() if state.in_play or o != CONTRACTOR)
    return TableView(
        blocks=memoised(wording, _blocks, view.buildings, tuple(view.values.items())),
        numbers=memoised(
            wording, _numbers, tuple(view.numbers.items()), tuple(view.markers.items())
        ),
        offices=tuple(map(builder.office, shown)),
        pawn=view.pawn if view.offices[view.pawn].in_play or view.pawn != CONTRACTOR else "",
        planning=tuple(map(builder.card, PLANNING)),
        contracts=builder.contracts(),
        favors=builder.favors(),
        points=builder.points() if view.phase == SPENDING and not view.over else None,
        ask=builder.ask(),
    )


@dataclass(frozen=True)
class _Words:
    """Words of a board."""

    wording: Wording

    def own(self, key: str, **params: Any) -> str:
        return self.wording.own(f"board.{key}", **params)

    def spoken(self, key: str, **params: Any) -> str:
        return self.own(f"spoken.{key}", **params)


# The city, most of which an act leaves as it is


def _blocks(
    wording: Wording, buildings: tuple[SprawlBuilding, ...], values: tuple[tuple[str, int], ...]
) -> tuple[BlockView, ...]:
    city = _City(wording, buildings, dict(values))
    return tuple(map(city.block, BLOCKS))


@dataclass(frozen=True)
class _City(_Words):
    """Builder of the blocks."""

    buildings: tuple[SprawlBuilding, ...]
    values: Mapping[str, int]

    def block(self, place: str) -> BlockView:
        worth = self.values[place]
        buildings = tuple(b for b in self.buildings if block_of(b.id) == place)
        said = [self.spoken("block", place=capitalised(self.wording.term(place)), n=worth)]
        said += [self.building_said(b) for b in buildings] or [self.spoken("nothing")]
        return BlockView(place, worth, tuple(map(self.building, buildings)), "; ".join(said))

    def building(self, of: SprawlBuilding) -> BuildingView:
        return BuildingView(
            of.id,
            of.colour,
            self.own(f"code.{of.colour}"),
            of.lots,
            of.owner,
        )

    def building_said(self, of: SprawlBuilding) -> str:
        size = self.wording.noun(len(of.lots), "lot")
        what = self.spoken("building", zone=self.wording.term(of.colour), size=size)
        if of.owner is None:
            return what
        return self.spoken("owned", what=what, name=self.wording.player(of.owner))


def _numbers(
    wording: Wording, numbers: tuple[tuple[str, int], ...], markers: tuple[tuple[str, str], ...]
) -> tuple[Tile, ...]:
    edges = _Edges(wording, dict(numbers), dict(markers))
    return tuple(map(edges.number, PLACES))


@dataclass(frozen=True)
class _Edges(_Words):
    """Builder of the numbers around the city."""

    numbers: Mapping[str, int]
    markers: Mapping[str, str]

    def number(self, place: str) -> Tile:
        """Return a place around the city: its number, or a circle without a marker."""
        number, wealth = self.numbers.get(place), self.is_wealth(place)
        water = place.startswith(("top", "right"))
        ground, ink = (WATER_BACK, WATER_INK) if water else (WILD_BACK, WILD_INK)
        where, kind = self.wording.term(place), "wealth" if wealth else "prestige"
        if number is None:
            said = self.spoken("circle", where=where)
            mark: Part = Symbol("RADIO_BUTTON_UNCHECKED", 15, ink)
        else:
            what, upright = self.wording.noun(number, kind), place.startswith(("left", "right"))
            said = what if place in PRINTED else self.spoken("number", where=where, what=what)
            mark = _worth(number, wealth=wealth, upright=upright)
        letter = self.line(place)
        name = Number(letter, 12, ink) if letter else None
        # Beside the city, where it is narrow, the name of a line stands above its number.
        below = letter and place.startswith("right")
        lines = (line(name), line(mark)) if below else (line(name, mark),)
        return Tile(
            place, said, lines, ground=ground, ink=ink, edge="", radius=4, inset=1, state=(number,)
        )

    def line(self, place: str) -> str:
        """Return the letter of a column, below it, or the number of a line, at its right."""
        side, _, nth = place.partition(".")
        names = self.own(f"line.{side}") if side in ("bottom", "right") else ""
        return names[int(nth) - 1 :][:1]

    def is_wealth(self, place: str) -> bool:
        if place in PRINTED:
            return place.startswith("bottom")
        return self.markers.get(place, "").startswith("marker.w")


@dataclass(frozen=True)
class _Told(_Words):
    """Builder of what lies around the city."""

    view: SprawlTable
    facts: FactValues

    def office(self, office: str) -> Tile:
        """Return a space of the election track: its holder, and the pawn."""
        state, name = self.view.offices[office], office.partition(".")[2]
        holder, pawn, there = state.holder, self.view.pawn == office, state.in_play
        said = [self.wording.term(office)]
        if not there:
            said.append(self.spoken("absent"))
        elif holder is None:
            said.append(self.spoken("empty"))
        else:
            said.append(self.wording.player(holder))
        said += [self.spoken("pawn")] if pawn else []
        parts: list[Part] = [Symbol("HOW_TO_VOTE", 22)] if pawn else []
        if holder is not None:
            parts.append(Piece(holder))
        elif not pawn:
            parts.append(Symbol("PERSON_OUTLINE" if there else "LOCK_OUTLINE", 20, FAINT_INK))
        below = line(*parts, gap=1)
        full = Name((capitalised(self.wording.term(office)),), 11, lines=2)
        return Tile(
            office,
            ", ".join(said),
            (line(full), below),
            low=(line(Name((self.own(f"office.{name}"),), 11, lines=2)), below),
            high=_HIGH,
            ground="secondarycontainer" if pawn else QUIET,
            edge="outline" if there else EDGE,
            radius=_RADIUS,
            state=(holder, pawn, there),
        )

    def points(self) -> Tile:
        """Return the remaining action points in large numerals."""
        left = self.view.points or 0
        word, spoken = self.own("points"), self.own("points_spoken", n=left)
        lines = (line(Name((word,), 10, lines=2)), line(Number(str(left), 24)))
        return Tile(
            "points", spoken, lines, ground=_CALM, ink="onsurface", radius=_RADIUS, touchable=False
        )

    def ask(self) -> Tile:
        """Return the tile that opens the forecast of elections and payouts."""
        lines = (line(Symbol("QUERY_STATS", 20)), line(Name((self.own("ask"),), 10, lines=2)))
        return Tile(ASK, self.own("ask_spoken"), lines, ground=_CALM, radius=_RADIUS)

    # Cards

    def contracts(self) -> tuple[Tile, ...]:
        tops = (TOPS[deck] for deck in self.view.active)
        return tuple(map(self.card, (*tops, *CONTRACTS)))

    def favors(self) -> tuple[Tile, ...]:
        seat = self.view.seat
        held = self.view.seats[seat].favors
        return tuple(self.card_of(p, card, 0, seat) for p, card in held.items() if card)

    def card(self, place: str) -> Tile:
        slot = self.view.rails[place]
        return self.card_of(place, slot.card, slot.price, None)

    def card_of(self, place: str, card: str | None, cost: int, owner: Seat | None) -> Tile:
        """Return a place of a rail: its cost, its card, and the owner of a favor."""
        zones, size = zones_of(self.facts, card or ""), self.fact(card, "size")
        name = self.name(card)
        price = Chip((line(Number(str(cost), 12, CHIP_INK)),), 16, 15, CHIP, "outline", 8)

        paid = self.paid(card, wealth=place in PLANNING)

        def head(name: Name | None, *signs: Part | None) -> TileLine:
            beside = line(*signs, gap=2)
            shown = Chip((beside,)) if beside.parts else None
            return line(price, shown, name, paid, align="spaceBetween", steady=True)

        whose = (Symbol("BOOKMARK", 14), Piece(owner, 15)) if owner is not None else ()
        deck = place.partition(".")[2] if place in TOPS.values() else ""
        named = Name((self.own(f"deck.{deck}"), self.own(f"code.{deck}")), 10) if deck else None
        sign = Symbol(place, 14) if deck else None
        ballot = Symbol("HOW_TO_VOTE", 14) if self.fact(card, "ballot") == "yes" else None
        first, low = head(named, *whose, sign, ballot), head(None, *whose, sign, ballot)
        title = [line(Name((name,), 11, lines=2, bold=False))] if name else []
        kinds = self.zones(zones, size, permit=place in PLANNING)
        if card is not None and not kinds and not name:
            kinds = (line(Symbol(UNKNOWN, 18, FAINT_INK)),)
        return Tile(
            place,
            self.card_said(place, card, cost, zones),
            (first, *kinds, *title),
            low=(low, *kinds, *(title if len(zones) < 2 else [])),
            high=_HIGH,
            radius=_RADIUS,
            spread=True,
            state=(card is not None, name, zones),
        )

    def paid(self, card: str | None, *, wealth: bool) -> Chip | None:
        """Return the payout number of a card on its colour."""
        number = self.fact(card, "payout")
        if not isinstance(number, int) or not number:
            return None
        back, ink = _colours(wealth=wealth)
        return Chip((line(Number(str(number), 11, ink)),), ground=back, radius=3)

    def zones(self, zones: Sequence[str], size: object, *, permit: bool) -> tuple[TileLine, ...]:
        """Return the zones of a card and its size, below many of them.

        One has its letters on its colour; several have their pictures.
        """
        if not zones:
            return ()
        chips: list[Part] = [Symbol(zone, 16, on_ground=True) for zone in zones]
        if len(zones) == 1:
            (zone,) = zones
            letters = Number(self.own(f"code.{zone}"), 12, f"ink:{zone}")
            chips = [Chip((line(letters),), ground=f"back:{zone}", radius=3)]
        lots = self.own("permits" if permit else "lots", n=size) if isinstance(size, int) else ""
        tail = [Number(lots, 13)] if lots else []
        if len(chips) > _IN_A_LINE:
            return line(*chips, gap=1), line(*tail)
        return (line(*chips, *tail, gap=1.5),)

    def name(self, card: str | None) -> str:
        """Return the name that the table has given a card; empty if it has none."""
        if card is None:
            return ""
        if card == RENEWAL:
            return self.own("renewal")
        text = self.facts.get(f"{card}.name")
        return text if isinstance(text, str) else ""

    def fact(self, card: str | None, field: str) -> object:
        return self.facts.get(f"{card}.{field}") if card else None

    def card_said(self, place: str, card: str | None, cost: int, zones: Sequence[str]) -> str:
        said = [self.spoken("place", place=self.wording.term(place), n=cost)]
        if card is None:
            return ", ".join((*said, self.spoken("nobody")))
        size, number = self.fact(card, "size"), self.fact(card, "payout")
        permit, read = card.startswith("permit"), isinstance(size, int) and bool(zones)
        # The name of a permit consists of what it shows. That is described in full below, so the
        # name is omitted.
        said += [] if permit and read else [self.wording.term(card)]
        if isinstance(size, int) and zones:
            names = " / ".join(map(self.wording.term, zones))
            said.append(self.size_said(card, size, names))
        elif card != RENEWAL:
            said.append(self.spoken("covered"))
        if isinstance(number, int) and number:
            kind = "wealth" if permit else "prestige"
            said.append(self.spoken("pays", what=self.wording.noun(number, kind)))
        said += [self.spoken("ballot")] if self.fact(card, "ballot") == "yes" else []
        return ", ".join(said)

    def size_said(self, card: str, size: int, zones: str) -> str:
        if card.startswith("permit"):
            return self.spoken("permit", n=size, zones=zones)
        return self.spoken("building", zone=zones, size=self.wording.noun(size, "lot"))


def _worth(number: int, *, wealth: bool, upright: bool) -> Chip:
    """Return a number around the city on its colour, beside or below its sign."""
    back, ink = _colours(wealth=wealth)
    sign, digits = Symbol("wealth" if wealth else "STAR", 10, ink), Number(str(number), 12, ink)
    lines = (line(sign), line(digits)) if upright else (line(sign, digits, gap=1),)
    return Chip(lines, ground=back, radius=5)


def _colours(*, wealth: bool) -> tuple[str, str]:
    """Return the ground and the ink of a number of wealth or of prestige."""
    return (WEALTH_BACK, WEALTH_INK) if wealth else (PRESTIGE_BACK, PRESTIGE_INK)


def changed(before: TableView, after: TableView) -> frozenset[str]:
    """Return the places that differ from before."""
    old, new = _looks(before), _looks(after)
    return frozenset(place for place, look in new.items() if old.get(place) != look)


def _looks(view: TableView) -> dict[str, object]:
    looks: dict[str, object] = {block.id: block.buildings for block in view.blocks}
    tiles = (*view.numbers, *view.offices, *view.planning, *view.contracts)
    return looks | {tile.id: tile.state for tile in tiles}
