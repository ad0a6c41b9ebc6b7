"""Wires games, rulebook, storage, hub and screens together. Flet is imported only to serve."""

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
from companion.match.catalog import Catalog
from companion.match.fold import Match
from companion.match.ids import fresh_id
from companion.match.reading import Opened, opened, read_file
from companion.rulebook import loader
from companion.table.hub import Hub


@lru_cache
def catalog(game: str) -> Catalog:
    """The printed values and rulings of a game.

    Raises:
        RulebookError: its data is missing or broken.
    """
    data = loader.load(game)
    rulings = tuple(text.ruling for text in data.rulings)
    gone = frozenset(data.gone_facts), frozenset(data.gone_rulings)
    return Catalog(data.facts, rulings, *gone, data.shipped)


def read_all() -> None:
    """Reads what all games say, for a memory that is kept with it.

    Raises:
        RulebookError: data is missing or broken.
    """
    loader.app_words()
    for game in GAMES:
        catalog(game)


def new_id() -> str:
    """An identifier that no other device makes."""
    return fresh_id()


def now() -> datetime:
    """The present moment, to the millisecond: what travels by QR holds no more."""
    moment = datetime.now(UTC)
    return moment.replace(microsecond=moment.microsecond // 1000 * 1000)


def open_acta(data: bytes) -> Opened:
    """What there is in the file of an acta: whole, or as far as it can be read.

    Raises:
        ActaError: it is none, or nothing of it can be opened.
    """
    return opened(GAMES, catalog, data)


def read_acta(data: bytes) -> Match:
    """The match of an acta in its file form.

    Raises:
        ActaError: it is none, or claims what cannot be.
    """
    return read_file(GAMES, catalog, data)


@contextmanager
def reading_hub(folder: Path) -> Iterator[Hub]:
    """A hub to read with, also while a server is using the folder.

    Raises:
        StoreError: the folder cannot be used.
    """
    from companion.table.sqlite_store import SqliteStore

    store = SqliteStore(folder, owned=False)
    try:
        yield Hub(store, GAMES, catalog, now, new_id)
    finally:
        store.close()


@contextmanager
def own_hub(folder: Path) -> Iterator[Hub]:
    """A hub to write with: nobody else writes in the folder meanwhile.

    Where nothing can be written, what is there can be read all the same.

    Raises:
        StoreError: `busy_data` if another process has it, or it cannot be used.
    """
    from companion.table import disk
    from companion.table.data_lock import DataLock
    from companion.table.sqlite_store import SqliteStore

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
    """What the program and what it runs on are."""
    return (
        ("companion", program_version()),
        ("Python", platform.python_version()),
        ("Flet", _version("flet")),
    )


def program_version() -> str:
    """The version of this program."""
    return _version("companion")


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        # Run from its source, or packed without metadata.
        return "dev"


@dataclass(frozen=True)
class Told:
    """Who is told what happens while it serves."""

    ready: Callable[[str], None]
    """The host's own URL, once it answers."""
    opened: Callable[[str], None]
    """The base URL of the door to the network, each time that it opens."""
    invited: Callable[[str], None]
    """A whole invitation link, secret included: for the eyes at the server, and for no log."""


def serve(hub: Hub, folder: Path, host: str | None, port: int, told: Told) -> None:
    """Serves the screens until it is told to stop.

    Args:
        hub: what they show.
        folder: where it is kept.
        host: where others come in once a table is open to them; None for this machine's address on
            the network, one of the loopback for nowhere.
        port: of the host's own door; 0 picks a free one.
        told: who is told what happens meanwhile.

    Raises:
        PortBusy: the address is taken.
    """
    from companion.server import listening
    from companion.server.opening import Doorkeeper
    from companion.server.sweeping import sweep_when_quiet
    from companion.ui import web
    from companion.ui.context import Place

    lan = listening.LanDoor(host, told.opened, told.invited)
    door, tasks = Doorkeeper(hub.tables, lan), set[asyncio.Task[None]]()

    def ready(url: str) -> None:
        told.ready(url)
        # The tables that were open when it last stopped are open again.
        loop = asyncio.get_running_loop()
        begun = (door.resume(), sweep_when_quiet(), _readied())
        tasks.update(map(loop.create_task, begun))

    asgi = web.build(hub, Place(str(folder), versions()), lan)
    _settled()
    own = host if host == "::1" else listening.OWN_HOST
    listening.serve(asgi, lan, own, port, ready)


def _settled() -> None:
    """Does what is done once before anybody waits for it: the screens are imported, and what is
    told of each game is read, which is on the first of them."""
    from companion.server.sweeping import swept
    from companion.ui import router

    for _ in router.prepared():
        pass
    for game in GAMES:
        loader.load(game)
    swept()


_REST = 5.0
"""Seconds for the first screen to be drawn."""


async def _readied() -> None:
    """Imports what only some screens need, beside the loop and as a rule before anybody asks for
    it: within the loop everybody would wait."""
    from companion.ui import games
    from companion.ui.widgets.qr import qr_svg

    await asyncio.sleep(_REST)
    for found in walk_packages(games.__path__, f"{games.__name__}."):
        await asyncio.to_thread(import_module, found.name)
    await asyncio.to_thread(qr_svg, "")


class NoWindow(Exception):
    """No window can be opened: what is missing for it, as a code."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def desktop(hub: Hub, folder: Path) -> None:
    """Shows the screens in a window of their own until it is closed.

    Raises:
        NoWindow: `package` is not installed, there is no `display`, the `client` that draws the
            window could not be fetched, or it ended before it showed anything (`closed`).
    """
    from flet.utils import is_linux_server

    try:
        import flet_desktop  # type: ignore[import-not-found]  # noqa: F401
    except ImportError as error:
        raise NoWindow("package") from error
    # Without a display the toolkit would serve the app to the whole network instead.
    if is_linux_server():  # type: ignore[no-untyped-call]
        raise NoWindow("display")
    try:
        shown = window(hub, folder)
    except OSError as error:
        raise NoWindow("client") from error
    if not shown:
        raise NoWindow("closed")


def window(hub: Hub, folder: Path) -> bool:
    """Shows the screens in the one window there is; whether it showed anything."""
    from companion.ui import app
    from companion.ui.context import Place

    return app.run_alone(hub, Place(str(folder), versions()))
