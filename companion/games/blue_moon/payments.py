"""What cards out of a hand pay with: for a dragon, or for what a text of the opponent demands."""

from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import Final, NamedTuple

from companion.games.blue_moon.catalogue import CARDS, CHARACTER, EARTH, FIRE, CardId
from companion.games.blue_moon.power import Cards

_MOST_TOGETHER: Final = 4
"""So many cards pay together in what is worth offering."""


class Price(NamedTuple):
    """What a text asks for."""

    cost: str
    """In what: see `catalogue.Cost`."""
    least: int

    def paid(self, cards: Iterable[CardId]) -> int:
        """How much of it some cards are worth."""
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
        """Whether they are enough."""
        return self.paid(cards) >= self.least

    def needless(self, cards: Cards) -> CardId | None:
        """A card without which they would do, or None."""
        if not self.met(cards):
            return None
        for name in sorted(cards, key=_worth):
            if self.met(tuple(other for other in cards if other != name)):
                return name
        return None

    def offers(self, among: Cards) -> Iterator[Cards]:
        """Payments without a card too many, the smallest first."""
        worth = [name for name in among if self.paid((name,)) or self._helps(name)]
        worth.sort(key=_worth, reverse=True)
        for size in range(1, _MOST_TOGETHER + 1):
            for some in combinations(worth, size):
                if self.met(some) and self.needless(some) is None:
                    yield some

    def _helps(self, name: CardId) -> bool:
        # On separate cards a single one pays nothing by itself.
        return self.cost == "printed_both" and any(CARDS[name].values.values())


def _worth(name: CardId) -> int:
    return sum(CARDS[name].values.values())


def _both(values: Iterable[tuple[int, int]]) -> int:
    """The most of both elements at once, each card counting for one of them."""
    most = {0: 0}
    for fire, earth in values:
        after = {paid: other + earth for paid, other in most.items()}
        for paid, other in most.items():
            after[paid + fire] = max(after.get(paid + fire, 0), other)
        most = after
    return max(min(pair) for pair in most.items())
