"""Recorded matches, replayed and compared line by line.

Regenerate one on purpose with `python -m tests.playthroughs.regenerate`, and read the difference.
"""

from pathlib import Path

import pytest

from companion.games import GAMES
from companion.kernel.pieces.standings import UNDECIDED
from companion.rulebook.loader import load
from tests.playthroughs import transcript

AGREED = {"stopped"}
"""Ends that a table agrees on, and no report brings about."""


@pytest.mark.parametrize("path", transcript.files(), ids=lambda p: f"{p.parent.name}/{p.stem}")
def test_replay_matches_the_transcript_line_by_line(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    again = transcript.written(transcript.read(text))
    for number, (expected, replayed) in enumerate(
        zip(text.splitlines(), again.splitlines(), strict=True), 1
    ):
        assert replayed == expected, f"line {number}"


@pytest.mark.parametrize("game_id", sorted(GAMES))
def test_transcripts_cover_every_number_of_players_and_every_end(game_id: str) -> None:
    players, ends = set(), set()
    for path in transcript.files(game_id):
        text = path.read_text(encoding="utf-8")
        players.add(len(transcript.read(text).options["players"]))
        ends.add(text.splitlines()[-1].removeprefix("= ").partition(":")[0])
    assert players == set(GAMES[game_id].players)
    assert ends - {UNDECIDED} == set(load(game_id).words.outcomes) - AGREED
