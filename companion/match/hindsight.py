"""Hindsight: where in the turn a report belongs that comes too late."""

from collections.abc import Iterator
from itertools import islice
from typing import Final

from companion.kernel import legality
from companion.kernel.advice import remedies
from companion.kernel.form import Draft
from companion.match.fold import Match

_BACK: Final = 12
"""Maximum of steps looked back."""


def earlier_moments(match: Match, draft: Draft, *, private: bool) -> Iterator[str]:
    """Yield the entries of the seat's last turn before which a report was legal, latest first.

    Args:
        match: the match.
        draft: the report, whole or as far as it is filled in.
        private: True if the viewer may know what its seat holds.
    """
    begun = False
    for step in islice(reversed(match.steps), _BACK):
        state = match.state_before(step.item.id)
        if draft.seat in match.game.awaiting(state):
            begun = True
        elif begun:
            return
        if begun and _was_legal(match, state, draft, private=private):
            yield step.item.id


def _was_legal(match: Match, state: object, draft: Draft, *, private: bool) -> bool:
    """Return whether a draft, or one of its completions, is legal on a state."""
    if legality.check_draft(match.game, state, draft, private=private) is not None:
        return False
    ways = remedies.completions(match.game, state, draft, private=private)
    return next(ways, None) is not None
