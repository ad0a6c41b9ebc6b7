"""Random corruptions of an acta file, as disks, editors and forgers make them."""

import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random
from typing import Any

from companion.match.files import acta_file

Spoil = Callable[[Random, bytes], bytes]

ODD: tuple[Any, ...] = (
    None, True, False, -1, 0, 1, 7, 10**6, 10**9, -(10**12), 10**30, 10**4000, 1.5, 1e308, -0.0,
    "", "x", "x" * 90, "x" * 30_000, "\x00", "\u202e", "🎲", "../../etc", "{seat}", "0", "-1",
    [["gain", 2, "pebble", ""]], [["gain"], 1], ["1", "3"], ["3", "1"], [["manual", 1, "", "\x00"]],
    [], {}, [[]], [None], {"": None}, {"a": {"b": []}}, ["a"] * 200, [10**9] * 50,
)  # fmt: skip
"""Values that no field expects, or hardly any."""
WORDS = ("type", "started", "reported", "undone", "redone", "amended", "noted", "clocked",
         "finished", "adjusted", "facts_entered", "ruling_changed", "kind", "seat", "insert",
         "replace", "move", "remove", "consent", "rules_version", "before", "target")  # fmt: skip


SLOW = 5.0
"""Seconds of work that incoming data may cost at most."""


@contextmanager
def soon() -> Iterator[None]:
    """Check that handling incoming data takes little time, whatever it is."""
    begun = time.process_time()
    yield
    assert time.process_time() - begun < SLOW


def spoilt(rng: Random, data: bytes) -> bytes:
    """Return a file with one to four corruptions, mostly one."""
    for _ in range(rng.choice((1, 1, 1, 1, 2, 2, 4))):
        data = rng.choice(rng.choice((BYTES, LINES, FIELDS, FIELDS, FIELDS, WHOLE)))(rng, data)
    return data[: acta_file.MAX_BYTES + 1]


# Bytes


def _flipped(rng: Random, data: bytes) -> bytes:
    return _at(rng, data, lambda byte: bytes([byte ^ 1 << rng.randrange(8)]))


def _other_byte(rng: Random, data: bytes) -> bytes:
    return _at(rng, data, lambda _byte: rng.randbytes(1))


def _at(rng: Random, data: bytes, change: Callable[[int], bytes]) -> bytes:
    if not data:
        return data
    at = rng.randrange(len(data))
    return data[:at] + change(data[at]) + data[at + 1 :]


def _hole(rng: Random, data: bytes) -> bytes:
    at = rng.randrange(len(data) + 1)
    return data[:at] + data[at + rng.choice((1, 2, 10, 300, 4096)) :]


def _noise(rng: Random, data: bytes) -> bytes:
    at = rng.randrange(len(data) + 1)
    return data[:at] + rng.randbytes(rng.choice((1, 3, 40, 512))) + data[at:]


def _zeros(rng: Random, data: bytes) -> bytes:
    """Replace a block by zeros, as a disk leaves one that was never written."""
    at, size = rng.randrange(len(data) + 1), rng.choice((16, 512, 4096))
    return data[:at] + bytes(len(data[at : at + size])) + data[at + size :]


def _cut(rng: Random, data: bytes) -> bytes:
    return data[: rng.randrange(len(data) + 1)]


def _again(rng: Random, data: bytes) -> bytes:
    start, size = rng.randrange(len(data) + 1), rng.choice((5, 80, 2000))
    return data[:start] + data[start : start + size] + data[start:]


# Lines


def _lines(change: Callable[[Random, list[bytes]], object]) -> Spoil:
    def spoil(rng: Random, data: bytes) -> bytes:
        lines = data.split(b"\n")
        change(rng, lines)
        return b"\n".join(lines)

    return spoil


def _line_lost(rng: Random, lines: list[bytes]) -> None:
    del lines[rng.randrange(len(lines))]


def _lines_lost(rng: Random, lines: list[bytes]) -> None:
    at = rng.randrange(len(lines))
    del lines[at : at + rng.randrange(1, 9)]


def _line_twice(rng: Random, lines: list[bytes]) -> None:
    lines.insert(rng.randrange(len(lines) + 1), rng.choice(lines))


def _swapped(rng: Random, lines: list[bytes]) -> None:
    one, two = rng.randrange(len(lines)), rng.randrange(len(lines))
    lines[one], lines[two] = lines[two], lines[one]


def _shuffled(rng: Random, lines: list[bytes]) -> None:
    rng.shuffle(lines)


def _blank(rng: Random, lines: list[bytes]) -> None:
    lines.insert(rng.randrange(len(lines) + 1), rng.choice((b"", b" ", b"\t\r", b"\r")))


def _garbage(rng: Random, lines: list[bytes]) -> None:
    odd = (b"null", b"[]", b"{}", b"7", b'"hola"', b"// nota", b"[" * 5000, b'{"a":' * 500, b"NaN")
    lines.insert(rng.randrange(len(lines) + 1), rng.choice(odd))


# Fields


def _fields(change: Callable[[Random, dict[str, Any]], object]) -> Spoil:
    """Return a corruption that changes one line as JSON, or nothing if it is none."""

    def spoil(rng: Random, data: bytes) -> bytes:
        lines = data.split(b"\n")
        at = 0 if rng.random() < 0.15 else rng.randrange(len(lines))
        try:
            raw = json.loads(lines[at])
            if isinstance(raw, dict):
                change(rng, raw)
                lines[at] = json.dumps(raw).encode()
        except (ValueError, RecursionError):
            return data
        return b"\n".join(lines)

    return spoil


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Yield every container in a value with every key in it."""
    keys = list(value) if isinstance(value, dict) else range(len(value))
    for key in keys:
        yield value, key
        if isinstance(value[key], dict | list):
            yield from _places(value[key])


def _place(rng: Random, raw: dict[str, Any]) -> tuple[Any, Any]:
    places = list(_places(raw))
    return rng.choice(places) if places else (raw, "body")


def _odd_value(rng: Random, raw: dict[str, Any]) -> None:
    within, key = _place(rng, raw)
    within[key] = rng.choice(ODD)


def _other_value(rng: Random, raw: dict[str, Any]) -> None:
    """Put in a value from elsewhere in the same line."""
    within, key = _place(rng, raw)
    other, at = _place(rng, raw)
    within[key] = json.loads(json.dumps(other.get(at) if isinstance(other, dict) else other[at]))


def _near_number(rng: Random, raw: dict[str, Any]) -> None:
    numbers = [(w, k) for w, k in _places(raw) if type(w[k]) is int]
    if numbers:
        within, key = rng.choice(numbers)
        within[key] += rng.choice((-100, -2, -1, 1, 2, 1000, 10**7))


def _gone(rng: Random, raw: dict[str, Any]) -> None:
    within, key = _place(rng, raw)
    if isinstance(within, dict):
        within.pop(key, None)
    else:
        del within[key]


def _renamed(rng: Random, raw: dict[str, Any]) -> None:
    within, key = _place(rng, raw)
    if isinstance(within, dict) and key in within:
        within[rng.choice((*WORDS, "", "x" * 500, "\x1b[31m"))] = within.pop(key)


def _more(rng: Random, raw: dict[str, Any]) -> None:
    within, _ = _place(rng, raw)
    if isinstance(within, dict):
        within[rng.choice(WORDS)] = rng.choice(ODD)
    else:
        within.append(rng.choice(ODD))


def _other_word(rng: Random, raw: dict[str, Any]) -> None:
    words = [(w, k) for w, k in _places(raw) if isinstance(w[k], str)]
    if words:
        within, key = rng.choice(words)
        within[key] = rng.choice((*WORDS, *(w[k] for w, k in words)))


def _version(rng: Random, raw: dict[str, Any]) -> None:
    body = raw.get("body")
    if isinstance(body, dict):
        body["rules_version"] = rng.choice((-(10**15), -1, 0, 2, 10**15, "1", None))


# Whole files


def _marked(_rng: Random, data: bytes) -> bytes:
    return b"\xef\xbb\xbf" + data


def _windows(_rng: Random, data: bytes) -> bytes:
    return data.replace(b"\n", b"\r\n")


def _old_mac(_rng: Random, data: bytes) -> bytes:
    return data.replace(b"\n", b"\r")


def _utf16(_rng: Random, data: bytes) -> bytes:
    return data.decode(errors="replace").encode("utf-16")


def _twice(_rng: Random, data: bytes) -> bytes:
    return data + data


def _backwards(_rng: Random, data: bytes) -> bytes:
    return b"\n".join(reversed(data.split(b"\n")))


def _pretty(_rng: Random, data: bytes) -> bytes:
    """Lay out the file as an editor would."""
    try:
        return "\n".join(json.dumps(json.loads(x), indent=1) for x in data.splitlines()).encode()
    except (ValueError, RecursionError):
        return data


BYTES: tuple[Spoil, ...] = (_flipped, _other_byte, _hole, _noise, _zeros, _cut, _again)
LINES: tuple[Spoil, ...] = tuple(
    map(_lines, (_line_lost, _lines_lost, _line_twice, _swapped, _shuffled, _blank, _garbage))
)
FIELDS: tuple[Spoil, ...] = tuple(
    map(
        _fields,
        (_odd_value, _other_value, _near_number, _gone, _renamed, _more, _other_word, _version),
    )
)
WHOLE: tuple[Spoil, ...] = (_marked, _windows, _old_mac, _utf16, _twice, _backwards, _pretty)
WAYS: tuple[Spoil, ...] = (*BYTES, *LINES, *FIELDS, *WHOLE)
