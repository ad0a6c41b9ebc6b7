"""Hypotheses about the cause of a difference, and their ranking."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from companion.kernel.models import Action
from companion.kernel.pieces.ledger import Transfer
from companion.match.entries import Edit
from companion.match.files.error_models import Cause, Moves, Place
from companion.match.steps import Step

Difference: TypeAlias = Mapping[Place, int]
"""Difference to the acta by place; 0 where it was counted and agrees."""

MOST = 8
"""Maximum of causes offered."""
_ALIKE = 3
"""Maximum of causes of one sort among them."""


@dataclass(frozen=True, slots=True)
class Hypothesis:
    """One possible cause of the difference."""

    cause: Cause
    edits: tuple[Edit, ...]
    """Correction that makes acta and table agree; it is not recorded."""
    step: Step | None
    """Step in question, or before which something is missing; None: at the end."""
    action: Action | None
    """Action to report instead, or in addition."""
    whole: bool | None
    """True if everything after it still holds; None: hidden from the viewer."""
    moves: tuple[Transfer, ...] = ()
    """Transfers by hand that went wrong, if that is the cause."""
    done: Moves = field(default_factory=dict)
    """Change of the amounts that the error caused, by place."""
    unsure: int = 0
    """Number of entries that could no longer be checked."""


def rank(hypothesis: Hypothesis) -> tuple[bool, int, bool, int]:
    """Return the sort key: what leaves the rest valid, then common errors, then the latest."""
    step = hypothesis.step
    at = step.item.entry.seq if step else 1 << 30
    agreed_upon = step is not None and step.consented
    return hypothesis.whole is False, _COMMON[hypothesis.cause], not agreed_upon, -at


_COMMON = {
    Cause.FORGOTTEN: 0,
    Cause.TWICE: 0,
    Cause.OTHER_SEAT: 1,
    Cause.OTHERWISE: 1,
    Cause.NOT_MOVED: 2,
    Cause.MOVED_TWICE: 2,
    Cause.ASTRAY: 3,
    Cause.MISCOUNTED: 4,
}


class Hypotheses:
    """Hypotheses so far: one of each among equivalent ones, and a few of each sort."""

    def __init__(self) -> None:
        self._found: dict[object, Hypothesis] = {}
        self._alike = Counter[tuple[Cause, bool]]()

    def wants(self, hypothesis: Hypothesis) -> bool:
        """Return whether another one of its sort is useful. The likeliest come first."""
        kept = self._found.get(_identity(hypothesis))
        return (kept is None or kept.whole is False) and self._alike[
            hypothesis.cause, True
        ] < _ALIKE

    def take(self, hypothesis: Hypothesis) -> None:
        """Add one; it replaces an equivalent one that leaves less valid."""
        said, holds = _identity(hypothesis), hypothesis.whole is not False
        if said in self._found and not holds:
            return
        if self._alike[hypothesis.cause, holds] < _ALIKE:
            self._found[said] = hypothesis
            self._alike[hypothesis.cause, holds] += 1

    def causes(self) -> tuple[Hypothesis, ...]:
        """Return the likeliest, in order."""
        return tuple(sorted(self._found.values(), key=rank)[:MOST])


def _identity(hypothesis: Hypothesis) -> object:
    """Return the identity of a cause. The moment of something forgotten is unknown."""
    step = (
        hypothesis.step.item.id
        if hypothesis.step and hypothesis.cause is not Cause.FORGOTTEN
        else ""
    )
    return hypothesis.cause, step, hypothesis.action, hypothesis.moves
