"""Journal: stored data survive a damaged end and damaged lines."""

import json
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.services.hub import Hub
from companion.services.matches.results import NotSaved, Recorded
from companion.services.storage.double_buffer import DoubleBufferedFile
from companion.services.storage.journal_store import JournalStore
from companion.services.storage.sqlite_store import SqliteStore
from companion.services.storage.store import Store, StoredBox, StoreError
from tests.games.pebbles.game import GAME
from tests.match.catalog import CATALOG
from tests.services.conftest import (
    Clock,
    Ids,
    Table,
    new_hub,
    new_match,
)
from tests.services.fake_tapes import Reel
from tests.services.test_double_buffer import slots


def hub_on(store: Store) -> Hub:
    """Return a hub on a store."""
    return Hub(store, {GAME.id: GAME}, lambda _: CATALOG, Clock(), Ids())


def played(reel: Reel, moves: int = 6) -> Table:
    """Return a match of some moves on a fake durable file."""
    hub = hub_on(JournalStore(reel))
    table = Table(hub, new_match(hub).started.match)
    for n in range(moves):
        assert isinstance(table.take(n % 2, 1), Recorded)
    return table


def test_journal_store_answers_like_the_sqlite_store(tmp_path: Path) -> None:
    """Compared for all that a hub asks of it, from beginning to bin."""
    said = []
    for store in (JournalStore(Reel()), SqliteStore(tmp_path)):
        hub = hub_on(store)
        table = Table(hub, new_match(hub, title="uno").started.match)
        other = new_match(hub).started.match
        table.take(0, 2)
        table.take(1, 1)
        hub.matches.rename(table.match_id, "dos")
        hub.matches.delete(other)
        store.save_box(StoredBox("box-1", "pebbles", "{}"))
        store.save_box(StoredBox("box-1", "pebbles", "{ }"))
        store.save_box(StoredBox("box-0", "pebbles", "{}"))
        store.set_setting("a", "1")
        store.set_setting("a", "2")
        head = store.head(table.match_id)
        said.append(
            [
                hub.files.export(table.match_id),
                hub.matches.list.all(),
                hub.matches.binned(),
                (head.header, head.count, head.updated_at, head.digest),
                store.boxes(),
                store.setting("a"),
                store.setting("b"),
            ]
        )
        hub.matches.restore(other)
        store.delete_box("box-0")
        hub.matches.delete(table.match_id)
        hub.matches.empty_bin()
        said[-1] += [hub.matches.list.all(), hub.matches.binned(), store.boxes()]
    assert said[0] == said[1]


def test_journal_holds_everything_after_a_restart() -> None:
    reel = Reel()
    table = played(reel)
    store = JournalStore(reel)
    assert hub_on(store).files.export(table.match_id) == table.hub.files.export(table.match_id)


@pytest.mark.parametrize("ask", ["head", "load", "delete", "restore", "append", "digest", "rename"])
def test_missing_match_is_not_found_in_the_journal(ask: str) -> None:
    """Stored data stay unchanged."""
    reel = Reel()
    table = played(reel, 1)
    before = reel.data
    store = JournalStore(reel)
    header = table.match.entries[0]
    asks: dict[str, Callable[[], object]] = {
        "head": lambda: store.head("none"),
        "load": lambda: store.load("none"),
        "delete": lambda: store.delete("none"),
        "restore": lambda: store.restore("none"),
        "append": lambda: store.append("none", [header], ""),
        "digest": lambda: store.write_digest("none", ""),
        "rename": lambda: store.rename("none", header),
    }
    with pytest.raises(StoreError, match="not_found"):
        asks[ask]()
    assert reel.data == before


def test_journal_refuses_a_match_twice_or_entries_out_of_sequence() -> None:
    """`taken` is raised, and nothing is written."""
    reel = Reel()
    table = played(reel)
    store, entries = JournalStore(reel), table.match.entries
    before = reel.data
    with pytest.raises(StoreError, match="taken"):
        store.create(table.match_id, entries, "")
    with pytest.raises(StoreError, match="taken"):
        store.append(table.match_id, entries[-1:], "")
    assert reel.data == before


@pytest.mark.deep
def test_power_cut_at_any_byte_keeps_every_acknowledged_write() -> None:
    """Acknowledged writes are whole, and so is the next one after the cut."""
    reel = Reel()
    table = played(reel, 4)
    ends = reel.writes
    counts = [len(JournalStore(Reel(reel.data[:end])).load(table.match_id)) for end in ends]
    assert counts == [1, 2, 3, 4, 5]
    for cut in range(ends[0], len(reel.data)):
        acknowledged = sum(end <= cut for end in ends)
        rest = Reel(reel.data[:cut])
        hub = hub_on(JournalStore(rest))
        # The last byte of a line is its end of line: without it the line is still complete.
        here = len(hub.matches.open(table.match_id).entries)
        assert here in (acknowledged, acknowledged + 1)
        again = Table(hub, table.match_id)
        assert isinstance(again.take((here - 1) % 2, 1, id="after"), Recorded)
        assert len(hub_on(JournalStore(rest)).matches.open(table.match_id).entries) == here + 1


def test_damaged_journal_line_damages_only_its_match() -> None:
    """Other matches and later lines are intact."""
    reel = Reel()
    hub = hub_on(JournalStore(reel))
    one = Table(hub, new_match(hub).started.match)
    two = Table(hub, new_match(hub).started.match)
    one.take(0, 1, id="tap-spoilt")
    two.take(0, 2)
    one.take(1, 1)
    hub.store.set_setting("a", "1")
    reel.data = reel.data.replace(b"tap-spoilt", b"tap-SPOILT")
    store = JournalStore(reel)
    after = hub_on(store)
    assert len(after.matches.open(two.match_id).entries) == 2
    assert store.setting("a") == "1"
    with pytest.raises(StoreError, match="damaged"):
        after.matches.open(one.match_id)
    assert {line.id: line.damaged for line in after.matches.list.all()} == {
        two.match_id: None,
        one.match_id: "store.damaged",
    }


def test_full_journal_keeps_what_it_has_and_says_so() -> None:
    """Partial writes do not count, and recording goes on once there is room again."""
    reel = Reel()
    table = played(reel, 2)
    reel.room = 40
    answer = table.take(0, 1)
    assert answer == NotSaved("disk_full")
    assert len(table.match.entries) == 3
    reel.room = None
    assert isinstance(table.take(0, 1), Recorded)
    assert len(hub_on(JournalStore(reel)).matches.open(table.match_id).entries) == 4


def test_journal_of_mostly_old_lines_is_compacted() -> None:
    """Valid content is still there."""
    reel = Reel()
    table = played(reel)
    store = JournalStore(reel)
    for n in range(400):
        store.set_setting("draft", f"{n}" * 400)
    before = len(reel.data)
    small = JournalStore(reel)
    assert len(reel.data) < before / 20
    assert small.setting("draft") == "399" * 400
    assert hub_on(small).files.export(table.match_id) == table.hub.files.export(table.match_id)
    assert hub_on(JournalStore(reel)).files.export(table.match_id) == table.hub.files.export(
        table.match_id
    )


def test_compacting_keeps_unreadable_journal_lines() -> None:
    """Repeated compacting keeps them, too."""
    reel = Reel()
    hub = hub_on(JournalStore(reel))
    one = Table(hub, new_match(hub).started.match)
    one.take(0, 1, id="tap-spoilt")
    begun = reel.data.split(b"\n")[1]
    reel.data = reel.data.replace(b"tap-spoilt", b"tap-\xff\x00oilt").replace(
        begun, begun.replace(b"Ana", b"Eva")
    )
    lost = [line for line in reel.data.split(b"\n") if b"Eva" in line or b"oilt" in line]
    assert len(lost) == 2
    for _ in range(3):
        store = JournalStore(reel)
        for n in range(400):
            store.set_setting("draft", f"{n}" * 400)
        assert len(JournalStore(reel).setting("draft") or "") == 1200
        kept = [json.loads(line[9:]) for line in reel.data.split(b"\n") if b'["unread"' in line]
        assert sorted(text.encode("latin-1") for _, text in kept) == sorted(lost)


def test_changed_byte_of_the_journal_spoils_at_most_one_line() -> None:
    """Tried with each of the first 400 bytes, the file's header among them."""
    _, files = slots()
    hub = hub_on(JournalStore(DoubleBufferedFile(files)))
    hub.store.set_setting("a", "1")
    table = Table(hub, new_match(hub).started.match)
    table.take(0, 1)
    whole = bytes(files[0].data)
    for at in range(400):
        files[0].data[:] = whole
        files[0].data[at] ^= 0x10
        store = JournalStore(DoubleBufferedFile(files))
        entries = len(store.match_ids()) and len(store.load(table.match_id))
        assert (store.setting("a") == "1") + (entries == 2) >= (1 if at > 16 else 2), at
        store.set_setting("b", "2")
        assert (
            bytes(files[0].data[: len(whole)])
            == whole[:at] + bytes([whole[at] ^ 0x10]) + (whole[at + 1 :])
        )
        assert JournalStore(DoubleBufferedFile(files)).setting("b") == "2"


def test_journal_of_a_newer_program_is_neither_read_nor_written() -> None:
    for line in ('["journal",99]', '["something new",1]'):
        reel = Reel()
        played(reel, 1)
        reel.data += f"{zlib.crc32(line.encode()):08x} {line}\n".encode()
        before = reel.data
        with pytest.raises(StoreError, match="newer_data"):
            JournalStore(reel)
        assert reel.data == before


def test_entries_in_the_sqlite_store_survive_a_restart(tmp_path: Path) -> None:
    """Same moves as in the journal."""
    hub = new_hub(tmp_path)
    table = Table(hub, new_match(hub).started.match)
    for n in range(4):
        assert isinstance(table.take(n % 2, 1), Recorded)
    assert len(new_hub(tmp_path).matches.open(table.match_id).entries) == 5
