"""The middle of the table: both totals, large, and the dragons between them."""

import math
from collections.abc import Callable
from dataclasses import dataclass

import flet as ft

from companion.ui.games.blue_moon.board_view import SideView, TableView, TotalView
from companion.ui.games.blue_moon.look import ELEMENTS, SHIELD, dragon
from companion.ui.theme import seat_look
from companion.ui.widgets import kept, tappable

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


def dragon_lane(
    now: TableView,
    above: SideView,
    below: SideView,
    size: float,
    *,
    flat: bool,
    on_touch: Callable[[str], None],
) -> ft.Control:
    """The dragons: above, in the middle, or below; from left to right where the lane is flat."""
    held = (above.dragons, now.middle, below.dragons)
    return kept(DRAGONS, _lane, held, now.dragons_spoken, size, flat, on_touch)


def lane_width(now: TableView, size: float, *, flat: bool) -> float:
    """How wide the lane of dragons is."""
    held = (*(side.dragons for side in now.sides), now.middle)
    widths = [_slot_width(number, size, flat=flat) for number in held]
    return (sum(widths) + 8 if flat else max(widths)) + 6


def _slot_width(number: int, size: float, *, flat: bool) -> float:
    return size * (max(0.3, min(3, number)) * 1.05 if flat else 3.3)


def _lane(
    held: tuple[int, int, int],
    spoken: str,
    size: float,
    flat: bool,
    on_touch: Callable[[str], None],
) -> ft.Control:
    above, middle, below = held
    rows = [(above, True), (middle, False), (below, True)]
    slots: list[ft.Control] = [_slot(number, size, lit=lit, flat=flat) for number, lit in rows]
    inside = (
        ft.Row(slots, spacing=4, tight=True)
        if flat
        else ft.Column(slots, spacing=0, alignment=ft.MainAxisAlignment.SPACE_BETWEEN)
    )
    return tappable(
        inside,
        spoken,
        lambda _e: on_touch(DRAGONS),
        key=DRAGONS,
        radius=10,
        padding=2,
        bgcolor=ft.Colors.SURFACE_CONTAINER,
        border=ft.Border.all(1, ft.Colors.OUTLINE_VARIANT),
    )


def _slot(number: int, size: float, *, lit: bool, flat: bool) -> ft.Control:
    room = _slot_width(number, size, flat=flat)
    if number > 3:
        pair = [
            dragon(size, lit=lit),
            ft.Text(f"×{number}", size=16, weight=ft.FontWeight.BOLD),
        ]
        return ft.Container(ft.Row(pair, spacing=0, tight=True), width=room, height=size)
    figures: list[ft.Control] = [dragon(size, lit=lit) for _ in range(number)]
    return ft.Container(
        ft.Row(figures, spacing=0, tight=True, alignment=ft.MainAxisAlignment.CENTER),
        width=room,
        height=size,
        alignment=ft.Alignment.CENTER,
        bgcolor=None if lit else ft.Colors.SURFACE_CONTAINER_HIGHEST,
        border_radius=8,
    )
