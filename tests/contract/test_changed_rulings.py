"""Readings that change in mid-match leave a table on which somebody can go on.

Each reading of each ruling is taken at positions of random play, and the match goes on under it.
"""

from random import Random
from typing import Any

import pytest

from companion.games import GAMES
from companion.kernel import legality
from companion.kernel.game import Game
from companion.rulebook.loader import load
from tests.games.random_play import play, played
from tests.seeds import seeds

EVERY, ON = 17, 12
"""Steps between two positions, and steps played on from each under another reading."""


def _broken(game: Game[Any], state: Any) -> set[str]:
    """Return the broken invariants, but for cards seen that by this reading no box holds."""
    problems = legality.problems(game, state)
    return {problem.code for problem in problems if problem.code != "too_many_copies"}


@pytest.mark.parametrize("game_id", [name for name in GAMES if load(name).rulings])
@pytest.mark.parametrize("seed", seeds(12))
def test_no_reading_taken_in_mid_match_breaks_the_table(game_id: str, seed: int) -> None:
    game, rng = GAMES[game_id], Random(seed)
    readings = [(ruling.id, one) for ruling in load(game_id).rulings for one in ruling.readings]
    for step in [*played(game, seed)][::EVERY]:
        before = _broken(game, step.before)
        for ruling, reading in readings:
            changed = game.with_rulings(step.before, {**step.before.rulings, ruling: reading})
            assert _broken(game, changed) <= before, (ruling, reading)
        ruling, reading = rng.choice(readings)
        changed = game.with_rulings(step.before, {**step.before.rulings, ruling: reading})
        for after in play(game, rng, ON, changed):
            assert not _broken(game, after.after), (ruling, reading, after.action)
