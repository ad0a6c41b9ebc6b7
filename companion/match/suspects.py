"""The causes that a difference may have, and which of them to name first."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from companion.kernel.effects import Transfer
from companion.kernel.models import Action
from companion.match.entries import Edit
from companion.match.slips import Cause, Moves, Place
from companion.match.steps import Step

Difference: TypeAlias = Mapping[Place, int]
"""How many more (or fewer) lie there than the acta says; 0 where it was counted and agrees."""

MOST = 8
"""How many causes are offered."""
_ALIKE = 3
"""Of them, how many at most of one sort."""


@dataclass(frozen=True, slots=True)
class Suspect:
    """One way in which the difference may have come about."""

    cause: Cause
    edits: tuple[Edit, ...]
    """The correction that makes acta and table agree; nothing is recorded by it."""
    step: Step | None
    """The step in question, or before which something is missing; None: at the end."""
    action: Action | None
    """What would be reported instead, or besides."""
    whole: bool | None
    """Whether everything after it still holds; None: whoever asks may not be told."""
    moves: tuple[Transfer, ...] = ()
    """What was to be moved by hand, where that is what went wrong."""
    done: Moves = field(default_factory=dict)
    """How that differs from what was done, by place."""
    unsure: int = 0
    """How many entries could not be checked any more by it."""


def rank(suspect: Suspect) -> tuple[bool, int, bool, int]:
    """What leaves the rest standing first; then the commonest slips; then the latest."""
    step = suspect.step
    at = step.item.entry.seq if step else 1 << 30
    agreed_upon = step is not None and step.consented
    return suspect.whole is False, _COMMON[suspect.cause], not agreed_upon, -at


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


class Likely:
    """The causes found so far: one of each, where several say the same; a few of each sort."""

    def __init__(self) -> None:
        self._found: dict[object, Suspect] = {}
        self._alike = Counter[tuple[Cause, bool]]()

    def wants(self, suspect: Suspect) -> bool:
        """Whether one more of its sort would be of use. The likeliest come first."""
        kept = self._found.get(_said(suspect))
        return (kept is None or kept.whole is False) and self._alike[suspect.cause, True] < _ALIKE

    def take(self, suspect: Suspect) -> None:
        """Puts one in; in the place of one that says the same, and leaves less standing."""
        said, holds = _said(suspect), suspect.whole is not False
        if said in self._found and not holds:
            return
        if self._alike[suspect.cause, holds] < _ALIKE:
            self._found[said] = suspect
            self._alike[suspect.cause, holds] += 1

    def causes(self) -> tuple[Suspect, ...]:
        """The likeliest, in order."""
        return tuple(sorted(self._found.values(), key=rank)[:MOST])


def _said(suspect: Suspect) -> object:
    """What a cause says. When something was forgotten, nobody knows the moment."""
    step = suspect.step.item.id if suspect.step and suspect.cause is not Cause.FORGOTTEN else ""
    return suspect.cause, step, suspect.action, suspect.moves
