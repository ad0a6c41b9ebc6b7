"""Cache of previewed amendments: screens draw the same one several times."""

from collections import deque
from collections.abc import Callable
from datetime import datetime

from companion.match import review
from companion.match.entries import Edit
from companion.match.fold import Match
from companion.match.resumable import Resumable

_KEPT = 8


class Previews:
    """Cache of the last previewed amendments.

    Args:
        clock: returns the current time, with its zone.
        new_id: returns a fresh identifier.
    """

    def __init__(self, clock: Callable[[], datetime], new_id: Callable[[], str]) -> None:
        self._clock = clock
        self._new_id = new_id
        self._kept: deque[tuple[Match, tuple[Edit, ...], Match]] = deque(maxlen=_KEPT)

    def of(self, match: Match, edits: tuple[Edit, ...]) -> Match | None:
        """Return the result of an amendment of a match, if it is cached."""
        for before, known, after in self._kept:
            if before is match and known == edits:
                return after
        return None

    def making(self, match: Match, edits: tuple[Edit, ...]) -> Resumable[Match]:
        """Return the match as it would be after an amendment, as resumable work.

        Raises:
            ActaError: `unknown_target` if an edit refers to nothing.
        """
        cached = self.of(match, edits)
        if cached is not None:
            return cached
        earlier = self._when_last_seen(match, edits)
        after = yield from review.amending(match, edits, self._new_id(), self._clock(), earlier)
        self._kept.append((match, edits, after))
        return after

    def clear(self) -> None:
        """Empty the cache."""
        self._kept.clear()

    def _when_last_seen(self, match: Match, edits: tuple[Edit, ...]) -> Match | None:
        """Return the last cached result of the same amendment on an earlier version."""
        for before, known, after in reversed(self._kept):
            if before.started.match == match.started.match and known == edits:
                return after
        return None
