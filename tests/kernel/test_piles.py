"""Piles in a row or on spaces: the ledger and the places shown stay in step."""

from collections import Counter
from dataclasses import dataclass
from random import Random

import pytest

from companion.kernel.pieces.decks import (
    Pile,
    Piles,
    clear_account,
    in_step,
    out_of_step,
    put,
)
from companion.kernel.pieces.ledger import Ledger, Transfer
from companion.kernel.play import Play, frozen

ITEMS = ("rail:0", "rail:1")
HOMES = {"rail:0": "seat:0", "rail:1": "seat:1"}


@dataclass(frozen=True)
class State:
    """State with a row of rails and a board with three spaces."""

    ledger: Ledger
    piles: Piles


def _play(row: Pile = (), board: Pile = (None, None, None)) -> Play[State]:
    balances = {("seat:0", "rail:0"): 5, ("seat:1", "rail:1"): 5}
    for account, pile in (("row", row), ("board", board)):
        for item in pile:
            if item is None:
                continue
            balances[account, item] = balances.get((account, item), 0) + 1
    return Play(State(Ledger(balances), frozen({"row": row, "board": board})))


def _in_step(state: State) -> bool:
    return not any(out_of_step(state.ledger, a, pile, ITEMS) for a, pile in state.piles.items())


def test_item_put_in_a_row_lies_at_its_end() -> None:
    play = _play(row=("rail:1",))
    put(play, "rail:0", "seat:0", "row", "rail")
    assert play.state.piles["row"] == ("rail:1", "rail:0")
    assert play.balance("row", "rail:0") == 1
    assert play.balance("seat:0", "rail:0") == 4


def test_item_taken_leaves_a_gap_on_a_space_but_not_in_a_row() -> None:
    play = _play(row=("rail:0", "rail:1", "rail:0"), board=("rail:1", None, None))
    put(play, "rail:0", "row", "board", "rail", space=2)
    assert play.state.piles == {"row": ("rail:0", "rail:1"), "board": ("rail:1", None, "rail:0")}
    put(play, "rail:1", "board", "row", "rail", gap=True)
    assert play.state.piles["board"] == (None, None, "rail:0")
    assert _in_step(play.state)


def test_cleared_items_go_home_and_leave_empty_spaces() -> None:
    play = _play(board=("rail:1", "rail:0", "rail:1"))
    clear_account(play, "board", HOMES.__getitem__, "back")
    assert play.state.piles["board"] == (None, None, None)
    assert play.effects == [
        Transfer("rail:0", 1, "board", "seat:0", "back", automatic=True),
        Transfer("rail:1", 2, "board", "seat:1", "back", automatic=True),
    ]


def test_pile_out_of_step_with_the_ledger_is_detected_and_fixed() -> None:
    state = _play(row=("rail:0",)).state
    shown: Pile = ("rail:1", "rail:1")
    assert out_of_step(state.ledger, "row", shown, ITEMS) == ITEMS
    moved = in_step(state.ledger, "row", shown, HOMES, "adjust")
    assert not out_of_step(state.ledger.post(moved), "row", shown, ITEMS)


@pytest.mark.parametrize("seed", range(30))
def test_random_moves_keep_counts_and_places_in_step(seed: int) -> None:
    rng = Random(seed)
    play = _play()
    for _ in range(60):
        item = rng.choice(ITEMS)
        where = [a for a in ("row", "board", HOMES[item]) if play.balance(a, item) > 0]
        source = rng.choice(where)
        free = [n for n, there in enumerate(play.state.piles["board"]) if there is None]
        target = rng.choice(["row", HOMES[item], *(["board"] if free else [])])
        if source == target:
            continue
        space = rng.choice(free) if target == "board" else None
        put(play, item, source, target, "move", space=space, gap=source == "board")
        if rng.random() < 0.1:
            clear_account(play, "board", HOMES.__getitem__, "back")
        state = play.state
        assert _in_step(state)
        assert len(state.piles["board"]) == 3
        total = Counter[str]()
        for _, moved, amount in state.ledger.items():
            total[moved] += amount
        assert total == {"rail:0": 5, "rail:1": 5}
