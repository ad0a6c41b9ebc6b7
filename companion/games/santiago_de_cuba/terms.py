"""Values of this game as words are made from them. No sentences: those are in `rules_data`."""

from collections.abc import Iterable
from functools import cache

from companion.games.santiago_de_cuba.components import GOODS
from companion.kernel.values import Counted, Term, Value


@cache
def stop(name: str) -> Term:
    """A citizen, or the port."""
    return Term(f"stop.{name}")


@cache
def building(name: str) -> Term:
    """A building."""
    return Term(f"building.{name}")


def buildings(names: Iterable[str]) -> tuple[Value, ...]:
    """Several buildings, as a list."""
    return tuple(map(building, names))


@cache
def good(name: str) -> Term:
    """A good, in the plural."""
    return Term(f"good.{name}")


def goods(names: Iterable[str]) -> tuple[Value, ...]:
    """Several goods, as a list."""
    return tuple(map(good, names))


def noun(thing: str) -> str:
    """The noun of a good, of money or of points."""
    return f"good.{thing}" if thing in GOODS else thing


def amount(number: int, thing: str) -> Counted:
    """So many of a good, of money or of points."""
    return Counted(number, noun(thing))


def one(thing: str) -> Counted:
    """One of a good."""
    return amount(1, thing)


def flower(colour: str) -> Term:
    """The colour of a flower."""
    return Term(f"flower.{colour}")


def die_aside(name: str) -> Term:
    """The good of the die that was set aside, or that none was."""
    return Term("die.none_aside") if name == "none" else good(name)


def gift(what: str) -> Value:
    """What is given to El Zorro."""
    return Term("gift.nothing") if what == "nothing" else one(what)
