"""Packed form of an acta for a link or a QR: a few bytes per entry.

Unpacking gives the file form, which is read and checked like any file.
"""

import json
import zlib
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from importlib import resources
from itertools import pairwise
from typing import Any

from companion.match.entries import ALPHABET, BYTES, ENTRY, LENGTH, ActaError, Amended, Entry
from companion.match.files import acta_file
from companion.match.resumable import Resumable, done

VERSION = 1
"""Version of the packed form and its dictionary; every version stays readable."""
_SUM = 4
_EPOCH = datetime(2020, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)
_MILLISECOND = 1000
_STRIDE = 16_384
"""Number of bytes compressed without a pause."""
_LONGEST = 200
"""Maximum length of a name: a long one, repeated, would expand to an endless file."""
_UNREADABLE = (
    ValueError,
    LookupError,
    TypeError,
    AttributeError,
    ArithmeticError,
    RecursionError,
    zlib.error,
)
"""Errors of data with a correct checksum that this program did not pack."""


def pack(entries: Sequence[Entry]) -> bytes:
    """Pack an acta in as few bytes as possible."""
    return done(packing(entries))


def packing(entries: Sequence[Entry]) -> Resumable[bytes]:
    """Pack like `pack`, with pauses."""
    ids = [to_bytes(entry.id) for entry in entries]
    bodies = []
    for entry in entries:
        bodies.append(_json(_body(entry)))
        yield
    columns = {
        "ids": {str(n): e.id for n, e in enumerate(entries) if ids[n] is None},
        "at": _deltas([(entry.at - _EPOCH) // _MICROSECOND for entry in entries]),
        "author": _indexed([entry.author for entry in entries]),
        "device": _indexed([entry.device for entry in entries]),
    }
    # Each entry was serialized by itself: serializing all of them at once would block other
    # sessions.
    text = f'{_json(columns)[:-1]},"body":[{",".join(bodies)}]}}'.encode()
    deflater = zlib.compressobj(9, zlib.DEFLATED, -15, 9, zdict=dictionary(VERSION))
    packed = b""
    for at in range(0, len(text), _STRIDE):
        packed += deflater.compress(text[at : at + _STRIDE])
        yield
    packed += deflater.flush()
    known = b"".join(id_bytes for id_bytes in ids if id_bytes)
    data = bytes([VERSION]) + len(known).to_bytes(3, "big") + known + packed
    return data + zlib.crc32(data).to_bytes(_SUM, "big")


def unpack(data: bytes) -> bytes:
    """Unpack an acta to the file form.

    Raises:
        ActaError: `newer_format`, `truncated` if part of it is missing, `not_acta`, `too_large`.
    """
    if len(data) < 1 + 3 + _SUM:
        raise ActaError("truncated", {"line": 1})
    if data[0] > VERSION:
        raise ActaError("newer_format", {"found": data[0], "known": VERSION})
    if data[0] < 1 or zlib.crc32(data[:-_SUM]) != int.from_bytes(data[-_SUM:], "big"):
        raise ActaError("truncated", {"line": 1})
    size = int.from_bytes(data[1:4], "big")
    known, packed = data[4 : 4 + size], data[4 + size : -_SUM]
    try:
        return _lines(_columns(packed, data[0]), known)
    except _UNREADABLE as error:
        raise ActaError("not_acta") from error


@lru_cache
def dictionary(version: int) -> bytes:
    """Return the compression dictionary of a version; it never changes once released."""
    return (resources.files("rules_data") / "packing" / f"{version}.txt").read_bytes()


def _columns(packed: bytes, version: int) -> dict[str, Any]:
    inflater = zlib.decompressobj(-15, zdict=dictionary(version))
    text = inflater.decompress(packed, acta_file.MAX_BYTES)
    if inflater.unconsumed_tail or not inflater.eof:
        raise ActaError("too_large", {"limit": acta_file.MAX_BYTES // 1_000_000})
    columns: dict[str, Any] = json.loads(text)
    return columns


def _lines(columns: Mapping[str, Any], known: bytes) -> bytes:
    bodies = columns["body"]
    if len(bodies) > acta_file.MAX_ENTRIES:
        raise ActaError("too_large", {"limit": acta_file.MAX_ENTRIES})
    ids = _ids(len(bodies), columns["ids"], known)
    times = _times(columns["at"], len(bodies))
    authors = _names(columns["author"], len(bodies))
    devices = _names(columns["device"], len(bodies))
    rows = zip(ids, times, authors, devices, bodies, strict=True)
    lines, size = [], 0
    for n, (id_, at, author, device, body) in enumerate(rows):
        entry = {"seq": n, "id": id_, "at": at, "author": author, "device": device, "body": body}
        lines.append(_json(entry).encode() + b"\n")
        size += len(lines[-1])
        if size > acta_file.MAX_BYTES:
            raise ActaError("too_large", {"limit": acta_file.MAX_BYTES // 1_000_000})
    return b"".join(lines)


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _body(entry: Entry) -> dict[str, Any]:
    """Return the non-default fields of a body; its type, and that of each edit, is kept."""
    small = not isinstance(entry.body, Amended)
    body = ENTRY.dump_python(entry, mode="json", exclude_defaults=small)["body"]
    return {"type": entry.body.type, **body}


def _ids(count: int, others: Mapping[str, str], known: bytes) -> list[str]:
    identifiers, at = [], 0
    for n in range(count):
        other = others.get(str(n))
        if other is None:
            identifiers.append(of_bytes(known[at : at + BYTES]))
            at += BYTES
        else:
            identifiers.append(other)
    if at != len(known):
        raise ValueError("identifiers left over")
    return identifiers


def _deltas(times: list[int]) -> list[int]:
    """Return the unit, the first time and the differences, in that unit."""
    unit = _MILLISECOND if all(time % _MILLISECOND == 0 for time in times) else 1
    steps = [time // unit for time in times]
    return [
        unit,
        steps[0],
        *(after - before for before, after in pairwise(steps)),
    ]


def _times(deltas: Sequence[int], count: int) -> list[str]:
    unit, *steps = deltas
    if len(steps) != count:
        raise ValueError("times are missing")
    times, now = [], 0
    for step in steps:
        now += int(step)
        times.append((_EPOCH + now * int(unit) * _MICROSECOND).isoformat())
    return times


def _indexed(names: Sequence[str]) -> list[Any]:
    """Return each distinct name and the run lengths: `[names, [index, length, …]]`."""
    different = list(dict.fromkeys(names))
    runs: list[int] = []
    for name in names:
        index = different.index(name)
        if runs and runs[-2] == index:
            runs[-1] += 1
        else:
            runs += [index, 1]
    return [different, runs]


def _names(indexed: Sequence[Any], count: int) -> list[str]:
    different, runs = indexed
    if any(not isinstance(name, str) or len(name) > _LONGEST for name in different):
        raise ValueError("no names")
    if any(type(n) is not int for n in runs):
        raise ValueError("no runs")
    if sum(runs[1::2]) != count or any(n < 1 for n in runs[1::2]):
        raise ValueError("names are missing")
    pairs = zip(runs[::2], runs[1::2], strict=True)
    return [different[index] for index, times in pairs for _ in range(times)]


_VALUE = {letter: value for value, letter in enumerate(ALPHABET)}


def to_bytes(identifier: str) -> bytes | None:
    """Return the nine bytes of a generated identifier; None for any other one."""
    if len(identifier) != LENGTH or not all(letter in _VALUE for letter in identifier):
        return None
    number = 0
    for letter in identifier:
        number = number * len(ALPHABET) + _VALUE[letter]
    return number.to_bytes(BYTES, "big")


def of_bytes(data: bytes) -> str:
    """Return the identifier of its nine bytes.

    Raises:
        ValueError: the bytes are no identifier.
    """
    number, letters = int.from_bytes(data, "big"), ""
    for _ in range(LENGTH):
        number, value = divmod(number, len(ALPHABET))
        letters = ALPHABET[value] + letters
    if number or len(data) != BYTES:
        raise ValueError("no identifier")
    return letters
