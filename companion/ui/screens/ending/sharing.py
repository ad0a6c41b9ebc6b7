"""The picture of a result: looked at, sent by the sheet of the system, or kept as a file."""

import asyncio
import logging
from dataclasses import dataclass

import flet as ft

from companion.ui.context import AppContext
from companion.ui.files import file_name, use_files
from companion.ui.hooks import current_page, in_page
from companion.ui.screens.ending.picture import HEIGHT, WIDTH
from companion.ui.shell import screen
from companion.ui.theme import RADIUS
from companion.ui.widgets import secondary, section

log = logging.getLogger(__name__)

_PNG, _SIZE, _ASKEW = b"\x89PNG\r\n\x1a\n", (16, 20), 0.02
"""How such a file begins, where it says its size, and how far a rounded one may be off."""
_HEAD = 24
_SHOWN = 300.0
_PATIENCE = 8
"""Seconds for the page to paint it: one that does not may never answer."""


@dataclass(frozen=True)
class Picture:
    """A picture to share."""

    svg: str
    said: str
    """What is on it, for who cannot see it."""
    title: str


@screen
def SharedPicture(ctx: AppContext, picture: Picture) -> ft.Control:
    """The picture, and the ways to hand it over."""
    files, page, phone = use_files(), current_page(), ctx.place.phone
    shot = ft.use_memo(lambda: ft.Screenshot(_drawn(picture)), [picture])

    async def hand_over(share: bool) -> None:
        data = await _painted(shot)
        # A page that cannot paint it still has the drawing.
        name = file_name(picture.title, "png" if data else "svg")
        data = data or picture.svg.encode()
        if share and phone is not None:
            phone.ask("share", picture.said, name, data)
        else:
            files.save(name, data)

    buttons = [
        secondary(
            ctx.words("final.picture_save"),
            lambda _e: in_page(page, hand_over, False),
            icon=ft.Icons.IMAGE_OUTLINED,
            key="picture:save",
        )
    ]
    if phone is not None and phone.state.shares:
        send = secondary(
            ctx.words("phone.share"),
            lambda _e: in_page(page, hand_over, True),
            icon=ft.Icons.SHARE_OUTLINED,
            key="picture:share",
        )
        buttons.insert(0, send)
    row = ft.Row(list(buttons), wrap=True, spacing=8, run_spacing=8)
    return section(ctx.words("final.picture"), [ft.Row([shot]), row], key="picture")


def _drawn(picture: Picture) -> ft.Control:
    image = ft.Image(
        src=picture.svg,
        width=_SHOWN,
        height=_SHOWN * HEIGHT / WIDTH,
        fit=ft.BoxFit.CONTAIN,
        exclude_from_semantics=True,
    )
    return ft.Semantics(
        image=True,
        label=picture.said,
        content=ft.Container(image, border_radius=RADIUS, clip_behavior=ft.ClipBehavior.ANTI_ALIAS),
    )


async def _painted(shot: ft.Screenshot) -> bytes:
    """The picture as a PNG, as sharp as the screen; empty where the page does not paint it whole.

    A browser paints no picture larger than its window, and cuts off what is.
    """
    try:
        async with asyncio.timeout(_PATIENCE):
            data = await shot.capture()
    except (RuntimeError, TimeoutError):
        log.warning("the picture of a result could not be painted", exc_info=True)
        return b""
    return data if is_whole(data) else b""


def is_whole(png: bytes) -> bool:
    """Whether a PNG has the form of the picture, so that nothing of it is cut off."""
    if png[:8] != _PNG or len(png) < _HEAD:
        return False
    width, height = (int.from_bytes(png[at : at + 4]) for at in _SIZE)
    return width > 0 and abs(height / width - HEIGHT / WIDTH) < _ASKEW
