"""Values of this game as words are made from them. No sentences: those are in `rules_data`."""

from collections import Counter
from collections.abc import Iterable
from functools import cache

from companion.games.kingdom_of_solomon.components import GOODS, Heap
from companion.kernel.values import Counted, Term, Value


@cache
def term(key: str) -> Term:
    """A territory, a space, a card, a part of the Temple, a place of the market."""
    return Term(key)


@cache
def good(name: str) -> Term:
    """A good."""
    return Term(f"cube.{name}")


def heap(counted: Heap) -> tuple[Value, ...]:
    """So many cubes of each good, as a list."""
    return tuple(Counted(counted[g], f"cube.{g}") for g in GOODS if counted.get(g))


def cubes(laid: Iterable[str]) -> tuple[Value, ...]:
    """Cubes laid down, as a list."""
    return heap(Counter(laid))


def several(keys: Iterable[str]) -> tuple[Value, ...]:
    """Several territories, spaces or cards, as a list."""
    return tuple(map(term, keys))


def points(amount: int) -> Counted:
    """So many points."""
    return Counted(amount, "point")
