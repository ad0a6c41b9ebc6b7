"""Entry point of the app within one browser: Python, rules, storage and a single screen."""

import asyncio
import errno
import logging
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

import companion_js  # type: ignore[import-not-found]
from pyodide.ffi import JsException, create_proxy, to_js  # type: ignore[import-not-found]

from companion import bytecode_cache
from companion.bootstrap import catalog, new_id, now, versions
from companion.games import GAMES
from companion.match.entries import Entry
from companion.redacted_log import configure_logging
from companion.services.hub import Hub
from companion.services.storage.double_buffer import DoubleBufferedFile
from companion.services.storage.journal_store import DurableFile, JournalStore
from companion.services.storage.store import StoreError
from companion.ui import app, router
from companion.ui.context import Installation
from companion.ui.device.phone import Phone

log = logging.getLogger(__name__)

LIBRARY = Path(f"/lib/python{sys.version_info.major}{sys.version_info.minor}.zip")
HOME = Path(__file__).parent.parent
_REST = 2.0
"""Seconds from the start to the remaining preparation, so that the first screen comes first."""
_tasks: set[asyncio.Task[None]] = set()
_WRONG = {"full": errno.ENOSPC, "elsewhere": errno.EBUSY, "io": errno.EIO}

Storage = Literal["browser", "elsewhere", "refused", "insecure", "full", "newer", "unreadable"]
_UNREAD: Mapping[str, Storage] = {"newer_data": "newer"}


def main() -> None:
    """Start the app within the page."""
    configure_logging()
    store, storage = _store()
    hub = Hub(store, GAMES, catalog, now, new_id)
    phone = Phone(str(companion_js.build), _ask)
    companion_js.listen_told(create_proxy(lambda news: phone.update(news.to_py())))
    place = Installation(
        storage=storage, versions=versions(), site=str(companion_js.home), phone=phone
    )
    app.run_alone(hub, place, Links())
    _tasks.add(asyncio.get_event_loop().create_task(_afterwards()))


def _ask(what: str, text: str = "", name: str = "", data: bytes = b"") -> None:
    companion_js.ask(what, text, name, to_js(data) if data else None)


class _Keeping(JournalStore):
    """Store that asks the browser for persistent storage once there is something to lose."""

    def create(self, match_id: str, entries: Sequence[Entry], digest: str) -> None:
        """Save a new match."""
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


def _tape() -> tuple[DurableFile, Storage]:
    storage: Storage = str(companion_js.problem) or "browser"  # type: ignore[assignment]
    if storage not in ("browser", "elsewhere"):
        return Memory(), storage
    slots = [BrowserFile(file) for file in companion_js.files]
    return DoubleBufferedFile((slots[0], slots[1])), storage


class BrowserFile:
    """File of the browser's own file system, written synchronously."""

    def __init__(self, file: Any) -> None:
        self._file = file

    def read(self) -> bytes:
        """Return the whole content."""
        return bytes(self._file.read().to_bytes())

    def write(self, data: bytes, at: int) -> None:
        """Write bytes at an offset."""
        _check(self._file.write(to_js(data), at))

    def truncate(self, size: int) -> None:
        """Cut the file to a size."""
        _check(self._file.truncate(size))

    def flush(self) -> None:
        """Return once everything written is durable."""
        _check(self._file.flush())


def _check(problem: object) -> None:
    if problem:
        raise OSError(_WRONG.get(str(problem), errno.EIO), str(problem))


class Links:
    """Incoming links, codes and files, as the page passes them on."""

    def listen(self, heard: Callable[[str], None]) -> None:
        """Call back with each text, including earlier ones."""
        companion_js.listen(create_proxy(heard))

    def listen_files(self, heard: Callable[[bytes], None]) -> None:
        """Call back with each file that the system opens with the app."""
        companion_js.listen_opened(create_proxy(lambda data: heard(bytes(data.to_bytes()))))

    def taken(self, text: str) -> None:
        """Tell the page that a text was processed."""
        companion_js.taken(text)

    def rescue(self, text: str) -> None:
        """Ask the page to preserve a text."""
        companion_js.rescue(text)

    def shown(self) -> None:
        """Ask the page to remove its splash."""
        companion_js.shown()


class Memory:
    """In-memory storage, lost with the page, if the browser stores nothing."""

    def __init__(self) -> None:
        self._parts: Sequence[bytes] = ()

    def read(self) -> bytes:
        """Return the whole content."""
        return b"".join(self._parts)

    def append(self, data: bytes) -> None:
        """Append bytes."""
        self._parts = (*self._parts, data)

    def rewrite(self, data: bytes) -> None:
        """Replace the content."""
        self._parts = (data,)


async def _afterwards() -> None:
    """Prepare what the first screen did not need, in small steps."""
    await asyncio.sleep(_REST)
    for _ in router.prepared():
        await _breath()
    made = () if companion_js.kept else await _keep_compiled()
    if made is not None and not companion_js.remembers:
        companion_js.keep_memory(
            to_js(bytecode_cache.import_names(bytecode_cache.imported())), *made
        )


async def _keep_compiled() -> tuple[Any, ...] | None:
    """Save the bytecode for the next start, or return None if it cannot be saved.

    A site published with bytecode keeps its own.
    """
    if companion_js.compiled:
        return () if await companion_js.keep_compiled() else None
    in_use = bytecode_cache.imported()
    source = LIBRARY.read_bytes()
    library = await bytecode_cache.build_archive(
        bytecode_cache.of_library(LIBRARY, in_use), _pause, source
    )
    home = await bytecode_cache.build_archive(
        bytecode_cache.of_home(HOME, in_use, "companion"), _pause
    )
    made = to_js(library), to_js(home)
    return made if await companion_js.keep_compiled(*made) else None


async def _breath() -> None:
    await asyncio.sleep(0)


async def _pause() -> None:
    """Wait until nobody has touched anything for a while: this is only for later starts."""
    await companion_js.pause()
    await _breath()
