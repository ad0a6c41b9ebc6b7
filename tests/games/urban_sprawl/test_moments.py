"""What each word of time in the rulebook rests on, against a history kept apart.

| word of the rulebook | remembered by |
| --- | --- |
| at the beginning of the turn (investments; the treasurer) | `Turn.spent`; the task `begin` |
| six points, eight for the union boss, of this turn only | `Turn.points` |
| the first contract of the turn (the attorney) | `Turn.built` |
| a future turn (favours) | `Turn.favors` |
| once only, returned to the box | the account `box` |
| the first shuffle (renewals); again after a shuffle (events) | `State.shuffles`; the discard |
| until the Airport, the Sports Team (offices, decks) | the account `pending`; `State.active` |
| the first time, then moved (markers) | `City.markers` |
| when revealed, not when it slides | the task `show` |
| at once, before the next card | tasks on top of the agenda |
| after each election (the contractor) | the task `contractor_given` |
| at once, whatever is left to do (the end) | `State.over` |
"""

from collections import Counter
from dataclasses import dataclass, field
from random import Random
from typing import Any

import pytest

from companion.games.urban_sprawl import GAME
from companion.kernel.pieces.ledger import Happening
from tests.games.random_play import Played, play
from tests.games.urban_sprawl.test_truth import PRICES
from tests.seeds import seeds

OFFICES = ("attorney", "treasurer", "chief", "boss")
_TAKING = ("take_card", "take_favor", "build")


@dataclass
class History:
    """What happened so far, told only by reports and happenings."""

    seat: int = -1
    """Seat of the turn; negative before the first."""
    turns: int = 0
    points: int = 0
    taken: int = 0
    built: int = 0
    favors: list[str] = field(default_factory=list)
    shown: set[str] = field(default_factory=set)
    shuffles: int = 0

    def tell(self, step: Played) -> None:
        """Add what a report did."""
        act: Any = step.action
        before, after = step.before, step.after
        if act.kind in _TAKING:
            self.taken += 1
            self.points -= PRICES[act.place]
            self.built += act.kind == "build"
            if act.kind == "take_favor":
                self.favors.append(before.card_at(act.place))
        if act.kind == "show_card":
            self.shown.add(act.card)
        happened = [e.code for e in step.effects if isinstance(e, Happening)]
        self.shuffles += happened.count("planning_shuffled")
        begins = str(after.agenda[-1].code) == "act" if after.agenda else False
        if (begins and self.turns == 0) or (begins and after.turn.seat != self.seat):
            self.turns += 1
            self.seat, self.points = after.turn.seat, after.turn.points
            self.taken = self.built = 0
            self.favors = []


def check(seed: int, limit: int) -> Counter[str]:
    """Compare what the state remembers with the history, after each report of one match."""
    history, seen = History(), Counter[str]()
    for step in play(GAME, Random(seed), limit):
        history.tell(step)
        state: Any = step.after
        assert state.shuffles == history.shuffles
        assert ("city" in state.active) == ("town.t1" in history.shown)
        assert ("metropolis" in state.active) == ("city.c1" in history.shown)
        pending = [state.ledger.balance("pending", f"office:{office}") for office in OFFICES]
        assert pending == [int("town.t1" not in history.shown)] * len(OFFICES)
        assert state.over <= ("metropolis.m1" in history.shown)
        if history.turns and state.turn.seat == history.seat and not state.over:
            turn = state.turn
            assert turn.spent == (history.taken > 0)
            assert (turn.points, turn.built) == (history.points, history.built)
            assert list(turn.favors) == history.favors
            assert state.turns == history.turns
            seen["favors"] += len(turn.favors)
        seen["reports"] += 1
    return seen


@pytest.mark.parametrize("seed", seeds(4))
def test_state_remembers_what_the_words_of_time_need(seed: int) -> None:
    assert check(seed, 160)


@pytest.mark.campaign
@pytest.mark.timeout(0)
def test_state_remembers_what_the_words_of_time_need_long_run() -> None:
    seen = sum((check(seed, 1500) for seed in range(100)), Counter[str]())
    print(dict(seen))
    assert seen["favors"]
