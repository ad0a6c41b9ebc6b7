"""Dragons above, in the middle and below."""

from collections.abc import Callable
from dataclasses import dataclass

import flet as ft

from companion.ui.games.blue_moon.board_view import DRAGONS
from companion.ui.games.blue_moon.look import dragon
from companion.ui.widgets import as_cached_part, moving, outline, tappable


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
