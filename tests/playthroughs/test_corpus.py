"""A rule that judges otherwise than the last version did has a version of its own."""

import pytest

from companion.bootstrap import catalog
from companion.games import GAMES
from companion.kernel import legality
from companion.match.files.acta_reader import folded
from tests.playthroughs import corpus

AGAIN = "raise VERSION, then: python -m tests.playthroughs.corpus"


@pytest.mark.parametrize("game_id", GAMES)
def test_corpus_is_of_the_present_version(game_id: str) -> None:
    version, matches = corpus.read(game_id)
    assert version == GAMES[game_id].version, "python -m tests.playthroughs.corpus"
    assert len(matches) == corpus.MATCHES


@pytest.mark.parametrize("game_id", GAMES)
def test_reports_are_judged_as_the_version_says(game_id: str) -> None:
    """Legal ones stay legal, and mistaken ones are refused or not as before."""
    _, matches = corpus.read(game_id)
    refused = 0
    for number, recorded in enumerate(matches):
        match = folded(GAMES, catalog, recorded.entries)
        assert match.broken is None, (number, match.broken, AGAIN)
        states = [match.start, *(step.state for step in match.steps)]
        for mistake in recorded.mistakes:
            action = match.game.read_action(mistake.report)
            refusal = legality.check(match.game, states[mistake.before], action)
            assert (refusal is not None) == mistake.refused, (number, mistake, refusal, AGAIN)
            refused += mistake.refused
    assert refused
