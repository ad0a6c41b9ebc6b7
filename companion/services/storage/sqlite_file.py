"""SQLite files: opened, created and migrated; opened read-only where nothing can be written."""

import contextlib
import sqlite3
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Literal

from companion.services.storage import disk
from companion.services.storage.disk import store_errors
from companion.services.storage.store import StoreError

SCHEMA = 1
"""`user_version` of a match file and of the boxes file."""
_NEWER = 1000
"""Number of future schemas to accept; a number beyond that is invalid."""
_UNWRITTEN = frozenset({"read_only", "disk_full", "bad_folder", "io_error"})
"""Error codes of opening a file where nothing can be written."""


def only_reads(db: sqlite3.Connection | None) -> bool:
    """Return whether an open file is read-only."""
    return db is not None and db.execute("PRAGMA query_only").fetchone() == (1,)


def opened(
    path: Path, tables: str, migrations: Mapping[int, str], *, create: bool = False
) -> sqlite3.Connection:
    """Open a file; read-only if it cannot be written."""
    if disk.has_non_files(path):
        raise StoreError("damaged", "no file")
    try:
        with store_errors():
            return ready(path, tables, migrations, create=create)
    except StoreError as error:
        if error.code not in _UNWRITTEN or not path.is_file():
            raise
    with store_errors():
        return _only_read(path)


def _only_read(path: Path) -> sqlite3.Connection:
    """Open a database read-only, without writing even the files SQLite keeps beside it."""
    if not disk.has_journal(path):
        uri = f"{path.absolute().as_uri()}?mode=ro&immutable=1"
        db = sqlite3.connect(uri, uri=True, isolation_level=None, check_same_thread=False)
    else:
        # The last entries are in the journal. Read copies of both files in another folder, so that
        # these are not changed.
        db = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
        with tempfile.TemporaryDirectory() as elsewhere:
            copy = sqlite3.connect(disk.copied(path, Path(elsewhere)))
            with contextlib.closing(copy):
                copy.backup(db)
    db.text_factory = bytes
    try:
        (version,) = db.execute("PRAGMA user_version").fetchone()
        if version != SCHEMA:
            raise StoreError("newer_data" if version > SCHEMA else "read_only", path.name)
        db.execute("PRAGMA query_only = 1")
    except BaseException:
        db.close()
        raise
    return db


def connected(path: Path | Literal[":memory:"], *, create: bool = False) -> sqlite3.Connection:
    """Connect to a file, whatever it contains."""
    mode = "rwc" if create else "rw"
    uri = path if isinstance(path, str) else f"{path.absolute().as_uri()}?mode={mode}"
    db = sqlite3.connect(
        uri,
        uri=True,
        isolation_level=None,
        timeout=2,
        check_same_thread=False,
    )
    # Damaged content need not be valid text.
    db.text_factory = bytes
    db.execute("PRAGMA synchronous = FULL")
    return db


def ready(
    path: Path | Literal[":memory:"],
    tables: str,
    migrations: Mapping[int, str],
    *,
    create: bool = False,
) -> sqlite3.Connection:
    """Open a file with the current schema.

    Create it on request; migrate an old one after a backup.
    """
    db = connected(path, create=create)
    try:
        (version,) = db.execute("PRAGMA user_version").fetchone()
        if version == 0:
            _made(db, tables, wanted=create)
        elif not 0 < version < SCHEMA + _NEWER:
            raise StoreError("damaged", "no version of ours")
        elif version > SCHEMA:
            raise StoreError("newer_data", str(path))
        elif version < SCHEMA and isinstance(path, Path):
            _migrate(db, path, version, migrations)
        db.execute("PRAGMA journal_mode = WAL").fetchone()
    except BaseException:
        db.close()
        raise
    return db


def _made(db: sqlite3.Connection, tables: str, *, wanted: bool) -> None:
    (count,) = db.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    if count or not wanted:
        raise StoreError("damaged", "no tables of ours")
    begin(db)
    make(db, tables)
    db.execute("COMMIT")


def make(db: sqlite3.Connection, tables: str) -> None:
    """Create the current tables in an empty file."""
    run(db, tables)
    db.execute(f"PRAGMA user_version = {SCHEMA}")


def _migrate(
    db: sqlite3.Connection, path: Path, version: int, migrations: Mapping[int, str]
) -> None:
    with contextlib.closing(sqlite3.connect(path.with_suffix(f".v{version}"))) as copy:
        db.backup(copy)
    begin(db)
    for step in range(version, SCHEMA):
        run(db, migrations[step])
    db.execute(f"PRAGMA user_version = {SCHEMA}")
    db.execute("COMMIT")


def begin(db: sqlite3.Connection) -> None:
    """Begin a transaction."""
    db.execute("BEGIN IMMEDIATE")


def run(db: sqlite3.Connection, script: str) -> None:
    """Run the statements of a script one by one, within the open transaction."""
    for statement in script.split(";"):
        if statement.strip():
            db.execute(statement)
