"""Files picked and saved on the device, texts copied there, and the example matches of the app."""

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass

import flet as ft

from companion.rulebook import loader
from companion.ui.hooks import current_page, in_page

BOX_ENDING, ACTA_ENDING, DISPUTE_ENDING = "caja", "acta", "disputa"

log = logging.getLogger(__name__)

_PATIENCE = 3
"""Seconds to wait for the browser to copy. One that forbids it may never answer."""
_DENIED = (RuntimeError, TimeoutError)
"""Errors of a client call that its browser does not carry out."""
_ODD = (TypeError, ValueError, AttributeError)
"""Errors of the toolkit if its client answers nothing, or something that is no file."""


@dataclass(frozen=True)
class Files:
    """Picker and saver of files within one screen."""

    page: ft.Page
    picker: ft.FilePicker

    def pick(self, then: Callable[[bytes], None]) -> None:
        """Ask for a file; `then` gets its contents, empty if the browser withheld them."""

        async def ask() -> None:
            try:
                picked = await self.picker.pick_files(with_data=True)
            except (*_DENIED, *_ODD):
                log.warning("no file could be picked", exc_info=True)
                return
            if picked:
                then(picked[0].bytes or b"")

        in_page(self.page, ask)

    def save(self, name: str, data: bytes) -> None:
        """Offer data as a file to keep."""

        async def offer() -> None:
            try:
                await self.picker.save_file(file_name=name, src_bytes=data)
            except _DENIED:
                log.warning("no file could be offered", exc_info=True)

        in_page(self.page, offer)


def use_files() -> Files:
    """Return the file picker and saver of this screen."""
    page = current_page()
    return ft.use_memo(lambda: Files(page, ft.FilePicker()), [])


async def is_copied(clipboard: ft.Clipboard, text: str) -> bool:
    """Put a text on the clipboard, and return whether the browser did it."""
    try:
        await asyncio.wait_for(clipboard.set(text), _PATIENCE)
    except Exception:
        return False
    return True


def example_acta(game_id: str) -> bytes | None:
    """Return the example match of a game, if it has one."""
    file = loader.folder_of(game_id) / "ejemplo.acta"
    return file.read_bytes() if file.is_file() else None


def file_name(title: str, ending: str) -> str:
    """Return a file name valid on every system, without slashes and with accents kept."""
    kept = "".join(c if c.isalnum() or c in " -_" else " " for c in title)
    return f"{'-'.join(kept.lower().split())[:60] or 'partida'}.{ending}"
