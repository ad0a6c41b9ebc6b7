"""Matches of one device: every match for the host, else those of its tables, redacted."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial, reduce
from typing import TypeVar

from companion.kernel.conditions import Checked
from companion.kernel.form import Draft
from companion.kernel.refusal import Refusal
from companion.match import turn_clock
from companion.match.entries import ActaError, Edit, id_before
from companion.match.fold import Match
from companion.match.resumable import Resumable
from companion.services.matches import match_list
from companion.services.matches.listeners import Callback
from companion.services.matches.match_service import MatchService
from companion.services.matches.results import (
    Answer,
    MatchSummary,
    NewMatch,
    NotAllowed,
    NotSaved,
    Recorded,
    Submission,
    Unplayable,
    UnreadableInput,
)
from companion.services.privacy import visibility
from companion.services.privacy.redaction import RedactedMatch, redact, redact_answer
from companion.services.sharing.permissions import AccessScope, Permissions
from companion.services.sharing.shared_tables import SharedTables
from companion.services.storage.store import StoreError

T = TypeVar("T")

_KEPT = 6
"""Number of redacted matches to cache: screens ask for the same ones all the time."""


class Unforeseen(StoreError):
    """Error: the outcome of a correction would reveal what others hide."""


class ScopedMatches:
    """Matches within the access scope of one device, redacted where others hide something.

    Args:
        access: what the device may see.
        matches: every match.
        tables: the open tables.
        permissions: what the device may record.
    """

    def __init__(
        self,
        access: AccessScope,
        matches: MatchService,
        tables: SharedTables,
        permissions: Permissions,
    ) -> None:
        self._access = access
        self._matches = matches
        self._tables = tables
        self._permissions = permissions
        self._last: tuple[RedactedMatch, ...] = ()

    # Lists

    def all(self) -> tuple[MatchSummary, ...]:
        """Return the matches this device may see, last played first.

        Raises:
            StoreError: the folder itself cannot be read.
        """
        if self._access.owner:
            return self._matches.list.all()
        mine = self._access.joined()
        return tuple(line for line in self._matches.list.all() if line.id in mine) if mine else ()

    def unlisted(self) -> int:
        """Return the number of matches that `all` would have to read from disk."""
        known = self._access.owner or self._access.joined()
        return self._matches.list.unread() if known else 0

    def load_list(self) -> Resumable[None]:
        """Load what `all` needs."""
        if self.unlisted():
            yield from self._matches.list.load()

    def results(self) -> tuple[MatchSummary, ...]:
        """Return every match with the result of each finished one; host only."""
        return self._matches.list.results() if self._access.owner else ()

    # Reading

    def open(self, match_id: str) -> RedactedMatch:
        """Return a redacted match in its current state; `not_found` without access."""
        self._access.must_see(match_id)
        return self.redacted(self._matches.open(match_id))

    def is_open(self, match_id: str) -> bool:
        """Return whether showing it is fast: it is cached, or needs no reading."""
        if self._access.role(match_id) is None:
            return True
        match = self._matches.cached(match_id)
        if match is None:
            return self._matches.is_open(match_id)
        return turn_clock.unread(match) <= max(match_list.SHORT, 0)

    def opening(self, match_id: str) -> Resumable[RedactedMatch]:
        """Run `open` as resumable work."""
        self._access.must_see(match_id)
        yield from self._matches.opening(match_id)
        match = self.open(match_id)
        yield from turn_clock.reading(match)
        return match

    def preview(self, match_id: str, edits: tuple[Edit, ...]) -> Resumable[RedactedMatch]:
        """Return the redacted match as it would be after an amendment.

        Raises:
            Unforeseen: this device may not know the outcome.
            StoreError, ActaError: as `MatchService.preview`.
        """
        self._access.must_see(match_id)
        after = yield from self._matches.preview(match_id, edits)
        match = self._matches.open(match_id)
        if not visibility.foreseen(match, after, self._access.seats(match)):
            raise Unforeseen("not_found", match_id)
        return self.redacted(after)

    def doubt(self, match_id: str, draft: Draft) -> tuple[Checked, ...]:
        """Return the verdicts on a draft, without facts known only to another device's seat."""
        match = self.open(match_id)
        seen = visibility.visible_seats(match, match.mine)
        return self._matches.doubt(match_id, draft, private=draft.seat in seen)

    def subscribe(self, match_id: str, callback: Callback) -> Callable[[], None]:
        """Call back with each new version, a number that reveals nothing of the match."""
        return self._matches.subscribe(match_id, callback)

    # Recording

    def create(self, new: NewMatch) -> Match | Refusal | UnreadableInput | Unplayable | NotSaved:
        """Begin a match; host only."""
        if not self._access.owner:
            return NotSaved("read_only")
        made = self._matches.create(replace(new, device=self._access.device))
        # Nobody holds a secret in a match that has not begun: its data were typed on this device.
        return self.redacted(made) if isinstance(made, Match) else made

    def submit(self, match_id: str, submission: Submission) -> Resumable[Answer]:
        """Judge and record a submission, if this device has the permission."""
        try:
            match = self.open(match_id)
        except StoreError as error:
            return NotSaved(error.code)
        except ActaError:
            return NotSaved("damaged")
        problem = self._objection(match, submission)
        if problem:
            return NotAllowed(match, problem)
        name = self._access.name(match_id) or submission.author
        sent = replace(submission, device=self._access.device, author=name[:80])
        checks = (self._permissions.against(body) for body in (*sent.first, sent.body))
        forbids = next(filter(None, checks), None)
        first = reduce(lambda after, _: id_before(after), sent.first, sent.id)
        forbids_values = self._permissions.against(sent.values) if sent.values else None

        def against(before: Match, after: Match) -> str | None:
            # Check again after each pause: permissions may have changed, and so may the match.
            objection = self._objection(before, sent)
            if objection is None and forbids_values:
                objection = forbids_values(before, after.before(first))
            return objection or (forbids(before, after) if forbids else None)

        answer = yield from self._matches.submit(match_id, sent, against)
        if isinstance(answer, Recorded):
            players = match.options.players, answer.match.options.players
            self._tables.follow(match_id, *players)
        return self.redacted_answer(answer)

    def _objection(self, match: Match, submission: Submission) -> str | None:
        bodies = (*submission.first, submission.body)
        objections = (self._permissions.objection(match, body) for body in bodies)
        return next(filter(None, objections), None)

    def rename(self, match_id: str, title: str) -> Match:
        """Rename a match; hosts of the table only."""
        self._access.must_host(match_id)
        return self.redacted(self._matches.rename(match_id, title))

    # The bin

    def delete(self, match_id: str) -> None:
        """Move a match to the bin, and forget its table; host only."""
        self._access.must_own()
        self._matches.delete(match_id)
        self._tables.forget(match_id)

    def binned(self) -> tuple[str, ...]:
        """Return the ids of the matches in the bin; host only."""
        return self._matches.binned() if self._access.owner else ()

    def restore(self, match_id: str) -> None:
        """Take a match out of the bin; host only."""
        self._access.must_own()
        self._matches.restore(match_id)

    def empty_bin(self) -> None:
        """Delete the matches in the bin for good; host only."""
        self._access.must_own()
        self._matches.empty_bin()

    # Redaction

    def redacted(self, match: Match) -> RedactedMatch:
        """Redact the match for this device; the result is cached while nothing changes."""
        mine = self._access.seats(match)
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

    def redacted_answer(self, answer: T) -> T:
        """Redact the match in an answer of the hub."""
        match = getattr(answer, "match", None)
        return redact_answer(answer, self.redacted(match)) if isinstance(match, Match) else answer


def _in_common(match: Match, before: RedactedMatch) -> int:
    """Count the steps shared with an earlier version of the match; 0 if they diverge."""
    now, then = match.steps, before.whole.steps
    count = min(len(now), len(then))
    return count if count and now[count - 1] is then[count - 1] else 0
