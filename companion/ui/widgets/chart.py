"""Badges, bars and charts."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

import flet as ft
import flet.canvas as cv

from companion.ui.theme import seat_look

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


class SeatIdentity(NamedTuple):
    """Colour index in the app and name of a player."""

    colour: int
    name: str


People: TypeAlias = tuple[SeatIdentity, ...]
"""Players by seat."""


def seat_badge(colour: int, name: str, size: float = 28) -> ft.Control:
    """Return the mark of a seat with the player's initial, hidden from screen readers."""
    return ft.Semantics(exclude_semantics=True, content=seat_mark(colour, name, size))


def seat_mark(colour: int, name: str, size: float = 28, **where: Any) -> ft.Control:
    """Return the mark of a seat for content that is already read out as one.

    Args:
        colour: colour index of the seat.
        name: name of its player.
        size: side in logical pixels.
        where: further arguments of `ft.Stack`, such as its position.
    """
    look = seat_look(colour)
    return ft.Stack(
        [
            ft.Icon(look.icon, color=look.colour, size=size),
            _letter(name[:1].upper(), look.on_colour, size),
        ],
        alignment=ft.Alignment.CENTER,
        width=size,
        height=size,
        **where,
    )


def _letter(letter: str, colour: str, size: float) -> ft.Control:
    """Return an initial that fits its shape at any text scale."""
    # `CircleAvatar` is the only Flet control that ignores the text scale.
    return ft.CircleAvatar(
        ft.Text(letter, size=size * 0.42, weight=ft.FontWeight.BOLD, color=colour),
        radius=size / 2,
        bgcolor=ft.Colors.TRANSPARENT,
    )


def seat_chip(colour: int, name: str, *, size: float = 18, strong: bool = False) -> ft.Control:
    """Return the mark of a seat and the name of its player."""
    weight = ft.FontWeight.BOLD if strong else ft.FontWeight.W_500
    return ft.Row(
        [seat_badge(colour, name, size * 1.5), ft.Text(name, size=size, weight=weight)],
        spacing=8,
        tight=True,
        vertical_alignment=ft.CrossAxisAlignment.CENTER,
    )


@dataclass(frozen=True)
class Bar:
    """Bar of a chart."""

    label: str
    amount: str
    """Number as written."""
    share: float
    """Share of the longest bar."""
    spoken: str
    """Row in words."""
    colour: str | None = None


def bars(rows: Sequence[Bar], *, key: str) -> ft.Control:
    """Return the bars, each with its words for a screen reader."""
    return ft.Column(
        [_row(row, f"{key}:{n}") for n, row in enumerate(rows)],
        spacing=8,
        tight=True,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
        key=key,
    )


def _row(row: Bar, key: str) -> ft.Control:
    drawn = ft.Column(
        [
            ft.Row(
                [
                    ft.Text(row.label, size=16, expand=True),
                    ft.Text(row.amount, size=18, weight=ft.FontWeight.BOLD),
                ],
                spacing=12,
            ),
            ft.ProgressBar(
                value=min(max(row.share, 0), 1),
                bar_height=14,
                border_radius=7,
                color=row.colour,
                bgcolor=ft.Colors.SURFACE_CONTAINER_HIGHEST,
            ),
        ],
        spacing=4,
        tight=True,
    )
    return ft.Semantics(
        label=row.spoken,
        container=True,
        content=ft.Semantics(exclude_semantics=True, content=drawn),
        key=key,
    )
