"""The file form of an acta: JSON Lines, the header first."""

from collections.abc import Iterable, Iterator
from typing import Any

from pydantic import ValidationError
from pydantic_core import from_json

from companion.match.entries import ENTRY, FORMAT, Amended, Entry, Insert, Started
from companion.match.errors import ActaError
from companion.match.upcasts import lifted

MAX_BYTES = 5_000_000
MAX_ENTRIES = 5_000
_STARTED = b'"type":"started"'


def dumps(entries: Iterable[Entry]) -> str:
    """The text of an acta, one entry a line."""
    return "".join(dump_entry(entry) + "\n" for entry in entries)


def dump_entry(entry: Entry) -> str:
    """One entry as one line of JSON, without its end of line."""
    return ENTRY.dump_json(entry).decode()


def loads(data: bytes | str) -> tuple[Entry, ...]:
    """The entries of an acta, in their sequence, lifted to today's format.

    Raises:
        ActaError: it is none, is cut off, too large, newer than this program, or out of sequence.
    """
    raw = data.encode() if isinstance(data, str) else data
    if len(raw) > MAX_BYTES:
        raise ActaError("too_large", {"limit": MAX_BYTES // 1_000_000})
    lines = _text(raw).split("\n")
    numbered = [(number, line) for number, line in enumerate(lines, 1) if line.strip()]
    if not numbered or len(numbered) > MAX_ENTRIES:
        raise ActaError("not_acta" if not numbered else "too_large", {"limit": MAX_ENTRIES})
    parsed = [_json(line, number, last=number == numbered[-1][0]) for number, line in numbered]
    version = _format(parsed[0])
    entries = tuple(
        _entry(lifted(raw, version), number)
        for raw, (number, _) in zip(parsed, numbered, strict=True)
    )
    check_sequence(entries)
    return entries


def load_entry(line: str, version: int = FORMAT) -> Entry:
    """One entry from its line.

    Raises:
        ActaError: `bad_line`.
    """
    return _entry(lifted(_json(line, 0, last=False), version), 0)


def check_sequence(entries: tuple[Entry, ...]) -> None:
    """Nothing, if the entries run from 0 without gap or repeat and the first is the header.

    Raises:
        ActaError: `bad_header`, `bad_sequence` or `duplicate_id`.
    """
    if not entries or not isinstance(entries[0].body, Started):
        raise ActaError("bad_header")
    for expected, entry in enumerate(entries):
        if entry.seq != expected:
            raise ActaError("bad_sequence", {"expected": expected, "found": entry.seq})
        if expected and isinstance(entry.body, Started):
            raise ActaError("bad_header")
    ids = [entry.id for entry in entries] + [new for entry in entries for new in _inserted(entry)]
    if len(set(ids)) != len(ids):
        raise ActaError("duplicate_id")


def _inserted(entry: Entry) -> Iterator[str]:
    if isinstance(entry.body, Amended):
        yield from (edit.id for edit in entry.body.edits if isinstance(edit, Insert))


def _text(raw: bytes) -> str:
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        cut = error.reason == "unexpected end of data" and _STARTED in raw
        line = raw.count(b"\n") + 1
        raise ActaError("truncated" if cut else "not_acta", {"line": line}) from error


def _json(line: str, number: int, *, last: bool) -> dict[str, Any]:
    try:
        found = from_json(line, allow_inf_nan=False)
    except ValueError as error:
        if number == 1 and not (last and _STARTED.decode() in line):
            raise ActaError("not_acta") from error
        raise ActaError("truncated" if last else "bad_line", {"line": number}) from error
    if not isinstance(found, dict):
        raise ActaError("not_acta" if number == 1 else "bad_line", {"line": number})
    return found


def _format(header: dict[str, Any]) -> int:
    body = header.get("body")
    if not isinstance(body, dict) or body.get("type") != "started":
        raise ActaError("not_acta")
    version = body.get("format", 1)
    if type(version) is not int or version < 1:
        raise ActaError("bad_header")
    if version > FORMAT:
        raise ActaError("newer_format", {"found": version, "known": FORMAT})
    return version


def _entry(raw: dict[str, Any], number: int) -> Entry:
    try:
        return ENTRY.validate_python(raw)
    except ValidationError as error:
        raise ActaError("bad_header" if number == 1 else "bad_line", {"line": number}) from error
