"""Tiles of the table: two sides, their totals, and the dragons between them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.games.blue_moon.catalogue import CARDS, EARTH, ELEMENTS, FIRE, CardId
from companion.games.blue_moon.power import ActiveCard, resolve_active
from companion.games.blue_moon.view import MoonShip, MoonSide, MoonTable
from companion.kernel.values import Seat
from companion.match.fold import Match
from companion.rulebook.wording import Wording
from companion.ui.boards.tile import (
    QUIET,
    Chip,
    Name,
    Number,
    Part,
    Symbol,
    Tile,
    Vacancy,
    changed_tiles,
    line,
)

PAPER, PAPER_INK, PAPER_FAINT = "#fffaf0", "#23201a", "#6d675c"
"""Colours of a card."""
_CHANGED = "#ffe08a"
"""Ground of a value that differs from the printed one."""
HAND, DECK, DISCARD = "STYLE", "LAYERS", "DELETE_OUTLINE"
"""Signs of the piles of a seat."""


@dataclass(frozen=True, slots=True)
class SideView:
    """Side of the table."""

    seat: Seat
    people: str
    acting: bool
    edge: Tile
    """Leader, hand and decks, from which cards are played."""
    pile: Tile | None
    """Covered cards with the number of cards in the areas; None if there are none."""
    combat: tuple[Tile, ...]
    support: tuple[Tile, ...]
    """Supports, and the leadership card that is active this turn."""
    ships: tuple[Tile, ...]
    total: Tile
    dragons: int

    @property
    def cards(self) -> tuple[Tile, ...]:
        """Return its active cards and its ships."""
        return (*self.combat, *self.support, *self.ships)


@dataclass(frozen=True, slots=True)
class TableView:
    """Whole table."""

    sides: tuple[SideView, ...]
    middle: int
    """Number of dragons in the middle."""
    dragons_spoken: str


DRAGONS = "dragons"
"""Place of the dragons."""


def total_place(seat: Seat) -> str:
    """Return the place of the total of a seat."""
    return f"total:{seat}"


def deck_place(seat: Seat) -> str:
    """Return the place of the leader, the hand and the deck of a seat."""
    return f"deck:{seat}"


def pile_place(seat: Seat) -> str:
    """Return the place of the covered cards."""
    return f"pile:{seat}"


def view_of(match: Match, state: Any) -> MoonTable:
    """Return the public view of a state of a match."""
    view: MoonTable = match.game.public_view(state, None)
    return view


def place_of(seat: Seat, name: CardId) -> str:
    """Return the place of an active card."""
    return f"card:{seat}:{name}"


def ship_place(seat: Seat, name: CardId) -> str:
    """Return the place of a ship."""
    return f"ship:{seat}:{name}"


def card_at(place: str) -> tuple[Seat, CardId] | None:
    """Return the seat and the card at a place; None if there is no card."""
    kind, _, rest = place.partition(":")
    if kind != "card":
        return None
    seat, _, name = rest.partition(":")
    return int(seat), name


def seat_at(place: str) -> Seat:
    """Return the seat on whose side a place is."""
    return int(place.split(":")[1])


def table(view: MoonTable, six: int, ready: frozenset[str], wording: Wording) -> TableView:
    """Return the table of a public view.

    Args:
        view: public view of the state.
        six: number of cards in the areas from which a retreat gives an additional dragon.
        ready: places that can be acted on now.
        wording: wording of the match.
    """
    seats = view.seats
    sides = tuple(_side(view, seat, six, ready, wording) for seat in range(len(seats)))
    own = wording.own
    held = [
        own("board.dragons_of", name=wording.player(side.seat), dragons=side.dragons)
        for side in sides
        if side.dragons
    ]
    spoken = own("board.dragons", dragons=view.board, held="; ".join(held))
    return TableView(sides, view.board, spoken)


def power_text(wording: Wording, element: str, power: int | str, shield: object) -> str:
    """Return the power of a side in an element, or its sum, and its shield in words."""
    return wording.own(
        "board.power_in",
        power=power,
        element=wording.term(f"element.{element}"),
        shield="si" if shield else "",
    )


def _side(
    view: MoonTable, seat: Seat, six: int, ready: frozenset[str], wording: Wording
) -> SideView:
    side, other = view.seats[seat], view.seats[1 - seat]
    lies = {one.card.id: one for one in resolve_active(tuple(side.active), tuple(other.active))}

    def cards(names: Sequence[CardId]) -> tuple[Tile, ...]:
        return tuple(_card(seat, lies[n], side.counts, view.element, ready, wording) for n in names)

    called = [name for name in side.active if name not in {*side.combat, *side.support}]
    return SideView(
        seat=seat,
        people=side.leader,
        acting=view.turn == seat and not view.over,
        edge=_edge(side, seat, wording),
        pile=_pile(side, seat, wording, many=side.counted >= six),
        combat=cards(side.combat),
        support=cards((*side.support, *called[:1])),
        ships=tuple(_ship(seat, each, ready, wording) for each in side.ships),
        total=_total(view, seat, wording),
        dragons=side.dragons,
    )


def _edge(side: MoonSide, seat: Seat, wording: Wording) -> Tile:
    discard = len(side.discard)
    spoken = wording.own(
        "board.deck_spoken",
        name=side.name,
        people=wording.term(f"people.{side.leader}"),
        hand=side.hand,
        deck=side.deck,
        discard=discard,
    )
    lines = (
        line(Symbol(side.leader, 26)),
        line(Symbol(HAND, 19), Number(str(side.hand), 24)),
        line(Symbol(DECK, 12), Number(str(side.deck), 15)),
    )
    return Tile(
        deck_place(seat),
        spoken,
        (*lines, line(Symbol(DISCARD, 11), Number(str(discard), 14))),
        low=lines,
        high=110,
        ground=f"back:{side.leader}",
        ink=f"ink:{side.leader}",
        edge="",
    )


def _pile(side: MoonSide, seat: Seat, wording: Wording, *, many: bool) -> Tile | None:
    areas = len(side.combat) + len(side.covered) + len(side.support)
    if not areas:
        return None
    number = line(Symbol("FILTER_NONE", 14), Number(str(areas), 18), gap=1)
    return Tile(
        pile_place(seat),
        wording.own("board.areas", areas=areas, covered=len(side.covered)),
        (number, line(Symbol("verb.attract", 16))) if many else (number,),
        ground="tertiarycontainer" if many else QUIET,
        ink="ontertiarycontainer" if many else "onsurface",
        edge="",
        radius=7,
    )


def _ship(seat: Seat, ship: MoonShip, ready: frozenset[str], wording: Wording) -> Tile:
    card, place = CARDS[ship.id], ship_place(seat, ship.id)
    cargo = [CARDS[name] for name in ship.cargo]
    name = wording.term(f"card.{card.id}")
    spoken = wording.own(
        "board.ship",
        name=name,
        n=len(cargo),
        most=card.capacity,
        cargo=", ".join(wording.term(f"card.{each.id}") for each in cargo),
        landed="si" if ship.landed else "",
    )
    afloat = line(Symbol("ANCHOR" if ship.landed else "SAILING", 16))
    hull = Chip((afloat, line(Number(f"{len(cargo)}/{card.capacity}", 14))))
    aboard = [_carried(each.people, str(each.number)) for each in cargo]
    rows = tuple(line(*aboard[n : n + 3], gap=2) for n in range(0, len(aboard), 3))
    inside: Part = Chip(rows) if rows else Name((name,), 12, lines=2)
    return Tile(
        place,
        spoken,
        (line(hull, inside, gap=4),),
        ground=f"back:{card.people}",
        ink=f"ink:{card.people}",
        edge=f"back:{card.people}",
        lit="primary" if place in ready else "",
        radius=8,
        state=(ship.cargo,),
    )


def _carried(people: str, number: str) -> Chip:
    """Return a card aboard with its people and number."""
    ink = f"ink:{people}"
    inside = line(Symbol(people, 11, ink), Number(number, 13, ink), gap=1)
    return Chip((inside,), 32, 18, f"back:{people}", ink)


def _total(view: MoonTable, seat: Seat, wording: Wording) -> Tile:
    """Return the power of a side in the element of the fight; in both until it is announced."""
    side, other, element = view.seats[seat], view.seats[1 - seat], view.element
    acting = view.turn == seat and not view.over
    shown = (element,) if element else ELEMENTS
    short = 0
    if acting and element and element not in side.shield:
        short = max(0, other.power[element] - side.power[element])
    power = ", ".join(power_text(wording, e, side.sum[e], e in side.shield) for e in shown)
    parts = side.sum[element].partition(" = ")[2] if element else ""
    missing = Number(f"−{short}", 15) if short else None
    told = [line(each) for each in (Number(f"= {parts}", 15) if parts else None, missing) if each]
    closer = Name((f"= {parts}", f"={parts.replace(' ', '')}"), 15) if parts else None
    powers = [_power(side, each, 44 if element else 32) for each in shown]
    numbers: list[Part] = [Vacancy(1), *powers]
    return Tile(
        total_place(seat),
        wording.own("board.power_spoken", name=side.name, power=power, missing=short),
        (line(*numbers, *([Chip(tuple(told))] if told else []), gap=10, align="start"),),
        low=(line(*numbers, missing, closer, gap=10, align="start"),),
        ground="errorcontainer" if short else "surfacecontainerhigh",
        edge="",
        radius=10,
    )


def _power(side: MoonSide, element: str, size: float) -> Chip:
    ink, sign = f"ink:{element}", size * 0.62
    shield = Symbol("shield", sign, ink) if element in side.shield else None
    parts = line(Symbol(element, sign, ink), Number(str(side.power[element]), size, ink), shield)
    return Chip((parts,), ground=f"back:{element}", radius=10)


def _card(
    seat: Seat,
    lies: ActiveCard,
    counts: Mapping[str, Mapping[CardId, int]],
    element: str | None,
    ready: frozenset[str],
    wording: Wording,
) -> Tile:
    card = lies.card
    place = place_of(seat, card.id)
    values: tuple[tuple[str, int, bool], ...] = ()
    if card.power is not None:
        values = tuple(
            (each, amount, amount != card.values[each])
            for each in ELEMENTS
            for amount in (counts[each].get(card.id, 0),)
        )
    marks = [*_marks(lies)]
    told: list[Part] = [_value(v, element, shielded=v[0] in card.shield) for v in values]
    told += marks
    if not told:
        told.append(Symbol(f"type.{card.type}", 22))
    middle = line(*told)
    name = line(Name((wording.term(f"card.{card.id}"),), 12, lines=2, least=9))
    foot = line(people_bar(card.people, str(card.number), card.type))
    return Tile(
        place,
        _spoken(lies, values, wording),
        (name, middle, foot),
        low=(middle, foot),
        high=66,
        ground=PAPER,
        ink=PAPER_INK,
        edge=PAPER_FAINT,
        lit="primary" if place in ready else "",
        radius=7,
        spread=True,
        state=(values,),
    )


def _value(value: tuple[str, int, bool], element: str | None, *, shielded: bool) -> Chip:
    """Return a value in its element, faint outside the element of the fight, lit if changed."""
    name, amount, otherwise = value
    ink = f"back:{name}"
    sign = Symbol("shield" if shielded else name, 15, ink)
    number = Number(str(amount), 20, ink, _CHANGED if otherwise else "")
    return Chip((line(sign, number, gap=1),), opacity=1 if element in (None, name) else 0.55)


def _marks(lies: ActiveCard) -> Iterator[Symbol]:
    """Yield the icons and the text of a card, with another icon for an ignored text."""
    card, ignored = lies.card, lies.ignored
    for icon in card.icons:
        yield Symbol(f"icon.{icon}", 15, PAPER_FAINT if "icons" in ignored else "")
    if card.lines:
        silent = "text" in ignored
        sign = "COMMENTS_DISABLED" if silent else f"verb.{card.lines[0].do}"
        yield Symbol(sign, 15, PAPER_FAINT if silent else "")


def people_bar(people: str, number: str, card_type: str) -> Chip:
    """Return the bar at the foot of a card: people, number, type."""
    ink = f"ink:{people}"
    parts = Symbol(people, 12, ink), Number(number, 14, ink), Symbol(f"type.{card_type}", 12, ink)
    return Chip((line(*parts, align="spaceBetween"),), _WIDE, 17, f"back:{people}")


_WIDE = 1000
"""Width of what takes the whole of a line."""


def _spoken(lies: ActiveCard, values: tuple[tuple[str, int, bool], ...], wording: Wording) -> str:
    card, own = lies.card, wording.own
    parts = [wording.term(f"card.{card.id}"), wording.term(f"type.{card.type}")]
    if values:
        amounts = {element: amount for element, amount, _ in values}
        parts.append(own("board.values", fire=amounts[FIRE], earth=amounts[EARTH]))
    parts += [own(f"board.icon.{icon}") for icon in card.icons]
    parts += [
        own("board.shield_in", element=wording.term(f"element.{element}"))
        for element in card.shield
    ]
    if lies.by is not None:
        parts.append(own("board.ignored_by", card=wording.term(f"card.{lies.by.id}")))
    return ", ".join(parts)


def changed(before: TableView, after: TableView) -> frozenset[str]:
    """Return the names of new cards and ships, and of those that differ from before."""
    old, new = ([card for side in now.sides for card in side.cards] for now in (before, after))
    return changed_tiles(old, new)
