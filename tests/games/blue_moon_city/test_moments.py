"""What each word of time in the rulebook rests on, against a history kept apart.

| word of the rulebook | remembered by |
| --- | --- |
| moving, then building, then drawing | `Turn.phase` |
| two steps a turn, more with grey cards | `Turn.steps`, `Turn.extra`, `Turn.flights` |
| scales at once, once a tile and turn | `Turn.scaled` |
| one offering a turn, more with yellow cards | `Turn.offerings`, `Turn.yellow` |
| a building is scored as soon as it is full | effects of the stone; `State.finished` |
| at the end of the turn (drawing; reward cards after it) | the account `aside` |
| when the deck runs out | the discard pile; `State.owed_cards` |
| when the last scale is taken | effects of the scale; `scale_owed` |
| rounds without building or offering (2007) | `State.quiet_turns` |
| the final round (2007) | the phase `finale`; `State.finale_turns` |
| as soon as somebody has the last offering | offerings on the obelisk |
"""

from collections import Counter
from dataclasses import dataclass, field
from random import Random
from typing import Any

import pytest

from companion.games.blue_moon_city import GAME
from companion.kernel.pieces.ledger import Happening
from tests.games.random_play import Played, play
from tests.seeds import seeds


@dataclass
class History:
    """What happened so far, told only by reports and happenings."""

    turn: int = 1
    stones: int = 0
    offerings: int = 0
    yellow: int = 0
    quiet: int = 0
    finished: set[str] = field(default_factory=set)

    def tell(self, step: Played) -> None:
        """Add what a report did."""
        act: Any = step.action
        if act.kind == "place_stone":
            self.stones += 1
        if act.kind == "make_offering":
            by_yellow = any(card.startswith("yellow") for card in _paid(act))
            self.offerings += not by_yellow
            self.yellow += by_yellow
        for effect in step.effects:
            if isinstance(effect, Happening) and effect.code == "building_finished":
                self.finished.add(str(getattr(effect.params["tile"], "key", "")).partition(".")[2])
        if act.kind == "finish_turn":
            busy = self.stones or self.offerings or self.yellow
            self.quiet = 0 if busy else self.quiet + 1
            self.turn += 1
            self.stones = self.offerings = self.yellow = 0


def _paid(act: Any) -> tuple[str, ...]:
    return tuple(filter(None, (getattr(act, "card", None), *getattr(act, "cards", ()))))


def check(seed: int, limit: int) -> Counter[str]:
    """Compare what the state remembers with the history, after each report of one match."""
    history, seen = History(), Counter[str]()
    for step in play(GAME, Random(seed), limit):
        history.tell(step)
        state: Any = step.after
        turn = state.turn
        if GAME.outcome(state) is not None or turn.phase == "finale":
            break
        assert turn.number == history.turn
        assert set(state.finished) == history.finished
        assert (turn.stones, turn.offerings, turn.yellow) == (
            history.stones,
            history.offerings,
            history.yellow,
        )
        if not (turn.stones or turn.offerings or turn.yellow):
            assert state.quiet_turns == history.quiet
        waiting = [state.ledger.total(f"aside:{seat}", "card") for seat in range(state.players)]
        by_ruling = state.rulings["reward_cards_of_others"] == "aside"
        assert by_ruling or not sum(waiting) - waiting[turn.seat]
        if step.action.kind == "finish_turn":
            assert not sum(waiting)
        seen["reports"] += 1
        seen["finished"] += len(history.finished)
    return seen


@pytest.mark.parametrize("seed", seeds(4))
def test_state_remembers_what_the_words_of_time_need(seed: int) -> None:
    assert check(seed, 160)


@pytest.mark.campaign
@pytest.mark.timeout(0)
def test_state_remembers_what_the_words_of_time_need_long_run() -> None:
    seen = sum((check(seed, 600) for seed in range(100)), Counter[str]())
    print(dict(seen))
    assert seen["finished"]
