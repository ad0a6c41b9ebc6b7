"""Drawing of a block by hand: its buildings on their lots, and its value."""

from typing import Final

import flet as ft

from companion.ui.boards.face import BoardLook, Brush
from companion.ui.games.urban_sprawl.look import COIN, ZONE_LOOKS
from companion.ui.games.urban_sprawl.plan import PlacedBuilding, Worth, picture_of, quarters_of
from companion.ui.games.urban_sprawl.views import (
    CHIP_INK,
    BlockFace,
    BlockView,
    BuildingView,
)
from companion.ui.widgets import People, seat_mark, sign


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

    The letters of its zone are in its first lot, with its picture if there is room, or only that
    beside its owner; its owner is in its last lot.
    """
    building, look = built.building, ZONE_LOOKS[built.building.colour]
    lot = built.letters
    letters = 0 if built.beside else min(built.lot(0)["width"] * 0.37, 17)
    pictured = len(built.quarters) > 1 or building.owner is None or built.beside
    share = 0.72 if built.beside else 0.32
    picture = min(built.lot(0)["height"] * share, lot["width"] * 0.9) if pictured else 0
    left_over = lot["height"] - letters - (picture + 1 if pictured else 0)
    top = lot["top"] + left_over * (0.15 if built.above else 0.5)
    text = ft.Text(
        building.code,
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
    parts: list[ft.Control] = [text] if letters else []
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


def _face(picture: BlockFace, size: tuple[float, float], brush: Brush) -> ft.Control:
    """Return a block with its buildings and its value."""
    block = picture.block
    worth = Worth(block.value, picture.asked, free_quarter(block))
    return block_face(block.id, block.buildings, size, brush.people, brush.text_scale, worth)


LOOK: Final = BoardLook(
    {
        **ZONE_LOOKS,
        "wealth": COIN,
        "rail.town": ft.Icons.COTTAGE,
        "rail.city": ft.Icons.LOCATION_CITY,
        "rail.metropolis": ft.Icons.APARTMENT,
    },
    draw=_face,
)
