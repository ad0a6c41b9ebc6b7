"""Fixtures that run the program as players do, with a match of a real game."""

import json
import os
import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion import bootstrap
from companion.kernel import legality
from companion.match.entries import Reported, Undone
from companion.match.files import acta_file
from companion.match.fold import Match
from companion.match.resumable import done
from companion.rulebook import loader
from companion.services.hub import Hub
from companion.services.matches.results import NewMatch, Recorded, Submission

GAME = "blue_moon_city"

Run = Callable[..., "subprocess.CompletedProcess[str]"]


def command(*words: str) -> list[str]:
    """Return the command line that starts the program."""
    return [sys.executable, "-m", "companion", *words]


def environment(home: Path) -> dict[str, str]:
    """Return an environment without anything of the user's own."""
    here = str(Path(__file__).parents[2])
    kept = {k: os.environ[k] for k in ("PATH", "SYSTEMROOT") if k in os.environ}
    return {**kept, "HOME": str(home), "PYTHONPATH": here, "PYTHONUTF8": "1"}


@pytest.fixture(scope="session")
def forking(tmp_path_factory: pytest.TempPathFactory) -> "Iterator[subprocess.Popen[str]]":
    """Yield the program, loaded once, which forks for each command."""
    home = tmp_path_factory.mktemp("forking")
    with subprocess.Popen(
        [sys.executable, "-m", "tests.cli.fork_server"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=environment(home),
    ) as process:
        yield process
        process.communicate()


@pytest.fixture
def run(tmp_path: Path, forking: "subprocess.Popen[str]") -> Run:
    """Return a function that runs a command to its end, away from the project's folder.

    Each command runs in a process of its own.
    """

    def runs(*words: str, code: int = 0) -> "subprocess.CompletedProcess[str]":
        assert forking.stdin
        assert forking.stdout
        out, err = tmp_path / ".out", tmp_path / ".err"
        asked = {
            "words": words,
            "cwd": str(tmp_path),
            "env": environment(tmp_path),
            "out": str(out),
            "err": str(err),
        }
        print(json.dumps(asked), file=forking.stdin, flush=True)
        returned = int(forking.stdout.readline())
        said, complained = (path.read_text("utf-8") for path in (out, err))
        assert returned == code, complained or said
        assert "Traceback" not in complained
        return subprocess.CompletedProcess(command(*words), returned, said, complained)

    return runs


@pytest.fixture
def sentence(run: Run) -> Callable[..., str]:
    """Return a function that runs an impossible command and returns its one sentence."""

    def says(*words: str) -> str:
        done = run(*words, code=2)
        assert done.stdout == ""
        (line,) = done.stderr.splitlines()
        return line

    return says


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """Return a data folder."""
    return tmp_path / "data"


@pytest.fixture
def played(data: Path) -> str:
    """Return the id of a match in the data folder: eight legal actions and one that was undone."""
    with bootstrap.own_hub(data) as hub:
        match = _begun(hub)
        pick = random.Random(7)
        for n in range(9):
            match = _played(hub, match, pick, f"act-{n:04}")
        last = match.timeline.past[-1].entry.id
        done(hub.matches.submit(match.started.match, Submission("undo-0001", Undone(to=last))))
        return match.started.match


def _begun(hub: Hub) -> Match:
    facts = loader.load(GAME).default_facts()
    match = hub.matches.create(NewMatch(GAME, {"players": ("Ana", "Luis")}, facts=facts))
    assert isinstance(match, Match)
    return match


def _played(hub: Hub, match: Match, pick: random.Random, tap: str) -> Match:
    actions = list(legality.legal_actions(match.game, match.state))
    body = Reported(action=pick.choice(actions).model_dump(mode="json"))
    answer = done(hub.matches.submit(match.started.match, Submission(tap, body)))
    assert isinstance(answer, Recorded)
    return answer.match


@pytest.fixture
def acta(data: Path, played: str, tmp_path: Path) -> Path:
    """Return the file of that match, without a checksum, so that it can be changed."""
    file = tmp_path / "partida.acta"
    with bootstrap.reading_hub(data) as hub:
        file.write_text(acta_file.dumps(hub.matches.open(played).entries), "utf-8")
    return file
