"""File of boxes and settings; a damaged one is set aside and replaced."""

import contextlib
import logging
import sqlite3
from collections.abc import Mapping, Sequence
from pathlib import Path

from companion.services.storage import disk, sqlite_file
from companion.services.storage.disk import store_errors, unwritten
from companion.services.storage.sqlite_file import only_reads, opened, ready
from companion.services.storage.store import StoredBox, StoreError, Trouble, former_key

log = logging.getLogger(__name__)

BOX_TABLES = """
CREATE TABLE box (id TEXT PRIMARY KEY, game TEXT NOT NULL, data TEXT NOT NULL);
CREATE TABLE setting (key TEXT PRIMARY KEY, value TEXT NOT NULL);
"""
BOX_MIGRATIONS: Mapping[int, str] = {}
_SPOILT = frozenset({"damaged", "io_error"})


class BoxFile:
    """Boxes and settings in one SQLite file.

    Args:
        path: of the file.
        owned: True if nobody else writes there, so that a damaged file can be set aside.
    """

    def __init__(self, path: Path, *, owned: bool) -> None:
        self._path = path
        self._owned = owned
        self._open: sqlite3.Connection | None = None
        self._found: dict[Trouble, None] = {}
        """Problems noted when it was opened."""
        self._lost = False
        """True if some of its boxes cannot be read now."""

    @property
    def troubles(self) -> dict[Trouble, None]:
        """Return the problems of the file, which is in use all the same."""
        return {**self._found, "box_lost": None} if self._lost else self._found

    def boxes(self) -> tuple[StoredBox, ...]:
        """Return every box profile that can be read."""
        rows = self._query("SELECT id, game, data FROM box ORDER BY id")
        readable = [texts for row in rows if (texts := _texts(row))]
        self._lost = len(readable) < len(rows)
        if self._lost:
            log.warning("%d boxes cannot be read", len(rows) - len(readable))
        return tuple(StoredBox(*texts) for texts in readable)

    def save_box(self, box: StoredBox) -> None:
        """Add a box profile or replace the one with its id."""
        self._query("INSERT OR REPLACE INTO box VALUES (?, ?, ?)", box.id, box.game, box.data)

    def delete_box(self, box_id: str) -> None:
        """Delete a box profile."""
        self._query("DELETE FROM box WHERE id = ?", box_id)

    def setting(self, key: str) -> str | None:
        """Return the value of a setting, or None."""
        rows = self._query("SELECT value FROM setting WHERE key = ?", key)
        if not rows and (former := former_key(key)) is not None:
            rows = self._query("SELECT value FROM setting WHERE key = ?", former)
        texts = _texts(rows[0]) if rows else None
        if rows and texts is None:
            log.warning("the setting %s cannot be read", key)
        return texts[0] if texts else None

    def set_setting(self, key: str, value: str) -> None:
        """Store the value of a setting."""
        self._query("INSERT OR REPLACE INTO setting VALUES (?, ?)", key, value)

    def close(self) -> None:
        """Close the file."""
        if self._open is not None:
            with contextlib.suppress(sqlite3.Error):
                self._open.close()
        self._open = None

    def _query(self, query: str, *given: str) -> list[tuple[object, ...]]:
        """Run a query and return its rows; a damaged file is set aside and replaced first."""
        try:
            return self._answer(query, given)
        except StoreError as error:
            if error.code not in _SPOILT:
                raise
            self.close()
            self._open = self._begun_anew()
        return self._answer(query, given)

    def _answer(self, query: str, given: Sequence[str]) -> list[tuple[object, ...]]:
        if not query.startswith("SELECT") and only_reads(self._open):
            self.close()
        if self._open is None:
            self._open = self._opened()
        with store_errors():
            return self._open.execute(query, given).fetchall()

    def _opened(self) -> sqlite3.Connection:
        path = self._path
        try:
            return _checked(opened(path, BOX_TABLES, BOX_MIGRATIONS, create=True))
        except StoreError as cause:
            error = disk.precise_error(cause, path.parent)
            newer: Trouble | None = "boxes_newer" if error.code == "newer_data" else None
            why = unwritten(error) or newer
            if why is not None:
                self._found[why] = None
                return _instead(path)
            raise error from cause

    def _begun_anew(self) -> sqlite3.Connection:
        path = self._path
        try:
            if not self._owned:
                raise StoreError("read_only", "somebody else's")
            aside = disk.set_aside(path)
            with store_errors():
                db = ready(path, BOX_TABLES, BOX_MIGRATIONS, create=True)
                sqlite_file.boxes_from(aside, db)
        except StoreError as error:
            log.warning("%s is damaged, and cannot be set aside: %s", path, error.code)
            self._found["box_lost"] = None
            return _instead(path)
        log.warning("%s is damaged: it is set aside and a new one begun", path)
        self._found["boxes_aside"] = None
        return db


def _instead(path: Path) -> sqlite3.Connection:
    """Load the readable boxes and settings into memory, where the file cannot be written."""
    db = ready(":memory:", BOX_TABLES, BOX_MIGRATIONS, create=True)
    sqlite_file.boxes_from(path, db)
    db.execute("PRAGMA query_only = 1")
    return db


def _checked(db: sqlite3.Connection) -> sqlite3.Connection:
    """Return the connection if the whole file can be read, else close it and raise."""
    try:
        with store_errors():
            report = db.execute("PRAGMA integrity_check(1)").fetchall()
            for table in ("box(id, game, data)", "setting(key, value)"):
                name, columns = table[:-1].split("(")
                db.execute(f"SELECT {columns} FROM {name} LIMIT 1").fetchall()
        if report != [(b"ok",)]:
            raise StoreError("damaged", "integrity_check")
    except StoreError:
        db.close()
        raise
    return db


def _texts(row: Sequence[object]) -> tuple[str, ...] | None:
    """Return the cells as text; None if one is not text."""
    try:
        texts = tuple(cell.decode() for cell in row if isinstance(cell, bytes))
    except UnicodeError:
        return None
    return texts if len(texts) == len(row) else None
