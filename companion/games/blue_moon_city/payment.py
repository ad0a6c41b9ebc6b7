"""Payments: the search for a use of the laid cards that makes a payment legal.

Players report only the cards. Each is used in one way: for its value, as a green wild, in a brown
pair, recoloured by a white one, or as the white one that recolours. All of this is pure arithmetic
on card kinds; it knows no state.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from itertools import combinations_with_replacement
from typing import Final, NamedTuple

from companion.games.blue_moon_city.components import ANY, COLOUR_OF, COLOURS, VALUE_OF

Cards = tuple[str, ...]


Counting = tuple[int, int, int, int, bool, bool, bool, bool]
"""Fields of `Terms` from `green_value` to `palace_wilds`."""


class Terms(NamedTuple):
    """Price of a section, and the box values and rulings that count for it."""

    colour: str
    """Colour; `any` at the palace."""
    need: int
    green_value: int
    pair_value: int
    white_one_cards: int
    white_two_cards: int
    brown_on_brown: bool
    several_pairs: bool
    combined: bool
    palace_wilds: bool
    threes_pair: bool = False
    """True only to find out what forbids a payment; the rules never allow it."""
    mixed_palace: bool = False
    """Same as `threes_pair`."""
    whites_twice: bool = False
    """Same; a white card that recolours also counts for its value."""


class UseKind(StrEnum):
    """Use of cards in a payment."""

    VALUE = "value"
    WILD = "wild"
    PAIR = "pair"
    RECOLOURED_BY_ONE = "recoloured_by_one"
    RECOLOURED_BY_TWO = "recoloured_by_two"
    POWER_ONE = "power_one"
    POWER_TWO = "power_two"


SECTION_OF: Final = {
    UseKind.VALUE: "place_stone.payment",
    UseKind.WILD: "powers.green",
    UseKind.PAIR: "powers.brown_pair",
    UseKind.RECOLOURED_BY_ONE: "powers.white_one",
    UseKind.RECOLOURED_BY_TWO: "powers.white_two",
    UseKind.POWER_ONE: "powers.white_one",
    UseKind.POWER_TWO: "powers.white_two",
}
"""Rule section of each use of cards."""


class Use(NamedTuple):
    """Group of cards with the way they were used."""

    way: UseKind
    cards: Cards


@dataclass(frozen=True, slots=True)
class Payment:
    """Best use of some cards: its worth, its colour, and the unused cards."""

    colour: str
    value: int
    need: int
    uses: tuple[Use, ...]
    unused: Cards

    @property
    def enough(self) -> bool:
        """Return whether it pays the section."""
        return self.value >= self.need

    @property
    def plain(self) -> bool:
        """Return whether every card counts for its value and none is unused."""
        return not self.unused and all(use.way is UseKind.VALUE for use in self.uses)


@lru_cache(maxsize=8192)
def best(cards: Cards, terms: Terms) -> Payment:
    """Return the use of the cards that pays with the least left over, or comes nearest."""
    plain = _plain(cards, terms)
    if plain is not None:
        return plain
    top = Payment(terms.colour, 0, terms.need, (), cards)
    rank = _rank(top)
    for colour in _colours_to_try(cards, terms):
        for payment in _payments_in(cards, colour, terms):
            if _rank(payment) > rank:
                top, rank = payment, _rank(payment)
    return top


def pays(cards: Cards, terms: Terms) -> bool:
    """Return whether some of the cards pay, stopping at the first use (fast for whole hands)."""
    return _first(cards, terms) is not None


def _first(cards: Cards, terms: Terms) -> Payment | None:
    for colour in _colours_to_try(cards, terms):
        for payment in _payments_in(cards, colour, terms):
            if payment.enough:
                return payment
    return None


def minimal_payment(cards: Cards, terms: Terms) -> Cards:
    """Return a payment without superfluous cards, or nothing if none pays."""
    paid = _first(cards, terms)
    if paid is None:
        return ()
    kept = tuple(sorted(card for use in paid.uses for card in use.cards))
    for card in kept:
        fewer = without(kept, card)
        if best(fewer, terms).enough:
            kept = fewer
    return kept


def _plain(cards: Cards, terms: Terms) -> Payment | None:
    """Return the payment if all cards share the section's colour (the usual case)."""
    colours = {COLOUR_OF[card] for card in cards}
    if len(colours) != 1:
        return None
    colour = next(iter(colours))
    if terms.colour not in (ANY, colour) or (terms.colour == ANY and not at_face(colour, terms)):
        return None
    value = sum(VALUE_OF[card] for card in cards)
    if value < terms.need:
        return None
    return Payment(colour, value, terms.need, (Use(UseKind.VALUE, cards),), ())


PLAIN_AT_PALACE: Final = ("white", "brown", "green")
"""Colours that the palace takes only by ruling."""


def at_face(colour: str, terms: Terms) -> bool:
    """Return whether the palace takes that colour at its face value."""
    return terms.palace_wilds or colour not in PLAIN_AT_PALACE


def _rank(payment: Payment) -> tuple[int, int, int, int]:
    """Return the sort key: value reached, fewest unused cards, fewest special uses."""
    special = sum(len(use.cards) for use in payment.uses if use.way is not UseKind.VALUE)
    reached = min(payment.value, payment.need)
    return (reached, -len(payment.unused), -special, payment.value)


def _colours_to_try(cards: Cards, terms: Terms) -> tuple[str, ...]:
    if terms.colour != ANY:
        return (terms.colour,)
    # The palace takes any colour, but only one per section.
    present = {COLOUR_OF[card] for card in cards}
    return tuple(
        colour
        for colour in sorted(COLOURS, key=lambda c: c not in present)
        if at_face(colour, terms)
    )


def _payments_in(cards: Cards, colour: str, terms: Terms) -> Iterator[Payment]:
    """Yield every useful way of counting the cards in one colour."""
    if terms.mixed_palace and terms.colour == ANY:
        value = sum(VALUE_OF[card] for card in cards)
        yield Payment(colour, value, terms.need, (Use(UseKind.VALUE, cards),), ())
        return
    if terms.colour == ANY and not terms.palace_wilds:
        own = tuple(card for card in cards if COLOUR_OF[card] == colour)
        yield _settled(cards, colour, terms, [Use(UseKind.VALUE, own)])
        return
    count = Counter(cards)
    for ones in range(count["white:1"] + 1):
        for twos in range(count["white:2"] + 1):
            for pairs in _pairings(count, colour, terms):
                for wilds in _wild_choices(count, colour, terms):
                    plan = _Plan(ones, twos, pairs, wilds)
                    if terms.combined or not plan.combines:
                        yield from _carried_out(count, colour, terms, plan)


class _Plan(NamedTuple):
    """Numbers of recolouring whites and wild greens, and the brown pairs."""

    ones: int
    twos: int
    pairs: tuple[Cards, ...]
    wilds: int

    @property
    def combines(self) -> bool:
        """Return whether it uses several kinds of substitution, or several whites."""
        whites = self.ones + self.twos
        return whites > 1 or (whites > 0) + bool(self.pairs) + bool(self.wilds) > 1


def _pairings(count: Counter[str], colour: str, terms: Terms) -> Iterator[tuple[Cards, ...]]:
    """Yield every choice of brown pairs: two browns of value 1 or 2, never a 3."""
    yield ()
    if colour == "brown" and not terms.brown_on_brown:
        return
    pool = ["brown:1"] * count["brown:1"] + ["brown:2"] * count["brown:2"]
    if terms.threes_pair:
        pool += ["brown:3"] * count["brown:3"]
    kinds = sorted(set(pool))
    seen: set[tuple[Cards, ...]] = set()
    duos = list(combinations_with_replacement(kinds, 2))
    for size in range(1, min(len(pool) // 2, len(pool) if terms.several_pairs else 1) + 1):
        for chosen in combinations_with_replacement(duos, size):
            used = Counter(card for duo in chosen for card in duo)
            together = (tuple(sorted(used.elements())),)
            # Only the set of browns used matters, not how they are paired.
            if together not in seen and all(used[k] <= count[k] for k in used):
                seen.add(together)
                yield chosen


def _wild_choices(count: Counter[str], colour: str, terms: Terms) -> tuple[int, ...]:
    greens = count["green:1"]
    if colour == "green" or not greens:
        return (0,)
    return (greens,) if terms.combined else (0, greens)


def _carried_out(count: Counter[str], colour: str, terms: Terms, plan: _Plan) -> Iterator[Payment]:
    left = count.copy()
    left["white:1"] -= plan.ones
    left["white:2"] -= plan.twos
    left["green:1"] -= plan.wilds
    for duo in plan.pairs:
        left.subtract(duo)
    own = tuple(card for card in left.elements() if COLOUR_OF[card] == colour)
    others = _by_colour(card for card in left.elements() if COLOUR_OF[card] != colour)
    for recoloured in _recolourings(others, plan, terms):
        uses = [Use(UseKind.VALUE, own), Use(UseKind.WILD, ("green:1",) * plan.wilds)]
        uses += [Use(UseKind.PAIR, duo) for duo in plan.pairs]
        uses += recoloured
        yield _settled(tuple(count.elements()), colour, terms, uses)


def _by_colour(cards: Iterable[str]) -> dict[str, list[str]]:
    groups: dict[str, list[str]] = {}
    for card in sorted(cards, key=lambda c: -VALUE_OF[c]):
        groups.setdefault(COLOUR_OF[card], []).append(card)
    return groups


def _recolourings(others: dict[str, list[str]], plan: _Plan, terms: Terms) -> Iterator[list[Use]]:
    """Yield recolourings: a white 1 takes up to four cards of one colour, a white 2 one."""
    if plan.ones + plan.twos > sum(map(len, others.values())):
        return
    for colours in combinations_with_replacement(sorted(others), plan.ones):
        groups = {colour: list(cards) for colour, cards in others.items()}
        uses = []
        for colour in colours:
            taken = groups[colour][: terms.white_one_cards]
            del groups[colour][: terms.white_one_cards]
            uses += [
                Use(UseKind.POWER_ONE, ("white:1",)),
                Use(UseKind.RECOLOURED_BY_ONE, tuple(taken)),
            ]
        rest = sorted((c for g in groups.values() for c in g), key=lambda c: -VALUE_OF[c])
        if all(use.cards for use in uses) and len(rest) >= plan.twos:
            yield uses + _singles(rest, plan.twos, terms)


def _singles(rest: Sequence[str], twos: int, terms: Terms) -> list[Use]:
    uses = []
    for n in range(twos):
        taken = tuple(rest[n * terms.white_two_cards : (n + 1) * terms.white_two_cards])
        uses += [Use(UseKind.POWER_TWO, ("white:2",)), Use(UseKind.RECOLOURED_BY_TWO, taken)]
    return uses


def _settled(cards: Cards, colour: str, terms: Terms, uses: list[Use]) -> Payment:
    """Return the payment that these uses make."""
    kept = tuple(use for use in uses if use.cards)
    left = Counter(cards)
    value = 0
    for use in kept:
        left.subtract(use.cards)
        value += _worth(use, colour, terms)
    return Payment(colour, value, terms.need, kept, tuple(sorted(left.elements())))


def _worth(use: Use, colour: str, terms: Terms) -> int:
    match use.way:
        case UseKind.VALUE | UseKind.RECOLOURED_BY_ONE | UseKind.RECOLOURED_BY_TWO:
            return sum(VALUE_OF[card] for card in use.cards)
        case UseKind.WILD:
            return terms.green_value * len(use.cards)
        case UseKind.PAIR:
            return terms.pair_value
        case UseKind.POWER_ONE | UseKind.POWER_TWO:
            twice = terms.whites_twice and colour == "white"
            return sum(VALUE_OF[card] for card in use.cards) if twice else 0


def superfluous(cards: Cards, terms: Terms) -> Cards:
    """Return the cards that a payment would do without, each taken on its own."""
    payment = best(cards, terms)
    if not payment.enough:
        return ()
    if payment.plain:
        spare = payment.value - terms.need
        return tuple(card for card in sorted(set(cards)) if VALUE_OF[card] <= spare)
    return tuple(card for card in sorted(set(cards)) if best(without(cards, card), terms).enough)


def without(cards: Cards, card: str) -> Cards:
    """Return the cards with one of that kind removed."""
    index = cards.index(card)
    return cards[:index] + cards[index + 1 :]


def taken_from(cards: Cards, kept: Cards) -> Cards:
    """Return the cards that are not kept."""
    return tuple(sorted((Counter(cards) - Counter(kept)).elements()))


def relaxed_terms(terms: Terms) -> Iterator[tuple[str, Terms]]:
    """Yield each restriction by its condition code, with the terms relaxed by it."""
    yield "brown_three_in_pair", terms._replace(threes_pair=True)
    if not terms.brown_on_brown:
        yield "brown_pair_on_brown", terms._replace(brown_on_brown=True)
    if not terms.several_pairs:
        yield "second_brown_pair", terms._replace(several_pairs=True)
    if not terms.combined:
        yield "substitutions_combined", terms._replace(combined=True)
    if not terms.palace_wilds and terms.colour == ANY:
        yield "palace_without_wilds", terms._replace(palace_wilds=True)
    yield "white_one_over_limit", terms._replace(white_one_cards=len(COLOURS) * 10)
    if terms.colour == ANY:
        yield "palace_two_colours", terms._replace(mixed_palace=True)
    yield "white_used_twice", terms._replace(whites_twice=True)


@lru_cache(maxsize=8192)
def obstacle(cards: Cards, terms: Terms) -> str | None:
    """Return the code of the first restriction without which a payment would be enough.

    None if it is enough.
    """
    payment = best(cards, terms)
    if payment.enough:
        return None
    for code, eased in relaxed_terms(terms):
        if best(cards, eased).enough:
            return code
    return "cards_of_other_colours" if payment.unused else "payment_short"
