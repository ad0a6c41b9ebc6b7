"""One server at a time on a data folder, on every system, also after a process was killed."""

import sqlite3
from pathlib import Path

from companion.table.sqlite_store import told
from companion.table.store import StoreError


class DataLock:
    """Holds a data folder until it is released or the process dies.

    It is an exclusive transaction of SQLite: the system itself frees it with the process.

    Raises:
        StoreError: `busy_data` if another process holds the folder.
    """

    def __init__(self, folder: Path) -> None:
        with told():
            folder.mkdir(parents=True, exist_ok=True)
            self._held = sqlite3.connect(
                folder / "lock.sqlite", timeout=0, isolation_level=None, check_same_thread=False
            )
            try:
                self._take()
            except sqlite3.OperationalError:
                self._held.close()
                raise

    def _take(self) -> None:
        self._held.execute("PRAGMA journal_mode = DELETE").fetchone()
        self._held.execute("BEGIN EXCLUSIVE")

    def release(self) -> None:
        """Lets another process use the folder."""
        self._held.close()


__all__ = ["DataLock", "StoreError"]
