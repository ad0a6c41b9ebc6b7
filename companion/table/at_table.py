"""The table as one device sees it: who is there, who sits where, and what a host or guest does."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from companion.kernel.values import Seat
from companion.match.fold import Match
from companion.table.reach import Reach
from companion.table.sharing import Member, Mending, NotJoined, Role, new_code


@dataclass(frozen=True, slots=True)
class Person:
    """One device at a table, as the others see it."""

    id: str
    name: str
    role: Role
    seats: tuple[Seat, ...]
    present: bool
    me: bool


@dataclass(frozen=True, slots=True)
class TableNow:
    """Who is at a table, as one device sees it."""

    is_open: bool
    code: str
    """The secret of the invitation, for hosts alone; else empty."""
    role: Role
    seats: frozenset[Seat]
    """The seats of this device."""
    kept: frozenset[Seat]
    """The seats that stay with the host until the host gives them away."""
    free: frozenset[Seat]
    """The seats that whoever comes may take."""
    people: tuple[Person, ...]
    host_present: bool
    mending: Mending


class AtTable(Reach):
    """What a device does at tables that are open, and with its own."""

    def arrive(self, match_id: str) -> Callable[[], None]:
        """Says that this device has a match on its screen, until what is returned is called."""
        if self.role(match_id) is None:
            return lambda: None
        return self._tables.arrive(match_id, "" if self.owner else self.device)

    def table(self, match: Match) -> TableNow:
        """Who is at the table."""
        match_id = match.started.match
        table, present = self._tables.of(match_id), self._tables.present(match_id)
        role = self.role(match_id) or Role.SPECTATOR
        everyone = frozenset(range(len(match.options.players)))
        return TableNow(
            is_open=table.is_open,
            code=table.code if role is Role.HOST else "",
            role=role,
            seats=self.seats(match),
            kept=frozenset(table.kept),
            free=everyone - table.taken - frozenset(table.kept),
            people=tuple(
                Person(m.id, m.name, m.role, m.seats, m.id in present, m.id == self.device)
                for m in table.members
            ),
            host_present="" in present,
            mending=table.mending,
        )

    def open_table(self, match_id: str, kept: Iterable[Seat] = ()) -> None:
        """Opens the table to whoever has the invitation; these seats stay with the host."""
        table = self._hosted(match_id)
        self._hub.open(match_id)
        code = table.code or new_code()
        self._tables.keep(table.model_copy(update={"code": code, "kept": tuple(sorted(set(kept)))}))

    def close_table(self, match_id: str) -> None:
        """Closes the table: nobody else sees it. Who sat where is kept for the next time."""
        self._tables.keep(self._hosted(match_id).model_copy(update={"code": ""}))

    def renew(self, match_id: str) -> None:
        """Makes a new invitation; the one before it is worth nothing from now on."""
        table = self._hosted(match_id)
        if table.is_open:
            self._tables.keep(table.model_copy(update={"code": new_code()}))

    def set_mending(self, match_id: str, mending: Mending) -> None:
        """Settles whose entries a player may undo or correct."""
        self._tables.keep(self._hosted(match_id).model_copy(update={"mending": mending}))

    def give_seat(self, match_id: str, seat: Seat, device: str | None) -> None:
        """Gives a seat to a member; None takes it back to the host's own device, and keeps it."""
        table = self._hosted(match_id)
        self._known_seat(match_id, seat)
        kept = {*table.kept, seat} if device is None else {*table.kept} - {seat}
        given = table.with_seat(seat, device)
        self._tables.keep(given.model_copy(update={"kept": tuple(sorted(kept))}))

    def free_seat(self, match_id: str, seat: Seat) -> None:
        """Lets whoever comes take a seat that the host had kept."""
        table = self._hosted(match_id)
        self._tables.keep(
            table.model_copy(update={"kept": tuple(s for s in table.kept if s != seat)})
        )

    def set_host(self, match_id: str, device: str, host: bool) -> None:
        """Lets a member do what the host does at this table, or no longer."""
        table = self._hosted(match_id)
        member = table.member(device)
        if member:
            self._tables.keep(table.with_member(member.model_copy(update={"host": host})))

    def expel(self, match_id: str, device: str) -> None:
        """Sends a device away; the invitation it knows is replaced by a new one."""
        table = self._hosted(match_id)
        rest = tuple(m for m in table.members if m.id != device)
        code = new_code() if table.is_open else ""
        self._tables.keep(table.model_copy(update={"members": rest, "code": code}))

    # A guest

    def join(self, typed: str) -> str | NotJoined:
        """Comes in by an invitation: the match, or why not."""
        return self._tables.join(typed, self.device, self._address)

    def my_tables(self) -> tuple[str, ...]:
        """The matches whose open table this device was let in to."""
        return self._tables.of_member(self.device)

    def call_me(self, match_id: str, name: str) -> None:
        """Gives this device a name that the others see."""
        member = self._me(match_id)
        if member:
            clean = " ".join(name.split())[:40]
            self._keep_me(match_id, member.model_copy(update={"name": clean}))

    def sit(self, match_id: str, seat: Seat) -> bool:
        """Takes a free seat; whether it was free."""
        match, member = self._looked_at(match_id), self._me(match_id)
        if member is None or seat not in self.table(match).free:
            return False
        name = member.name or match.options.players[seat][:40]
        seated = member.model_copy(
            update={"seats": tuple(sorted({*member.seats, seat})), "name": name}
        )
        self._keep_me(match_id, seated)
        return True

    def stand_up(self, match_id: str, seat: Seat) -> None:
        """Leaves a seat: it is free again."""
        member = self._me(match_id)
        if member:
            seats = tuple(s for s in member.seats if s != seat)
            self._keep_me(match_id, member.model_copy(update={"seats": seats}))

    def leave(self, match_id: str) -> None:
        """Leaves the table; coming back takes an invitation."""
        if self._me(match_id):
            table = self._tables.of(match_id)
            rest = tuple(m for m in table.members if m.id != self.device)
            self._tables.keep(table.model_copy(update={"members": rest}))

    def _looked_at(self, match_id: str) -> Match:
        self._must_see(match_id)
        return self._hub.open(match_id)

    def _me(self, match_id: str) -> Member | None:
        table = self._tables.of(match_id)
        return table.member(self.device) if table.is_open else None

    def _keep_me(self, match_id: str, member: Member) -> None:
        self._tables.keep(self._tables.of(match_id).with_member(member))
