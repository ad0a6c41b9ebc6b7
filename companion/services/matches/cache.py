"""Cache of matches: each is read and folded once, and not evicted while a screen shows it."""

from collections import Counter, OrderedDict
from collections.abc import Callable, Mapping
from typing import Any

from companion.kernel.game import Game
from companion.match.entries import ActaError
from companion.match.files.acta_reader import Catalogs, folding_own
from companion.match.fold import Match
from companion.match.resumable import Resumable, done
from companion.services.storage.store import Store, StoreError

_STAYS = frozenset({"damaged", "newer_data"})
"""Codes of permanent read errors."""
_KEPT = 32


class MatchCache:
    """Cache of loaded matches in their current state.

    Args:
        store: where they are stored.
        games: by id.
        catalogs: return the printed values and rulings of a game.
        watched: return whether a screen shows a match, which prevents its eviction.
    """

    def __init__(
        self,
        store: Store,
        games: Mapping[str, Game[Any]],
        catalogs: Catalogs,
        watched: Callable[[str], bool],
    ) -> None:
        self._store = store
        self._games = games
        self._catalogs = catalogs
        self._watched = watched
        self._kept: OrderedDict[str, Match] = OrderedDict()
        self._written: Counter[str] = Counter()
        """Number of writes by match, to discard a read that a write overtook."""
        self.damaged: dict[str, str] = {}
        """Reasons why matches could not be opened; their first and last entry do not show them."""

    def get(self, match_id: str) -> Match | None:
        """Return a match if it is cached."""
        return self._kept.get(match_id)

    def times_written(self, match_id: str) -> int:
        """Return the number of writes to a match; the same number means the same match."""
        return self._written[match_id]

    def put(self, match: Match) -> None:
        """Cache the new state of a match."""
        match_id = match.started.match
        self._written[match_id] += 1
        self._keep(match)

    def drop(self, match_id: str) -> None:
        """Invalidate a match."""
        self._written[match_id] += 1
        self._kept.pop(match_id, None)

    def drop_all(self) -> None:
        """Invalidate every match."""
        for match_id in tuple(self._kept):
            self.drop(match_id)

    def open(self, match_id: str) -> Match:
        """Return a match in its current state.

        Raises:
            StoreError: it cannot be read.
            ActaError: it can be read, but not played by this program.
        """
        return done(self.opening(match_id))

    def opening(self, match_id: str) -> Resumable[Match]:
        """Run `open` as resumable work; writes made during a pause are included."""
        match = self._kept.get(match_id)
        if match is None:
            since = self._written[match_id]
            match = yield from self._read(match_id, since)
        if match is None:
            match = self._kept.get(match_id) or done(self._whole(match_id))
        self._keep(match)
        return match

    def _read(self, match_id: str, since: int) -> Resumable[Match | None]:
        """Load a match from the store; return None if it was written to meanwhile."""
        try:
            match = yield from self._whole(match_id)
        except (StoreError, ActaError):
            if self._written[match_id] == since:
                raise
            return None
        return match if self._written[match_id] == since else None

    def _whole(self, match_id: str) -> Resumable[Match]:
        """Load a match from the store, and note for the list what is wrong with it."""
        try:
            entries = yield from self._store.loading(match_id)
            yield
            match = yield from folding_own(self._games, self._catalogs, entries)
            if match.started.match != match_id:
                raise StoreError("damaged", "the acta of another match")
        except StoreError as error:
            if error.code in _STAYS:
                self.damaged[match_id] = f"store.{error.code}"
            raise
        except ActaError as error:
            self.damaged[match_id] = f"acta.{error.code}"
            raise
        self.damaged.pop(match_id, None)
        return match

    def _keep(self, match: Match) -> None:
        self._kept[match.started.match] = match
        self._kept.move_to_end(match.started.match)
        if len(self._kept) > _KEPT:
            spare = next((one for one in self._kept if not self._watched(one)), None)
            if spare is not None and spare != match.started.match:
                del self._kept[spare]
