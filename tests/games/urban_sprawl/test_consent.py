"""What the table lets the wrong seat do is done once, and the match goes on."""

from collections import Counter
from random import Random
from typing import Any

import pytest

from companion.games.urban_sprawl import GAME
from companion.kernel import legality
from companion.kernel.models import Action
from tests.games.random_play import any_action, legal_action, play, slip
from tests.seeds import seeds

SINGLE = (
    "show_card", "read_line", "no_vocation", "carry_out", "choose", "done_by_hand",
)  # fmt: skip
"""Acts that answer a task; by consent, whoever answers, it is answered."""


def check(seed: int, limit: int) -> Counter[str]:
    """Check every report of the wrong seat that the table may overrule, along one match."""
    rng, seen = Random(seed), Counter[str]()
    for step in play(GAME, rng, limit):
        for action in _by_others(step.after, rng):
            refusal = legality.check(GAME, step.after, action)
            if refusal is None or refusal.code != "not_your_turn":
                continue
            if legality.beyond_consent(GAME, step.after, action):
                seen["beyond"] += 1
                continue
            after, _ = GAME.apply(step.after, action)
            assert GAME.invariants(after) == (), action
            assert GAME.outcome(after) or GAME.awaiting(after), action
            if action.kind in SINGLE and len(step.after.awaited) == 1 and not after.over:
                before = step.after
                assert (after.agenda, after.ledger) != (before.agenda, before.ledger), action
            seen[action.kind] += 1
    return seen


def _by_others(state: Any, rng: Random) -> list[Action]:
    """Return wrong reports, and the legal one by each other seat."""
    made = [slip(GAME, state, rng), any_action(GAME, state, rng)]
    legal = legal_action(GAME, state, rng)
    if legal is not None:
        seats = range(state.players)
        made += [legal.model_copy(update={"seat": seat}) for seat in seats if seat != legal.seat]
    return [action for action in made if action.seat < state.players]


@pytest.mark.parametrize("seed", seeds(4))
def test_what_is_accepted_out_of_turn_is_done_and_goes_on(seed: int) -> None:
    assert check(seed, 120)


@pytest.mark.campaign
@pytest.mark.timeout(0)
def test_what_is_accepted_out_of_turn_is_done_and_goes_on_long_run() -> None:
    seen = sum((check(seed, 700) for seed in range(100)), Counter[str]())
    print(dict(seen))
    assert set(SINGLE) <= set(seen)
