"""The board of Santiago de Cuba before the first turn: drawn by chance, or entered as it lies."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from companion.games.santiago_de_cuba.buildings import BUILDINGS
from companion.games.santiago_de_cuba.citizens import CITIZENS
from companion.games.santiago_de_cuba.components import FLOWERS

Order: TypeAlias = tuple[str, ...]
Part: TypeAlias = Literal["street", "buildings", "done"]

EACH = len(BUILDINGS) // len(FLOWERS)
"""Buildings under each flower."""


@dataclass(frozen=True)
class Entry:
    """The board while it is entered: first the citizens along the street, then the buildings."""

    street: Order = ()
    buildings: Order = ()
    history: tuple[tuple[Order, Order], ...] = ()

    @property
    def part(self) -> Part:
        """What is being entered."""
        if len(self.street) < len(CITIZENS):
            return "street"
        return "buildings" if len(self.buildings) < len(BUILDINGS) else "done"

    @property
    def left(self) -> Order:
        """What may be touched next, in a fixed order."""
        if self.part == "street":
            return tuple(name for name in CITIZENS if name not in self.street)
        return tuple(name for name in BUILDINGS if name not in self.buildings)

    @property
    def flower(self) -> str:
        """The flower whose buildings are being entered."""
        return FLOWERS[min(len(self.buildings) // EACH, len(FLOWERS) - 1)]


def placed(entry: Entry, name: str) -> Entry:
    """The board with one more piece. What can only lie in one place need not be touched."""
    if name not in entry.left:
        return entry
    after = replace(entry, history=(*entry.history, (entry.street, entry.buildings)))
    if entry.part == "street":
        after = replace(after, street=(*entry.street, name))
        only = after.left if after.part == "street" and len(after.left) == 1 else ()
        return replace(after, street=(*after.street, *only))
    after = replace(after, buildings=(*entry.buildings, name))
    # Under the last flower there are those that are left, in any order.
    last = after.left if len(after.left) <= EACH else ()
    return replace(after, buildings=(*after.buildings, *last))


def stepped_back(entry: Entry) -> Entry:
    """The board before the last touch."""
    if not entry.history:
        return entry
    street, buildings = entry.history[-1]
    return Entry(street, buildings, entry.history[:-1])


def swapped(order: Order, one: str, other: str) -> Order:
    """The order with two pieces in each other's place."""
    change = {one: other, other: one}
    return tuple(change.get(name, name) for name in order)


def drawn(shuffle: Callable[[list[str]], None]) -> Entry:
    """A board by chance.

    Args:
        shuffle: puts a list in a random order, in place.
    """
    piles = [list(CITIZENS), list(BUILDINGS)]
    for pile in piles:
        shuffle(pile)
    return Entry(tuple(piles[0]), tuple(piles[1]))
