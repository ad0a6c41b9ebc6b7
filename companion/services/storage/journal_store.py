"""Append-only journal of matches, boxes and settings, for places where SQLite cannot write.

A browser lets a program write single files, but not the several files that SQLite juggles. So every
change is one line at the end of a journal, with a checksum. A line that is truncated by a power
cut, or corrupt, is skipped without affecting any other, and kept aside.
"""

import errno
import json
import logging
import re
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from companion.match.entries import Entry
from companion.match.resumable import Resumable, done
from companion.services.storage.store import (
    Head,
    Row,
    StoreCode,
    StoredBox,
    StoreError,
    Trouble,
    entries_of,
    former_key,
    rows_of,
    whole_acta,
)

log = logging.getLogger(__name__)

FORMAT = 1
_START = re.compile(rb"[0-9a-f]{8} \[")
_NEWER = 1000
"""Number of future versions to accept; a number beyond that is invalid."""
_WORTH_IT = 1 << 18
"""Bytes of journal from which compaction is considered."""


class DurableFile(Protocol):
    """Durable file. Every method may raise `OSError`."""

    def read(self) -> bytes:
        """Return the whole content."""

    def append(self, data: bytes) -> None:
        """Append data; once this returns, it is durable."""

    def rewrite(self, data: bytes) -> None:
        """Replace the whole content, atomically."""


@dataclass
class _JournaledMatch:
    """Match as the journal stores it."""

    rows: list[Row]
    digest: str
    attached: dict[str, str] = field(default_factory=dict)

    @property
    def size(self) -> int:
        """Return the length of its texts."""
        return sum(len(line) for _, line in self.rows) + sum(map(len, self.attached.values()))


@dataclass
class _Content:
    """State that all lines together describe."""

    matches: dict[str, _JournaledMatch] = field(default_factory=dict)
    bin: dict[str, _JournaledMatch] = field(default_factory=dict)
    boxes: dict[str, StoredBox] = field(default_factory=dict)
    settings: dict[str, str] = field(default_factory=dict)


class JournalStore:
    """`Store` on a durable journal file."""

    def __init__(self, tape: DurableFile) -> None:
        self._tape = tape
        self._now = _Content()
        try:
            data = tape.read()
        except OSError as error:
            raise _store_error(error) from error
        self._unread: list[str] = []
        """Corrupt or impossible lines, as they are, for whoever can read them."""
        self._fresh = True
        for line in data.split(b"\n"):
            self._take(line)
        # Remember a truncated last line: the next one must not be appended to it.
        self._cut = bool(data) and not data.endswith(b"\n")
        self._compacted(len(data))

    @property
    def troubles(self) -> tuple[Trouble, ...]:
        """Return the problems of the journal, which is in use all the same."""
        return ("journal_unread",) if self._unread else ()

    # Matches

    def match_ids(self) -> tuple[str, ...]:
        """Return every match that is not in the bin, including unreadable ones."""
        return tuple(sorted(self._now.matches))

    def head(self, match_id: str) -> Head:
        """Return the header, entry count, last change and summary of an acta."""
        kept = self._match(match_id)
        if not kept.rows:
            raise StoreError("damaged", "no entries")
        first, last = entries_of([kept.rows[0], kept.rows[-1]])
        if last.seq + 1 != len(kept.rows):
            raise StoreError("damaged", "entries are missing")
        return Head(first, last.seq + 1, last.at, kept.digest)

    def load(self, match_id: str) -> tuple[Entry, ...]:
        """Return a whole acta."""
        return done(self.loading(match_id))

    def loading(self, match_id: str) -> Resumable[tuple[Entry, ...]]:
        """Run `load` as resumable work, with a pause after each entry."""
        return (yield from whole_acta([*self._match(match_id).rows]))

    def rows(self, match_id: str) -> tuple[Row, ...]:
        """Return the stored lines of an acta, unchecked and as far as they are there."""
        return tuple(self._match(match_id).rows)

    def create(self, match_id: str, entries: Sequence[Entry], digest: str) -> None:
        """Save a new match, all of it or nothing; `taken` if its id exists."""
        if match_id in self._now.matches:
            raise StoreError("taken", match_id)
        self._write("match", match_id, digest, rows_of(entries))

    def append(self, match_id: str, entries: Sequence[Entry], digest: str) -> None:
        """Append entries, all or none; `taken` unless they follow the last one."""
        count = len(self._match(match_id).rows)
        if [entry.seq for entry in entries] != list(range(count, count + len(entries))):
            raise StoreError("taken", match_id)
        self._write("append", match_id, digest, count, rows_of(entries))

    def write_digest(self, match_id: str, digest: str) -> None:
        """Replace the summary beside the acta."""
        self._match(match_id)
        self._write("digest", match_id, digest)

    def rename(self, match_id: str, header: Entry) -> None:
        """Replace the header by one that differs in its title alone."""
        self._match(match_id)
        self._write("header", match_id, rows_of([header])[0])

    # Beside the acta

    def attachments(self, match_id: str) -> tuple[str, ...]:
        """Return the ids of what is kept beside an acta, in the order in which it came."""
        return tuple(self._match(match_id).attached)

    def attachment(self, match_id: str, attached: str) -> str:
        """Return one of them."""
        data = self._match(match_id).attached.get(attached)
        if data is None:
            raise StoreError("not_found", attached)
        return data

    def attach(self, match_id: str, attached: str, data: str) -> None:
        """Keep a text beside an acta under an id of its own; it goes wherever the match goes."""
        self._match(match_id)
        self._write("attach", match_id, attached, data)

    def detach(self, match_id: str, attached: str) -> None:
        """Delete what is kept under an id, if there is something."""
        if attached in self._match(match_id).attached:
            self._write("detach", match_id, attached)

    def size(self) -> int:
        """Return the length of the texts of all matches that are not in the bin."""
        return sum(kept.size for kept in self._now.matches.values())

    # The bin

    def delete(self, match_id: str) -> None:
        """Move a match to the bin; an older one in it with the same id is replaced."""
        self._match(match_id)
        self._write("bin", match_id)

    def binned(self) -> tuple[str, ...]:
        """Return the matches in the bin."""
        return tuple(sorted(self._now.bin))

    def restore(self, match_id: str) -> None:
        """Take a match out of the bin; `taken` if its id exists by now."""
        if match_id in self._now.matches:
            raise StoreError("taken", match_id)
        if match_id not in self._now.bin:
            raise StoreError("not_found", match_id)
        self._write("restore", match_id)

    def empty_bin(self) -> None:
        """Delete the matches in the bin for good."""
        self._write("empty")
        self._compacted(_WORTH_IT * 4)

    # Boxes and settings

    def boxes(self) -> tuple[StoredBox, ...]:
        """Return every box profile."""
        return tuple(box for _, box in sorted(self._now.boxes.items()))

    def save_box(self, box: StoredBox) -> None:
        """Add a box profile or replaces the one with its id."""
        self._write("box", box.id, box.game, box.data)

    def delete_box(self, box_id: str) -> None:
        """Delete a box profile."""
        self._write("unbox", box_id)

    def setting(self, key: str) -> str | None:
        """Return the value of a setting, or None."""
        settings, former = self._now.settings, former_key(key)
        return settings.get(key, None if former is None else settings.get(former))

    def set_setting(self, key: str, value: str) -> None:
        """Store the value of a setting."""
        self._write("set", key, value)

    def close(self) -> None:
        """Do nothing: no file is held open here, and the journal file belongs to its creator."""

    # Lines

    def _match(self, match_id: str) -> _JournaledMatch:
        kept = self._now.matches.get(match_id)
        if kept is None:
            raise StoreError("not_found", match_id)
        return kept

    def _write(self, *record: Any) -> None:
        """Append a record, and apply it in memory once it is in the file."""
        line = _line(record)
        before = b"\n" if self._cut else b""
        if self._fresh:
            before += _line(("journal", FORMAT))
        try:
            self._tape.append(before + line)
        except OSError as error:
            # Part of the line may be written. The next one has to begin on a line of its own.
            self._cut = True
            raise _store_error(error) from error
        self._cut = self._fresh = False
        self._play(json.loads(json.dumps(record)))

    def _take(self, line: bytes) -> None:
        """Replay one line of the journal; an invalid one is kept aside and affects no other."""
        if not line:
            return
        records = _records(line)
        played = [self._play(record) for record in records]
        if not all(played) or not records:
            log.warning("a line of the journal is passed over")
            self._unread.append(line.decode("latin-1"))
        self._fresh = self._fresh and not any(played)

    def _play(self, record: list[Any]) -> bool:
        kind, *rest = record
        if kind == "unread":
            self._unread += map(str, rest)
            return True
        play = _PLAYS.get(kind)
        if play is None:
            raise StoreError("newer_data", str(kind))
        try:
            play(self._now, *rest)
        except (TypeError, ValueError, KeyError, IndexError, OverflowError):
            return False
        return True

    def _compacted(self, size: int) -> None:
        """Compact the journal if more than half of it is obsolete."""
        if size < _WORTH_IT:
            return
        unread = [("unread", line) for line in self._unread]
        data = b"".join(_line(record) for record in (*_snapshot(self._now), *unread))
        if size < 2 * len(data):
            return
        try:
            self._tape.rewrite(data)
            self._cut = False
        except OSError:
            log.warning("the journal could not be written anew; it goes on as it is")


def _line(record: Sequence[Any]) -> bytes:
    text = json.dumps(record, ensure_ascii=False, separators=(",", ":")).encode()
    return f"{zlib.crc32(text):08x} ".encode() + text + b"\n"


def _records(line: bytes) -> tuple[list[Any], ...]:
    """Parse the records of a line: none if it is incomplete, several if a line break was lost."""
    if (whole := _record(line)) is not None:
        return (whole,)
    starts = [start_match.start() for start_match in _START.finditer(line)]
    ends = [*(start - 1 for start in starts[1:]), len(line)]
    pieces = (_record(line[start:end]) for start, end in zip(starts, ends, strict=False))
    return tuple(record for record in pieces if record is not None)


def _record(line: bytes) -> list[Any] | None:
    text = line[9:]
    if line[8:9] != b" " or line[:8] != f"{zlib.crc32(text):08x}".encode():
        return None
    try:
        record = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return record if isinstance(record, list) and record and isinstance(record[0], str) else None


def _snapshot(now: _Content) -> Iterator[tuple[Any, ...]]:
    yield ("journal", FORMAT)
    for match_id, kept in now.bin.items():
        yield from _records_of(match_id, kept)
        yield ("bin", match_id)
    for match_id, kept in now.matches.items():
        yield from _records_of(match_id, kept)
    for box in now.boxes.values():
        yield ("box", box.id, box.game, box.data)
    for key, value in now.settings.items():
        yield ("set", key, value)


def _records_of(match_id: str, kept: _JournaledMatch) -> Iterator[tuple[Any, ...]]:
    yield ("match", match_id, kept.digest, kept.rows)
    for attached, data in kept.attached.items():
        yield ("attach", match_id, attached, data)


# Functions that apply each kind of line. A line with a correct checksum is still rejected if its
# content is impossible.


def _begin(now: _Content, match_id: str, digest: str, rows: list[list[Any]]) -> None:
    now.matches[_text(match_id)] = _JournaledMatch(_rows(rows), _text(digest))


def _append(now: _Content, match_id: str, digest: str, at: int, rows: list[list[Any]]) -> None:
    kept, more, said = now.matches[match_id], _rows(rows), _text(digest)
    if at < 0:
        raise ValueError("an entry before the first one")
    if len(kept.rows) < at:
        # An earlier line was corrupt. The gap in the acta is reported when it is read.
        log.warning("entries of a match are missing")
    kept.rows = [*kept.rows[:at], *more]
    kept.digest = said


def _digest(now: _Content, match_id: str, digest: str) -> None:
    now.matches[match_id].digest = _text(digest)


def _header(now: _Content, match_id: str, row: list[Any]) -> None:
    now.matches[match_id].rows[0] = _rows([row])[0]


def _attach(now: _Content, match_id: str, attached: str, data: str) -> None:
    now.matches[match_id].attached[_text(attached)] = _text(data)


def _to_bin(now: _Content, match_id: str) -> None:
    now.bin[match_id] = now.matches.pop(match_id)


def _restore(now: _Content, match_id: str) -> None:
    now.matches[match_id] = now.bin.pop(match_id)


def _box(now: _Content, box_id: str, game: str, data: str) -> None:
    now.boxes[_text(box_id)] = StoredBox(box_id, _text(game), _text(data))


def _set(now: _Content, key: str, value: str) -> None:
    now.settings[_text(key)] = _text(value)


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError("no text")
    return value


def _rows(rows: list[list[Any]]) -> list[Row]:
    parsed = [(version, _text(line)) for version, line in rows]
    if not all(type(version) is int and version >= 1 for version, _ in parsed):
        raise ValueError("no version of a form")
    return parsed


def _check_format(_now: _Content, version: int) -> None:
    if not 0 < version < FORMAT + _NEWER:
        raise ValueError("no version of a journal")
    if version > FORMAT:
        raise StoreError("newer_data", f"journal {version}")


_PLAYS: dict[str, Callable[..., Any]] = {
    "journal": _check_format,
    "match": _begin,
    "append": _append,
    "digest": _digest,
    "header": _header,
    "attach": _attach,
    "detach": lambda now, match_id, attached: now.matches[match_id].attached.pop(attached, None),
    "bin": _to_bin,
    "restore": _restore,
    "empty": lambda now: now.bin.clear(),
    "box": _box,
    "unbox": lambda now, box_id: now.boxes.pop(box_id, None),
    "set": _set,
}


_CODES: Mapping[int, StoreCode] = {
    errno.ENOSPC: "disk_full",
    errno.EDQUOT: "disk_full",
    errno.EROFS: "read_only",
    errno.EBUSY: "elsewhere",
}


def _store_error(error: OSError) -> StoreError:
    return StoreError(_CODES.get(error.errno or 0, "io_error"), str(error))
