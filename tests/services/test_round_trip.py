"""Round trip of exports: importable at every limit, by every way; unpacking has one error."""

import io
import json
import tracemalloc
import zipfile
import zlib
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.match.entries import (
    ActaError,
    Adjusted,
    Amended,
    Body,
    Clocked,
    Closed,
    Consent,
    Insert,
    Noted,
    Posted,
    Refereed,
    Replace,
    Setting,
)
from companion.match.files import acta_codec, acta_file, qr_frames
from companion.match.resumable import done
from companion.services.client import Client
from companion.services.hub import Hub
from companion.services.matches.results import Imported, NotImported, NotSaved, Recorded
from companion.services.sharing.shared_tables import device_id
from companion.services.transfer import backup_archive
from companion.services.transfer.backup_archive import RestoreResult
from companion.services.transfer.incoming_data import IncomingData
from companion.ui.screens.transfer import presenter as carrying
from tests.services.conftest import (
    Ids,
    Table,
    brought,
    brought_file,
    new_hub,
    new_match,
    taken,
)

LONG = "ñ" * 2000
NAME = "Ñ" * 80


def _owner(hub: Hub) -> Client:
    return Client(hub, device_id("own"), owner=True)


def _fresh(folder: Path) -> Hub:
    return new_hub(folder, Ids(count(90_000)))


def _arrives(hub: Hub, match_id: str, folder: Path) -> None:
    """Import the match as a file, as link and codes if there are any, and as an archive."""
    client, data, entries = (
        _owner(hub),
        hub.files.export(match_id),
        hub.matches.open(match_id).entries,
    )
    by_file = _fresh(folder / "file")
    assert isinstance(by_file.files.import_acta(data), Imported)
    assert by_file.matches.open(match_id).entries == entries
    assert by_file.files.export(match_id) == data
    view = carrying.carried(
        "acta", done(hub.files.pack(match_id)), "https://ejemplo.org/" + "m" * 280
    )
    if view.link:
        by_link = _owner(_fresh(folder / "link"))
        brought(by_link, IncomingData(), view.link)
        assert by_link.matches.open(match_id).entries == entries
    if view.codes:
        by_codes, arrivals = _owner(_fresh(folder / "codes")), IncomingData()
        for code in view.codes:
            arrivals = brought(by_codes, arrivals, code)
        assert by_codes.matches.open(match_id).entries == entries
    with_all = _owner(_fresh(folder / "all"))
    saved = done(backup_archive.saving(client)).data
    came = brought_file(with_all, IncomingData(), saved).items[0].result
    assert isinstance(came, RestoreResult)
    assert with_all.matches.open(match_id).entries == entries


@pytest.mark.deep
@pytest.mark.parametrize("letters", ["a", "ñ", "🎲", "random"])
def test_match_of_640_long_notes_survives_every_transfer(letters: str, tmp_path: Path) -> None:
    hub, rng = new_hub(tmp_path / "here"), Random(5)
    table = Table(hub, new_match(hub).started.match)
    for _ in range(640):
        text = letters * 2000
        if letters == "random":
            text = "".join(chr(rng.randrange(0x4E00, 0x9FFF)) for _ in range(2000))
        answer = table.send(Noted(text=text))
        if isinstance(answer, NotSaved):
            # The acta would become too large to export.
            assert answer.code == "full"
            break
        assert isinstance(answer, Recorded)
    _arrives(hub, table.match_id, tmp_path)


def _at_their_limits() -> tuple[Body, ...]:
    posted = Posted(account="supply", item="pebble", amount=1)
    back = Posted(account="supply", item="pebble", amount=-1)
    return (
        taken(0, 1).model_copy(update={"consent": Consent(by=NAME, reason=LONG)}),
        Noted(text=LONG),
        Noted(text='uno\ndos\n\n«tres» \\ " \u00a0'),
        Adjusted(postings=(posted, back) * 200, reason=LONG),
        Adjusted(settings=(Setting(code="turn", value="0"),) * 50, reason=LONG),
        Refereed(judged=False),
        Closed(reason=LONG),
        Clocked(running=True),
        Clocked(running=False),
    )


def test_every_kind_of_entry_at_its_limits_survives_every_transfer(tmp_path: Path) -> None:
    hub = new_hub(tmp_path / "here")
    made = new_match(hub, pile=60, title=NAME, box=NAME, author=NAME, device="d" * 80)
    table = Table(hub, made.started.match)
    kept = [
        body
        for body in _at_their_limits()
        if isinstance(table.send(body, device="d" * 80), Recorded)
    ]
    assert len(kept) >= 5
    first = table.match.timeline.items[0].id
    edits = (
        Replace(target=first, body=Adjusted(reason=LONG)),
        *(
            Insert(id=f"{'i' * 58}{n:06}", before=None, body=Adjusted(reason=LONG))
            for n in range(200)
        ),
    )
    assert isinstance(table.send(Amended(edits=edits, reason=LONG)), Recorded)
    _arrives(hub, table.match_id, tmp_path)


def test_acta_with_the_most_entries_survives_every_transfer(
    tmp_path: Path, monkeypatch: Any
) -> None:
    monkeypatch.setattr(acta_file, "MAX_ENTRIES", 300)
    hub = new_hub(tmp_path / "here")
    table = Table(hub, new_match(hub).started.match)
    while isinstance(table.send(Noted(text="hola")), Recorded):
        assert len(table.match.entries) <= 300
    assert len(table.match.entries) == 300
    _arrives(hub, table.match_id, tmp_path)


# Unpacking


def _packed(columns: object) -> bytes:
    text = columns if isinstance(columns, bytes) else json.dumps(columns).encode()
    deflater = zlib.compressobj(9, zlib.DEFLATED, -15, 9, zdict=acta_codec.dictionary(1))
    data = bytes([1, 0, 0, 0]) + deflater.compress(text) + deflater.flush()
    return data + zlib.crc32(data).to_bytes(4, "big")


_GOOD: dict[str, Any] = {
    "ids": {"0": "abcd"}, "at": [1, 0], "author": [["A"], [0, 1]], "device": [[""], [0, 1]],
    "body": [{"type": "noted", "text": "x"}],
}  # fmt: skip
_ODD: tuple[Any, ...] = (
    None, [], {}, 7, "x", [[]], [[["x"]], [0, 1]], [None, None], [["a"], [0, True]], -1, 1.5,
    [["a" * 4_000_000], [0, 5000]], [10**400, 10**400], [1, 1e308], [["a"], [0, 1e9]], {"0": 7},
    [["a"], [-1, 1]], [["a"], [9, 1]], [[7], [0, 1]], ["a", [0, 1]],
)  # fmt: skip


def test_odd_packet_is_unpacked_or_raises_acta_error() -> None:
    assert acta_codec.unpack(_packed(_GOOD))
    odd = [{**_GOOD, name: value} for name in _GOOD for value in _ODD]
    odd += [{k: v for k, v in _GOOD.items() if k != name} for name in _GOOD]
    texts = (b"[" * 100_000, b'{"a":' * 50_000, b"null", b"7", b'"x"', b"\xff", b"", b"[]", b"{")
    for columns in (*odd, *texts, *_ODD):
        try:
            unpacked = acta_codec.unpack(_packed(columns))
        except ActaError:
            continue
        assert len(unpacked) <= acta_file.MAX_BYTES


def test_packet_or_archive_that_unpacks_endlessly_is_refused(tmp_path: Path) -> None:
    names = [["a" * 200], [0, 5000]]
    many = {
        "ids": {str(n): "x" * 64 for n in range(5000)}, "at": [1, *[0] * 5000], "author": names,
        "device": names, "body": [{"type": "noted", "text": "ñ" * 900}] * 5000,
    }  # fmt: skip
    with pytest.raises(ActaError, match="too_large"):
        acta_codec.unpack(_packed(many))
    bomb = io.BytesIO()
    with zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED) as packed:
        for n in range(60):
            packed.writestr(f"{n}.acta", bytes(4_900_000))
    came = done(backup_archive.taking(_owner(new_hub(tmp_path)), bomb.getvalue()))
    assert (came.refused, came.new) == (["…"], [])
    result = new_hub(tmp_path).files.import_packed(_packed(many))
    assert isinstance(result, NotImported)


@pytest.mark.parametrize("kind", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_archive_member_of_an_unbounded_compression_is_refused(
    table: Table, tmp_path: Path, kind: int
) -> None:
    """Members of these fill the memory, whatever size they claim; the others are imported."""
    archive = io.BytesIO()
    acta = table.hub.files.export(table.match_id)
    with zipfile.ZipFile(archive, "w") as packed:
        packed.writestr("one.acta", bytes(100_000_000), compress_type=kind)
        packed.writestr("two.acta", acta, compress_type=zipfile.ZIP_DEFLATED)
        packed.writestr("three.acta", acta, compress_type=zipfile.ZIP_STORED)
    client, data = _owner(new_hub(tmp_path / "there")), archive.getvalue()
    assert len(data) < 30_000
    tracemalloc.start()
    came = done(backup_archive.taking(client, data))
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert (came.refused, len(came.new), came.already) == (["one.acta"], 1, 1)
    assert most < 20_000_000


def test_archive_with_too_many_members_is_not_listed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as packed:
        for n in range(2 * backup_archive.MAX_FILES + 1):
            packed.writestr(f"{n}", b"")
    assert backup_archive.files_in(archive.getvalue()) == 0
    monkeypatch.setattr(zipfile.ZipFile, "infolist", None)
    came = done(backup_archive.taking(_owner(new_hub(tmp_path)), archive.getvalue()))
    assert came.refused == ["…"]


def test_link_too_long_to_be_read_again_is_not_offered() -> None:
    view = carrying.carried("acta", Random(1).randbytes(400_000), "https://ejemplo.org/")
    assert (view.link, view.codes) == ("", ())
    whole = Random(1).randbytes(qr_frames.MAX_TEXT * 3 // 4 - 3)
    link = carrying.carried("acta", whole, "https://ejemplo.org/").link
    assert qr_frames.read_link_text(link.split("=", 1)[1]) == whole
