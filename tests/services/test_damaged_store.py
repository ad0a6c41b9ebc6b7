"""Damaged stored data: the trouble is reported in its line, and everything else goes on."""

import json
import shutil
import sqlite3
import time
import zlib
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.cli import output
from companion.match.entries import ActaError, Noted
from companion.match.resumable import done
from companion.rulebook.loader import app_words
from companion.services.client import Client
from companion.services.disputes.dispute_builder import DisputeQuestion
from companion.services.hub import Hub
from companion.services.matches.results import Imported, InPart, NotImported, Recorded
from companion.services.sharing.shared_tables import device_id
from companion.services.statistics.figures import gathered
from companion.services.statistics.statistics_export import as_csv, as_json
from companion.services.storage.data_folder import DataLock
from companion.services.storage.journal_store import JournalStore
from companion.services.storage.sqlite_store import SqliteStore
from companion.services.storage.store import Store, StoreError, Trouble
from companion.services.transfer import backup_archive
from companion.ui.screens.home import presenter as home
from companion.ui.screens.new_match import presenter as new_match_presenter
from companion.ui.screens.preparation import presenter as preparation
from companion.ui.views import file_results
from companion.ui.views.player_names import known_names
from tests.games.pebbles.game import GAME
from tests.match.catalog import CATALOG
from tests.seeds import seeds
from tests.services.conftest import Clock, Ids, Table, new_match
from tests.services.damage import (
    AT_RANDOM,
    BOXES,
    FILES,
    MATCH,
    Damage,
)
from tests.services.fake_tapes import Reel

WORDS = app_words()
NOW = datetime(2026, 5, 20, 18, 0, tzinfo=UTC)
SLOW = 5.0


@dataclass(frozen=True)
class Scene:
    """Folder with stored data, and what was in it."""

    folder: Path
    playing: str
    finished: str
    noted: str
    files: dict[str, bytes]

    @property
    def matches(self) -> tuple[str, ...]:
        """Return the ids of its matches."""
        return (self.playing, self.finished, self.noted)


def _hub(store: Store, start: int = 1, troubles: tuple[Trouble, ...] = ()) -> Hub:
    games = {GAME.id: GAME}
    return Hub(store, games, lambda _: CATALOG, Clock(), Ids(count(start)), troubles)


def _owner(hub: Hub) -> Client:
    return Client(hub, device_id("own"), owner=True)


def _furnished(hub: Hub) -> tuple[str, str, str]:
    """Create three matches, a box, disputes and an open table; return the ids of the matches."""
    playing, finished, noted = (new_match(hub).started.match for _ in range(3))
    for n in range(4):
        Table(hub, playing, count(100 + n)).take(n % 2, 1)
    table = Table(hub, finished, count(200))
    for n in range(4):
        table.take(n % 2, 3)
    table = Table(hub, noted, count(300))
    for n in range(6):
        table.send(Noted(text="ñ" * (300 * n)))
    client = _owner(hub)
    client.boxes.save(client.boxes.new("pebbles", "La de casa", {}))
    for question in ("¿Vale?", "¿Y esto?"):
        hub.disputes.open(
            DisputeQuestion("pebbles", question, match=playing), hub.matches.open(playing)
        )
    client.seating.open_table(playing)
    hub.store.set_setting("bin:x", "uno")
    assert all(hub.matches.list.all())
    return playing, finished, noted


@pytest.fixture(scope="session")
def scene(tmp_path_factory: pytest.TempPathFactory) -> Scene:
    """Return a furnished folder."""
    folder = tmp_path_factory.mktemp("scene") / "data"
    DataLock(folder).release()
    store = SqliteStore(folder)
    hub = _hub(store)
    ids = _furnished(hub)
    files = {match_id: hub.files.export(match_id) for match_id in ids}
    store.close()
    return Scene(folder, *ids, files)


@contextmanager
def _started(folder: Path) -> Iterator[tuple[Hub, SqliteStore]]:
    """Yield a hub on a folder, started as the program does."""
    lock = DataLock(folder)
    store = SqliteStore(folder)
    try:
        store.tidy()
        yield _hub(store, 9000, lock.troubles), store
    finally:
        store.close()
        lock.release()


def _evening(hub: Hub, scene: Scene, hit: str) -> str:
    """Use everything in the folder; return what became of the damaged match."""
    client = _owner(hub)
    listed = {line.id: line for line in hub.matches.list.all()}
    _shown(client)
    for match_id in scene.matches:
        if match_id != hit:
            assert listed[match_id].damaged is None
            assert hub.files.export(match_id) == scene.files[match_id]
            assert isinstance(Table(hub, match_id, count(5000)).send(Noted(text="hola")), Recorded)
    listed = {line.id: line for line in hub.matches.list.all()}
    if not hit or hit not in listed:
        return "gone" if hit else "beside"
    return _seen(hub, client, hit, listed[hit].damaged)


def _seen(hub: Hub, client: Client, hit: str, damaged: str | None) -> str:
    """Check what can be done with the damaged match: everything, or saving it and the bin."""
    if damaged:
        assert WORDS(damaged)
    try:
        hub.matches.open(hit)
        opens = True
    except (StoreError, ActaError):
        opens = False
    line = next(line for line in hub.matches.list.all() if line.id == hit)
    assert bool(line.damaged) == (not opens), line
    _shown(client)
    answer = Table(hub, hit, count(6000)).send(Noted(text="hola"))
    assert opens or not isinstance(answer, Recorded)
    result = _saved(hub, hit)
    hub.matches.delete(hit)
    assert hit not in {line.id for line in hub.matches.list.all()}
    hub.matches.empty_bin()
    return "whole" if opens else result


def _saved(hub: Hub, hit: str) -> str:
    """Return the outcome of «Guardar lo que se puede leer»."""
    try:
        data = hub.files.export(hit)
    except StoreError:
        return "lost"
    offered = hub.files.import_acta(data, as_copy=True)
    if isinstance(offered, NotImported):
        assert WORDS(offered.key, **offered.params)
        return "lost"
    if isinstance(offered, InPart):
        offered = hub.files.import_acta(data, as_copy=True, partial=True)
    assert isinstance(offered, Imported), offered
    assert hub.matches.open(offered.match.started.match).entries == offered.match.entries
    hub.matches.delete(offered.match.started.match)
    return "in part"


def _shown(client: Client, *, empty: bool = False) -> None:
    """Render home screen, statistics, boxes and disputes, and save the backup archive."""
    view = home.home(client.matches.all(), str, WORDS, NOW)
    assert empty or not view.empty
    finished = gathered(client.matches.results())
    as_csv(finished.played, WORDS)
    as_json(finished, NOW)
    output.lines(finished)
    client.boxes.all()
    client.disputes.all()
    client.matches.binned()
    client.box_offers.last_used("pebbles")
    client.joined()
    done(backup_archive.saving(client))
    known_names(client.settings.get("player_names"))
    new_match_presenter.load_plan(client.settings.get("last_players"))
    preparation.ticks(client.settings.get("bin:x"))
    file_results.is_saved(client)
    for trouble in client.troubles:
        assert WORDS(f"trouble.{trouble}")


def _damaged(scene: Scene, to: Path, damage: Callable[[Path], None], what: str) -> str:
    """Damage one file in a copy of the scene, and return the outcome."""
    shutil.copytree(scene.folder, to)
    hit = what if what in scene.matches else ""
    path = to / "matches" / f"match-{what}.sqlite" if hit else to / what
    damage(path)
    begun = time.process_time()
    with _started(to) as (hub, _):
        result = _evening(hub, scene, hit)
    assert time.process_time() - begun < SLOW
    shutil.rmtree(to)
    return result


def _troubles(scene: Scene, to: Path, damage: Damage, what: str) -> tuple[Trouble, ...]:
    shutil.copytree(scene.folder, to)
    damage(Random(7), to / what)
    with _started(to) as (hub, _):
        return hub.troubles


def _named(damages: tuple[Damage, ...], name: str) -> Damage:
    return next(damage for damage in damages if _name(damage) == name)


def test_damaged_boxes_or_lock_file_is_set_aside_and_reported(scene: Scene, tmp_path: Path) -> None:
    said = [
        (_named(AT_RANDOM, "all_zeros"), "boxes.sqlite", "boxes_aside"),
        (_named(FILES, "a_folder"), "boxes.sqlite", "boxes_aside"),
        (_named(BOXES, "no_settings"), "boxes.sqlite", "boxes_aside"),
        (_named(BOXES, "boxes_version_newer"), "boxes.sqlite", "boxes_newer"),
        (_named(BOXES, "box_blob"), "boxes.sqlite", "box_lost"),
        (_named(BOXES, "shared_tables_json_6"), "boxes.sqlite", "tables_aside"),
        (_named(BOXES, "disputes_json_1"), "boxes.sqlite", "disputes_aside"),
        (_named(BOXES, "dispute_brace"), "boxes.sqlite", "disputes_aside"),
        (_named(AT_RANDOM, "longer"), "lock.sqlite", "lock_aside"),
        (_named(FILES, "a_pipe"), "lock.sqlite", "lock_aside"),
    ]
    for n, (damage, what, trouble) in enumerate(said):
        to = tmp_path / str(n)
        assert trouble in _troubles(scene, to, damage, what), (damage, what)
        if trouble.endswith("s_aside") and "table" not in trouble and "disput" not in trouble:
            assert (to / f"{what}.damaged-1").exists()
        with _started(to) as (hub, _):
            # The trouble was reported. From the next start on, the data are either in order or lost
            # for good.
            left = set(hub.troubles) - {"box_lost", "boxes_newer", "disputes_aside", "tables_aside"}
            assert left == set()


@pytest.mark.parametrize("data", ["X'00'", "'{'"], ids=["bytes", "no_json"])
def test_trouble_of_a_lost_box_ends_when_the_box_is_deleted(
    scene: Scene, tmp_path: Path, data: str
) -> None:
    shutil.copytree(scene.folder, tmp_path / "1")
    with closing(sqlite3.connect(tmp_path / "1" / "boxes.sqlite")) as db:
        db.execute(f"UPDATE box SET data = {data}")
        db.commit()
        ((box_id,),) = db.execute("SELECT id FROM box").fetchall()
    with _started(tmp_path / "1") as (hub, _):
        assert "box_lost" in hub.troubles
        hub.boxes.drop(box_id)
        assert "box_lost" not in hub.troubles


def test_readable_part_of_a_damaged_boxes_file_stays(scene: Scene, tmp_path: Path) -> None:
    """Boxes stay without the settings, and the other way round."""
    _troubles(scene, tmp_path / "1", _named(BOXES, "no_settings"), "boxes.sqlite")
    with _started(tmp_path / "1") as (hub, _):
        assert [box.name for box in hub.boxes.all()] == ["La de casa"]
    _troubles(scene, tmp_path / "2", _named(BOXES, "no_boxes"), "boxes.sqlite")
    with _started(tmp_path / "2") as (hub, _):
        assert hub.boxes.all() == ()
        assert len(hub.disputes.all()) == 2
        assert hub.tables.of(scene.playing).is_open


def test_lost_page_of_a_match_spares_the_other_pages(scene: Scene, tmp_path: Path) -> None:
    """Lines on the other pages can be saved, whichever page is lost."""
    path = tmp_path / "matches" / f"match-{scene.noted}.sqlite"
    pages = (scene.folder / "matches" / path.name).stat().st_size // 4096
    lines = scene.files[scene.noted].splitlines()
    saved = []
    for page in range(pages):
        shutil.copytree(scene.folder, tmp_path, dirs_exist_ok=True)
        data = bytearray(path.read_bytes())
        data[page * 4096 : page * 4096 + 4096] = bytes(4096)
        path.write_bytes(data)
        with _started(tmp_path) as (hub, _):
            try:
                saved.append(len({*hub.files.export(scene.noted).splitlines()} & {*lines}))
            except StoreError:
                saved.append(0)
    assert min(saved) > 0, saved


@pytest.mark.parametrize("name", ["a folder", "match-x.txt", "match-ñ.sqlite", "match-AB.sqlite"])
def test_foreign_file_among_the_matches_is_left_alone(
    scene: Scene, tmp_path: Path, name: str
) -> None:
    shutil.copytree(scene.folder, tmp_path, dirs_exist_ok=True)
    for stray in (tmp_path / "matches" / name, tmp_path / "matches" / "match-uno.new"):
        stray.mkdir()
        (stray / "algo").write_text("x")
    with _started(tmp_path) as (hub, _):
        assert _evening(hub, scene, "") == "beside"
    assert (tmp_path / "matches" / name / "algo").read_text() == "x"


def test_match_file_copied_by_hand_is_one_line_that_can_be_saved(
    scene: Scene, tmp_path: Path
) -> None:
    shutil.copytree(scene.folder, tmp_path, dirs_exist_ok=True)
    matches = tmp_path / "matches"
    shutil.copy(matches / f"match-{scene.playing}.sqlite", matches / "match-copia.sqlite")
    with _started(tmp_path) as (hub, _):
        assert _evening(hub, scene, "copia") == "in part"


# The journal


def _taped() -> tuple[bytes, tuple[str, str, str]]:
    reel = Reel()
    ids = _furnished(_hub(JournalStore(reel)))
    return reel.data, ids


def _journal_evening(data: bytes) -> None:
    """Use everything in a journal; no exception escapes, whatever it holds."""
    try:
        hub = _hub(JournalStore(Reel(data)), 9000)
    except StoreError as error:
        if error.code != "newer_data":
            raise
        return
    client = _owner(hub)
    _shown(client, empty=True)
    for line in hub.matches.list.all():
        try:
            hub.matches.open(line.id)
            Table(hub, line.id, count(5000)).send(Noted(text="hola"))
        except (StoreError, ActaError):
            assert {listed_match.id: listed_match for listed_match in hub.matches.list.all()}[
                line.id
            ].damaged
            _saved(hub, line.id)
            hub.matches.delete(line.id)
    _shown(client, empty=True)
    new_match(hub)


def _journal_damages(rng: Random, data: bytes, folder: Path) -> bytes:
    path = folder / "tape"
    path.write_bytes(data)
    rng.choice(AT_RANDOM)(rng, path)
    return path.read_bytes()


_ODD_CELLS: tuple[object, ...] = (
    None,
    -1,
    7,
    10**400,
    1.5,
    "",
    "x",
    [],
    [[]],
    {},
    [[1, 2, 3]],
    [[0, "x"]],
    [["1", {}]],
)


def _odd_line(rng: Random, data: bytes) -> bytes:
    """Return a journal with a line that has a valid checksum and impossible content."""
    lines = data.split(b"\n")
    at = rng.randrange(len(lines) - 1)
    record = json.loads(lines[at][9:])
    for _ in range(rng.choice((1, 1, 2))):
        match rng.randrange(3):
            case 0:
                record[rng.randrange(1, len(record)) if len(record) > 1 else 0] = rng.choice(
                    _ODD_CELLS
                )
            case 1:
                record.append(rng.choice(_ODD_CELLS))
            case _:
                if len(record) > 1:
                    record.pop()
    if not isinstance(record[0], str):
        record[0] = "append"
    text = json.dumps(record).encode()
    lines[at] = f"{zlib.crc32(text):08x} ".encode() + text
    return b"\n".join(lines)


def _journals(rng: Random, times: int, folder: Path) -> None:
    data, _ = _taped()
    for _ in range(times):
        odd = rng.random() < 0.5
        _journal_evening(_odd_line(rng, data) if odd else _journal_damages(rng, data, folder))


@pytest.mark.parametrize("seed", seeds(3))
def test_damaged_journal_raises_nothing(seed: int, tmp_path: Path) -> None:
    _journals(Random(seed), 60, tmp_path)


def _name(damage: Damage) -> str:
    return getattr(damage, "__name__", "?").strip("_")


def _of_matches() -> Iterator[Any]:
    """Yield each damage to one of two matches, in turns; before a release to the other, too.

    One in four runs on every Python.
    """
    for number, damage in enumerate(MATCH):
        for n, which in enumerate(("playing", "finished")):
            everyday = pytest.mark.deep if number % 4 else ()
            marks = everyday if n == number % 2 else pytest.mark.nightly
            yield pytest.param(damage, which, marks=marks, id=f"{_name(damage)}-{which}")


@pytest.mark.parametrize(("damage", "which"), list(_of_matches()))
def test_aimed_damage_of_a_match_spares_everything_else(
    damage: Damage, which: str, scene: Scene, tmp_path: Path
) -> None:
    hit = getattr(scene, which)
    _damaged(scene, tmp_path / "0", lambda path: damage(Random(7), path), hit)


@pytest.mark.parametrize("damage", FILES, ids=_name)
def test_stored_file_replaced_by_something_else_spares_the_rest(
    damage: Damage, scene: Scene, tmp_path: Path
) -> None:
    for n, what in enumerate((scene.playing, "boxes.sqlite", "lock.sqlite")):
        _damaged(scene, tmp_path / str(n), lambda path: damage(Random(7), path), what)


@pytest.mark.parametrize("damage", BOXES, ids=_name)
def test_aimed_damage_of_the_boxes_file_spares_the_matches(
    damage: Damage, scene: Scene, tmp_path: Path
) -> None:
    _damaged(scene, tmp_path / "0", lambda path: damage(Random(7), path), "boxes.sqlite")


def _any(rng: Random, scene: Scene, to: Path) -> tuple[str, str]:
    """Make one random damage; return the damaged file and the outcome."""
    what = rng.choice((*scene.matches * 4, "boxes.sqlite", "boxes.sqlite", "lock.sqlite"))
    damages = rng.choice((AT_RANDOM, AT_RANDOM, MATCH if what in scene.matches else AT_RANDOM))
    if what == "boxes.sqlite":
        damages = rng.choice((AT_RANDOM, BOXES))
    damage = rng.choice(damages)
    twice = damages is AT_RANDOM and rng.random() < 0.2

    def hit(path: Path) -> None:
        for _ in range(2 if twice else 1):
            damage(rng, path)

    try:
        return what, _damaged(scene, to, hit, what)
    except BaseException as error:
        error.add_note(f"{what}: {_name(damage)}")
        raise


@pytest.mark.parametrize("seed", seeds(4))
def test_random_damage_spares_everything_else(seed: int, scene: Scene, tmp_path: Path) -> None:
    rng = Random(seed)
    for n in range(25):
        _any(rng, scene, tmp_path / str(n))


@pytest.mark.campaign
@pytest.mark.timeout(7200)
def test_random_damages_spare_everything_else_long_run(scene: Scene, tmp_path: Path) -> None:
    rng, counts = Random(2026), Counter[str]()
    _journals(rng, 3_000, tmp_path)
    for n in range(10_000):
        what, result = _any(rng, scene, tmp_path / str(n))
        counts["beside" if what.endswith(".sqlite") else result] += 1
    print(dict(counts))
    assert set(counts) >= {"whole", "in part", "lost", "beside"}
