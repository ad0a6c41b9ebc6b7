"""SQLite file of a match: opened, checked, and salvaged where it is damaged."""

import contextlib
import json
import logging
import re
import sqlite3
import tempfile
import zlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Literal

from companion.match.entries import FORMAT
from companion.match.files.acta_file import MAX_BYTES, MAX_ENTRIES
from companion.services.storage import disk
from companion.services.storage.disk import store_errors
from companion.services.storage.store import Row, StoreError

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


log = logging.getLogger(__name__)

_ENTRY = re.compile(rb'\{"seq":(\d{1,7}),"id":"')
"""Beginning of an entry line, at any place in a file."""
_LONGEST = 64_000
_DECODER = json.JSONDecoder()
_BROKEN = (sqlite3.Error, MemoryError, OverflowError, ValueError)
"""Errors of reading a damaged file; its names and messages need not be text either."""


NOT_AS_RECORDED = " # suma"
"""Mark behind a line that was changed after it was stored: it is no line of an acta any more."""


def sums(db: sqlite3.Connection, which: str = "") -> dict[int, int]:
    """Return the sum of each stored line by number, as far as there are any."""
    try:
        return dict(db.execute(f"SELECT seq, sum FROM line_sum {which}"))
    except sqlite3.OperationalError:
        # A file of an earlier version of the program.
        return {}


def is_changed(seq: int, line: bytes, stored: Mapping[int, int]) -> bool:
    """Return whether a line differs from its stored sum; False if it has none."""
    return seq in stored and stored[seq] != zlib.crc32(line)


def read(db: sqlite3.Connection, rows: dict[int, Row]) -> bool:
    """Collect the rows of an open match by number; return whether all of it could be read.

    A line that was changed after it was stored is marked, so that nobody takes it for a report.
    """
    whole, stored = True, dict[int, int]()
    with contextlib.suppress(*_BROKEN):
        stored = sums(db)
    try:
        for row in db.execute("SELECT seq, format, line FROM entry ORDER BY seq"):
            whole &= _gathered(row, stored, rows)
        return whole
    except _BROKEN:
        pass
    # Read the remaining rows one by one, so that an unreadable page does not hide the others.
    for seq in range(max(rows, default=-1) + 1, MAX_ENTRIES):
        with contextlib.suppress(*_BROKEN):
            one = "SELECT seq, format, line FROM entry WHERE seq = ?"
            for row in db.execute(one, (seq,)):
                _gathered(row, stored, rows)
    return False


def _gathered(row: tuple[object, ...], stored: Mapping[int, int], rows: dict[int, Row]) -> bool:
    seq, version, line = row
    if type(seq) is not int or not isinstance(line, bytes):
        return False
    known = type(version) is int and 1 <= version <= FORMAT
    text = line.decode(errors="surrogateescape")
    if is_changed(seq, line, stored):
        text += NOT_AS_RECORDED
    rows[seq] = (version if known else FORMAT, text)  # type: ignore[assignment]
    return known


def carved(path: Path) -> dict[int, Row]:
    """Return the entry lines that lie in a database or beside it, whatever its tables say."""
    rows: dict[int, Row] = {}
    for part in (path, path.with_name(path.name + "-wal")):
        with contextlib.suppress(OSError):
            if part.is_file():
                with part.open("rb") as file:
                    data = file.read(4 * MAX_BYTES)
                for seq, line in _lines(data):
                    rows.setdefault(seq, (FORMAT, line))
    return rows


def _lines(data: bytes) -> Iterator[tuple[int, str]]:
    for start in _ENTRY.finditer(data):
        text = data[start.start() : start.start() + _LONGEST].decode(errors="surrogateescape")
        try:
            _, end = _DECODER.raw_decode(text)
        except (ValueError, RecursionError):
            continue
        yield int(start[1]), text[:end]


def boxes_from(damaged: Path, db: sqlite3.Connection) -> None:
    """Copy the readable boxes and settings of a damaged file into a new one."""
    if not damaged.is_file():
        return
    for table, columns in (("box", "id, game, data"), ("setting", "key, value")):
        count = columns.count(",") + 1
        places = ", ".join("?" * count)
        with contextlib.suppress(*_BROKEN), contextlib.closing(_looked_at(damaged)) as old:
            for row in old.execute(f"SELECT {columns} FROM {table} ORDER BY rowid"):
                if all(isinstance(cell, bytes) and _is_text(cell) for cell in row):
                    texts = [cell.decode() for cell in row]
                    db.execute(f"INSERT OR REPLACE INTO {table} VALUES ({places})", texts)


def _looked_at(path: Path) -> sqlite3.Connection:
    db = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, isolation_level=None)
    db.text_factory = bytes
    return db


def _is_text(cell: bytes) -> bool:
    try:
        cell.decode()
    except UnicodeError:
        return False
    return True
