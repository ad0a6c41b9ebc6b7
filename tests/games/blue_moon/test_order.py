"""Cards that may be reported one by one, in some order, may be reported together."""

from collections import Counter
from itertools import permutations
from random import Random
from typing import Any

import pytest

from companion.games.blue_moon import GAME
from companion.games.blue_moon.catalogue import CARDS, LEADERSHIP
from companion.games.blue_moon.state import Due, Step
from companion.kernel import legality
from tests.games.random_play import play
from tests.seeds import seeds

_TYPES = ("character", "booster", "support")
_ORDER_MATTERS = (
    "aqua_12", "aqua_13", "buka_18", "buka_25", "flit_07", "flit_08", "flit_09", "hoax_16",
)  # fmt: skip
"""Cards that change what may be played after them, drawn more often than others."""


def _report(seat: int, cards: tuple[str, ...]) -> Any:
    return GAME.read_action({"kind": "play_cards", "seat": seat, "cards": list(cards)})


def _one_by_one(state: Any, seat: int, cards: tuple[str, ...]) -> Any:
    """Return the table after cards reported one by one; None if one is refused or asks first."""
    for card in cards:
        action = _report(seat, (card,))
        if state.due.code != Due.TURN or legality.check(GAME, state, action) is not None:
            return None
        state, _ = GAME.apply(state, action)
    return state


def _hands(state: Any, seat: int, rng: Random) -> list[tuple[str, ...]]:
    """Return some sets of two or three cards of one type that may be in the hand."""
    there = [name for name in state.playable(seat) if CARDS[name].type != LEADERSHIP]
    some = []
    for kind in _TYPES:
        alike = [name for name in there if CARDS[name].type == kind]
        first = [name for name in alike if name in _ORDER_MATTERS]
        for number in (2, 3):
            if len(alike) >= number:
                drawn = rng.sample(alike, number)
                if first and rng.random() < 0.7:
                    drawn[0] = rng.choice(first)
                some.append(tuple(dict.fromkeys(drawn)))
    return [cards for cards in some if len(cards) > 1]


def _check(seed: int, limit: int) -> Counter[str]:
    rng, counts = Random(seed), Counter[str]()
    for step in play(GAME, rng, limit):
        state = step.after
        if state.over or state.due.code != Due.TURN or state.turn.step > Step.SUPPORT:
            continue
        seat = state.turn.seat
        for cards in _hands(state, seat, rng):
            orders = (_one_by_one(state, seat, order) for order in permutations(cards))
            after = next((table for table in orders if table is not None), None)
            if after is None:
                continue
            action = _report(seat, cards)
            refusal = legality.check(GAME, state, action)
            assert refusal is None, (cards, refusal)
            together, _ = GAME.apply(state, action)
            counts["together"] += 1
            counts["with a card that frees others"] += not set(cards).isdisjoint(_ORDER_MATTERS)
            for place in ("combat", "support"):
                laid = (table.piles[f"{place}:{seat}"] for table in (together, after))
                first, second = map(sorted, laid)
                assert first == second, cards
    return counts


@pytest.mark.parametrize("seed", seeds(12))
def test_cards_legal_one_by_one_are_legal_together(seed: int) -> None:
    _check(seed, 250)


@pytest.mark.campaign
@pytest.mark.timeout(7200)
def test_ten_thousand_sets_of_cards_legal_one_by_one_are_legal_together() -> None:
    counts, seed = Counter[str](), 0
    while counts["together"] < 10_000:
        counts += _check(seed, 1000)
        seed += 1
    print(seed, dict(counts))
