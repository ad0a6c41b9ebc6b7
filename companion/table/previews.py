"""What amendments would lead to, kept while somebody looks at it: screens draw it several times."""

from collections import deque
from collections.abc import Callable
from datetime import datetime

from companion.match import review
from companion.match.entries import Edit
from companion.match.fold import Match
from companion.match.work import Work

_KEPT = 8


class Previews:
    """The amendments that were looked at last.

    Args:
        clock: the present moment, with its zone.
        new_id: a fresh identifier.
    """

    def __init__(self, clock: Callable[[], datetime], new_id: Callable[[], str]) -> None:
        self._clock = clock
        self._new_id = new_id
        self._kept: deque[tuple[Match, tuple[Edit, ...], Match]] = deque(maxlen=_KEPT)

    def of(self, match: Match, edits: tuple[Edit, ...]) -> Match | None:
        """What an amendment of a match leads to, if somebody has looked at that."""
        for before, known, after in self._kept:
            if before is match and known == edits:
                return after
        return None

    def making(self, match: Match, edits: tuple[Edit, ...]) -> Work[Match]:
        """The match as it would be after an amendment, with pauses.

        Raises:
            ActaError: `unknown_target` if an edit refers to nothing.
        """
        found = self.of(match, edits)
        if found is not None:
            return found
        earlier = self._when_last_seen(match, edits)
        after = yield from review.amending(match, edits, self._new_id(), self._clock(), earlier)
        self._kept.append((match, edits, after))
        return after

    def clear(self) -> None:
        """Forgets all of them."""
        self._kept.clear()

    def _when_last_seen(self, match: Match, edits: tuple[Edit, ...]) -> Match | None:
        """What an amendment of a match would have led to when somebody last looked at that."""
        for before, known, after in reversed(self._kept):
            if before.started.match == match.started.match and known == edits:
                return after
        return None
