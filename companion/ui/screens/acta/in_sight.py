"""What is opened near the foot of the screen comes into sight."""

from collections.abc import Callable

import flet as ft

from companion.ui.hooks import current_page, in_page

HEAD, FOOT = 70, 80
"""What stands above what is scrolled, and below it on a phone."""
_DURATION = 250


class Switch:
    """Opens an entry and closes it, and knows where it was touched until what it opens is there."""

    def __init__(self, opened: str, show: Callable[[str], None]) -> None:
        self.scroller: ft.Ref[ft.Column] = ft.Ref()
        """What the entries are scrolled in."""
        self.still = False
        """Whether it is to be there at once."""
        self._show = show
        self._open = opened
        self._awaited = ""
        self._top: float | None = None

    def pressed(self, event: ft.TapEvent[ft.Container]) -> None:
        """Where the entry begins that a finger lies on."""
        there, within = event.global_position, event.local_position
        self._top = there.y - within.y if there and within else None

    def touch(self, entry: str) -> None:
        """Opens an entry, or closes it if it was open."""
        if self._open and self._open != entry:
            # What closes may lie above it, and then it stands elsewhere.
            self._top = None
        self._open = self._awaited = "" if entry == self._open else entry
        self._show(self._open)

    def laid_out(self, entry: str, height: float) -> None:
        """An open entry is so high: one that was opened just now is scrolled to, if need be."""
        if entry != self._awaited:
            return
        top, self._top, self._awaited = self._top, None, ""
        column = self.scroller.current
        if column is None:
            return
        duration = 0 if self.still else _DURATION
        page = current_page()
        if top is None:
            in_page(page, lambda: column.scroll_to(scroll_key=f"opened:{entry}", duration=duration))
            return
        by = hidden(top, height, float(page.height or 800))
        if by > 0:
            in_page(page, lambda: column.scroll_to(delta=by, duration=duration))


def key_of(entry: str) -> ft.ScrollKey:
    """By which an open entry is scrolled to."""
    return ft.ScrollKey(f"opened:{entry}")  # type: ignore[call-arg]


def hidden(top: float, height: float, screen: float) -> float:
    """How much of what begins there lies below what is seen; its own beginning stays in sight."""
    return min(top + height - (screen - FOOT), top - HEAD)
