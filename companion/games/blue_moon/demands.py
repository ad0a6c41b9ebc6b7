"""Demands of the opponent's active cards, those still owed, and payments with cards from a hand."""

from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import Final, NamedTuple

from companion.games.blue_moon.catalogue import (
    CARDS,
    CHARACTER,
    EARTH,
    FIRE,
    ON_TABLE,
    Card,
    CardId,
    TextLine,
)
from companion.games.blue_moon.power import Cards
from companion.games.blue_moon.state import State
from companion.kernel.values import Seat

_MOST_TOGETHER: Final = 4
"""Number of cards at most in an offered payment."""


class Price(NamedTuple):
    """Payment that a text requires."""

    cost: str
    """Currency; see `catalogue.Cost`."""
    least: int

    def paid(self, cards: Iterable[CardId]) -> int:
        """Return the worth of some cards in this currency."""
        values = [CARDS[name].values for name in cards]
        match self.cost:
            case "characters":
                return sum(CARDS[name].type == CHARACTER for name in cards)
            case "printed_fire":
                return sum(each[FIRE] for each in values)
            case "printed_earth":
                return sum(each[EARTH] for each in values)
            case "printed_either":
                return max(sum(each[FIRE] for each in values), sum(each[EARTH] for each in values))
        return _both([(each[FIRE], each[EARTH]) for each in values])

    def met(self, cards: Cards) -> bool:
        """Return whether the cards are enough."""
        return self.paid(cards) >= self.least

    def needless(self, cards: Cards) -> CardId | None:
        """Return a card that the payment does not need, or None."""
        if not self.met(cards):
            return None
        for name in sorted(cards, key=_worth):
            if self.met(tuple(other for other in cards if other != name)):
                return name
        return None

    def offers(self, among: Cards) -> Iterator[Cards]:
        """Yield payments without a superfluous card, the smallest first."""
        worth = [name for name in among if self.paid((name,)) or self._helps(name)]
        worth.sort(key=_worth, reverse=True)
        for size in range(1, _MOST_TOGETHER + 1):
            for some in combinations(worth, size):
                if self.met(some) and self.needless(some) is None:
                    yield some

    def _helps(self, name: CardId) -> bool:
        # If the values have to come from separate cards, a single card pays nothing by itself.
        return self.cost == "printed_both" and any(CARDS[name].values.values())


def _worth(name: CardId) -> int:
    return sum(CARDS[name].values.values())


def _both(values: Iterable[tuple[int, int]]) -> int:
    """Return the most payable of both elements at once, each card counting for one of them."""
    most = {0: 0}
    for fire, earth in values:
        after = {paid: other + earth for paid, other in most.items()}
        for paid, other in most.items():
            after[paid + fire] = max(after.get(paid + fire, 0), other)
        most = after
    return max(min(pair) for pair in most.items())


_DEMANDING: Final = frozenset(card.id for card in CARDS.values() if card.line("demand"))


_CROWDING: Final = frozenset(card.id for card in CARDS.values() if card.line("cap_characters"))


class Demand(NamedTuple):
    """Demand of a card on the opponent in each of their turns."""

    card: Card
    line: TextLine
    times: int = 1
    doubled_by: Card | None = None

    @property
    def price(self) -> Price | None:
        """Return the discard that meets it; None if a card has to be played."""
        if self.line.cost is None:
            return None
        return Price(self.line.cost, self.line.sum * self.times)


def unmet_demands(state: State, seat: Seat) -> tuple[Demand, ...]:
    """Return the demands on a seat in its turn that are not met yet."""
    # Fast exit: on most tables nothing is demanded.
    if _DEMANDING.isdisjoint(state.active(1 - seat)):
        return ()
    own = state.turn.seat == seat
    return tuple(
        demand
        for demand in _demanded(state, 1 - seat)
        if not (own and _done(state, demand.card, demand.line))
    )


def _demanded(state: State, owner: Seat) -> list[Demand]:
    """Return the demands of a seat's active cards, one of them doubled where a card says so."""
    demands = [Demand(card, line) for card, line in state.in_force(owner, "demand")]
    for card, line in state.in_force(owner, "double_demand"):
        among = [n for n, demand in enumerate(demands) if demand.card.family == line.family]
        if among:
            last = state.rulings["doubled_caterpillar"] == "last"
            chosen = among[-1 if last else 0]
            assert isinstance(line.n, int)
            demands[chosen] = demands[chosen]._replace(times=line.n, doubled_by=card)
    return demands


def _done(state: State, card: Card, line: TextLine) -> bool:
    turn = state.turn
    if line.play is not None:
        return any(ON_TABLE[name].type == line.play for name in turn.played)
    return card.id in turn.met


def has_character_limit(state: State, seat: Seat) -> bool:
    """Return whether a card of the opponent limits the active characters of a seat."""
    # Fast exit: on most tables there is no limit.
    if _CROWDING.isdisjoint(state.active(1 - seat)):
        return False
    return bool(state.in_force(1 - seat, "cap_characters"))


def exceeded_character_limit(state: State, seat: Seat) -> tuple[Card, int] | None:
    """Return the opposing card whose character limit a seat exceeds, and the limit, or None."""
    if not has_character_limit(state, seat):
        return None
    for card, line in state.in_force(1 - seat, "cap_characters"):
        there = sum(ON_TABLE[name].type == CHARACTER for name in state.active(seat))
        if there > line.amount:
            return card, line.amount
    return None


def compulsory_demands(state: State, seat: Seat) -> tuple[Demand, ...]:
    """Return the unmet demands that a seat must meet, or retreat."""
    return tuple(
        demand for demand in unmet_demands(state, seat) if demand.line.otherwise == "retreat"
    )
