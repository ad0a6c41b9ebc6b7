"""File form of an acta: it survives odd contents; every code of `ActaError` has a case here."""

import json
from collections.abc import Callable
from typing import Any, get_args

import pytest

from companion.match.entries import (
    FORMAT,
    ActaCode,
    ActaError,
    Amended,
    FactsEntered,
    Insert,
    Noted,
    Replace,
    RulingChanged,
    Undone,
)
from companion.match.files import acta_file
from companion.match.files.acta_reader import read_file
from tests.match.builders import GAMES, entries_of, header, taken
from tests.match.catalog import CATALOG

ACTA = acta_file.dumps(entries_of(taken(0, 1), taken(1, 2)))
SECOND_HEADER = json.dumps({**json.loads(ACTA.splitlines()[0]), "seq": 1, "id": "entry-1"})


def _line(n: int, change: Callable[[dict[str, Any]], None]) -> str:
    """Return the acta with one of its lines changed."""
    lines = ACTA.splitlines()
    raw = json.loads(lines[n])
    change(raw)
    lines[n] = json.dumps(raw)
    return "\n".join(lines)


def _body(n: int, **changes: Any) -> str:
    return _line(n, lambda raw: raw["body"].update(changes))


def _with(body: Any) -> str:
    return acta_file.dumps(entries_of(body))


BROKEN: tuple[tuple[ActaCode, str | bytes], ...] = (
    ("not_acta", ""),
    ("not_acta", "hola"),
    ("not_acta", "[]\n"),
    ("not_acta", '{"type": "box", "version": 1}'),
    ("not_acta", b"\x89PNG\r\n\x1a\n\xff\xfe"),
    ("not_acta", "[" * 100_000),
    ("truncated", ACTA[:-30]),
    ("truncated", ACTA[: len(ACTA) // 2]),
    ("truncated", ACTA.splitlines()[0][:-9]),
    ("truncated", _with(Noted(text="adiós")).encode()[:-7]),
    ("too_large", b"x" * 50_000_000),
    ("too_large", ACTA + (ACTA.splitlines()[-1] + "\n") * 5000),
    ("newer_format", _body(0, format=99)),
    ("newer_rules", _body(0, rules_version=2)),
    ("newer_rules", _body(1, rules_version=2)),
    ("unknown_game", _body(0, game="tetris")),
    ("bad_sequence", _line(1, lambda raw: raw.update(seq=5))),
    ("bad_sequence", "\n".join([*ACTA.splitlines(), ACTA.splitlines()[1]])),
    ("bad_sequence", "\n".join(ACTA.splitlines()[:1] + ACTA.splitlines()[2:])),
    ("duplicate_id", _line(2, lambda raw: raw.update(id="entry-1"))),
    ("duplicate_id", _with(Amended(edits=(Insert(id="entry-1", before=None, body=taken(0, 1)),)))),
    ("bad_header", _body(0, match="../../etc")),
    ("bad_header", _body(0, format="one")),
    ("bad_header", _body(0, options={"players": []})),
    ("bad_header", _body(0, options={"players": ["Ana"], "pile": {"a": 1}})),
    ("bad_header", f"{ACTA.splitlines()[0]}\n{SECOND_HEADER}"),
    ("bad_line", _line(1, lambda raw: raw.update(more=1))),
    ("bad_line", _line(1, lambda raw: raw.update(at="0001-01-01T00:00:00+14:00"))),
    ("bad_line", _line(1, lambda raw: raw.update(at="2025-01-01T00:00:00"))),
    ("bad_line", ACTA.replace('"amount":1', '"amount":NaN')),
    ("bad_line", ACTA.replace('"amount":1', '"amount":"\\ud800"')),
    ("bad_setup", _body(0, options={"players": ["Ana", "Luis"], "pile": 1})),
    ("unknown_target", _with(Undone(to="entry-9"))),
    ("unknown_ruling", _body(0, rulings={"last": "thrice"})),
    ("unknown_ruling", _with(RulingChanged(ruling="first", reading="once"))),
    ("unknown_fact", _body(0, facts={"lid.value": 100})),
    ("unknown_fact", _body(0, facts={"lid.colour": 1})),
    ("unknown_fact", _with(FactsEntered(facts={"lid.value": "nueve"}))),
    (
        "unknown_fact",
        _with(Amended(edits=(Replace(target="entry-9", body=FactsEntered(facts={"moon": None})),))),
    ),
)


@pytest.mark.parametrize(
    ("code", "data"), BROKEN, ids=[f"{n}-{c}" for n, (c, _) in enumerate(BROKEN)]
)
def test_broken_file_is_refused_with_its_code(code: ActaCode, data: str | bytes) -> None:
    raw = data.encode() if isinstance(data, str) else data
    with pytest.raises(ActaError) as caught:
        read_file(GAMES, lambda _: CATALOG, raw)
    assert caught.value.code == code


def test_every_acta_error_code_has_a_case() -> None:
    assert {code for code, _ in BROKEN} == set(get_args(ActaCode))


def test_acta_read_and_written_is_the_same() -> None:
    assert acta_file.dumps(acta_file.loads(ACTA)) == ACTA


@pytest.mark.parametrize(
    "odd", ["\u2028", "\u2029", "\x85", "\x0b", "\x1c", "\r\n", "«ñ» 🎲", '"\\']
)
def test_any_character_survives_the_file_form(odd: str) -> None:
    entries = entries_of(Noted(text=f"a{odd}b"))
    assert acta_file.loads(acta_file.dumps(entries)) == entries


def test_file_edited_on_windows_is_read() -> None:
    windows = "\ufeff" + ACTA.replace("\n", "\r\n") + "\r\n"
    assert acta_file.loads(windows.encode()) == acta_file.loads(ACTA)


def test_rulings_missing_in_a_header_take_their_default() -> None:
    data = acta_file.dumps(entries_of(first=header(rulings={})))
    assert read_file(GAMES, lambda _: CATALOG, data.encode()).rulings == {"last": "once"}


def test_old_format_is_upcast_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Entries of this format are read by a program of the next one, written and read again."""

    def lift(raw: dict[str, Any]) -> dict[str, Any]:
        if raw["body"]["type"] == "noted":
            assert "words" in raw["body"], "lifted twice"
            return {**raw, "body": {"type": "noted", "text": raw["body"]["words"]}}
        return raw

    monkeypatch.setattr(acta_file, "FORMAT", FORMAT + 1)
    monkeypatch.setattr(acta_file, "UPCASTS", {FORMAT: lift})
    old = acta_file.dumps(entries_of(Noted(text="hola"))).replace('"text"', '"words"')
    entries = acta_file.loads(old)
    assert acta_file.loads(acta_file.dumps(entries)) == entries


def test_printed_value_typed_in_format_2_becomes_a_set_of_values() -> None:
    header, *_ = ACTA.splitlines()
    typed: dict[str, Any] = {"type": "fact_entered", "fact": "lid.value", "value": 4}
    mended = {
        "type": "amended",
        "edits": [
            {"edit": "replace", "target": "typed", "body": {**typed, "value": None}},
            {"edit": "move", "target": "typed", "before": None},
        ],
    }
    rows = [("typed", typed), ("mended", mended)]
    at = json.loads(header)["at"]
    lines = [
        json.dumps({"seq": n, "id": name, "at": at, "body": body})
        for n, (name, body) in enumerate(rows, 1)
    ]
    old = "\n".join([header.replace(f'"format":{FORMAT}', '"format":2'), *lines])
    _, first, second = acta_file.loads(old)
    assert first.body == FactsEntered(facts={"lid.value": 4})
    assert isinstance(second.body, Amended)
    assert second.body.edits[0] == Replace(
        target="typed", body=FactsEntered(facts={"lid.value": None})
    )


def test_checksum_shows_that_the_acta_is_unchanged() -> None:
    whole = acta_file.with_checksum(ACTA)
    assert whole.startswith(ACTA)
    for data in (whole, whole.replace("\n", "\r\n"), "\ufeff" + whole):
        scanned = acta_file.scan(data.encode())
        assert (scanned.sealed, scanned.faults) == (True, ())
        assert scanned.entries == acta_file.loads(ACTA)
    assert not acta_file.scan(ACTA.encode()).sealed


@pytest.mark.parametrize("at", range(0, len(ACTA), 7))
def test_changed_byte_of_an_acta_with_checksum_is_noticed(at: int) -> None:
    data = bytearray(acta_file.with_checksum(ACTA).encode())
    data[at] ^= 1
    try:
        scanned = acta_file.scan(bytes(data))
    except ActaError:
        return
    assert scanned.faults
    assert not scanned.sealed


def test_wrong_checksum_is_a_fault_of_its_own() -> None:
    lines = acta_file.with_checksum(ACTA.replace('"seat":1', '"seat":0')).splitlines()[-1]
    scanned = acta_file.scan(f"{ACTA}{lines}\n".encode())
    assert [(fault.line, fault.code) for fault in scanned.faults] == [
        (ACTA.count("\n") + 1, "bad_sum")
    ]
    assert scanned.entries == acta_file.loads(ACTA)


def test_checksum_line_does_not_count_as_an_entry() -> None:
    assert acta_file.MAX_ENTRIES * 20 < acta_file.MAX_BYTES
    with pytest.raises(ActaError, match="not_acta"):
        acta_file.scan(b'{"sum":"0"}\n')
