"""Pieces that move over the board: a seat's new building, the pawn of the elections."""

from dataclasses import dataclass

import flet as ft

from companion.games.urban_sprawl.grid import cell
from companion.kernel.values import Seat
from companion.ui.games.urban_sprawl.geometry import BETWEEN, Room
from companion.ui.games.urban_sprawl.views import TableView
from companion.ui.layout import share
from companion.ui.widgets import Centre, Flight, People, flying, seat_mark


@dataclass(frozen=True, slots=True)
class Put:
    """Pieces that have moved between two moments."""

    built: tuple[tuple[Seat, str], ...] = ()
    """Seats that have built, with the block."""
    pawn: bool = False
    """True if the pawn of the elections went to another office."""


def put(before: TableView, after: TableView) -> Put:
    """Return the pieces that have moved between two moments."""
    old = set(_built(before))
    built = {one[0]: one[1] for one in _built(after) if one not in old}
    had, has = pawn_of(before), pawn_of(after)
    return Put(tuple(built.items()), bool(had and has and had != has))


def _built(view: TableView) -> list[tuple[Seat, str, str]]:
    """Return the owner, the block and the first lot of each building."""
    return [
        (one.owner, block.id, one.id)
        for block in view.blocks
        for one in block.buildings
        if one.owner is not None
    ]


def pawn_of(view: TableView) -> str:
    """Return the office with the pawn of the elections; empty if there is none."""
    return next((office.id for office in view.offices if office.pawn), "")


def flights(
    put: Put, people: People, room: Room, city: float, pawn: Centre | None
) -> list[ft.Control]:
    """Return the flights of new buildings from their owners' names above the board, and the pawn.

    Args:
        put: pieces that have just moved.
        people: players by seat.
        room: room of the board.
        city: distance from the top of the board to the city.
        pawn: centre of the office with the pawn of the elections, if visible.
    """
    side, to = min(30.0, room.block_width * 0.6), dict(put.built)
    each, pieces = share(room.width, len(people), BETWEEN), list[ft.Control]()
    for seat, person in enumerate(people):
        home = (seat * (each + BETWEEN) + each / 2, 0.0)
        there = _block(to[seat], room, city) if seat in to else None
        pieces.append(flying(Flight(f"flight:{seat}", home, there), side, seat_mark, *person))
    # Between two elections the pawn stays at its place.
    gone = Flight("flight:pawn", pawn or (0.0, 0.0), pawn if put.pawn else None)
    return [*pieces, flying(gone, room.row * 0.5, _pawn)]


def _block(place: str, room: Room, city: float) -> Centre:
    """Return the centre of a block."""
    row, column = cell(place)
    left = (room.width - room.city[0]) / 2 + room.left(column) + room.block_width / 2
    return left, city + room.top(row) + room.block_height / 2


def _pawn(size: float) -> ft.Control:
    return ft.Icon(ft.Icons.PERSON_PIN_CIRCLE, size=size, color=ft.Colors.PRIMARY)
