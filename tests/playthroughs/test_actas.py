"""Recorded matches as actas: they are read, judged, and still end as they did."""

import json
from pathlib import Path

import pytest

from companion.bootstrap import read_acta
from companion.cli import main
from companion.match.review import EntryVerdict, review
from companion.rulebook.loader import folder_of
from tests.games.refereed import REFEREED
from tests.playthroughs import actas, transcript

RECORDED = transcript.files()


@pytest.mark.parametrize("path", RECORDED, ids=lambda p: f"{p.parent.name}/{p.stem}")
def test_stored_acta_equals_the_recorded_match(path: Path) -> None:
    recorded = transcript.read(path.read_text(encoding="utf-8"))
    stored = path.with_suffix(".acta").read_text(encoding="utf-8")
    assert stored == actas.written(recorded, path.stem)


@pytest.mark.parametrize("path", RECORDED, ids=lambda p: f"{p.parent.name}/{p.stem}")
def test_stored_acta_passes_the_check_command(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["check", str(path.with_suffix(".acta"))]) == 0
    *entries, last = map(json.loads, capsys.readouterr().out.splitlines())
    assert all(e["verdict"] in ("legal", "unverifiable") for e in entries)
    assert last["outcome"]["reason"] == path.stem.rpartition("_")[0].partition("-")[0]


@pytest.mark.parametrize("game_id", REFEREED)
def test_example_acta_is_a_legal_match_in_progress(game_id: str) -> None:
    data = (folder_of(game_id) / "ejemplo.acta").read_bytes()
    match = read_acta(data)
    assert match.started.example
    assert match.broken is None
    assert match.outcome is None
    assert {r.verdict for r in review(match)} == {EntryVerdict.LEGAL}
    assert match.game.awaiting(match.state)
