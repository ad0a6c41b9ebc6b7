"""Seating as one device sees it: members, seats, and the actions of host and guest."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from companion.kernel.models import revised
from companion.kernel.values import Seat
from companion.match.fold import Match
from companion.services.matches.match_service import MatchService
from companion.services.sharing.permissions import AccessScope
from companion.services.sharing.shared_tables import (
    Member,
    Mending,
    NotJoined,
    Role,
    SeatRequest,
    Seats,
    SharedTables,
    Table,
    new_code,
)
from companion.services.storage.store import StoreError


@dataclass(frozen=True, slots=True)
class TableMember:
    """Device at a table, as the others see it."""

    id: str
    name: str
    role: Role
    seats: tuple[Seat, ...]
    present: bool
    me: bool


@dataclass(frozen=True, slots=True)
class TableNow:
    """Members and seats of a table, as one device sees them."""

    is_open: bool
    code: str
    """Secret of the invitation, for hosts only; else empty."""
    role: Role
    seats: frozenset[Seat]
    """Seats of this device."""
    kept: frozenset[Seat]
    """Seats reserved for the host until the host gives them away."""
    free: frozenset[Seat]
    """Seats that any newcomer may take."""
    people: tuple[TableMember, ...]
    host_present: bool
    mending: Mending
    requests: tuple[SeatRequest, ...] = ()
    """Seats asked for: all of them for hosts, else those of this device."""
    lost: Seats = ()
    """Seats of this device that a host took away."""
    successor: str = ""
    """Match to which the table went on and this guest may follow; else empty."""


class Seating:
    """Actions of a device at open tables, and at its own.

    Args:
        access: what the device may see.
        tables: the open tables.
        matches: every match.
    """

    def __init__(self, access: AccessScope, tables: SharedTables, matches: MatchService) -> None:
        self._access = access
        self._tables = tables
        self._matches = matches

    def arrive(self, match_id: str) -> Callable[[], None]:
        """Register that this device shows a match, until the returned callback is called."""
        if self._access.role(match_id) is None:
            return lambda: None
        return self._tables.arrive(match_id, "" if self._access.owner else self._access.device)

    def table(self, match: Match) -> TableNow:
        """Return who is at the table."""
        match_id = match.started.match
        table, present = self._tables.of(match_id), self._tables.present(match_id)
        role = self._access.role(match_id) or Role.SPECTATOR
        everyone = frozenset(range(len(match.options.players)))
        return TableNow(
            is_open=table.is_open,
            code=table.code if role is Role.HOST else "",
            role=role,
            seats=self._access.seats(match),
            kept=frozenset(table.kept),
            free=everyone - table.taken - frozenset(table.kept),
            people=tuple(
                TableMember(
                    m.id, m.name, m.role, m.seats, m.id in present, m.id == self._access.device
                )
                for m in table.members
            ),
            host_present="" in present,
            mending=table.mending,
            requests=tuple(
                request
                for request in table.requests
                if table.member(request.device)
                and (role is Role.HOST or request.device == self._access.device)
            ),
            lost=me.lost if (me := table.member(self._access.device)) else (),
            successor=self._successor(table),
        )

    def _successor(self, table: Table) -> str:
        """Return where the table went on, if this guest has been taken along."""
        guest = not self._access.owner
        return table.successor if guest and self._access.role(table.successor) else ""

    def open_table(self, match_id: str, kept: Iterable[Seat] = ()) -> None:
        """Open the table to whoever has the invitation; `kept` seats stay with the host."""
        table = self._access.must_host(match_id)
        self._matches.open(match_id)
        code = table.code or new_code()
        self._tables.keep(revised(table, code=code, kept=tuple(sorted(set(kept)))))

    def go_on(self, match_id: str, other: Match) -> None:
        """Take everybody at an open table along to another match, each to the same person."""
        table = self._access.must_host(match_id)
        self._access.must_host(other.started.match)
        if table.is_open:
            before = self._matches.open(match_id).options.players
            self._tables.go_on(match_id, other.started.match, before, other.options.players)

    def close_table(self, match_id: str) -> None:
        """Close the table, so that nobody else sees it. Seating is kept for the next time."""
        self._tables.keep(revised(self._access.must_host(match_id), code=""))

    def renew(self, match_id: str, code: str) -> None:
        """Replace an invitation, which becomes invalid; one that is replaced already stays so."""
        table = self._access.must_host(match_id)
        if table.is_open and table.code == code:
            self._tables.keep(revised(table, code=new_code()))

    def set_mending(self, match_id: str, mending: Mending) -> None:
        """Set whose entries a player may undo or correct."""
        self._tables.keep(revised(self._access.must_host(match_id), mending=mending))

    def give_seat(self, match_id: str, seat: Seat, device: str | None) -> None:
        """Give a seat to a member; None reserves it for the host's own device."""
        table = self._access.must_host(match_id)
        self._known_seat(match_id, seat)
        kept = {*table.kept, seat} if device is None else {*table.kept} - {seat}
        given = table.with_seat(seat, device)
        member = given.member(device or "")
        if member and not member.name:
            name = self._matches.open(match_id).options.players[seat][:40]
            given = given.with_member(revised(member, name=name))
        given = given.without_requests(seat)
        self._tables.keep(revised(given, kept=tuple(sorted(kept))))

    def refuse_seat(self, match_id: str, seat: Seat, device: str) -> None:
        """Leave a seat with its holder, although a member asks for it."""
        self._tables.keep(self._access.must_host(match_id).without_requests(seat, device))

    def free_seat(self, match_id: str, seat: Seat) -> None:
        """Release a seat reserved for the host, so that any newcomer may take it."""
        table = self._access.must_host(match_id)
        self._tables.keep(revised(table, kept=tuple(s for s in table.kept if s != seat)))

    def set_host(self, match_id: str, device: str, host: bool) -> None:
        """Grant or revoke a member's host role at this table."""
        table = self._access.must_host(match_id)
        member = table.member(device)
        if member:
            self._tables.keep(table.with_member(revised(member, host=host)))

    def expel(self, match_id: str, device: str) -> None:
        """Remove a device, and replace the invitation it knows; nothing if it is gone already."""
        table = self._access.must_host(match_id)
        if table.member(device) is None:
            return
        rest = tuple(m for m in table.members if m.id != device)
        code = new_code() if table.is_open else ""
        self._tables.keep(revised(table, members=rest, code=code))

    # Guests

    def join(self, typed: str) -> str | NotJoined:
        """Join a table by an invitation; return the match, or why it failed."""
        return self._tables.join(typed, self._access.device, self._access.address)

    def call_me(self, match_id: str, name: str) -> None:
        """Set the name of this device that the others see."""
        member = self._me(match_id)
        if member:
            clean = " ".join(name.split())[:40]
            self._keep_me(match_id, revised(member, name=clean))

    def sit(self, match_id: str, seat: Seat) -> bool:
        """Take a seat; return whether this device holds it."""
        match, member = self._looked_at(match_id), self._me(match_id)
        if member is None or seat not in {*self.table(match).free, *member.seats}:
            return False
        name = member.name or match.options.players[seat][:40]
        self._keep_me(match_id, revised(member.seated(seat), name=name))
        return True

    def ask_for(self, match_id: str, seat: Seat) -> None:
        """Ask the host for a seat that another device or the host holds.

        A phone that lost its key is a stranger to its own seat: only the host knows who is who.
        """
        match, member = self._looked_at(match_id), self._me(match_id)
        self._known_seat(match_id, seat)
        if member and seat not in {*self.table(match).free, *member.seats}:
            request = SeatRequest(seat=seat, device=member.id)
            self._tables.keep(self._tables.of(match_id).asking(request))

    def withdraw(self, match_id: str, seat: Seat) -> None:
        """Ask for a seat no longer."""
        if self._me(match_id):
            table = self._tables.of(match_id)
            self._tables.keep(table.without_requests(seat, self._access.device))

    def stand_up(self, match_id: str, seat: Seat) -> None:
        """Give up a seat, which becomes free."""
        member = self._me(match_id)
        if member:
            seats = tuple(s for s in member.seats if s != seat)
            self._keep_me(match_id, revised(member, seats=seats, lost=()))

    def leave(self, match_id: str) -> None:
        """Leave the table; an invitation is needed to come back."""
        if self._me(match_id):
            table = self._tables.of(match_id)
            rest = tuple(m for m in table.members if m.id != self._access.device)
            self._tables.keep(revised(table, members=rest))

    def _known_seat(self, match_id: str, seat: Seat) -> None:
        if not 0 <= seat < len(self._matches.open(match_id).options.players):
            raise StoreError("not_found", match_id)

    def _looked_at(self, match_id: str) -> Match:
        self._access.must_see(match_id)
        return self._matches.open(match_id)

    def _me(self, match_id: str) -> Member | None:
        table = self._tables.of(match_id)
        return table.member(self._access.device) if table.is_open else None

    def _keep_me(self, match_id: str, member: Member) -> None:
        self._tables.keep(self._tables.of(match_id).with_member(member))
