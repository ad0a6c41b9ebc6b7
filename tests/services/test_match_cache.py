"""Match cache: the hub reads each match once and in steps, and never shows an old one."""

from collections.abc import Callable
from datetime import timedelta
from itertools import count
from pathlib import Path

import pytest

from companion.match import fold, turn_clock
from companion.match.entries import Clocked, Noted, Redone, Replace, Undone
from companion.match.files import acta_file
from companion.match.fold import Match, append
from companion.match.resumable import Resumable, done
from companion.services.client import Client
from companion.services.hub import Hub
from companion.services.matches import match_list
from companion.services.matches.results import (
    AlreadyHere,
    AlreadyRecorded,
    Answer,
    Continued,
    Imported,
    ImportResult,
    NotImported,
    NotSaved,
    Recorded,
    Submission,
    UnreadableInput,
    Waits,
)
from companion.services.storage.store import StoreError
from companion.services.transfer import backup_archive
from companion.services.transfer.backup_archive import RestoreResult
from companion.services.transfer.incoming_data import IncomingData, accepting, received_file
from tests.services.conftest import (
    Ids,
    Table,
    new_hub,
    new_match,
    taken,
)

Meanwhile = Callable[[Hub, str], object]


@pytest.fixture(autouse=True)
def _none_is_short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Open no match in one go, as short ones would be."""
    monkeypatch.setattr(match_list, "SHORT", -1)


def _while_it_opens(hub: Hub, match_id: str, after: int, meanwhile: Meanwhile) -> Match:
    """Open a match while something else happens in one of the pauses, and return it."""
    work: Resumable[Match] = hub.matches.opening(match_id)
    for pause in count():
        try:
            next(work)
        except StopIteration as end:
            match: Match = end.value
            return match
        if pause == after:
            meanwhile(hub, match_id)
    raise AssertionError


def _note(hub: Hub, match_id: str) -> None:
    Table(hub, match_id).send(Noted(text="Entre tanto"), id="in-between")


def _note_and_close(hub: Hub, match_id: str) -> None:
    _note(hub, match_id)
    hub.matches.cache.drop_all()


def _bin(hub: Hub, match_id: str) -> None:
    hub.matches.delete(match_id)


def _rename(hub: Hub, match_id: str) -> None:
    hub.matches.rename(match_id, "Otro título")


@pytest.mark.parametrize("after", [0, 1, 2, 3])
@pytest.mark.parametrize("meanwhile", [_note, _note_and_close, _rename])
def test_entry_written_while_a_match_opens_is_in_it(
    table: Table, tmp_path: Path, after: int, meanwhile: Meanwhile
) -> None:
    table.take(0, 2)
    table.take(1, 1)
    hub = new_hub(tmp_path)
    opened = _while_it_opens(hub, table.match_id, after, meanwhile)
    assert (
        opened == hub.matches.open(table.match_id) == new_hub(tmp_path).matches.open(table.match_id)
    )
    assert hub.matches.is_open(table.match_id)


@pytest.mark.parametrize("after", [0, 2])
def test_match_binned_while_it_opens_cannot_be_opened(
    table: Table, tmp_path: Path, after: int
) -> None:
    table.take(0, 2)
    hub = new_hub(tmp_path)
    with pytest.raises(StoreError):
        _while_it_opens(hub, table.match_id, after, _bin)
    assert not hub.matches.is_open(table.match_id)
    hub.matches.restore(table.match_id)
    assert [line.damaged for line in hub.matches.list.all()] == [None]


def test_match_opened_in_steps_equals_the_match(table: Table, tmp_path: Path) -> None:
    table.send(Clocked(running=True))
    for n in range(5):
        table.take(n % 2, 1)
    hub = new_hub(tmp_path)
    client = Client(hub, "here", owner=True)
    assert not client.matches.is_open(table.match_id)
    pauses = sum(1 for _ in client.matches.opening(table.match_id))
    assert pauses >= 2 * 5
    assert client.matches.is_open(table.match_id)
    assert hub.matches.open(table.match_id) == table.match
    now = turn_clock.clock(table.match)
    assert now is not None
    assert now.since - table.match.entries[0].at > timedelta()


def test_packing_pauses_while_it_reads_and_while_it_packs(table: Table) -> None:
    for n in range(5):
        table.take(n % 2, 1)
    entries = len(table.match.entries)
    assert (
        sum(1 for _ in Client(table.hub, "here", owner=True).files.pack(table.match_id))
        > 2 * entries
    )


def test_match_left_while_it_opens_is_not_open(table: Table, tmp_path: Path) -> None:
    """First questions of its screens are read in steps, too, whenever somebody comes back."""
    table.send(Clocked(running=True))
    for n in range(5):
        table.take(n % 2, 1)
    hub = new_hub(tmp_path)
    client = Client(hub, "here", owner=True)
    turn_clock._READ.clear()
    for _ in client.matches.opening(table.match_id):
        if hub.matches.is_open(table.match_id):
            break
    assert not client.matches.is_open(table.match_id)
    assert sum(1 for _ in client.matches.opening(table.match_id)) >= 5
    assert client.matches.is_open(table.match_id)
    hub.matches.rename(table.match_id, "Otra")
    assert client.matches.is_open(table.match_id)
    Table(hub, table.match_id, count(90)).take(1, 1)
    assert turn_clock.unread(hub.matches.open(table.match_id)) == 1


def _undone_far(table: Table) -> Submission:
    """Return a redo of many undone entries, which is played again with pauses."""
    for n in range(6):
        table.take(n % 2, 1)
    table.send(Undone(to=table.match.timeline.past[0].entry.id))
    return Submission("tap-redo", Redone(to=table.match.timeline.future[0].entry.id), "Ana")


def _judged(work: Resumable[Answer], pauses: Callable[[int], object]) -> Answer:
    """Return the answer to a submission while something else happens in its pauses."""
    for n in count():
        try:
            next(work)
        except StopIteration as end:
            answer: Answer = end.value
            return answer
        pauses(n)
    raise AssertionError


@pytest.mark.parametrize("after", [0, 2, 4])
@pytest.mark.parametrize("meanwhile", [_note, _rename])
def test_entry_written_during_a_submission_is_not_lost(
    table: Table, tmp_path: Path, after: int, meanwhile: Meanwhile
) -> None:
    sent, hub = _undone_far(table), table.hub
    work = hub.matches.submit(table.match_id, sent)
    answer = _judged(work, lambda n: n == after and meanwhile(hub, table.match_id))
    assert isinstance(answer, Recorded)
    assert len(table.match.steps) == 6
    assert [e.seq for e in table.match.entries] == [*range(len(table.match.entries))]
    assert table.match == new_hub(tmp_path).matches.open(table.match_id)
    assert table.match.started.title == ("Otro título" if meanwhile is _rename else "")


def test_submission_is_judged_on_the_latest_state(table: Table, tmp_path: Path) -> None:
    """Report made meanwhile leave nothing to be redone."""
    sent, hub = _undone_far(table), table.hub
    work = hub.matches.submit(table.match_id, sent)
    answer = _judged(work, lambda n: n == 1 and table.take(0, 2))
    assert isinstance(answer, UnreadableInput)
    assert [step.item.entry.id for step in table.match.steps] == ["tap-0008"]
    assert table.match == new_hub(tmp_path).matches.open(table.match_id)


def test_same_submission_twice_at_once_is_recorded_once(table: Table) -> None:
    sent, hub = _undone_far(table), table.hub
    first, second = (hub.matches.submit(table.match_id, sent) for _ in range(2))
    other: dict[int, Answer] = {}
    answer = _judged(first, lambda n: n != 1 or other.setdefault(n, done(second)))
    assert isinstance(other[1], Recorded)
    assert isinstance(answer, AlreadyRecorded)
    assert [e.id for e in table.match.entries].count("tap-redo") == 1


def test_steady_writing_does_not_hold_up_a_submission(table: Table) -> None:
    sent, hub = _undone_far(table), table.hub
    work = hub.matches.submit(table.match_id, sent)
    answer = _judged(work, lambda n: table.send(Noted(text=f"Nota {n}")))
    assert isinstance(answer, Recorded)
    assert len(table.match.steps) == 6


def test_submission_to_a_match_binned_meanwhile_is_not_saved(table: Table) -> None:
    sent, hub = _undone_far(table), table.hub
    work = hub.matches.submit(table.match_id, sent)

    def binned(n: int) -> None:
        if n == 1:
            hub.matches.delete(table.match_id)

    answer = _judged(work, binned)
    assert answer == NotSaved("not_found")
    hub.matches.restore(table.match_id)
    assert sent.id not in {e.id for e in table.match.entries}


def test_preview_after_a_new_entry_plays_nothing_again(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    for n in range(6):
        table.take(n % 2, 1)
    assert table.match.broken is None
    edits = (Replace(target=table.match.timeline.items[2].id, body=taken(0, 2)),)
    done(table.hub.matches.preview(table.match_id, edits))
    table.send(Noted(text="Entre tanto"))
    with monkeypatch.context() as nothing:
        nothing.setattr(fold, "play", _never)
        after = done(table.hub.matches.preview(table.match_id, edits))
    assert [e.body.type for e in after.entries[-2:]] == ["noted", "amended"]
    assert after.steps == append(table.match, after.entries[-1]).steps


@pytest.mark.parametrize("packed", [False, True])
def test_file_read_beforehand_is_not_read_again(
    table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, packed: bool
) -> None:
    """Looked at, imported, continued and imported once more."""
    for n in range(4):
        table.take(n % 2, 1)
    hub = new_hub(tmp_path / "there")

    def brought(look: bool) -> ImportResult:
        took = hub.files.import_packed if packed else hub.files.import_acta
        return took(data, look=look)

    for kind in (Imported, Continued):
        match_id = table.match_id
        data = done(table.hub.files.pack(match_id)) if packed else table.hub.files.export(match_id)
        pauses = sum(1 for _ in hub.files.reading(data, packed=packed))
        assert pauses > len(table.match.entries)
        with monkeypatch.context() as nothing:
            nothing.setattr(fold, "play", _never)
            nothing.setattr(acta_file, "scanning", _never)
            assert isinstance(brought(look=True), Waits)
            assert isinstance(brought(look=False), kind)
        assert isinstance(brought(look=False), AlreadyHere)
        assert (
            hub.matches.open(match_id)
            == new_hub(tmp_path / "there").matches.open(match_id)
            == table.match
        )
        table.take(0, 1)


def test_copy_of_a_read_file_gets_an_id_of_its_own(table: Table, tmp_path: Path) -> None:
    table.take(0, 2)
    hub, data = new_hub(tmp_path / "there", Ids(count(900))), table.hub.files.export(table.match_id)
    hub.matches.rename(hub.files.import_acta(data).match.started.match, "Otro título")  # type: ignore[union-attr]
    table.take(1, 1)
    longer = table.hub.files.export(table.match_id)
    assert isinstance(hub.files.import_acta(longer), Continued)
    assert hub.matches.open(table.match_id).started.title == "Otro título"
    copied = hub.files.import_acta(longer, as_copy=True)
    assert isinstance(copied, Imported)
    new = copied.match.started.match
    assert new != table.match_id
    for match_id in (new, table.match_id):
        assert hub.matches.open(match_id) == new_hub(tmp_path / "there").matches.open(match_id)
        assert hub.matches.open(match_id).steps == table.match.steps


def test_backup_archive_is_restored_with_pauses(table: Table, tmp_path: Path) -> None:
    matches = 6
    for _ in range(matches - 1):
        new_match(table.hub)
    data = done(backup_archive.saving(Client(table.hub, "here", owner=True))).data
    client = Client(new_hub(tmp_path / "there"), "here", owner=True)
    arrived = received_file(client, IncomingData(), data)
    work = accepting(client, lambda: arrived, arrived.items[0])
    came = list[int]()
    for _ in work:
        came.append(len(client.matches.all()))
    assert set(came) == {*range(matches + 1)}


def test_data_arriving_during_a_restore_are_not_forgotten(table: Table, tmp_path: Path) -> None:
    data = done(backup_archive.saving(Client(table.hub, "here", owner=True))).data
    client = Client(new_hub(tmp_path / "there"), "here", owner=True)
    now = received_file(client, IncomingData(), data)
    work = accepting(client, lambda: now, now.items[0])
    next(work)
    now = received_file(client, now, b"?")
    after = done(work)
    assert [type(arrival.result) for arrival in after.items] == [RestoreResult, NotImported]


def _never(*_: object) -> None:
    raise AssertionError


def test_match_with_a_subscriber_is_not_evicted(hub: Hub) -> None:
    first, *others = [new_match(hub).started.match for _ in range(40)]
    hub.matches.open(first)
    leave = hub.matches.subscribe(first, lambda _version: None)
    for match_id in others:
        hub.matches.open(match_id)
    kept = [match_id for match_id in (first, *others) if hub.matches.is_open(match_id)]
    assert kept == [first, *others[1 - len(kept) :]]
    assert others[0] not in kept
    leave()
    hub.matches.open(others[0])
    assert not hub.matches.is_open(first)


def _continued(hub: Hub, match_id: str, tmp_path: Path) -> None:
    other = new_hub(tmp_path / "other")
    other.files.import_acta(hub.files.export(match_id))
    _note(other, match_id)
    hub.files.import_acta(other.files.export(match_id))


@pytest.mark.parametrize(
    "written",
    [
        lambda hub, match_id, _: Table(hub, match_id).take(1, 1),
        lambda hub, match_id, _: _rename(hub, match_id),
        lambda hub, match_id, _: hub.matches.delete(match_id),
        lambda hub, match_id, _: (hub.matches.delete(match_id), hub.matches.restore(match_id)),
        lambda hub, _match_id, _: new_match(hub),
        lambda hub, match_id, _: hub.files.import_acta(hub.files.export(match_id), as_copy=True),
        _continued,
    ],
)
def test_match_list_is_never_old(
    table: Table, tmp_path: Path, written: Callable[[Hub, str, Path], object]
) -> None:
    table.take(0, 2)
    hub = table.hub
    before = hub.matches.list.all()
    written(hub, table.match_id, tmp_path)
    assert hub.matches.list.all() == new_hub(tmp_path).matches.list.all()
    assert hub.matches.list.results() == new_hub(tmp_path).matches.list.results()
    assert len(before) == 1


def test_match_is_read_again_after_a_failed_write(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    table.take(0, 2)
    hub = table.hub
    hub.matches.list.all()
    append = hub.store.append

    def died(*given: object) -> None:
        append(*given)  # type: ignore[arg-type]
        raise StoreError("io_error")

    monkeypatch.setattr(hub.store, "append", died)
    table.take(1, 1)
    assert [line.count for line in hub.matches.list.all()] == [3]
    assert len(hub.matches.open(table.match_id).entries) == 3


def test_each_match_is_listed_from_one_read(
    table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(4):
        new_match(table.hub)
    hub = new_hub(tmp_path)
    head, looks = hub.store.head, list[str]()

    def counted(match_id: str) -> object:
        looks.append(match_id)
        return head(match_id)

    monkeypatch.setattr(hub.store, "head", counted)
    assert hub.matches.list.unread() == 5
    done(hub.matches.list.load())
    assert hub.matches.list.unread() == 0
    assert len(hub.matches.list.all()) == 5
    Table(hub, table.match_id).take(0, 2)
    assert hub.matches.list.unread() == 0
    hub.matches.rename(table.match_id, "Otra")
    assert hub.matches.list.unread() == 1
    hub.matches.list.all()
    assert sorted(looks) == sorted([*hub.store.match_ids(), table.match_id])


def test_troubles_do_not_read_the_boxes_again(hub: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    assert hub.troubles == ()

    def never() -> None:
        raise AssertionError

    monkeypatch.setattr(hub.store, "boxes", never)
    assert hub.troubles == hub.troubles == ()


def test_guest_without_a_table_makes_the_hub_read_nothing(table: Table, tmp_path: Path) -> None:
    guest = Client(new_hub(tmp_path), "guest", owner=False)
    assert guest.matches.unlisted() == 0
    done(guest.matches.load_list())
    assert guest.matches.is_open(table.match_id)
    with pytest.raises(StoreError):
        done(guest.matches.opening(table.match_id))


def test_short_match_is_open_without_waiting(
    table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table.take(0, 2)
    for short, opened in ((1, False), (2, True)):
        monkeypatch.setattr(match_list, "SHORT", short)
        assert new_hub(tmp_path).matches.is_open(table.match_id) is opened
    assert new_hub(tmp_path).matches.is_open("there-is-none")
