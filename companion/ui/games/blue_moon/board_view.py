"""View model of the table: two sides, their totals, and the dragons between them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.games.blue_moon.catalogue import CARDS, EARTH, ELEMENTS, FIRE, CardId
from companion.games.blue_moon.power import ActiveCard, resolve_active
from companion.games.blue_moon.view import MoonShip, MoonSide, MoonTable
from companion.kernel.values import Seat
from companion.match.fold import Match
from companion.rulebook.wording import Wording


@dataclass(frozen=True, slots=True)
class CardView:
    """Active card."""

    id: CardId
    place: str
    """Place that a touch on it reports."""
    name: str
    number: str
    people: str
    type: str
    values: tuple[tuple[str, int, bool], ...]
    """Element, counted amount, and whether it differs from the printed one."""
    shields: tuple[str, ...]
    icons: tuple[str, ...]
    verb: str
    """First verb of its text; empty without a text."""
    ignored: frozenset[str]
    ready: bool
    """True if it can be chosen, retrieved or used now."""
    spoken: str


@dataclass(frozen=True, slots=True)
class ShipView:
    """Ship in the area of influence, with its cargo."""

    id: CardId
    place: str
    name: str
    number: str
    people: str
    most: int
    """Maximum number of cards aboard."""
    cargo: tuple[tuple[str, str], ...]
    """People and number of each card aboard."""
    landed: bool
    ready: bool
    """True if it can land now."""
    spoken: str


@dataclass(frozen=True, slots=True)
class TotalView:
    """Power of a side in one element."""

    element: str
    amount: int
    sum: str
    """Sum that gives the power, if it has more than one value."""
    shield: bool


@dataclass(frozen=True, slots=True)
class SideView:
    """Side of the table."""

    seat: Seat
    colour: int
    name: str
    people: str
    acting: bool
    totals: tuple[TotalView, ...]
    """Totals in the element of the fight; in both until it is announced."""
    short: int
    """Power missing to equal the opponent; 0 also with a shield."""
    combat: tuple[CardView, ...]
    support: tuple[CardView, ...]
    ships: tuple[ShipView, ...]
    called: CardView | None
    """Leadership card that is active this turn."""
    covered: int
    areas: int
    """Number of cards in its areas."""
    areas_spoken: str
    many: bool
    """True if they are enough for an additional dragon."""
    hand: int
    deck: int
    discard: int
    dragons: int
    spoken: str
    power_spoken: str


@dataclass(frozen=True, slots=True)
class TableView:
    """Whole table."""

    sides: tuple[SideView, ...]
    element: str | None
    middle: int
    """Number of dragons in the middle."""
    dragons_spoken: str


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
    return TableView(sides, view.element, view.board, spoken)


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
    side, other, own = view.seats[seat], view.seats[1 - seat], wording.own
    element = view.element
    lies = {one.card.id: one for one in resolve_active(tuple(side.active), tuple(other.active))}

    def cards(names: Sequence[CardId]) -> tuple[CardView, ...]:
        return tuple(_card(seat, lies[n], side.counts, ready, wording) for n in names)

    areas = len(side.combat) + len(side.covered) + len(side.support)
    laid = {*side.combat, *side.support}
    called = [name for name in side.active if name not in laid]
    shown = (element,) if element else ELEMENTS
    totals = tuple(_total(side, each) for each in shown)
    acting = view.turn == seat and not view.over
    short = 0
    if element and not totals[0].shield:
        short = max(0, other.power[element] - totals[0].amount)
    name, people = side.name, wording.term(f"people.{side.leader}")
    spoken = own(
        "board.deck_spoken",
        name=name,
        people=people,
        hand=side.hand,
        deck=side.deck,
        discard=len(side.discard),
    )
    said = ", ".join(power_text(wording, t.element, t.sum, t.shield) for t in totals)
    return SideView(
        seat=seat,
        colour=wording.colour(seat),
        name=name,
        people=side.leader,
        acting=acting,
        totals=totals,
        short=short,
        combat=cards(side.combat),
        support=cards(side.support),
        ships=tuple(_ship(seat, each, ready, wording) for each in side.ships),
        called=cards(called[:1])[0] if called else None,
        covered=len(side.covered),
        areas=areas,
        areas_spoken=own("board.areas", areas=areas, covered=len(side.covered)),
        many=side.counted >= six,
        hand=side.hand,
        deck=side.deck,
        discard=len(side.discard),
        dragons=side.dragons,
        spoken=spoken,
        power_spoken=own(
            "board.power_spoken", name=name, power=said, missing=short if acting else 0
        ),
    )


def _ship(seat: Seat, ship: MoonShip, ready: frozenset[str], wording: Wording) -> ShipView:
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
    return ShipView(
        id=card.id,
        place=place,
        name=name,
        number=str(card.number),
        people=card.people,
        most=card.capacity,
        cargo=tuple((each.people, str(each.number)) for each in cargo),
        landed=ship.landed,
        ready=place in ready,
        spoken=spoken,
    )


def _total(side: MoonSide, element: str) -> TotalView:
    return TotalView(element, side.power[element], side.sum[element], element in side.shield)


def _card(
    seat: Seat,
    lies: ActiveCard,
    counts: Mapping[str, Mapping[CardId, int]],
    ready: frozenset[str],
    wording: Wording,
) -> CardView:
    card = lies.card
    place = place_of(seat, card.id)
    values: tuple[tuple[str, int, bool], ...] = ()
    if card.power is not None:
        values = tuple(
            (element, amount, amount != card.values[element])
            for element in ELEMENTS
            for amount in (counts[element].get(card.id, 0),)
        )
    return CardView(
        id=card.id,
        place=place,
        name=wording.term(f"card.{card.id}"),
        number=str(card.number),
        people=card.people,
        type=card.type,
        values=values,
        shields=card.shield,
        icons=card.icons,
        verb=card.lines[0].do if card.lines else "",
        ignored=lies.ignored,
        ready=place in ready,
        spoken=_spoken(lies, values, wording),
    )


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


def cards_of(now: TableView) -> dict[str, CardView]:
    """Return every active card by its place."""
    return {
        card.place: card
        for side in now.sides
        for card in (*side.combat, *side.support, *((side.called,) if side.called else ()))
    }


def changed(before: TableView, after: TableView) -> frozenset[str]:
    """Return the places of new cards and ships, and of those that differ from before."""
    old = cards_of(before)
    fresh = frozenset(
        place
        for place, card in cards_of(after).items()
        if place not in old or old[place].values != card.values
    )
    ships = {ship.place: ship for side in before.sides for ship in side.ships}
    sailed = (ship for side in after.sides for ship in side.ships)
    return fresh | {
        ship.place
        for ship in sailed
        if ship.place not in ships or ships[ship.place].cargo != ship.cargo
    }
