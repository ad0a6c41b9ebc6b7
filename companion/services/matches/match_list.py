"""List of matches; its lines are cached between uses."""

import logging
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from companion.kernel.game import Game
from companion.match.entries import ActaError, Started
from companion.match.fold import Match
from companion.match.resumable import Resumable, done
from companion.services.matches.cache import MatchCache
from companion.services.matches.results import MatchSummary
from companion.services.matches.summary import digest, summary
from companion.services.storage.store import Head, Store, StoreError

log = logging.getLogger(__name__)

SHORT = 250
"""Number of entries that load fast enough without a waiting screen."""


class MatchList:
    """List of all matches, one line each.

    Args:
        store: where matches are stored.
        games: by id.
        at_hand: the cache of matches.
    """

    def __init__(self, store: Store, games: Mapping[str, Game[Any]], at_hand: MatchCache) -> None:
        self._store = store
        self._games = games
        self._at_hand = at_hand
        self._lines: dict[str, MatchSummary] = {}

    def put(self, match: Match, made: str) -> None:
        """Update the line of a match that was just written with its summary."""
        match_id, last = match.started.match, match.entries[-1]
        line = summary(Head(match.entries[0], last.seq + 1, last.at, made), match.game.version)
        if line:
            self._lines[match_id] = line
        else:
            self.forget(match_id)

    def forget(self, match_id: str) -> None:
        """Invalidate the line of a match that was written to."""
        self._lines.pop(match_id, None)

    def unread(self) -> int:
        """Return the number of matches without a cached line.

        Raises:
            StoreError: the folder itself cannot be read.
        """
        return sum(match_id not in self._lines for match_id in self._store.match_ids())

    def is_short(self, match_id: str) -> bool:
        """Return whether a match loads fast because it has few or no readable entries.

        Raises:
            StoreError: the folder itself cannot be read.
        """
        return done(self._line(match_id)).count <= SHORT

    def load(self) -> Resumable[None]:
        """Load each line that is not cached yet, as resumable work.

        Raises:
            StoreError: the folder itself cannot be read.
        """
        for match_id in self._store.match_ids():
            if match_id not in self._lines:
                yield from self._line(match_id)
                yield

    def all(self) -> tuple[MatchSummary, ...]:
        """Return every match, last played first; unreadable ones come last.

        Raises:
            StoreError: the folder itself cannot be read.
        """
        return _by_date([done(self._line(match_id)) for match_id in self._store.match_ids()])

    def results(self) -> tuple[MatchSummary, ...]:
        """Return the list of `all`, with the result of each finished match.

        Raises:
            StoreError: the folder itself cannot be read.
        """
        return tuple(map(self._with_result, self.all()))

    def _line(self, match_id: str) -> Resumable[MatchSummary]:
        """Return the line of a match; a damaged match is read again each time."""
        why = self._at_hand.damaged.get(match_id)
        known = self._lines.get(match_id)
        if why:
            known = MatchSummary(match_id, damaged=why)
        elif known is None or known.damaged:
            known = yield from self._read(match_id)
        if known.damaged != "store.not_found":
            self._lines[match_id] = known
        return known

    def _read(self, match_id: str) -> Resumable[MatchSummary]:
        try:
            return self._stored_summary(match_id) or (yield from self._made(match_id))
        except StoreError as error:
            return MatchSummary(match_id, damaged=f"store.{error.code}")
        except ActaError as error:
            return MatchSummary(match_id, damaged=f"acta.{error.code}")

    def _stored_summary(self, match_id: str) -> MatchSummary | None:
        """Return the summary stored beside the acta; None if it is missing or unusable."""
        try:
            head = self._store.head(match_id)
        except StoreError as error:
            if error.code == "damaged":
                return None
            raise
        started = head.header.body
        if not isinstance(started, Started) or started.match != match_id:
            return None
        game = self._games.get(started.game)
        return summary(head, game.version) if game else None

    def _made(self, match_id: str) -> Resumable[MatchSummary]:
        match = yield from self._at_hand.opening(match_id)
        made = digest(match)
        try:
            self._store.write_digest(match_id, made)
        except StoreError:
            # The summary is only a cache: without it the next listing is slower.
            log.warning("the summary of %s could not be kept", match_id)
        self.put(match, made)
        return self._lines.get(match_id) or MatchSummary(match_id, damaged="store.damaged")

    def _with_result(self, line: MatchSummary) -> MatchSummary:
        if line.damaged or line.broken or not line.finished or line.result:
            return line
        try:
            with_result = done(self._made(line.id))
        except StoreError as error:
            return replace(line, damaged=f"store.{error.code}")
        except ActaError as error:
            return replace(line, damaged=f"acta.{error.code}")
        self._lines[line.id] = with_result
        return with_result


def _by_date(summaries: list[MatchSummary]) -> tuple[MatchSummary, ...]:
    dated = [(s.updated_at, s) for s in summaries if s.updated_at is not None]
    dated.sort(key=lambda pair: pair[0], reverse=True)
    return (*(s for _, s in dated), *(s for s in summaries if s.updated_at is None))
