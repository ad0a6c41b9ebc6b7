"""Folder of the data, and the lock that keeps a second program out of it."""

import contextlib
import logging
import sqlite3
from pathlib import Path

import platformdirs

from companion.services.storage import disk
from companion.services.storage.disk import store_errors, unwritten
from companion.services.storage.store import StoreError, Trouble


def data_folder(chosen: str | None = None) -> Path:
    """Return the chosen folder, or the user's own for this app.

    It is never below the working directory.

    Raises:
        StoreError: `bad_folder` if there can be no such folder.
    """
    if chosen:
        try:
            folder = Path(chosen).expanduser().absolute()
        except RuntimeError as error:
            # `~somebody`, with a user that this machine does not know.
            raise StoreError("bad_folder", chosen) from error
        if "\0" in chosen:
            raise StoreError("bad_folder", "a byte that no name has")
        return folder
    return Path(platformdirs.user_data_dir("companero-de-mesa", appauthor=False))


log = logging.getLogger(__name__)


class DataLock:
    """Lock on a data folder, held until it is released or the process dies.

    It is an exclusive transaction of SQLite: the system itself frees it with the process.

    Raises:
        StoreError: `busy_data` if another process holds the folder.
    """

    def __init__(self, folder: Path) -> None:
        self._held: sqlite3.Connection | None = None
        self.troubles: tuple[Trouble, ...] = ()
        """Problems noted while locking."""
        path = folder / "lock.sqlite"
        try:
            with store_errors():
                folder.mkdir(parents=True, exist_ok=True)
                self._take(path)
        except StoreError as error:
            if (trouble := unwritten(error)) is not None:
                # No lock is needed in a folder that nobody can write to.
                log.warning("%s cannot be written: %s", path, error.code)
                self.troubles = (trouble,)
                return
            if error.code != "damaged" and not disk.has_non_files(path):
                raise
            log.warning("%s is damaged: it is set aside and a new one made", path)
            self.troubles = ("lock_aside",)
            disk.set_aside(path)
            with store_errors():
                self._take(path)

    def _take(self, path: Path) -> None:
        if disk.has_non_files(path):
            raise StoreError("damaged", "no file")
        held = sqlite3.connect(path, timeout=0, isolation_level=None, check_same_thread=False)
        try:
            held.execute("PRAGMA journal_mode = DELETE").fetchone()
            held.execute("BEGIN EXCLUSIVE")
        except BaseException:
            held.close()
            raise
        self._held = held

    def release(self) -> None:
        """Release the folder to other processes."""
        if self._held:
            with contextlib.suppress(sqlite3.Error):
                self._held.close()


__all__ = ["DataLock", "StoreError"]
