"""Payments with cards from a hand, for a dragon or a demand of the opponent."""

from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import Final, NamedTuple

from companion.games.blue_moon.catalogue import CARDS, CHARACTER, EARTH, FIRE, CardId
from companion.games.blue_moon.power import Cards

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
