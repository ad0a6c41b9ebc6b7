"""Draft of the state while an act is played; the finished state never changes again."""

from dataclasses import dataclass

import pytest

from companion.kernel.conditions import memoise_per_report
from companion.kernel.pieces.ledger import SUPPLY, Happening, Ledger, Transfer
from companion.kernel.play import Play, evolved


@dataclass(frozen=True)
class Turn:
    """Turn of a seat."""

    seat: int
    steps: int = 0


@dataclass(frozen=True)
class State:
    """State with a turn."""

    ledger: Ledger
    turn: Turn
    car: str = "port"


BEFORE = State(Ledger({(SUPPLY, "coin"): 3}), Turn(0))
ONE = Transfer("coin", 1, SUPPLY, "seat:0", "rule")


def test_play_changes_the_draft_and_not_the_state_before() -> None:
    play = Play(BEFORE)
    play.change(car="church")
    play.change_in("turn", steps=2)
    play.do(ONE, ONE)
    play.say("moved", "rule", 0, steps=2)
    assert (play.state.car, play.state.turn) == ("church", Turn(0, 2))
    assert play.balance(SUPPLY, "coin") == 1
    after, effects = play.finished()
    assert after == State(
        Ledger({(SUPPLY, "coin"): 1, ("seat:0", "coin"): 2}), Turn(0, 2), "church"
    )
    assert effects == (ONE, ONE, Happening("moved", {"steps": 2}, "rule", 0))
    assert State(Ledger({(SUPPLY, "coin"): 3}), Turn(0)) == BEFORE == play.before


def test_finished_ledger_accepts_no_more_postings() -> None:
    play = Play(BEFORE)
    play.do(ONE)
    after, _ = play.finished()
    for ledger in (after.ledger, BEFORE.ledger):
        with pytest.raises(TypeError):
            ledger.take([ONE])


def test_play_without_transfers_keeps_the_same_ledger() -> None:
    play = Play(BEFORE)
    play.say("waited", "rule")
    after, _ = play.finished()
    assert after.ledger is BEFORE.ledger


def test_change_of_an_unknown_field_is_rejected() -> None:
    play = Play(BEFORE)
    with pytest.raises(TypeError, match="bus"):
        play.change(bus="church")
    with pytest.raises(TypeError, match="bus"):
        play.change_in("turn", bus=1)
    with pytest.raises(TypeError, match="bus"):
        evolved(BEFORE, {"bus": 1})


def test_memoised_function_runs_once_for_each_state_and_report() -> None:
    asked = []

    @memoise_per_report
    def needed(state: State, act: str) -> str:
        asked.append((state.car, act))
        return state.car + act

    other = evolved(BEFORE, {"car": "church"})
    acts = ["a", "b"]
    results = [needed(state, act) for act in acts for state in (BEFORE, BEFORE, other, other)]
    assert results == [
        "porta",
        "porta",
        "churcha",
        "churcha",
        "portb",
        "portb",
        "churchb",
        "churchb",
    ]
    assert asked == [("port", "a"), ("church", "a"), ("port", "b"), ("church", "b")]
