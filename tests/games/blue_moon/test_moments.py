"""What each word of time in the rulebook rests on, against the diary of each turn.

| word of the rulebook | remembered by |
| --- | --- |
| at the beginning of the turn (dragons, retrieving) | the task `start_texts`; `Turn.step` |
| at the end of the turn (hand, texts) | the tasks `refresh`, `support_texts`, `end_texts` |
| phases in order | `Turn.step`, which only goes forward |
| this turn only (leadership; cards drawn, shown, landed) | `Turn`, which each turn begins anew |
| once in a turn (texts that are used) | `Turn.used` |
| no more cards after STOP | `Turn.stopped` |
| one character, booster or support a turn; free ones | `Turn.counting`, `Turn.next_free` |
| active until covered | `State.covered` |
| until the fight ends | the piles of combat and support |
| the first turn of a fight; declined one after the other | `Fight.opening`, `Fight.declined` |
| a retreat comes before the character | `Turn.since` |
| who ran out of cards first | `State.ran_out` |
| the turn ends at once (forced retreat) | the task `forced_retreat` on top of the agenda |
"""

from collections import Counter
from random import Random
from typing import Any

import pytest

from companion.games.blue_moon import GAME
from tests.games.blue_moon import naive
from tests.games.blue_moon.diary import Diary
from tests.games.random_play import play
from tests.seeds import seeds


def check(seed: int, limit: int) -> Counter[str]:
    """Compare what the state remembers with the diary, after each report of one match."""
    diary, seen = Diary(), Counter[str]()
    for step in play(GAME, Random(seed), limit):
        diary.note(step)
        state: Any = step.after
        turn = state.turn
        if state.over or state.due.code == "next_game" or step.action.kind == "retreat":
            continue
        assert (turn.number, turn.seat) == diary.turn
        assert list(turn.used) == diary.used
        # Ships leave as soon as the power is announced.
        assert list(turn.landed) in ((diary.landed, []) if turn.step == 4 else (diary.landed,))
        assert turn.drawn == diary.drawn
        assert list(turn.met) == diary.met
        assert len(turn.played) == len(diary.played)
        assert (turn.stopped is None) == naive.STOP.isdisjoint(diary.played)
        assert state.fight.opening == diary.opening
        # It counts only until somebody begins the fight.
        assert not state.fight.opening or state.fight.declined == diary.declined
        assert (turn.since is None) == (diary.lay_early is None)
        seen["reports"] += 1
        seen["stopped"] += turn.stopped is not None
    return seen


@pytest.mark.parametrize("seed", seeds(4))
def test_state_remembers_what_the_words_of_time_need(seed: int) -> None:
    assert check(seed, 160)


@pytest.mark.campaign
@pytest.mark.timeout(0)
def test_state_remembers_what_the_words_of_time_need_long_run() -> None:
    seen = sum((check(seed, 1000) for seed in range(100)), Counter[str]())
    print(dict(seen))
    assert seen["stopped"]
