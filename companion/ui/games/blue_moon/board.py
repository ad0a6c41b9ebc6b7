"""Table of two halves that face each other, with the power between them."""

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property

import flet as ft

from companion.kernel.values import Seat
from companion.ui.boards.contract import BoardInput
from companion.ui.boards.kit import BoardKit, bar, laid_out
from companion.ui.boards.tile import GAP, Area, Symbol, Tile, line
from companion.ui.games.blue_moon.board_view import SideView, TableView
from companion.ui.games.blue_moon.middle import Lane, dragon_lane
from companion.ui.theme import TOUCH, seat_look
from companion.ui.widgets import cached_part, outline

_BAND, _BAND_FLAT = 58, 52
"""Height of a total: most, and beside the other one."""
_LOW = 330
"""Height below which totals stand side by side."""
_PAD = 5
"""Border and padding of a half."""
_TOLD = 150
"""Least width of a total with its sum."""
_SHIP = 48
"""Least height of a ship, so that it can be touched."""
_LARGE = 1.4
"""Text scale from which the cargo of a ship takes the width of the area."""


@dataclass(frozen=True)
class _Turning:
    """Touch that turns the upper half; equal to another that does the same."""

    turn: Callable[[], None]

    def __call__(self, _place: str) -> None:
        self.turn()


@dataclass(frozen=True)
class Drawing:
    """Renderer of one board."""

    given: BoardInput
    kit: BoardKit
    now: TableView
    below: Seat
    """Seat whose half lies before the reader."""

    @property
    def scale(self) -> float:
        """Return the factor by which boxes grow with the text."""
        return self.given.grown

    @property
    def width(self) -> float:
        """Return the width of the board."""
        return min(self.given.width, 900.0)

    @cached_property
    def high(self) -> float:
        """Return the available height; a scrolled board is no higher than necessary."""
        given = self.given
        free = given.height if math.isfinite(given.height) else 400 * self.scale
        return given.visible_height or free

    @cached_property
    def flat(self) -> bool:
        """Return whether the totals stand side by side."""
        return not self.given.visible_height and self.high / self.scale < _LOW

    @cached_property
    def total(self) -> float:
        """Return the height of a total."""
        if self.given.visible_height:
            return min(_BAND * self.scale, self.high * 0.12)
        return (_BAND_FLAT if self.flat else min(_BAND, self.high * 0.12)) * self.scale

    @cached_property
    def middle(self) -> float:
        """Return the height between the halves."""
        return self.total if self.flat else 2 * self.total + GAP

    @cached_property
    def half(self) -> float:
        """Return the height of a half."""
        half = (self.high - self.middle - 2 * GAP) / 2
        return max(100 * self.scale, min(half - 2 * _PAD, 300 * self.scale)) + 2 * _PAD

    def drawn(self) -> ft.Control:
        """Render the board."""
        sides = self.now.sides
        above, below = sides[1 - self.below], sides[self.below]
        halves = Area(0, 0, self.width, self.half)
        second = halves._replace(top=self.half + self.middle + 2 * GAP)
        parts = [
            self.cached_side(above, halves, upper=True, turned=self.given.turned),
            *self.between(above, below, Area(0, self.half + GAP, self.width, self.middle)),
            self.cached_side(below, second, upper=False, turned=False),
        ]
        return laid_out(parts, self.width, second.foot)

    # Halves

    def cached_side(self, side: SideView, area: Area, *, upper: bool, turned: bool) -> ft.Control:
        """Return the half of a side, drawn again only if something of it changes."""
        marks = tuple(map(self.kit.marks, side.cards))

        def draw(*_shown: object) -> ft.Control:
            return self.side(side, area, upper=upper, turned=turned)

        shown = (side, marks, area, upper, turned, self.kit.brush)
        return cached_part(f"half:{side.seat}", draw, *shown)

    def side(self, side: SideView, area: Area, *, upper: bool, turned: bool) -> ft.Control:
        """Return the half of a side: its edge, and its areas with combat next to the middle."""
        colour = seat_look(self.given.people[side.seat].colour).colour
        wide = 30 + 32 * self.scale
        high = area.height - 2 * _PAD
        edge = self.kit.tile(side.edge, Area(_PAD, _PAD, wide, high))
        # A turned half has its middle where its lower edge was.
        rows = self.rows(side, Area(_PAD + wide + GAP, _PAD, 0, high), upper=upper and not turned)
        acts = outline(3, colour)
        edge_line = acts if side.acting else outline(1, ft.Colors.OUTLINE_VARIANT)
        return ft.Container(
            laid_out([edge, *rows], area.width, area.height),
            key=f"half:{side.seat}",
            rotate=math.pi if turned else 0,
            bgcolor=ft.Colors.SURFACE_CONTAINER_LOW,
            foreground_decoration=ft.BoxDecoration(
                border=edge_line, border_radius=ft.BorderRadius.all(12)
            ),
            border_radius=12,
            left=area.left,
            top=area.top,
            width=area.width,
            height=area.height,
        )

    def rows(self, side: SideView, area: Area, *, upper: bool) -> list[ft.Control]:
        """Return combat, support and ships, from the middle outwards."""
        room = self.width - area.left - _PAD
        ships = 0
        if side.ships:
            most = min(area.height * 0.24, 60 * self.scale)
            ships = round(max(_SHIP, 38 * self.scale, most)) + GAP
        rest = area.height - ships - GAP
        combat = round(rest * 0.54)
        heights = [combat, rest - combat, *([ships - GAP] if ships else [])]
        tiles = [side.combat, side.support, side.ships]
        order = [*range(len(heights))]
        parts: list[ft.Control] = []
        top = area.top
        for n in reversed(order) if upper else order:
            row = Area(area.left, top, room, heights[n])
            top = row.foot + GAP
            if n == 0 and side.pile:
                pile = row._replace(width=22 + 26 * self.scale)
                parts.append(self.kit.tile(side.pile, pile))
                row = Area(pile.right + GAP, row.top, row.width - pile.width - GAP, row.height)
            if tiles[n]:
                parts.append(self.row(tiles[n], row, ships=n > 1))
        return parts

    def row(self, tiles: tuple[Tile, ...], area: Area, *, ships: bool) -> ft.Control:
        """Return cards or ships side by side; too many are scrolled."""
        least = 50 * self.scale
        if ships:
            # A single ship takes half of the area, unless its cargo would not fit there.
            count = max(1 if self.scale > _LARGE else 2, len(tiles))
            each = max(least, (area.width - GAP * (len(tiles) - 1)) / count)
        else:
            most = max(120 * self.scale, min(area.height * 0.95, 190 * self.scale))
            free = (area.width - GAP * len(tiles)) / len(tiles)
            each = max(least, min(most, area.height * 1.35, free))
        wide = len(tiles) * (each + GAP) - GAP
        areas = Area(0, 0, wide, area.height).row(len(tiles))
        inside = laid_out(self.kit.tiles(tiles, areas), wide, area.height)
        scrolled = wide > area.width
        return ft.Container(
            ft.Row([inside], scroll=ft.ScrollMode.AUTO) if scrolled else inside,
            left=area.left,
            top=area.top,
            width=area.width if scrolled else wide,
            height=area.height,
        )

    # Between the halves

    def between(self, above: SideView, below: SideView, area: Area) -> list[ft.Control]:
        """Return the dragons, both totals and the tile that turns the upper half."""
        held = (above.dragons, self.now.middle, below.dragons)
        size = (20 if self.flat else min(30, self.total * 0.6)) * min(self.scale, 1.2)
        lane = Lane(held, size, area.height, self.flat, self.given.still)
        dragons = dragon_lane(lane, self.now.dragons_spoken, self.given.on_touch)
        turner = Area(area.right - TOUCH, 0, TOUCH, max(TOUCH, self.total))
        turner = turner._replace(top=area.centre[1] - turner.height / 2)
        room = turner.left - lane.width - 2 * GAP
        if self.flat:
            first = Area(0, area.top, (room - GAP) / 2, self.total)
            second = first._replace(left=first.width + lane.width + 2 * GAP)
            lies = first.right + GAP
        else:
            first, second = Area(lane.width + GAP, area.top, room, area.height).grid(2, 1)
            lies = 0.0
        # A cached part lies in a list, so that it keeps its parent.
        placed = ft.Stack([dragons], left=lies, top=area.top, width=lane.width, height=area.height)
        totals = [
            self.power(above, first, turned=self.given.turned),
            self.power(below, second),
        ]
        parts = [totals[0], placed, totals[1]] if self.flat else [placed, *totals]
        return [*parts, self.turner(turner)]

    def power(self, side: SideView, area: Area, *, turned: bool = False) -> ft.Control:
        """Return the total of a side between bars of its colour."""
        colour = seat_look(self.given.people[side.seat].colour).colour
        tile = side.total
        if area.width < _TOLD * self.scale:
            tile = replace(tile, lines=tile.low)
        inside = Area(0, 0, area.width, area.height)
        edges = (Area(left, 0, 5, area.height) for left in (0, area.width - 5))
        parts = [self.kit.tile(tile, inside), *(bar(edge, colour) for edge in edges)]
        return ft.Container(
            laid_out(parts, area.width, area.height),
            rotate=math.pi if turned else 0,
            border_radius=10,
            clip_behavior=ft.ClipBehavior.HARD_EDGE,
            left=area.left,
            top=area.top,
            width=area.width,
            height=area.height,
        )

    def turner(self, area: Area) -> ft.Control:
        """Return the tile that turns the upper half to its player."""
        turned = self.given.turned
        spoken = self.given.wording.own("board.unturn" if turned else "board.turn")
        ground = "primarycontainer" if turned else "surfacecontainerhigh"
        tile = Tile(
            "turn", spoken, (line(Symbol("SCREEN_ROTATION_ALT", 16)),), ground=ground, edge=""
        )
        return self.kit.tile(tile, area, _Turning(self.given.turn))
