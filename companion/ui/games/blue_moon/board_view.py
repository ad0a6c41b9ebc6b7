"""The table as it is drawn and read out: two sides, their totals, and the dragons between them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.games.blue_moon.catalogue import CARDS, EARTH, ELEMENTS, FIRE, CardId
from companion.games.blue_moon.power import Lying, lying
from companion.kernel.values import Seat
from companion.match.fold import Match
from companion.rulebook.wording import Wording

View = Mapping[str, Any]
"""What `public_view` gives."""


@dataclass(frozen=True, slots=True)
class CardView:
    """One active card."""

    id: CardId
    place: str
    """What a touch on it says."""
    name: str
    number: str
    people: str
    type: str
    values: tuple[tuple[str, int, bool], ...]
    """By element, how much it counts, and whether that is otherwise than printed."""
    shields: tuple[str, ...]
    icons: tuple[str, ...]
    verb: str
    """What its text does first; empty where it has none."""
    ignored: frozenset[str]
    ready: bool
    """Whether something can be done with it now: it waits to be chosen, or can be retrieved."""
    spoken: str


@dataclass(frozen=True, slots=True)
class ShipView:
    """A ship in the area of influence, and what it carries."""

    id: CardId
    place: str
    name: str
    number: str
    people: str
    most: int
    """How many cards it carries."""
    cargo: tuple[tuple[str, str], ...]
    """Of each card aboard, the people and the number."""
    landed: bool
    ready: bool
    """Whether it can land now."""
    spoken: str


@dataclass(frozen=True, slots=True)
class TotalView:
    """The power of a side in one element."""

    element: str
    amount: int
    sum: str
    """How it came about, where it is more than one value."""
    shield: bool


@dataclass(frozen=True, slots=True)
class SideView:
    """One side of the table."""

    seat: Seat
    colour: int
    name: str
    people: str
    acting: bool
    totals: tuple[TotalView, ...]
    """In the element of the fight; in both until it is announced."""
    short: int
    """How much is missing to the opponent's power; 0 also where a shield makes up for it."""
    combat: tuple[CardView, ...]
    support: tuple[CardView, ...]
    ships: tuple[ShipView, ...]
    called: CardView | None
    """The leadership card that is active this turn."""
    covered: int
    areas: int
    """How many cards lie in its areas."""
    areas_spoken: str
    many: bool
    """Whether they are enough for one dragon more."""
    hand: int
    deck: int
    discard: int
    dragons: int
    spoken: str
    power_spoken: str


@dataclass(frozen=True, slots=True)
class TableView:
    """The whole table."""

    sides: tuple[SideView, ...]
    element: str | None
    middle: int
    """The dragons that lie in the middle."""
    dragons_spoken: str


def view_of(match: Match, state: Any) -> View:
    """The public view of a state of a match."""
    found: View = match.game.public_view(state, None)
    return found


def place_of(seat: Seat, name: CardId) -> str:
    """The place of an active card."""
    return f"card:{seat}:{name}"


def ship_place(seat: Seat, name: CardId) -> str:
    """The place of a ship."""
    return f"ship:{seat}:{name}"


def card_at(place: str) -> tuple[Seat, CardId] | None:
    """Whose card lies in a place; None where no card does."""
    kind, _, rest = place.partition(":")
    if kind != "card":
        return None
    seat, _, name = rest.partition(":")
    return int(seat), name


def seat_at(place: str) -> Seat:
    """Whose side a place is on."""
    return int(place.split(":")[1])


def table(view: View, six: int, ready: frozenset[str], wording: Wording) -> TableView:
    """The table of a public view.

    Args:
        view: of the state.
        six: from how many cards in the areas on a retreat gives one dragon more.
        ready: the places with which something can be done now.
        wording: of the match.
    """
    seats = view["seats"]
    sides = tuple(_side(view, seat, six, ready, wording) for seat in range(len(seats)))
    own = wording.own
    held = [
        own("board.dragons_of", name=wording.player(side.seat), dragons=side.dragons)
        for side in sides
        if side.dragons
    ]
    spoken = own("board.dragons", dragons=view["board"], held="; ".join(held))
    return TableView(sides, view["fight"]["element"], view["board"], spoken)


def power_told(wording: Wording, element: str, power: int | str, shield: object) -> str:
    """The power of a side in an element: how much, or how it came about, and whether a shield."""
    return wording.own(
        "board.power_in",
        power=power,
        element=wording.term(f"element.{element}"),
        shield="si" if shield else "",
    )


def _side(view: View, seat: Seat, six: int, ready: frozenset[str], wording: Wording) -> SideView:
    found, other, own = view["seats"][seat], view["seats"][1 - seat], wording.own
    element = view["fight"]["element"]
    lies = {one.card.id: one for one in lying(tuple(found["active"]), tuple(other["active"]))}

    def cards(names: list[CardId]) -> tuple[CardView, ...]:
        return tuple(_card(seat, lies[n], found["counts"], ready, wording) for n in names)

    areas = len(found["combat"]) + len(found["covered"]) + len(found["support"])
    laid = {*found["combat"], *found["support"]}
    called = [name for name in found["active"] if name not in laid]
    shown = (element,) if element else ELEMENTS
    totals = tuple(_total(found, each) for each in shown)
    acting = view["turn"]["seat"] == seat and not view["over"]
    short = 0
    if element and not totals[0].shield:
        short = max(0, other["power"][element] - totals[0].amount)
    name, people = found["name"], wording.term(f"people.{found['leader']}")
    spoken = own(
        "board.deck_spoken",
        name=name,
        people=people,
        hand=found["hand"],
        deck=found["deck"],
        discard=len(found["discard"]),
    )
    said = ", ".join(power_told(wording, t.element, t.sum, t.shield) for t in totals)
    return SideView(
        seat=seat,
        colour=wording.colour(seat),
        name=name,
        people=found["leader"],
        acting=acting,
        totals=totals,
        short=short,
        combat=cards(found["combat"]),
        support=cards(found["support"]),
        ships=tuple(_ship(seat, each, ready, wording) for each in found["ships"]),
        called=cards(called[:1])[0] if called else None,
        covered=len(found["covered"]),
        areas=areas,
        areas_spoken=own("board.areas", areas=areas, covered=len(found["covered"])),
        many=found["counted"] >= six,
        hand=found["hand"],
        deck=found["deck"],
        discard=len(found["discard"]),
        dragons=found["dragons"],
        spoken=spoken,
        power_spoken=own(
            "board.power_spoken", name=name, power=said, missing=short if acting else 0
        ),
    )


def _ship(seat: Seat, found: View, ready: frozenset[str], wording: Wording) -> ShipView:
    card, place = CARDS[found["id"]], ship_place(seat, found["id"])
    cargo = [CARDS[name] for name in found["cargo"]]
    name = wording.term(f"card.{card.id}")
    spoken = wording.own(
        "board.ship",
        name=name,
        n=len(cargo),
        most=card.capacity,
        cargo=", ".join(wording.term(f"card.{each.id}") for each in cargo),
        landed="si" if found["landed"] else "",
    )
    return ShipView(
        id=card.id,
        place=place,
        name=name,
        number=str(card.number),
        people=card.people,
        most=card.capacity,
        cargo=tuple((each.people, str(each.number)) for each in cargo),
        landed=found["landed"],
        ready=place in ready,
        spoken=spoken,
    )


def _total(found: View, element: str) -> TotalView:
    return TotalView(
        element, found["power"][element], found["sum"][element], element in found["shield"]
    )


def _card(
    seat: Seat, lies: Lying, counts: View, ready: frozenset[str], wording: Wording
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


def _spoken(lies: Lying, values: tuple[tuple[str, int, bool], ...], wording: Wording) -> str:
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
    """Every active card, by its place."""
    return {
        card.place: card
        for side in now.sides
        for card in (*side.combat, *side.support, *((side.called,) if side.called else ()))
    }


def changed(before: TableView, after: TableView) -> frozenset[str]:
    """The places of the cards that were not there before, or look otherwise."""
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
