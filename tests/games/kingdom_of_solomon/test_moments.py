"""What each word of time in the rulebook rests on, against a history kept apart.

| word of the rulebook | remembered by |
| --- | --- |
| phases one after the other, again each round | the agenda; `State.round` |
| until all have placed | pawns in hand; the task `place` |
| nothing more this round after a bonus space | pawns on bonus spaces |
| pawns give nothing before they are resolved | the task `resolution` |
| a change of order counts at once and in the next round | `State.order`, `State.next_order` |
| pawns that stood when the resolution began (Artisan) | `State.stood` |
| the High Priest, once a round | `State.priest_used` |
| until all have passed (market) | seats of the task `market` |
| one card a round | `State.built` |
| a card built now is used from the next round on | the phase of placing comes before |
| at the end of the round (fortune cards) | the task `trim` |
| until the end of the match (the control of the priest) | the account of its marker |
| the round in which something ends is the last | `State.ends`, reckoned from the pieces |
"""

from collections import Counter
from dataclasses import dataclass, field
from random import Random
from typing import Any

import pytest

from companion.games.kingdom_of_solomon import GAME
from companion.games.kingdom_of_solomon.components import TERRITORIES
from companion.kernel.pieces.ledger import Happening
from tests.games.random_play import Played, play
from tests.seeds import seeds


@dataclass
class History:
    """What happened so far in the round, told only by reports and happenings."""

    round: int = 1
    built: list[int] = field(default_factory=list)
    claimed: set[int] = field(default_factory=set)
    passed: set[int] = field(default_factory=set)
    stood: set[tuple[str, int]] = field(default_factory=set)
    last: bool = False

    def tell(self, step: Played) -> None:
        """Add what a report did, and begin the next round when its cards are turned up."""
        act: Any = step.action
        if act.kind == "build_card":
            self.built.append(act.seat)
        if act.kind == "claim_bonus":
            self.claimed.add(act.seat)
        if act.kind == "pass_market":
            self.passed.add(act.seat)
        self.last |= any(isinstance(e, Happening) and e.code == "last_round" for e in step.effects)
        before, after = str(step.before.phase), str(step.after.phase)
        if before == "place" and after != "place":
            self.stood = {
                (territory, seat)
                for territory in TERRITORIES
                for seat in range(step.after.players)
                if step.before.pawn_on(territory) == seat
                or (getattr(act, "space", None) == territory and act.seat == seat)
            }
        if before in ("build", "trim") and after in ("place", "turn_up"):
            self.round += 1
            self.built, self.claimed, self.passed = [], set(), set()


def check(seed: int, limit: int) -> Counter[str]:
    """Compare what the state remembers with the history, after each report of one match."""
    history, seen = History(), Counter[str]()
    for step in play(GAME, Random(seed), limit):
        history.tell(step)
        state: Any = step.after
        if state.over:
            break
        assert state.round == history.round
        assert sorted(state.built) == sorted(history.built)
        assert (state.ends is not None) == history.last
        if state.phase == "place":
            assert {s for s in range(state.players) if state.claimed(s)} == history.claimed
        if state.phase == "market":
            assert set(state.due.seats).isdisjoint(history.passed)
        if state.phase == "resolution":
            assert set(state.stood) == history.stood
        seen["reports"] += 1
        seen["last"] += history.last
        seen["built"] += len(history.built)
    return seen


@pytest.mark.parametrize("seed", seeds(4))
def test_state_remembers_what_the_words_of_time_need(seed: int) -> None:
    assert check(seed, 200)


@pytest.mark.campaign
@pytest.mark.timeout(0)
def test_state_remembers_what_the_words_of_time_need_long_run() -> None:
    seen = sum((check(seed, 1000) for seed in range(100)), Counter[str]())
    print(dict(seen))
    assert seen["last"]
    assert seen["built"]
