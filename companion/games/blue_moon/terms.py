"""Ids of this game as values that words are made from."""

from collections.abc import Iterable
from functools import lru_cache

from companion.kernel.values import Counted, Term, Value


@lru_cache(maxsize=1024)
def card(name: str) -> Term:
    """A card, by its name."""
    return Term(f"card.{name}")


def cards(names: Iterable[str]) -> tuple[Value, ...]:
    """Several cards, as a list."""
    return tuple(map(card, names))


def card_type(name: str) -> Term:
    """A type of cards."""
    return Term(f"type.{name}")


def element(name: str) -> Term:
    """An element."""
    return Term(f"element.{name}")


def people(name: str) -> Term:
    """A people."""
    return Term(f"people.{name}")


def place(name: str) -> Term:
    """Where a card lies."""
    return Term(f"place.{name}")


def so_many(number: int) -> Counted:
    """So many cards."""
    return Counted(number, "carta")


def dragons(number: int) -> Counted:
    """So many dragons."""
    return Counted(number, "dragon")


def crystals(number: int) -> Counted:
    """So many crystals."""
    return Counted(number, "crystal")
