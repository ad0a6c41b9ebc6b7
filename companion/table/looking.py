"""What one device may see: every match at the host's own door, else those of its tables."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, TypeVar

from companion.kernel.conditions import Checked
from companion.kernel.form import Draft
from companion.kernel.game import Game
from companion.match import clock
from companion.match.catalog import Catalog
from companion.match.entries import Edit
from companion.match.fold import Match
from companion.match.work import Work, done
from companion.table import listing, sight
from companion.table.answers import MatchSummary
from companion.table.hub import Hub
from companion.table.listeners import Callback
from companion.table.reach import Reach
from companion.table.sharing import Role
from companion.table.sight import hides
from companion.table.store import StoreError, Trouble
from companion.table.veil import Seen, cut, veil

T = TypeVar("T")

_KEPT = 6
"""How many matches are kept veiled: screens ask for the same ones all the time."""


class Unforeseen(StoreError):
    """What a correction leads to would tell this device what others hide."""


class Looking(Reach):
    """What a device reads of games and matches, veiled as far as others hide something."""

    def __init__(self, hub: Hub, device: str, *, owner: bool, address: str = "") -> None:
        super().__init__(hub, device, owner=owner, address=address)
        self._last: tuple[Seen, ...] = ()

    @property
    def games(self) -> Mapping[str, Game[Any]]:
        """The games, by id."""
        return self._hub.games

    def catalog(self, game: str) -> Catalog:
        """The printed values and rulings of a game."""
        return self._hub.catalog(game)

    @property
    def troubles(self) -> tuple[Trouble, ...]:
        """What is wrong with the data folder, at the host's own door."""
        return self._hub.troubles if self.owner else ()

    def matches(self) -> tuple[MatchSummary, ...]:
        """The matches this device may see, the last one played first.

        Raises:
            StoreError: the folder itself cannot be read.
        """
        if self.owner:
            return self._hub.matches()
        mine = self._tables.of_member(self.device)
        return tuple(line for line in self._hub.matches() if line.id in mine) if mine else ()

    def unlisted(self) -> int:
        """As `Hub.unlisted`: nothing where this device may see no match."""
        known = self.owner or self._tables.of_member(self.device)
        return self._hub.unlisted() if known else 0

    def listing(self) -> Work[None]:
        """As `Hub.listing`."""
        if self.unlisted():
            yield from self._hub.listing()

    def results(self) -> tuple[MatchSummary, ...]:
        """As `Hub.results`, at the host's own door."""
        return self._hub.results() if self.owner else ()

    def open(self, match_id: str) -> Seen:
        """As `Hub.open`, as far as this device sees; `not_found` where it may not look."""
        self._must_see(match_id)
        return self._veiled(self._hub.open(match_id))

    def is_open(self, match_id: str) -> bool:
        """Whether showing it takes no time: it was read, or there is nothing to be read for it."""
        if self.role(match_id) is None:
            return True
        match = self._hub.at_hand(match_id)
        if match is None:
            return self._hub.is_open(match_id)
        return clock.unread(match) <= max(listing.SHORT, 0)

    def opening(self, match_id: str) -> Work[Seen]:
        """As `open`, with pauses."""
        self._must_see(match_id)
        yield from self._hub.opening(match_id)
        match = self.open(match_id)
        yield from clock.reading(match)
        return match

    def preview(self, match_id: str, edits: tuple[Edit, ...]) -> Seen:
        """As `Hub.preview`, as far as this device sees.

        Raises:
            Unforeseen: what it leads to is not for this device to know.
            StoreError, ActaError: as `Hub.preview`.
        """
        return done(self.previewing(match_id, edits))

    def previewing(self, match_id: str, edits: tuple[Edit, ...]) -> Work[Seen]:
        """As `preview`, with pauses."""
        self._must_see(match_id)
        after = yield from self._hub.previewing(match_id, edits)
        match = self._hub.open(match_id)
        if not sight.foreseen(match, after, self.seats(match)):
            raise Unforeseen("not_found", match_id)
        return self._veiled(after)

    def _veiled(self, match: Match) -> Seen:
        """The match as this device may see it; each is veiled once while nothing changes."""
        mine = self.seats(match)
        for kept in self._last:
            if kept.whole is match and kept.mine == mine:
                return kept
        match_id = match.started.match
        same = [kept for kept in self._last if kept.started.match == match_id]
        # What was taken back leads to where it was before, which may be the one before the last.
        nearest = max(same, key=partial(_in_common, match), default=None)
        found = veil(match, mine, before=nearest)
        self._last = (found, *self._last[: _KEPT - 1])
        return found

    def _told(self, answer: T) -> T:
        """An answer of the hub, with the match in it as this device may see it."""
        match = getattr(answer, "match", None)
        return cut(answer, self._veiled(match)) if isinstance(match, Match) else answer

    def doubt(self, match_id: str, draft: Draft) -> tuple[Checked, ...]:
        """As `Hub.doubt`, without what only the seat of the draft may know."""
        match = self.open(match_id)
        seen = sight.seen(match, match.mine)
        return self._hub.doubt(match_id, draft, private=draft.seat in seen)

    def may_export(self, match: Match) -> bool:
        """Whether this device may have the whole acta: it tells everything that is hidden."""
        role = self.role(match.started.match)
        if role is Role.HOST:
            return True
        return role is not None and (match.outcome is not None or not hides(match))

    def export(self, match_id: str) -> bytes:
        """As `Hub.export`.

        Raises:
            StoreError: `not_found` where this device may not have it.
        """
        host = self.role(match_id) is Role.HOST
        if not host and not self.may_export(self.open(match_id)):
            raise StoreError("not_found", match_id)
        return self._hub.export(match_id)

    def pack(self, match_id: str) -> bytes:
        """As `Hub.pack`.

        Raises:
            StoreError: `not_found` where this device may not have it.
        """
        return done(self.packing(match_id))

    def packing(self, match_id: str) -> Work[bytes]:
        """As `pack`, with pauses."""
        if not self.may_export(self.open(match_id)):
            raise StoreError("not_found", match_id)
        return (yield from self._hub.packing(match_id))

    def subscribe(self, match_id: str, callback: Callback) -> Callable[[], None]:
        """As `Hub.subscribe`: what is told is a number, and says nothing of the match."""
        return self._hub.subscribe(match_id, callback)


def _in_common(match: Match, before: Seen) -> int:
    """How many steps a match has in common with one seen earlier, if one goes on from the other."""
    now, then = match.steps, before.whole.steps
    count = min(len(now), len(then))
    return count if count and now[count - 1] is then[count - 1] else 0
