"""View model of the table: city, numbers, offices, cards."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from companion.games.urban_sprawl.grid import BLOCKS, PLACES, PRINTED, block_of
from companion.games.urban_sprawl.view import SprawlBuilding, SprawlTable
from companion.kernel.box.facts import FactValues
from companion.kernel.values import Seat
from companion.rulebook.templates import capitalised
from companion.rulebook.wording import Wording
from companion.ui.games.urban_sprawl.views import (
    BlockView,
    BuildingView,
    CardView,
    NumberView,
    OfficeView,
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


def table(view: SprawlTable, facts: FactValues, wording: Wording) -> TableView:
    """Return the board of a public view.

    Args:
        view: public view of the state.
        facts: known facts of this box.
        wording: wording of this match.
    """
    builder = _Told(view, facts, wording)
    points = view.points if view.phase == SPENDING else None
    return TableView(
        blocks=tuple(map(builder.block, BLOCKS)),
        numbers=tuple(map(builder.number, PLACES)),
        offices=tuple(map(builder.office, view.offices)),
        planning=tuple(map(builder.card, PLANNING)),
        contracts=builder.contracts(),
        favors=builder.favors(),
        points=points,
        points_word=wording.own("board.points"),
        points_spoken=wording.own("board.points_spoken", n=points or 0),
        ask_word=wording.own("board.ask"),
        ask_spoken=wording.own("board.ask_spoken"),
    )


@dataclass(frozen=True)
class _Told:
    """Builder of the view model of one table."""

    view: SprawlTable
    facts: FactValues
    wording: Wording

    def own(self, key: str, **params: Any) -> str:
        return self.wording.own(f"board.{key}", **params)

    def spoken(self, key: str, **params: Any) -> str:
        return self.own(f"spoken.{key}", **params)

    # The city

    def block(self, place: str) -> BlockView:
        worth = self.view.values[place]
        buildings = tuple(b for b in self.view.buildings if block_of(b.id) == place)
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

    def number(self, place: str) -> NumberView:
        number = self.view.numbers.get(place)
        wealth = self.is_wealth(place)
        where = self.wording.term(place)
        if number is None:
            said = self.spoken("circle", where=where)
            return NumberView(place, "", True, self.line(place), said)
        kind = "wealth" if wealth else "prestige"
        what = self.wording.noun(number, kind)
        printed = place in PRINTED
        said = what if printed else self.spoken("number", where=where, what=what)
        text = self.own(f"code.{kind}", n=number)
        return NumberView(place, text, wealth, self.line(place), said)

    def line(self, place: str) -> str:
        """Return the letter of a column, below it, or the number of a line, at its right."""
        side, _, nth = place.partition(".")
        names = self.own(f"line.{side}") if side in ("bottom", "right") else ""
        return names[int(nth) - 1 :][:1]

    def is_wealth(self, place: str) -> bool:
        if place in PRINTED:
            return place.startswith("bottom")
        return self.view.markers.get(place, "").startswith("marker.w")

    def office(self, office: str) -> OfficeView:
        state, name = self.view.offices[office], office.partition(".")[2]
        holder, pawn = state.holder, self.view.pawn == office
        said = [self.wording.term(office)]
        if not state.in_play:
            said.append(self.spoken("absent"))
        elif holder is None:
            said.append(self.spoken("empty"))
        else:
            said.append(self.wording.player(holder))
        said += [self.spoken("pawn")] if pawn else []
        short = self.own(f"office.{name}")
        return OfficeView(office, short, holder, pawn, state.in_play, ", ".join(said))

    # Cards

    def contracts(self) -> tuple[CardView, ...]:
        tops = (TOPS[deck] for deck in self.view.active)
        return tuple(map(self.card, (*tops, *CONTRACTS)))

    def favors(self) -> tuple[CardView, ...]:
        seat = self.view.seat
        held = self.view.seats[seat].favors
        return tuple(self.card_of(p, card, 0, seat) for p, card in held.items() if card)

    def card(self, place: str) -> CardView:
        slot = self.view.rails[place]
        return self.card_of(place, slot.card, slot.price, None)

    def card_of(self, place: str, card: str | None, cost: int, owner: Seat | None) -> CardView:
        zones, size = zones_of(self.facts, card or ""), self.fact(card, "size")
        number, ballot = self.fact(card, "payout"), self.fact(card, "ballot") == "yes"
        deck, permit = place.partition(".")[2], place in PLANNING
        return CardView(
            place=place,
            cost=cost,
            there=card is not None,
            name=self.name(card),
            zones=zones,
            codes=tuple(self.own(f"code.{zone}") for zone in zones),
            size=self.own("permits" if permit else "lots", n=size) if isinstance(size, int) else "",
            number=number if isinstance(number, int) else None,
            wealth=permit,
            ballot=ballot,
            deck=self.own(f"code.{deck}") if deck in TOPS else "",
            owner=owner,
            spoken=self.card_said(place, card, cost, zones),
        )

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


def changed(before: TableView, after: TableView) -> frozenset[str]:
    """Return the places that differ from before."""
    old, new = _looks(before), _looks(after)
    return frozenset(place for place, look in new.items() if old.get(place) != look)


def _looks(view: TableView) -> dict[str, object]:
    looks: dict[str, object] = {block.id: block.buildings for block in view.blocks}
    looks |= {number.place: number.text for number in view.numbers}
    looks |= {office.id: (office.holder, office.pawn, office.filled) for office in view.offices}
    cards = (*view.planning, *view.contracts)
    return looks | {card.place: (card.there, card.name, card.zones) for card in cards}
