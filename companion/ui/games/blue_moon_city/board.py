"""City as a square of tiles, with the other objects in its corners and the pieces over it."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import flet as ft

from companion.games.blue_moon_city.components import OUT
from companion.ui.boards.contract import BoardInput
from companion.ui.boards.kit import BoardKit, laid_out, offer_of
from companion.ui.boards.tile import GAP, Area, Symbol, Tile, line
from companion.ui.games.blue_moon_city.board_view import (
    FOOT,
    TITLE,
    CityTile,
    CityView,
    dragon_colour,
)
from companion.ui.games.blue_moon_city.look import dragon
from companion.ui.widgets import SeatIdentity, cached_part, moving, outline, seat_badge

SIDE = 5
"""Number of cells on each side of the square."""
_EDGE, _INSET = 2, 4
"""Margin of a figure, a line and white below it; border and padding of a tile."""
_OFFERED = {"legal": "TOUCH_APP", "helped": "ADD_CIRCLE", "greyed": "BLOCK"}
_ROOMY = 100
"""Width of a tile with room for large pieces."""


@dataclass(frozen=True)
class Drawing:
    """Renderer of one board."""

    given: BoardInput
    kit: BoardKit
    now: CityView
    obelisk: Tile
    cell: tuple[float, float]
    """Width and height of a cell."""

    def drawn(self) -> ft.Control:
        """Render the board."""
        wide, high = (SIDE * each + (SIDE - 1) * GAP for each in self.cell)
        cells = Area(0, 0, wide, high).grid(SIDE * SIDE, SIDE)
        outside, cards, scales = self.now.corners
        last = SIDE * (SIDE - 1)
        shown = {0: self.obelisk, SIDE - 1: self.outside(outside), last: cards}
        shown[SIDE * SIDE - 1] = scales
        shown |= {row * SIDE + column: self.offered(one) for one, (row, column) in self.tiles()}
        tiles = [self.kit.tile(shown[n], cells[n]) for n in sorted(shown)]
        # Sort by key, so that a piece that moves causes no new render of the others.
        pieces = sorted([*self.away(cells[SIDE - 1]), *self.pieces(cells)], key=lambda one: one.key)
        still = self.given.still
        over = [cached_part(piece.key, _drawn_piece, piece, still) for piece in pieces]
        return ft.Row(
            [laid_out([*tiles, *over], wide, high)],
            scroll=ft.ScrollMode.AUTO if wide > self.given.width else None,
            alignment=ft.MainAxisAlignment.CENTER,
        )

    def tiles(self) -> Iterator[tuple[Tile, tuple[int, int]]]:
        """Yield each tile of the city with its row and column."""
        for one in self.now.tiles:
            yield one.tile, one.cell

    def offered(self, tile: Tile) -> Tile:
        """Return a tile with the sign of the offer, if the form asks for it."""
        sign = _OFFERED.get(offer_of(self.given, tile.id))
        return _signed(tile, Symbol(sign, 17)) if sign else tile

    def outside(self, tile: Tile) -> Tile:
        """Return the dragons beside the city; a target if a dragon may go there."""
        asked = offer_of(self.given, OUT) != "none"
        shown = tile.lines if self.now.outside or asked else ()
        return replace(tile, touchable=asked, lines=shown)

    # Figures and dragons

    def pieces(self, cells: tuple[Area, ...]) -> Iterator["_Piece"]:
        """Yield the pieces on the tiles, side by side at the foot of each."""
        for one in self.now.tiles:
            row, column = one.cell
            yield from self.on(one, cells[row * SIDE + column])

    def on(self, one: CityTile, area: Area) -> Iterator["_Piece"]:
        """Yield the pieces on a tile."""
        people, scale = self.given.people, self.kit.brush.scale
        there: dict[str, SeatIdentity | str] = {f"figure:{s}": people[s] for s in one.figures}
        there |= {f"dragon:{name}": name for name in one.dragons}
        if not there:
            return
        foot = self.offered(one.tile).lines[-1]
        wide = area.width - 2 * _INSET
        room = wide - (FOOT * scale if foot.parts else 0)
        large = area.width >= _ROOMY * scale
        token = min((26 if large else 19) * scale, room / len(there) - 3)
        box = token + 2 * _EDGE
        all_of_them = len(there) * box
        left = area.left + _INSET + (wide - all_of_them) / (1 if foot.parts else 2)
        for n, (key, drawn) in enumerate(there.items()):
            yield _Piece(key, drawn, token, left + n * box, area.foot - _INSET - box)

    def away(self, area: Area) -> Iterator["_Piece"]:
        """Yield the dragons beside the city."""
        box = min(26.0, area.width / 3)
        left = area.centre[0] - len(self.now.outside) * box / 2
        top = area.centre[1] + TITLE * self.kit.brush.scale - box / 2
        for n, name in enumerate(self.now.outside):
            yield _Piece(f"dragon:{name}", name, box - 2 * _EDGE, left + n * box, top)


def _signed(tile: Tile, sign: Symbol) -> Tile:
    """Return a tile with a sign at its foot."""
    foot = line(sign, align="start", high=FOOT)
    low = (*tile.low[:-1], foot) if tile.low else ()
    return replace(tile, lines=(*tile.lines[:-1], foot), low=low)


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


def _drawn_piece(piece: _Piece, still: bool) -> ft.Control:
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
