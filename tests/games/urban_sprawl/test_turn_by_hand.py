"""Adjustments by hand of a turn."""

from companion.games.urban_sprawl import GAME
from companion.games.urban_sprawl.state import State
from tests.games.urban_sprawl.sample import lay


def _set_by_hand(state: State, code: str, value: str) -> State:
    one = next(each for each in GAME.settables_in(state) if each.code == code)
    return one.set(state, value)


def test_turn_set_by_hand_keeps_nothing_that_the_seat_before_spent() -> None:
    before = lay({"points": 1, "spent": True, "built": 2, "taken": ["town.t9"]})
    after = _set_by_hand(before, "turn", "2")
    assert (after.turn.seat, after.turn.points) == (2, 6)
    assert (after.turn.spent, after.turn.built, after.turn.favors) == (False, 0, ())
    assert after.awaited == (2,)


def test_turn_set_by_hand_gives_the_union_boss_as_many_points_as_ever() -> None:
    after = _set_by_hand(lay({"points": 0, "offices": {"boss": 1}}), "turn", "1")
    assert after.turn.points == 8


def test_turn_set_to_the_same_seat_changes_nothing() -> None:
    before = lay({"points": 1, "spent": True})
    assert _set_by_hand(before, "turn", "0") == before


def test_turn_set_before_the_first_one_gives_no_points() -> None:
    before = lay({"phase": "claim"})
    assert _set_by_hand(before, "turn", "1").turn.points == 0
