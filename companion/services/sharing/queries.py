"""Queries of one device: every match for the host, else those of its tables."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, TypeVar

from companion.kernel.conditions import Checked
from companion.kernel.form import Draft
from companion.kernel.game import Game
from companion.match import turn_clock
from companion.match.entries import Edit
from companion.match.fold import Match
from companion.match.resumable import Resumable, done
from companion.match.value_catalog import Catalog
from companion.services.hub import Hub
from companion.services.matches import match_list
from companion.services.matches.listeners import Callback
from companion.services.matches.results import MatchSummary
from companion.services.privacy import visibility
from companion.services.privacy.redaction import RedactedMatch, redact, redact_answer
from companion.services.privacy.visibility import hides
from companion.services.sharing.access import AccessScope
from companion.services.sharing.shared_tables import Role
from companion.services.storage.store import StoreError, Trouble

T = TypeVar("T")

_KEPT = 6
"""Number of redacted matches to cache: screens ask for the same ones all the time."""


class Unforeseen(StoreError):
    """Error: the outcome of a correction would reveal what others hide."""


class MatchQueries(AccessScope):
    """Queries on games and matches, redacted where others hide something."""

    def __init__(self, hub: Hub, device: str, *, owner: bool, address: str = "") -> None:
        super().__init__(hub, device, owner=owner, address=address)
        self._last: tuple[RedactedMatch, ...] = ()

    @property
    def games(self) -> Mapping[str, Game[Any]]:
        """Return the games, by id."""
        return self._hub.games

    def catalog(self, game: str) -> Catalog:
        """Return the printed values and rulings of a game."""
        return self._hub.catalog(game)

    @property
    def troubles(self) -> tuple[Trouble, ...]:
        """Return the problems of the data folder; host only."""
        return self._hub.troubles if self.owner else ()

    def matches(self) -> tuple[MatchSummary, ...]:
        """Return the matches this device may see, last played first.

        Raises:
            StoreError: the folder itself cannot be read.
        """
        if self.owner:
            return self._hub.matches()
        mine = self._tables.of_member(self.device)
        return tuple(line for line in self._hub.matches() if line.id in mine) if mine else ()

    def unlisted(self) -> int:
        """Return `Hub.unlisted`, or 0 if this device may see no match."""
        known = self.owner or self._tables.of_member(self.device)
        return self._hub.unlisted() if known else 0

    def listing(self) -> Resumable[None]:
        """Delegate to `Hub.listing`."""
        if self.unlisted():
            yield from self._hub.listing()

    def results(self) -> tuple[MatchSummary, ...]:
        """Delegate to `Hub.results`; host only."""
        return self._hub.results() if self.owner else ()

    def open(self, match_id: str) -> RedactedMatch:
        """Return a redacted match, as `Hub.open`; `not_found` without access."""
        self._must_see(match_id)
        return self._redacted(self._hub.open(match_id))

    def is_open(self, match_id: str) -> bool:
        """Return whether showing it is fast: it is cached, or needs no reading."""
        if self.role(match_id) is None:
            return True
        match = self._hub.cached(match_id)
        if match is None:
            return self._hub.is_open(match_id)
        return turn_clock.unread(match) <= max(match_list.SHORT, 0)

    def opening(self, match_id: str) -> Resumable[RedactedMatch]:
        """Run `open` as resumable work."""
        self._must_see(match_id)
        yield from self._hub.opening(match_id)
        match = self.open(match_id)
        yield from turn_clock.reading(match)
        return match

    def preview(self, match_id: str, edits: tuple[Edit, ...]) -> RedactedMatch:
        """Return the redacted result of `Hub.preview`.

        Raises:
            Unforeseen: this device may not know the outcome.
            StoreError, ActaError: as `Hub.preview`.
        """
        return done(self.previewing(match_id, edits))

    def previewing(self, match_id: str, edits: tuple[Edit, ...]) -> Resumable[RedactedMatch]:
        """Run `preview` as resumable work."""
        self._must_see(match_id)
        after = yield from self._hub.previewing(match_id, edits)
        match = self._hub.open(match_id)
        if not visibility.foreseen(match, after, self.seats(match)):
            raise Unforeseen("not_found", match_id)
        return self._redacted(after)

    def _redacted(self, match: Match) -> RedactedMatch:
        """Redact the match for this device; the result is cached while nothing changes."""
        mine = self.seats(match)
        for kept in self._last:
            if kept.whole is match and kept.mine == mine:
                return kept
        match_id = match.started.match
        same = [kept for kept in self._last if kept.started.match == match_id]
        # Undoing leads back to an earlier state, so the nearest redaction may be the one before the
        # last.
        nearest = max(same, key=partial(_in_common, match), default=None)
        redacted = redact(match, mine, before=nearest)
        self._last = (redacted, *self._last[: _KEPT - 1])
        return redacted

    def _redacted_answer(self, answer: T) -> T:
        """Redact the match in an answer of the hub."""
        match = getattr(answer, "match", None)
        return redact_answer(answer, self._redacted(match)) if isinstance(match, Match) else answer

    def doubt(self, match_id: str, draft: Draft) -> tuple[Checked, ...]:
        """Delegate to `Hub.doubt`, without facts known only to the seat of the draft."""
        match = self.open(match_id)
        seen = visibility.visible_seats(match, match.mine)
        return self._hub.doubt(match_id, draft, private=draft.seat in seen)

    def may_export(self, match: Match) -> bool:
        """Return whether this device may have the whole acta, which reveals everything hidden."""
        role = self.role(match.started.match)
        if role is Role.HOST:
            return True
        return role is not None and (match.outcome is not None or not hides(match))

    def export(self, match_id: str) -> bytes:
        """Delegate to `Hub.export`.

        Raises:
            StoreError: `not_found` where this device may not have it.
        """
        host = self.role(match_id) is Role.HOST
        if not host and not self.may_export(self.open(match_id)):
            raise StoreError("not_found", match_id)
        return self._hub.export(match_id)

    def pack(self, match_id: str) -> bytes:
        """Delegate to `Hub.pack`.

        Raises:
            StoreError: `not_found` where this device may not have it.
        """
        return done(self.packing(match_id))

    def packing(self, match_id: str) -> Resumable[bytes]:
        """Run `pack` as resumable work."""
        if not self.may_export(self.open(match_id)):
            raise StoreError("not_found", match_id)
        return (yield from self._hub.packing(match_id))

    def subscribe(self, match_id: str, callback: Callback) -> Callable[[], None]:
        """Delegate to `Hub.subscribe`; the version number reveals nothing of the match."""
        return self._hub.subscribe(match_id, callback)


def _in_common(match: Match, before: RedactedMatch) -> int:
    """Count the steps shared with an earlier version of the match; 0 if they diverge."""
    now, then = match.steps, before.whole.steps
    count = min(len(now), len(then))
    return count if count and now[count - 1] is then[count - 1] else 0
