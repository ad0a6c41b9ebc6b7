"""The one place that decides between phone, landscape and wide."""

from enum import StrEnum
from typing import Final

import flet as ft


class Layout(StrEnum):
    """How much room there is."""

    PHONE = "phone"
    """One column, bar at the foot."""
    LANDSCAPE = "landscape"
    """A phone on its side: two columns, little height."""
    WIDE = "wide"
    """Tablet or desktop: two columns, room enough."""

    @property
    def columns(self) -> int:
        """Whether board and panel stand side by side."""
        return 1 if self is Layout.PHONE else 2


def grown(text_scale: int) -> float:
    """By what boxes grow with a text of so many percent: 1 at 100 % and below."""
    return max(1.0, text_scale / 100)


RAIL: Final = 84
"""The width of the tabs where they stand beside the screen."""
_SEEN: Final = 0.52
"""Of the height of a screen; the rest is the head of the page."""
PAD: Final = 8
"""What is left free at the edge of the screen, and of the board."""


def board_side(layout: Layout, width: float) -> float:
    """The width that a board has to itself on a screen so wide; 0 where it has none, as on a phone.

    All widths are in logical pixels.
    """
    if layout is Layout.PHONE:
        return 0
    return round((width - RAIL) * (0.5 if layout is Layout.LANDSCAPE else 0.58))


def column_beside(layout: Layout, width: float) -> float:
    """The width of the column beside the board; on a phone that is the whole screen."""
    rail = 0 if layout is Layout.PHONE else RAIL
    return width - rail - board_side(layout, width)


def beside_board(layout: Layout, width: float) -> float:
    """The room for what stands beside the board, or above and below it on a phone."""
    return column_beside(layout, width) - 2 * PAD


def board_alone(layout: Layout, width: float) -> float:
    """The room for a board on a page of its own: across a phone, in one of two columns elsewhere.

    As much as at the table, so that what fits there fits here.
    """
    return width * (1 if layout is Layout.PHONE else 0.5) - 2 * PAD


def seen_alone(layout: Layout, height: float, *, large: bool) -> float:
    """The height in which a board on a page of its own is to be in sight at once.

    0: it is as high as there is room. Only where text is large, on a phone, would that be more
    than one sees of it.
    """
    return height * _SEEN if large and layout is Layout.PHONE else 0


def within_panel(layout: Layout, width: float) -> float:
    """The room within a panel that stands there."""
    return beside_board(layout, width) - (10 if layout is Layout.PHONE else 14)


def layout_of(width: float | None, height: float | None) -> Layout:
    """The layout for a window of that size in logical pixels; unknown sizes count as a phone."""
    if not width or not height:
        return Layout.PHONE
    if width >= 840 and height >= 560:
        return Layout.WIDE
    return Layout.LANDSCAPE if width > height and width >= 640 else Layout.PHONE


def use_layout() -> Layout:
    """The layout now; the component renders again when the window changes it.

    To be called once, near the root: the page has one resize handler.
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
    """What each of so many side by side gets of a width, with so much between two of them."""
    return (width - (count - 1) * between) / count
