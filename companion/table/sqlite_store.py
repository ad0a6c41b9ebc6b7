"""Matches on disk: one SQLite file each, so that a damaged one never takes the others down."""

import contextlib
import errno
import logging
import os
import re
import sqlite3
from collections import OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from companion.match.entries import Entry
from companion.table.rows import entries_of, rows_of, whole_acta
from companion.table.store import Head, Row, StoreCode, StoredBox, StoreError

log = logging.getLogger(__name__)

SCHEMA = 1
"""The `user_version` of a match file and of the boxes file."""

MATCH_TABLES = """
CREATE TABLE entry (
    seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, format INTEGER NOT NULL, line TEXT NOT NULL
);
CREATE TABLE digest (only INTEGER PRIMARY KEY CHECK (only = 0), data TEXT NOT NULL);
INSERT INTO digest VALUES (0, '');
"""
BOX_TABLES = """
CREATE TABLE box (id TEXT PRIMARY KEY, game TEXT NOT NULL, data TEXT NOT NULL);
CREATE TABLE setting (key TEXT PRIMARY KEY, value TEXT NOT NULL);
"""
MATCH_MIGRATIONS: Mapping[int, str] = {}
"""By schema version, the statements that lift a match file to the next one."""
BOX_MIGRATIONS: Mapping[int, str] = {}

OPEN_FILES = 16
_SIDE_FILES = ("", "-wal", "-shm", "-journal")


class SqliteStore:
    """A `Store` in a folder: `matches/`, `bin/` and `boxes.sqlite`. One thread at a time."""

    def __init__(self, folder: Path) -> None:
        self._matches, self._bin = folder / "matches", folder / "bin"
        with told():
            self._matches.mkdir(parents=True, exist_ok=True)
            self._bin.mkdir(exist_ok=True)
        self._open: OrderedDict[str, sqlite3.Connection] = OrderedDict()
        self.box_file_set_aside = False
        """Whether the file of boxes and settings was damaged, and a new one begun beside it."""
        self._box_path = folder / "boxes.sqlite"
        self._box_file: sqlite3.Connection | None = None

    # Matches

    def match_ids(self) -> tuple[str, ...]:
        """Every match that is not in the bin, also those that cannot be read."""
        return _ids_in(self._matches)

    def head(self, match_id: str) -> Head:
        """The beginning and the end of an acta."""
        with self._using(match_id) as db:
            rows = db.execute(
                "SELECT format, line FROM entry WHERE seq = 0 OR seq = (SELECT max(seq) FROM entry)"
                " ORDER BY seq"
            ).fetchall()
            (digest,) = db.execute("SELECT data FROM digest").fetchone()
        entries = entries_of(rows)
        last = entries[-1]
        return Head(entries[0], last.seq + 1, last.at, digest)

    def load(self, match_id: str) -> tuple[Entry, ...]:
        """A whole acta."""
        with self._using(match_id) as db:
            rows = db.execute("SELECT format, line FROM entry ORDER BY seq").fetchall()
        return whole_acta(rows)

    def rows(self, match_id: str) -> tuple[Row, ...]:
        """What is kept of an acta, line by line, whatever it says and as far as it is there."""
        if not self._path(match_id).exists():
            raise StoreError("not_found", match_id)
        found: list[Row] = []
        try:
            with self._using(match_id) as db:
                for version, line in db.execute("SELECT format, line FROM entry ORDER BY seq"):
                    found.append((version if isinstance(version, int) else 0, _text(line)))
        except StoreError as error:
            log.warning("%s can be read only in part: %s", match_id, error.detail)
        return tuple(found)

    def create(self, match_id: str, entries: Sequence[Entry], digest: str) -> None:
        """Keeps a new match, all of it or nothing; `taken` if there is one with that id."""
        path = self._path(match_id)
        if path.exists():
            raise StoreError("taken", match_id)
        new = path.with_suffix(".new")
        try:
            with told(), contextlib.closing(_connected(new, create=True)) as db:
                _begin(db)
                _run(db, MATCH_TABLES)
                db.execute(f"PRAGMA user_version = {SCHEMA}")
                _insert(db, entries)
                db.execute("UPDATE digest SET data = ?", (digest,))
                db.execute("COMMIT")
            with told():
                new.rename(path)
        except StoreError:
            _unlink(new)
            raise
        _sync_folder(self._matches)

    def append(self, match_id: str, entries: Sequence[Entry], digest: str) -> None:
        """Adds entries, all or none; `taken` unless they follow the last one."""
        with self._writing(match_id) as db:
            (count,) = db.execute("SELECT count(*) FROM entry").fetchone()
            if [entry.seq for entry in entries] != list(range(count, count + len(entries))):
                raise StoreError("taken", match_id)
            try:
                _insert(db, entries)
            except sqlite3.IntegrityError as error:
                raise StoreError("taken", match_id) from error
            db.execute("UPDATE digest SET data = ?", (digest,))

    def write_digest(self, match_id: str, digest: str) -> None:
        """Replaces the summary beside the acta."""
        with self._writing(match_id) as db:
            db.execute("UPDATE digest SET data = ?", (digest,))

    def rename(self, match_id: str, header: Entry) -> None:
        """Replaces the header by one that differs in its title alone."""
        with self._writing(match_id) as db:
            db.execute("UPDATE entry SET format = ?, line = ? WHERE seq = 0", *rows_of([header]))

    # The bin

    def delete(self, match_id: str) -> None:
        """Moves a match to the bin; an older one in it with the same id gives way."""
        if not self._path(match_id).exists():
            raise StoreError("not_found", match_id)
        self._let_go(match_id)
        _unlink(self._bin / _file_name(match_id))
        _move(self._path(match_id), self._bin)

    def binned(self) -> tuple[str, ...]:
        """The matches in the bin."""
        return _ids_in(self._bin)

    def restore(self, match_id: str) -> None:
        """Takes a match out of the bin; `taken` if there is another one with its id by now."""
        if self._path(match_id).exists():
            raise StoreError("taken", match_id)
        path = self._bin / _file_name(match_id)
        if not path.exists():
            raise StoreError("not_found", match_id)
        _move(path, self._matches)

    def empty_bin(self) -> None:
        """Deletes what is in the bin for good."""
        with told():
            for path in self._bin.iterdir():
                path.unlink()

    # Boxes and settings

    def boxes(self) -> tuple[StoredBox, ...]:
        """Every box profile."""
        with told():
            rows = self._boxes.execute("SELECT id, game, data FROM box ORDER BY id").fetchall()
        return tuple(StoredBox(*row) for row in rows)

    def save_box(self, box: StoredBox) -> None:
        """Adds a box profile or replaces the one with its id."""
        with told():
            self._boxes.execute(
                "INSERT OR REPLACE INTO box VALUES (?, ?, ?)", (box.id, box.game, box.data)
            )

    def delete_box(self, box_id: str) -> None:
        """Forgets a box profile."""
        with told():
            self._boxes.execute("DELETE FROM box WHERE id = ?", (box_id,))

    def setting(self, key: str) -> str | None:
        """The value kept under a key."""
        with told():
            row = self._boxes.execute("SELECT value FROM setting WHERE key = ?", (key,)).fetchone()
        return None if row is None else str(row[0])

    def set_setting(self, key: str, value: str) -> None:
        """Keeps a value under a key."""
        with told():
            self._boxes.execute("INSERT OR REPLACE INTO setting VALUES (?, ?)", (key, value))

    def close(self) -> None:
        """Lets go of every file."""
        for match_id in tuple(self._open):
            self._let_go(match_id)
        if self._box_file is not None:
            with contextlib.suppress(sqlite3.Error):
                self._box_file.close()
            self._box_file = None

    def tidy(self) -> None:
        """Removes what an interrupted beginning of a match left; only where nobody else writes."""
        with told():
            for left_over in self._matches.glob("*.new*"):
                left_over.unlink()

    # Files

    def _path(self, match_id: str) -> Path:
        return self._matches / _file_name(match_id)

    @contextlib.contextmanager
    def _using(self, match_id: str) -> Iterator[sqlite3.Connection]:
        """The open file of a match; after an error it is closed, to be read again from disk."""
        try:
            with told():
                yield self._connection(match_id)
        except StoreError:
            self._let_go(match_id)
            raise

    @contextlib.contextmanager
    def _writing(self, match_id: str) -> Iterator[sqlite3.Connection]:
        with self._using(match_id) as db:
            _begin(db)
            yield db
            db.execute("COMMIT")

    def _connection(self, match_id: str) -> sqlite3.Connection:
        db = self._open.get(match_id)
        if db is None:
            path = self._path(match_id)
            if not path.exists():
                raise StoreError("not_found", match_id)
            db = _ready(path, MATCH_TABLES, MATCH_MIGRATIONS)
            self._open[match_id] = db
        self._open.move_to_end(match_id)
        if len(self._open) > OPEN_FILES:
            self._let_go(next(iter(self._open)))
        return db

    def _let_go(self, match_id: str) -> None:
        db = self._open.pop(match_id, None)
        if db is not None:
            with contextlib.suppress(sqlite3.Error):
                db.close()

    @property
    def _boxes(self) -> sqlite3.Connection:
        if self._box_file is None:
            self._box_file = self._opened_boxes()
        return self._box_file

    def _opened_boxes(self) -> sqlite3.Connection:
        path = self._box_path
        try:
            with told():
                return _ready(path, BOX_TABLES, BOX_MIGRATIONS, create=True)
        except StoreError as error:
            if error.code != "damaged":
                raise
        self.box_file_set_aside = True
        log.warning("%s is damaged: it is set aside and a new one begun", path)
        _set_aside(path)
        return _ready(path, BOX_TABLES, BOX_MIGRATIONS, create=True)


def _connected(path: Path, *, create: bool = False) -> sqlite3.Connection:
    mode = "rwc" if create else "rw"
    db = sqlite3.connect(
        f"{path.absolute().as_uri()}?mode={mode}",
        uri=True,
        isolation_level=None,
        timeout=2,
        check_same_thread=False,
    )
    db.execute("PRAGMA synchronous = FULL")
    return db


def _ready(
    path: Path, tables: str, migrations: Mapping[int, str], *, create: bool = False
) -> sqlite3.Connection:
    """An open file of today's schema: made if it is wanted, migrated after a copy if it is old."""
    db = _connected(path, create=create)
    try:
        (version,) = db.execute("PRAGMA user_version").fetchone()
        if version == 0:
            _make(db, tables, wanted=create)
        elif version > SCHEMA:
            raise StoreError("newer_data", path.name)
        elif version < SCHEMA:
            _migrate(db, path, version, migrations)
        db.execute("PRAGMA journal_mode = WAL").fetchone()
    except BaseException:
        db.close()
        raise
    return db


def _make(db: sqlite3.Connection, tables: str, *, wanted: bool) -> None:
    (count,) = db.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    if count or not wanted:
        raise StoreError("damaged", "no tables of ours")
    _begin(db)
    _run(db, tables)
    db.execute(f"PRAGMA user_version = {SCHEMA}")
    db.execute("COMMIT")


def _migrate(
    db: sqlite3.Connection, path: Path, version: int, migrations: Mapping[int, str]
) -> None:
    with contextlib.closing(sqlite3.connect(path.with_suffix(f".v{version}"))) as copy:
        db.backup(copy)
    _begin(db)
    for step in range(version, SCHEMA):
        _run(db, migrations[step])
    db.execute(f"PRAGMA user_version = {SCHEMA}")
    db.execute("COMMIT")


def _text(line: object) -> str:
    return line.decode(errors="replace") if isinstance(line, bytes) else str(line)


def _begin(db: sqlite3.Connection) -> None:
    db.execute("BEGIN IMMEDIATE")


def _run(db: sqlite3.Connection, script: str) -> None:
    for statement in script.split(";"):
        if statement.strip():
            db.execute(statement)


def _insert(db: sqlite3.Connection, entries: Sequence[Entry]) -> None:
    rows = [(e.seq, e.id, *row) for e, row in zip(entries, rows_of(entries), strict=True)]
    db.executemany("INSERT INTO entry VALUES (?, ?, ?, ?)", rows)


def _file_name(match_id: str) -> str:
    """A name that no file system confuses with another: capitals are marked, not trusted."""
    return "match-" + re.sub("[A-Z]", lambda c: "+" + c[0].lower(), match_id) + ".sqlite"


def _ids_in(folder: Path) -> tuple[str, ...]:
    with told():
        stems = sorted(path.stem for path in folder.glob("match-*.sqlite"))
    return tuple(re.sub(r"\+(.)", lambda c: c[1].upper(), stem[6:]) for stem in stems)


def _siblings(path: Path) -> Iterator[Path]:
    return (path.with_name(path.name + end) for end in _SIDE_FILES)


def _move(path: Path, folder: Path) -> None:
    with told():
        # The journal first: without its match it is nothing, with it it may hold the last entries.
        for part in reversed(tuple(_siblings(path))):
            if part.exists():
                part.rename(folder / part.name)


def _unlink(path: Path) -> None:
    with told():
        for part in _siblings(path):
            part.unlink(missing_ok=True)


def _set_aside(path: Path) -> None:
    free = (path.with_name(f"{path.name}.damaged-{n}") for n in range(1, 1000))
    target = next(name for name in free if not name.exists())
    path.rename(target)
    _unlink(path)


def _sync_folder(folder: Path) -> None:
    """Makes a new name in a folder survive a power cut, where the system allows it."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


_SQLITE_CODES: tuple[tuple[str, StoreCode], ...] = (
    ("SQLITE_FULL", "disk_full"),
    ("SQLITE_READONLY", "read_only"),
    ("SQLITE_BUSY", "busy_data"),
    ("SQLITE_LOCKED", "busy_data"),
    ("SQLITE_CANTOPEN", "bad_folder"),
    ("SQLITE_IOERR", "io_error"),
    ("SQLITE_PERM", "read_only"),
)
_OS_CODES: Mapping[int, StoreCode] = {
    errno.ENOSPC: "disk_full",
    errno.EROFS: "read_only",
    errno.EACCES: "read_only",
    errno.EPERM: "read_only",
    errno.ENOTDIR: "bad_folder",
    errno.EEXIST: "bad_folder",
    errno.ENOENT: "bad_folder",
}


@contextlib.contextmanager
def told() -> Iterator[None]:
    """Turns what the system says into a `StoreError`."""
    try:
        yield
    except sqlite3.DatabaseError as error:
        raise StoreError(_code_of(error), str(error)) from error
    except OSError as error:
        raise StoreError(_OS_CODES.get(error.errno or 0, "io_error"), str(error)) from error


def _code_of(error: sqlite3.DatabaseError) -> StoreCode:
    name = getattr(error, "sqlite_errorname", "")
    return next((code for start, code in _SQLITE_CODES if name.startswith(start)), "damaged")
