"""What each word of time in the rulebook rests on, against the diary of each turn.

| word of the rulebook | remembered by |
| --- | --- |
| at once (a citizen, a building, a ship that leaves) | effects of the act, before its tasks |
| a ship without dice until the end of the turn | `Ship.demand`; the task `roll` |
| in a later turn (a citizen turned down) | `State.inactive` |
| once the car has passed or stopped | `State.waking` |
| at the end of the turn (the owner's point) | the task `finish` |
| until the next turn of its seat (the pawn) | `State.pawns` |
| one building a turn, used once | `Turn.used`, `Turn.into` |
| passing the port on the way | `Turn.crossed`, `Ship.flag` |
| until all have passed | seats of the task `loading`; `Turn.round_over` |
| two ships in one turn | the task `empty_ship` |
| with the last ship, at once | `State.over` |
"""

from collections import Counter
from random import Random
from typing import Any

import pytest

from companion.games.santiago_de_cuba import GAME
from companion.kernel.pieces.ledger import Happening
from tests.games.random_play import play
from tests.games.santiago_de_cuba.diary import Diary
from tests.seeds import seeds


def check(seed: int, limit: int) -> Counter[str]:
    """Compare what the state remembers with the diary, after each report of one match."""
    diary, seen = Diary(), Counter[str]()
    asleep, pawns, ship = set[str](), dict[int, str](), 1
    for step in play(GAME, Random(seed), limit):
        diary.note(step)
        state: Any = step.after
        for effect in step.effects:
            if not isinstance(effect, Happening):
                continue
            named = {name: str(getattr(value, "key", "")) for name, value in effect.params.items()}
            if effect.code == "citizen_inactive":
                asleep.add(named["citizen"].partition(".")[2])
            if effect.code == "citizen_wakes":
                asleep.discard(named["citizen"].partition(".")[2])
            if effect.code == "pawn_moved":
                pawns[int(effect.seat or 0)] = named["building"].partition(".")[2]
            ship += effect.code == "ship_arrived"
        assert set(state.inactive) == asleep
        assert {s: b for s, b in enumerate(state.pawns) if b is not None} == pawns
        assert state.ship.number == ship
        seen["asleep"] += len(asleep)
        page, turn = diary.current, state.turn
        assert (turn.stop is None) == (page is None)
        if page is not None and not state.over:
            assert (turn.seat, turn.stop, turn.crossed) == (page.driver, page.stop, page.crossed)
            assert set(turn.used) == page.used
            assert set(turn.gave) == page.gave
            assert (turn.round_over is not None) == page.round_over
        seen["reports"] += 1
    return seen


@pytest.mark.parametrize("seed", seeds(4))
def test_state_remembers_what_the_words_of_time_need(seed: int) -> None:
    assert check(seed, 160)


@pytest.mark.campaign
@pytest.mark.timeout(0)
def test_state_remembers_what_the_words_of_time_need_long_run() -> None:
    seen = sum((check(seed, 1000) for seed in range(100)), Counter[str]())
    print(dict(seen))
    assert seen["asleep"]
