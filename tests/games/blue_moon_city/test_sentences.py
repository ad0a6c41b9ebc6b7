"""Refusals of random reports, held against an independent reading of their words."""

import re
from collections import Counter
from random import Random
from typing import Any

import pytest

from companion.games.blue_moon_city import GAME
from companion.games.blue_moon_city.components import COLOUR_AND_SECTIONS
from companion.kernel import game as kernel
from companion.kernel.models import Action
from companion.rulebook.wording import Wording
from tests.games.blue_moon_city.test_truth import (
    PALACE,
    here,
    left_to_walk,
    payment,
    walk,
    walked,
)
from tests.games.random_play import any_action, play, slip
from tests.seeds import seeds

COLOURS = {
    "black": "negro",
    "red": "rojo",
    "blue": "azul",
    "grey": "gris",
    "brown": "marrón",
    "white": "blanco",
    "yellow": "amarillo",
}


def check_refusal(state: Any, action: Action, counts: Counter[str]) -> None:
    """Hold the refusal of a report against the report and the table."""
    refusal = kernel.check(GAME, state, action)
    if refusal is None:
        return
    said = Wording(GAME.id, state.options.players, state.rulings).refusal(refusal).facts
    # Only the destination is reported, never the way to it.
    assert "iagonal" not in said, said
    act: Any = action
    if refusal.code in ("diagonal_step", "too_far"):
        assert _numbers(said, "paso") == [walked(state, act), left_to_walk(state, act)], said
    elif refusal.code in ("dragon_diagonal", "dragon_too_far"):
        assert _numbers(said, "paso") == [walk(state, state.dragons[act.dragon], act.to), 3], said
    elif act.kind == "place_stone" and here(state, act) == PALACE:
        for colour in COLOURS.values():
            assert not re.search(rf"valor {colour}|sección {colour}|\({colour}\)", said), said
    elif refusal.code in ("payment_short", "cards_of_other_colours"):
        assert f"valor {COLOURS[COLOUR_AND_SECTIONS[here(state, act)][0]]}" in said, said
    else:
        return
    counts[refusal.code] += 1


def _numbers(said: str, noun: str) -> list[int]:
    plain = said.replace("\u00a0", " ")
    return [int(n) for n in re.findall(rf"(\d+) {noun}s?", plain)] + [0] * ("ninguno" in plain)


def check(seed: int, limit: int) -> Counter[str]:
    """Check the refusals of arbitrary reports in one random match; count them by code."""
    rng, counts = Random(seed), Counter[str]()
    for step in play(GAME, rng, limit):
        for make in (slip, any_action, any_action):
            check_refusal(step.after, make(GAME, step.after, rng), counts)
        check_refusal(step.after, payment(step.after, rng), counts)
    return counts


@pytest.mark.parametrize("seed", seeds(12))
def test_refusals_say_no_more_than_was_reported(seed: int) -> None:
    assert check(seed, 80)


@pytest.mark.campaign
@pytest.mark.timeout(3600)
def test_refusals_say_no_more_than_was_reported_long_run() -> None:
    counts = sum((check(seed, 500) for seed in range(400)), Counter[str]())
    print(sum(counts.values()), dict(sorted(counts.items())))
    assert sum(counts.values()) > 50_000
