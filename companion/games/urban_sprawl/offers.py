"""Possible answers to choices."""

from collections.abc import Callable, Mapping
from typing import Final

from companion.games.urban_sprawl.components import (
    MARKERS,
    NO,
    PAY,
    ROWS_OF_BLOCK,
    SITE_OF,
    TRACK,
    YES,
)
from companion.games.urban_sprawl.filters import ANY, FILTERS, matching_buildings
from companion.games.urban_sprawl.grid import BLOCKS, CIRCLES, FOOTPRINTS, Lots
from companion.games.urban_sprawl.state import Phase, State
from companion.kernel.agenda import Task
from companion.kernel.values import Seat

MOVE: Final = "move"
"""Purposes of choosing a building: move it, lose it or pay, gain or lose for its owner."""
SPARE: Final = "lose_or_pay"
GAIN: Final = "gain"
LOSE: Final = "lose"


def offered(state: State, task: Task, seat: Seat | None = None) -> tuple[str, ...]:
    """Return the possible answers to a choice; empty if there are none.

    Args:
        state: state of the table.
        task: choice to be made.
        seat: seat that chooses; None: the first of those who do.
    """
    return tuple(_OFFERS[Phase(task.code)](state, task, task.seats[0] if seat is None else seat))


# Seats and buildings


def _some_seats(_state: State, task: Task, _seat: Seat) -> tuple[str, ...]:
    return tuple(f"seat.{seat}" for seat in task.of("among"))


def _among(state: State, what: str) -> tuple[str, ...]:
    """Return the buildings of a zone, or the most or least valuable ones."""
    if f"filter:{what}" in FILTERS:
        return matching_buildings(state, f"filter:{what}")
    return tuple(sorted(state.city.buildings))


def _controlled(state: State, task: Task, _seat: Seat) -> tuple[str, ...]:
    buildings = state.city.buildings
    return tuple(n for n in _among(state, task.of("colour")) if buildings[n].owner is not None)


def _removable(state: State, task: Task, _seat: Seat) -> tuple[str, ...]:
    return _among(state, task.of("colour"))


def _which_building(state: State, task: Task, _seat: Seat) -> tuple[str, ...]:
    names = matching_buildings(state, task.of("filter"))
    if task.of("then") != MOVE:
        return names
    return tuple(name for name in names if _has_room(state, name))


def _spared(state: State, task: Task, seat: Seat) -> tuple[str, ...]:
    """Return the own buildings that a seat may lose, and paying instead."""
    only, buildings = task.of("building"), state.city.buildings
    names = matching_buildings(state, task.of("filter")) if only is None else (only,)
    own = tuple(name for name in names if name in buildings and buildings[name].owner == seat)
    return (*own, PAY) if own else ()


# Free places for a building


def room_in(state: State, block: str, size: int, moved: str = "") -> tuple[Lots, ...]:
    """Return the places of a block with room for a building: all their lots are empty.

    Args:
        state: state of the table.
        block: block to search.
        size: number of lots.
        moved: building to be moved, which leaves its lots and must go elsewhere.
    """
    city = state.city
    if moved and moved not in city.buildings:
        return ()
    own = city.buildings[moved].lots if moved else frozenset()
    taken = city.at.keys()
    return tuple(
        lots for lots in FOOTPRINTS[block][size] if taken.isdisjoint(lots - own) and lots != own
    )


def _has_room(state: State, moved: str) -> bool:
    """Return whether a building can be moved anywhere."""
    size = state.city.buildings[moved].size
    return any(room_in(state, block, size, moved) for block in BLOCKS)


def _blocks(state: State, task: Task, _seat: Seat) -> tuple[str, ...]:
    size, moved = task.of("size"), task.of("building") or ""
    return tuple(block for block in BLOCKS if room_in(state, block, size, moved))


def _sites(state: State, task: Task, _seat: Seat) -> tuple[str, ...]:
    places = room_in(state, task.of("block"), task.of("size"), task.of("building") or "")
    return tuple(SITE_OF[lots] for lots in places)


# Markers


def _circles(state: State) -> tuple[str, ...]:
    return tuple(circle for circle in CIRCLES if circle not in state.city.markers)


def _placing(state: State, task: Task, _seat: Seat) -> tuple[str, ...]:
    there = task.of("marker") in state.city.markers.values()
    return () if there else _circles(state)


def _which(state: State, task: Task, _seat: Seat) -> tuple[str, ...]:
    # A marker moves to another, empty circle. If all circles are full, none moves.
    if not _circles(state):
        return ()
    kind = task.of("kind")
    return tuple(
        marker
        for marker in MARKERS
        if marker in state.city.markers.values()
        and (kind == ANY or marker.partition(".")[2][0] == kind[0])
    )


def _offices(state: State, _task: Task, _seat: Seat) -> tuple[str, ...]:
    return tuple(office for office in TRACK if state.in_play(office))


_OFFERS: Final[Mapping[Phase, Callable[[State, Task, Seat], tuple[str, ...]]]] = {
    Phase.ELECT: _some_seats,
    Phase.CONTRACTOR: _some_seats,
    Phase.MEDIA: _some_seats,
    Phase.PARK: lambda state, _task, _seat: state.city.empty,
    Phase.DROP_CONTROL: _controlled,
    Phase.REMOVE: _removable,
    Phase.PLACE_MARKER: _placing,
    Phase.WHICH_MARKER: _which,
    Phase.MOVE_MARKER: lambda state, _task, _seat: _circles(state),
    Phase.MAY_PAY: lambda _state, _task, _seat: (YES, NO),
    Phase.WHICH_BUILDING: _which_building,
    Phase.SPARE: _spared,
    Phase.WHICH_BLOCK: _blocks,
    Phase.WHICH_LOTS: _sites,
    Phase.WHICH_OFFICE: _offices,
    Phase.WHICH_ROW: lambda _state, _task, _seat: ROWS_OF_BLOCK,
}
