"""Wiring of games, rulebook, storage, hub and screens. Flet is imported only to serve."""

import asyncio
import platform
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from pkgutil import walk_packages

from companion.games import GAMES
from companion.match.entries import fresh_id
from companion.match.files.acta_reader import OpenedActa, opened, read_file
from companion.match.files.value_catalog import Catalog, CheckedGames
from companion.match.fold import Match
from companion.rulebook import loader
from companion.services.hub import Hub


@lru_cache
def catalog(game: str) -> Catalog:
    """Return the printed values and rulings of a game.

    Raises:
        RulebookError: its data is missing or broken.
    """
    data = loader.load(game)
    rulings = tuple(text.ruling for text in data.rulings)
    gone = frozenset(data.gone_facts), frozenset(data.gone_rulings)
    return Catalog(data.facts, rulings, *gone, data.shipped, data.slots)


def read_all() -> None:
    """Load the data of all games, for a memory snapshot that includes it.

    Raises:
        RulebookError: data is missing or broken.
    """
    loader.app_words()
    for game in GAMES:
        catalog(game)


def new_id() -> str:
    """Return a globally unique identifier."""
    return fresh_id()


def now() -> datetime:
    """Return the current time to the millisecond, the precision of a QR packet."""
    moment = datetime.now(UTC)
    return moment.replace(microsecond=moment.microsecond // 1000 * 1000)


def open_acta(data: bytes) -> OpenedActa:
    """Open the file of an acta, whole or as far as it can be read.

    Raises:
        ActaError: it is none, or nothing of it can be opened.
    """
    return opened(CheckedGames(GAMES, catalog), catalog, data)


def read_acta(data: bytes) -> Match:
    """Return the match of an acta in its file form.

    Raises:
        ActaError: it is none, or claims something impossible.
    """
    return read_file(CheckedGames(GAMES, catalog), catalog, data)


@contextmanager
def reading_hub(folder: Path) -> Iterator[Hub]:
    """Open a hub for reading, even while a server uses the folder.

    Raises:
        StoreError: the folder cannot be used.
    """
    from companion.services.storage.sqlite_store import SqliteStore

    store = SqliteStore(folder, owned=False)
    try:
        yield Hub(store, GAMES, catalog, now, new_id)
    finally:
        store.close()


@contextmanager
def own_hub(folder: Path) -> Iterator[Hub]:
    """Open a hub for writing, with the folder locked against others.

    If nothing can be written, the existing data can still be read.

    Raises:
        StoreError: `busy_data` if another process has it, or it cannot be used.
    """
    from companion.services.storage import disk
    from companion.services.storage.data_folder import DataLock
    from companion.services.storage.sqlite_store import SqliteStore

    lock = DataLock(folder)
    try:
        store = SqliteStore(folder)
        try:
            store.tidy()
            troubles = (*lock.troubles, *disk.tried(folder))
            yield Hub(store, GAMES, catalog, now, new_id, troubles)
        finally:
            store.close()
    finally:
        lock.release()


def versions() -> tuple[tuple[str, str], ...]:
    """Return the versions of the program, Python and Flet."""
    return (
        ("companion", program_version()),
        ("Python", platform.python_version()),
        ("Flet", _version("flet")),
    )


def program_version() -> str:
    """Return the version of this program."""
    return _version("companion")


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        # Run from source, or packed without metadata.
        return "dev"


@dataclass(frozen=True)
class ServerEvents:
    """Callbacks for the events of the server."""

    ready: Callable[[str], None]
    """Callback for the host's own URL, once it answers."""
    opened: Callable[[str], None]
    """Callback for the base URL of the LAN listener, each time it opens."""
    invited: Callable[[str], None]
    """Callback for the full invitation link with its secret, which must never be logged."""


def serve(hub: Hub, folder: Path, host: str | None, port: int, events: ServerEvents) -> None:
    """Serve the screens until stopped.

    Args:
        hub: hub to show.
        folder: its data folder.
        host: address for other devices once a table is open; None: this machine's network address;
            a loopback address: none.
        port: port of the host's own listener; 0 picks a free one.
        events: callbacks for the events meanwhile.

    Raises:
        PortBusy: the address is taken.
    """
    from companion.server import listener
    from companion.server.garbage_collection import sweep_when_quiet
    from companion.server.lan_listener import LanListenerPolicy
    from companion.ui import app
    from companion.ui.context import Installation

    lan = listener.LanListener(host, events.opened, events.invited)
    door, tasks = LanListenerPolicy(hub.tables, lan), set[asyncio.Task[None]]()

    def ready(url: str) -> None:
        events.ready(url)
        # Reopen the tables that were open when the server last stopped.
        loop = asyncio.get_running_loop()
        begun = (door.resume(), sweep_when_quiet(), _readied())
        tasks.update(map(loop.create_task, begun))

    asgi = app.build(hub, Installation(str(folder), versions()), lan)
    _settled()
    own = host if host == "::1" else listener.OWN_HOST
    listener.serve(asgi, lan, own, port, ready)


def _settled() -> None:
    """Import the screens and load the data of each game before anybody waits for them."""
    from companion.server.garbage_collection import collect_full
    from companion.ui import router

    for _ in router.prepared():
        pass
    for game in GAMES:
        loader.load(game)
    collect_full()


_REST = 5.0
"""Seconds allowed for the first screen to render."""


async def _readied() -> None:
    """Import what only some screens need, in threads, so that the event loop does not block."""
    from companion.ui.boards.parts import screens_of
    from companion.ui.widgets.qr import qr_svg

    await asyncio.sleep(_REST)
    for screens in map(screens_of, GAMES):
        package = await asyncio.to_thread(import_module, screens)
        for module_info in walk_packages(package.__path__, f"{screens}."):
            await asyncio.to_thread(import_module, module_info.name)
    await asyncio.to_thread(qr_svg, "")


class NoWindow(Exception):
    """Failure to open a window, with the code of what is missing."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def desktop(hub: Hub, folder: Path) -> None:
    """Show the screens in a window of their own until it is closed.

    Raises:
        NoWindow: `package` is not installed, there is no `display`, the `client` that draws the
            window could not be fetched, or it ended before it showed anything (`closed`).
    """
    from flet.utils import is_linux_server

    try:
        import flet_desktop  # type: ignore[import-not-found]  # noqa: F401
    except ImportError as error:
        raise NoWindow("package") from error
    # Without a display, Flet would serve the app to the whole network instead.
    if is_linux_server():  # type: ignore[no-untyped-call]
        raise NoWindow("display")
    try:
        shown = window(hub, folder)
    except OSError as error:
        raise NoWindow("client") from error
    if not shown:
        raise NoWindow("closed")


def window(hub: Hub, folder: Path) -> bool:
    """Show the screens in the only window, and return whether it showed anything."""
    from companion.ui import app
    from companion.ui.context import Installation

    return app.run_alone(hub, Installation(str(folder), versions()))
