"""Tables shared with other devices: invitation, seating, and correction policy."""

import hmac
import logging
import secrets
import time
from collections import Counter, OrderedDict, deque
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from hashlib import blake2s
from typing import Annotated, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError
from pydantic_core import from_json

from companion.kernel.models import ONE_LINE, revised
from companion.kernel.values import Seat
from companion.services.storage.store import ASIDE, Store, StoreError

log = logging.getLogger(__name__)

SETTING = "shared_tables"
_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's base 32: no letter that is mistaken for a digit."""
_LOOKS_LIKE = str.maketrans({"O": "0", "I": "1", "L": "1"})
_LETTERS, _GROUP = 12, 4

TRIES, ADDRESSES, WINDOW = 10, 1024, 60.0
"""Attempts per address, number of tracked addresses, and seconds in which both count.

Every attempt counts, right code or wrong, for its own address only, so nobody uses up those of
another one. The code has 60 bits: ten thousand attempts a minute would take a hundred million
years.
"""
MEMBERS = 64
"""Number of devices that one table admits."""


class Role(StrEnum):
    """Role of a device at a table."""

    HOST = "host"
    PLAYER = "player"
    SPECTATOR = "spectator"


class Mending(StrEnum):
    """Correction policy: whose entries a player may undo or correct; the host always may."""

    EVERYONE = "everyone"
    AUTHOR = "author"
    """Policy: each device corrects its own entries."""
    HOST = "host"


Seats: TypeAlias = Annotated[tuple[Annotated[Seat, Field(ge=0, lt=20)], ...], Field(max_length=20)]


class Member(BaseModel):
    """Device that joined a table."""

    model_config = ConfigDict(frozen=True)

    id: str
    name: Annotated[str, Field(max_length=40), ONE_LINE] = ""
    host: bool = False
    seats: Seats = ()
    lost: Seats = ()
    """Seats that a host took away, until the device holds one again."""

    @property
    def role(self) -> Role:
        """Return the role of this member."""
        if self.host:
            return Role.HOST
        return Role.PLAYER if self.seats else Role.SPECTATOR

    def seated(self, seat: Seat) -> "Member":
        """Return the member with one more seat."""
        return revised(self, seats=tuple(sorted({*self.seats, seat})), lost=())

    def deprived(self, seat: Seat) -> "Member":
        """Return the member without a seat that a host took away."""
        left = tuple(other for other in self.seats if other != seat)
        return revised(self, seats=left, lost=tuple(sorted({*self.lost, seat})))


class Proposal(BaseModel):
    """Proposed reading, pending until it is agreed to."""

    model_config = ConfigDict(frozen=True)

    id: str
    ruling: Annotated[str, Field(max_length=80)]
    reading: Annotated[str, Field(max_length=80)]
    device: str
    """Device of the proposer; empty for the host's own."""
    name: Annotated[str, Field(max_length=80), ONE_LINE] = ""
    agreed: tuple[tuple[Seat, str], ...] = ()
    """Seats that agreed, each with the device that answered for it."""


class SeatRequest(BaseModel):
    """Seat that a member asks for, because another device or the host holds it."""

    model_config = ConfigDict(frozen=True)

    seat: Annotated[Seat, Field(ge=0, lt=20)]
    device: str


class Table(BaseModel):
    """Stored state of one table, so that a restart restores members and seats."""

    model_config = ConfigDict(frozen=True)

    match: str
    code: str = ""
    """Secret of the invitation; empty while the table is closed."""
    kept: Seats = ()
    """Seats that only the host may give away."""
    members: tuple[Member, ...] = ()
    mending: Mending = Mending.EVERYONE
    proposals: tuple[Proposal, ...] = ()
    requests: tuple[SeatRequest, ...] = ()
    """Seats that members ask the host for, latest last."""
    successor: str = ""
    """Match that the table went on to; empty if it has not."""

    @property
    def is_open(self) -> bool:
        """Return whether others may join."""
        return bool(self.code)

    def member(self, device: str) -> Member | None:
        """Return the member with that device id, or None."""
        return next((m for m in self.members if m.id == device), None)

    @property
    def taken(self) -> frozenset[Seat]:
        """Return the seats held by devices other than the host's."""
        return frozenset(seat for member in self.members for seat in member.seats)

    def with_member(self, member: Member) -> "Table":
        """Return the table with a member added or replaced."""
        others = tuple(m for m in self.members if m.id != member.id)
        same = [i for i, m in enumerate(self.members) if m.id == member.id]
        at = same[0] if same else len(others)
        return revised(self, members=(*others[:at], member, *others[at:]))

    def after_moves(self, moves: Mapping[Seat, Seat]) -> "Table":
        """Return the table with each device at the new seat of its person, if it has one."""

        def there(seats: Seats) -> Seats:
            return tuple(sorted(moves[seat] for seat in seats if seat in moves))

        members = tuple(
            revised(one, seats=there(one.seats), lost=there(one.lost)) for one in self.members
        )
        requests = tuple(
            revised(one, seat=moves[one.seat]) for one in self.requests if one.seat in moves
        )
        return revised(self, members=members, kept=there(self.kept), requests=requests)

    def asking(self, request: SeatRequest) -> "Table":
        """Return the table with a member's request, in place of its earlier ones."""
        others = (one for one in self.requests if one.device != request.device)
        return revised(self, requests=(*others, request))

    def without_requests(self, seat: Seat, device: str | None = None) -> "Table":
        """Return the table without the requests for a seat; only those of a device if given."""
        rest = (r for r in self.requests if r.seat != seat or device not in (None, r.device))
        return revised(self, requests=tuple(rest))

    def with_seat(self, seat: Seat, device: str | None) -> "Table":
        """Return the table with a seat given to one member, or back to the host (None)."""
        members = tuple(
            member.seated(seat)
            if member.id == device
            else member.deprived(seat)
            if seat in member.seats
            else member
            for member in self.members
        )
        return revised(self, members=members)


_TABLES: TypeAdapter[tuple[Table, ...]] = TypeAdapter(tuple[Table, ...])


def device_id(key: str) -> str:
    """Derive the public id of a device from its secret key."""
    return blake2s(key.encode(), digest_size=10).hexdigest()


def new_code() -> str:
    """Create an invitation secret: 60 random bits, fit to be read aloud."""
    letters = "".join(secrets.choice(_ALPHABET) for _ in range(_LETTERS))
    return "-".join(letters[n : n + _GROUP] for n in range(0, _LETTERS, _GROUP))


def read_code(typed: str) -> str:
    """Normalise a typed code: ignore case, dashes and look-alike letters."""
    letters = "".join(c for c in typed[:64].upper().translate(_LOOKS_LIKE) if c in _ALPHABET)
    return "-".join(letters[n : n + _GROUP] for n in range(0, len(letters), _GROUP))


class Attempts:
    """Rate limiter per address for attempts to join; excess ones are rejected unchecked.

    Args:
        clock: monotonic, in seconds.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._by: OrderedDict[str, deque[float]] = OrderedDict()
        """Attempts by address; the latest address is last."""

    def one_more(self, address: str) -> bool:
        """Count one more attempt from an address; return False if it is over the limit.

        An address is evicted only once its attempts have expired, so a crowd of addresses gains
        nothing.
        """
        now = self._clock()
        while self._by and now - next(iter(self._by.values()))[-1] > WINDOW:
            self._by.popitem(last=False)
        mine = self._by.get(address, deque())
        while mine and now - mine[0] > WINDOW:
            mine.popleft()
        if len(mine) >= TRIES or (not mine and len(self._by) >= ADDRESSES):
            return False
        mine.append(now)
        self._by[address] = mine
        self._by.move_to_end(address)
        return True


@dataclass(frozen=True, slots=True)
class NotJoined:
    """Result: nobody joined. `wrong` (whatever the reason), `too_many_tries` or `full`."""

    code: str


class SharedTables:
    """Repository of the shared tables, stored as one document.

    Raises (each method that changes something):
        StoreError: it could not be saved; then nothing has changed.
    """

    def __init__(
        self,
        store: Store,
        notify: Callable[[str], None],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._store = store
        self._notify = notify
        self._attempts = Attempts(clock)
        kept = store.setting(SETTING)
        loaded = _read(kept)
        self._tables = {table.match: table for table in loaded.tables}
        self.set_aside = not loaded.whole
        """True if stored tables could not be read; those are closed."""
        if kept and self.set_aside:
            self._put_aside(kept)
        self._present: dict[str, Counter[str]] = {}

    def _put_aside(self, kept: str) -> None:
        log.warning("open tables cannot be read: they are closed, and what was kept is set aside")
        try:
            self._store.set_setting(f"{SETTING}{ASIDE}", kept)
        except StoreError:
            log.warning("it could not be set aside")

    def of(self, match_id: str) -> Table:
        """Return the table of a match; a closed one without members if it never was open."""
        return self._tables.get(match_id) or Table(match=match_id)

    def open_ones(self) -> tuple[Table, ...]:
        """Return the open tables."""
        return tuple(table for table in self._tables.values() if table.is_open)

    def of_member(self, device: str) -> tuple[str, ...]:
        """Return the matches whose open table a device has joined."""
        return tuple(table.match for table in self.open_ones() if table.member(device))

    def keep(self, table: Table) -> None:
        """Save a table, and notify every screen of its match."""
        after = {**self._tables, table.match: table}
        self._store.set_setting(SETTING, _TABLES.dump_json(tuple(after.values())).decode())
        self._tables = after
        self._notify(table.match)

    def follow(self, match_id: str, before: Sequence[str], after: Sequence[str]) -> None:
        """Let the devices of a table follow their people to other seats.

        Args:
            match_id: of the match.
            before: names by seat, as they were.
            after: names by seat, as they are now.
        """
        table = self.of(match_id)
        if before == after or set(before) != set(after) or not (table.members or table.kept):
            return
        self.keep(table.after_moves({n: after.index(name) for n, name in enumerate(before)}))

    def go_on(
        self, match_id: str, other_id: str, before: Sequence[str], after: Sequence[str]
    ) -> None:
        """Open the table of another match to the devices of an open one, and let these know.

        Each has the seats of its people; whoever does not play again leaves a seat to nobody.

        Args:
            match_id: of the match that was played.
            other_id: of the match that begins.
            before: names by seat of the first.
            after: names by seat of the other.
        """
        table = self.of(match_id)
        if not table.is_open or self.of(other_id).is_open:
            return
        there = table.after_moves({n: after.index(x) for n, x in enumerate(before) if x in after})
        empty = {"proposals": (), "requests": (), "successor": ""}
        self.keep(revised(there, match=other_id, code=new_code(), **empty))
        self.keep(revised(table, successor=other_id))

    def forget(self, match_id: str) -> None:
        """Delete the table of a match."""
        if match_id in self._tables:
            rest = {k: v for k, v in self._tables.items() if k != match_id}
            self._store.set_setting(SETTING, _TABLES.dump_json(tuple(rest.values())).decode())
            self._tables = rest

    def join(self, typed: str, device: str, address: str) -> str | NotJoined:
        """Join a device to a table by its invitation; return the match.

        A wrong code, an old one and none at all get the same answer in the same time. Excess
        attempts from an address never lock out members of the table; attempts of others lock out
        nobody.
        """
        table = self._invited(read_code(typed))
        known = table is not None and table.member(device) is not None
        if not known and not self._attempts.one_more(address):
            return NotJoined("too_many_tries")
        if table is None:
            return NotJoined("wrong")
        if not known:
            if len(table.members) >= MEMBERS:
                return NotJoined("full")
            self.keep(table.with_member(Member(id=device)))
        return table.match

    def _invited(self, code: str) -> Table | None:
        invited = None
        for table in self.open_ones():
            if hmac.compare_digest(table.code.encode(), code.encode()):
                invited = table
        return invited

    # Presence

    def arrive(self, match_id: str, device: str) -> Callable[[], None]:
        """Register a screen that shows a match, until the returned callback is called."""
        here = self._present.setdefault(match_id, Counter())
        here[device] += 1
        if here[device] == 1:
            self._notify(match_id)

        def leave() -> None:
            here[device] -= 1
            if here[device] <= 0:
                del here[device]
                self._notify(match_id)

        return _once(leave)

    def present(self, match_id: str) -> frozenset[str]:
        """Return the devices that show the match on a screen."""
        return frozenset(self._present.get(match_id, ()))


def _once(job: Callable[[], None]) -> Callable[[], None]:
    done = False

    def run() -> None:
        nonlocal done
        if not done:
            done = True
            job()

    return run


@dataclass(frozen=True, slots=True)
class _LoadedTables:
    """Result of reading the stored tables."""

    tables: tuple[Table, ...]
    whole: bool
    """True if all of them could be read."""


def _read(kept: str | None) -> _LoadedTables:
    """Parse the stored tables one by one, so that a corrupt one closes no other."""
    if not kept:
        return _LoadedTables((), whole=True)
    try:
        raw = from_json(kept)
    except ValueError:
        raw = None
    if not isinstance(raw, list):
        return _LoadedTables((), whole=False)
    tables = []
    for one in raw:
        with suppress(ValidationError):
            tables.append(Table.model_validate(one))
    return _LoadedTables(tuple(tables), whole=len(tables) == len(raw))
