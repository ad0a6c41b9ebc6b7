"""Top view of a block as one picture: its lots, its buildings, its chip.

Texts are separate controls beside the picture, because letters need the fonts of the app.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple, TypedDict

import flet as ft

from companion.games.urban_sprawl.grid import lots_of
from companion.ui.games.urban_sprawl.look import ZONE_LOOKS
from companion.ui.games.urban_sprawl.views import CHIP, WEALTH_BACK, BuildingView
from companion.ui.widgets import svg_image

_LANE = 2
"""Gap between two lots of a block, and around them."""
_ROOMY = 44
"""Least height of a lot with letters above the owner."""
_LINE = 'fill="#888888" fill-opacity="0.45"'
_EDGE = 'stroke="#777777" stroke-width="0.5"'
Size = tuple[float, float]


class Box(TypedDict):
    """Position and size in logical pixels."""

    left: float
    top: float
    width: float
    height: float


def quarters_of(lots: Sequence[str], block: str) -> tuple[int, ...]:
    """Return the indices of lots in a block, from the left, upper row first."""
    return tuple(n for n, lot in enumerate(lots_of(block)) if lot in lots)


def shapes_of(quarters: tuple[int, ...]) -> tuple[tuple[int, int, int, int], ...]:
    """Return rectangles that cover these quarters: column, row, columns, rows of each."""
    if len(quarters) == 3:
        missing = ({0, 1, 2, 3} - {*quarters}).pop()
        return (0, 1 - missing // 2, 2, 1), (1 - missing % 2, 0, 1, 2)
    columns, rows = {q % 2 for q in quarters}, {q // 2 for q in quarters}
    return ((min(columns), min(rows), len(columns), len(rows)),)


def box(shape: tuple[int, int, int, int], size: Size) -> Box:
    """Return the position of a rectangle of lots in a block, in logical pixels."""
    column, row, columns, rows = shape
    wide, high = (size[0] - 3 * _LANE) / 2, (size[1] - 3 * _LANE) / 2
    return {
        "left": _LANE + column * (wide + _LANE),
        "top": _LANE + row * (high + _LANE),
        "width": columns * wide + (columns - 1) * _LANE,
        "height": rows * high + (rows - 1) * _LANE,
    }


class Shape(NamedTuple):
    """Drawing of a building: colour of its zone, its lots, ground of its owner's mark."""

    colour: str
    quarters: tuple[int, ...]
    cube: tuple[float, float, float] | None
    """Left, top and side of the light ground of its owner's mark; None without an owner."""


class Chip(NamedTuple):
    """Ground of the value of a block."""

    box: tuple[float, float, float, float]
    """Left, top, width and height."""
    back: str


@dataclass(frozen=True, slots=True)
class PlacedBuilding:
    """Building on its block."""

    building: BuildingView
    quarters: tuple[int, ...]
    size: Size
    """Size of the block."""

    def lot(self, nth: int) -> Box:
        """Return the position of one of its lots."""
        quarter = self.quarters[nth]
        return box((quarter % 2, quarter // 2, 1, 1), self.size)

    @property
    def alone(self) -> bool:
        """Return whether letters and owner share one lot."""
        return len(self.quarters) == 1 and self.building.owner is not None

    @property
    def beside(self) -> bool:
        """Return whether letters and owner stand side by side."""
        return self.alone and self.lot(0)["height"] < _ROOMY

    @property
    def above(self) -> bool:
        """Return whether the letters stand above the owner."""
        return self.alone and not self.beside

    @property
    def letters(self) -> Box:
        """Return the room of its letters."""
        return _half(self.lot(0), 0) if self.beside else self.lot(0)

    @property
    def cube(self) -> tuple[float, float, float] | None:
        """Return left, top and side of its owner's mark."""
        if self.building.owner is None:
            return None
        lot = self.lot(-1)
        if self.beside:
            half = _half(lot, 1)
            return _middle(half, min(half["width"] + 1, half["height"] * 0.7))
        side = min(lot["height"] * (0.45 if self.alone else 0.78), lot["width"] * 0.8, 30)
        left, top, _ = _middle(lot, side)
        return left, lot["top"] + lot["height"] - side - 2 if self.alone else top, side

    @property
    def drawn(self) -> Shape:
        """Return the part of it that is in the picture."""
        return Shape(self.building.colour, self.quarters, self.cube)


def _half(lot: Box, nth: int) -> Box:
    """Return the left or the right half of a lot."""
    wide = lot["width"] / 2
    return {**lot, "left": lot["left"] + nth * wide, "width": wide}


def _middle(lot: Box, side: float) -> tuple[float, float, float]:
    """Return a centred square in a lot: left, top and side."""
    return lot["left"] + (lot["width"] - side) / 2, lot["top"] + (lot["height"] - side) / 2, side


@dataclass(frozen=True, slots=True)
class Worth:
    """Displayed value of a block, in its middle or in a free lot."""

    value: int
    asked: bool
    """True if it is a price, which is larger."""
    quarter: int | None

    def letters(self, size: Size) -> float:
        """Return the size of the number."""
        return (13 if self.asked else 10) * _grown(size)

    def chip(self, size: Size) -> Chip:
        """Return the ground of the number."""
        wide, high = (24.0, 17.0) if self.asked else (17.0, 13.0)
        wide, high = wide * _grown(size), high * _grown(size)
        middle = (size[0] / 2, size[1] / 2)
        if self.quarter is not None:
            lot = box((self.quarter % 2, self.quarter // 2, 1, 1), size)
            middle = (lot["left"] + lot["width"] / 2, lot["top"] + lot["height"] / 2)
            wide = min(wide, lot["width"])
        where = (middle[0] - wide / 2, middle[1] - high / 2, wide, high)
        return Chip(where, WEALTH_BACK if self.asked else CHIP)


def _grown(size: Size) -> float:
    return max(1.0, min(size) / 64)


def picture_of(built: tuple[Shape, ...], size: Size, chip: Chip | None) -> ft.Control:
    """Return the picture of a block.

    Args:
        built: buildings on it.
        size: size of the block in logical pixels.
        chip: ground of its value; None if the value is not shown.
    """
    return svg_image(_svg(built, size, chip), *size)


@lru_cache(maxsize=512)
def _svg(built: tuple[Shape, ...], size: Size, chip: Chip | None) -> str:
    parts = "".join((*_lanes(size), *_shapes(built, size), *_chips(chip)))
    room = f"0 0 {size[0]:.2f} {size[1]:.2f}"
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{room}">{parts}</svg>'


def _lanes(size: Size) -> Iterator[str]:
    """Yield the lines between its lots."""
    width, height = size
    yield _rect((width / 2 - 0.5, 2, 1, height - 4), 0, _LINE)
    yield _rect((2, height / 2 - 0.5, width - 4, 1), 0, _LINE)


def _shapes(built: Iterable[Shape], size: Size) -> Iterator[str]:
    """Yield each building: one shape, or two overlapping ones if it has a corner."""
    for one in built:
        for shape in shapes_of(one.quarters):
            where = box(shape, size)
            corners = (where["left"], where["top"], where["width"], where["height"])
            yield _rect(corners, 4, f'fill="{ZONE_LOOKS[one.colour].back}"')
        if one.cube:
            left, top, side = one.cube
            yield _rect((left, top, side, side), side * 0.3, f'fill="{CHIP}"')


def _chips(chip: Chip | None) -> Iterator[str]:
    if chip:
        yield _rect(chip.box, chip.box[3] / 2, f'fill="{chip.back}" {_EDGE}')


def _rect(where: tuple[float, float, float, float], rounded: float, look: str) -> str:
    left, top, width, height = where
    place = f'x="{left:.2f}" y="{top:.2f}" width="{width:.2f}" height="{height:.2f}"'
    return f'<rect {place} rx="{rounded:.2f}" {look}/>'
