"""Terms for the ids of this game, from which words are made."""

from collections.abc import Iterable
from functools import lru_cache

from companion.kernel.values import Counted, Term, Value


@lru_cache(maxsize=1024)
def card(name: str) -> Term:
    """Return the term for a card."""
    return Term(f"card.{name}")


def cards(names: Iterable[str]) -> tuple[Value, ...]:
    """Return the terms for several cards."""
    return tuple(map(card, names))


def card_type(name: str) -> Term:
    """Return the term for a card type."""
    return Term(f"type.{name}")


def element(name: str) -> Term:
    """Return the term for an element."""
    return Term(f"element.{name}")


def people(name: str) -> Term:
    """Return the term for a people."""
    return Term(f"people.{name}")


def place(name: str) -> Term:
    """Return the term for a place of cards."""
    return Term(f"place.{name}")


def so_many(number: int) -> Counted:
    """Return a counted number of cards."""
    return Counted(number, "carta")


def dragons(number: int) -> Counted:
    """Return a counted number of dragons."""
    return Counted(number, "dragon")


def crystals(number: int) -> Counted:
    """Return a counted number of crystals."""
    return Counted(number, "crystal")
