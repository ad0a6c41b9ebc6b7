"""Where things lie to each other: cells of a grid, links between places, regions of them."""

from collections.abc import Iterable, Mapping
from itertools import product
from types import MappingProxyType
from typing import Final, TypeAlias, TypeVar

T = TypeVar("T")

Cell: TypeAlias = tuple[int, int]
"""Row and column."""
Links: TypeAlias = Mapping[T, tuple[T, ...]]
"""By place, the places next to it."""

_STRAIGHT: Final = ((-1, 0), (0, 1), (1, 0), (0, -1))
"""Up, right, down, left."""
_ALL_ROUND: Final = tuple(step for step in product((-1, 0, 1), repeat=2) if step != (0, 0))


def touching(at: Mapping[Cell, T], *, diagonal: bool = False) -> Links[T]:
    """By what lies on each cell of a grid, what lies beside it.

    Args:
        at: what lies on each cell; where there is nothing, there is no cell.
        diagonal: whether corners touch.
    """
    steps = _ALL_ROUND if diagonal else _STRAIGHT
    return MappingProxyType(
        {
            here: tuple(at[r + dr, c + dc] for dr, dc in steps if (r + dr, c + dc) in at)
            for (r, c), here in at.items()
        }
    )


def linked(pairs: Iterable[tuple[T, T]]) -> Links[T]:
    """The links of pairs that are joined both ways, in the order of the pairs."""
    found: dict[T, dict[T, None]] = {}
    for one, other in pairs:
        found.setdefault(one, {})[other] = None
        found.setdefault(other, {})[one] = None
    return MappingProxyType({place: tuple(others) for place, others in found.items()})


def steps_from(start: T, links: Links[T]) -> Mapping[T, int]:
    """How many links away every place is that can be reached; the start itself is 0 away."""
    found, ring, steps = {start: 0}, [start], 0
    while ring:
        steps += 1
        beside = dict.fromkeys(other for place in ring for other in links.get(place, ()))
        ring = [place for place in beside if place not in found]
        found |= dict.fromkeys(ring, steps)
    return MappingProxyType(found)


def region(start: T, links: Links[T], within: Iterable[T] | None = None) -> frozenset[T]:
    """Every place that is joined to one, itself included.

    Args:
        start: a place.
        links: what is next to what.
        within: the places that it may lead over; None: any. The start is always part of it.
    """
    if within is not None:
        inside = {*within, start}
        links = {p: tuple(o for o in others if o in inside) for p, others in links.items()}
    return frozenset(steps_from(start, links))
