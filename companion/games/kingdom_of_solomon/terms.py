"""Terms for the values of this game; the sentences are in `rules_data`."""

from collections import Counter
from collections.abc import Iterable
from functools import cache

from companion.games.kingdom_of_solomon.components import (
    EXTRA_CARD,
    EXTRA_FIRST,
    EXTRA_POINT,
    GOODS,
    Heap,
)
from companion.kernel.values import Counted, Term, Value


@cache
def term(key: str) -> Term:
    """Return the term of a territory, space, card, Temple part or market place."""
    return Term(key)


@cache
def good(name: str) -> Term:
    """Return the term of a good."""
    return Term(f"cube.{name}")


def heap(counted: Heap) -> tuple[Value, ...]:
    """Return the cubes counted by good."""
    return tuple(Counted(counted[g], f"cube.{g}") for g in GOODS if counted.get(g))


def cubes_of(fixed: Heap, free: int, plain: int) -> tuple[Value, ...]:
    """Return fixed cubes by good, cubes to choose freely, and cubes to choose that are not gold."""
    chosen = (Counted(free, "cube.any"), Counted(plain, "cube.plain"))
    return (*heap(fixed), *(one for one in chosen if one.amount))


def cubes(laid: Iterable[str]) -> tuple[Value, ...]:
    """Return the laid cubes counted by good."""
    return heap(Counter(laid))


def several(keys: Iterable[str]) -> tuple[Value, ...]:
    """Return the terms of several territories, spaces or cards."""
    return tuple(map(term, keys))


def extras(given: Iterable[str] | None) -> tuple[Value, ...]:
    """Return what a space or a card gave besides cubes."""
    total = Counter(given or ())
    counted = ((EXTRA_POINT, "point"), (EXTRA_CARD, "fortune"))
    some = tuple(Counted(total[name], noun) for name, noun in counted if total[name])
    return (*some, Term(EXTRA_FIRST)) if total[EXTRA_FIRST] else some


def points(amount: int) -> Counted:
    """Return a counted number of points."""
    return Counted(amount, "point")
