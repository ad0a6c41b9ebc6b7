"""Random legal play to the end: no broken invariant and no dead end, whatever the box says."""

from collections import Counter
from random import Random

import pytest

from companion.games.kingdom_of_solomon import GAME
from tests.games.random_play import play
from tests.seeds import how_much


def _run(seeds: range) -> Counter[str]:
    ends: Counter[str] = Counter()
    for seed in seeds:
        last = None
        for step in play(GAME, Random(seed), 4000):
            assert GAME.invariants(step.after) == (), (seed, step.action)
            assert GAME.awaiting(step.after) or GAME.outcome(step.after), (seed, step.action)
            last = step.after
        assert last is not None
        # If nobody knows the number of blocks of the Temple, play may never end.
        ends[str(last.ends) if GAME.outcome(last) else "stopped"] += 1
    return ends


@pytest.mark.deep
@how_much("matches", everyday=3, before_release=16)
def test_random_matches_come_to_an_end(matches: int) -> None:
    ends = _run(range(matches))
    assert ends["stopped"] == 0, ends


@pytest.mark.campaign
@pytest.mark.timeout(0)
def test_many_random_matches_come_to_an_end() -> None:
    ends = _run(range(2000))
    print(dict(ends))
    assert ends["stopped"] == 0, ends
