"""Dispute service: disputes within the access scope of one device.

The host sees all of them. A device at an open table sees those of its match, opens and decides new
ones if it has a seat, and sees the precedents of its game without the table they come from. Only
the host makes, changes and drops precedents.
"""

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime

from companion.match.entries import ActaError
from companion.match.fold import Match
from companion.match.resumable import Resumable, done
from companion.services.disputes import dispute_builder
from companion.services.disputes.dispute_builder import DisputeQuestion, Recalled, Sought
from companion.services.disputes.dispute_repository import Disputes, Taken
from companion.services.disputes.model import (
    Decision,
    Dispute,
    DisputeError,
    anonymised_precedent,
    dump_disputes,
    pack_disputes,
    unpack_disputes,
)
from companion.services.privacy.redaction import RedactedMatch, redact
from companion.services.sharing.permissions import AccessScope
from companion.services.sharing.scoped_matches import ScopedMatches
from companion.services.sharing.shared_tables import Role
from companion.services.storage.store import StoreError


class DisputeService:
    """Disputes that one device may read and change.

    Raises (each method that changes or hands over something):
        DisputeError: the change is impossible, or `not_allowed` from this device.
        StoreError: it is not there, or could not be saved.
    """

    def __init__(
        self, access: AccessScope, matches: ScopedMatches, disputes: Disputes, recalled: Recalled
    ) -> None:
        self._access = access
        self._matches = matches
        self._disputes = disputes
        self._recalled = recalled

    # Reading

    def all(self, game: str | None = None, match: str | None = None) -> tuple[Dispute, ...]:
        """Return the visible disputes of one game or match or of all, last opened first."""
        disputes = (d for d in self._visible_disputes() if game in (None, d.game))
        return tuple(d for d in disputes if match in (None, d.match))

    def _visible_disputes(self) -> Iterable[Dispute]:
        everything = self._disputes.all()
        if self._access.owner or not everything:
            return everything
        games = self._games()
        shown = (
            d
            if self._sees(d)
            else anonymised_precedent(d)
            if d.precedent and d.game in games
            else None
            for d in everything
        )
        return tuple(d for d in shown if d is not None)

    def _sees(self, dispute: Dispute) -> bool:
        return self._access.owner or (
            dispute.match is not None and self._access.role(dispute.match) is not None
        )

    def _games(self) -> frozenset[str]:
        """Return the games of the tables this device belongs to."""
        try:
            return frozenset(line.game for line in self._matches.all())
        except StoreError:
            return frozenset()

    def news(self, match_id: str, moment: datetime) -> tuple[Dispute, ...]:
        """Return the disputes of a match that wait, or were decided after a moment."""
        if self._access.role(match_id) is None:
            return ()
        disputes = (dispute for dispute in self._disputes.all() if dispute.match == match_id)
        return tuple(d for d in disputes if d.decision.at is None or d.decision.at > moment)

    def find(self, dispute_id: str) -> Dispute | None:
        """Return a visible dispute by its id, or None if it is missing or not for this device."""
        return next((d for d in self._visible_disputes() if d.id == dispute_id), None)

    def moment(self, dispute: Dispute) -> RedactedMatch | None:
        """Return the match as it was when the dispute was opened; None if it is not accessible."""
        return done(self.recalling(dispute))

    def has_moment(self, dispute: Dispute) -> bool:
        """Return whether the match of that moment is accessible."""
        if dispute.match is None or dispute.seq is None:
            return False
        match = self._open(dispute.match)
        return match is not None and _is_of(dispute, match)

    def is_recalled(self, dispute: Dispute) -> bool:
        """Return whether `moment` needs no computation."""
        if dispute.match is None or dispute.seq is None:
            return True
        if not self._matches.is_open(dispute.match):
            return False
        match = self._open(dispute.match)
        return match is None or self._recalled.known(match.whole, dispute.seq) is not None

    def recalling(self, dispute: Dispute) -> Resumable[RedactedMatch | None]:
        """Run `moment` as resumable work."""
        if dispute.match is None or dispute.seq is None:
            return None
        try:
            match = yield from self._matches.opening(dispute.match)
            if not _is_of(dispute, match):
                return None
            then = yield from self._recalled.recalling(match.whole, dispute.seq)
        except (StoreError, ActaError):
            return None
        # The table may have changed hands meanwhile.
        now = self._open(dispute.match)
        return redact(then, now.mine) if now else None

    def _open(self, match_id: str) -> RedactedMatch | None:
        try:
            return self._matches.open(match_id)
        except (StoreError, ActaError):
            return None

    def precedents(self, sought: Sought) -> tuple[Dispute, ...]:
        """Return the precedents of this host that fit, closest first."""
        return dispute_builder.matching_precedents(self._visible_disputes(), sought)

    def precedents_by_ruling(self, game: str) -> dict[str, Dispute]:
        """Return, by table ruling, the precedent that settles its reading for this host."""
        return dispute_builder.precedents_by_ruling(self._visible_disputes(), game)

    # Opening and deciding

    def may_open(self, match_id: str | None) -> bool:
        """Return whether this device may open a dispute about a match; None: about the rules."""
        if match_id is None:
            return self._access.owner
        return self._access.role(match_id) in (Role.HOST, Role.PLAYER)

    def open(self, asked: DisputeQuestion) -> Dispute:
        """Open a dispute."""
        if not self.may_open(asked.match):
            raise DisputeError("not_allowed")
        return self._disputes.open(self._named(asked), self._moment_of(asked))

    def _named(self, asked: DisputeQuestion) -> DisputeQuestion:
        name = self._access.name(asked.match) if asked.match else ""
        return replace(asked, by=name or asked.by)

    def _moment_of(self, asked: DisputeQuestion) -> Match | None:
        if asked.match is None:
            return None
        try:
            match = self._matches.open(asked.match)
            if asked.seq is None:
                return match
            return done(self._recalled.recalling(match.whole, asked.seq))
        except ActaError as error:
            raise StoreError("damaged", asked.match) from error

    def may_decide(self, dispute: Dispute) -> bool:
        """Return whether this device may decide it: any player, while it is undecided."""
        if self._access.owner:
            return True
        role = self._access.role(dispute.match) if dispute.match else None
        if role is Role.PLAYER:
            return not dispute.decided
        return role is Role.HOST and not dispute.precedent

    @property
    def may_keep(self) -> bool:
        """Return whether this device may make precedents and drop disputes."""
        return self._access.owner

    def decide(self, dispute_id: str, decision: Decision, *, precedent: bool = False) -> Dispute:
        """Decide a dispute; `precedent` makes the decision a precedent of the host."""
        dispute = self._whole(dispute_id)
        if not self.may_decide(dispute) or (precedent and not self.may_keep):
            raise DisputeError("not_allowed")
        return self._disputes.decide(dispute_id, decision, precedent=precedent)

    def mark(self, dispute_id: str, *, precedent: bool) -> Dispute:
        """Mark or unmark a decided dispute as a precedent of the host."""
        self._must_keep()
        return self._disputes.mark(dispute_id, precedent=precedent)

    def drop(self, dispute_id: str) -> None:
        """Delete a dispute."""
        self._must_keep()
        self._disputes.drop(dispute_id)

    def _must_keep(self) -> None:
        if not self.may_keep:
            raise DisputeError("not_allowed")

    def _whole(self, dispute_id: str) -> Dispute:
        """Return an unredacted dispute.

        Raises:
            StoreError: `not_found`, also where this device may not see the whole of it.
        """
        dispute = self._disputes.find(dispute_id)
        if dispute is None or not self._sees(dispute):
            raise StoreError("not_found", dispute_id)
        return dispute

    # Transfer between devices

    def export(self, ids: Iterable[str]) -> bytes:
        """Serialize disputes to their file form, as this device sees them."""
        return dump_disputes(self._these(ids))

    def pack(self, ids: Iterable[str]) -> bytes:
        """Serialize disputes to the packed form; see `export`."""
        return pack_disputes(self._these(ids))

    def _these(self, ids: Iterable[str]) -> tuple[Dispute, ...]:
        disputes = tuple(map(self.find, ids))
        if not disputes or None in disputes:
            raise StoreError("not_found")
        return tuple(d for d in disputes if d is not None)

    def preview_import(self, data: bytes) -> Taken:
        """Return the outcome that importing disputes would have; host only."""
        self._must_keep()
        return self._disputes.preview_import(data)

    def take_in(self, data: bytes) -> Taken:
        """Import disputes from their file form; host only."""
        self._must_keep()
        return self._disputes.take_in(data)

    def take_in_packed(self, data: bytes) -> Taken:
        """Import disputes from the packed form; host only."""
        self._must_keep()
        return self._disputes.take_in(unpack_disputes(data))


def _is_of(dispute: Dispute, match: Match) -> bool:
    """Return whether a dispute was opened about this match, and its entries are here."""
    return match.game.id == dispute.game and (dispute.seq or 0) <= len(match.entries)
