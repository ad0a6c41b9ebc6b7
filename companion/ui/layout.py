"""Choice between phone, landscape and wide, made only here."""

from enum import StrEnum
from typing import Final

import flet as ft


class Layout(StrEnum):
    """Available room."""

    PHONE = "phone"
    """One column, bar at the foot."""
    LANDSCAPE = "landscape"
    """Phone on its side: two columns, little height."""
    WIDE = "wide"
    """Tablet or desktop: two columns, enough room."""

    @property
    def columns(self) -> int:
        """Return the number of columns: 2 if board and panel stand side by side."""
        return 1 if self is Layout.PHONE else 2


def grown(text_scale: int) -> float:
    """Return the factor by which boxes grow with a text scale in percent; at least 1."""
    return max(1.0, text_scale / 100)


RAIL: Final = 84
"""Width of the tabs where they stand beside the screen."""
_SEEN: Final = 0.52
"""Visible fraction of a screen's height; the rest is the page head."""
PAD: Final = 8
"""Margin at the edge of the screen, and of the board."""


def board_side(layout: Layout, width: float) -> float:
    """Return the width of the board's own column; 0 on a phone, which has none.

    All widths are in logical pixels.
    """
    if layout is Layout.PHONE:
        return 0
    return round((width - RAIL) * (0.5 if layout is Layout.LANDSCAPE else 0.58))


def column_beside(layout: Layout, width: float) -> float:
    """Return the width of the column beside the board; on a phone, of the whole screen."""
    rail = 0 if layout is Layout.PHONE else RAIL
    return width - rail - board_side(layout, width)


def beside_board(layout: Layout, width: float) -> float:
    """Return the width for what stands beside the board, or above and below it on a phone."""
    return column_beside(layout, width) - 2 * PAD


def board_alone(layout: Layout, width: float) -> float:
    """Return the width of a board on its own page: the whole phone, else one of two columns.

    It equals the width at the table, so that what fits there fits here.
    """
    return width * (1 if layout is Layout.PHONE else 0.5) - 2 * PAD


def seen_alone(layout: Layout, height: float, *, large: bool) -> float:
    """Return the height limit of a board on its own page; 0: no limit.

    Only large text on a phone would make it higher than what is visible at once.
    """
    return height * _SEEN if large and layout is Layout.PHONE else 0


def within_panel(layout: Layout, width: float) -> float:
    """Return the inner width of a panel beside the board."""
    return beside_board(layout, width) - (10 if layout is Layout.PHONE else 14)


def layout_of(width: float | None, height: float | None) -> Layout:
    """Return the layout for a window size in logical pixels; unknown sizes count as a phone."""
    if not width or not height:
        return Layout.PHONE
    if width >= 840 and height >= 560:
        return Layout.WIDE
    return Layout.LANDSCAPE if width > height and width >= 640 else Layout.PHONE


def use_layout() -> Layout:
    """Return the layout; the component renders again when the window changes it.

    Call it once, near the root: the page has one resize handler.
    """
    page = ft.context.page
    layout, set_layout = ft.use_state(layout_of(page.width, page.height))

    def resized(event: ft.PageResizeEvent) -> None:
        set_layout(layout_of(event.width, event.height))

    def listen() -> None:
        page.on_resize = resized
        set_layout(layout_of(page.width, page.height))

    ft.use_effect(listen, [])
    return layout


def share(width: float, count: int, between: float) -> float:
    """Return the width of each of `count` things side by side, with gaps of `between`."""
    return (width - (count - 1) * between) / count
