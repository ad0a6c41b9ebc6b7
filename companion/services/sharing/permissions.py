"""Recording permissions of a device, by its role, its seats and the table's correction policy."""

from collections.abc import Iterator, Mapping
from enum import StrEnum

from companion.kernel.values import Seat
from companion.match.entries import (
    Amended,
    Body,
    Clocked,
    Entry,
    FactsEntered,
    Finished,
    Insert,
    Noted,
    Redone,
    Replace,
    Reported,
    Reseated,
    RulingChanged,
    Started,
    Undone,
)
from companion.match.fold import Match
from companion.services.matches.import_export import Against
from companion.services.matches.match_service import MatchService
from companion.services.privacy import visibility
from companion.services.sharing.shared_tables import Mending, Role, SharedTables, Table
from companion.services.storage.store import StoreError


class AccessScope:
    """Identity of a device, and its resulting access.

    Args:
        tables: the open tables.
        device: the public name of the device (`sharing.device_id`).
        owner: True if it connected through the host's own listener.
        address: its network address, to limit its attempts.
    """

    def __init__(
        self, tables: SharedTables, device: str, *, owner: bool, address: str = ""
    ) -> None:
        self._tables = tables
        self.device = device
        self.owner = owner
        self.address = address

    def role(self, match_id: str) -> Role | None:
        """Return the role of this device in a match; None: it has no access to it."""
        if self.owner:
            return Role.HOST
        table = self._tables.of(match_id)
        member = table.member(self.device) if table.is_open else None
        return member.role if member else None

    def seats(self, match: Match) -> frozenset[Seat]:
        """Return the seats whose hidden holdings this device sees, and for which it reports."""
        table = self._tables.of(match.started.match)
        if self.owner:
            return frozenset(range(len(match.options.players))) - table.taken
        member = table.member(self.device)
        everyone = frozenset(range(len(match.options.players)))
        return everyone & frozenset(member.seats) if member else frozenset()

    def name(self, match_id: str) -> str:
        """Return the name of this device at a table; empty for the host."""
        member = self._tables.of(match_id).member(self.device)
        return member.name if member and not self.owner else ""

    def joined(self) -> tuple[str, ...]:
        """Return the matches whose open table this device has joined."""
        return self._tables.of_member(self.device)

    @property
    def let_in(self) -> bool:
        """Return whether this device is the host's own or has joined a table."""
        return self.owner or bool(self.joined())

    def must_see(self, match_id: str) -> None:
        """Refuse a device that is not at the table.

        Raises:
            StoreError: `not_found`.
        """
        if self.role(match_id) is None:
            raise StoreError("not_found", match_id)

    def must_host(self, match_id: str) -> Table:
        """Return a table of which this device is a host.

        Raises:
            StoreError: `not_found` for any other device.
        """
        if self.role(match_id) is not Role.HOST:
            raise StoreError("not_found", match_id)
        return self._tables.of(match_id)

    def must_own(self) -> None:
        """Refuse every device but the host's own.

        Raises:
            StoreError: `read_only`.
        """
        if not self.owner:
            raise StoreError("read_only")


class ProposalChoice(StrEnum):
    """Option of a device to change a reading."""

    RECORD = "record"
    HOST = "host"
    """Proposal that a host decides."""
    EVERYONE = "everyone"
    """Proposal that every seat is asked about."""


class Permissions:
    """Recording permissions of one device.

    Args:
        access: its access scope.
        tables: the open tables, with their policies of correction.
        matches: every match.
    """

    def __init__(self, access: AccessScope, tables: SharedTables, matches: MatchService) -> None:
        self._access = access
        self._tables = tables
        self._matches = matches

    def way(self, match_id: str, ruling: str, reading: str) -> ProposalChoice | None:
        """Return how this device can change a reading; None: not at all.

        Raises:
            StoreError, ActaError: the match cannot be read.
        """
        role = self._access.role(match_id)
        if role not in (Role.HOST, Role.PLAYER):
            return None
        match = self._matches.open(match_id)
        if visibility.about_hidden(match, ruling, reading):
            return ProposalChoice.EVERYONE
        return ProposalChoice.RECORD if role is Role.HOST else ProposalChoice.HOST

    def may_mend(self, match: Match, entry: Entry | None = None) -> bool:
        """Return whether the policy lets this device undo or correct an entry; None: any at all."""
        role = self._access.role(match.started.match)
        if role is not Role.PLAYER:
            return role is Role.HOST
        mending = self._tables.of(match.started.match).mending
        own = entry is None or entry.device == self._access.device
        return mending is Mending.EVERYONE or (mending is Mending.AUTHOR and own)

    def objection(self, match: Match, body: Body) -> str | None:
        """Return why this device may not record a body, as a code; None: it may."""
        role = self._access.role(match.started.match)
        if role is None or role is Role.SPECTATOR:
            return "spectator"
        if isinstance(body, Reported):
            return self._seat_objection(match, body)
        if isinstance(body, Started | Finished):
            return "spectator"
        if isinstance(body, Reseated) and role is not Role.HOST:
            return "host_mends"
        mends = isinstance(body, Undone | Redone | Amended) and role is not Role.HOST
        objection = self._mending_objection(match, body) if mends else None
        objection = objection or self._rulings_objection(match, body)
        if objection or role is Role.HOST:
            return objection
        told = visibility.foretold(match, body, self._access.seats(match))
        return None if told else "host_sees"

    def _seat_objection(self, match: Match, body: Reported) -> str | None:
        mine, seat = self._access.seats(match), body.action.get("seat")
        if len(mine) == len(match.options.players) or (type(seat) is int and seat in mine):
            return None
        return "not_your_seat"

    def _rulings_objection(self, match: Match, body: Body) -> str | None:
        """Judge each change of a reading within a body like one that stands alone."""
        changes = set(_changed_rulings(match, body, _bodies(match)))
        return next(filter(None, (self._ruling_objection(match, one) for one in changes)), None)

    def _ruling_objection(self, match: Match, body: RulingChanged) -> str | None:
        if len(self._access.seats(match)) == len(match.options.players):
            return None
        way = self.way(match.started.match, body.ruling, body.reading)
        return {ProposalChoice.HOST: "host_rules", ProposalChoice.EVERYONE: "every_seat"}.get(
            way or ProposalChoice.HOST
        )

    def _mending_objection(self, match: Match, body: Body) -> str | None:
        assert isinstance(body, Undone | Redone | Amended)
        mending = self._tables.of(match.started.match).mending
        if mending is Mending.EVERYONE:
            return None
        if mending is Mending.HOST:
            return "host_mends"
        touched = _touched(match, body)
        foreign = any(entry.device != self._access.device for entry in touched)
        inner = [
            edit.body
            for edit in (body.edits if isinstance(body, Amended) else ())
            if isinstance(edit, Insert | Replace)
        ]
        forged = any(
            isinstance(one, Reseated)
            or (isinstance(one, Reported) and self._seat_objection(match, one))
            for one in inner
        )
        return "author_mends" if foreign or forged else None

    def against(self, body: Body | None = None) -> Against | None:
        """Return a permission check of the outcome of a body; None if none is needed.

        Hidden holdings are revealed when every seat agrees, or when those who play come to the end.
        """
        if self._plain(body):
            return None

        def forbids(before: Match, after: Match) -> str | None:
            if len(self._access.seats(before)) == len(before.options.players):
                return None
            if visibility.uncovers(before, after):
                return "every_seat"
            if isinstance(body, FactsEntered) and not self._may_foresee(before, after):
                return "host_sees"
            ends = after.outcome is not None and before.outcome is None and visibility.hides(before)
            brings_back = isinstance(body, Undone | Redone)
            return "host_ends" if ends and not (brings_back or self.may_end(before)) else None

        return forbids

    def _may_foresee(self, before: Match, after: Match) -> bool:
        host = self._access.role(before.started.match) is Role.HOST
        return host or visibility.foreseen(before, after, self._access.seats(before))

    def may_end(self, match: Match) -> bool:
        """Return whether this device may end a match early, which shows what everybody hides."""
        if len(self._access.seats(match)) == len(match.options.players):
            return True
        return not visibility.hides(match) or self._access.role(match.started.match) is Role.HOST

    @staticmethod
    def _plain(body: Body | None) -> bool:
        """Return whether it is a report by the rules, or changes nothing in the state."""
        return isinstance(body, Noted | Clocked) or (
            isinstance(body, Reported) and body.consent is None
        )


def _touched(match: Match, body: Undone | Redone | Amended) -> tuple[Entry, ...]:
    """Return the recorded entries that an undo, a redo or an amendment removes or restores."""
    timeline = match.timeline
    if isinstance(body, Amended):
        targets = {getattr(edit, "target", None) for edit in body.edits}
        return tuple(item.entry for item in timeline.items if item.id in targets)
    steps = timeline.past if isinstance(body, Undone) else timeline.future
    entries = []
    for step in reversed(steps):
        entries.append(step.entry)
        if step.entry.id == body.to:
            break
    return tuple(entries)


def _bodies(match: Match) -> dict[str, Body]:
    """Return every body of a match by its id, in force or not."""
    bodies: dict[str, Body] = {}
    for entry in match.entries:
        bodies[entry.id] = entry.body
        if isinstance(entry.body, Amended):
            bodies |= {edit.id: edit.body for edit in entry.body.edits if isinstance(edit, Insert)}
    return bodies


def _changed_rulings(
    match: Match, body: Body, bodies: Mapping[str, Body]
) -> Iterator[RulingChanged]:
    """Yield the changes of readings that a body makes, takes back or restores."""
    if isinstance(body, RulingChanged):
        yield body
    elif isinstance(body, Amended):
        for edit in body.edits:
            within = (getattr(edit, "body", None), bodies.get(getattr(edit, "target", "")))
            yield from (one for one in within if isinstance(one, RulingChanged))
    elif isinstance(body, Undone | Redone):
        for entry in _touched(match, body):
            yield from _changed_rulings(match, entry.body, bodies)
