"""The disputes as far as one device reaches.

At the host's own door, all of them. Whoever is at an open table sees those of its match, opens
and decides new ones if it has a seat, and is told the precedents of its game: what this house
decided, not at whose table. Precedents are made, changed and dropped by the house alone.
"""

from collections.abc import Iterable
from dataclasses import replace

from companion.match.errors import ActaError
from companion.match.fold import Match
from companion.match.work import Work, done
from companion.table import disputing
from companion.table.disputes import (
    Decision,
    Dispute,
    DisputeError,
    as_told,
    dump_disputes,
    pack_disputes,
    unpack_disputes,
)
from companion.table.disputes_kept import Taken
from companion.table.disputing import Asked, Sought
from companion.table.hub import Hub
from companion.table.looking import Looking
from companion.table.sharing import Role
from companion.table.store import StoreError
from companion.table.veil import Seen, veil


class Docket:
    """What one device may know and do of disputes.

    Raises (each method that changes or hands over something):
        DisputeError: it cannot be, or `not_allowed` from this device.
        StoreError: it is not there, or could not be kept.
    """

    def __init__(self, hub: Hub, looking: Looking) -> None:
        self._hub = hub
        self._looking = looking

    @property
    def _own(self) -> bool:
        return self._looking.owner

    # Reading

    def all(self, game: str | None = None, match: str | None = None) -> tuple[Dispute, ...]:
        """Those this device may see, the last one opened first; of one game or match if asked."""
        found = (d for d in self._seen() if game in (None, d.game))
        return tuple(d for d in found if match in (None, d.match))

    def _seen(self) -> Iterable[Dispute]:
        everything = self._hub.disputes.all()
        if self._own or not everything:
            return everything
        games = self._games()
        shown = (
            d if self._sees(d) else as_told(d) if d.precedent and d.game in games else None
            for d in everything
        )
        return tuple(d for d in shown if d is not None)

    def _sees(self, dispute: Dispute) -> bool:
        return self._own or (
            dispute.match is not None and self._looking.role(dispute.match) is not None
        )

    def _games(self) -> frozenset[str]:
        """The games at whose tables this device is."""
        try:
            return frozenset(line.game for line in self._looking.matches())
        except StoreError:
            return frozenset()

    def find(self, dispute_id: str) -> Dispute | None:
        """One of those, or None: it is not there, or not for this device."""
        return next((d for d in self._seen() if d.id == dispute_id), None)

    def moment(self, dispute: Dispute) -> Seen | None:
        """The match as it was when the dispute was opened; None where it cannot be looked at."""
        return done(self.recalling(dispute))

    def has_moment(self, dispute: Dispute) -> bool:
        """Whether there is such a match."""
        if dispute.match is None or dispute.seq is None:
            return False
        match = self._open(dispute.match)
        return match is not None and _is_of(dispute, match)

    def is_recalled(self, dispute: Dispute) -> bool:
        """Whether `moment` takes no time."""
        if dispute.match is None or dispute.seq is None:
            return True
        if not self._looking.is_open(dispute.match):
            return False
        match = self._open(dispute.match)
        return match is None or self._hub.recalled.known(match.whole, dispute.seq) is not None

    def recalling(self, dispute: Dispute) -> Work[Seen | None]:
        """As `moment`, with pauses."""
        if dispute.match is None or dispute.seq is None:
            return None
        try:
            match = yield from self._looking.opening(dispute.match)
            if not _is_of(dispute, match):
                return None
            then = yield from self._hub.recalled.recalling(match.whole, dispute.seq)
        except (StoreError, ActaError):
            return None
        # Meanwhile, it may be another one's table.
        now = self._open(dispute.match)
        return veil(then, now.mine) if now else None

    def _open(self, match_id: str) -> Seen | None:
        try:
            return self._looking.open(match_id)
        except (StoreError, ActaError):
            return None

    def precedents(self, sought: Sought) -> tuple[Dispute, ...]:
        """The precedents of this house that fit, the closest first."""
        return disputing.fitting(self._seen(), sought)

    def settled(self, game: str) -> dict[str, Dispute]:
        """By table ruling, the precedent that settles how this house reads it."""
        return disputing.settled(self._seen(), game)

    # Opening and deciding

    def may_open(self, match_id: str | None) -> bool:
        """Whether this device may open a dispute about a match; without one, about the rules."""
        if match_id is None:
            return self._own
        return self._looking.role(match_id) in (Role.HOST, Role.PLAYER)

    def open(self, asked: Asked) -> Dispute:
        """Opens a dispute."""
        if not self.may_open(asked.match):
            raise DisputeError("not_allowed")
        return self._hub.disputes.open(self._named(asked), self._moment_of(asked))

    def _named(self, asked: Asked) -> Asked:
        name = self._looking.name(asked.match) if asked.match else ""
        return replace(asked, by=name or asked.by)

    def _moment_of(self, asked: Asked) -> Match | None:
        if asked.match is None:
            return None
        try:
            match = self._looking.open(asked.match)
            if asked.seq is None:
                return match
            return done(self._hub.recalled.recalling(match.whole, asked.seq))
        except ActaError as error:
            raise StoreError("damaged", asked.match) from error

    def may_decide(self, dispute: Dispute) -> bool:
        """Whether this device may decide it: whoever plays, as long as nobody has."""
        if self._own:
            return True
        role = self._looking.role(dispute.match) if dispute.match else None
        if role is Role.PLAYER:
            return not dispute.decided
        return role is Role.HOST and not dispute.precedent

    @property
    def may_keep(self) -> bool:
        """Whether this device may make precedents of the house, and drop disputes."""
        return self._own

    def decide(self, dispute_id: str, decision: Decision, *, precedent: bool = False) -> Dispute:
        """Decides a dispute; as a precedent, if the house keeps it as one."""
        dispute = self._whole(dispute_id)
        if not self.may_decide(dispute) or (precedent and not self.may_keep):
            raise DisputeError("not_allowed")
        return self._hub.disputes.decide(dispute_id, decision, precedent=precedent)

    def mark(self, dispute_id: str, *, precedent: bool) -> Dispute:
        """Makes a decided dispute a precedent of the house, or one no longer."""
        self._must_keep()
        return self._hub.disputes.mark(dispute_id, precedent=precedent)

    def drop(self, dispute_id: str) -> None:
        """Forgets a dispute."""
        self._must_keep()
        self._hub.disputes.drop(dispute_id)

    def _must_keep(self) -> None:
        if not self.may_keep:
            raise DisputeError("not_allowed")

    def _whole(self, dispute_id: str) -> Dispute:
        """A dispute with everything in it.

        Raises:
            StoreError: `not_found`, also where this device may not see the whole of it.
        """
        found = self._hub.disputes.find(dispute_id)
        if found is None or not self._sees(found):
            raise StoreError("not_found", dispute_id)
        return found

    # To another device and from it

    def export(self, ids: Iterable[str]) -> bytes:
        """Some disputes in their file form, as this device sees them."""
        return dump_disputes(self._these(ids))

    def pack(self, ids: Iterable[str]) -> bytes:
        """As `export`, in the packed form."""
        return pack_disputes(self._these(ids))

    def _these(self, ids: Iterable[str]) -> tuple[Dispute, ...]:
        found = tuple(map(self.find, ids))
        if not found or None in found:
            raise StoreError("not_found")
        return tuple(d for d in found if d is not None)

    def looked_at(self, data: bytes) -> Taken:
        """As `Disputes.looked_at`, at the host's own door."""
        self._must_keep()
        return self._hub.disputes.looked_at(data)

    def take_in(self, data: bytes) -> Taken:
        """Keeps disputes from their file form, at the host's own door."""
        self._must_keep()
        return self._hub.disputes.take_in(data)

    def take_in_packed(self, data: bytes) -> Taken:
        """As `take_in`, from the packed form."""
        self._must_keep()
        return self._hub.disputes.take_in(unpack_disputes(data))


def _is_of(dispute: Dispute, match: Match) -> bool:
    """Whether a dispute was opened about this very match, as far as it is here."""
    return match.game.id == dispute.game and (dispute.seq or 0) <= len(match.entries)
