"""The whole app within one browser: Python, rules, storage and the one screen there is."""

import asyncio
import errno
import logging
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Literal

import companion_js  # type: ignore[import-not-found]
from pyodide.ffi import create_proxy, to_js  # type: ignore[import-not-found]

from companion import compiled
from companion.bootstrap import catalog, new_id, now, versions
from companion.games import GAMES
from companion.table.hub import Hub
from companion.table.journal_store import JournalStore, Tape
from companion.table.store import StoreError
from companion.table.two_files import TwoFiles
from companion.ui import app, router
from companion.ui.context import Place

log = logging.getLogger(__name__)

LIBRARY = Path(f"/lib/python{sys.version_info.major}{sys.version_info.minor}.zip")
HOME = Path(__file__).parent.parent
_REST = 2.0
"""Seconds after the start until the rest is got ready: the first screen comes before."""
_tasks: set[asyncio.Task[None]] = set()
_WRONG = {"full": errno.ENOSPC, "elsewhere": errno.EBUSY, "io": errno.EIO}

Storage = Literal["browser", "elsewhere", "refused"]


def main() -> None:
    """Starts the app; the page does the rest."""
    tape, storage = _tape()
    try:
        store = JournalStore(tape)
    except StoreError as error:
        log.warning("what is kept here cannot be read: %s", error.code)
        store, storage = JournalStore(Memory()), "refused"
    hub = Hub(store, GAMES, catalog, now, new_id)
    place = Place(storage=storage, versions=versions(), site=str(companion_js.home))
    app.run_alone(hub, place, Links())
    _tasks.add(asyncio.get_event_loop().create_task(_afterwards()))


def _tape() -> tuple[Tape, Storage]:
    problem = str(companion_js.problem)
    if problem == "refused":
        return Memory(), "refused"
    slots = [BrowserFile(file) for file in companion_js.files]
    tape = TwoFiles((slots[0], slots[1]))
    return tape, "elsewhere" if problem else "browser"


class BrowserFile:
    """A file of the browser's own file system, written at once."""

    def __init__(self, file: Any) -> None:
        self._file = file

    def read(self) -> bytes:
        """All of it."""
        return bytes(self._file.read().to_bytes())

    def write(self, data: bytes, at: int) -> None:
        """Puts bytes at a place."""
        _check(self._file.write(to_js(data), at))

    def truncate(self, size: int) -> None:
        """Cuts it off."""
        _check(self._file.truncate(size))

    def flush(self) -> None:
        """Returns once everything written is there for good."""
        _check(self._file.flush())


def _check(problem: object) -> None:
    if problem:
        raise OSError(_WRONG.get(str(problem), errno.EIO), str(problem))


class Links:
    """What links and codes bring, as the page hands it on."""

    def listen(self, heard: Callable[[str], None]) -> None:
        """Calls back with each text, also with those that came before."""
        companion_js.listen(create_proxy(heard))

    def taken(self, text: str) -> None:
        """Lets the page forget it."""
        companion_js.taken(text)


class Memory:
    """A tape that is gone with the page, for where the browser keeps nothing."""

    def __init__(self) -> None:
        self._parts: Sequence[bytes] = ()

    def read(self) -> bytes:
        """All of it."""
        return b"".join(self._parts)

    def append(self, data: bytes) -> None:
        """Adds to its end."""
        self._parts = (*self._parts, data)

    def rewrite(self, data: bytes) -> None:
        """Puts other content in its place."""
        self._parts = (data,)


async def _afterwards() -> None:
    """What the first screen did not need, a bit at a time."""
    await asyncio.sleep(_REST)
    for _ in router.prepared():
        await _breath()
    if not companion_js.compiled:
        await _keep_compiled()


async def _keep_compiled() -> None:
    """Hands over what Python compiled, for the next start."""
    in_use = compiled.imported()
    source = LIBRARY.read_bytes()
    library = await compiled.archived(compiled.of_library(LIBRARY, in_use), _breath, source)
    home = await compiled.archived(compiled.of_home(HOME, in_use, "companion"), _breath)
    companion_js.keep_compiled(to_js(library), to_js(home))


async def _breath() -> None:
    await asyncio.sleep(0)
