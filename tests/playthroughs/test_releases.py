"""The actas of every version ever recorded: they open, hold, and end as they were recorded."""

import subprocess
from pathlib import Path

import pytest

from companion.bootstrap import read_acta
from companion.games import GAMES
from companion.match import packing
from companion.match.fold import Match
from companion.match.review import EntryVerdict, review

HERE = Path(__file__).parent
RELEASES = HERE / "releases"
KEPT = sorted(RELEASES.rglob("*.acta"))
HOLDING = frozenset({EntryVerdict.LEGAL, EntryVerdict.UNVERIFIABLE})
PLACES = (":(top,glob)tests/playthroughs/**/*.acta", ":(top,glob)rules_data/*/ejemplo.acta")


def _holds(data: bytes) -> Match:
    """The match of an acta, judged again by today's rules: it must end as was recorded then."""
    match = read_acta(data)
    assert match.broken is None
    assert {seen.verdict for seen in review(match)} <= HOLDING
    if match.finished is None:
        assert match.outcome is None
        return match
    outcome = match.outcome
    assert outcome is not None
    assert (outcome.winners, outcome.reason) == (match.finished.winners, match.finished.reason)
    return match


@pytest.mark.parametrize("path", KEPT, ids=lambda p: "/".join(p.with_suffix("").parts[-3:]))
def test_what_a_version_recorded_opens_and_ends_as_it_did(path: Path) -> None:
    data = path.read_bytes()
    match = _holds(data)
    assert len(match.entries) == len(data.splitlines())
    assert read_acta(packing.unpack(packing.pack(match.entries))).entries == match.entries


@pytest.mark.parametrize("release", sorted(p.name for p in RELEASES.iterdir() if p.is_dir()))
def test_of_every_version_something_is_kept(release: str) -> None:
    games = {path.parent.name for path in KEPT if path.parts[-3] == release}
    assert games
    assert games <= set(GAMES)


def test_every_acta_that_the_project_ever_recorded_opens() -> None:
    """Also those that were regenerated since, wherever the project's own history is at hand."""
    ever = _ever_recorded()
    if ever is None:
        pytest.skip("no history here: what is kept under releases stands for it")
    assert len(ever) >= len(KEPT)
    for name in sorted(ever):
        _holds(_git("cat-file", "-p", name))


def _ever_recorded() -> set[str] | None:
    """The object names of every acta in the history; None where there is no such history."""
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
