"""Board of Santiago de Cuba before the first turn: random, or entered as it lies."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from companion.games.santiago_de_cuba.buildings import BUILDINGS, CITIZENS
from companion.games.santiago_de_cuba.components import FLOWERS

Order: TypeAlias = tuple[str, ...]
Part: TypeAlias = Literal["street", "buildings", "done"]

EACH = len(BUILDINGS) // len(FLOWERS)
"""Number of buildings under each flower."""


@dataclass(frozen=True)
class Entry:
    """Board being entered: first the citizens along the street, then the buildings."""

    street: Order = ()
    buildings: Order = ()
    history: tuple[tuple[Order, Order], ...] = ()

    @property
    def part(self) -> Part:
        """Return the part being entered."""
        if len(self.street) < len(CITIZENS):
            return "street"
        return "buildings" if len(self.buildings) < len(BUILDINGS) else "done"

    @property
    def left(self) -> Order:
        """Return the pieces that may be touched next, in a fixed order."""
        if self.part == "street":
            return tuple(name for name in CITIZENS if name not in self.street)
        return tuple(name for name in BUILDINGS if name not in self.buildings)

    @property
    def flower(self) -> str:
        """Return the flower whose buildings are being entered."""
        return FLOWERS[min(len(self.buildings) // EACH, len(FLOWERS) - 1)]


def place_piece(entry: Entry, name: str) -> Entry:
    """Place a piece, and the last ones with only one possible place."""
    if name not in entry.left:
        return entry
    after = replace(entry, history=(*entry.history, (entry.street, entry.buildings)))
    if entry.part == "street":
        after = replace(after, street=(*entry.street, name))
        only = after.left if after.part == "street" and len(after.left) == 1 else ()
        return replace(after, street=(*after.street, *only))
    after = replace(after, buildings=(*entry.buildings, name))
    # The last flower gets the remaining buildings, in any order.
    last = after.left if len(after.left) <= EACH else ()
    return replace(after, buildings=(*after.buildings, *last))


def undo_step(entry: Entry) -> Entry:
    """Undo the last touch."""
    if not entry.history:
        return entry
    street, buildings = entry.history[-1]
    return Entry(street, buildings, entry.history[:-1])


def swapped(order: Order, one: str, other: str) -> Order:
    """Swap two pieces of an order."""
    change = {one: other, other: one}
    return tuple(change.get(name, name) for name in order)


def random_board(shuffle: Callable[[list[str]], None]) -> Entry:
    """Draw a random board.

    Args:
        shuffle: function that shuffles a list in place.
    """
    piles = [list(CITIZENS), list(BUILDINGS)]
    for pile in piles:
        shuffle(pile)
    return Entry(tuple(piles[0]), tuple(piles[1]))
