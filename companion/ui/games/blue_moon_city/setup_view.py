"""Layout of Blue Moon City: from the rulebook, at random, or tile by tile."""

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
"""Tiles in reading order; None for an empty cell."""

SIDE_CELLS = frozenset(SIDES.values())


@dataclass(frozen=True)
class Entry:
    """City being entered."""

    cells: Cells
    at: int | None
    """Cell being asked; None if the city is complete."""
    variant: bool = False
    compass: bool = False
    """True if each temple has a side of its own."""
    history: tuple[tuple[Cells, int | None], ...] = ()


def begin(*, variant: bool, compass: bool) -> Entry:
    """Return an empty city that holds only the tiles with a single possible place."""
    cells: list[str | None] = [None] * len(CELLS)
    cells[CENTRE] = COURTYARD
    if compass and not variant:
        for tile, cell in SIDES.items():
            cells[cell] = tile
    return Entry(tuple(cells), _next(tuple(cells), -1), variant, compass)


def complete(layout: Sequence[str], *, variant: bool, compass: bool) -> Entry:
    """Return a complete city in which two tiles may be swapped."""
    return Entry(tuple(layout), None, variant, compass)


def is_complete(entry: Entry) -> bool:
    """Return whether every cell has its tile."""
    return None not in entry.cells


def fixed(entry: Entry, cell: int) -> bool:
    """Return whether a cell can hold no other tile."""
    return cell == CENTRE or (entry.compass and not entry.variant and cell in SIDE_CELLS)


def fitting(entry: Entry) -> tuple[str, ...]:
    """Return the remaining tiles that may lie in the cell being asked, in a fixed order."""
    if entry.at is None:
        return ()
    left = [tile for tile in TILES if tile not in entry.cells and tile != COURTYARD]
    if entry.variant:
        return tuple(left)
    beside_market = entry.at in SIDE_CELLS
    return tuple(tile for tile in left if (tile in SIDES) == beside_market)


def place_tile(entry: Entry, tile: str) -> Entry:
    """Put a tile in the cell being asked; the next empty one is asked then."""
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
    # Place the last tile automatically if it fits in one place only.
    return place_tile(after, only[0]) if cells.count(None) == 1 and len(only) == 1 else after


def taken_up(entry: Entry, cell: int) -> Entry:
    """Take up the tile of a cell, which is asked then."""
    if fixed(entry, cell) or entry.at == cell:
        return entry
    cells = (*entry.cells[:cell], None, *entry.cells[cell + 1 :])
    return replace(entry, cells=cells, at=cell, history=(*entry.history, (entry.cells, entry.at)))


def exchangeable(entry: Entry, one: int, other: int) -> bool:
    """Return whether the tiles of two cells may be swapped."""
    if fixed(entry, one) or fixed(entry, other):
        return False
    return entry.variant or (one in SIDE_CELLS) == (other in SIDE_CELLS)


def exchanged(entry: Entry, one: int, other: int) -> Entry:
    """Swap the tiles of two cells."""
    cells = list(entry.cells)
    cells[one], cells[other] = cells[other], cells[one]
    return replace(entry, cells=tuple(cells))


def undo_step(entry: Entry) -> Entry:
    """Undo the last step."""
    if not entry.history:
        return entry
    cells, at = entry.history[-1]
    return replace(entry, cells=cells, at=at, history=entry.history[:-1])


def _next(cells: Cells, after: int) -> int | None:
    order = (*range(after + 1, len(cells)), *range(after + 1))
    return next((cell for cell in order if cells[cell] is None), None)


def random_city(shuffle: Callable[[list[str]], None], *, variant: bool, compass: bool) -> Layout:
    """Draw a random city that follows the rules.

    Args:
        shuffle: function that shuffles a list in place.
        variant: True if the palace and the temples lie anywhere.
        compass: True if each temple has a side of its own.
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
    """Return the city pictured in the rulebook."""
    return EXAMPLE_CITY
