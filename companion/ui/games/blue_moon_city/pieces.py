"""Figures and dragons of the city, which lie over the tiles and move between them."""

from collections.abc import Iterator
from dataclasses import dataclass

import flet as ft

from companion.ui.boards.contract import BoardInput
from companion.ui.boards.tiles import TileSize, offer_of
from companion.ui.games.blue_moon_city.board_view import CityView, TileView, dragon_colour
from companion.ui.games.blue_moon_city.look import dragon
from companion.ui.games.blue_moon_city.tile import GAP, INSET, foot_height, symbol_of
from companion.ui.widgets import SeatIdentity, cached_part, moving, outline, seat_badge

_EDGE = 2
"""Margin of a figure: a line, and white below it."""


@dataclass(frozen=True, slots=True)
class _Piece:
    """Piece at its position."""

    key: str
    drawn: SeatIdentity | str
    """Player of the figure, or the dragon."""
    token: float
    """Size of its token."""
    left: float
    top: float


def pieces(given: BoardInput, now: CityView, size: TileSize) -> list[ft.Control]:
    """Return every figure and dragon as a cached part that stays when it moves."""
    placed = [*_outside(now, size)]
    for tile in now.tiles:
        placed += _on(given, tile, size)
    # Sort by key, so that a piece that moves causes no new render of the others.
    placed.sort(key=lambda piece: piece.key)
    return [cached_part(piece.key, _piece_control, piece, given.still) for piece in placed]


def _on(given: BoardInput, tile: TileView, size: TileSize) -> Iterator[_Piece]:
    """Yield the pieces on a tile, side by side at its foot."""
    count = len(tile.figures) + len(tile.dragons)
    if not count:
        return
    symbol = symbol_of(tile, offer_of(given, tile.id))
    room = size.width - 2 * INSET - (size.box(17) if symbol else 0)
    token = min(26 if size.large else 19, room / count - 3)
    box = token + 2 * _EDGE
    left = tile.column * (size.width + GAP) + INSET
    all_of_them = count * box
    wide = size.width - 2 * INSET
    left += wide - all_of_them if symbol else (wide - all_of_them) / 2
    bottom = tile.row * (size.height + GAP) + size.height - INSET
    top = bottom - (foot_height(size) + box) / 2
    there: dict[str, SeatIdentity | str] = {
        f"figure:{seat}": given.people[seat] for seat in tile.figures
    }
    there |= {f"dragon:{name}": name for name in tile.dragons}
    for n, (key, drawn) in enumerate(there.items()):
        yield _Piece(key, drawn, token, left + n * box, top)


def outside_room(size: TileSize) -> float:
    """Return the height of the dragons beside the city."""
    return min(26.0, size.width / 3)


_TITLE = 11.5 * 1.05
"""Height of the word over them, without the text scale."""


def _outside(now: CityView, size: TileSize) -> Iterator[_Piece]:
    """Yield the dragons beside the city, in its upper right corner."""
    box = outside_room(size)
    title = size.text(_TITLE) * size.scale
    left = 4 * (size.width + GAP) + (size.width - len(now.outside) * box) / 2
    top = (size.height - title - 1 - box) / 2 + title + 1
    for n, name in enumerate(now.outside):
        yield _Piece(f"dragon:{name}", name, box - 2 * _EDGE, left + n * box, top)


def _piece_control(piece: _Piece, still: bool) -> ft.Control:
    box = piece.token + 2 * _EDGE
    if isinstance(piece.drawn, str):
        colour, letter = dragon_colour(piece.drawn), piece.drawn[0].upper()
        visual = dragon(colour, letter, piece.token + 3)
    else:
        visual = _figure(piece.drawn, piece.token)
    return moving(visual, piece.left, piece.top, box, box, still=still)


def _figure(person: SeatIdentity, size: float) -> ft.Control:
    """Return a figure on white, visible on every tile."""
    return ft.Container(
        seat_badge(*person, size),
        bgcolor="#ffffff",
        border=outline(1, "#23201a"),
        border_radius=size,
        padding=1,
    )
