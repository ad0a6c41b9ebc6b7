"""Invariants of a table: those of its game, and that somebody can act."""

from typing import Any

from companion.kernel.duties import Problem
from companion.kernel.game import Game, legal_actions
from companion.kernel.values import SeatRef

NOBODY_CAN_ACT = "nobody_can_act"
"""Code of a match that is not over and in which nothing that is due can be done."""


def problems(game: Game[Any], state: Any) -> tuple[Problem, ...]:
    """Return every broken invariant; none on a table made by reports alone."""
    broken_invariants = game.invariants(state)
    return (
        broken_invariants if can_go_on(game, state) else (*broken_invariants, _stuck(game, state))
    )


def can_go_on(game: Game[Any], state: Any) -> bool:
    """Return whether some action is legal, or the match is over."""
    if game.outcome(state) is not None:
        return True
    try:
        return next(iter(legal_actions(game, state)), None) is not None
    except Exception:
        # Rules must accept every state that adjustments can produce, but not every conceivable
        # state.
        return False


def _stuck(game: Game[Any], state: Any) -> Problem:
    waited = game.awaiting(state)
    params = {"seats": tuple(map(SeatRef, waited))}
    parts = tuple(settable.code for settable in game.settables_of(state))
    return Problem(NOBODY_CAN_ACT, params, parts=parts, seats=waited)
