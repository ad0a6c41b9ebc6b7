"""Public view of the table, and of what a seat may see of itself."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from companion.games.blue_moon_city import payment, payment_options
from companion.games.blue_moon_city.components import BUILDINGS
from companion.games.blue_moon_city.payment import Cards
from companion.games.blue_moon_city.state import (
    CARD,
    DECK,
    DISCARD,
    SCALE,
    State,
    aside,
    hand,
    stone,
)
from companion.kernel.pieces.ledger import SUPPLY
from companion.kernel.values import Seat


@dataclass(frozen=True)
class CityTurn:
    """Turn in progress."""

    seat: Seat
    number: int
    phase: str
    steps_left: int


@dataclass(frozen=True)
class CitySeat:
    """Belongings of a seat."""

    cards: int
    aside: int
    scales: int
    stones: int
    offerings: int
    crystals: int | None
    """None if the viewer may not see them."""


@dataclass(frozen=True)
class CityTable:
    """Everything on the table, without what others hide."""

    layout: tuple[str, ...]
    """Tiles from left to right, row by row."""
    stones: Mapping[str, tuple[Seat | None, ...]]
    """Owner of the stone on each section, by building."""
    finished: frozenset[str]
    figures: tuple[str, ...]
    """Tile on which the figure of each seat stands."""
    dragons: Mapping[str, str]
    """Tile of each dragon."""
    turn: CityTurn
    deck: int
    discard: int
    scales: int
    """Scales in the supply."""
    required_offerings: int
    seats: tuple[CitySeat, ...]


def public_view(state: State, viewer: Seat | None) -> CityTable:
    """Return the table as a seat sees it; None: as everybody does."""
    turn = state.turn
    return CityTable(
        layout=tuple(state.layout),
        stones={tile: tuple(state.sections(tile)) for tile in BUILDINGS},
        finished=frozenset(state.finished),
        figures=tuple(state.figures),
        dragons=dict(state.dragons),
        turn=CityTurn(turn.seat, turn.number, str(turn.phase), state.steps_left(turn.seat)),
        deck=state.ledger.total(DECK, CARD),
        discard=state.ledger.total(DISCARD, CARD),
        scales=state.ledger.balance(SUPPLY, SCALE),
        required_offerings=state.required_offerings,
        seats=tuple(_seat_view(state, seat, viewer) for seat in range(state.players)),
    )


def _seat_view(state: State, seat: Seat, viewer: Seat | None) -> CitySeat:
    seen = viewer == seat or state.reads("crystals_secret") == "open"
    return CitySeat(
        cards=state.hand_size(seat),
        aside=state.ledger.balance(aside(seat), CARD),
        scales=state.scales(seat),
        stones=state.ledger.balance(hand(seat), stone(seat)),
        offerings=state.offerings(seat),
        crystals=state.crystals(seat) if seen else None,
    )


@dataclass(frozen=True, slots=True)
class AffordableSection:
    """Section that some cards would pay, with a payment without superfluous cards."""

    tile: str
    section: int
    cards: Cards


def payments(state: State, tile: str, section: int, hand: Iterable[str]) -> tuple[Cards, ...]:
    """Return the shortest payments of a section from a hand that pay it for sure."""
    return payment_options.payments(hand, state.dearest_terms(tile, section))


def buildable(state: State, hand: Iterable[str]) -> tuple[AffordableSection, ...]:
    """Return every free section of the city that these cards would pay for sure."""
    cards = tuple(sorted(hand))
    sections = []
    for tile in state.layout:
        for section, owner in enumerate(state.sections(tile)):
            if owner is not None or tile in state.finished:
                continue
            paid = payment.minimal_payment(cards, state.dearest_terms(tile, section))
            if paid:
                sections.append(AffordableSection(tile, section, paid))
    return tuple(sections)
