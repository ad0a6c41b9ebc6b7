"""Board at some moment of a match, and the changes of a step."""

from collections.abc import Callable
from typing import Any, TypeAlias, TypeVar

from companion.kernel.box.facts import FactValues
from companion.kernel.memo import ById, memoised
from companion.match.fold import Match
from companion.match.steps import Step
from companion.rulebook.wording import Wording
from companion.ui.context import wording_of
from companion.ui.views.table.status import last_step, state_before

V = TypeVar("V")
R = TypeVar("R")
Board: TypeAlias = Callable[[Any, FactValues, Wording], V]
"""Function of a game's module that builds the board of a public view."""


def board_at(match: Match, state: Any, board: Board[V]) -> V:
    """Return the board of a state, memoised.

    The current board becomes the previous one with the next act.
    """
    view = match.game.public_view(state, None)
    result: V = memoised(view, _build, board, ById(match.known), ById(wording_of(match)))
    return result


def board_now(match: Match, board: Board[V]) -> V:
    """Return the current board of a match, memoised for all screens."""
    result: V = memoised(match, _now, board)
    return result


def _build(view: Any, board: Board[V], facts: ById[FactValues], wording: ById[Wording]) -> V:
    return board(view, facts.thing, wording.thing)


def _now(match: Match, board: Board[V]) -> V:
    return board_at(match, match.state, board)


def step_changes(
    match: Match, step: Step | None, board: Board[V], compare: Callable[[V, V], R]
) -> R | None:
    """Return the changes of a step, as `compare(before, now)` gives them; None without a step."""
    if step is None:
        return None
    return compare(board_at(match, state_before(match, step), board), board_now(match, board))


def just_played(match: Match) -> Step | None:
    """Return the last step if it was recorded last, not restored by an undo or a correction."""
    step = last_step(match)
    return step if step is not None and match.entries[-1].id == step.item.id else None
