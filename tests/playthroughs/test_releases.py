"""Records of every version: they open, hold, and end as they were recorded."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from companion.bootstrap import catalog, new_id, now, read_acta
from companion.games import GAMES
from companion.match.entries import FORMAT, Started
from companion.match.files import acta_codec
from companion.match.files.acta_file import loads
from companion.match.files.qr_frames import read_link_text
from companion.match.fold import Match
from companion.match.review import EntryVerdict, review
from companion.rulebook.loader import load
from companion.services.hub import Hub
from companion.services.storage.journal_store import JournalStore
from companion.services.storage.sqlite_store import SqliteStore
from companion.services.storage.store import Store
from tests.services.fake_tapes import Reel

HERE = Path(__file__).parent
RELEASES = HERE / "releases"
KEPT = sorted(RELEASES.rglob("*.acta"))
TABLES = sorted(RELEASES.rglob("table_*.acta"))
"""Actas with everything a table can do, beside the verdicts of that time."""
FIRST = RELEASES / "first"
KNOWN = sorted(path.name for path in FIRST.iterdir() if path.name in GAMES)
"""Games that the first version knew."""
UNHEARD = frozenset({EntryVerdict.REFUSED, EntryVerdict.MALFORMED, EntryVerdict.NOT_JUDGED})
PLACES = (":(top,glob)tests/playthroughs/**/*.acta", ":(top,glob)rules_data/*/ejemplo.acta")


def _holds(data: bytes) -> Match:
    """Return the match of an acta, judged by today's rules: it must end as recorded."""
    match = read_acta(data)
    assert match.broken is None
    assert UNHEARD.isdisjoint(seen.verdict for seen in review(match))
    if match.finished is None:
        assert match.outcome is None or match.outcome.contenders
        return match
    outcome = match.outcome
    assert outcome is not None
    assert (outcome.winners, outcome.reason) == (match.finished.winners, match.finished.reason)
    return match


@pytest.mark.parametrize("path", KEPT, ids=lambda p: "/".join(p.with_suffix("").parts[-3:]))
def test_recorded_acta_opens_and_ends_as_it_did(path: Path) -> None:
    data = path.read_bytes()
    match = _holds(data)
    assert len(match.entries) == len(data.splitlines())
    assert read_acta(acta_codec.unpack(acta_codec.pack(match.entries))).entries == match.entries


@pytest.mark.parametrize("path", TABLES, ids=lambda p: "/".join(p.with_suffix("").parts[-3:]))
def test_recorded_entries_keep_their_verdicts_and_scores(path: Path) -> None:
    """Struck, consented and unverifiable entries and counted points are compared, too."""
    match = read_acta(path.read_bytes())
    then = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
    assert [str(seen.verdict) for seen in review(match)] == then["verdicts"]
    scores = [[line.seat, line.code, line.amount] for line in match.game.score(match.state)]
    assert scores == then["scores"]


def test_recorded_tables_cover_every_kind_of_entry() -> None:
    kinds = {entry.body.type for path in TABLES for entry in loads(path.read_bytes())}
    assert kinds >= {"reported", "facts_entered", "ruling_changed", "adjusted", "undone", "amended"}
    assert kinds >= {"started", "redone", "finished"}
    said = {v for p in TABLES for v in json.loads(p.with_suffix(".json").read_text())["verdicts"]}
    assert said == {"legal", "unverifiable", "consented", "struck"}


@pytest.mark.parametrize("game_id", GAMES)
def test_every_earlier_version_has_a_recorded_acta(game_id: str) -> None:
    headers = [loads(path.read_bytes())[0].body for path in KEPT if path.parent.name == game_id]
    started = [header for header in headers if isinstance(header, Started)]
    assert {header.rules_version for header in started} >= set(range(1, GAMES[game_id].version))
    formats = {json.loads(p.read_text().split("\n", 1)[0])["body"]["format"] for p in KEPT}
    assert formats >= {1, *range(1, FORMAT)}


@pytest.mark.parametrize("game_id", KNOWN)
def test_link_box_and_dispute_of_the_first_version_are_read(game_id: str, tmp_path: Path) -> None:
    link = (FIRST / game_id / "packed.link").read_text().strip()
    assert _holds(acta_codec.unpack(read_link_text(link))).finished
    hub = Hub(SqliteStore(tmp_path), GAMES, catalog, now, new_id)
    box = hub.boxes.take_in_packed(
        read_link_text((FIRST / game_id / "caja.link").read_text().strip())
    )
    assert hub.boxes.take_in((FIRST / game_id / "casa.caja").read_bytes()) == box
    assert set(GAMES[game_id].required_facts) <= {*box.facts, *load(game_id).default_facts()}
    taken = hub.disputes.take_in((FIRST / game_id / "duda.disputa").read_bytes())
    assert [d.decision.verdict for d in taken.new] == ["allowed"]


@pytest.mark.parametrize("kind", ["folder", "journal"])
def test_stored_data_of_the_first_version_are_read(kind: str, tmp_path: Path) -> None:
    """Matches, boxes, disputes and settings are as the first version left them."""
    hub = Hub(_stored(kind, tmp_path), GAMES, catalog, now, new_id)
    listed = hub.matches.list.all()
    assert [line.damaged for line in listed] == [None, None]
    assert {line.game for line in listed} == set(KNOWN)
    for line in listed:
        acta = (FIRST / line.game / "table_1.acta").read_bytes()
        assert hub.matches.open(line.id).state == read_acta(acta).state
        assert loads(hub.files.export(line.id)) == loads(acta)
    assert {(box.name, box.game) for box in hub.boxes.all()} == {("La de casa", g) for g in KNOWN}
    assert {dispute.game for dispute in hub.disputes.all()} == set(KNOWN)
    assert hub.store.setting("theme") == "dark"


def _stored(kind: str, folder: Path) -> Store:
    if kind == "journal":
        return JournalStore(Reel((FIRST / "stored.journal").read_bytes()))
    shutil.copytree(FIRST / "stored", folder / "stored")
    return SqliteStore(folder / "stored")


def test_every_acta_of_the_project_history_opens() -> None:
    """Regenerated ones are included, wherever the project's history is available."""
    ever = _ever_recorded()
    if ever is None:
        pytest.skip("no history here: what is kept under releases stands for it")
    assert len(ever) >= len([path for path in KEPT if path not in TABLES])
    for name in sorted(ever):
        _holds(_git("cat-file", "-p", name))


def _ever_recorded() -> set[str] | None:
    """Return the object names of every acta in the history; None without such a history."""
    try:
        if _git("rev-parse", "--is-shallow-repository").strip() != b"false":
            return None
        log = _git("log", "--format=", "--raw", "--no-abbrev", "HEAD", "--", *PLACES)
    except (OSError, subprocess.CalledProcessError):
        return None
    rows = (line.split() for line in log.decode().splitlines())
    # :mode mode before after status path
    return {row[3] for row in rows if set(row[3]) != {"0"}}


def _git(*words: str) -> bytes:
    done = subprocess.run(["git", *words], cwd=HERE, capture_output=True, check=True, timeout=60)
    return done.stdout
