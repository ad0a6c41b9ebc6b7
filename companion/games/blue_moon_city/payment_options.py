"""Payments worth offering, for a known or unknown hand, and cards missing from one."""

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache

from companion.games.blue_moon_city.components import ANY, COLOUR_OF, COLOURS, VALUE_OF
from companion.games.blue_moon_city.payment import Cards, Terms, at_face, best


def additions(cards: Cards, terms: Terms) -> tuple[Cards, ...]:
    """Return the cards to add, the fewest of each sort that make the payment enough."""
    paid = best(cards, terms)
    if paid.enough:
        return ()
    short = terms.need - paid.value
    colour = paid.colour if paid.colour != ANY else COLOURS[0]
    ideas: list[Cards] = [
        _of_colour(colour, short),
        ("green:1",) * -(-short // terms.green_value),
        ("brown:1",),
        ("brown:1", "brown:1"),
        ("white:2",),
        ("white:1",),
    ]
    enough = [add for add in dict.fromkeys(ideas) if best(_joined(cards, add), terms).enough]
    return tuple(add for add in enough if not any(Counter(less) < Counter(add) for less in enough))


def _of_colour(colour: str, short: int) -> Cards:
    """Return the fewest cards of a colour that are worth exactly that much."""
    if colour == "green":
        return ("green:1",) * short
    threes, rest = divmod(short, 3)
    values = [3] * threes + ([rest] if rest else [])
    return tuple(sorted(f"{colour}:{value}" for value in values))


def _joined(cards: Cards, more: Cards) -> Cards:
    return tuple(sorted((*cards, *more)))


def payments(hand: Iterable[str], terms: Terms, limit: int = 12) -> tuple[Cards, ...]:
    """Return the payments of a hand without superfluous cards: fewest cards, least overpaid."""
    count = Counter(hand)
    result: list[Cards] = []
    enough: list[list[tuple[str, int]]] = []
    ring: list[Cards] = [()]
    # Every useful card is worth at least 1, so a longer payment always has a superfluous card.
    for _ in range(terms.need + count["white:1"] + count["white:2"] + 1):
        ring = [bag for bag in _one_longer(ring, count) if not _more_than_enough(bag, enough)]
        likely = [bag for bag in ring if _at_most(bag, terms) >= terms.need]
        paying = {bag: best(bag, terms).value for bag in likely if best(bag, terms).enough}
        result += sorted(paying, key=lambda bag: (paying[bag], bag))
        if len(result) >= limit:
            break
        enough += [list(Counter(bag).items()) for bag in paying]
        ring = [bag for bag in ring if bag not in paying]
    return tuple(result[:limit])


def _at_most(cards: Cards, terms: Terms) -> float:
    """Return an upper bound of the cards' worth."""
    return sum(
        max(
            VALUE_OF[card],
            terms.green_value if card == "green:1" else 0,
            terms.pair_value / 2 if card in ("brown:1", "brown:2") else 0,
        )
        for card in cards
    )


def _one_longer(ring: Iterable[Cards], count: Counter[str]) -> list[Cards]:
    """Return the bags extended by one card, without repeats."""
    return [
        (*cards, kind)
        for cards in ring
        for kind in sorted(count)
        if (not cards or kind >= cards[-1]) and cards.count(kind) < count[kind]
    ]


def _more_than_enough(bag: Cards, enough: Iterable[Iterable[tuple[str, int]]]) -> bool:
    """Return whether a bag contains one that already pays."""
    return any(all(bag.count(kind) >= number for kind, number in part) for part in enough)


@lru_cache(maxsize=512)
def proposals(terms: Terms) -> tuple[Cards, ...]:
    """Return the shortest canonical payments, to offer to an unknown hand."""
    colours = [c for c in COLOURS if at_face(c, terms)] if terms.colour == ANY else [terms.colour]
    each = 2 if len(colours) > 1 else 8
    result: list[Cards] = []
    for colour in colours:
        result += payments(_canonical_hand(colour, terms), terms._replace(colour=colour), each)
    # Wilds and brown pairs pay in several colours. Offer each payment once.
    return tuple(dict.fromkeys(result))


def _canonical_hand(colour: str, terms: Terms) -> list[str]:
    """Return a hand with plenty of one colour, a few greens and a brown pair."""
    own = [kind for kind in COLOUR_OF if COLOUR_OF[kind] == colour]
    hand = [kind for kind in own for _ in range(2 if VALUE_OF[kind] == 3 else 3)]
    if terms.colour == ANY and not terms.palace_wilds:
        return hand
    return hand + ["green:1"] * 2 + ["brown:1"] * 2
