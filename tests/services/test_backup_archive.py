"""Backup archive: everything saved is restored, and a corrupt file spoils nothing else."""

import contextlib
import io
import random
import sqlite3
import zipfile
from itertools import count
from pathlib import Path

import pytest

from companion.match.resumable import done
from companion.services.client import Client
from companion.services.hub import Hub
from companion.services.matches.results import Imported, InPart
from companion.services.sharing.shared_tables import device_id
from companion.services.statistics.same_people import JOINED_KEY, dump_joined, read_joined
from companion.services.transfer import backup_archive
from companion.services.transfer.backup_archive import RestoreResult
from companion.services.transfer.incoming_data import IncomingData, import_in_part
from tests.services.conftest import (
    Ids,
    Table,
    brought_file,
    new_hub,
    new_match,
)


def _owner(hub: Hub) -> Client:
    return Client(hub, device_id("own"), owner=True)


@pytest.fixture
def here(tmp_path: Path) -> Client:
    """Return a device with three matches and a box."""
    hub = new_hub(tmp_path / "here")
    for n in range(3):
        Table(hub, new_match(hub).started.match).take(0, n + 1)
    client = _owner(hub)
    client.boxes.save(client.boxes.new("pebbles", "La de casa", {}))
    return client


def _elsewhere(folder: Path) -> Client:
    return _owner(new_hub(folder, Ids(count(9000))))


def _content(client: Client) -> tuple[list[bytes], list[bytes]]:
    matches = sorted(client.files.export(match.id) for match in client.matches.all())
    return matches, sorted(client.boxes.export(box.id) for box in client.boxes.all())


def test_backup_archive_restores_everything_once(here: Client, tmp_path: Path) -> None:
    """Restoring it twice changes nothing more."""
    saved = done(backup_archive.saving(here))
    assert (saved.matches, saved.boxes, saved.disputes, saved.left_out) == (3, 1, 0, 0)
    there = _elsewhere(tmp_path / "there")
    (came,) = brought_file(there, IncomingData(), saved.data).items
    assert isinstance(came.result, RestoreResult)
    assert (len(came.result.new), came.result.boxes, came.result.refused) == (3, 1, [])
    assert _content(there) == _content(here)
    again = done(backup_archive.taking(there, saved.data))
    assert (again.new, again.already) == ([], 3)
    assert _content(there) == _content(here)


def test_restore_continues_matches_and_leaves_diverging_ones(here: Client, tmp_path: Path) -> None:
    there = _elsewhere(tmp_path / "there")
    done(backup_archive.taking(there, done(backup_archive.saving(here)).data))
    one, two, three = (match.id for match in here.matches.all())
    Table(here._hub, one, count(600)).take(1, 1)
    Table(here._hub, two, count(700)).take(1, 1)
    Table(there._hub, two, count(800)).take(1, 2)
    before = there.files.export(two)
    came = done(backup_archive.taking(there, done(backup_archive.saving(here)).data))
    assert (came.continued, came.parted, came.already) == (1, 1, 1)
    assert there.files.export(one) == here.files.export(one)
    assert there.files.export(two) == before
    assert there.files.export(three) == here.files.export(three)


def test_joined_spellings_come_along(here: Client, tmp_path: Path) -> None:
    here.settings.set(JOINED_KEY, dump_joined({"berta g.": "berta", "ana m.": "ana", "eva": "bea"}))
    there = _elsewhere(tmp_path / "there")
    there.settings.set(JOINED_KEY, dump_joined({"ana m.": "anita", "eva g.": "eva"}))
    data = done(backup_archive.saving(here)).data
    came = done(backup_archive.taking(there, data))
    assert (came.people, came.refused, came.nothing) == (1, [], False)
    # What the people of this device said about a spelling stays.
    kept = {"ana m.": "anita", "eva g.": "eva", "berta g.": "berta"}
    assert read_joined(there.settings.get(JOINED_KEY)) == kept
    assert done(backup_archive.taking(there, data)).people == 0


@pytest.mark.parametrize(
    "spellings",
    [b'{"people_joined":{"Berta":"ana","x":3}}', b'{"people_joined":{"berta":"ana",'],
)
def test_spellings_of_a_bad_file_join_nobody(
    spellings: bytes, here: Client, tmp_path: Path
) -> None:
    data = io.BytesIO(done(backup_archive.saving(here)).data)
    with zipfile.ZipFile(data, "a") as packed:
        packed.writestr("personas/personas.json", spellings)
    there = _elsewhere(tmp_path / "there")
    came = done(backup_archive.taking(there, data.getvalue()))
    assert (len(came.new), came.people) == (3, 0)
    assert there.settings.get(JOINED_KEY) is None


def test_foreign_file_in_an_archive_does_not_stop_the_others(here: Client, tmp_path: Path) -> None:
    data = io.BytesIO(done(backup_archive.saving(here)).data)
    with zipfile.ZipFile(data, "a") as packed:
        packed.writestr("foto.jpg", b"\xff\xd8\xff")
    came = done(backup_archive.taking(_elsewhere(tmp_path / "there"), data.getvalue()))
    assert (len(came.new), came.refused) == (3, ["foto.jpg"])


def test_damaged_match_is_saved_whole_and_offered_in_part(here: Client, tmp_path: Path) -> None:
    match_id = here.matches.all()[0].id
    path = tmp_path / "here" / "matches" / f"match-{match_id}.sqlite"
    with contextlib.closing(sqlite3.connect(path)) as db:
        db.execute("UPDATE entry SET line = '?' WHERE seq = 1")
        db.commit()
    saved = done(backup_archive.saving(_owner(new_hub(tmp_path / "here"))))
    assert (saved.matches, saved.left_out) == (3, 0)
    there = _elsewhere(tmp_path / "there")
    came, offered = brought_file(there, IncomingData(), saved.data).items
    assert isinstance(came.result, RestoreResult)
    assert isinstance(offered.result, InPart)
    assert (len(came.result.new), came.result.refused) == (2, [])
    assert len(there.matches.all()) == 2
    (taken, _) = import_in_part(there, IncomingData(items=(came, offered)), offered).items
    assert isinstance(taken.result, Imported)
    assert taken.result.match.started.match == match_id


def test_zip_without_our_files_restores_nothing(tmp_path: Path) -> None:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as packed:
        packed.writestr("tesis.txt", "…")
    there = _elsewhere(tmp_path / "there")
    assert done(backup_archive.taking(there, data.getvalue())).nothing
    assert there.matches.all() == ()


@pytest.mark.deep
def test_archive_of_endless_files_restores_nothing(tmp_path: Path) -> None:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as packed:
        for n in range(3):
            packed.writestr(f"{n}.acta", bytes(90_000_000))
    assert len(data.getvalue()) < 400_000
    there = _elsewhere(tmp_path / "there")
    assert done(backup_archive.taking(there, data.getvalue())).nothing


def test_corrupt_archive_restores_only_what_was_saved(here: Client, tmp_path: Path) -> None:
    """Corrupt bytes raise nothing, and restored data are those that were saved."""
    whole, chance = done(backup_archive.saving(here)).data, random.Random(7)
    sent = _content(here)
    for n in range(150):
        data = bytearray(whole)
        for _ in range(chance.choice((1, 1, 3, 20))):
            data[chance.randrange(4, len(data))] = chance.randrange(256)
        if chance.random() < 0.3:
            del data[chance.randrange(4, len(data)) :]
        there = _elsewhere(tmp_path / f"there{n}")
        (came,) = brought_file(there, IncomingData(), bytes(data)).items
        assert isinstance(came.result, RestoreResult)
        matches, boxes = _content(there)
        assert {*matches} <= {*sent[0]}
        assert {*boxes} <= {*sent[1]}
