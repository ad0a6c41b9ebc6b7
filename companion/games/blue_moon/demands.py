"""What active cards of the opponent demand in a turn, and what of it is still owed."""

from typing import NamedTuple

from companion.games.blue_moon.catalogue import CARDS, Card, Line
from companion.games.blue_moon.payments import Price
from companion.games.blue_moon.state import State
from companion.kernel.values import Seat


class Demand(NamedTuple):
    """Something that a card demands of the opponent in each of his turns."""

    card: Card
    line: Line

    @property
    def price(self) -> Price | None:
        """What is discarded for it; None where a card has to be played."""
        return None if self.line.cost is None else Price(self.line.cost, self.line.sum)


def owed(state: State, seat: Seat) -> tuple[Demand, ...]:
    """What is demanded of a seat in its turn and was not done yet."""
    turn = state.turn
    own = turn.seat == seat
    return tuple(
        Demand(card, line)
        for card, line in state.in_force(1 - seat, "demand")
        if not (own and _done(state, card, line))
    )


def _done(state: State, card: Card, line: Line) -> bool:
    turn = state.turn
    if line.play is not None:
        return any(CARDS[name].type == line.play for name in turn.played)
    return card.id in turn.met


def compels(state: State, seat: Seat) -> tuple[Demand, ...]:
    """What a seat still owes and has to do, or retreat."""
    return tuple(demand for demand in owed(state, seat) if demand.line.otherwise == "retreat")
