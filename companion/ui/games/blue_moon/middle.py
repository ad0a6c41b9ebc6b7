"""The middle of the table: both totals, large, and the dragons between them."""

import math
from collections.abc import Callable
from dataclasses import dataclass

import flet as ft

from companion.ui.games.blue_moon.board_view import SideView, TotalView
from companion.ui.games.blue_moon.look import ELEMENTS, SHIELD, dragon
from companion.ui.theme import seat_look
from companion.ui.widgets import kept, kept_by, moving, outline, tappable

DRAGONS = "dragons"
"""The place of the dragons."""


def total_place(seat: int) -> str:
    """The place of the total of a seat."""
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
    """The power of a side, in the element of the fight or in both; flat, beside the other one."""
    short = side.short if side.acting else 0
    shown = Power(side.seat, side.colour, side.totals, _told(side), side.power_spoken, short)
    place = total_place(side.seat)
    return kept(place, _total, shown, (width, height), scale, on_touch, turned, flat)


@dataclass(frozen=True, slots=True)
class Power:
    """What is shown of the power of a side."""

    seat: int
    colour: int
    totals: tuple[TotalView, ...]
    told: str
    """How it came about, and what is missing."""
    spoken: str
    short: int
    """How much is missing where it is its turn."""


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
"""How wide a digit is, for its height."""
_TOLD = 56
"""The least room for how a total came about."""


def _fitting(totals: tuple[TotalView, ...], width: float, scale: float) -> float:
    """How high the numbers of a total can be within a width."""
    edges = 24 + 10 * (len(totals) - 1) + 22 * len(totals)
    each = (0.62 + _DIGIT * len(str(t.amount)) + (0.6 if t.shield else 0) for t in totals)
    return (width - edges) / sum(each) / scale


def _block(
    side: Power, size: tuple[float, float], scale: float, on_touch: Callable[[str], None]
) -> ft.Control:
    width, height = size
    place, told = total_place(side.seat), side.told
    # Where text is large, a shield and what is told beside them need the room.
    grown = max(1.0, 0.8 * scale)
    large = min(48.0 / grown, height * 0.72 / scale)
    if len(side.totals) > 1:
        large *= 0.72
    large = min(large, _fitting(side.totals, width, scale))
    numbers: list[ft.Control] = [_number(total, large, scale) for total in side.totals]
    if told and _fitting(side.totals, width - _TOLD * grown, scale) >= large:
        numbers.append(
            ft.Container(
                ft.Text(told, size=15 / grown, weight=ft.FontWeight.W_600, max_lines=2),
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


def _told(side: SideView) -> str:
    """How it came about, and how much is missing to the opponent's."""
    parts = [t.sum.partition(" = ")[2] for t in side.totals if len(side.totals) == 1]
    found = [f"= {part}" for part in parts if part]
    return "\n".join([*found, *([f"−{side.short}"] if side.acting and side.short else [])])


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
    """Where the dragons are, and how large what they are drawn on is."""

    held: tuple[int, int, int]
    """How many are above, in the middle and below; from left to right where the lane is flat."""
    size: float
    """How large a dragon is."""
    height: float
    flat: bool
    still: bool
    """Whether a dragon that moves is to be there at once."""

    @property
    def width(self) -> float:
        """How wide it is, its edge included."""
        widths = [self.slot(number) for number in self.held]
        return (sum(widths) + 2 * _BETWEEN if self.flat else max(widths)) + 2 * _EDGE

    def slot(self, number: int) -> float:
        """How wide the place of so many dragons is."""
        return self.size * (max(0.3, min(_EACH, number)) * 1.05 if self.flat else 3.3)

    def corner(self, place: int) -> tuple[float, float]:
        """From where the place of one of the three begins, within the edge."""
        if self.flat:
            return sum(map(self.slot, self.held[:place])) + place * _BETWEEN, 0
        return 0, place * (self.height - 2 * _EDGE - self.size) / 2


_EACH = 3
"""As many dragons are drawn one by one."""
_EDGE = 3
"""The border of the lane, and what is within it."""
_BETWEEN = 4
"""What is left between two places of a flat lane."""
_MIDDLE = 1


@kept_by(DRAGONS)
def dragon_lane(lane: Lane, spoken: str, on_touch: Callable[[str], None]) -> ft.Control:
    """The dragons: above, in the middle, or below."""
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
    """Where dragons lie; more than there is room for are one and their number."""
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
    """Each dragon, in one order: one that goes to the next place stays the same piece."""
    found: list[ft.Control] = []
    for place, number in enumerate(lane.held):
        left, top = lane.corner(place)
        drawn = number if number <= _EACH else 0
        first = left + (lane.slot(number) - drawn * lane.size) / 2
        for n in range(drawn):
            visual = dragon(lane.size, lit=place != _MIDDLE)
            x = first + n * lane.size
            piece = moving(visual, x, top, lane.size, lane.size, still=lane.still)
            piece.key = f"dragon:{len(found)}"
            found.append(piece)
    return found
