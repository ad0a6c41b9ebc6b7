"""Client of one device: everything for the host, else what its tables allow.

Screens use only a `Client`: what a device may not see does not exist for it.
"""

from contextlib import suppress
from dataclasses import replace

from companion.kernel.refusal import Refusal
from companion.match import acta_codec, acta_file
from companion.match.entries import Started
from companion.match.errors import ActaError
from companion.match.fold import Match
from companion.match.resumable import Resumable, done
from companion.services.boxes.offers import BoxOffers
from companion.services.disputes.service import DisputeService
from companion.services.host_only import MAX_SITE, SITE, HostOnly
from companion.services.hub import Hub
from companion.services.matches.results import (
    Answer,
    ImportResult,
    NewMatch,
    NotAllowed,
    NotImported,
    NotSaved,
    Submission,
    Unplayable,
    UnreadableInput,
)
from companion.services.sharing.permissions import Permissions
from companion.services.sharing.proposals import Proposals
from companion.services.sharing.queries import MatchQueries
from companion.services.sharing.seating import Seating, TableMember, TableNow
from companion.services.sharing.shared_tables import Mending, Role
from companion.services.storage.store import StoreError

__all__ = ["MAX_SITE", "SITE", "Client", "TableMember", "TableNow"]


class Client(MatchQueries, Seating, HostOnly):
    """Services of the hub, within the access scope of one device.

    Args:
        hub: every match.
        device: the public name of the device (`sharing.device_id`).
        owner: True if it connected through the host's own listener.
        address: its network address, to limit its attempts.
    """

    def __init__(self, hub: Hub, device: str, *, owner: bool, address: str = "") -> None:
        super().__init__(hub, device, owner=owner, address=address)
        self.disputes = DisputeService(hub, self)
        self.keeping = BoxOffers(hub, owner=owner)
        self.proposals = Proposals(hub, self)
        self._permits = Permissions(self, self._mending, self.proposals.way)

    # Recording

    def create(self, new: NewMatch) -> Match | Refusal | UnreadableInput | Unplayable | NotSaved:
        """Delegate to `Hub.create`; host only."""
        if not self.owner:
            return NotSaved("read_only")
        made = self._hub.create(replace(new, device=self.device))
        # Nobody holds a secret in a match that has not begun: its data were typed on this device.
        return self._redacted(made) if isinstance(made, Match) else made

    def submit(self, match_id: str, submission: Submission) -> Answer:
        """Delegate to `Hub.submit`, if this device has the permission."""
        return done(self.submitting(match_id, submission))

    def submitting(self, match_id: str, submission: Submission) -> Resumable[Answer]:
        """Run `submit` as resumable work."""
        try:
            match = self.open(match_id)
        except StoreError as error:
            return NotSaved(error.code)
        except ActaError:
            return NotSaved("damaged")
        problem = self._permits.objection(match, submission.body)
        if problem:
            return NotAllowed(match, problem)
        name = self.name(match_id) or submission.author
        sent = replace(submission, device=self.device, author=name[:80])
        forbids = self._permits.against(match_id, sent.body)

        def against(before: Match, after: Match) -> str | None:
            # Check again after each pause: permissions may have changed, and so may the match.
            objection = self._permits.objection(before, sent.body)
            return objection or (forbids(before, after) if forbids else None)

        return self._redacted_answer((yield from self._hub.submitting(match_id, sent, against)))

    def _mending(self, match_id: str) -> Mending:
        return self._tables.of(match_id).mending

    def rename(self, match_id: str, title: str) -> Match:
        """Delegate to `Hub.rename`; hosts of the table only."""
        self._must_host(match_id)
        return self._redacted(self._hub.rename(match_id, title))

    # Host only

    def import_acta(
        self, data: bytes, *, as_copy: bool = False, partial: bool = False, look: bool = False
    ) -> ImportResult:
        """Delegate to `Hub.import_acta`; host only.

        Another host of a table may import the match of that table again, and nothing else.
        """
        try:
            if not self.owner and (as_copy or not self._brings_back(data)):
                return NotImported("import.not_allowed")
        except ActaError as error:
            return NotImported(f"acta.{error.code}", error.params)
        started = None if self.owner else self._header(data)
        against = self._permits.against(started.match) if started else None
        result = self._hub.import_acta(
            data, as_copy=as_copy, partial=partial, look=look, against=against
        )
        return self._redacted_answer(result)

    def import_packed(
        self, data: bytes, *, as_copy: bool = False, partial: bool = False, look: bool = False
    ) -> ImportResult:
        """Import a match from the packed form; see `import_acta`."""
        if not self._may_bring():
            return NotImported("import.not_allowed")
        try:
            acta = acta_codec.unpack(data)
            return self.import_acta(acta, as_copy=as_copy, partial=partial, look=look)
        except ActaError as error:
            return NotImported(f"acta.{error.code}", error.params)

    def reading(self, data: bytes, *, packed: bool = False) -> Resumable[None]:
        """Delegate to `Hub.reading`, for data that this device could import."""
        with suppress(ActaError):
            if self.owner or (self._may_bring() and (packed or self._brings_back(data))):
                yield from self._hub.reading(data, packed=packed)

    def _may_bring(self) -> bool:
        return self.owner or any(self.role(table) is Role.HOST for table in self.my_tables())

    def _brings_back(self, data: bytes) -> bool:
        """Return whether the data is a match at whose table this device is a host.

        For other devices it is not even parsed, as that may take long.
        """
        header = self._header(data) if self._may_bring() else None
        return header is not None and self.role(header.match) is Role.HOST

    @staticmethod
    def _header(data: bytes) -> Started | None:
        entry = acta_file.header(data)
        return entry.body if entry and isinstance(entry.body, Started) else None
