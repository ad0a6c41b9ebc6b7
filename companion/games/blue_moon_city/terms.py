"""Values of this game as words are made from them. No sentences: those are in `rules_data`."""

from collections import Counter
from collections.abc import Iterable
from typing import Final

from companion.games.blue_moon_city.components import CARD_KINDS, OUT, TILES
from companion.games.blue_moon_city.state import CARD
from companion.kernel.values import Counted, Term, Value

CARD_NOUN: Final = {
    CARD: "carta",
    **{kind: f"card.{kind.replace(':', '.')}" for kind in CARD_KINDS},
}
"""By card, its noun of `words.toml`."""


_PLACES: Final = {OUT: Term("place.outside"), **{tile: Term(f"tile.{tile}") for tile in TILES}}
_CARDS: Final = {CARD: Term(CARD), **{kind: Term(CARD_NOUN[kind]) for kind in CARD_KINDS}}


def place(tile: str) -> Term:
    """A tile, or outside the city."""
    return _PLACES.get(tile) or Term(f"tile.{tile}")


def card(kind: str) -> Term:
    """A card by colour and value, or one whose face was not seen."""
    return _CARDS.get(kind) or Term(f"card.{kind.replace(':', '.')}")


def card_or_none(kind: str) -> Term:
    """A card that may be left out."""
    return Term("card.none") if kind == "none" else card(kind)


def cards(kinds: Iterable[str]) -> tuple[Value, ...]:
    """Several cards, as a list."""
    return tuple(card(kind) for kind in kinds)


def counted(kinds: Iterable[str]) -> tuple[Value, ...]:
    """Several cards, each kind once with how many there are of it: "2 verdes"."""
    number = Counter(kinds)
    return tuple(Counted(n, CARD_NOUN[kind]) for kind, n in sorted(number.items()))


def colour(name: str) -> Term:
    """A colour, of a value."""
    return Term(f"colour.{name}")


def dragon(name: str) -> Term:
    """A dragon, by the colour of its cards."""
    return Term(f"dragon_short.{name}")
