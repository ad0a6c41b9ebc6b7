"""Sections that a hand can build, as help for players who enter their own cards."""

from collections.abc import Iterable
from dataclasses import dataclass

from companion.games.blue_moon_city import payment, payment_options
from companion.games.blue_moon_city.payment import Cards
from companion.games.blue_moon_city.state import State


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
