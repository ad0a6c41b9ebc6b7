"""Items laid down, picked one by one: how many of each, and what may be added."""

from collections import Counter
from dataclasses import dataclass

from companion.kernel.form import OpenBag

Bag = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class BagItem:
    """One kind of item in the picker."""

    item: str
    count: int
    can_add: bool
    can_remove: bool


def bag_items(field: OpenBag, bag: Bag) -> tuple[BagItem, ...]:
    """Every item of the field in its fixed place, with how many are laid down."""
    count = Counter(bag)
    room = len(bag) < field.maximum
    return tuple(
        BagItem(item, count[item], room and count[item] < most, count[item] > 0)
        for item, most in field.items
    )


def with_one(bag: Bag, item: str) -> Bag:
    """The bag with one more of an item."""
    return tuple(sorted((*bag, item)))


def without_one(bag: Bag, item: str) -> Bag:
    """The bag with one of an item less; the same if there is none."""
    if item not in bag:
        return bag
    index = bag.index(item)
    return bag[:index] + bag[index + 1 :]


def summed_up(bag: Bag) -> tuple[tuple[str, int], ...]:
    """Each item of a bag with how often it is there, in order."""
    return tuple(sorted(Counter(bag).items()))
