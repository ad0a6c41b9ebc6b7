"""Rulings that change amounts but not the verdict are told where they bite.

A report of random play is carried out under every other reading of every ruling. If it stays legal
and moves something else, its notes or its effects cite a section of that ruling.
"""

from collections import Counter
from random import Random
from typing import Any

import pytest

from companion.games import GAMES
from companion.kernel import legality
from companion.kernel.game import Game
from companion.kernel.pieces.ledger import Effect, Transfer
from companion.kernel.rulings import Ruling
from companion.rulebook.loader import load
from tests.games.random_play import Played, play
from tests.seeds import seeds

TOLD = ("blue_moon_city", "kingdom_of_solomon", "santiago_de_cuba")


def moved(effects: tuple[Effect, ...]) -> Counter[tuple[str, str, str]]:
    """Return the amounts that effects move, by item, source and target."""
    amounts = Counter[tuple[str, str, str]]()
    for effect in effects:
        if isinstance(effect, Transfer):
            amounts[effect.item, effect.source, effect.target] += effect.amount
    return amounts


def bites(game: Game[Any], step: Played, ruling: str, reading: str) -> bool:
    """Return whether a legal report moves something else under another reading."""
    other = game.with_rulings(step.before, {**step.before.rulings, ruling: reading})
    if legality.check(game, other, step.action) is not None:
        return False
    return moved(game.apply(other, step.action)[1]) != moved(step.effects)


def _told(game: Game[Any], step: Played, ruling: Ruling) -> bool:
    notes = legality.judge(game, step.before, step.action).notes
    cited = {effect.rule for effect in step.effects}.union(*(note.rules for note in notes))
    return any(note.ruling == ruling.id for note in notes) or not cited.isdisjoint(ruling.rules)


def check(game: Game[Any], seed: int, limit: int) -> Counter[str]:
    """Carry out the reports of a random match under all readings; count by ruling that bites."""
    seen = Counter[str]()
    for step in play(game, Random(f"rulings {seed}"), limit):
        for ruling in load(game.id).rulings:
            others = [r for r in ruling.readings if r != step.before.rulings[ruling.id]]
            if any(bites(game, step, ruling.id, reading) for reading in others):
                assert _told(game, step, ruling), (ruling.id, step.action)
                seen[ruling.id] += 1
    return seen


@pytest.mark.parametrize("game_id", TOLD)
@pytest.mark.parametrize("seed", seeds(6))
def test_ruling_that_changes_an_amount_is_told(game_id: str, seed: int) -> None:
    check(GAMES[game_id], seed, 100)


@pytest.mark.campaign
@pytest.mark.timeout(0)
@pytest.mark.parametrize("game_id", TOLD)
def test_ruling_that_changes_an_amount_is_told_long_run(game_id: str) -> None:
    seen = sum((check(GAMES[game_id], seed, 500) for seed in range(100, 150)), Counter[str]())
    print(game_id, sum(seen.values()), dict(seen))
    assert seen
