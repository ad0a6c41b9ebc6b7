"""Random matches to the end, with decks and rulings drawn at random."""

from collections import Counter
from random import Random

import pytest

from companion.games.blue_moon import GAME
from companion.games.blue_moon.state import OPEN, State
from companion.kernel import legality
from companion.rulebook.templates import MISSING
from companion.rulebook.wording import Wording
from tests.games.random_play import any_action, play
from tests.seeds import seeds


def _check(seed: int, limit: int, counts: Counter[str]) -> None:
    """Play one match, check every state, and count how it ended."""
    rng = Random(seed)
    state: State | None = None
    for step in play(GAME, rng, limit):
        state = step.after
        counts[step.action.kind] += 1
        assert GAME.invariants(state) == (), (seed, step.action)
        assert step.before.ledger.post(step.effects) == state.ledger
        assert bool(GAME.awaiting(state)) != state.over
        _each_card_is_in_one_place(state)
        report = any_action(GAME, state, rng)
        if legality.beyond_consent(GAME, state, report) is None:
            assert GAME.invariants(GAME.apply(state, report)[0]) == (), (seed, report)
    assert state is not None
    ended = GAME.outcome(state)
    counts[ended.reason if ended else "unfinished"] += 1


def _each_card_is_in_one_place(state: State) -> None:
    for seat in (0, 1):
        seen = [name for place in ("hand", *OPEN) for name in state.known(seat, place)]
        assert len(seen) == len(set(seen))
        # Cards face down in the area of support count as unseen.
        places = ("hand", "deck", "discard", "support")
        hidden = sum(state.count(seat, place) - len(state.known(seat, place)) for place in places)
        assert len(state.unseen(seat)) == hidden


# Seed 961 ends while cards are shown: a table that lets them be shown again has none lying there.
@pytest.mark.parametrize("seed", seeds(12, 961))
def test_random_matches_keep_every_invariant_and_end(seed: int) -> None:
    counts: Counter[str] = Counter()
    _check(seed, 3000, counts)
    assert counts["unfinished"] == 0


@pytest.mark.campaign
@pytest.mark.timeout(7200)
def test_two_thousand_random_matches_end() -> None:
    counts: Counter[str] = Counter()
    for seed in range(2000):
        _check(seed, 4000, counts)
    print(dict(counts))
    assert counts["unfinished"] == 0


def test_every_viewer_sees_the_same_of_a_hand() -> None:
    """Seats see no more of another than a spectator does; a hidden card is never named."""
    for step in play(GAME, Random(3), 200):
        views = [GAME.public_view(step.after, viewer) for viewer in (None, 0, 1)]
        assert views[0] == views[1] == views[2]


@pytest.mark.parametrize("seed", seeds(4))
def test_everything_that_happens_has_words(seed: int) -> None:
    steps = list(play(GAME, Random(seed), 300))
    state = steps[0].before
    wording = Wording(GAME.id, state.options.players, state.rulings)
    for step in steps:
        texts = list(wording.effects(step.effects))
        texts += [wording.duty(duty) for duty in GAME.duties(step.after)]
        params = GAME.describe(step.before, step.action)
        texts.append(wording.action_sentence(step.action.kind, params))
        texts.append(wording.action_attempt(step.action.kind, params))
        assert [text for text in texts if MISSING in text or "_" in text] == []
