"""Matches on disk: one SQLite file each, so that a damaged one never takes the others down."""

import contextlib
import logging
import re
import sqlite3
import zlib
from collections import OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from companion.match.entries import Entry
from companion.match.resumable import Resumable, done
from companion.services.storage import disk, sqlite_file
from companion.services.storage.box_file import BoxFile
from companion.services.storage.disk import store_errors, unwritten
from companion.services.storage.sqlite_file import (
    begin,
    connected,
    make,
    only_reads,
    opened,
)
from companion.services.storage.store import (
    Head,
    Row,
    StoredBox,
    StoreError,
    Trouble,
    entries_of,
    rows_of,
    whole_acta,
)

log = logging.getLogger(__name__)

MATCH_TABLES = """
CREATE TABLE entry (
    seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, format INTEGER NOT NULL, line TEXT NOT NULL
);
"""
SUM_TABLE = """
CREATE TABLE IF NOT EXISTS line_sum (seq INTEGER PRIMARY KEY, sum INTEGER NOT NULL);
"""
"""Sums of the stored lines. Lines that an earlier version of the program stored have none."""
DIGEST_TABLE = """
CREATE TABLE IF NOT EXISTS digest (
    only INTEGER PRIMARY KEY CHECK (only = 0), data TEXT NOT NULL
);
"""
ATTACHMENT_TABLE = """
CREATE TABLE IF NOT EXISTS attachment (
    number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, data TEXT NOT NULL, sum INTEGER NOT NULL
);
"""
"""What is kept beside the acta. Files without any have no such table."""
MATCH_MIGRATIONS: Mapping[int, str] = {}
"""Statements that migrate a match file to the next schema, by version."""

OPEN_FILES = 64
"""Number of open files: at least the tables played at a time. Reopening takes milliseconds."""
_ID = re.compile("[A-Za-z0-9_-]{1,64}")


class SqliteStore:
    """`Store` in a folder: `matches/`, `bin/` and `boxes.sqlite`. One thread at a time.

    Args:
        folder: the data folder.
        owned: True if nobody else writes there, so that a damaged file can be set aside.
    """

    def __init__(self, folder: Path, *, owned: bool = True) -> None:
        self._matches, self._bin = folder / "matches", folder / "bin"
        self._open: OrderedDict[str, sqlite3.Connection] = OrderedDict()
        self._troubles: dict[Trouble, None] = {}
        for needed in (self._matches, self._bin):
            self._made(needed)
        self._boxes = BoxFile(folder / "boxes.sqlite", owned=owned)

    @property
    def troubles(self) -> tuple[Trouble, ...]:
        """Return the problems of the folder, which is in use all the same."""
        return tuple({**self._troubles, **self._boxes.troubles})

    def _made(self, folder: Path) -> None:
        try:
            with store_errors():
                folder.mkdir(parents=True, exist_ok=True)
        except StoreError as error:
            why = unwritten(error)
            if why is None:
                raise
            self._troubles[why] = None

    # Matches

    def match_ids(self) -> tuple[str, ...]:
        """Return every match that is not in the bin, including unreadable ones."""
        return _ids_in(self._matches)

    def head(self, match_id: str) -> Head:
        """Return the header, entry count, last change and summary of an acta."""
        with self._using(match_id) as db:
            rows = _rows(db, "WHERE seq = 0 OR seq = (SELECT max(seq) FROM entry)")
            digest = _digest(db)
        entries = entries_of(rows)
        last = entries[-1]
        return Head(entries[0], last.seq + 1, last.at, digest)

    def load(self, match_id: str) -> tuple[Entry, ...]:
        """Return a whole acta."""
        return done(self.loading(match_id))

    def loading(self, match_id: str) -> Resumable[tuple[Entry, ...]]:
        """Run `load` as resumable work, with a pause after each entry."""
        with self._using(match_id) as db:
            rows = _rows(db)
        return (yield from whole_acta(rows))

    def rows(self, match_id: str) -> tuple[Row, ...]:
        """Return the stored lines of an acta, unchecked and as far as they are there."""
        path = self._path(match_id)
        if not disk.is_there(path):
            raise StoreError("not_found", match_id)
        by_seq: dict[int, Row] = {}
        try:
            with self._using(match_id) as db:
                whole = sqlite_file.read(db, by_seq)
        except StoreError as error:
            log.warning("%s can be read only in part: %s", match_id, error.detail)
            whole = False
        if not whole:
            by_seq = {**sqlite_file.carved(path), **by_seq}
        return tuple(row for _, row in sorted(by_seq.items()))

    def create(self, match_id: str, entries: Sequence[Entry], digest: str) -> None:
        """Save a new match, all of it or nothing; `taken` if its id exists."""
        path = self._path(match_id)
        if disk.is_there(path):
            raise StoreError("taken", match_id)
        new = path.with_suffix(".new")
        try:
            with store_errors(), contextlib.closing(connected(new, create=True)) as db:
                begin(db)
                make(db, MATCH_TABLES)
                _insert(db, entries)
                _keep_digest(db, digest)
                db.execute("COMMIT")
            with store_errors():
                new.rename(path)
        except StoreError as error:
            with contextlib.suppress(StoreError):
                disk.remove(new)
            raise disk.precise_error(error, self._matches) from error
        disk.sync_folder(self._matches)

    def append(self, match_id: str, entries: Sequence[Entry], digest: str) -> None:
        """Append entries, all or none; `taken` unless they follow the last one."""
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
        """Replace the summary beside the acta."""
        with self._writing(match_id) as db:
            _keep_digest(db, digest)

    def rename(self, match_id: str, header: Entry) -> None:
        """Replace the header by one that differs in its title alone."""
        with self._writing(match_id) as db:
            (row,) = rows_of([header])
            db.execute("UPDATE entry SET format = ?, line = ? WHERE seq = 0", row)
            _keep_sums(db, [header], [row])

    # Beside the acta

    def attachments(self, match_id: str) -> tuple[str, ...]:
        """Return the ids of what is kept beside an acta, in the order in which it came."""
        with self._using(match_id) as db:
            if not _has_attachments(db):
                return ()
            rows = db.execute("SELECT id FROM attachment ORDER BY number").fetchall()
        return tuple(name.decode(errors="replace") for (name,) in rows if type(name) is bytes)

    def attachment(self, match_id: str, attached: str) -> str:
        """Return one of them; `damaged` if it is not as it was stored."""
        with self._using(match_id) as db:
            if not _has_attachments(db):
                raise StoreError("not_found", attached)
            query = "SELECT data, sum FROM attachment WHERE id = ?"
            row = db.execute(query, (attached,)).fetchone()
            if row is None:
                raise StoreError("not_found", attached)
            data, total = row
            if not isinstance(data, bytes) or zlib.crc32(data) != total:
                raise StoreError("damaged", attached)
            return data.decode()

    def attach(self, match_id: str, attached: str, data: str) -> None:
        """Keep a text beside an acta under an id of its own; it goes wherever the match goes."""
        row = (attached, data, zlib.crc32(data.encode()))
        with self._writing(match_id) as db:
            db.execute(ATTACHMENT_TABLE)
            db.execute("INSERT OR REPLACE INTO attachment (id, data, sum) VALUES (?, ?, ?)", row)

    def detach(self, match_id: str, attached: str) -> None:
        """Delete what is kept under an id, if there is something."""
        with self._writing(match_id) as db:
            if _has_attachments(db):
                db.execute("DELETE FROM attachment WHERE id = ?", (attached,))

    def size(self) -> int:
        """Return the bytes of the files of all matches that are not in the bin."""
        with store_errors():
            return sum(path.stat().st_size for path in self._matches.glob("match-*"))

    # The bin

    def delete(self, match_id: str) -> None:
        """Move a match to the bin; an older one in it with the same id is replaced."""
        if not disk.is_there(self._path(match_id)):
            raise StoreError("not_found", match_id)
        self._let_go(match_id)
        disk.remove(self._bin / _file_name(match_id))
        disk.move(self._path(match_id), self._bin)

    def binned(self) -> tuple[str, ...]:
        """Return the matches in the bin."""
        return _ids_in(self._bin)

    def restore(self, match_id: str) -> None:
        """Take a match out of the bin; `taken` if its id exists by now."""
        if disk.is_there(self._path(match_id)):
            raise StoreError("taken", match_id)
        path = self._bin / _file_name(match_id)
        if not disk.is_there(path):
            raise StoreError("not_found", match_id)
        disk.move(path, self._matches)

    def empty_bin(self) -> None:
        """Delete the matches in the bin for good."""
        with store_errors():
            paths = tuple(self._bin.iterdir())
        for path in paths:
            disk.remove(path)

    # Boxes and settings

    def boxes(self) -> tuple[StoredBox, ...]:
        """Return every box profile that can be read."""
        return self._boxes.boxes()

    def save_box(self, box: StoredBox) -> None:
        """Add a box profile or replaces the one with its id."""
        self._boxes.save_box(box)

    def delete_box(self, box_id: str) -> None:
        """Delete a box profile."""
        self._boxes.delete_box(box_id)

    def setting(self, key: str) -> str | None:
        """Return the value of a setting, or None."""
        return self._boxes.setting(key)

    def set_setting(self, key: str, value: str) -> None:
        """Store the value of a setting."""
        self._boxes.set_setting(key, value)

    def close(self) -> None:
        """Close every file."""
        for match_id in tuple(self._open):
            self._let_go(match_id)
        self._boxes.close()

    def tidy(self) -> None:
        """Remove the remains of interrupted creations; only where nobody else writes."""
        for left_over in self._matches.glob("match-*.new*"):
            with contextlib.suppress(OSError):
                left_over.unlink()

    # Files

    def _path(self, match_id: str) -> Path:
        return self._matches / _file_name(match_id)

    @contextlib.contextmanager
    def _using(self, match_id: str) -> Iterator[sqlite3.Connection]:
        """Open the file of a match; close it after an error, so that it is read again from disk."""
        try:
            with store_errors():
                yield self._connection(match_id)
        except StoreError as error:
            self._let_go(match_id)
            raise disk.precise_error(error, self._matches) from error

    @contextlib.contextmanager
    def _writing(self, match_id: str) -> Iterator[sqlite3.Connection]:
        if only_reads(self._open.get(match_id)):
            # Reopen: the disk may have room by now.
            self._let_go(match_id)
        with self._using(match_id) as db:
            begin(db)
            yield db
            db.execute("COMMIT")

    def _connection(self, match_id: str) -> sqlite3.Connection:
        db = self._open.get(match_id)
        if db is None:
            path = self._path(match_id)
            if not disk.is_there(path):
                raise StoreError("not_found", match_id)
            db = opened(path, MATCH_TABLES, MATCH_MIGRATIONS)
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


def _rows(db: sqlite3.Connection, which: str = "") -> list[Row]:
    """Return the lines of an acta; a damaged file can hold anything in their place."""
    rows: list[Row] = []
    sums = sqlite_file.sums(db, which)
    query = f"SELECT seq, format, line FROM entry {which} ORDER BY seq"
    for seq, version, line in db.execute(query):
        if type(version) is not int or version < 1 or not isinstance(line, bytes):
            raise StoreError("damaged", "no line")
        if sqlite_file.is_changed(seq, line, sums):
            raise StoreError("damaged", f"line {seq} is not as it was recorded")
        rows.append((version, line.decode()))
    return rows


def _digest(db: sqlite3.Connection) -> str:
    """Return the summary stored beside an acta; empty if it is damaged, as it can be recomputed."""
    try:
        row = db.execute("SELECT data FROM digest").fetchone()
        return row[0].decode() if row and isinstance(row[0], bytes) else ""
    except (sqlite3.DatabaseError, UnicodeError):
        return ""


def _has_attachments(db: sqlite3.Connection) -> bool:
    return bool(db.execute("SELECT 1 FROM sqlite_schema WHERE name = 'attachment'").fetchone())


def _keep_digest(db: sqlite3.Connection, digest: str) -> None:
    db.execute(DIGEST_TABLE)
    db.execute("INSERT OR REPLACE INTO digest VALUES (0, ?)", (digest,))


def _insert(db: sqlite3.Connection, entries: Sequence[Entry]) -> None:
    rows = rows_of(entries)
    lines = [(e.seq, e.id, *row) for e, row in zip(entries, rows, strict=True)]
    db.executemany("INSERT INTO entry VALUES (?, ?, ?, ?)", lines)
    _keep_sums(db, entries, rows)


def _keep_sums(db: sqlite3.Connection, entries: Sequence[Entry], rows: Sequence[Row]) -> None:
    sums = [(e.seq, zlib.crc32(line.encode())) for e, (_, line) in zip(entries, rows, strict=True)]
    db.execute(SUM_TABLE)
    db.executemany("INSERT OR REPLACE INTO line_sum VALUES (?, ?)", sums)


def _file_name(match_id: str) -> str:
    """Return an unambiguous name on every file system: capitals are marked, not trusted."""
    return "match-" + re.sub("[A-Z]", lambda c: "+" + c[0].lower(), match_id) + ".sqlite"


def _ids_in(folder: Path) -> tuple[str, ...]:
    """Return the matches in a folder, ignoring other files."""
    if not folder.is_dir():
        return ()
    with store_errors():
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
