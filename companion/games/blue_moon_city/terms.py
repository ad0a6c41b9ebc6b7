"""Terms for the values of this game; the sentences are in `rules_data`."""

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
"""Noun of each card in `words.toml`."""


_PLACES: Final = {OUT: Term("place.outside"), **{tile: Term(f"tile.{tile}") for tile in TILES}}
_CARDS: Final = {CARD: Term(CARD), **{kind: Term(CARD_NOUN[kind]) for kind in CARD_KINDS}}


def place(tile: str) -> Term:
    """Return the term for a tile, or for outside the city."""
    return _PLACES.get(tile) or Term(f"tile.{tile}")


def card(kind: str) -> Term:
    """Return the term for a card by colour and value, or for an unseen one."""
    return _CARDS.get(kind) or Term(f"card.{kind.replace(':', '.')}")


def card_or_none(kind: str) -> Term:
    """Return the term for an optional card."""
    return Term("card.none") if kind == "none" else card(kind)


def cards(kinds: Iterable[str]) -> tuple[Value, ...]:
    """Return the terms for several cards."""
    return tuple(card(kind) for kind in kinds)


def counted(kinds: Iterable[str]) -> tuple[Value, ...]:
    """Return the cards counted by kind: "2 verdes"."""
    number = Counter(kinds)
    return tuple(Counted(n, CARD_NOUN[kind]) for kind, n in sorted(number.items()))


def colour(name: str) -> Term:
    """Return the term for a colour."""
    return Term(f"colour.{name}")


def dragon(name: str) -> Term:
    """Return the term for a dragon, by the colour of its cards."""
    return Term(f"dragon_short.{name}")
