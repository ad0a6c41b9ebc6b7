"""Random legal play to the end: no broken invariant and no dead end, whatever the box says."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from random import Random

import pytest

from companion.games.urban_sprawl import GAME
from companion.games.urban_sprawl.components import PLANNING, PLANNING_ROW, RENEWAL
from companion.games.urban_sprawl.state import (
    DECK,
    DISCARD,
    ITEM,
    ON,
    SEATS,
    Phase,
    State,
    Turn,
    waits,
)
from companion.kernel import legality
from companion.kernel.form import Choices, Draft
from companion.kernel.pieces.ledger import Transfer
from tests.games.random_play import play
from tests.seeds import how_much

SLOW = (208, 810, 896)
"""Seeds of matches in which the city was full long before the end."""
BLOCKED = (181, 581, 817)
"""Seeds of matches left without an end by the ruling that parks stay for ever."""


def _run(seeds: Iterable[int]) -> Counter[str]:
    ends: Counter[str] = Counter()
    for seed in seeds:
        last = None
        for step in play(GAME, Random(seed), 6000):
            assert GAME.invariants(step.after) == (), (seed, step.action)
            assert GAME.awaiting(step.after) or GAME.outcome(step.after), (seed, step.action)
            last = step.after
        assert last is not None
        outcome = GAME.outcome(last)
        # In the rulebook only a card ends a match, and cards come only if somebody builds.
        assert outcome or _nobody_can_build(last), seed
        ends[outcome.reason if outcome else "blocked"] += 1
    return ends


def _nobody_can_build(state: State) -> bool:
    """Return whether no seat could build at its turn, not even with Urban Renewal in hand.

    This happens only under the ruling that neither parks nor own buildings are demolished.
    """
    if state.rulings["demolish_own_or_park"] == "yes":
        return False
    return not any(
        legality.check_draft(GAME, at_turn, draft) is None
        for seat in range(state.players)
        for at_turn in [_with_renewal(state, seat)]
        for draft in _sites(at_turn, Draft("build", seat, {}), ("place", "zone", "block", "lots"))
    )


def _with_renewal(state: State, seat: int) -> State:
    """Return the state in the turn of a seat with eight points and an Urban Renewal."""
    piles = (*SEATS, *(ON[place] for place in PLANNING_ROW), DISCARD, DECK[PLANNING])
    there = next(pile for pile in piles if state.ledger.balance(pile, ITEM[RENEWAL]) > 0)
    taken = Transfer(ITEM[RENEWAL], 1, there, SEATS[seat], "turn.take")
    ledger = state.ledger if there == SEATS[seat] else state.ledger.post([taken])
    agenda = (waits(Phase.ACT, seat),)
    return replace(state, turn=Turn(seat, 8), agenda=agenda, ledger=ledger)


def _sites(state: State, draft: Draft, names: tuple[str, ...]) -> Iterator[Draft]:
    """Yield every way to fill these fields."""
    if not names:
        yield draft
        return
    candidates = GAME.candidates(state, draft, names[0])
    assert isinstance(candidates, Choices)
    for value in candidates.values:
        yield from _sites(state, draft.with_value(names[0], value), names[1:])


@pytest.mark.deep
@how_much("matches", everyday=1, before_release=4)
def test_random_matches_come_to_an_end(matches: int) -> None:
    ends = _run(range(matches))
    assert ends["blocked"] == 0, ends


@pytest.mark.nightly
def test_matches_with_a_full_city_come_to_an_end() -> None:
    ends = _run(SLOW)
    assert ends["blocked"] == 0, ends


@pytest.mark.nightly
def test_only_the_ruling_that_keeps_parks_blocks_a_match() -> None:
    assert _run(BLOCKED) == {"blocked": len(BLOCKED)}


@pytest.mark.campaign
@pytest.mark.timeout(0)
def test_many_random_matches_come_to_an_end() -> None:
    ends = _run(range(1000))
    print(dict(ends))
    assert ends["blocked"] < 10, ends
