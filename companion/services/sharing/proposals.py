"""Proposals to change a reading during a match, pending until those asked agree.

A device that is no host can only propose. A reading that hides or reveals what seats hold needs
every seat: each device agrees for its own, and nothing is recorded before all have.
"""

from contextlib import suppress
from dataclasses import dataclass

from companion.kernel.models import revised
from companion.kernel.values import Seat
from companion.match.entries import ActaError, RulingChanged, fresh_id
from companion.match.files.acta_reader import Catalogs
from companion.match.fold import Match
from companion.match.resumable import Resumable, done
from companion.services.matches.match_service import MatchService
from companion.services.matches.results import (
    AlreadyRecorded,
    Answer,
    FieldError,
    NotAllowed,
    NotSaved,
    Submission,
    UnreadableInput,
)
from companion.services.privacy import visibility
from companion.services.privacy.redaction import redact_answer
from companion.services.sharing.permissions import AccessScope, Permissions, ProposalChoice
from companion.services.sharing.scoped_matches import ScopedMatches
from companion.services.sharing.shared_tables import Proposal, Role, SharedTables, Table
from companion.services.storage.store import StoreError

MAX_WAITING = 8
"""Number of pending proposals at one table at most; one more replaces the oldest."""
HOUSE = ""
"""Device id of the host's own device among those who agree."""


@dataclass(frozen=True, slots=True)
class Proposed:
    """Result: the proposal is pending until the others agree."""

    match: Match


@dataclass(frozen=True, slots=True)
class PendingProposal:
    """Pending proposal as one device sees it."""

    proposal: Proposal
    way: ProposalChoice
    missing: tuple[Seat, ...]
    """Seats that have not agreed; none where a host decides."""
    mine: tuple[Seat, ...]
    """Missing seats that this device answers for."""
    may_agree: bool
    may_drop: bool


class Proposals:
    """Proposed readings, within the access scope of one device.

    Args:
        access: what the device may see.
        permissions: what it may record.
        scoped: its matches.
        matches: every match.
        tables: the open tables, which keep the proposals.
        catalog: returns the printed values and rulings of a game.
    """

    def __init__(
        self,
        access: AccessScope,
        permissions: Permissions,
        scoped: ScopedMatches,
        matches: MatchService,
        tables: SharedTables,
        catalog: Catalogs,
    ) -> None:
        self._access = access
        self._permissions = permissions
        self._scoped = scoped
        self._matches = matches
        self._tables = tables
        self._catalog = catalog

    def waiting(self, match_id: str) -> tuple[PendingProposal, ...]:
        """Return the undecided proposals of a table."""
        if self._access.role(match_id) is None:
            return ()
        try:
            match = self._matches.open(match_id)
        except (StoreError, ActaError):
            return ()
        table = self._tables.of(match_id)
        return tuple(
            self._pending_proposal(match, table, one)
            for one in table.proposals
            if self._stands(match, one)
        )

    def propose(self, match_id: str, ruling: str, reading: str, by: str = "") -> Answer | Proposed:
        """Propose another reading; a device with one seat thereby agrees to it.

        Args:
            match_id: of the match.
            ruling: whose reading is to change.
            reading: the new one.
            by: the proposer, where the table has no name for this device.
        """
        try:
            match = self._scoped.open(match_id).whole
            way = self._permissions.way(match_id, ruling, reading)
        except StoreError as error:
            return NotSaved(error.code)
        except ActaError:
            return NotSaved("damaged")
        if way is None:
            return NotAllowed(self._scoped.open(match_id), "spectator")
        if not self._catalog(match.game.id).has_reading(ruling, reading):
            return UnreadableInput(match, (FieldError(ruling, "unknown_ruling"),))
        if any(self._is_mine(one.proposal, ruling, reading) for one in self.waiting(match_id)):
            return Proposed(self._scoped.open(match_id))
        own = self._access.seats(match)
        name = (self._access.name(match_id) or by)[:80]
        agreed = tuple((seat, self._device) for seat in own) if len(own) == 1 else ()
        made = Proposal(
            id=fresh_id(),
            ruling=ruling,
            reading=reading,
            device=self._device,
            name=name,
            agreed=agreed,
        )
        return done(self._putting(match, made))

    def agree(self, match_id: str, proposal_id: str) -> Resumable[Answer | Proposed]:
        """Agree for every seat of this device, or as a host.

        A proposal with all votes is recorded.
        """
        pending = next((w for w in self.waiting(match_id) if w.proposal.id == proposal_id), None)
        if pending is None:
            return self._settled(match_id, proposal_id)
        if not pending.may_agree:
            return NotAllowed(self._scoped.open(match_id), "not_asked")
        match = self._matches.open(match_id)
        if pending.way is not ProposalChoice.EVERYONE:
            return (yield from self._recording(match, pending.proposal))
        own = tuple((seat, self._device) for seat in self._access.seats(match))
        others = tuple(pair for pair in pending.proposal.agreed if pair not in own)
        agreed = revised(pending.proposal, agreed=(*others, *own))
        return (yield from self._putting(match, agreed))

    def drop(self, match_id: str, proposal_id: str) -> None:
        """Withdraw a proposal, if it waits: open to those asked, a host, and the proposer.

        Raises:
            StoreError: `not_found`, or it could not be saved.
        """
        pending = next((w for w in self.waiting(match_id) if w.proposal.id == proposal_id), None)
        self._access.must_see(match_id)
        if pending is None:
            return
        if not pending.may_drop:
            raise StoreError("not_found", match_id)
        self._without(match_id, proposal_id)

    # Helpers

    def _is_mine(self, one: Proposal, ruling: str, reading: str) -> bool:
        return (one.device, one.ruling, one.reading) == (self._device, ruling, reading)

    def _settled(self, match_id: str, proposal_id: str) -> AlreadyRecorded | NotSaved:
        """Return what a device is told of a proposal that no longer waits."""
        if self._access.role(match_id) is not None:
            match = self._scoped.open(match_id)
            if proposal_id in match.ids:
                return AlreadyRecorded(match)
        return NotSaved("not_found")

    @property
    def _device(self) -> str:
        return HOUSE if self._access.owner else self._access.device

    def _putting(self, match: Match, proposal: Proposal) -> Resumable[Answer | Proposed]:
        """Save a proposal, or record it if nobody is left to ask."""
        match_id = match.started.match
        table = self._tables.of(match_id)
        about = visibility.about_hidden(match, proposal.ruling, proposal.reading)
        if about and not _missing(match, table, proposal):
            return (yield from self._recording(match, proposal))
        others = [p for p in table.proposals if p.id != proposal.id and self._stands(match, p)]
        others = [p for p in others if (p.ruling, p.reading) != (proposal.ruling, proposal.reading)]
        kept = (*others[-(MAX_WAITING - 1) :], proposal)
        try:
            self._tables.keep(revised(table, proposals=kept))
        except StoreError as error:
            return NotSaved(error.code)
        return Proposed(self._scoped.open(match_id))

    def _recording(self, match: Match, proposal: Proposal) -> Resumable[Answer]:
        """Record a proposal in its proposer's name; the same proposal is recorded once."""
        match_id = match.started.match
        answer = yield from self._matches.submit(
            match_id,
            Submission(
                id=proposal.id,
                body=RulingChanged(ruling=proposal.ruling, reading=proposal.reading),
                author=proposal.name,
                device=proposal.device or self._access.device,
            ),
        )
        if self._matches.open(match_id).state.rulings.get(proposal.ruling) == proposal.reading:
            # The reading is in force, so the proposal is settled. Drop it; if it cannot be dropped
            # here, ignore that.
            with suppress(StoreError):
                self._without(match_id, proposal.id)
        return redact_answer(answer, self._scoped.open(match_id))

    def _without(self, match_id: str, proposal_id: str) -> None:
        table = self._tables.of(match_id)
        rest = tuple(p for p in table.proposals if p.id != proposal_id)
        if rest != table.proposals:
            self._tables.keep(revised(table, proposals=rest))

    def _stands(self, match: Match, proposal: Proposal) -> bool:
        """Return whether it is still undecided, and its proposer still sits at the table."""
        if match.outcome is not None or proposal.id in match.ids:
            return False
        member = self._tables.of(match.started.match).member(proposal.device)
        here = proposal.device == HOUSE or (
            member is not None and member.role is not Role.SPECTATOR
        )
        in_force = match.state.rulings.get(proposal.ruling)
        return here and in_force not in (None, proposal.reading)

    def _pending_proposal(self, match: Match, table: Table, proposal: Proposal) -> PendingProposal:
        own, role = self._access.seats(match), self._access.role(match.started.match)
        host = role is Role.HOST
        everyone = visibility.about_hidden(match, proposal.ruling, proposal.reading)
        missing = _missing(match, table, proposal) if everyone else ()
        mine = tuple(seat for seat in missing if seat in own)
        may = bool(mine) if everyone else host
        return PendingProposal(
            proposal=proposal,
            way=ProposalChoice.EVERYONE if everyone else ProposalChoice.HOST,
            missing=missing,
            mine=mine,
            may_agree=may,
            may_drop=host or (everyone and bool(own)) or proposal.device == self._device,
        )


def _missing(match: Match, table: Table, proposal: Proposal) -> tuple[Seat, ...]:
    """Return the seats whose current device has not agreed."""
    holder = {seat: member.id for member in table.members for seat in member.seats}
    agreed = set(proposal.agreed)
    seats = range(len(match.options.players))
    return tuple(seat for seat in seats if (seat, holder.get(seat, HOUSE)) not in agreed)
