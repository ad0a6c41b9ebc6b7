"""Loop of stops: layout and drawing."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import flet as ft

from companion.ui.boards.tiles import Marks, TileSize
from companion.ui.games.santiago_de_cuba.board_view import Gain, StopView
from companion.ui.games.santiago_de_cuba.look import (
    ASPHALT,
    CAR_SHAPE,
    ITEM_PICTURES,
    PORT_ICON,
    ROAD_LINE,
    SEA,
    car,
    flower,
    item_mark,
)
from companion.ui.layout import grown
from companion.ui.widgets import as_cached_part, cached_part, moving, outline, sign, tappable

GAP = 4
"""Width of the road between the stops."""
_NAME = 62
"""Width of the longest name as written, without the text scale."""
LOW = 62
"""Height below which a stop has two lines instead of three."""
_DECK, _DIE = (48, 40), (50, 48)
"""Heights of the ship without its dice and of a die: normal, and with little room."""
IN_WATER = 4
"""Gap between the ship and its dice; also their total margin."""
_FOOT = 19
"""Height of the line with the car, or with the cost of driving there."""
_NARROW = 330
"""Width, relative to the text scale, below which the loop stands upright."""

Cell = tuple[int, int]
"""Column and row."""


@dataclass(frozen=True, slots=True)
class Loop:
    """Ten stops around the ship, clockwise from the port."""

    cells: tuple[Cell, ...]
    columns: int
    rows: int
    tile: TileSize
    heights: tuple[float, ...]

    @property
    def width(self) -> float:
        """Return the width of the whole loop."""
        return self.columns * self.tile.width + (self.columns + 1) * GAP

    @property
    def height(self) -> float:
        """Return the height of the whole loop."""
        return sum(self.heights) + (self.rows + 1) * GAP

    def left(self, column: int) -> float:
        """Return the left edge of a column."""
        return GAP + column * (self.tile.width + GAP)

    def top(self, row: int) -> float:
        """Return the top edge of a row."""
        return GAP + sum(self.heights[:row]) + row * GAP

    def placed(self, tile: ft.Control, cell: Cell) -> ft.Container:
        """Return a tile positioned in its cell."""
        column, row = cell
        return ft.Container(
            tile,
            left=self.left(column),
            top=self.top(row),
            width=self.tile.width,
            height=self.heights[row],
        )

    def inside(self) -> tuple[float, float, float, float]:
        """Return left, top, width and height of the middle, where the ship lies."""
        wide = self.columns - 2
        high = self.rows - 2
        return (
            self.left(1),
            self.top(1),
            wide * self.tile.width + (wide - 1) * GAP,
            sum(self.heights[1:-1]) + (high - 1) * GAP,
        )


def around(columns: int, rows: int, start: Cell) -> tuple[Cell, ...]:
    """Return the cells at the edge of a grid, clockwise from one of them."""
    top = [(c, 0) for c in range(columns)]
    right = [(columns - 1, r) for r in range(1, rows)]
    bottom = [(c, rows - 1) for c in range(columns - 2, -1, -1)]
    left = [(0, r) for r in range(rows - 2, 0, -1)]
    edge = [*top, *right, *bottom, *left]
    at = edge.index(start)
    return (*edge[at:], *edge[:at])


def loop(width: float, text_scale: int, height: float = float("inf")) -> Loop:
    """Return the loop that fits a width: horizontal, or upright for large text.

    Args:
        width: available width.
        text_scale: text scale in percent.
        height: available height; a horizontal loop keeps to it while stops stay touchable.
    """
    scale = grown(text_scale)
    if width / scale >= _NARROW:
        tile = TileSize(_tile_width(width, 4), scale, roomy=130)
        if height - 4 * GAP < 2 * tile.box(70) + tile.box(110):
            # Without room for higher tiles there is no room for larger signs either.
            tile = replace(tile, roomy=float("inf"))
        low, high = _rows(tile, height - 4 * GAP)
        tile = replace(tile, height=low)
        return Loop(around(4, 3, (0, 1)), 4, 3, tile, (low, high, low))
    tile = TileSize(_tile_width(width, 3), scale, roomy=130)
    return Loop(
        around(3, 4, (0, 2)), 3, 4, tile, (tile.box(70), tile.box(105), tile.box(105), tile.box(70))
    )


def _rows(tile: TileSize, height: float) -> tuple[float, float]:
    """Return the heights of the outer rows and of the middle one, which holds the ship."""
    low, high = tile.box(70), tile.box(110)
    if height >= 2 * low + high:
        return low, high
    low = max(48, round(low * height / (2 * low + high)))
    water = water_height(replace(tile, height=low))
    if round(height - 2 * low) < water:
        low = max(48, math.floor((height - water) / 2))
        water = water_height(replace(tile, height=low))
    return low, max(water, min(round(high), round(height - 2 * low)))


def deck_height(size: TileSize) -> float:
    """Return the height of the ship without its dice in a horizontal loop."""
    return size.box(_DECK[is_low(size)])


def die_height(size: TileSize) -> float:
    """Return the height of a die."""
    return size.box(_DIE[is_low(size)])


def water_height(size: TileSize) -> float:
    """Return the height of a ship with a row of dice, and the water around it."""
    return deck_height(size) + die_height(size) + 2 * IN_WATER


def _tile_width(width: float, columns: int) -> float:
    return (width - (columns + 1) * GAP) / columns


def is_low(size: TileSize, height: float | None = None) -> bool:
    """Return whether the height given, or that of the tile, leaves room for two lines only."""
    return 0 < (size.height if height is None else height) < LOW * size.scale


def road(
    where: Loop,
    tiles: Sequence[ft.Control],
    middle: ft.Control,
    car_at: Cell | None = None,
    *,
    still: bool = True,
) -> ft.Control:
    """Return the stops on their road, each in its cell, around the middle.

    Args:
        where: the loop.
        tiles: stops in its order.
        middle: control in the middle.
        car_at: cell of the car; None: nowhere.
        still: True if the movement of the car is not animated.
    """
    placed = [(row, tile) for tile, (_, row) in zip(tiles, where.cells, strict=True)]
    placed.sort(key=lambda row_and_tile: row_and_tile[0])
    # Order from the top down: the accessible area of a tile may overlap the tile below, never the
    # one above.
    above = [tile for row, tile in placed if row < 2]
    below = [tile for row, tile in placed if row >= 2]
    driven = [cached_part("car", _car, where, car_at, still)] if car_at else []
    return ft.Container(
        ft.Stack(
            [cached_part("arrows", _arrows, where), *above, middle, *below, *driven],
            width=where.width,
            height=where.height,
        ),
        bgcolor=ASPHALT,
        border_radius=14,
        width=where.width,
        height=where.height,
    )


_CAR = 18
_INSET = 6
"""Border and padding of the stop with the car."""


def _car(where: Loop, cell: Cell, still: bool) -> ft.Control:
    """Return the car at the foot of its stop, or at its side if there is little room."""
    size, height = where.tile, where.heights[cell[1]]
    high, foot = size.box(_CAR), size.box(_FOOT)
    wide = high * CAR_SHAPE
    if is_low(size, height):
        aside, down = size.width - _INSET - wide, (height - high) / 2 + high / 3
    else:
        aside, down = (size.width - wide) / 2, height - _INSET - foot
    return moving(
        car(high), where.left(cell[0]) + aside, where.top(cell[1]) + down, wide, high, still=still
    )


def _arrows(where: Loop) -> ft.Control:
    """Return the direction of the car, on the road between two stops."""
    following = (*where.cells[1:], where.cells[0])
    arrows = [_arrow(where, *pair) for pair in zip(where.cells, following, strict=True)]
    return ft.Stack(arrows, width=where.width, height=where.height)


def _arrow(where: Loop, here: Cell, there: Cell) -> ft.Control:
    size = GAP + 13
    x = max(where.left(here[0]), where.left(there[0]))
    y = max(where.top(here[1]), where.top(there[1]))
    icons = {
        (1, 0): ft.Icons.ARROW_RIGHT,
        (-1, 0): ft.Icons.ARROW_LEFT,
        (0, 1): ft.Icons.ARROW_DROP_DOWN,
        (0, -1): ft.Icons.ARROW_DROP_UP,
    }
    icon = icons[there[0] - here[0], there[1] - here[1]]
    across = here[1] == there[1]
    middle = (where.heights[here[1]] if across else where.tile.width) / 2
    left = x - GAP / 2 - size / 2 if across else x + middle - size / 2
    top = y + middle - size / 2 if across else y - GAP / 2 - size / 2
    return ft.Container(
        ft.Semantics(exclude_semantics=True, content=ft.Icon(icon, size=size, color=ROAD_LINE)),
        left=left,
        top=top,
        width=size,
        height=size,
    )


@as_cached_part(lambda stop, *_: f"stop:{stop.id}")
def stop_tile(
    stop: StopView, marks: Marks, where: Loop, cell: Cell, on_touch: Callable[[str], None]
) -> ft.Control:
    """Return a touchable stop in its cell, with its accessible name."""
    size, height = where.tile, where.heights[cell[1]]
    tile = tappable(
        _face(stop, size, low=is_low(size, height)),
        marks.named(stop.spoken),
        lambda _e: on_touch(stop.id),
        radius=10,
        width=size.width,
        height=height,
        padding=ft.Padding.symmetric(horizontal=3, vertical=3),
        bgcolor=_ground(stop),
        border=outline(3, "#d0352b")
        if stop.car and marks.offer == "none"
        else marks.edge(ft.Colors.OUTLINE),
        opacity=marks.opacity,
    )
    return where.placed(tile, cell)


def _ground(stop: StopView) -> str:
    if not stop.flower:
        return SEA
    return ft.Colors.SURFACE if stop.active else ft.Colors.SURFACE_CONTAINER_HIGHEST


def _ink(stop: StopView) -> str:
    if not stop.flower:
        return "#ffffff"
    return ft.Colors.ON_SURFACE if stop.active else ft.Colors.ON_SURFACE_VARIANT


def _name(name: str, ink: str, size: TileSize) -> ft.Control:
    return ft.Text(
        name,
        size=size.text(12.5) * min(1, size.width / (_NAME * size.scale)),
        weight=ft.FontWeight.BOLD,
        color=ink,
        max_lines=1,
        overflow=ft.TextOverflow.ELLIPSIS,
        style=ft.TextStyle(height=1.1),
    )


def _face(stop: StopView, size: TileSize, *, low: bool) -> ft.Control:
    """Return its lines as cached parts, since seldom more than one changes."""
    ink = _ink(stop)
    middle = (
        cached_part("citizen", _citizen, stop.flower, stop.gain, stop.active, ink, size)
        if stop.flower
        else ft.Icon(PORT_ICON, size=size.box(30), color=ink)
    )
    name = cached_part("name", _name, stop.name, ink, size)
    foot = cached_part("foot", _foot, stop.car, stop.cost, ink, size)
    apart = ft.MainAxisAlignment.SPACE_BETWEEN if stop.car else ft.MainAxisAlignment.CENTER
    beside = ft.Row([middle, foot], spacing=2, alignment=apart)
    return ft.Column(
        [name, beside] if low else [name, middle, foot],
        spacing=0,
        alignment=ft.MainAxisAlignment.SPACE_BETWEEN,
        horizontal_alignment=ft.CrossAxisAlignment.CENTER,
    )


def _citizen(colour: str, gain: Gain | None, active: bool, ink: str, size: TileSize) -> ft.Control:
    asleep = ft.Icon(ft.Icons.BEDTIME, size=size.fit(22, 0.3), color=ink)
    return ft.Row(
        [flower(colour, _mark(size, 26, 0.34)), _gain(gain, size, ink) if active else asleep],
        spacing=size.fit(5, 0.04),
        tight=is_low(size),
        alignment=ft.MainAxisAlignment.CENTER,
    )


def _mark(size: TileSize, long: float, share: float) -> float:
    """Return the size of a flower or a good, smaller if a driving cost stands beside it."""
    return size.fit(long, share * (0.62 if is_low(size) else 1))


def _gain(gain: Gain | None, size: TileSize, ink: str) -> ft.Control:
    if gain is None:
        return ft.Container()
    mark = item_mark(gain.what, _mark(size, 20, 0.26), ink)
    number = ft.Text(
        str(gain.amount),
        size=size.text(16),
        weight=ft.FontWeight.BOLD,
        color=ink,
        style=ft.TextStyle(height=1.0),
    )
    return ft.Row([*([number] if gain.amount else []), mark], spacing=2, tight=True)


def _foot(has_car: bool, cost: int | None, ink: str, size: TileSize) -> ft.Control:
    """Return room for the car, and the cost of driving here if somebody is to drive."""
    room = ft.Container(width=size.box(_CAR) * CAR_SHAPE)
    parts: list[ft.Control] = [room] if has_car else []
    if cost is not None:
        said, small = f"−{cost}" if cost else "0", is_low(size)
        wide, high = size.text(11 if small else 12.5), size.box(12 if small else 14)
        parts = [
            *parts,
            ft.Text(said, size=wide, weight=ft.FontWeight.W_600, color=ink),
            sign(ITEM_PICTURES["peso"], high, ink),
        ]
    return ft.Row(
        parts,
        spacing=1,
        height=size.box(_FOOT),
        tight=True,
        alignment=ft.MainAxisAlignment.CENTER,
    )
