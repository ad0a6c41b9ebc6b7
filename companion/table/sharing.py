"""Tables open to other devices: the invitation, who sits where, and who may mend whose entries."""

import hmac
import logging
import secrets
import time
from collections import Counter, OrderedDict, deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from hashlib import blake2s
from typing import Annotated, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError
from pydantic_core import from_json

from companion.kernel.text import ONE_LINE
from companion.kernel.values import Seat
from companion.table.store import ASIDE, Store, StoreError

log = logging.getLogger(__name__)

SETTING = "shared_tables"
_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's base 32: no letter that is taken for a digit."""
_LOOKS_LIKE = str.maketrans({"O": "0", "I": "1", "L": "1"})
_LETTERS, _GROUP = 12, 4

TRIES, ADDRESSES, WINDOW = 10, 1024, 60.0
"""How many invitations one address may try in so many seconds, and how many addresses may.

Each has tries of its own, right code or wrong, so nobody uses up those of another one. The code has
60 bits: at ten thousand tries a minute it stands for a hundred million years.
"""
MEMBERS = 64
"""How many devices one table admits."""


class Role(StrEnum):
    """What a device may do at a table."""

    HOST = "host"
    PLAYER = "player"
    SPECTATOR = "spectator"


class Mending(StrEnum):
    """Whose entries a player may undo or correct; the host may always."""

    EVERYONE = "everyone"
    AUTHOR = "author"
    """Each device its own."""
    HOST = "host"


Seats: TypeAlias = Annotated[tuple[Annotated[Seat, Field(ge=0, lt=20)], ...], Field(max_length=20)]


class Member(BaseModel):
    """One device that was let in."""

    model_config = ConfigDict(frozen=True)

    id: str
    name: Annotated[str, Field(max_length=40), ONE_LINE] = ""
    host: bool = False
    seats: Seats = ()

    @property
    def role(self) -> Role:
        """What it may do."""
        if self.host:
            return Role.HOST
        return Role.PLAYER if self.seats else Role.SPECTATOR


class Proposal(BaseModel):
    """A reading that somebody wants to play by from now on, until it is agreed to."""

    model_config = ConfigDict(frozen=True)

    id: str
    ruling: Annotated[str, Field(max_length=80)]
    reading: Annotated[str, Field(max_length=80)]
    device: str
    """Of whoever proposes it; empty for the host's own."""
    name: Annotated[str, Field(max_length=80), ONE_LINE] = ""
    agreed: tuple[tuple[Seat, str], ...] = ()
    """Each seat with the device that spoke for it."""


class Table(BaseModel):
    """What is kept of one table, so that a restart finds everybody in their place."""

    model_config = ConfigDict(frozen=True)

    match: str
    code: str = ""
    """The secret of the invitation; empty while the table is closed."""
    kept: Seats = ()
    """The seats that nobody may take but from the host's hand."""
    members: tuple[Member, ...] = ()
    mending: Mending = Mending.EVERYONE
    proposals: tuple[Proposal, ...] = ()

    @property
    def is_open(self) -> bool:
        """Whether others may come in."""
        return bool(self.code)

    def member(self, device: str) -> Member | None:
        """The member that a device is."""
        return next((m for m in self.members if m.id == device), None)

    @property
    def taken(self) -> frozenset[Seat]:
        """The seats that other devices than the host's hold."""
        return frozenset(seat for member in self.members for seat in member.seats)

    def with_member(self, member: Member) -> "Table":
        """The table with a member added or replaced."""
        others = tuple(m for m in self.members if m.id != member.id)
        same = [i for i, m in enumerate(self.members) if m.id == member.id]
        at = same[0] if same else len(others)
        return self.model_copy(update={"members": (*others[:at], member, *others[at:])})

    def with_seat(self, seat: Seat, device: str | None) -> "Table":
        """The table with a seat in one member's hands, or back at the host's."""
        members = tuple(
            member.model_copy(
                update={
                    "seats": tuple(
                        sorted(
                            {*member.seats, seat}
                            if member.id == device
                            else {*member.seats} - {seat}
                        )
                    )
                }
            )
            for member in self.members
        )
        return self.model_copy(update={"members": members})


_TABLES: TypeAdapter[tuple[Table, ...]] = TypeAdapter(tuple[Table, ...])


def device_id(key: str) -> str:
    """The name of a device that everybody may know, of the key that only itself does."""
    return blake2s(key.encode(), digest_size=10).hexdigest()


def new_code() -> str:
    """A fresh secret for an invitation: 60 random bits, to be read aloud if need be."""
    letters = "".join(secrets.choice(_ALPHABET) for _ in range(_LETTERS))
    return "-".join(letters[n : n + _GROUP] for n in range(0, _LETTERS, _GROUP))


def read_code(typed: str) -> str:
    """A code as it is kept, of what was typed: without regard to case, dashes and look-alikes."""
    letters = "".join(c for c in typed[:64].upper().translate(_LOOKS_LIKE) if c in _ALPHABET)
    return "-".join(letters[n : n + _GROUP] for n in range(0, len(letters), _GROUP))


class Attempts:
    """How often somebody tried to come in; too often is answered without looking.

    Args:
        clock: in seconds; one that nobody sets.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._by: OrderedDict[str, deque[float]] = OrderedDict()
        """By address, the one that tried last at the end."""

    def one_more(self, address: str) -> bool:
        """Whether one more attempt from an address is heard now; counts it if it is.

        An address is forgotten only when its tries are: a crowd of them gets no more than its own.
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
    """Nobody was let in: `wrong` (whatever the reason), `too_many_tries` or `full`."""

    code: str


class Tables:
    """Every table of the data folder, kept in the store as one document.

    Raises (each method that changes something):
        StoreError: it could not be kept; then nothing has changed.
    """

    def __init__(
        self,
        store: Store,
        told: Callable[[str], None],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._store = store
        self._told = told
        self._attempts = Attempts(clock)
        kept = store.setting(SETTING)
        found = _read(kept)
        self._tables = {table.match: table for table in found.tables}
        self.set_aside = not found.whole
        """Whether what was kept of them could not be read: those tables are closed."""
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
        """The table of a match; a closed one without members if it never was open."""
        return self._tables.get(match_id) or Table(match=match_id)

    def open_ones(self) -> tuple[Table, ...]:
        """The tables that others may come to."""
        return tuple(table for table in self._tables.values() if table.is_open)

    def of_member(self, device: str) -> tuple[str, ...]:
        """The matches whose open table a device was let in to."""
        return tuple(table.match for table in self.open_ones() if table.member(device))

    def keep(self, table: Table) -> None:
        """Keeps a table as it is now, and tells every screen of its match."""
        after = {**self._tables, table.match: table}
        self._store.set_setting(SETTING, _TABLES.dump_json(tuple(after.values())).decode())
        self._tables = after
        self._told(table.match)

    def forget(self, match_id: str) -> None:
        """Drops the table of a match that is gone."""
        if match_id in self._tables:
            rest = {k: v for k, v in self._tables.items() if k != match_id}
            self._store.set_setting(SETTING, _TABLES.dump_json(tuple(rest.values())).decode())
            self._tables = rest

    def join(self, typed: str, device: str, address: str) -> str | NotJoined:
        """Lets a device in by an invitation: the match.

        A wrong code, an old one and none at all get the same answer in the same time. However often
        others try: whoever knows the code is let in, and whoever is known at its table, too, from
        an address that tried too often.
        """
        found = self._invited(read_code(typed))
        known = found is not None and found.member(device) is not None
        if not known and not self._attempts.one_more(address):
            return NotJoined("too_many_tries")
        if found is None:
            return NotJoined("wrong")
        if not known:
            if len(found.members) >= MEMBERS:
                return NotJoined("full")
            self.keep(found.with_member(Member(id=device)))
        return found.match

    def _invited(self, code: str) -> Table | None:
        found = None
        for table in self.open_ones():
            if hmac.compare_digest(table.code.encode(), code.encode()):
                found = table
        return found

    # Who is there

    def arrive(self, match_id: str, device: str) -> Callable[[], None]:
        """Notes that a screen of a device shows a match; what is returned notes that it left."""
        here = self._present.setdefault(match_id, Counter())
        here[device] += 1
        if here[device] == 1:
            self._told(match_id)

        def leave() -> None:
            here[device] -= 1
            if here[device] <= 0:
                del here[device]
                self._told(match_id)

        return _once(leave)

    def present(self, match_id: str) -> frozenset[str]:
        """The devices that have the match on their screen."""
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
class _Found:
    """The tables that could be read."""

    tables: tuple[Table, ...]
    whole: bool
    """Whether that is all of them."""


def _read(kept: str | None) -> _Found:
    """One by one: a table that is spoilt closes no other."""
    if not kept:
        return _Found((), whole=True)
    try:
        raw = from_json(kept)
    except ValueError:
        raw = None
    if not isinstance(raw, list):
        return _Found((), whole=False)
    tables = []
    for one in raw:
        with suppress(ValidationError):
            tables.append(Table.model_validate(one))
    return _Found(tuple(tables), whole=len(tables) == len(raw))
