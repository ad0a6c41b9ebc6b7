"""Ends of a match that the table told: by agreement, by giving up, or played without the app."""

from collections.abc import Sequence
from typing import TypeAlias

from companion.kernel.duties import GAVE_UP, RETOLD, Outcome, ScoreLine
from companion.kernel.values import Params, seat_refs
from companion.match.entries import Closed, Retold
from companion.match.steps import Step

Ending: TypeAlias = Closed | Retold


def told_ending(steps: Sequence[Step]) -> Ending | None:
    """Return what the table told of the end, or None."""
    bodies = (step.item.body for step in reversed(steps))
    return next((body for body in bodies if type(body) is Closed or type(body) is Retold), None)


def decided(outcome: Outcome | None, ending: Ending | None) -> Outcome | None:
    """Return the outcome of a match, as the table decided it where no rule does."""
    if outcome is None or ending is None:
        return outcome
    if isinstance(ending, Retold):
        lines = tuple(
            ScoreLine(seat, ending.code, amount, outcome.rule)
            for seat, amount in enumerate(ending.points)
        )
        return Outcome(ending.winners, RETOLD, outcome.rule, compared=lines)
    if not ending.gave_up:
        return outcome
    who: Params = {"who": seat_refs(ending.gave_up)}
    return Outcome(ending.winners, GAVE_UP, outcome.rule, who, compared=outcome.compared)
