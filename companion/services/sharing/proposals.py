"""Proposals to change a reading during a match, pending until those asked agree.

A device that is no host can only propose. A reading that hides or reveals what seats hold needs
every seat: each device agrees for its own, and nothing is recorded before all have.
"""

from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum

from companion.kernel.values import Seat
from companion.match.entries import RulingChanged
from companion.match.errors import ActaError
from companion.match.fold import Match
from companion.match.ids import fresh_id
from companion.match.resumable import Resumable, done
from companion.services.hub import Hub
from companion.services.matches.results import (
    Answer,
    FieldError,
    NotAllowed,
    NotSaved,
    Submission,
    UnreadableInput,
)
from companion.services.privacy import visibility
from companion.services.privacy.redaction import redact_answer
from companion.services.sharing.queries import MatchQueries
from companion.services.sharing.shared_tables import Proposal, Role, Table
from companion.services.storage.store import StoreError

MAX_WAITING = 8
"""Number of pending proposals at one table at most; one more replaces the oldest."""
HOUSE = ""
"""Device id of the host's own device among those who agree."""


class ProposalChoice(StrEnum):
    """Option of a device to change a reading."""

    RECORD = "record"
    HOST = "host"
    """Proposal that a host decides."""
    EVERYONE = "everyone"
    """Proposal that every seat is asked about."""


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
    """Proposed readings, within the access scope of one device."""

    def __init__(self, hub: Hub, looking: MatchQueries) -> None:
        self._hub = hub
        self._looking = looking

    def way(self, match_id: str, ruling: str, reading: str) -> ProposalChoice | None:
        """Return how this device can change a reading; None: not at all.

        Raises:
            StoreError, ActaError: the match cannot be read.
        """
        role = self._looking.role(match_id)
        if role not in (Role.HOST, Role.PLAYER):
            return None
        match = self._hub.open(match_id)
        if visibility.about_hidden(match, ruling, reading):
            return ProposalChoice.EVERYONE
        return ProposalChoice.RECORD if role is Role.HOST else ProposalChoice.HOST

    def waiting(self, match_id: str) -> tuple[PendingProposal, ...]:
        """Return the undecided proposals of a table."""
        if self._looking.role(match_id) is None:
            return ()
        try:
            match = self._hub.open(match_id)
        except (StoreError, ActaError):
            return ()
        table = self._hub.tables.of(match_id)
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
            match = self._looking.open(match_id).whole
            way = self.way(match_id, ruling, reading)
        except StoreError as error:
            return NotSaved(error.code)
        except ActaError:
            return NotSaved("damaged")
        if way is None:
            return NotAllowed(self._looking.open(match_id), "spectator")
        if not self._hub.catalog(match.game.id).has_reading(ruling, reading):
            return UnreadableInput(match, (FieldError(ruling, "unknown_ruling"),))
        own = self._looking.seats(match)
        name = (self._looking.name(match_id) or by)[:80]
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

    def agree(self, match_id: str, proposal_id: str) -> Answer | Proposed:
        """Agree for every seat of this device, or as a host.

        A proposal with all votes is recorded.
        """
        return done(self.agreeing(match_id, proposal_id))

    def agreeing(self, match_id: str, proposal_id: str) -> Resumable[Answer | Proposed]:
        """Run `agree` as resumable work."""
        pending = next((w for w in self.waiting(match_id) if w.proposal.id == proposal_id), None)
        if pending is None:
            return NotSaved("not_found")
        if not pending.may_agree:
            return NotAllowed(self._looking.open(match_id), "not_asked")
        match = self._hub.open(match_id)
        if pending.way is not ProposalChoice.EVERYONE:
            return (yield from self._recording(match, pending.proposal))
        own = tuple((seat, self._device) for seat in self._looking.seats(match))
        others = tuple(pair for pair in pending.proposal.agreed if pair not in own)
        agreed = pending.proposal.model_copy(update={"agreed": (*others, *own)})
        return (yield from self._putting(match, agreed))

    def drop(self, match_id: str, proposal_id: str) -> None:
        """Withdraw a proposal: open to those asked, a host, and the proposer.

        Raises:
            StoreError: `not_found`, or it could not be saved.
        """
        pending = next((w for w in self.waiting(match_id) if w.proposal.id == proposal_id), None)
        if pending is None or not pending.may_drop:
            raise StoreError("not_found", match_id)
        self._without(match_id, proposal_id)

    # Helpers

    @property
    def _device(self) -> str:
        return HOUSE if self._looking.owner else self._looking.device

    def _putting(self, match: Match, proposal: Proposal) -> Resumable[Answer | Proposed]:
        """Save a proposal, or record it if nobody is left to ask."""
        match_id = match.started.match
        table = self._hub.tables.of(match_id)
        about = visibility.about_hidden(match, proposal.ruling, proposal.reading)
        if about and not _missing(match, table, proposal):
            return (yield from self._recording(match, proposal))
        others = [p for p in table.proposals if p.id != proposal.id and self._stands(match, p)]
        others = [p for p in others if (p.ruling, p.reading) != (proposal.ruling, proposal.reading)]
        kept = (*others[-(MAX_WAITING - 1) :], proposal)
        try:
            self._hub.tables.keep(table.model_copy(update={"proposals": kept}))
        except StoreError as error:
            return NotSaved(error.code)
        return Proposed(self._looking.open(match_id))

    def _recording(self, match: Match, proposal: Proposal) -> Resumable[Answer]:
        """Record a proposal in its proposer's name; the same proposal is recorded once."""
        match_id = match.started.match
        answer = yield from self._hub.submitting(
            match_id,
            Submission(
                id=proposal.id,
                body=RulingChanged(ruling=proposal.ruling, reading=proposal.reading),
                author=proposal.name,
                device=proposal.device or self._looking.device,
            ),
        )
        if self._hub.open(match_id).state.rulings.get(proposal.ruling) == proposal.reading:
            # The reading is in force, so the proposal is settled. Drop it; if it cannot be dropped
            # here, ignore that.
            with suppress(StoreError):
                self._without(match_id, proposal.id)
        return redact_answer(answer, self._looking.open(match_id))

    def _without(self, match_id: str, proposal_id: str) -> None:
        table = self._hub.tables.of(match_id)
        rest = tuple(p for p in table.proposals if p.id != proposal_id)
        if rest != table.proposals:
            self._hub.tables.keep(table.model_copy(update={"proposals": rest}))

    def _stands(self, match: Match, proposal: Proposal) -> bool:
        """Return whether it is still undecided, and its proposer still sits at the table."""
        if match.outcome is not None or proposal.id in match.ids:
            return False
        member = self._hub.tables.of(match.started.match).member(proposal.device)
        here = proposal.device == HOUSE or (
            member is not None and member.role is not Role.SPECTATOR
        )
        in_force = match.state.rulings.get(proposal.ruling)
        return here and in_force not in (None, proposal.reading)

    def _pending_proposal(self, match: Match, table: Table, proposal: Proposal) -> PendingProposal:
        own, role = self._looking.seats(match), self._looking.role(match.started.match)
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
