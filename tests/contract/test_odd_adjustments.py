"""Odd adjustments: whatever a file can bring to the table, the game still answers.

In random positions of every game, random things are put into random places, in impossible numbers.
"""

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

import pytest

from companion.kernel.game import Game
from companion.match.entries import Adjusted, Posted
from companion.match.steps import adjust
from tests.contract.test_adjustments import answers
from tests.games.random_play import play, slip
from tests.seeds import seeds

AMOUNTS = (-30, -3, -1, 1, 2, 40)


def odd(game: Game[Any], state: Any, rng: Random) -> Adjusted:
    """Return a random adjustment, most often of an impossible table."""
    things = [kind for spec in game.items_of(state) for kind in spec.kinds or (spec.family,)]
    places = game.accounts(state)
    return Adjusted(
        postings=tuple(
            Posted(account=rng.choice(places), item=rng.choice(things), amount=rng.choice(AMOUNTS))
            for _ in range(rng.choice((1, 1, 2, 3)))
        )
    )


def _tables(game: Game[Any], seed: int, acts: int, each: int) -> Iterator[tuple[Any, Adjusted]]:
    rng = Random(f"odd {seed}")
    for step in islice(play(game, Random(seed), acts), None, None, 7):
        for _ in range(each):
            yield step.after, odd(game, step.after, rng)


def _answers_all(game: Game[Any], seed: int, acts: int, each: int) -> int:
    rng, count = Random(seed), 0
    for state, body in _tables(game, seed, acts, each):
        done = adjust(game, state, body)
        if isinstance(done, str):
            continue
        after, _ = done
        assert answers(game, after), body
        slip(game, after, rng)
        count += 1
    return count


@pytest.mark.parametrize("seed", seeds(12))
def test_game_answers_on_any_table(game: Game[Any], seed: int) -> None:
    assert _answers_all(game, seed, 60, 2)


@pytest.mark.campaign
@pytest.mark.timeout(1800)
def test_game_answers_on_any_table_long_run(game: Game[Any]) -> None:
    count = 0
    for seed in range(400):
        count += _answers_all(game, seed, 200, 10)
        if count >= 7200:
            break
    print(game.id, count)
    assert count >= 7200
