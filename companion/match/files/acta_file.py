"""File format of an acta: JSON Lines with the header first and a checksum at the end."""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import pairwise
from typing import Any

from pydantic import ValidationError
from pydantic_core import from_json

from companion.match.entries import ENTRY, FORMAT, ActaError, Amended, Entry, Insert, Started
from companion.match.files.faults import (
    Fault,
    FaultCode,
    FieldFault,
    dotted,
    field_fault,
)
from companion.match.resumable import Resumable, done


def _several_facts(raw: dict[str, Any]) -> dict[str, Any]:
    """Upcast format 2 to 3: printed values typed together are one entry."""
    body = raw.get("body")
    return {**raw, "body": _typed(body)} if isinstance(body, dict) else raw


def _typed(body: dict[str, Any]) -> dict[str, Any]:
    edits = body.get("edits")
    if body.get("type") == "amended" and isinstance(edits, list):
        return {**body, "edits": [_edited(edit) for edit in edits]}
    if body.get("type") != "fact_entered" or not isinstance(body.get("fact"), str):
        return body
    others = {name: part for name, part in body.items() if name not in ("fact", "value")}
    facts = {body["fact"]: body["value"]} if "value" in body else {}
    return {**others, "type": "facts_entered", "facts": facts}


def _edited(edit: Any) -> Any:
    body = edit.get("body") if isinstance(edit, dict) else None
    return {**edit, "body": _typed(body)} if isinstance(body, dict) else edit


UPCASTS: Mapping[int, Callable[[dict[str, Any]], dict[str, Any]]] = {2: _several_facts}
"""By version, the function that upcasts one raw entry to the next version."""


def upcast(raw: dict[str, Any], version: int) -> dict[str, Any]:
    """Upcast a raw entry of format `version` to the present format, also named in a header."""
    for step in range(version, FORMAT):
        if step in UPCASTS:
            raw = UPCASTS[step](raw)
    body = raw.get("body")
    if isinstance(body, dict) and body.get("type") == "started":
        raw = {**raw, "body": {**body, "format": FORMAT}}
    return raw


MAX_BYTES = 5_000_000
MAX_ENTRIES = 5_000
_STARTED = b'"type":"started"'
_BOM = b"\xef\xbb\xbf"
_ENTRY_KEYS = frozenset({"seq", "id", "at", "body"})
_SEAL = "sum"
_SEAL_BYTES = 100
_MENDED = 50
"""Maximum of header fields that are dropped before the header counts as unreadable."""
_SPARE = frozenset({("author",), ("device",), *(("body", n) for n in ("title", "box", "example"))})
"""Optional fields of a header."""
_SPARE_IN = frozenset({("body", "facts"), ("body", "rulings")})
"""Header fields whose elements are optional one by one."""


@dataclass(frozen=True, slots=True)
class Scan:
    """Readable part of a file, line by line; its claims are not checked yet."""

    entries: tuple[Entry, ...]
    """Readable entries, with their numbers in the file."""
    lines: tuple[int, ...]
    """By entry, its line in the file, from 1."""
    faults: tuple[Fault, ...] = ()
    sealed: bool = False
    """True if it ends with the checksum of its lines; an earlier version wrote none."""


def dumps(entries: Iterable[Entry]) -> str:
    """Serialize an acta, one entry a line."""
    return "".join(dump_entry(entry) + "\n" for entry in entries)


def with_checksum(text: str) -> str:
    """Append the checksum to the text of an acta, so that any changed byte is noticed."""
    return f"{text}{json.dumps({_SEAL: _sum(_lines(text.encode()))})}\n"


def dump_entry(entry: Entry) -> str:
    """Serialize one entry as a line of JSON, without its end of line."""
    return ENTRY.dump_json(entry).decode()


def loads(data: bytes | str) -> tuple[Entry, ...]:
    """Parse the entries of an acta in sequence and upcast them: all or none.

    Raises:
        ActaError: the data is no acta, cut off, too large, newer than this program, or out of
            sequence.
    """
    result = scan(data.encode() if isinstance(data, str) else data)
    if result.faults:
        raise result.faults[0].error
    return result.entries


def load_entry(line: str, version: int = FORMAT) -> Entry:
    """Parse one entry from its line.

    Raises:
        ActaError: `bad_line`.
    """
    raw = _json(line)
    entry = FieldFault((), "not_json") if raw is None else _entry(raw, version)
    if isinstance(entry, FieldFault):
        raise entry.at(0).error
    return entry


def scan(data: bytes) -> Scan:
    """Read all readable lines of an acta, with the faults; a bad line affects no other.

    Raises:
        ActaError: the data is no acta, too large, or newer than this program.
    """
    return done(scanning(data))


def header(data: bytes) -> Entry | None:
    """Return the first entry of an acta, whatever follows it; None if it cannot be read.

    Raises:
        ActaError: as `scan`.
    """
    first = next((line for line in data.removeprefix(_BOM).split(b"\n") if line.strip()), b"")
    return next(iter(scan(first).entries), None)


def scanning(data: bytes) -> Resumable[Scan]:
    """Scan like `scan`, with a pause after each line."""
    rows, seal = _unsealed((yield from _rows(data)))
    version = _format(rows)
    reader = _LineReader(version or FORMAT)
    if version is None:
        reader.faults.append(Fault(rows[0].number, "bad_field", "body.format"))
    else:
        reader.begin(rows[0])
    for row, after in pairwise((*rows[1:], None)):
        assert row is not None
        reader.read(row, after)
        yield
    faults, whole = reader.faults, seal is not None and _fits(rows, seal)
    if seal is not None and not (whole or faults):
        faults.append(Fault(seal.number, "bad_sum", _SEAL))
    return Scan(tuple(reader.entries), tuple(reader.lines), tuple(faults), whole)


def upcast_line(line: str, version: int) -> str:
    """Upcast a line of an older format; return any other line unchanged."""
    raw = _json(line) if version < FORMAT else None
    return line if raw is None else json.dumps(upcast(raw, version), ensure_ascii=False)


def next_entry(line: str, count: int, ids: Iterable[str]) -> Entry | Fault:
    """Read a line as the next entry of an acta with this many entries and these ids.

    Every line of a file is read this way. An entry to be recorded is read this way before it is
    acknowledged.
    """
    reader = _LineReader(FORMAT, ids=set(ids), last=count - 1)
    reader.read(_row(line.encode(), count + 1, ends=False), None)
    return reader.faults[0] if reader.faults else reader.entries[0]


def size(entries: Iterable[Entry]) -> int:
    """Return the size of the file format in bytes."""
    return sum(len(dump_entry(entry).encode()) + 1 for entry in entries)


def check_sequence(entries: tuple[Entry, ...]) -> None:
    """Check that the entries run from 0 without gap or repeat, and start with the header.

    Raises:
        ActaError: `bad_header`, `bad_sequence` or `duplicate_id`.
    """
    if not entries or not isinstance(entries[0].body, Started):
        raise ActaError("bad_header", {"line": 1, "field": ""})
    for expected, entry in enumerate(entries):
        if entry.seq != expected:
            raise ActaError("bad_sequence", {"expected": expected, "found": entry.seq})
        if expected and isinstance(entry.body, Started):
            raise ActaError("bad_header", {"line": expected + 1, "field": "body.type"})
    ids = [new for entry in entries for new in ids_of(entry)]
    if len(set(ids)) != len(ids):
        raise ActaError("duplicate_id")


def ids_of(entry: Entry) -> tuple[str, ...]:
    """Return the identifiers that an entry assigns: its own and those of its insertions."""
    if not isinstance(entry.body, Amended):
        return (entry.id,)
    inserted = (edit.id for edit in entry.body.edits if isinstance(edit, Insert))
    return (entry.id, *inserted)


@dataclass(frozen=True, slots=True)
class _FileLine:
    """One line that is not blank."""

    number: int
    raw: dict[str, Any] | None
    """JSON object of the line; None if it is none."""
    code: FaultCode = "not_json"
    """Reason why it is no JSON object."""
    begun: bool = False
    """True if it looks like a truncated header."""
    text: bytes = b""
    """Bytes of the line, without its line ending."""


def _rows(data: bytes) -> Resumable[tuple[_FileLine, ...]]:
    if len(data) > MAX_BYTES + _SEAL_BYTES:
        raise ActaError("too_large", {"limit": MAX_BYTES // 1_000_000})
    lines = data.removeprefix(_BOM).split(b"\n")
    numbered = [(number, line) for number, line in enumerate(lines, 1) if line.strip()]
    if not numbered or len(numbered) > MAX_ENTRIES + 1:
        raise ActaError("not_acta" if not numbered else "too_large", {"limit": MAX_ENTRIES})
    last = numbered[-1][0]
    rows = []
    for number, line in numbered:
        rows.append(_row(line, number, ends=number == last))
        yield
    return tuple(rows)


def _lines(data: bytes) -> Iterable[bytes]:
    return (line.strip() for line in data.split(b"\n") if line.strip())


def _sum(lines: Iterable[bytes]) -> str:
    """Return the checksum; it does not depend on the line endings, which systems change."""
    return sha256(b"\n".join(lines)).hexdigest()[:32]


def _unsealed(rows: tuple[_FileLine, ...]) -> tuple[tuple[_FileLine, ...], _FileLine | None]:
    """Split off the checksum line, if there is one."""
    last = rows[-1]
    has_checksum = last.raw is not None and last.raw.keys() == {_SEAL}
    entries = rows[:-1] if has_checksum else rows
    if len(entries) > MAX_ENTRIES:
        raise ActaError("too_large", {"limit": MAX_ENTRIES})
    if not entries:
        raise ActaError("not_acta", {"limit": MAX_ENTRIES})
    return entries, last if has_checksum else None


def _fits(rows: Sequence[_FileLine], seal: _FileLine) -> bool:
    return seal.raw == {_SEAL: _sum(row.text for row in rows)}


def _row(line: bytes, number: int, *, ends: bool) -> _FileLine:
    text = line.strip()
    try:
        raw = _json(line.decode())
    except UnicodeDecodeError:
        return _FileLine(number, None, "cut" if ends else "not_text", text=text)
    return _FileLine(number, raw, "cut" if ends else "not_json", begun=_STARTED in line, text=text)


def _json(line: str) -> dict[str, Any] | None:
    try:
        value = from_json(line, allow_inf_nan=False)
    except ValueError:
        return None
    return value if isinstance(value, dict) else None


def _format(rows: Sequence[_FileLine]) -> int | None:
    """Return the format version of the header; None if there is no such version.

    If the header is damaged but the file is an acta, it is the present one.
    """
    body = rows[0].raw and rows[0].raw.get("body")
    if not isinstance(body, dict) or body.get("type") != "started":
        if any(row.raw and row.raw.keys() >= _ENTRY_KEYS for row in rows):
            return FORMAT
        cut = len(rows) == 1 and rows[0].begun
        raise ActaError("truncated" if cut else "not_acta", {"line": rows[0].number})
    version = body.get("format", 1)
    if type(version) is not int or version < 1:
        return None
    if version > FORMAT:
        raise ActaError("newer_format", {"found": min(version, 10**9), "known": FORMAT})
    return version


def _entry(raw: dict[str, Any], version: int) -> Entry | FieldFault:
    try:
        return ENTRY.validate_python(upcast(raw, version))
    except ValidationError as error:
        return field_fault(raw, error)


@dataclass
class _LineReader:
    """Line reader that keeps the entries that are whole and in sequence."""

    version: int
    entries: list[Entry] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    ids: set[str] = field(default_factory=set)
    """All identifiers assigned so far."""
    last: int = 0
    """Number of the last entry in sequence; the first is the header's."""
    unread: int = 0
    """Number of lines since then that were not kept."""

    def begin(self, row: _FileLine) -> None:
        """Read the first line, dropping optional header fields that are invalid."""
        raw = row.raw
        for _ in range(_MENDED):
            entry = FieldFault((), row.code) if raw is None else _entry(raw, self.version)
            if isinstance(entry, Entry):
                break
            self.faults.append(entry.at(row.number))
            raw = _without(raw, entry) if raw else None
            if raw is None:
                return
        else:
            return
        if not isinstance(entry.body, Started):
            self.faults.append(Fault(row.number, "unknown_kind", "body.type"))
            return
        if entry.seq:
            self._misplaced(row, entry.seq, 0)
            entry = entry.model_copy(update={"seq": 0})
        self._keep(row, entry)

    def read(self, row: _FileLine, after: _FileLine | None) -> None:
        """Read one more line; `after` is the next one."""
        if row.raw is None:
            self._left_out(Fault(row.number, row.code))
            return
        entry = _entry(row.raw, self.version)
        if isinstance(entry, FieldFault):
            self._left_out(entry.at(row.number))
        elif isinstance(entry.body, Started):
            self._left_out(Fault(row.number, "second_header", "body.type"))
        elif not self._in_place(row, entry, after):
            self.unread += 1
        elif twice := _repeated(entry, self.ids):
            self._left_out(Fault(row.number, "duplicate_id", dotted(twice)))
        else:
            self._keep(row, entry)

    def _in_place(self, row: _FileLine, entry: Entry, after: _FileLine | None) -> bool:
        if self.last < entry.seq <= self.last + 1 + self.unread:
            return True
        follows = after and after.raw and after.raw.get("seq") == entry.seq + 1
        if entry.seq <= self.last or not follows:
            self._misplaced(row, entry.seq, self.last + 1 + self.unread)
            return False
        # The following lines continue from this number, so the missing entries are the ones before
        # it.
        missing = entry.seq - self.last - 1 - self.unread
        self.faults.append(Fault(row.number, "missing_entries", "seq", {"missing": missing}))
        return True

    def _misplaced(self, row: _FileLine, seq: int, expected: int) -> None:
        details = {"expected": expected, "found": seq}
        self.faults.append(Fault(row.number, "bad_sequence", "seq", details))

    def _left_out(self, fault: Fault) -> None:
        self.faults.append(fault)
        self.unread += 1

    def _keep(self, row: _FileLine, entry: Entry) -> None:
        self.entries.append(entry)
        self.lines.append(row.number)
        self.ids.update(ids_of(entry))
        self.last, self.unread = entry.seq, 0


def _without(raw: dict[str, Any], fault: FieldFault) -> dict[str, Any] | None:
    """Return a header without the invalid field; None if the field is required."""
    path = fault.path
    if path[:2] in _SPARE_IN and len(path) > 2:
        path = path[:3]
    elif path not in _SPARE and fault.code != "extra_field":
        return None
    if any(isinstance(part, int) for part in path):
        return None
    return _dropped(raw, path)


def _dropped(raw: dict[str, Any], path: Sequence[str | int]) -> dict[str, Any]:
    first, *rest = path
    if rest:
        return {**raw, str(first): _dropped(raw[str(first)], rest)}
    return {name: value for name, value in raw.items() if name != first}


def _repeated(entry: Entry, known: set[str]) -> tuple[str | int, ...] | None:
    """Return the path of an identifier of the entry that is already in use."""
    if entry.id in known:
        return ("id",)
    if not isinstance(entry.body, Amended):
        return None
    seen = {*known, entry.id}
    for n, edit in enumerate(entry.body.edits):
        if isinstance(edit, Insert):
            if edit.id in seen:
                return ("body", "edits", n, "id")
            seen.add(edit.id)
    return None
