"""Spatial relations: cells of a grid, links between places, regions of them."""

from collections.abc import Iterable, Mapping
from itertools import product
from types import MappingProxyType
from typing import Final, TypeAlias, TypeVar

T = TypeVar("T")

Cell: TypeAlias = tuple[int, int]
"""Row and column."""
Links: TypeAlias = Mapping[T, tuple[T, ...]]
"""Adjacent places by place."""

_STRAIGHT: Final = ((-1, 0), (0, 1), (1, 0), (0, -1))
"""Steps up, right, down, left."""
_ALL_ROUND: Final = tuple(step for step in product((-1, 0, 1), repeat=2) if step != (0, 0))


def touching(at: Mapping[Cell, T], *, diagonal: bool = False) -> Links[T]:
    """Return the adjacent things by thing, for things on the cells of a grid.

    Args:
        at: thing on each cell; an empty cell is absent.
        diagonal: True if corners touch.
    """
    steps = _ALL_ROUND if diagonal else _STRAIGHT
    return MappingProxyType(
        {
            here: tuple(at[r + dr, c + dc] for dr, dc in steps if (r + dr, c + dc) in at)
            for (r, c), here in at.items()
        }
    )


def linked(pairs: Iterable[tuple[T, T]]) -> Links[T]:
    """Return the links of pairs joined both ways, in the order of the pairs."""
    links: dict[T, dict[T, None]] = {}
    for one, other in pairs:
        links.setdefault(one, {})[other] = None
        links.setdefault(other, {})[one] = None
    return MappingProxyType({place: tuple(others) for place, others in links.items()})


def steps_from(start: T, links: Links[T]) -> Mapping[T, int]:
    """Return the distance in links to every reachable place; the start itself is 0 away."""
    distances, ring, steps = {start: 0}, [start], 0
    while ring:
        steps += 1
        beside = dict.fromkeys(other for place in ring for other in links.get(place, ()))
        ring = [place for place in beside if place not in distances]
        distances |= dict.fromkeys(ring, steps)
    return MappingProxyType(distances)


def region(start: T, links: Links[T], within: Iterable[T] | None = None) -> frozenset[T]:
    """Return every place connected to the start, itself included.

    Args:
        start: a place.
        links: adjacent places by place.
        within: places that a path may use; None: any. The start is always included.
    """
    if within is not None:
        inside = {*within, start}
        links = {p: tuple(o for o in others if o in inside) for p, others in links.items()}
    return frozenset(steps_from(start, links))
