"""The whole app within one browser: Python, rules, storage and the one screen there is."""

import asyncio
import errno
import logging
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

import companion_js  # type: ignore[import-not-found]
from pyodide.ffi import JsException, create_proxy, to_js  # type: ignore[import-not-found]

from companion import compiled
from companion.bootstrap import catalog, new_id, now, versions
from companion.games import GAMES
from companion.match.entries import Entry
from companion.redacted_log import configure_logging
from companion.table.hub import Hub
from companion.table.journal_store import JournalStore, Tape
from companion.table.store import StoreError
from companion.table.two_files import TwoFiles
from companion.ui import app, router
from companion.ui.context import Place
from companion.ui.device.phone import Phone

log = logging.getLogger(__name__)

LIBRARY = Path(f"/lib/python{sys.version_info.major}{sys.version_info.minor}.zip")
HOME = Path(__file__).parent.parent
_REST = 2.0
"""Seconds after the start until the rest is got ready: the first screen comes before."""
_tasks: set[asyncio.Task[None]] = set()
_WRONG = {"full": errno.ENOSPC, "elsewhere": errno.EBUSY, "io": errno.EIO}

Storage = Literal["browser", "elsewhere", "refused", "insecure", "full", "newer", "unreadable"]
_UNREAD: Mapping[str, Storage] = {"newer_data": "newer"}


def main() -> None:
    """Starts the app; the page does the rest."""
    configure_logging()
    store, storage = _store()
    hub = Hub(store, GAMES, catalog, now, new_id)
    phone = Phone(str(companion_js.build), _ask)
    companion_js.listen_told(create_proxy(lambda news: phone.told(news.to_py())))
    place = Place(storage=storage, versions=versions(), site=str(companion_js.home), phone=phone)
    app.run_alone(hub, place, Links())
    _tasks.add(asyncio.get_event_loop().create_task(_afterwards()))


def _ask(what: str, text: str = "", name: str = "", data: bytes = b"") -> None:
    companion_js.ask(what, text, name, to_js(data) if data else None)


class _Keeping(JournalStore):
    """Asks the browser for storage that stays, once there is something to lose."""

    def create(self, match_id: str, entries: Sequence[Entry], digest: str) -> None:
        """Keeps a new match."""
        super().create(match_id, entries, digest)
        _ask("persist")


def _store() -> tuple[JournalStore, Storage]:
    try:
        tape, storage = _tape()
        return _Keeping(tape), storage
    except (StoreError, OSError, JsException) as error:
        code = error.code if isinstance(error, StoreError) else "io_error"
        log.warning("what is kept here cannot be read: %s", code)
        return JournalStore(Memory()), _UNREAD.get(code, "unreadable")


def _tape() -> tuple[Tape, Storage]:
    storage: Storage = str(companion_js.problem) or "browser"  # type: ignore[assignment]
    if storage not in ("browser", "elsewhere"):
        return Memory(), storage
    slots = [BrowserFile(file) for file in companion_js.files]
    return TwoFiles((slots[0], slots[1])), storage


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

    def listen_files(self, heard: Callable[[bytes], None]) -> None:
        """Calls back with each file that the system opens with the app."""
        companion_js.listen_opened(create_proxy(lambda data: heard(bytes(data.to_bytes()))))

    def taken(self, text: str) -> None:
        """Lets the page forget it."""
        companion_js.taken(text)

    def rescue(self, text: str) -> None:
        """Has the page keep it."""
        companion_js.rescue(text)

    def shown(self) -> None:
        """Has the page take away what stood there before."""
        companion_js.shown()


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
    made = () if companion_js.kept else await _keep_compiled()
    if made is not None and not companion_js.remembers:
        companion_js.keep_memory(to_js(compiled.named(compiled.imported())), *made)


async def _keep_compiled() -> tuple[Any, ...] | None:
    """Hands over what Python compiled, for the next start; None where it is not kept.

    A site that was published compiled keeps what it came with.
    """
    if companion_js.compiled:
        return () if await companion_js.keep_compiled() else None
    in_use = compiled.imported()
    source = LIBRARY.read_bytes()
    library = await compiled.archived(compiled.of_library(LIBRARY, in_use), _breath, source)
    home = await compiled.archived(compiled.of_home(HOME, in_use, "companion"), _breath)
    made = to_js(library), to_js(home)
    return made if await companion_js.keep_compiled(*made) else None


async def _breath() -> None:
    await asyncio.sleep(0)
