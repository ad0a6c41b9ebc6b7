"""Line chart over the turns of a match on a canvas, also described in words."""

from collections.abc import Sequence
from dataclasses import dataclass

import flet as ft
import flet.canvas as cv

_DASHES: tuple[list[int | float] | None, ...] = (None, [10, 5], [3, 4], [12, 4, 3, 4])
_LEFT, _RIGHT, _ABOVE, _BELOW = 36, 18, 14, 14


@dataclass(frozen=True)
class ChartLine:
    """Line of a chart: name, colour and a value per step."""

    name: str
    colour: str
    values: tuple[float, ...]
    seat: int | None = None
    """Index of its dashes, if not its index among the lines."""


@dataclass(frozen=True)
class _Frame:
    """Conversion of values to positions in the drawing."""

    width: float
    height: float
    low: float
    high: float
    steps: int

    def x(self, step: int) -> float:
        return _LEFT + step * (self.width - _LEFT - _RIGHT) / max(self.steps - 1, 1)

    def y(self, value: float) -> float:
        room = self.height - _ABOVE - _BELOW
        return _ABOVE + room * (1 - (value - self.low) / (self.high - self.low))


def line_chart(
    lines: Sequence[ChartLine], label: str, *, width: float = 360, height: float = 220
) -> ft.Control:
    """Return a chart of the lines on a common scale that includes zero.

    Each line ends in a dot with its initial and has its own dashes, never colour alone. `label`
    describes the chart in words.
    """
    drawn = [line for line in lines if line.values]
    frame = _frame(drawn, width, height)
    shapes: list[cv.Shape] = [shape for n in range(5) for shape in _grid(frame, n / 4)]
    shapes += [_path(line, frame, n) for n, line in enumerate(drawn)]
    shapes += [shape for line in reversed(drawn) for shape in _end(line, frame)]
    return ft.Semantics(
        image=True, label=label, content=cv.Canvas(shapes, width=width, height=height)
    )


def _frame(lines: Sequence[ChartLine], width: float, height: float) -> _Frame:
    values = [value for line in lines for value in line.values]
    low, high = min([0, *values]), max([0, *values])
    steps = max((len(line.values) for line in lines), default=1)
    # Round up to a multiple of four, so that the four strips of the grid have whole numbers.
    span = max(4 * -(-(high - low) // 4), 4)
    return _Frame(width, height, low, low + span, steps)


def _grid(frame: _Frame, share: float) -> tuple[cv.Shape, cv.Shape]:
    value = frame.low + share * (frame.high - frame.low)
    y = frame.y(value)
    ruler = ft.Paint(stroke_width=1, color=ft.Colors.OUTLINE_VARIANT)
    return (
        cv.Line(_LEFT, y, frame.width, y, ruler),
        cv.Text(
            _LEFT - 8,
            y,
            f"{value:g}",
            ft.TextStyle(size=13, color=ft.Colors.ON_SURFACE_VARIANT),
            alignment=ft.Alignment.CENTER_RIGHT,
        ),
    )


def _path(line: ChartLine, frame: _Frame, order: int) -> cv.Shape:
    points = [(frame.x(n), frame.y(value)) for n, value in enumerate(line.values)]
    elements: list[cv.Path.PathElement] = [cv.Path.MoveTo(*points[0])]
    elements += [cv.Path.LineTo(x, y) for x, y in points[1:]]
    place = order if line.seat is None else line.seat
    paint = ft.Paint(
        stroke_width=4,
        color=line.colour,
        style=ft.PaintingStyle.STROKE,
        stroke_dash_pattern=_DASHES[place % len(_DASHES)],
    )
    return cv.Path(elements, paint)


def _end(line: ChartLine, frame: _Frame) -> tuple[cv.Shape, cv.Shape]:
    x, y = frame.x(len(line.values) - 1), frame.y(line.values[-1])
    initial = ft.TextStyle(size=14, weight=ft.FontWeight.BOLD, color="#FFFFFF")
    return (
        cv.Circle(x, y, 12, ft.Paint(color=line.colour)),
        cv.Text(x, y, line.name[:1].upper(), initial, alignment=ft.Alignment.CENTER),
    )
