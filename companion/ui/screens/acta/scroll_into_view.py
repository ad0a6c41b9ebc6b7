"""Scrolling an opened entry into view when it opens near the foot of the screen."""

from collections.abc import Callable

import flet as ft

from companion.ui.hooks import current_page, in_page

HEAD, FOOT = 70, 80
"""Heights above the scrolled area, and below it on a phone."""
_DURATION = 250


class Switch:
    """Open entry of the acta, and where it was touched until its details are laid out."""

    def __init__(self, opened: str, show: Callable[[str], None]) -> None:
        self.scroller: ft.Ref[ft.Column] = ft.Ref()
        """Column that scrolls the entries."""
        self.still = False
        """True if scrolling is not animated."""
        self._show = show
        self._open = opened
        self._awaited = ""
        self._top: float | None = None

    def note_press(self, event: ft.TapEvent[ft.Container]) -> None:
        """Note the top of the entry under the finger."""
        there, within = event.global_position, event.local_position
        self._top = there.y - within.y if there and within else None

    def touch(self, entry: str) -> None:
        """Open an entry, or closes it if it was open."""
        if self._open and self._open != entry:
            # Closing an entry above moves this one, so the known position is no longer valid.
            self._top = None
        self._open = self._awaited = "" if entry == self._open else entry
        self._show(self._open)

    def scroll_if_needed(self, entry: str, height: float) -> None:
        """Scroll to an entry that has just been opened, if its height requires it."""
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
    """Return the scroll key of an open entry."""
    return ft.ScrollKey(f"opened:{entry}")  # type: ignore[call-arg]


def hidden(top: float, height: float, screen: float) -> float:
    """Return the height to scroll so that an entry is seen. Its own top stays in view."""
    return min(top + height - (screen - FOOT), top - HEAD)
