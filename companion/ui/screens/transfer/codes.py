"""Row of QR codes, shown one at a time, automatically or by hand."""

import asyncio

import flet as ft

from companion.ui import widgets
from companion.ui.context import AppContext
from companion.ui.hooks import current_page
from companion.ui.layout import Layout
from companion.ui.shell import screen

_SECONDS = 4
_WIDEST = {Layout.PHONE: 440.0, Layout.LANDSCAPE: 300.0, Layout.WIDE: 460.0}
_AROUND = 48
"""Width beside the code on a phone. The code takes all the rest."""
_ABOVE_AND_BELOW = 390
"""Height of everything else in view on a phone: header, hint, counter, tabs."""
_LEAST = 240.0
"""Smallest size that a camera reads."""


@screen
def Codes(ctx: AppContext, codes: tuple[str, ...]) -> ft.Control:
    """Render the current code, its number and the controls."""
    number, set_number = ft.use_state(0)
    moving, set_moving = ft.use_state(True)
    count = len(codes)
    now = min(number, count - 1)

    def turn(step: int) -> None:
        set_number((now + step) % count)

    async def advance() -> None:
        if moving and count > 1:
            await asyncio.sleep(_SECONDS)
            set_number((now + 1) % count)

    # Flet cancels a pending effect only if it has a cleanup. It has to be cancelled when a code is
    # turned by hand, and at the end.
    ft.use_effect(advance, [now, moving, count], cleanup=_nothing)
    label = ctx.words("carry.code_spoken", n=now + 1, total=count)
    code = ft.Row(
        [widgets.qr(codes[now], label, size=_size(ctx.layout))],
        alignment=ft.MainAxisAlignment.CENTER,
    )
    if count == 1:
        return code
    words = ctx.words
    counter = ft.Text(
        words("carry.counter", n=now + 1, total=count), size=24, weight=ft.FontWeight.BOLD
    )
    row = [
        widgets.icon_button(
            ft.Icons.CHEVRON_LEFT, words("carry.before"), lambda _e: turn(-1), key="before", size=34
        ),
        counter,
        widgets.icon_button(
            ft.Icons.CHEVRON_RIGHT, words("carry.after"), lambda _e: turn(1), key="after", size=34
        ),
        widgets.icon_button(
            ft.Icons.PAUSE if moving else ft.Icons.PLAY_ARROW,
            words("carry.pause" if moving else "carry.play"),
            lambda _e: set_moving(not moving),
            key="moving",
            size=34,
        ),
    ]
    return ft.Column(
        [code, ft.Row(row, alignment=ft.MainAxisAlignment.CENTER, spacing=12)],
        spacing=8,
        tight=True,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )


def _nothing() -> None:
    """Clean up nothing. Flet cancels a waiting effect only if it has a cleanup."""


def _size(layout: Layout) -> float:
    page = current_page()
    size = min(_WIDEST[layout], (page.width or 412) - _AROUND)
    if layout is Layout.PHONE:
        return min(size, max(_LEAST, (page.height or 915) - _ABOVE_AND_BELOW))
    return size
