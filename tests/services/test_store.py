"""Matches on disk: no acknowledged entry is lost, and no damage spreads."""

import re
import sqlite3
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from random import Random

import pytest

from companion.match.entries import Entry, Noted
from companion.services.storage import sqlite_file, sqlite_store
from companion.services.storage.journal_store import JournalStore
from companion.services.storage.sqlite_file import NOT_AS_RECORDED
from companion.services.storage.sqlite_store import SqliteStore
from companion.services.storage.store import Store, StoredBox, StoreError, former_key
from tests.match.builders import entries_of, header, taken
from tests.services.fake_tapes import Reel

ACTA = entries_of(taken(0, 1), taken(1, 2))


@pytest.fixture
def store(tmp_path: Path) -> SqliteStore:
    """Return an empty store."""
    return SqliteStore(tmp_path)


def _code(act: Callable[[], object]) -> str:
    with pytest.raises(StoreError) as caught:
        act()
    return caught.value.code


def _file(folder: Path, match_id: str = "match-1") -> Path:
    (path,) = folder.glob(f"*/match-{match_id}.sqlite")
    return path


def test_stored_match_reads_back_the_same(store: SqliteStore, tmp_path: Path) -> None:
    store.create("match-1", ACTA[:1], "")
    store.append("match-1", ACTA[1:], "summary")
    store.close()
    again = SqliteStore(tmp_path)
    assert again.load("match-1") == ACTA
    head = again.head("match-1")
    assert (head.header, head.count, head.updated_at) == (ACTA[0], 3, ACTA[2].at)
    assert head.digest == "summary"


def test_match_is_read_with_pauses_as_it_was_at_the_start(store: SqliteStore) -> None:
    store.create("match-1", ACTA, "")
    read_entries: list[tuple[Entry, ...]] = []

    def reading() -> Iterator[None]:
        read_entries.append((yield from store.loading("match-1")))

    work = reading()
    next(work)
    # The reading does not include entries written meanwhile.
    store.append("match-1", entries_of(*[Noted(text="x")] * 3)[3:], "")
    assert sum(1 for _ in work) == len(ACTA) - 1
    assert read_entries == [ACTA]
    assert len(store.load("match-1")) == len(ACTA) + 1


def test_entry_out_of_sequence_is_refused(store: SqliteStore) -> None:
    store.create("match-1", ACTA[:2], "")
    for wrong in (ACTA[1:2], ACTA[:1], ACTA[1:], entries_of(*[Noted(text="x")] * 4)[4:]):
        assert _code(partial(store.append, "match-1", wrong, "")) == "taken"
    same_id = ACTA[2].model_copy(update={"id": ACTA[1].id})
    assert _code(lambda: store.append("match-1", [same_id], "")) == "taken"
    store.append("match-1", ACTA[2:], "")
    assert store.load("match-1") == ACTA


def test_match_cannot_be_created_twice(store: SqliteStore) -> None:
    store.create("match-1", ACTA, "")
    assert _code(lambda: store.create("match-1", ACTA[:1], "")) == "taken"
    assert store.load("match-1") == ACTA


def test_missing_match_is_not_found_in_the_store(store: SqliteStore) -> None:
    for act in (store.load, store.head, store.delete, store.restore):
        assert _code(partial(act, "none-such")) == "not_found"
    assert _code(lambda: store.append("none-such", ACTA[:1], "")) == "not_found"


def test_ids_that_differ_in_case_are_different_matches(store: SqliteStore) -> None:
    for match_id in ("AbCd", "abcd", "Ab_-"):
        store.create(match_id, ACTA[:1], match_id)
    assert set(store.match_ids()) == {"AbCd", "abcd", "Ab_-"}
    names = [path.name.lower() for path in store._matches.iterdir() if path.suffix == ".sqlite"]
    assert len(set(names)) == 3
    assert store.head("AbCd").digest == "AbCd"


@pytest.mark.parametrize("how", ["garbage", "empty", "cut", "foreign", "bad_line", "no_header"])
def test_damaged_match_does_not_affect_the_others(
    store: SqliteStore, tmp_path: Path, how: str
) -> None:
    for match_id in ("match-1", "match-2"):
        store.create(match_id, ACTA, "")
    store.close()
    path = _file(tmp_path)
    if how in ("garbage", "empty", "cut"):
        data = path.read_bytes()
        path.write_bytes({"garbage": b"?" * 8192, "empty": b"", "cut": data[:5000]}[how])
    else:
        _spoil(path, how)
    again = SqliteStore(tmp_path)
    assert again.match_ids() == ("match-1", "match-2")
    assert _code(lambda: again.load("match-1")) == "damaged"
    assert again.load("match-2") == ACTA
    again.delete("match-1")
    assert again.binned() == ("match-1",)
    again.empty_bin()
    assert again.binned() == ()


@pytest.mark.parametrize("seed", range(20))
def test_changed_digit_of_an_entry_is_no_other_number(tmp_path: Path, seed: int) -> None:
    """One byte of the file, in any line: it is the same match, or a damaged one."""
    rng = Random(seed)
    store = SqliteStore(tmp_path)
    entries = entries_of(*(taken(n % 2, 1 + n % 3) for n in range(12)))
    store.create("match-1", entries[:9], "")
    store.append("match-1", entries[9:], "")
    store.close()
    path = _file(tmp_path)
    data = bytearray(path.read_bytes())
    digits = [m.start(1) for m in re.finditer(rb'"(?:amount|seat|seq)":(\d)', bytes(data))]
    at = rng.choice(digits)
    data[at] = rng.choice([digit for digit in b"0123456789" if digit != data[at]])
    path.write_bytes(bytes(data))
    again = SqliteStore(tmp_path)
    assert _code(lambda: again.load("match-1")) == "damaged"
    marked = [line for _, line in again.rows("match-1") if line.endswith(NOT_AS_RECORDED)]
    assert len(marked) == 1
    again.close()


def test_lines_of_an_earlier_version_have_no_sum(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path)
    entries = entries_of(taken(0, 1), taken(1, 2))
    store.create("match-1", entries[:2], "")
    store.close()
    with sqlite3.connect(_file(tmp_path)) as db:
        db.execute("DROP TABLE line_sum")
    db.close()
    again = SqliteStore(tmp_path)
    assert again.load("match-1") == entries[:2]
    again.append("match-1", entries[2:], "")
    assert again.load("match-1") == entries
    again.close()


def _spoil(path: Path, how: str) -> None:
    statements = {
        "foreign": "ALTER TABLE entry RENAME TO other",
        "bad_line": "UPDATE entry SET line = '{' WHERE seq = 1",
        "no_header": "DELETE FROM entry WHERE seq = 0",
    }
    with sqlite3.connect(path) as db:
        db.execute(statements[how])
    db.close()


def test_file_of_a_newer_schema_is_left_alone(store: SqliteStore, tmp_path: Path) -> None:
    store.create("match-1", ACTA, "")
    with sqlite3.connect(_file(tmp_path)) as db:
        db.execute("PRAGMA user_version = 99")
    db.close()
    assert _code(lambda: store.load("match-1")) == "newer_data"


def test_file_of_an_older_schema_is_migrated_after_a_copy(
    store: SqliteStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store.create("match-1", ACTA, "")
    store.close()
    monkeypatch.setattr(sqlite_file, "SCHEMA", 2)
    step = "ALTER TABLE digest ADD COLUMN more TEXT; UPDATE digest SET data = 'lifted';"
    monkeypatch.setattr(sqlite_store, "MATCH_MIGRATIONS", {1: step})
    again = SqliteStore(tmp_path)
    assert again.load("match-1") == ACTA
    assert again.head("match-1").digest == "lifted"
    copy = _file(tmp_path).with_suffix(".v1")
    with sqlite3.connect(copy) as db:
        assert db.execute("SELECT count(*) FROM entry").fetchone() == (3,)
    db.close()
    assert again.match_ids() == ("match-1",)


def test_failed_migration_changes_nothing(
    store: SqliteStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store.create("match-1", ACTA, "")
    store.close()
    with monkeypatch.context() as patch:
        patch.setattr(sqlite_file, "SCHEMA", 2)
        step = "DELETE FROM entry; ALTER TABLE none_such RENAME TO other;"
        patch.setattr(sqlite_store, "MATCH_MIGRATIONS", {1: step})
        assert _code(lambda: SqliteStore(tmp_path).load("match-1")) == "damaged"
    assert SqliteStore(tmp_path).load("match-1") == ACTA


def test_bin_restores_a_match_unless_its_id_is_taken(store: SqliteStore) -> None:
    store.create("match-1", ACTA, "")
    store.append("match-1", entries_of(*[Noted(text="x")] * 3)[3:], "")
    store.delete("match-1")
    assert store.match_ids() == ()
    store.restore("match-1")
    assert len(store.load("match-1")) == 4
    store.delete("match-1")
    store.create("match-1", ACTA[:1], "")
    assert _code(lambda: store.restore("match-1")) == "taken"
    store.delete("match-1")
    store.restore("match-1")
    assert len(store.load("match-1")) == 1


def test_number_of_open_files_is_limited(store: SqliteStore) -> None:
    for n in range(40):
        store.create(f"match-{n}", ACTA[:1], "")
        store.append(f"match-{n}", ACTA[1:], "")
    assert len(store._open) <= sqlite_store.OPEN_FILES
    assert all(store.load(f"match-{n}") == ACTA for n in range(40))


def test_half_created_match_is_tidied_away(store: SqliteStore, tmp_path: Path) -> None:
    half = tmp_path / "matches" / "match-1.new"
    half.write_bytes(b"half")
    assert store.match_ids() == ()
    store.create("match-2", ACTA, "")
    store.tidy()
    assert not half.exists()
    assert store.load("match-2") == ACTA


# A disk that refuses writes


def _limited(monkeypatch: pytest.MonkeyPatch, pragma: str) -> None:
    plain = sqlite_file.connected

    def limited(path: Path, *, create: bool = False) -> sqlite3.Connection:
        db = plain(path, create=create)
        db.execute(pragma)
        return db

    for module in (sqlite_file, sqlite_store):
        monkeypatch.setattr(module, "connected", limited)


def test_full_disk_stores_all_or_nothing(
    store: SqliteStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store.create("match-1", ACTA, "")
    store.close()
    long = entries_of(*ACTA_BODIES, *[Noted(text="x" * 2000)] * 20)
    with monkeypatch.context() as patch:
        _limited(patch, "PRAGMA max_page_count = 6")
        full = SqliteStore(tmp_path)
        assert _code(lambda: full.append("match-1", long[3:], "")) == "disk_full"
        assert full.load("match-1") == ACTA
        assert _code(lambda: full.create("match-2", long, "")) == "disk_full"
        assert full.match_ids() == ("match-1",)
    again = SqliteStore(tmp_path)
    again.append("match-1", long[3:], "")
    assert again.load("match-1") == long


ACTA_BODIES = tuple(entry.body for entry in ACTA[1:])


def test_read_only_disk_reads_and_refuses_writes(
    store: SqliteStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store.create("match-1", ACTA[:1], "")
    store.load("match-1")
    store.close()
    _limited(monkeypatch, "PRAGMA query_only = 1")
    reads = SqliteStore(tmp_path)
    assert reads.load("match-1") == ACTA[:1]
    assert _code(lambda: reads.append("match-1", ACTA[1:], "")) == "read_only"
    assert _code(lambda: reads.create("match-2", ACTA, "")) == "read_only"


def test_file_in_place_of_the_data_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("not a folder")
    assert _code(lambda: SqliteStore(tmp_path / "data")) == "bad_folder"


def test_write_during_another_writer_is_busy_and_loses_nothing(
    store: SqliteStore, tmp_path: Path
) -> None:
    store.create("match-1", ACTA[:1], "")
    other = sqlite3.connect(_file(tmp_path), isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    assert _code(lambda: store.append("match-1", ACTA[1:], "")) == "busy_data"
    other.execute("ROLLBACK")
    other.close()
    store.append("match-1", ACTA[1:], "")
    assert store.load("match-1") == ACTA


# Boxes and settings


def test_boxes_and_settings_are_stored(store: SqliteStore, tmp_path: Path) -> None:
    store.save_box(StoredBox("box-1", "pebbles", "{}"))
    store.save_box(StoredBox("box-1", "pebbles", "{1}"))
    store.save_box(StoredBox("box-2", "pebbles", "{2}"))
    store.set_setting("theme", "black")
    store.close()
    again = SqliteStore(tmp_path)
    assert again.boxes() == (
        StoredBox("box-1", "pebbles", "{1}"),
        StoredBox("box-2", "pebbles", "{2}"),
    )
    assert (again.setting("theme"), again.setting("none")) == ("black", None)
    again.delete_box("box-1")
    assert [box.id for box in again.boxes()] == ["box-2"]


def test_damaged_boxes_file_is_set_aside(store: SqliteStore, tmp_path: Path) -> None:
    store.create("match-1", ACTA, "")
    store.save_box(StoredBox("box-1", "pebbles", "{}"))
    store.close()
    (tmp_path / "boxes.sqlite").write_bytes(b"?" * 8192)
    again = SqliteStore(tmp_path)
    assert again.boxes() == ()
    assert again.troubles == ("boxes_aside",)
    assert again.load("match-1") == ACTA
    assert (tmp_path / "boxes.sqlite.damaged-1").read_bytes() == b"?" * 8192


def test_renamed_match_keeps_its_entries(store: SqliteStore) -> None:
    store.create("match-1", ACTA, "")
    named = header(title="Cena del sábado")
    store.rename("match-1", named)
    assert store.load("match-1") == (named, *ACTA[1:])


@pytest.mark.parametrize("key", ["bin:id-1", "last_match:toy", "player_names", "draft/device-1"])
def test_a_setting_kept_under_its_former_name_is_still_read(tmp_path: Path, key: str) -> None:
    former = former_key(key)
    assert former is not None
    stores: tuple[Store, ...] = (SqliteStore(tmp_path), JournalStore(Reel()))
    for store in stores:
        store.set_setting(former, "before")
        assert store.setting(key) == "before"
        store.set_setting(key, "")
        assert store.setting(key) == ""


def test_former_names_of_settings_lead_to_one_name_each() -> None:
    assert former_key("nothing_of_the_kind:x") is None
    assert former_key("bin:") == "papelera:"
    assert former_key("bin") is None
