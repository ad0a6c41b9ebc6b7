"""A table may end its match at any moment: what is counted then decides."""

from itertools import islice
from random import Random
from typing import Any

import pytest

from companion.kernel.game import Game
from tests.games.random_play import play
from tests.seeds import seeds

ACTS = 90
WITHOUT = {"pebbles", "molino", "scorekeeping"}
"""Games that only their rules or an act of theirs end."""


@pytest.mark.parametrize("seed", seeds(6, 40))
def test_closed_table_has_an_end_and_waits_for_nobody(game: Game[Any], seed: int) -> None:
    close = game.close
    if close is None:
        assert game.id in WITHOUT
        return
    for step in islice(play(game, Random(seed), ACTS), None, None, 9):
        state = step.after
        if game.outcome(state) is not None:
            return
        closed = close(state)
        outcome = game.outcome(closed)
        assert outcome is not None
        assert outcome.winners or outcome.contenders
        assert game.awaiting(closed) == ()
        # Only the end is another: nothing that is counted moved.
        assert closed.ledger is state.ledger
        assert game.score(closed) == game.score(state)
        # What was compared names the winners, seat by seat.
        held: dict[int, list[int]] = {}
        for line in outcome.compared:
            held.setdefault(line.seat, []).append(line.amount)
        if outcome.contenders or any(line.lacks for line in outcome.compared):
            continue
        best = max(held.values())
        assert [*outcome.winners] == [seat for seat in sorted(held) if held[seat] == best]
