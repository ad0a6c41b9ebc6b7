"""Terms for the values of this game; the sentences are in `rules_data`."""

from collections.abc import Iterable
from functools import cache

from companion.games.santiago_de_cuba.components import GOODS
from companion.kernel.values import Counted, Term, Value


@cache
def stop(name: str) -> Term:
    """Return the term for a citizen or the port."""
    return Term(f"stop.{name}")


@cache
def building(name: str) -> Term:
    """Return the term for a building."""
    return Term(f"building.{name}")


def buildings(names: Iterable[str]) -> tuple[Value, ...]:
    """Return the terms for several buildings."""
    return tuple(map(building, names))


@cache
def good(name: str) -> Term:
    """Return the term for a good, in the plural."""
    return Term(f"good.{name}")


def goods(names: Iterable[str]) -> tuple[Value, ...]:
    """Return the terms for several goods."""
    return tuple(map(good, names))


def noun(thing: str) -> str:
    """Return the noun of a good, of money or of points."""
    return f"good.{thing}" if thing in GOODS else thing


def amount(number: int, thing: str) -> Counted:
    """Return a counted number of a good, of money or of points."""
    return Counted(number, noun(thing))


def one(thing: str) -> Counted:
    """Return a count of one of a good."""
    return amount(1, thing)


def flower(colour: str) -> Term:
    """Return the term for the colour of a flower."""
    return Term(f"flower.{colour}")


def die_aside(name: str) -> Term:
    """Return the term for the good of the die set aside, or for none."""
    return Term("die.none_aside") if name == "none" else good(name)


def kind_of_gift(what: str) -> Term:
    """Return the word for a gift to El Zorro of which there is none."""
    return Term(f"gift.{what}") if what in ("peso", "point") else good(what)


def gift(what: str) -> Value:
    """Return the words for a gift to El Zorro."""
    return Term("gift.nothing") if what == "nothing" else one(what)
