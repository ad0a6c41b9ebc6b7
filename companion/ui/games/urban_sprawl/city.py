"""The city drawn: blocks with their buildings, the numbers around them, a block opened large."""

from collections.abc import Callable, Sequence
from typing import Any

import flet as ft

from companion.games.urban_sprawl.grid import cell, lots_of
from companion.ui.boards.tiles import Marks
from companion.ui.games.urban_sprawl.geometry import STREET, Room
from companion.ui.games.urban_sprawl.labels import short
from companion.ui.games.urban_sprawl.look import (
    CHIP,
    CHIP_INK,
    PRESTIGE_BACK,
    PRESTIGE_INK,
    WATER_BACK,
    WATER_INK,
    WEALTH_BACK,
    WEALTH_INK,
    WILD_BACK,
    WILD_INK,
    ZONE_LOOKS,
)
from companion.ui.games.urban_sprawl.views import BlockView, BuildingView, NumberView
from companion.ui.widgets import People, Person, kept, seat_badge, sign, tappable

Touch = Callable[[str], None]
_LANE = 2
"""Between two lots of a block, and around them."""
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
    """A block in its place: what stands there and what it is worth.

    Args:
        block: what is drawn.
        touched: the place that touching it says.
        marks: of what is asked.
        room: of the city.
        people: who plays, by seat.
        on_touch: told the place touched.
    """
    row, column = cell(block.id)
    where = (room.left(column), room.top(row), room.block_width, room.block_height)
    return kept(block.id, _block, block, touched, marks, where, room.scale, people, on_touch)


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
    size = (width, height)
    asked = marks.offer in ("legal", "helped")
    face = ft.Stack(
        [
            kept("built", block_face, block.id, block.buildings, size, people, scale),
            kept("worth", _worth, block.value, asked, free_quarter(block), size, scale),
        ],
        width=width,
        height=height,
    )
    tile = tappable(
        face,
        marks.named(block.spoken),
        lambda _e: on_touch(touched),
        radius=5,
        width=width,
        height=height,
        bgcolor=_GROUND,
        foreground_decoration=ft.BoxDecoration(
            border=marks.edge(_LINES), border_radius=ft.BorderRadius.all(5)
        ),
        opacity=marks.opacity,
    )
    return ft.Container(tile, left=left, top=top)


def block_face(
    block: str,
    buildings: tuple[BuildingView, ...],
    size: tuple[float, float],
    people: People,
    scale: float = 1.0,
) -> ft.Control:
    """What stands in a block, on its four lots. Letters are as large as their lot, however large
    the text is."""
    built = (_building(one, block, size, people, scale) for one in buildings)
    parts = [*_lanes(*size), *(part for each in built for part in each)]
    return ft.Stack(parts, width=size[0], height=size[1])


def _lanes(width: float, height: float) -> list[ft.Control]:
    """What parts the lots of a block, as far as the number in its middle."""
    high, wide = height * 0.36, width * 0.36
    return [
        *(
            ft.Container(bgcolor=_LINES, left=width / 2 - 0.5, top=top, width=1, height=high)
            for top in (2, height - 2 - high)
        ),
        *(
            ft.Container(bgcolor=_LINES, left=left, top=height / 2 - 0.5, width=wide, height=1)
            for left in (2, width - 2 - wide)
        ),
    ]


def _building(
    building: BuildingView, block: str, size: tuple[float, float], people: People, scale: float
) -> list[ft.Control]:
    """A building: one shape, or two that overlap where it has a corner; its letters, its owner."""
    quarters = quarters_of(building.lots, block)
    look = ZONE_LOOKS[building.colour]
    shapes: list[ft.Control] = [
        ft.Container(bgcolor=look.back, border_radius=4, **box(shape, size))
        for shape in shapes_of(quarters)
    ]
    letters = _letters(building, quarters, size, scale)
    return [*shapes, letters, *_owner(building, quarters, size, people)]


def quarters_of(lots: Sequence[str], block: str) -> tuple[int, ...]:
    """Which of the four lots of a block, counted from the left, the upper row first."""
    return tuple(n for n, lot in enumerate(lots_of(block)) if lot in lots)


def shapes_of(quarters: tuple[int, ...]) -> tuple[tuple[int, int, int, int], ...]:
    """Rectangles that cover these quarters: column, row, columns, rows of each."""
    if len(quarters) == 3:
        missing = ({0, 1, 2, 3} - {*quarters}).pop()
        return (0, 1 - missing // 2, 2, 1), (1 - missing % 2, 0, 1, 2)
    columns, rows = {q % 2 for q in quarters}, {q // 2 for q in quarters}
    return ((min(columns), min(rows), len(columns), len(rows)),)


def box(shape: tuple[int, int, int, int], size: tuple[float, float]) -> dict[str, Any]:
    """Where a rectangle of lots lies in a block, in logical pixels."""
    column, row, columns, rows = shape
    wide, high = (size[0] - 3 * _LANE) / 2, (size[1] - 3 * _LANE) / 2
    return {
        "left": _LANE + column * (wide + _LANE),
        "top": _LANE + row * (high + _LANE),
        "width": columns * wide + (columns - 1) * _LANE,
        "height": rows * high + (rows - 1) * _LANE,
    }


def _letters(
    building: BuildingView, quarters: tuple[int, ...], size: tuple[float, float], scale: float
) -> ft.Control:
    """The letters of its zone, in its first lot; where there is room, its picture."""
    look = ZONE_LOOKS[building.colour]
    within = box((quarters[0] % 2, quarters[0] // 2, 1, 1), size)
    beside = _beside(building, within)
    text = ft.Text(
        short(building.code) if beside else building.code,
        size=min(within["width"] * 0.37, 17) / scale,
        weight=ft.FontWeight.W_800,
        color=look.ink,
        no_wrap=True,
        style=ft.TextStyle(height=1.0),
    )
    parts: list[ft.Control] = [text]
    if len(quarters) > 1 or building.owner is None:
        parts.append(sign(look.picture, within["height"] * 0.32, look.ink))
    return ft.Container(
        ft.Column(
            parts,
            spacing=1,
            alignment=ft.MainAxisAlignment.CENTER,
            horizontal_alignment=ft.CrossAxisAlignment.CENTER,
            tight=True,
        ),
        alignment=_middle(building, quarters, beside),
        **(_half(within, 0) if beside else within),
    )


def _middle(building: BuildingView, quarters: tuple[int, ...], beside: bool) -> ft.Alignment:
    above = len(quarters) == 1 and building.owner is not None and not beside
    return ft.Alignment(0, -0.7) if above else ft.Alignment.CENTER


_ROOMY = 44
"""From this height of a lot on, its letters stand above its owner."""


def _beside(building: BuildingView, within: dict[str, Any]) -> bool:
    """Whether letters and owner share a lot, side by side."""
    return len(building.lots) == 1 and building.owner is not None and within["height"] < _ROOMY


def _half(within: dict[str, Any], nth: int) -> dict[str, Any]:
    """The left or the right half of a lot."""
    wide = within["width"] / 2
    return {**within, "left": within["left"] + nth * wide, "width": wide}


def _owner(
    building: BuildingView, quarters: tuple[int, ...], size: tuple[float, float], people: People
) -> list[ft.Control]:
    """The cube of whoever controls it, in its last lot."""
    if building.owner is None:
        return []
    within = box((quarters[-1] % 2, quarters[-1] // 2, 1, 1), size)
    if _beside(building, within):
        within = _half(within, 1)
        mark = cube(people[building.owner], min(within["width"] + 1, within["height"] * 0.7))
        return [ft.Container(mark, alignment=ft.Alignment.CENTER, **within)]
    alone = len(quarters) == 1
    side = min(within["height"] * (0.45 if alone else 0.78), within["width"] * 0.8, 30)
    return [
        ft.Container(
            cube(people[building.owner], side),
            alignment=ft.Alignment.BOTTOM_CENTER if alone else ft.Alignment.CENTER,
            padding=ft.Padding.only(bottom=2 if alone else 0),
            **within,
        )
    ]


def cube(person: Person, side: float) -> ft.Control:
    """The mark of a seat on a light ground, so that it shows on every zone."""
    return ft.Container(
        seat_badge(*person, side * 0.88),
        width=side,
        height=side,
        bgcolor=CHIP,
        border_radius=side * 0.3,
        alignment=ft.Alignment.CENTER,
    )


def free_quarter(block: BlockView) -> int | None:
    """The lot in which the value of a block hides nothing; None: all are free, or none is."""
    built = {n for one in block.buildings for n in quarters_of(one.lots, block.id)}
    free = [n for n in range(4) if n not in built]
    return free[0] if free and built else None


def _worth(
    value: int, asked: bool, quarter: int | None, size: tuple[float, float], scale: float
) -> ft.Control:
    """What the block is worth: in its middle, or in a free lot; larger while it is a price."""
    wide, high = (24.0, 17.0) if asked else (17.0, 13.0)
    grown = max(1.0, min(size) / 64)
    wide, high = wide * grown, high * grown
    if quarter is None:
        middle = (size[0] / 2, size[1] / 2)
    else:
        lot = box((quarter % 2, quarter // 2, 1, 1), size)
        middle = (lot["left"] + lot["width"] / 2, lot["top"] + lot["height"] / 2)
        wide = min(wide, lot["width"])
    return ft.Container(
        ft.Text(
            str(value),
            size=(13 if asked else 10) * grown / scale,
            weight=ft.FontWeight.W_800,
            color=CHIP_INK,
            no_wrap=True,
            style=ft.TextStyle(height=1.0),
        ),
        bgcolor=WEALTH_BACK if asked else CHIP,
        border=ft.Border.all(0.5, ft.Colors.OUTLINE),
        border_radius=high / 2,
        alignment=ft.Alignment.CENTER,
        left=middle[0] - wide / 2,
        top=middle[1] - high / 2,
        width=wide,
        height=high,
    )


# The numbers around the city.


def number_tile(number: NumberView, marks: Marks, room: Room, on_touch: Touch | None) -> ft.Control:
    """A number at the edge: over one row of blocks, or over two."""
    return kept(number.place, _number, number, marks, room, on_touch)


def _number(number: NumberView, marks: Marks, room: Room, on_touch: Touch | None) -> ft.Control:
    place = number.place
    where = edge_box(place, room)
    shown = _with_line(number, _disc(number, where, room), where, room)
    control = tappable(
        shown,
        marks.named(number.spoken),
        (lambda _e: on_touch(place)) if on_touch else None,
        radius=4,
        width=where["width"],
        height=where["height"],
        bgcolor=WATER_BACK if place.startswith(("top", "right")) else WILD_BACK,
        border=marks.edge(ft.Colors.TRANSPARENT) if marks.offer != "none" else None,
        alignment=ft.Alignment.CENTER,
        opacity=marks.opacity,
    )
    return ft.Container(control, left=where["left"], top=where["top"])


def _with_line(
    number: NumberView, disc: ft.Control, where: dict[str, Any], room: Room
) -> ft.Control:
    """The name of the line or column of blocks beside its number."""
    if not number.line:
        return disc
    water = number.place.startswith("right")
    name = ft.Text(
        number.line,
        size=min(min(where["width"], where["height"]) * 0.7, 15) / room.scale,
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
    """The number on its colour; a circle without a marker is hollow."""
    thin = min(where["width"], where["height"])
    if not number.text:
        ink = WATER_INK
        return ft.Container(
            width=min(thin * 0.62, 26),
            height=min(thin * 0.62, 26),
            border=ft.Border.all(1.5, ink),
            border_radius=20,
        )
    back, ink = (WEALTH_BACK, WEALTH_INK) if number.wealth else (PRESTIGE_BACK, PRESTIGE_INK)
    text = ft.Text(
        number.text,
        size=min(thin * (0.6 if len(number.text) < _LONG else 0.48), 20) / room.scale,
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
    """Where a number stands around the city, in logical pixels."""
    side, _, nth = place.partition(".")
    n = int(nth)
    wide, high = room.block_width, room.block_height
    around = room.city
    if side == "left":
        return _box(0, room.top(2 * n - 1), room.edge, 2 * high + STREET)
    if side == "right":
        return _box(around[0] - room.circles, room.top(n), room.circles, high)
    if side == "top":
        return _box(room.left(2 * n - 1), 0, 2 * wide + STREET, room.circles)
    return _box(room.left(n), around[1] - room.edge, wide, room.edge)


def _box(left: float, top: float, width: float, height: float) -> dict[str, Any]:
    return {"left": left, "top": top, "width": width, "height": height}
