"""Lines over the turns of a match, drawn on a canvas, with the same said in words."""

from collections.abc import Sequence
from dataclasses import dataclass

import flet as ft
import flet.canvas as cv


_DASHES: tuple[list[int | float] | None, ...] = (None, [10, 5], [3, 4], [12, 4, 3, 4])


@dataclass(frozen=True)
class Line:
    """One line: a name, a colour and a value per step."""

    name: str
    colour: str
    values: tuple[float, ...]


def line_chart(
    lines: Sequence[Line], label: str, *, width: float = 360, height: float = 200
) -> ft.Control:
    """The lines over a common scale from zero; `label` says the same in words."""
    top = max((value for line in lines for value in line.values), default=1) or 1
    shapes: list[cv.Shape] = [_grid(width, height * (n / 4)) for n in range(5)]
    shapes += [_path(line, width, height, top, n) for n, line in enumerate(lines) if line.values]
    return ft.Semantics(
        image=True, label=label, content=cv.Canvas(shapes, width=width, height=height)
    )


def _grid(width: float, y: float) -> cv.Shape:
    return cv.Line(0, y, width, y, ft.Paint(stroke_width=1, color=ft.Colors.OUTLINE_VARIANT))


def _path(line: Line, width: float, height: float, top: float, order: int) -> cv.Shape:
    steps = max(len(line.values) - 1, 1)
    points = [(n * width / steps, height * (1 - v / top)) for n, v in enumerate(line.values)]
    elements: list[cv.Path.PathElement] = [cv.Path.MoveTo(*points[0])]
    elements += [cv.Path.LineTo(x, y) for x, y in points[1:]]
    dash = _DASHES[order % len(_DASHES)]
    paint = ft.Paint(
        stroke_width=4,
        color=line.colour,
        style=ft.PaintingStyle.STROKE,
        stroke_dash_pattern=dash,
    )
    return cv.Path(elements, paint)
