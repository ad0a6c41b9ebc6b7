"""Drawing of the city: blocks with buildings, the numbers around them, an enlarged block."""

from collections.abc import Callable
from typing import Any

import flet as ft

from companion.games.urban_sprawl.grid import cell
from companion.ui.boards.marks import Marks
from companion.ui.games.urban_sprawl.geometry import Room
from companion.ui.games.urban_sprawl.look import (
    WATER_BACK,
    WATER_INK,
    WILD_BACK,
    WILD_INK,
    ZONE_LOOKS,
)
from companion.ui.games.urban_sprawl.plan import PlacedBuilding, Worth, picture_of, quarters_of
from companion.ui.games.urban_sprawl.views import (
    CHIP_INK,
    PRESTIGE_BACK,
    PRESTIGE_INK,
    WEALTH_BACK,
    WEALTH_INK,
    BlockView,
    BuildingView,
    NumberView,
    short,
)
from companion.ui.widgets import (
    People,
    as_cached_part,
    cached_part,
    outline,
    seat_mark,
    sign,
    tappable,
)

Touch = Callable[[str], None]
_GROUND = ft.Colors.SURFACE_CONTAINER_HIGHEST
_LINES = ft.Colors.OUTLINE_VARIANT


def block_tile(
    block: BlockView,
    touched: str,
    marks: Marks,
    room: Room,
    people: People,
    on_touch: Touch,
) -> ft.Control:
    """Return a block in its place, with its buildings and its value.

    Args:
        block: block to draw.
        touched: place that a touch reports.
        marks: marks of the field being asked.
        room: room of the city.
        people: players by seat.
        on_touch: called with the touched place.
    """
    row, column = cell(block.id)
    where = (room.left(column), room.top(row), room.block_width, room.block_height)
    return cached_part(block.id, _block, block, touched, marks, where, room.grown, people, on_touch)


def _block(
    block: BlockView,
    touched: str,
    marks: Marks,
    where: tuple[float, float, float, float],
    scale: float,
    people: People,
    on_touch: Touch,
) -> ft.Control:
    left, top, width, height = where
    worth = Worth(block.value, marks.offer in ("legal", "helped"), free_quarter(block))
    return tappable(
        block_face(block.id, block.buildings, (width, height), people, scale, worth),
        marks.named(block.spoken),
        lambda _e: on_touch(touched),
        radius=5,
        left=left,
        top=top,
        width=width,
        height=height,
        bgcolor=_GROUND,
        foreground_decoration=ft.BoxDecoration(
            border=marks.edge(_LINES), border_radius=ft.BorderRadius.all(5)
        ),
        opacity=marks.opacity,
    )


def block_face(
    block: str,
    buildings: tuple[BuildingView, ...],
    size: tuple[float, float],
    people: People,
    scale: float = 1.0,
    worth: Worth | None = None,
) -> ft.Control:
    """Return the buildings of a block on its four lots.

    Letters are as large as their lot, whatever the text scale.
    """
    built = [PlacedBuilding(one, quarters_of(one.lots, block), size) for one in buildings]
    plan = picture_of(tuple(one.drawn for one in built), size, worth.chip(size) if worth else None)
    parts = [plan, *(part for one in built for part in _written(one, people, scale))]
    if worth:
        parts.append(_number_of(worth, size, scale))
    return ft.Stack(parts, width=size[0], height=size[1])


def _written(built: PlacedBuilding, people: People, scale: float) -> list[ft.Control]:
    """Return the texts of a building.

    The letters of its zone are in its first lot, with its picture if there is room; its owner is in
    its last lot.
    """
    building, look = built.building, ZONE_LOOKS[built.building.colour]
    lot = built.letters
    letters = min(built.lot(0)["width"] * 0.37, 17)
    pictured = len(built.quarters) > 1 or building.owner is None
    picture = built.lot(0)["height"] * 0.32 if pictured else 0
    left_over = lot["height"] - letters - (picture + 1 if pictured else 0)
    top = lot["top"] + left_over * (0.15 if built.above else 0.5)
    text = ft.Text(
        short(building.code) if built.beside else building.code,
        size=letters / scale,
        weight=ft.FontWeight.W_800,
        color=look.ink,
        no_wrap=True,
        text_align=ft.TextAlign.CENTER,
        style=ft.TextStyle(height=1.0),
        left=lot["left"],
        top=top,
        width=lot["width"],
    )
    parts: list[ft.Control] = [text]
    if pictured:
        where = {"left": lot["left"] + (lot["width"] - picture) / 2, "top": top + letters + 1}
        parts.append(sign(look.picture, picture, look.ink, **where))
    if building.owner is not None and built.cube:
        left, above, side = built.cube
        mark, edge = side * 0.88, side * 0.06
        person = people[building.owner]
        parts.append(seat_mark(*person, mark, left=left + edge, top=above + edge))
    return parts


def free_quarter(block: BlockView) -> int | None:
    """Return the lot in which the block's value hides nothing; None if all or none are free."""
    built = {n for one in block.buildings for n in quarters_of(one.lots, block.id)}
    free = [n for n in range(4) if n not in built]
    return free[0] if free and built else None


def _number_of(worth: Worth, size: tuple[float, float], scale: float) -> ft.Control:
    """Return the value of the block on its chip, larger if it is a price."""
    left, top, wide, high = worth.chip(size).box
    letters = worth.letters(size)
    return ft.Text(
        str(worth.value),
        size=letters / scale,
        weight=ft.FontWeight.W_800,
        color=CHIP_INK,
        no_wrap=True,
        text_align=ft.TextAlign.CENTER,
        style=ft.TextStyle(height=1.0),
        left=left,
        top=top + (high - letters) / 2,
        width=wide,
    )


# Numbers around the city


@as_cached_part(lambda number, *_: number.place)
def number_tile(number: NumberView, marks: Marks, room: Room, on_touch: Touch | None) -> ft.Control:
    """Return a number at the edge, over one or two rows of blocks."""
    place = number.place
    where = edge_box(place, room)
    shown = _with_line(number, _disc(number, where, room), where, room)
    return tappable(
        shown,
        marks.named(number.spoken),
        (lambda _e: on_touch(place)) if on_touch else None,
        radius=4,
        **where,
        bgcolor=WATER_BACK if place.startswith(("top", "right")) else WILD_BACK,
        border=marks.edge(ft.Colors.TRANSPARENT) if marks.offer != "none" else None,
        alignment=ft.Alignment.CENTER,
        opacity=marks.opacity,
    )


def _with_line(
    number: NumberView, disc: ft.Control, where: dict[str, Any], room: Room
) -> ft.Control:
    """Add the name of the line or column of blocks beside its number."""
    if not number.line:
        return disc
    water = number.place.startswith("right")
    name = ft.Text(
        number.line,
        size=min(min(where["width"], where["height"]) * 0.7, 15) / room.grown,
        weight=ft.FontWeight.W_700,
        color=WATER_INK if water else WILD_INK,
        no_wrap=True,
        style=ft.TextStyle(height=1.0),
    )
    lay: Any = ft.Column if water else ft.Row
    return ft.Container(
        lay(
            [name, disc],
            spacing=3,
            tight=True,
            alignment=ft.MainAxisAlignment.CENTER,
            **({"horizontal_alignment": ft.CrossAxisAlignment.CENTER} if water else {}),
        ),
        alignment=ft.Alignment.CENTER,
    )


def _disc(number: NumberView, where: dict[str, Any], room: Room) -> ft.Control:
    """Return the number on its colour, or a hollow circle if there is no marker."""
    thin = min(where["width"], where["height"])
    if not number.text:
        ink = WATER_INK
        return ft.Container(
            width=min(thin * 0.62, 26),
            height=min(thin * 0.62, 26),
            border=outline(1.5, ink),
            border_radius=20,
        )
    back, ink = (WEALTH_BACK, WEALTH_INK) if number.wealth else (PRESTIGE_BACK, PRESTIGE_INK)
    text = ft.Text(
        number.text,
        size=min(thin * (0.6 if len(number.text) < _LONG else 0.48), 20) / room.grown,
        weight=ft.FontWeight.W_800,
        color=ink,
        no_wrap=True,
        style=ft.TextStyle(height=1.0),
    )
    turned = where["width"] < 26 * room.scale and len(number.text) > 2
    return ft.Container(
        text,
        bgcolor=back,
        border_radius=6,
        padding=ft.Padding.symmetric(horizontal=0 if turned else 2, vertical=1),
        alignment=ft.Alignment.CENTER,
        width=where["width"] if where["width"] < where["height"] else None,
    )


_LONG = 3


def edge_box(place: str, room: Room) -> dict[str, Any]:
    """Return the position of a number around the city, in logical pixels."""
    side, _, nth = place.partition(".")
    n = int(nth)
    wide, high = room.block_width, room.block_height
    around = room.city
    if side == "left":
        return _box(0, room.top(2 * n - 1), room.edge, 2 * high + room.street)
    if side == "right":
        return _box(around[0] - room.circles, room.top(n), room.circles, high)
    if side == "top":
        return _box(room.left(2 * n - 1), 0, 2 * wide + room.street, room.circles)
    return _box(room.left(n), around[1] - room.edge, wide, room.edge)


def _box(left: float, top: float, width: float, height: float) -> dict[str, Any]:
    return {"left": left, "top": top, "width": width, "height": height}
