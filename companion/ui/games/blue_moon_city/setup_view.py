"""Laying out the city of Blue Moon City: from the rulebook, by chance, or tile by tile."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from companion.games.blue_moon_city.components import (
    CELLS,
    CENTRE,
    COURTYARD,
    EXAMPLE_CITY,
    SIDES,
    TILES,
    Layout,
)

Cells = tuple[str | None, ...]
"""The tiles in reading order; None where none lies yet."""

SIDE_CELLS = frozenset(SIDES.values())


@dataclass(frozen=True)
class Entry:
    """The city while it is entered."""

    cells: Cells
    at: int | None
    """The cell being asked; None when the city is complete."""
    variant: bool = False
    compass: bool = False
    """Whether each temple has a side of its own."""
    history: tuple[tuple[Cells, int | None], ...] = ()


def begin(*, variant: bool, compass: bool) -> Entry:
    """An empty city; what can lie in one place only lies there already."""
    cells: list[str | None] = [None] * len(CELLS)
    cells[CENTRE] = COURTYARD
    if compass and not variant:
        for tile, cell in SIDES.items():
            cells[cell] = tile
    return Entry(tuple(cells), _next(tuple(cells), -1), variant, compass)


def complete(layout: Sequence[str], *, variant: bool, compass: bool) -> Entry:
    """A complete city, of which two tiles may change places."""
    return Entry(tuple(layout), None, variant, compass)


def is_complete(entry: Entry) -> bool:
    """Whether every cell has its tile."""
    return None not in entry.cells


def fixed(entry: Entry, cell: int) -> bool:
    """Whether nothing else can lie in a cell."""
    return cell == CENTRE or (entry.compass and not entry.variant and cell in SIDE_CELLS)


def fitting(entry: Entry) -> tuple[str, ...]:
    """The tiles left that may lie in the cell being asked, in a fixed order."""
    if entry.at is None:
        return ()
    left = [tile for tile in TILES if tile not in entry.cells and tile != COURTYARD]
    if entry.variant:
        return tuple(left)
    beside_market = entry.at in SIDE_CELLS
    return tuple(tile for tile in left if (tile in SIDES) == beside_market)


def placed(entry: Entry, tile: str) -> Entry:
    """The city with a tile in the cell being asked, asking the next empty one."""
    if entry.at is None or tile in entry.cells:
        return entry
    cells = (*entry.cells[: entry.at], tile, *entry.cells[entry.at + 1 :])
    after = replace(
        entry,
        cells=cells,
        at=_next(cells, entry.at),
        history=(*entry.history, (entry.cells, entry.at)),
    )
    only = fitting(after)
    # The last tile has one place left: it need not be touched.
    return placed(after, only[0]) if cells.count(None) == 1 and len(only) == 1 else after


def taken_up(entry: Entry, cell: int) -> Entry:
    """The city with the tile of a cell in hand again, asking that cell."""
    if fixed(entry, cell) or entry.at == cell:
        return entry
    cells = (*entry.cells[:cell], None, *entry.cells[cell + 1 :])
    return replace(entry, cells=cells, at=cell, history=(*entry.history, (entry.cells, entry.at)))


def exchangeable(entry: Entry, one: int, other: int) -> bool:
    """Whether the tiles of two cells may change places."""
    if fixed(entry, one) or fixed(entry, other):
        return False
    return entry.variant or (one in SIDE_CELLS) == (other in SIDE_CELLS)


def exchanged(entry: Entry, one: int, other: int) -> Entry:
    """The city with the tiles of two cells in each other's place."""
    cells = list(entry.cells)
    cells[one], cells[other] = cells[other], cells[one]
    return replace(entry, cells=tuple(cells))


def stepped_back(entry: Entry) -> Entry:
    """The city before the last step."""
    if not entry.history:
        return entry
    cells, at = entry.history[-1]
    return replace(entry, cells=cells, at=at, history=entry.history[:-1])


def _next(cells: Cells, after: int) -> int | None:
    order = (*range(after + 1, len(cells)), *range(after + 1))
    return next((cell for cell in order if cells[cell] is None), None)


def drawn(shuffle: Callable[[list[str]], None], *, variant: bool, compass: bool) -> Layout:
    """A city by chance that keeps to the rules.

    Args:
        shuffle: puts a list in a random order, in place.
        variant: whether the palace and the temples lie anywhere.
        compass: whether each temple has a side of its own.
    """
    entry = begin(variant=variant, compass=compass)
    buildings = [tile for tile in TILES if tile not in SIDES and tile != COURTYARD]
    centre = [tile for tile in SIDES if tile not in entry.cells]
    piles = {True: centre, False: buildings}
    if variant:
        buildings += centre
    for pile in piles.values():
        shuffle(pile)
    return tuple(
        tile or piles[not variant and cell in SIDE_CELLS].pop()
        for cell, tile in enumerate(entry.cells)
    )


def preset() -> Layout:
    """The city of the rulebook's picture."""
    return EXAMPLE_CITY
