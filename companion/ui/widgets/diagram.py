"""Small diagrams beside the rules, in the colours of the theme.

A game declares its diagrams as shapes; this module draws them. Screen readers skip a diagram and
read the sentence under it. Its texts are numbers or arithmetic signs, never words.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from math import atan2, cos, pi, sin
from typing import Final, TypeAlias

import flet as ft
import flet.canvas as cv


class Shade(StrEnum):
    """Role of a shape; each has a ground and a legible ink."""

    PLAIN = "plain"
    """Existing object."""
    LIT = "lit"
    """Subject of the diagram."""
    OTHER = "other"
    """Contrast to the subject."""
    FAINT = "faint"
    """Object that does not count."""


_GROUND: Final = {
    Shade.PLAIN: ft.Colors.SURFACE_CONTAINER_HIGHEST,
    Shade.LIT: ft.Colors.PRIMARY,
    Shade.OTHER: ft.Colors.TERTIARY,
    Shade.FAINT: ft.Colors.SURFACE,
}
_INK: Final = {
    Shade.PLAIN: ft.Colors.ON_SURFACE,
    Shade.LIT: ft.Colors.ON_PRIMARY,
    Shade.OTHER: ft.Colors.ON_TERTIARY,
    Shade.FAINT: ft.Colors.ON_SURFACE_VARIANT,
}
_LINE: Final = {
    Shade.PLAIN: ft.Colors.ON_SURFACE,
    Shade.LIT: ft.Colors.PRIMARY,
    Shade.OTHER: ft.Colors.TERTIARY,
    Shade.FAINT: ft.Colors.OUTLINE,
}
_HEAD: Final = 8
"""Length of an arrowhead."""


@dataclass(frozen=True, slots=True)
class DiagramTile:
    """Tile, card or space: upper left corner, width and height."""

    x: float
    y: float
    width: float
    height: float
    tone: Shade = Shade.PLAIN
    text: str = ""
    round_by: float = 5


@dataclass(frozen=True, slots=True)
class Spot:
    """Round object such as a pawn or a coin: centre and radius."""

    x: float
    y: float
    radius: float
    tone: Shade = Shade.PLAIN
    text: str = ""


@dataclass(frozen=True, slots=True)
class DiagramLine:
    """Line through points."""

    points: tuple[tuple[float, float], ...]
    tone: Shade = Shade.PLAIN
    arrow: bool = False
    thick: float = 2.5


@dataclass(frozen=True, slots=True)
class Mark:
    """Text on the ground, by its centre."""

    x: float
    y: float
    text: str
    size: float = 18


@dataclass(frozen=True, slots=True)
class Tick:
    """Check mark or cross, by its centre."""

    x: float
    y: float
    yes: bool = True
    tone: Shade = Shade.PLAIN
    """Shade of the ground below it."""


Shape: TypeAlias = DiagramTile | Spot | DiagramLine | Mark | Tick


@dataclass(frozen=True)
class Diagram:
    """Diagram with its natural size in logical pixels."""

    width: float
    height: float
    shapes: tuple[Shape, ...]


def diagram(of: Diagram, sentence: str, *, grown: float = 1, key: str | None = None) -> ft.Control:
    """Return a diagram and the sentence that describes it.

    Args:
        of: diagram to draw.
        sentence: text under it, for everybody.
        grown: factor over its natural size.
        key: key among its siblings.
    """
    drawn = [part for shape in of.shapes for part in _parts(shape, grown)]
    canvas = cv.Canvas(drawn, width=of.width * grown, height=of.height * grown)
    return ft.Column(
        [
            ft.Row(
                [ft.Semantics(exclude_semantics=True, content=canvas)],
                alignment=ft.MainAxisAlignment.CENTER,
            ),
            ft.Text(sentence, size=15, color=ft.Colors.ON_SURFACE_VARIANT),
        ],
        spacing=8,
        tight=True,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
        key=key,
    )


def _parts(shape: Shape, by: float) -> Iterator[cv.Shape]:
    match shape:
        case DiagramTile():
            yield from _tile(shape, by)
        case Spot(x, y, radius, tone, text):
            yield cv.Circle(x * by, y * by, radius * by, ft.Paint(color=_GROUND[tone]))
            yield cv.Circle(x * by, y * by, radius * by, _edge(tone, by))
            yield from _written(x, y, text, radius * 1.2, _INK[tone], by)
        case DiagramLine():
            yield from _line_shapes(shape, by)
        case Mark(x, y, text, size):
            yield from _written(x, y, text, size, ft.Colors.ON_SURFACE, by)
        case Tick(x, y, yes, tone):
            paint = _stroke(_INK[tone], 3 * by)
            if yes:
                yield _line(((x - 6, y), (x - 2, y + 5), (x + 7, y - 6)), by, paint)
            else:
                yield _line(((x - 5, y - 5), (x + 5, y + 5)), by, paint)
                yield _line(((x - 5, y + 5), (x + 5, y - 5)), by, paint)


def _tile(tile: DiagramTile, by: float) -> Iterator[cv.Shape]:
    box = (tile.x * by, tile.y * by, tile.width * by, tile.height * by)
    corner = tile.round_by * by
    yield cv.Rect(*box, border_radius=corner, paint=ft.Paint(color=_GROUND[tile.tone]))
    yield cv.Rect(*box, border_radius=corner, paint=_edge(tile.tone, by))
    middle = tile.x + tile.width / 2, tile.y + tile.height / 2
    size = min(tile.height * 0.55, 20)
    yield from _written(*middle, tile.text, size, _INK[tile.tone], by)


def _line_shapes(way: DiagramLine, by: float) -> Iterator[cv.Shape]:
    paint = _stroke(_LINE[way.tone], way.thick * by)
    yield _line(way.points, by, paint)
    if way.arrow:
        (ax, ay), (bx, by_) = way.points[-2:]
        turned = atan2(by_ - ay, bx - ax)
        for side in (pi * 0.82, -pi * 0.82):
            tip = bx + _HEAD * cos(turned + side), by_ + _HEAD * sin(turned + side)
            yield _line(((bx, by_), tip), by, paint)


def _line(points: tuple[tuple[float, float], ...], by: float, paint: ft.Paint) -> cv.Shape:
    first, *others = [(x * by, y * by) for x, y in points]
    return cv.Path([cv.Path.MoveTo(*first), *(cv.Path.LineTo(x, y) for x, y in others)], paint)


def _edge(tone: Shade, by: float) -> ft.Paint:
    return _stroke(_LINE[tone] if tone is not Shade.PLAIN else ft.Colors.OUTLINE, 1.5 * by)


def _stroke(colour: str, width: float) -> ft.Paint:
    return ft.Paint(
        color=colour,
        style=ft.PaintingStyle.STROKE,
        stroke_width=width,
        stroke_cap=ft.StrokeCap.ROUND,
        stroke_join=ft.StrokeJoin.ROUND,
    )


def _written(x: float, y: float, text: str, size: float, ink: str, by: float) -> Iterator[cv.Shape]:
    if text:
        style = ft.TextStyle(size=size * by, weight=ft.FontWeight.BOLD, color=ink)
        yield cv.Text(x * by, y * by, text, style, alignment=ft.Alignment.CENTER)
