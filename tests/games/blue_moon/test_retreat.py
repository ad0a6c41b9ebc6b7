"""Retreat after falling short: the table before the character, retreated."""

from collections import Counter
from random import Random
from typing import Any

import pytest

from companion.games.blue_moon import GAME
from companion.games.blue_moon.acts.retreat import Retreat
from companion.games.blue_moon.state import PLACES, State, Step
from companion.kernel import legality
from companion.match.entries import Adjusted, Posted, Setting
from companion.match.steps import adjust
from tests.games.blue_moon.sample import lay
from tests.games.random_play import play
from tests.seeds import seeds


def _table(state: State) -> dict[str, Any]:
    """Return everything on the table but what is known of the hidden cards."""
    turn = state.turn
    counts = {(place, seat): state.count(seat, place) for place in PLACES for seat in (0, 1)}
    return {
        "counts": counts,
        "piles": dict(state.piles),
        "covered": state.covered,
        "targets": state.targets,
        "fight": state.fight,
        "turn": (turn.seat, turn.number, turn.played, turn.step),
        "dragons": [state.dragons(seat) for seat in (0, 1)],
        "crystals": [state.crystals(seat) for seat in (0, 1)],
        "agenda": state.agenda,
        "ran_out": state.ran_out,
        "ends": state.ends,
        "over": state.over,
    }


def _check(seed: int, limit: int) -> Counter[str]:
    """Compare each retreat after a character with one from the table before it."""
    counts: Counter[str] = Counter()
    before: State | None = None
    for step in play(GAME, Random(seed), limit):
        turn = step.after.turn
        if turn.number != step.before.turn.number:
            before = None
        elif turn.step >= Step.CHARACTER > step.before.turn.step:
            before = step.before
        if before is None or step.after.over:
            continue
        retreat = Retreat(seat=turn.seat)
        judged = legality.judge(GAME, step.after, retreat)
        if judged.refusal is not None:
            continue
        counts["judged"] += 1
        after, effects = GAME.apply(step.after, retreat)
        assert step.after.ledger.post(effects) == after.ledger
        assert GAME.invariants(after) == (), seed
        expected, _ = GAME.apply(before, retreat)
        assert _table(after) == _table(expected), seed
        for seat in (0, 1):
            for place in PLACES:
                # What was known stays known; what was seen since may be known, too.
                known = set(expected.known(seat, place)) - set(after.known(seat, place))
                assert not known, (seed, known)
        counts["over"] += after.over
        counts["altered"] += before.ledger != step.after.ledger
    return counts


def _short(**given: Any) -> State:
    """Return a table on which Beto has fallen short with a character."""
    play_short = {"kind": "play_cards", "seat": 1, "cards": ["hoax_04"]}
    laid = {"combat": {0: ["vulca_01"], 1: ["hoax_06"]}, "played": [play_short]}
    return lay({"turn": 1, **laid, **given})


def _adjusted(state: State, **adjusted: Any) -> State:
    done = adjust(GAME, state, Adjusted(**adjusted))
    assert not isinstance(done, str)
    after: State = done[0]
    return after


def test_dragons_adjusted_after_the_character_stay_adjusted() -> None:
    moved = (
        Posted(account="board", item="dragon", amount=-2),
        Posted(account="seat:1", item="dragon", amount=2),
    )
    state = _adjusted(_short(), postings=moved)
    after, _ = GAME.apply(state, Retreat(seat=1))
    assert (after.dragons(1), after.dragons(0)) == (1, 0)
    assert GAME.invariants(after) == ()


@pytest.mark.parametrize("where", ["discard", "unseen", "covered", "hand"])
def test_card_adjusted_after_the_character_leaves_no_problem(where: str) -> None:
    state = _adjusted(_short(), settings=(Setting(code="where.1.hoax_04", value=where),))
    after, effects = GAME.apply(state, Retreat(seat=1))
    assert GAME.invariants(after) == ()
    assert state.ledger.post(effects) == after.ledger
    assert after.hand(1) == 6


@pytest.mark.parametrize("seed", seeds(12))
def test_retreat_after_a_character_is_the_table_before_it_retreated(seed: int) -> None:
    _check(seed, 150)


def _check_adjusted(seed: int, limit: int) -> int:
    """Retreat after a random setting by hand; return how many times."""
    rng, number = Random(seed), 0
    for step in play(GAME, rng, limit):
        state = step.after
        if state.over or state.turn.since is None:
            continue
        settable = rng.choice([each for each in GAME.settables_of(state) if each.code != "turn"])
        by_hand = settable.set(state, rng.choice(settable.values(state)))
        retreat = Retreat(seat=by_hand.turn.seat)
        if GAME.invariants(by_hand) or legality.beyond_consent(GAME, by_hand, retreat) is not None:
            continue
        after, effects = GAME.apply(by_hand, retreat)
        assert GAME.invariants(after) == (), (seed, settable.code)
        assert by_hand.ledger.post(effects) == after.ledger
        number += 1
    return number


@pytest.mark.parametrize("seed", seeds(6))
def test_retreat_after_any_setting_by_hand_leaves_no_problem(seed: int) -> None:
    assert _check_adjusted(seed, 200)


@pytest.mark.campaign
@pytest.mark.timeout(3600)
def test_every_late_retreat_is_the_table_before_it_retreated() -> None:
    counts = sum((_check(seed, 3000) for seed in range(1000)), Counter[str]())
    print(dict(counts))
    assert counts["judged"] > 5000
