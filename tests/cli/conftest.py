"""The program run as players run it, and a match of a real game to run it on."""

import os
import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from companion import bootstrap
from companion.kernel import game as kernel
from companion.match import acta_file
from companion.match.entries import Reported, Undone
from companion.match.fold import Match
from companion.rulebook import loader
from companion.table.answers import NewMatch, Recorded, Submission
from companion.table.hub import Hub

GAME = "blue_moon_city"

Run = Callable[..., "subprocess.CompletedProcess[str]"]


def command(*words: str) -> list[str]:
    """How the program is started."""
    return [sys.executable, "-m", "companion", *words]


def environment(home: Path) -> dict[str, str]:
    """An environment without anything of the user's own."""
    here = str(Path(__file__).parents[2])
    kept = {k: os.environ[k] for k in ("PATH", "SYSTEMROOT") if k in os.environ}
    return {**kept, "HOME": str(home), "PYTHONPATH": here, "PYTHONUTF8": "1"}


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """Runs a command to its end, away from the project's folder."""

    def runs(*words: str, code: int = 0) -> "subprocess.CompletedProcess[str]":
        done = subprocess.run(
            command(*words),
            cwd=tmp_path,
            env=environment(tmp_path),
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        assert done.returncode == code, done.stderr or done.stdout
        assert "Traceback" not in done.stderr
        return done

    return runs


@pytest.fixture
def sentence(run: Run) -> Callable[..., str]:
    """Runs a command that cannot be carried out and gives the one sentence it says."""

    def says(*words: str) -> str:
        done = run(*words, code=2)
        assert done.stdout == ""
        (line,) = done.stderr.splitlines()
        return line

    return says


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A data folder."""
    return tmp_path / "data"


@pytest.fixture
def played(data: Path) -> str:
    """The id of a match of eight legal actions in the data folder, with one more undone."""
    with bootstrap.own_hub(data) as hub:
        match = _begun(hub)
        pick = random.Random(7)
        for n in range(9):
            match = _played(hub, match, pick, f"act-{n:04}")
        last = match.timeline.past[-1].entry.id
        hub.submit(match.started.match, Submission("undo-0001", Undone(to=last)))
        return match.started.match


def _begun(hub: Hub) -> Match:
    facts = loader.load(GAME).default_facts()
    match = hub.create(NewMatch(GAME, {"players": ("Ana", "Luis")}, facts=facts))
    assert isinstance(match, Match)
    return match


def _played(hub: Hub, match: Match, pick: random.Random, tap: str) -> Match:
    actions = list(kernel.legal_actions(match.game, match.state))
    body = Reported(action=pick.choice(actions).model_dump(mode="json"))
    answer = hub.submit(match.started.match, Submission(tap, body))
    assert isinstance(answer, Recorded)
    return answer.match


@pytest.fixture
def acta(data: Path, played: str, tmp_path: Path) -> Path:
    """The file of that match, without a sum, so that it can be changed."""
    file = tmp_path / "partida.acta"
    with bootstrap.reading_hub(data) as hub:
        file.write_text(acta_file.dumps(hub.open(played).entries), "utf-8")
    return file
