"""Matches on disk: one SQLite file each, so that a damaged one never takes the others down."""

import contextlib
import logging
import re
import sqlite3
import tempfile
from collections import OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Literal

from companion.match.entries import Entry
from companion.table import disk, salvage
from companion.table.disk import told, unwritten
from companion.table.rows import entries_of, rows_of, whole_acta
from companion.table.store import Head, Row, StoredBox, StoreError, Trouble

log = logging.getLogger(__name__)

SCHEMA = 1
"""The `user_version` of a match file and of the boxes file."""

MATCH_TABLES = """
CREATE TABLE entry (
    seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, format INTEGER NOT NULL, line TEXT NOT NULL
);
"""
DIGEST_TABLE = """
CREATE TABLE IF NOT EXISTS digest (
    only INTEGER PRIMARY KEY CHECK (only = 0), data TEXT NOT NULL
);
"""
BOX_TABLES = """
CREATE TABLE box (id TEXT PRIMARY KEY, game TEXT NOT NULL, data TEXT NOT NULL);
CREATE TABLE setting (key TEXT PRIMARY KEY, value TEXT NOT NULL);
"""
MATCH_MIGRATIONS: Mapping[int, str] = {}
"""By schema version, the statements that lift a match file to the next one."""
BOX_MIGRATIONS: Mapping[int, str] = {}

OPEN_FILES = 16
_ID = re.compile("[A-Za-z0-9_-]{1,64}")
_NEWER = 1000
"""How many schemas may come: a number beyond that is none."""
_SPOILT = frozenset({"damaged", "io_error"})
_UNWRITTEN = frozenset({"read_only", "disk_full", "bad_folder", "io_error"})
"""What opening a file leads to where nothing can be written."""


class SqliteStore:
    """A `Store` in a folder: `matches/`, `bin/` and `boxes.sqlite`. One thread at a time.

    Args:
        folder: where.
        owned: whether nobody else writes there, so that what is damaged can be set aside.
    """

    def __init__(self, folder: Path, *, owned: bool = True) -> None:
        self._owned = owned
        self._matches, self._bin = folder / "matches", folder / "bin"
        self._open: OrderedDict[str, sqlite3.Connection] = OrderedDict()
        self._troubles: dict[Trouble, None] = {}
        for needed in (self._matches, self._bin):
            self._made(needed)
        self._box_path = folder / "boxes.sqlite"
        self._box_file: sqlite3.Connection | None = None

    @property
    def troubles(self) -> tuple[Trouble, ...]:
        """What is wrong with the folder, although it is in use."""
        return tuple(self._troubles)

    def _made(self, folder: Path) -> None:
        try:
            with told():
                folder.mkdir(parents=True, exist_ok=True)
        except StoreError as error:
            why = unwritten(error)
            if why is None:
                raise
            self._troubles[why] = None

    # Matches

    def match_ids(self) -> tuple[str, ...]:
        """Every match that is not in the bin, also those that cannot be read."""
        return _ids_in(self._matches)

    def head(self, match_id: str) -> Head:
        """The beginning and the end of an acta."""
        with self._using(match_id) as db:
            rows = _rows(
                db,
                "SELECT format, line FROM entry WHERE seq = 0 OR seq = (SELECT max(seq) FROM entry)"
                " ORDER BY seq",
            )
            digest = _digest(db)
        entries = entries_of(rows)
        last = entries[-1]
        return Head(entries[0], last.seq + 1, last.at, digest)

    def load(self, match_id: str) -> tuple[Entry, ...]:
        """A whole acta."""
        with self._using(match_id) as db:
            rows = _rows(db, "SELECT format, line FROM entry ORDER BY seq")
        return whole_acta(rows)

    def rows(self, match_id: str) -> tuple[Row, ...]:
        """What is kept of an acta, line by line, whatever it says and as far as it is there."""
        path = self._path(match_id)
        if not disk.is_there(path):
            raise StoreError("not_found", match_id)
        found: dict[int, Row] = {}
        try:
            with self._using(match_id) as db:
                whole = salvage.read(db, found)
        except StoreError as error:
            log.warning("%s can be read only in part: %s", match_id, error.detail)
            whole = False
        if not whole:
            found = {**salvage.carved(path), **found}
        return tuple(row for _, row in sorted(found.items()))

    def create(self, match_id: str, entries: Sequence[Entry], digest: str) -> None:
        """Keeps a new match, all of it or nothing; `taken` if there is one with that id."""
        path = self._path(match_id)
        if disk.is_there(path):
            raise StoreError("taken", match_id)
        new = path.with_suffix(".new")
        try:
            with told(), contextlib.closing(_connected(new, create=True)) as db:
                _begin(db)
                _run(db, MATCH_TABLES)
                db.execute(f"PRAGMA user_version = {SCHEMA}")
                _insert(db, entries)
                _keep_digest(db, digest)
                db.execute("COMMIT")
            with told():
                new.rename(path)
        except StoreError as error:
            with contextlib.suppress(StoreError):
                disk.remove(new)
            raise disk.plainly(error, self._matches) from error
        disk.sync_folder(self._matches)

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
            _keep_digest(db, digest)

    def write_digest(self, match_id: str, digest: str) -> None:
        """Replaces the summary beside the acta."""
        with self._writing(match_id) as db:
            _keep_digest(db, digest)

    def rename(self, match_id: str, header: Entry) -> None:
        """Replaces the header by one that differs in its title alone."""
        with self._writing(match_id) as db:
            db.execute("UPDATE entry SET format = ?, line = ? WHERE seq = 0", *rows_of([header]))

    # The bin

    def delete(self, match_id: str) -> None:
        """Moves a match to the bin; an older one in it with the same id gives way."""
        if not disk.is_there(self._path(match_id)):
            raise StoreError("not_found", match_id)
        self._let_go(match_id)
        disk.remove(self._bin / _file_name(match_id))
        disk.move(self._path(match_id), self._bin)

    def binned(self) -> tuple[str, ...]:
        """The matches in the bin."""
        return _ids_in(self._bin)

    def restore(self, match_id: str) -> None:
        """Takes a match out of the bin; `taken` if there is another one with its id by now."""
        if disk.is_there(self._path(match_id)):
            raise StoreError("taken", match_id)
        path = self._bin / _file_name(match_id)
        if not disk.is_there(path):
            raise StoreError("not_found", match_id)
        disk.move(path, self._matches)

    def empty_bin(self) -> None:
        """Deletes what is in the bin for good."""
        with told():
            found = tuple(self._bin.iterdir())
        for path in found:
            disk.remove(path)

    # Boxes and settings

    def boxes(self) -> tuple[StoredBox, ...]:
        """Every box profile that can be read."""
        rows = self._asked("SELECT id, game, data FROM box ORDER BY id")
        found = [texts for row in rows if (texts := _texts(row))]
        if len(found) < len(rows):
            log.warning("%d boxes cannot be read", len(rows) - len(found))
            self._troubles["box_lost"] = None
        return tuple(StoredBox(*texts) for texts in found)

    def save_box(self, box: StoredBox) -> None:
        """Adds a box profile or replaces the one with its id."""
        self._asked("INSERT OR REPLACE INTO box VALUES (?, ?, ?)", box.id, box.game, box.data)

    def delete_box(self, box_id: str) -> None:
        """Forgets a box profile."""
        self._asked("DELETE FROM box WHERE id = ?", box_id)

    def setting(self, key: str) -> str | None:
        """The value kept under a key."""
        rows = self._asked("SELECT value FROM setting WHERE key = ?", key)
        texts = _texts(rows[0]) if rows else None
        if rows and texts is None:
            log.warning("the setting %s cannot be read", key)
        return texts[0] if texts else None

    def set_setting(self, key: str, value: str) -> None:
        """Keeps a value under a key."""
        self._asked("INSERT OR REPLACE INTO setting VALUES (?, ?)", key, value)

    def close(self) -> None:
        """Lets go of every file."""
        for match_id in tuple(self._open):
            self._let_go(match_id)
        self._close_boxes()

    def tidy(self) -> None:
        """Removes what an interrupted beginning of a match left; only where nobody else writes."""
        for left_over in self._matches.glob("match-*.new*"):
            with contextlib.suppress(OSError):
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
        except StoreError as error:
            self._let_go(match_id)
            raise disk.plainly(error, self._matches) from error

    @contextlib.contextmanager
    def _writing(self, match_id: str) -> Iterator[sqlite3.Connection]:
        if _only_reads(self._open.get(match_id)):
            # There may be room by now.
            self._let_go(match_id)
        with self._using(match_id) as db:
            _begin(db)
            yield db
            db.execute("COMMIT")

    def _connection(self, match_id: str) -> sqlite3.Connection:
        db = self._open.get(match_id)
        if db is None:
            path = self._path(match_id)
            if not disk.is_there(path):
                raise StoreError("not_found", match_id)
            db = _opened(path, MATCH_TABLES, MATCH_MIGRATIONS)
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

    def _asked(self, query: str, *given: str) -> list[tuple[object, ...]]:
        """What the file of boxes and settings answers; one that is damaged gives way to another."""
        try:
            return self._answer(query, given)
        except StoreError as error:
            if error.code not in _SPOILT:
                raise
            self._close_boxes()
            self._box_file = self._begun_anew()
        return self._answer(query, given)

    def _close_boxes(self) -> None:
        if self._box_file is not None:
            with contextlib.suppress(sqlite3.Error):
                self._box_file.close()
        self._box_file = None

    def _answer(self, query: str, given: Sequence[str]) -> list[tuple[object, ...]]:
        if _only_reads(self._box_file) and not query.startswith("SELECT"):
            self._close_boxes()
        if self._box_file is None:
            self._box_file = self._opened_boxes()
        with told():
            return self._box_file.execute(query, given).fetchall()

    def _opened_boxes(self) -> sqlite3.Connection:
        path = self._box_path
        try:
            return _checked(_opened(path, BOX_TABLES, BOX_MIGRATIONS, create=True))
        except StoreError as found:
            error = disk.plainly(found, path.parent)
            newer: Trouble | None = "boxes_newer" if error.code == "newer_data" else None
            why = unwritten(error) or newer
            if why is not None:
                self._troubles[why] = None
                return _instead(path)
            raise error from found

    def _begun_anew(self) -> sqlite3.Connection:
        path = self._box_path
        try:
            if not self._owned:
                raise StoreError("read_only", "somebody else's")
            aside = disk.set_aside(path)
            with told():
                db = _ready(path, BOX_TABLES, BOX_MIGRATIONS, create=True)
                salvage.boxes_from(aside, db)
        except StoreError as error:
            log.warning("%s is damaged, and cannot be set aside: %s", path, error.code)
            self._troubles["box_lost"] = None
            return _instead(path)
        log.warning("%s is damaged: it is set aside and a new one begun", path)
        self._troubles["boxes_aside"] = None
        return db


def _only_reads(db: sqlite3.Connection | None) -> bool:
    return db is not None and db.execute("PRAGMA query_only").fetchone() == (1,)


def _instead(path: Path) -> sqlite3.Connection:
    """What can be read of boxes and settings, where nothing can be written."""
    db = _ready(":memory:", BOX_TABLES, BOX_MIGRATIONS, create=True)
    salvage.boxes_from(path, db)
    db.execute("PRAGMA query_only = 1")
    return db


def _opened(
    path: Path, tables: str, migrations: Mapping[int, str], *, create: bool = False
) -> sqlite3.Connection:
    """An open file; where it cannot be written to, it can still be read."""
    if disk.odd(path):
        raise StoreError("damaged", "no file")
    try:
        with told():
            return _ready(path, tables, migrations, create=create)
    except StoreError as error:
        if error.code not in _UNWRITTEN or not path.is_file():
            raise
    with told():
        return _only_read(path)


def _only_read(path: Path) -> sqlite3.Connection:
    """A database where nothing can be written, not even what SQLite keeps beside it."""
    if not disk.has_journal(path):
        uri = f"{path.absolute().as_uri()}?mode=ro&immutable=1"
        db = sqlite3.connect(uri, uri=True, isolation_level=None, check_same_thread=False)
    else:
        # Its last entries are in the journal: both are read elsewhere.
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


def _checked(db: sqlite3.Connection) -> sqlite3.Connection:
    """The file of boxes and settings, if all of it can be read."""
    try:
        with told():
            found = db.execute("PRAGMA integrity_check(1)").fetchall()
            for table in ("box(id, game, data)", "setting(key, value)"):
                name, columns = table[:-1].split("(")
                db.execute(f"SELECT {columns} FROM {name} LIMIT 1").fetchall()
        if found != [(b"ok",)]:
            raise StoreError("damaged", "integrity_check")
    except StoreError:
        db.close()
        raise
    return db


def _connected(path: Path | Literal[":memory:"], *, create: bool = False) -> sqlite3.Connection:
    mode = "rwc" if create else "rw"
    uri = path if isinstance(path, str) else f"{path.absolute().as_uri()}?mode={mode}"
    db = sqlite3.connect(
        uri,
        uri=True,
        isolation_level=None,
        timeout=2,
        check_same_thread=False,
    )
    # What is damaged need not be text.
    db.text_factory = bytes
    db.execute("PRAGMA synchronous = FULL")
    return db


def _ready(
    path: Path | Literal[":memory:"],
    tables: str,
    migrations: Mapping[int, str],
    *,
    create: bool = False,
) -> sqlite3.Connection:
    """An open file of today's schema: made if it is wanted, migrated after a copy if it is old."""
    db = _connected(path, create=create)
    try:
        (version,) = db.execute("PRAGMA user_version").fetchone()
        if version == 0:
            _make(db, tables, wanted=create)
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


def _rows(db: sqlite3.Connection, query: str) -> list[Row]:
    """The lines that a query finds; a damaged file can hold anything in their place."""
    found: list[Row] = []
    for version, line in db.execute(query):
        if type(version) is not int or version < 1 or not isinstance(line, bytes):
            raise StoreError("damaged", "no line")
        found.append((version, line.decode()))
    return found


def _digest(db: sqlite3.Connection) -> str:
    """What is kept beside an acta; nothing where it is damaged: it can be made again."""
    try:
        found = db.execute("SELECT data FROM digest").fetchone()
        return found[0].decode() if found and isinstance(found[0], bytes) else ""
    except (sqlite3.DatabaseError, UnicodeError):
        return ""


def _keep_digest(db: sqlite3.Connection, digest: str) -> None:
    db.execute(DIGEST_TABLE)
    db.execute("INSERT OR REPLACE INTO digest VALUES (0, ?)", (digest,))


def _texts(row: Sequence[object]) -> tuple[str, ...] | None:
    """A row of nothing but text; None if it is none."""
    try:
        found = tuple(cell.decode() for cell in row if isinstance(cell, bytes))
    except UnicodeError:
        return None
    return found if len(found) == len(row) else None


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
    """The matches in a folder, whatever else has strayed into it."""
    if not folder.is_dir():
        return ()
    with told():
        names = sorted(path.name for path in folder.glob("match-*.sqlite"))
    ids = {name: _id_of(name) for name in names}
    strays = [name for name, match_id in ids.items() if match_id is None]
    if strays:
        log.warning("%d files among the matches have no name of ours", len(strays))
    return tuple(match_id for match_id in ids.values() if match_id)


def _id_of(name: str) -> str | None:
    stem = name.removeprefix("match-").removesuffix(".sqlite")
    match_id = re.sub(r"\+(.)", lambda c: c[1].upper(), stem)
    return match_id if _ID.fullmatch(match_id) and _file_name(match_id) == name else None
