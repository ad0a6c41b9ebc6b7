"""Notes and photos beside a match: kept, bounded, moved with it, and no harm to it if damaged."""

import io
import json
import sqlite3
import zipfile
from collections.abc import Callable
from contextlib import closing
from itertools import count
from pathlib import Path

import pytest
from pydantic import ValidationError

from companion.match.files import acta_codec
from companion.match.resumable import done
from companion.services.client import Client
from companion.services.hub import Hub
from companion.services.matches import keepsakes
from companion.services.matches.keepsakes import (
    MAX_KEEPSAKES,
    MAX_NOTE,
    MAX_PHOTO,
    MAX_PHOTOS,
    Keepsake,
    KeepsakeError,
    NewKeepsake,
    photo_kind,
)
from companion.services.sharing.shared_tables import device_id
from companion.services.storage.journal_store import JournalStore
from companion.services.storage.sqlite_store import SqliteStore
from companion.services.storage.store import Store, StoreError
from companion.services.transfer import backup_archive
from tests.services.conftest import Ids, Table, new_hub, new_match
from tests.services.fake_tapes import Reel
from tests.services.test_journal import hub_on

JPEG = b"\xff\xd8\xff\xe0" + bytes(40)
PNG = b"\x89PNG\r\n\x1a\n" + bytes(40)
WEBP = b"RIFF\x24\x00\x00\x00WEBP" + bytes(40)


def _owner(hub: Hub) -> Client:
    return Client(hub, device_id("own"), owner=True)


@pytest.fixture
def here(hub: Hub) -> Client:
    """Return the host's own device."""
    return _owner(hub)


@pytest.fixture
def match_id(hub: Hub) -> str:
    """Return a match of three entries."""
    table = Table(hub, new_match(hub).started.match)
    table.take(0, 1)
    table.take(1, 1)
    return table.match_id


def _note(n: int = 0, text: str = "Beto llegó tarde") -> NewKeepsake:
    return NewKeepsake(f"note-{n:04}", text)


def _photo(n: int = 0, data: bytes = JPEG, text: str = "") -> NewKeepsake:
    return NewKeepsake(f"photo-{n:04}", text, data)


def _said(client: Client, match_id: str) -> list[tuple[str, bytes]]:
    return [(one.text, one.photo) for one in client.keepsakes.of(match_id)]


def _code(act: Callable[[], object]) -> str:
    with pytest.raises(KeepsakeError) as caught:
        act()
    return caught.value.code


def test_note_and_photo_are_kept_with_the_moment(here: Client, match_id: str) -> None:
    before = here.matches.open(match_id)
    here.keepsakes.add(match_id, _note())
    here.keepsakes.add(match_id, _photo(text="Así quedó"))
    Table(here._hub, match_id, count(50)).take(0, 1)
    here.keepsakes.add(match_id, _photo(1, PNG))
    assert _said(here, match_id) == [("Beto llegó tarde", b""), ("Así quedó", JPEG), ("", PNG)]
    entries = here.matches.open(match_id).entries
    assert [one.entry for one in here.keepsakes.of(match_id)] == [
        entries[2].id,
        entries[2].id,
        entries[3].id,
    ]
    # Nothing of it is in the acta, and so in no link and no code.
    assert entries[:3] == before.entries
    assert b"Beto lleg" not in here.files.export(match_id)
    assert acta_codec.pack(entries[:3]) == acta_codec.pack(before.entries)


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (JPEG, "jpg"),
        (PNG, "png"),
        (WEBP, "webp"),
        (b"GIF89a" + bytes(40), None),
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", None),
        (b"RIFF\x24\x00\x00\x00WAVE" + bytes(40), None),
        (b"\xff\xd8", None),
        (b"%PDF-1.7", None),
    ],
)
def test_kind_of_a_photo_is_read_off_its_first_bytes(
    data: bytes, kind: str | None, here: Client, match_id: str
) -> None:
    assert photo_kind(data) == kind
    if kind:
        here.keepsakes.add(match_id, _photo(data=data))
    else:
        assert _code(lambda: here.keepsakes.add(match_id, _photo(data=data))) == "no_photo"
    assert len(_said(here, match_id)) == (1 if kind else 0)


def test_large_photo_is_refused_and_one_at_the_limit_is_kept(here: Client, match_id: str) -> None:
    whole = JPEG + bytes(MAX_PHOTO - len(JPEG))
    assert _code(lambda: here.keepsakes.add(match_id, _photo(0, whole + b"x"))) == "photo_large"
    here.keepsakes.add(match_id, _photo(0, whole))
    assert _said(here, match_id) == [("", whole)]


def test_long_note_is_refused_and_one_at_the_limit_is_kept(here: Client, match_id: str) -> None:
    assert _code(lambda: here.keepsakes.add(match_id, _note(text="x" * (MAX_NOTE + 1)))) == (
        "unreadable"
    )
    assert _code(lambda: here.keepsakes.add(match_id, _note(text=""))) == "empty"
    here.keepsakes.add(match_id, _note(text="x" * MAX_NOTE))
    assert len(_said(here, match_id)) == 1


def test_numbers_of_photos_and_notes_are_bounded(here: Client, match_id: str) -> None:
    for n in range(MAX_PHOTOS):
        here.keepsakes.add(match_id, _photo(n))
    assert _code(lambda: here.keepsakes.add(match_id, _photo(99))) == "photos_many"
    for n in range(MAX_KEEPSAKES - MAX_PHOTOS):
        here.keepsakes.add(match_id, _note(n))
    assert _code(lambda: here.keepsakes.add(match_id, _note(99))) == "many"
    here.keepsakes.remove(match_id, "photo-0003")
    here.keepsakes.add(match_id, _photo(99))
    assert len(_said(here, match_id)) == MAX_KEEPSAKES
    # Another match has its own numbers.
    other = new_match(here._hub).started.match
    here.keepsakes.add(other, _photo(99))


def test_photos_of_all_matches_are_bounded_together(
    here: Client, match_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keepsakes, "MAX_TOTAL", here._hub.store.size() + 100)
    assert _code(lambda: here.keepsakes.add(match_id, _photo())) == "full"
    here.keepsakes.add(match_id, _note())
    monkeypatch.setattr(keepsakes, "MAX_TOTAL", here._hub.store.size() + 1000)
    here.keepsakes.add(match_id, _photo())


def test_removed_keepsake_is_gone_and_the_others_stay(here: Client, match_id: str) -> None:
    here.keepsakes.add(match_id, _note(0, "uno"))
    here.keepsakes.add(match_id, _note(1, "dos"))
    here.keepsakes.remove(match_id, "note-0000")
    here.keepsakes.remove(match_id, "note-0000")
    assert _said(here, match_id) == [("dos", b"")]
    assert here.keepsakes.count(match_id) == 1


@pytest.mark.parametrize("kind", ["sqlite", "journal"])
def test_keepsakes_go_with_their_match_and_survive_a_restart(kind: str, tmp_path: Path) -> None:
    reel = Reel()

    def opened() -> Store:
        return SqliteStore(tmp_path) if kind == "sqlite" else JournalStore(reel)

    store = opened()
    hub = hub_on(store)
    match_id, other = (new_match(hub).started.match for _ in range(2))
    client = _owner(hub)
    client.keepsakes.add(match_id, _photo(text="uno"))
    client.keepsakes.add(match_id, _note(1, "dos"))
    client.keepsakes.add(match_id, _note(2, "tres"))
    client.keepsakes.remove(match_id, "note-0001")
    client.keepsakes.add(other, _note(3, "otra"))
    kept = [("uno", JPEG), ("tres", b"")]
    again = _owner(hub_on(opened()))
    assert _said(again, match_id) == kept
    again.matches.delete(match_id)
    assert _said(again, match_id) == []
    assert again.keepsakes.count(match_id) == 0
    with pytest.raises(StoreError, match="not_found"):
        again._hub.store.attachment(match_id, "note-0002")
    third = _owner(hub_on(opened()))
    third.matches.restore(match_id)
    assert _said(third, match_id) == kept
    third.matches.delete(match_id)
    third.matches.empty_bin()
    assert _said(third, other) == [("otra", b"")]
    if kind == "journal":
        assert b"tres" not in JournalStore(_compacted(reel))._tape.read()


def _compacted(reel: Reel) -> Reel:
    store = JournalStore(reel)
    for n in range(400):
        store.set_setting("draft", f"{n}" * 400)
    JournalStore(reel)
    return reel


def test_compacted_journal_keeps_keepsakes_also_in_the_bin() -> None:
    reel = Reel()
    hub = hub_on(JournalStore(reel))
    one, two = (new_match(hub).started.match for _ in range(2))
    client = _owner(hub)
    for match_id in (one, two):
        client.keepsakes.add(match_id, _photo(text="aquí"))
    client.matches.delete(two)
    before = len(reel.data)
    again = _owner(hub_on(JournalStore(_compacted(reel))))
    assert len(reel.data) < before + 10_000
    again.matches.restore(two)
    assert _said(again, one) == _said(again, two) == [("aquí", JPEG)]


def test_power_cut_at_any_byte_keeps_every_acknowledged_keepsake() -> None:
    reel = Reel()
    hub = hub_on(JournalStore(reel))
    match_id = new_match(hub).started.match
    for n in range(3):
        _owner(hub).keepsakes.add(match_id, _photo(n))
    begun, *writes = reel.writes[-4:]
    for cut in range(begun, writes[-1] + 1):
        client = _owner(hub_on(JournalStore(Reel(reel.data[:cut]))))
        # The line itself is whole without the break behind it.
        whole = sum(write - 1 <= cut for write in writes)
        assert client.keepsakes.count(match_id) == len(client.keepsakes.of(match_id)) == whole


def test_full_disk_keeps_no_photo_in_part() -> None:
    reel = Reel()
    hub = hub_on(JournalStore(reel))
    match_id = new_match(hub).started.match
    reel.room = 60
    with pytest.raises(StoreError, match="disk_full"):
        _owner(hub).keepsakes.add(match_id, _photo())
    reel.room = None
    assert _said(_owner(hub), match_id) == []
    _owner(hub).keepsakes.add(match_id, _photo())
    assert _said(_owner(hub_on(JournalStore(reel))), match_id) == [("", JPEG)]


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE attachment SET data = replace(data, 'uno', 'UNO')",
        "UPDATE attachment SET data = 7 WHERE id = 'note-0000'",
        "UPDATE attachment SET sum = 'x' WHERE id = 'note-0000'",
        "DROP TABLE attachment",
        "ALTER TABLE attachment RENAME COLUMN data TO other",
    ],
)
def test_damaged_keepsake_spares_the_acta_and_the_others(damage: str, tmp_path: Path) -> None:
    hub = new_hub(tmp_path)
    match_id = new_match(hub).started.match
    client = _owner(hub)
    client.keepsakes.add(match_id, _note(0, "uno"))
    client.keepsakes.add(match_id, _note(1, "dos"))
    acta = client.files.export(match_id)
    hub.store.close()
    with closing(sqlite3.connect(tmp_path / "matches" / f"match-{match_id}.sqlite")) as db:
        db.execute(damage)
        db.commit()
    again = _owner(new_hub(tmp_path))
    whole = "attachment SET" in damage
    assert _said(again, match_id) == ([("dos", b"")] if whole else [])
    assert again.files.export(match_id) == acta
    saved = done(backup_archive.saving(again))
    assert (saved.matches, saved.left_out) == (1, 0)


def test_damaged_acta_leaves_the_photo_readable(tmp_path: Path) -> None:
    hub = new_hub(tmp_path)
    table = Table(hub, new_match(hub).started.match)
    table.take(0, 1)
    _owner(hub).keepsakes.add(table.match_id, _photo())
    hub.store.close()
    with closing(sqlite3.connect(tmp_path / "matches" / f"match-{table.match_id}.sqlite")) as db:
        db.execute("UPDATE entry SET line = '?' WHERE seq = 1")
        db.commit()
    assert _said(_owner(new_hub(tmp_path)), table.match_id) == [("", JPEG)]


# Backup


def _moved(here: Client, folder: Path) -> tuple[Client, bytes]:
    return _owner(new_hub(folder, Ids(count(9000)))), done(backup_archive.saving(here)).data


def test_backup_carries_notes_and_photos_and_brings_them_back_once(
    here: Client, match_id: str, tmp_path: Path
) -> None:
    here.keepsakes.add(match_id, _note())
    for n, data in enumerate((JPEG, PNG, WEBP)):
        here.keepsakes.add(match_id, _photo(n, data, "con texto" if n else ""))
    assert done(backup_archive.saving(here)).keepsakes == 4
    there, data = _moved(here, tmp_path / "there")
    came = done(backup_archive.taking(there, data))
    assert (len(came.new), came.keepsakes, came.kept, came.refused) == (1, 4, 0, [])
    assert there.keepsakes.of(match_id) == here.keepsakes.of(match_id)
    again = done(backup_archive.taking(there, data))
    assert (again.keepsakes, again.kept, again.refused, again.nothing) == (0, 4, [], False)
    # The photos lie there to be seen with any program.
    with zipfile.ZipFile(io.BytesIO(data)) as packed:
        photos = {name.rpartition(".")[2]: packed.read(name) for name in packed.namelist()}
    assert (photos["jpg"], photos["png"], photos["webp"]) == (JPEG, PNG, WEBP)


def test_backup_is_stale_once_something_was_kept(here: Client, match_id: str) -> None:
    before = backup_archive.entries(here)
    here.keepsakes.add(match_id, _note())
    assert backup_archive.entries(here) == before + 1


def _repacked(data: bytes, change: Callable[[str, bytes], tuple[str, bytes] | None]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(out, "w") as new:
        for name in reversed(old.namelist()):
            changed = change(name, old.read(name))
            if changed:
                new.writestr(*changed)
    return out.getvalue()


def _edited(**fields: object) -> Callable[[str, bytes], tuple[str, bytes]]:
    def change(name: str, data: bytes) -> tuple[str, bytes]:
        if not name.endswith(".json"):
            return name, data
        return name, json.dumps({**json.loads(data), **fields}).encode()

    return change


def _other_photo(other: bytes) -> Callable[[str, bytes], tuple[str, bytes]]:
    return lambda name, data: (name, other if name.endswith(".jpg") else data)


HOSTILE: dict[str, Callable[[str, bytes], tuple[str, bytes] | None]] = {
    "a page instead of the photo": _other_photo(b"<html><script>alert(1)</script>"),
    "another kind of photo": _other_photo(PNG),
    "too large a photo": _other_photo(JPEG + bytes(MAX_PHOTO)),
    "an endless photo": _other_photo(JPEG + bytes(6_000_000)),
    "no photo": lambda name, data: None if name.endswith(".jpg") else (name, data),
    "unknown field": _edited(script="x"),
    "too long a note": _edited(text="x" * 5000),
    "an id that is a path": _edited(id="../../etc"),
    "match of nobody": _edited(keepsake_of="not-here-at-all"),
    "match that is no text": _edited(keepsake_of=["x"]),
    "impossible time": _edited(at="yesterday"),
    "no object": lambda name, data: (
        name,
        b'{"keepsake_of": ' + b"[" * 100_000 if name.endswith(".json") else data,
    ),
}


@pytest.mark.parametrize("change", HOSTILE.values(), ids=HOSTILE)
def test_hostile_keepsake_of_a_backup_is_refused_and_the_match_comes(
    change: Callable[[str, bytes], tuple[str, bytes] | None],
    here: Client,
    match_id: str,
    tmp_path: Path,
) -> None:
    here.keepsakes.add(match_id, _photo(text="foto"))
    there, data = _moved(here, tmp_path / "there")
    came = done(backup_archive.taking(there, _repacked(data, change)))
    assert (len(came.new), came.keepsakes) == (1, 0)
    assert came.refused
    assert _said(there, match_id) == []


def test_backup_packed_anew_in_another_order_brings_the_photo(
    here: Client, match_id: str, tmp_path: Path
) -> None:
    here.keepsakes.add(match_id, _photo(text="foto"))
    there, data = _moved(here, tmp_path / "there")
    came = done(backup_archive.taking(there, _repacked(data, lambda name, data: (name, data))))
    assert (len(came.new), came.keepsakes, came.refused) == (1, 1, [])
    assert _said(there, match_id) == [("foto", JPEG)]


def test_control_characters_of_a_note_are_taken_out(here: Client, match_id: str) -> None:
    here.keepsakes.add(match_id, _note(text="a\u202eb\nc\x1b[31m"))
    assert _said(here, match_id) == [("ab c[31m", b"")]


def test_keepsake_of_nothing_is_none() -> None:
    with pytest.raises(ValidationError):
        Keepsake.model_validate({"id": "note-0001", "entry": "entry-0001", "at": "2025-03-01"})
