"""Brief notices below the head of the page, covering none of its actions.

At the foot a notice would cover what is touched next, and with a place of its own it would push the
contents away. So it lies over the top of the screen, and the next touch removes it.
"""

import asyncio
from typing import Any

import flet as ft

from companion.toolkit.touch_guard import hear
from companion.ui.hooks import in_page
from companion.ui.theme import RADIUS

BELOW = 60
"""Height of the page head in logical pixels: whose turn it is, undo, the way back."""
_WIDEST = 560
_EDGE = 8
_TOUCHES = frozenset(("click", "change", "submit", "select", "tap", "long_press"))
"""Control events caused by a touch."""


def seconds(text: str) -> float:
    """Return the display time of a text, for whoever looks up only when it appears."""
    return 3 + len(text) / 20


class Notices:
    """Single notice slot of a session."""

    def __init__(self, page: ft.Page) -> None:
        self._page = page
        self._said = 0
        # What is empty around the notice lets touches through.
        self._row = ft.Row([], alignment=ft.MainAxisAlignment.CENTER)
        self._place = ft.SafeArea(
            self._row,
            avoid_intrusions_bottom=False,
            left=_EDGE,
            right=_EDGE,
            top=BELOW,
            visible=False,
        )
        page.overlay.append(self._place)
        hear(page, self._touched)

    def say(self, text: str) -> None:
        """Show a text in place of any other, until it is touched or time is up."""
        self._said += 1
        self._show(_notice(text, self._page.width, lambda _e: self.hush()))
        in_page(self._page, self._pass, self._said, seconds(text))

    def hush(self) -> None:
        """Hide the notice."""
        if self._place.visible:
            self._show(None)

    async def _pass(self, said: int, long: float) -> None:
        await asyncio.sleep(long)
        if said == self._said:
            self.hush()

    def _touched(self, name: str, _data: object) -> None:
        if name in _TOUCHES:
            self.hush()

    def _show(self, notice: ft.Control | None) -> None:
        self._row.controls = [notice] if notice else []
        self._place.visible = notice is not None
        self._place.update()


def _notice(text: str, width: float | None, close: Any) -> ft.Control:
    said = ft.Container(
        ft.Text(text, size=16, color=ft.Colors.ON_INVERSE_SURFACE),
        bgcolor=ft.Colors.INVERSE_SURFACE,
        border_radius=RADIUS,
        padding=ft.Padding.symmetric(horizontal=16, vertical=10),
        shadow=ft.BoxShadow(blur_radius=8, color=ft.Colors.with_opacity(0.3, ft.Colors.BLACK)),
        on_click=close,
        width=min(width, _WIDEST) - 2 * _EDGE if width else None,
    )
    return ft.Semantics(content=said, live_region=True, container=True)
