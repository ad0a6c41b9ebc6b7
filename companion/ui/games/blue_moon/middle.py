"""Middle of the table: both totals, large, and the dragons between them."""

import math
from collections.abc import Callable
from dataclasses import dataclass

import flet as ft

from companion.ui.games.blue_moon.board_view import SideView, TotalView
from companion.ui.games.blue_moon.look import ELEMENTS, SHIELD, dragon
from companion.ui.theme import seat_look
from companion.ui.widgets import as_cached_part, cached_part, moving, outline, tappable

DRAGONS = "dragons"
"""Place of the dragons."""


def total_place(seat: int) -> str:
    """Return the place of the total of a seat."""
    return f"total:{seat}"


def total_block(
    side: SideView,
    height: float,
    scale: float,
    on_touch: Callable[[str], None],
    *,
    turned: bool,
    flat: bool,
    width: float,
) -> ft.Control:
    """Return the power of a side, in the element of the fight or in both.

    A `flat` block stands beside the other one.
    """
    short = side.short if side.acting else 0
    shown = Power(side.seat, side.colour, side.totals, _explanation(side), side.power_spoken, short)
    place = total_place(side.seat)
    return cached_part(place, _total, shown, (width, height), scale, on_touch, turned, flat)


@dataclass(frozen=True, slots=True)
class Power:
    """Displayed power of a side."""

    seat: int
    colour: int
    totals: tuple[TotalView, ...]
    explanation: str
    """Sum of the power, and the missing amount."""
    spoken: str
    short: int
    """Missing power of the acting side."""


def _total(
    shown: Power,
    size: tuple[float, float],
    scale: float,
    on_touch: Callable[[str], None],
    turned: bool,
    flat: bool,
) -> ft.Control:
    block = _block(shown, size, scale, on_touch)
    return ft.Container(block, rotate=math.pi if turned else 0, expand=flat)


_DIGIT = 0.58
"""Width of a digit, as a share of its height."""
_TOLD = 56
"""Least width for the sum of a total."""


def _fitting(totals: tuple[TotalView, ...], width: float, scale: float) -> float:
    """Return the height of a total's numbers that fits a width."""
    edges = 24 + 10 * (len(totals) - 1) + 22 * len(totals)
    each = (0.62 + _DIGIT * len(str(t.amount)) + (0.6 if t.shield else 0) for t in totals)
    return (width - edges) / sum(each) / scale


def _block(
    side: Power, size: tuple[float, float], scale: float, on_touch: Callable[[str], None]
) -> ft.Control:
    width, height = size
    place, explanation = total_place(side.seat), side.explanation
    # Large text needs this room for the shield and the explanation beside the totals.
    grown = max(1.0, 0.8 * scale)
    large = min(48.0 / grown, height * 0.72 / scale)
    if len(side.totals) > 1:
        large *= 0.72
    large = min(large, _fitting(side.totals, width, scale))
    numbers: list[ft.Control] = [_number(total, large, scale) for total in side.totals]
    if explanation and _fitting(side.totals, width - _TOLD * grown, scale) >= large:
        numbers.append(
            ft.Container(
                ft.Text(explanation, size=15 / grown, weight=ft.FontWeight.W_600, max_lines=2),
                expand=True,
            )
        )
    look = seat_look(side.colour)
    edge = ft.BorderSide(5, look.colour)
    return tappable(
        ft.Row(numbers, spacing=10, vertical_alignment=ft.CrossAxisAlignment.CENTER),
        side.spoken,
        lambda _e: on_touch(place),
        key=place,
        height=height,
        radius=10,
        padding=ft.Padding.only(left=8, right=6),
        border=ft.Border(left=edge, right=edge),
        bgcolor=ft.Colors.ERROR_CONTAINER if side.short else ft.Colors.SURFACE_CONTAINER_HIGH,
    )


def _explanation(side: SideView) -> str:
    """Return the sum of the power, and the power missing to equal the opponent."""
    parts = [t.sum.partition(" = ")[2] for t in side.totals if len(side.totals) == 1]
    sums = [f"= {part}" for part in parts if part]
    return "\n".join([*sums, *([f"−{side.short}"] if side.acting and side.short else [])])


def _number(total: TotalView, large: float, scale: float) -> ft.Control:
    look = ELEMENTS[total.element]
    shield = [ft.Icon(SHIELD, size=large * 0.6 * scale, color=look.ink)] if total.shield else []
    return ft.Container(
        ft.Row(
            [
                ft.Icon(look.icon, size=large * 0.62 * scale, color=look.ink),
                ft.Text(
                    str(total.amount),
                    size=large,
                    weight=ft.FontWeight.W_800,
                    color=look.ink,
                    style=ft.TextStyle(height=1.0),
                ),
                *shield,
            ],
            spacing=3,
            tight=True,
        ),
        bgcolor=look.back,
        border_radius=10,
        padding=ft.Padding.symmetric(horizontal=8, vertical=1),
    )


@dataclass(frozen=True, slots=True)
class Lane:
    """Position and size of the dragons."""

    held: tuple[int, int, int]
    """Number of dragons above, in the middle and below; from left to right if flat."""
    size: float
    """Size of a dragon."""
    height: float
    flat: bool
    still: bool
    """True if movements are not animated."""

    @property
    def width(self) -> float:
        """Return the width, edge included."""
        widths = [self.slot(number) for number in self.held]
        return (sum(widths) + 2 * _BETWEEN if self.flat else max(widths)) + 2 * _EDGE

    def slot(self, number: int) -> float:
        """Return the width of a slot for that many dragons."""
        return self.size * (max(0.3, min(_EACH, number)) * 1.05 if self.flat else 3.3)

    def corner(self, place: int) -> tuple[float, float]:
        """Return the upper left corner of one of the three slots, within the edge."""
        if self.flat:
            return sum(map(self.slot, self.held[:place])) + place * _BETWEEN, 0
        return 0, place * (self.height - 2 * _EDGE - self.size) / 2


_EACH = 3
"""Maximum number of dragons drawn one by one."""
_EDGE = 3
"""Width of the border of the lane and its padding."""
_BETWEEN = 4
"""Gap between two slots of a flat lane."""
_MIDDLE = 1


@as_cached_part(DRAGONS)
def dragon_lane(lane: Lane, spoken: str, on_touch: Callable[[str], None]) -> ft.Control:
    """Return the lane with the dragons above, in the middle and below."""
    places = [_slot(lane, place) for place in range(len(lane.held))]
    inside = ft.Stack(
        [*places, *_dragons(lane)],
        width=lane.width - 2 * _EDGE,
        height=(lane.size if lane.flat else lane.height - 2 * _EDGE),
    )
    return tappable(
        inside,
        spoken,
        lambda _e: on_touch(DRAGONS),
        key=DRAGONS,
        radius=10,
        padding=_EDGE - 1,
        alignment=ft.Alignment.CENTER,
        bgcolor=ft.Colors.SURFACE_CONTAINER,
        border=outline(1, ft.Colors.OUTLINE_VARIANT),
    )


def _slot(lane: Lane, place: int) -> ft.Control:
    """Return a slot; too many dragons are drawn as one with their number."""
    number, (left, top) = lane.held[place], lane.corner(place)
    pair = [
        dragon(lane.size, lit=place != _MIDDLE),
        ft.Text(f"×{number}", size=16, weight=ft.FontWeight.BOLD),
    ]
    return ft.Container(
        ft.Row(pair, spacing=0, tight=True) if number > _EACH else None,
        left=left,
        top=top,
        width=lane.slot(number),
        height=lane.size,
        bgcolor=ft.Colors.SURFACE_CONTAINER_HIGHEST if place == _MIDDLE else None,
        border_radius=8,
    )


def _dragons(lane: Lane) -> list[ft.Control]:
    """Return the dragons in a fixed order, so that one that moves stays the same control."""
    pieces: list[ft.Control] = []
    for place, number in enumerate(lane.held):
        left, top = lane.corner(place)
        drawn = number if number <= _EACH else 0
        first = left + (lane.slot(number) - drawn * lane.size) / 2
        for n in range(drawn):
            visual = dragon(lane.size, lit=place != _MIDDLE)
            x = first + n * lane.size
            piece = moving(visual, x, top, lane.size, lane.size, still=lane.still)
            piece.key = f"dragon:{len(pieces)}"
            pieces.append(piece)
    return pieces
