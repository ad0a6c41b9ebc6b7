"""Hub apart from recording: lists, files, the bin and boxes."""

import contextlib
import dataclasses
import json
import sqlite3
from itertools import count
from pathlib import Path

import pytest
from pydantic import ValidationError

from companion.kernel.refusal import Refusal
from companion.match.entries import FORMAT, Entry, FactsEntered, Noted
from companion.match.files import acta_file
from companion.match.resumable import done
from companion.services.boxes.profiles import MAX_BOX_BYTES, BoxError, is_box
from companion.services.hub import Hub
from companion.services.matches import cache
from companion.services.matches.listeners import GONE
from companion.services.matches.results import (
    AlreadyHere,
    Continued,
    Imported,
    InPart,
    NewMatch,
    NotImported,
    NotSaved,
    PartsWays,
    Recorded,
    Submission,
    UnreadableInput,
)
from companion.services.storage.sqlite_store import SqliteStore
from companion.services.storage.store import StoreError
from tests.games.pebbles.game import GAME
from tests.match.catalog import CATALOG, HANDFUL, LID
from tests.services.conftest import (
    Clock,
    Ids,
    Table,
    new_hub,
    new_match,
)


def _copy_of(table: Table, folder: Path) -> Table:
    """Return the same match on another device."""
    other = new_hub(folder)
    assert isinstance(other.files.import_acta(table.hub.files.export(table.match_id)), Imported)
    return Table(other, table.match_id, count(500))


# Starting a match


def test_new_match_takes_defaults_for_missing_rulings(table: Table) -> None:
    started = table.match.started
    assert started.rulings == {"last": "once"}
    assert started.options == {"players": ["Ana", "Luis"], "pile": 12}


def test_match_that_cannot_begin_gives_its_error(hub: Hub) -> None:
    two = {"players": ("Ana", "Luis")}
    cases: tuple[tuple[NewMatch, str, str], ...] = (
        (NewMatch("tetris", two), "game", "unknown_game"),
        (NewMatch("pebbles", {}), "players", "missing"),
        (NewMatch("pebbles", {"players": ("Ana", "")}), "players.1", "string_too_short"),
        (NewMatch("pebbles", two, title="x" * 99), "title", "string_too_long"),
        (NewMatch("pebbles", two, facts={"lid.value": 99}), "box", "unknown_fact"),
        (NewMatch("pebbles", two, rulings={"last": "thrice"}), "box", "unknown_ruling"),
    )
    for new, field, code in cases:
        answer = hub.matches.create(new)
        assert isinstance(answer, UnreadableInput)
        assert [(e.field, e.code) for e in answer.errors] == [(field, code)]
    refusal = hub.matches.create(NewMatch("pebbles", {**two, "pile": 1}))
    assert isinstance(refusal, Refusal)
    assert refusal.code == "bad_pile"
    assert hub.matches.list.all() == ()


def test_match_that_cannot_be_stored_does_not_begin(tmp_path: Path) -> None:
    hub = Hub(SqliteStore(tmp_path), {GAME.id: GAME}, lambda _: CATALOG, Clock(), lambda: "same")
    new_match(hub)
    again = hub.matches.create(NewMatch("pebbles", {"players": ("Ana", "Luis")}))
    assert again == NotSaved("taken")


def test_entry_that_could_not_be_stored_does_not_count(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise StoreError("disk_full")

    versions: list[int] = []
    table.hub.matches.subscribe(table.match_id, versions.append)
    with monkeypatch.context() as patch:
        patch.setattr(SqliteStore, "append", full)
        assert table.take(0, 1, id="tap-once") == NotSaved("disk_full")
    assert versions == []
    assert len(table.match.entries) == 1
    assert isinstance(table.take(0, 1, id="tap-once"), Recorded)


def test_full_acta_takes_no_more_entries(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(acta_file, "MAX_ENTRIES", 2)
    table.take(0, 1)
    assert table.take(1, 1) == NotSaved("full")


# List of matches


def test_match_list_gives_turn_winners_title_and_example(hub: Hub, tmp_path: Path) -> None:
    first = Table(hub, new_match(hub, title="Cena").started.match)
    second = Table(hub, new_match(hub, pile=3, example=True).started.match)
    first.take(0, 1)
    second.take(0, 3)
    finished, running = hub.matches.list.all()
    assert (finished.id, finished.winners, finished.finished) == (second.match_id, (0,), True)
    assert (running.title, running.players, running.awaiting) == ("Cena", ("Ana", "Luis"), (1,))
    assert (running.example, finished.example) == (False, True)
    assert new_hub(tmp_path).matches.list.all() == hub.matches.list.all()


def test_match_list_does_not_play_the_matches(
    table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def never(*_: object) -> None:
        raise AssertionError

    table.take(0, 1)
    listed = table.hub.matches.list.all()
    monkeypatch.setattr(cache, "folding_own", never)
    assert new_hub(tmp_path).matches.list.all() == listed


def test_stale_summary_is_written_again(table: Table, tmp_path: Path) -> None:
    table.take(0, 1)
    listed = table.hub.matches.list.all()
    store = SqliteStore(tmp_path)
    for stale in ("", "{}", '{"count": 1}'):
        store.write_digest(table.match_id, stale)
        assert new_hub(tmp_path).matches.list.all() == listed
        assert store.head(table.match_id).digest != stale


def test_damaged_match_is_listed_with_its_reason(table: Table, tmp_path: Path) -> None:
    other = new_match(table.hub).started.match
    store = SqliteStore(tmp_path)
    (tmp_path / "matches" / f"match-{other}.sqlite").write_bytes(b"?" * 9999)
    header = table.match.entries[0]
    body = table.match.started.model_copy(update={"match": "from-moon", "game": "moon"})
    store.create("from-moon", [header.model_copy(update={"body": body})], "")
    reasons = {s.id: s.damaged for s in new_hub(tmp_path).matches.list.all()}
    assert reasons == {
        table.match_id: None,
        other: "store.damaged",
        "from-moon": "acta.unknown_game",
    }
    assert done(
        new_hub(tmp_path).matches.submit("from-moon", Submission("tap-1", Noted(text="x")))
    ) == NotSaved("damaged")


def test_match_list_of_changed_rules_is_judged_again(table: Table, tmp_path: Path) -> None:
    table.take(0, 1)
    games = {GAME.id: dataclasses.replace(GAME, version=2, awaiting=lambda _: (0, 1))}
    newer = Hub(SqliteStore(tmp_path), games, lambda _: CATALOG, Clock(), Ids())
    (listed,) = newer.matches.list.all()
    assert listed.awaiting == (0, 1)


def test_renaming_a_match_leaves_its_entries_alone(table: Table, tmp_path: Path) -> None:
    table.take(0, 1)
    versions: list[int] = []
    table.hub.matches.subscribe(table.match_id, versions.append)
    renamed = table.hub.matches.rename(table.match_id, "Sábado")
    assert (renamed.started.title, len(renamed.entries), versions) == ("Sábado", 2, [2])
    assert new_hub(tmp_path).matches.list.all()[0].title == "Sábado"
    with pytest.raises(ValidationError):
        table.hub.matches.rename(table.match_id, "x" * 99)


# Transfer between devices


def test_match_continued_on_another_device_is_imported_back(table: Table, tmp_path: Path) -> None:
    table.take(0, 3)
    other = _copy_of(table, tmp_path / "other")
    assert other.match == table.match
    other.take(1, 3)
    other.take(0, 3)
    versions: list[int] = []
    table.hub.matches.subscribe(table.match_id, versions.append)
    result = table.hub.files.import_acta(other.hub.files.export(other.match_id))
    assert isinstance(result, Continued)
    assert (result.added, versions) == (2, [4])
    assert table.match == other.match
    assert isinstance(
        table.hub.files.import_acta(other.hub.files.export(other.match_id)), AlreadyHere
    )


def test_older_copy_changes_nothing(table: Table) -> None:
    older = table.hub.files.export(table.match_id)
    table.take(0, 1)
    assert isinstance(table.hub.files.import_acta(older), AlreadyHere)
    assert len(table.match.entries) == 2


def test_diverging_copy_is_refused_or_imported_beside(table: Table, tmp_path: Path) -> None:
    table.take(0, 1)
    other = _copy_of(table, tmp_path / "other")
    other.take(1, 1, id="tap-other")
    table.take(1, 2)
    theirs = other.hub.files.export(other.match_id)
    parts = table.hub.files.import_acta(theirs)
    assert isinstance(parts, PartsWays)
    assert parts.seq == 2
    copied = table.hub.files.import_acta(theirs, as_copy=True)
    assert isinstance(copied, Imported)
    assert copied.match.state == other.match.state
    assert len(table.hub.matches.list.all()) == 2
    assert table.match.state.left() == 9


def test_changed_title_is_no_divergence(table: Table, tmp_path: Path) -> None:
    other = _copy_of(table, tmp_path / "other")
    table.hub.matches.rename(table.match_id, "Sábado")
    other.take(0, 1)
    assert isinstance(
        table.hub.files.import_acta(other.hub.files.export(other.match_id)), Continued
    )
    assert table.match.started.title == "Sábado"


def test_file_that_is_no_acta_is_refused(table: Table) -> None:
    table.take(0, 1)
    before = table.hub.files.export(table.match_id)
    for data, key in (
        (b"", "acta.not_acta"),
        (before.splitlines()[0][:-20], "acta.truncated"),
        (b"x" * 6_000_000, "acta.too_large"),
        (before.replace(b'"pebbles"', b'"tetris"'), "acta.unknown_game"),
        (before.replace(b'"players"', b'"people"'), "acta.bad_header"),
    ):
        for partial in (False, True):
            result = table.hub.files.import_acta(data, partial=partial)
            assert isinstance(result, NotImported)
            assert result.key == key
    assert table.hub.files.export(table.match_id) == before
    assert len(table.hub.matches.list.all()) == 1


def test_damaged_file_is_offered_and_imported_only_if_wanted(table: Table) -> None:
    table.take(0, 1)
    table.take(1, 1)
    before = table.hub.files.export(table.match_id)
    table.hub.matches.delete(table.match_id)
    entries, _sum = before.rsplit(b'{"sum"', 1)
    cut = entries[:-20]
    offered = table.hub.files.import_acta(cut)
    assert isinstance(offered, InPart)
    assert [fault.line for fault in offered.opened.faults] == [3]
    assert table.hub.matches.list.all() == ()
    taken = table.hub.files.import_acta(cut, partial=True)
    assert isinstance(taken, Imported)
    kept = table.hub.files.export(table.match_id).splitlines()
    assert kept[:-1] == before.splitlines()[:2]
    # The complete acta arrives later.
    whole = table.hub.files.import_acta(before)
    assert isinstance(whole, Continued)
    assert table.hub.files.export(table.match_id) == before
    assert isinstance(table.hub.files.import_acta(cut, partial=True), AlreadyHere)
    beside = table.hub.files.import_acta(cut, partial=True, as_copy=True)
    assert isinstance(beside, Imported)
    assert len(table.hub.matches.list.all()) == 2


# Damaged files


def _spoil(folder: Path, match_id: str, statement: str) -> None:
    with contextlib.closing(sqlite3.connect(folder / f"matches/match-{match_id}.sqlite")) as db:
        db.execute(statement)
        db.commit()


@pytest.mark.parametrize(
    ("statement", "code", "line"),
    [
        ("UPDATE entry SET line = 'garbage' WHERE seq = 2", "not_json", 3),
        ("UPDATE entry SET line = x'ff00' WHERE seq = 2", "not_text", 3),
        ("UPDATE entry SET line = NULL, format = 'x' WHERE seq = 2", "", 0),
        ("DELETE FROM entry WHERE seq = 2", "missing_entries", 3),
    ],
)
def test_damaged_stored_match_exports_its_readable_part(
    table: Table, tmp_path: Path, statement: str, code: str, line: int
) -> None:
    for seat in (0, 1, 0):
        table.take(seat, 1)
    table.send(Noted(text="a"))
    try:
        _spoil(tmp_path, table.match_id, statement)
    except sqlite3.IntegrityError:
        assert not code
        return
    hub = new_hub(tmp_path, Ids(count(700)))
    with pytest.raises(StoreError, match="damaged"):
        hub.matches.open(table.match_id)
    data = hub.files.export(table.match_id)
    offered = hub.files.import_acta(data, as_copy=True)
    assert isinstance(offered, InPart)
    assert [(f.code, f.line) for f in offered.opened.faults] == [(code, line)]
    taken = hub.files.import_acta(data, as_copy=True, partial=True)
    assert isinstance(taken, Imported)
    assert [e.id for e in taken.match.entries] == [e.id for e in table.match.entries[:2]]
    # The damaged match stays as it is.
    assert hub.files.export(table.match_id) == data
    assert sorted(bool(line.damaged) for line in hub.matches.list.all()) == [False, True]


def test_match_file_that_is_no_database_exports_its_wal(table: Table, tmp_path: Path) -> None:
    table.take(0, 1)
    whole = table.hub.files.export(table.match_id)
    path = tmp_path / "matches" / f"match-{table.match_id}.sqlite"
    path.write_bytes(b"?" * 9999)
    assert acta_file.loads(new_hub(tmp_path).files.export(table.match_id)) == acta_file.loads(whole)
    for side in ("-wal", "-shm"):
        path.with_name(path.name + side).unlink()
    with pytest.raises(StoreError, match="damaged"):
        new_hub(tmp_path).files.export(table.match_id)
    with pytest.raises(StoreError, match="not_found"):
        new_hub(tmp_path).files.export("none-such")


def test_damaged_match_of_an_older_format_is_exported_upcast(
    table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table.take(0, 1)
    _spoil(tmp_path, table.match_id, "DELETE FROM entry WHERE seq = 1")
    monkeypatch.setattr(acta_file, "FORMAT", FORMAT + 1)
    monkeypatch.setattr(acta_file, "UPCASTS", {FORMAT: lambda raw: {**raw, "author": "subida"}})
    line, _sum = new_hub(tmp_path).files.export(table.match_id).splitlines()
    assert (json.loads(line)["author"], json.loads(line)["body"]["format"]) == (
        "subida",
        FORMAT + 1,
    )


# Bin


def test_deleted_match_can_be_restored_until_the_bin_is_emptied(table: Table) -> None:
    versions: list[int] = []
    table.hub.matches.subscribe(table.match_id, versions.append)
    table.hub.matches.delete(table.match_id)
    assert versions == [GONE]
    assert table.hub.matches.list.all() == ()
    assert table.hub.matches.binned() == (table.match_id,)
    assert table.take(0, 1) == NotSaved("not_found")
    table.hub.matches.restore(table.match_id)
    assert isinstance(table.take(0, 1), Recorded)
    table.hub.matches.delete(table.match_id)
    table.hub.matches.empty_bin()
    with pytest.raises(StoreError, match="not_found"):
        table.hub.matches.restore(table.match_id)


# Boxes


def test_box_is_exported_and_imported_on_another_device(hub: Hub, tmp_path: Path) -> None:
    box = hub.boxes.new("pebbles", "La de casa", {"lid.value": 4})
    hub.boxes.save(box)
    data = hub.boxes.export(box.id)
    assert is_box(data)
    other = new_hub(tmp_path / "other", Ids(iter(range(50, 99))))
    assert other.boxes.take_in(data) == box
    assert other.boxes.take_in(data) == box
    assert other.boxes.all() == (box,)
    other.boxes.save(box.model_copy(update={"name": "La de Ana"}))
    beside = other.boxes.take_in(data)
    assert beside.id != box.id
    assert [b.name for b in other.boxes.all("pebbles")] == ["La de Ana", "La de casa"]
    assert other.boxes.all("tetris") == ()
    other.boxes.drop(box.id)
    assert other.boxes.all() == (beside,)


def test_box_of_an_earlier_version_takes_the_new_names(hub: Hub, tmp_path: Path) -> None:
    box = hub.boxes.new("pebbles", "La de casa", {"lid.value": 4})
    hub.boxes.save(box)
    renamed = LID.model_copy(update={"id": "cover.value", "was": ("lid.value",)})
    later = dataclasses.replace(CATALOG, fact_specs=(renamed, HANDFUL))
    games = {GAME.id: GAME}
    again = Hub(SqliteStore(tmp_path), games, lambda _: later, Clock(), Ids())
    assert [b.facts for b in again.boxes.all()] == [{"cover.value": 4}]
    other = Hub(SqliteStore(tmp_path / "other"), games, lambda _: later, Clock(), Ids())
    assert other.boxes.take_in(hub.boxes.export(box.id)).facts == {"cover.value": 4}


def test_file_that_is_no_box_is_refused_with_its_code(hub: Hub) -> None:
    box = hub.boxes.new("pebbles", "La de casa", {"lid.value": 4})
    hub.boxes.save(box)
    data = hub.boxes.export(box.id)
    for wrong, code in (
        (b"", "not_box"),
        (b"\xff\xfe", "not_box"),
        (data[:-20], "not_box"),
        (data.replace(b'"lid.value"', b'"lid.colour"'), "unknown_fact"),
        (data.replace(b"4", b"44"), "unknown_fact"),
        (data.replace(b'"version": 1', b'"version": 9'), "newer_format"),
        (data.replace(b'"pebbles"', b'"tetris"'), "unknown_game"),
        (b" " * (MAX_BOX_BYTES + 1), "too_large"),
    ):
        with pytest.raises(BoxError) as caught:
            hub.boxes.take_in(wrong)
        assert caught.value.code == code
    assert hub.boxes.all() == (box,)
    with pytest.raises(StoreError, match="not_found"):
        hub.boxes.export("none-such")


def test_match_keeps_its_values_when_the_box_is_deleted(hub: Hub) -> None:
    box = hub.boxes.new("pebbles", "La de casa", {"lid.value": 4})
    hub.boxes.save(box)
    match = new_match(hub, facts=box.facts, box=box.name)
    hub.boxes.drop(box.id)
    assert hub.matches.open(match.started.match).facts == {"lid.value": 4}
    done(
        hub.matches.submit(
            match.started.match, Submission("tap-1", FactsEntered(facts={"lid.value": 5}))
        )
    )
    assert hub.matches.open(match.started.match).facts == {"lid.value": 5}


def test_setting_survives_a_restart(hub: Hub, tmp_path: Path) -> None:
    hub.store.set_setting("theme", "black")
    assert new_hub(tmp_path).store.setting("theme") == "black"
    assert hub.store.setting("none") is None


def test_entry_has_author_device_and_time(table: Table) -> None:
    answer = table.take(0, 1, device="kitchen phone")
    assert isinstance(answer, Recorded)
    entry: Entry = answer.entry
    assert (entry.author, entry.device) == ("Ana", "kitchen phone")
    assert entry.at.utcoffset() is not None
