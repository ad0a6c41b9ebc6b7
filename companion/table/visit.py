"""What one device may see and do: everything at the host's own door, else what its tables allow.

Screens talk to a `Visit` and to nothing else: what a device may not see is not there for it.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from companion.kernel.conditions import Checked
from companion.kernel.facts import FactValue
from companion.kernel.form import Draft
from companion.kernel.game import Game
from companion.kernel.refusal import Refusal
from companion.kernel.values import Seat
from companion.match import acta_file, clock, packing
from companion.match.catalog import Catalog
from companion.match.entries import (
    Amended,
    Body,
    Clocked,
    Edit,
    Entry,
    Finished,
    Insert,
    Noted,
    Redone,
    Replace,
    Reported,
    RulingChanged,
    Started,
    Undone,
)
from companion.match.errors import ActaError
from companion.match.fold import Match
from companion.match.work import Work, done
from companion.table import sight
from companion.table.answers import (
    Answer,
    ImportResult,
    Malformed,
    MatchSummary,
    NewMatch,
    NotAllowed,
    NotImported,
    NotSaved,
    Submission,
)
from companion.table.boxes import Box
from companion.table.delivery import Against
from companion.table.docket import Docket
from companion.table.hub import Callback, Hub
from companion.table.keeping import Keeping
from companion.table.proposals import Proposals, Way
from companion.table.sharing import Member, Mending, NotJoined, Role, Table, new_code
from companion.table.sight import hides
from companion.table.store import StoreError, Trouble
from companion.table.veil import Seen, cut, veil

T = TypeVar("T")

_KEPT = 6
"""How many matches are kept veiled: screens ask for the same ones all the time."""
SITE, MAX_SITE = "sitio", 300
"""The setting that holds the address of the published copy, and how long it may be."""


class Unforeseen(StoreError):
    """What a correction leads to would tell this device what others hide."""


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


class Visit:
    """The hub, as far as one device reaches.

    Args:
        hub: every match.
        device: the public name of the device (`sharing.device_id`).
        owner: whether it came in at the host's own door.
        address: where it comes from, to bound its attempts.
    """

    def __init__(self, hub: Hub, device: str, *, owner: bool, address: str = "") -> None:
        self._hub = hub
        self._tables = hub.tables
        self.device = device
        self.owner = owner
        self._address = address
        self._last: tuple[Seen, ...] = ()
        self.disputes = Docket(hub, self)
        self.keeping = Keeping(hub, owner=owner)
        self.proposals = Proposals(hub, self)

    @property
    def games(self) -> Mapping[str, Game[Any]]:
        """The games, by id."""
        return self._hub.games

    def catalog(self, game: str) -> Catalog:
        """The printed values and rulings of a game."""
        return self._hub.catalog(game)

    @property
    def troubles(self) -> tuple[Trouble, ...]:
        """What is wrong with the data folder, at the host's own door."""
        return self._hub.troubles if self.owner else ()

    # Who I am

    def role(self, match_id: str) -> Role | None:
        """What this device may do with a match; None: for it there is no such match."""
        if self.owner:
            return Role.HOST
        table = self._tables.of(match_id)
        member = table.member(self.device) if table.is_open else None
        return member.role if member else None

    def seats(self, match: Match) -> frozenset[Seat]:
        """The seats whose hidden holdings this device sees, and for which it reports."""
        table = self._tables.of(match.started.match)
        if self.owner:
            return frozenset(range(len(match.options.players))) - table.taken
        member = table.member(self.device)
        everyone = frozenset(range(len(match.options.players)))
        return everyone & frozenset(member.seats) if member else frozenset()

    # Reading

    def matches(self) -> tuple[MatchSummary, ...]:
        """The matches this device may see, the last one played first.

        Raises:
            StoreError: the folder itself cannot be read.
        """
        if self.owner:
            return self._hub.matches()
        mine = self._tables.of_member(self.device)
        return tuple(line for line in self._hub.matches() if line.id in mine) if mine else ()

    def unlisted(self) -> int:
        """As `Hub.unlisted`: nothing where this device may see no match."""
        known = self.owner or self._tables.of_member(self.device)
        return self._hub.unlisted() if known else 0

    def listing(self) -> Work[None]:
        """As `Hub.listing`."""
        if self.unlisted():
            yield from self._hub.listing()

    def results(self) -> tuple[MatchSummary, ...]:
        """As `Hub.results`, at the host's own door."""
        return self._hub.results() if self.owner else ()

    def open(self, match_id: str) -> Seen:
        """As `Hub.open`, as far as this device sees; `not_found` where it may not look."""
        self._must_see(match_id)
        return self._veiled(self._hub.open(match_id))

    def is_open(self, match_id: str) -> bool:
        """Whether `open` takes no time: it was read, or there is nothing to be read for it."""
        return self.role(match_id) is None or self._hub.is_open(match_id)

    def opening(self, match_id: str) -> Work[Seen]:
        """As `open`, with pauses."""
        self._must_see(match_id)
        yield from self._hub.opening(match_id)
        match = self.open(match_id)
        yield from clock.reading(match)
        return match

    def preview(self, match_id: str, edits: tuple[Edit, ...]) -> Seen:
        """As `Hub.preview`, as far as this device sees.

        Raises:
            Unforeseen: what it leads to is not for this device to know.
            StoreError, ActaError: as `Hub.preview`.
        """
        self._must_see(match_id)
        match, after = self._hub.open(match_id), self._hub.preview(match_id, edits)
        if not sight.foreseen(match, after, self.seats(match)):
            raise Unforeseen("not_found", match_id)
        return self._veiled(after)

    def _veiled(self, match: Match) -> Seen:
        """The match as this device may see it; each is veiled once while nothing changes."""
        mine = self.seats(match)
        for kept in self._last:
            if kept.whole is match and kept.mine == mine:
                return kept
        found = veil(match, mine)
        self._last = (found, *self._last[: _KEPT - 1])
        return found

    def _told(self, answer: T) -> T:
        """An answer of the hub, with the match in it as this device may see it."""
        match = getattr(answer, "match", None)
        return cut(answer, self._veiled(match)) if isinstance(match, Match) else answer

    def doubt(self, match_id: str, draft: Draft) -> tuple[Checked, ...]:
        """As `Hub.doubt`, without what only the seat of the draft may know."""
        match = self.open(match_id)
        seen = sight.seen(match, match.mine)
        return self._hub.doubt(match_id, draft, private=draft.seat in seen)

    def may_export(self, match: Match) -> bool:
        """Whether this device may have the whole acta: it tells everything that is hidden."""
        role = self.role(match.started.match)
        if role is Role.HOST:
            return True
        return role is not None and (match.outcome is not None or not hides(match))

    def export(self, match_id: str) -> bytes:
        """As `Hub.export`.

        Raises:
            StoreError: `not_found` where this device may not have it.
        """
        host = self.role(match_id) is Role.HOST
        if not host and not self.may_export(self.open(match_id)):
            raise StoreError("not_found", match_id)
        return self._hub.export(match_id)

    def pack(self, match_id: str) -> bytes:
        """As `Hub.pack`.

        Raises:
            StoreError: `not_found` where this device may not have it.
        """
        return done(self.packing(match_id))

    def packing(self, match_id: str) -> Work[bytes]:
        """As `pack`, with pauses."""
        if not self.may_export(self.open(match_id)):
            raise StoreError("not_found", match_id)
        return (yield from self._hub.packing(match_id))

    def subscribe(self, match_id: str, callback: Callback) -> Callable[[], None]:
        """As `Hub.subscribe`: what is told is a number, and says nothing of the match."""
        return self._hub.subscribe(match_id, callback)

    def arrive(self, match_id: str) -> Callable[[], None]:
        """Says that this device has a match on its screen, until what is returned is called."""
        if self.role(match_id) is None:
            return lambda: None
        return self._tables.arrive(match_id, "" if self.owner else self.device)

    # Recording

    def create(self, new: NewMatch) -> Match | Refusal | Malformed | NotSaved:
        """As `Hub.create`, at the host's own door."""
        if not self.owner:
            return NotSaved("read_only")
        made = self._hub.create(replace(new, device=self.device))
        return self._veiled(made) if isinstance(made, Match) else made

    def submit(self, match_id: str, submission: Submission) -> Answer:
        """As `Hub.submit`, unless this device may not."""
        try:
            match = self.open(match_id)
        except StoreError as error:
            return NotSaved(error.code)
        except ActaError:
            return NotSaved("damaged")
        problem = self._objection(match, submission.body)
        if problem:
            return NotAllowed(match, problem)
        name = self.name(match_id) or submission.author
        sent = replace(submission, device=self.device, author=name[:80])
        return self._told(self._hub.submit(match_id, sent, self._against(match_id, sent.body)))

    def name(self, match_id: str) -> str:
        """What this device is called at a table; empty at the host's own door."""
        member = self._tables.of(match_id).member(self.device)
        return member.name if member and not self.owner else ""

    def _objection(self, match: Match, body: Body) -> str | None:
        """Why this device may not record that, as a code; None: it may."""
        role = self.role(match.started.match)
        if role is None or role is Role.SPECTATOR:
            return "spectator"
        if isinstance(body, Reported):
            return self._seat_objection(match, body)
        if isinstance(body, RulingChanged):
            return self._ruling_objection(match, body)
        if isinstance(body, Undone | Redone | Amended) and role is not Role.HOST:
            return self._mending_objection(match, body)
        return "spectator" if isinstance(body, Started | Finished) else None

    def _seat_objection(self, match: Match, body: Reported) -> str | None:
        mine, seat = self.seats(match), body.action.get("seat")
        if len(mine) == len(match.options.players) or (type(seat) is int and seat in mine):
            return None
        return "not_your_seat"

    def _ruling_objection(self, match: Match, body: RulingChanged) -> str | None:
        if len(self.seats(match)) == len(match.options.players):
            return None
        way = self.proposals.way(match.started.match, body.ruling, body.reading)
        return {Way.HOST: "host_rules", Way.EVERYONE: "every_seat"}.get(way or Way.HOST)

    def _mending_objection(self, match: Match, body: Undone | Redone | Amended) -> str | None:
        mending = self._tables.of(match.started.match).mending
        if mending is Mending.EVERYONE:
            return None
        if mending is Mending.HOST:
            return "host_mends"
        touched = _touched(match, body)
        foreign = any(entry.device != self.device for entry in touched)
        forged = isinstance(body, Amended) and any(
            isinstance(edit, Insert | Replace)
            and isinstance(edit.body, Reported)
            and self._seat_objection(match, edit.body)
            for edit in body.edits
        )
        return "author_mends" if foreign or forged else None

    def _against(self, match_id: str, body: Body | None = None) -> Against | None:
        """What forbids this device what it would lead to, beside what it is; None: nothing does.

        What seats hide is shown when every seat agrees, or when those who play come to the end.
        """
        if self._plain(body):
            return None

        def against(before: Match, after: Match) -> str | None:
            if len(self.seats(before)) == len(before.options.players):
                return None
            if sight.uncovers(before, after):
                return "every_seat"
            ends = after.outcome is not None and before.outcome is None and sight.hides(before)
            brings_back = isinstance(body, Undone | Redone)
            hosts = self.role(match_id) is Role.HOST
            return "host_ends" if ends and not (brings_back or hosts) else None

        return against

    @staticmethod
    def _plain(body: Body | None) -> bool:
        """Whether it is a report by the rules, or nothing that changes the table."""
        return isinstance(body, Noted | Clocked) or (
            isinstance(body, Reported) and body.consent is None
        )

    def rename(self, match_id: str, title: str) -> Match:
        """As `Hub.rename`, for hosts."""
        self._must_host(match_id)
        return self._veiled(self._hub.rename(match_id, title))

    # The host's own things

    def import_acta(
        self, data: bytes, *, as_copy: bool = False, partial: bool = False, look: bool = False
    ) -> ImportResult:
        """As `Hub.import_acta`, at the host's own door.

        Whoever else is a host at a table brings its own match back, and nothing besides.
        """
        try:
            if not self.owner and (as_copy or not self._brings_back(data)):
                return NotImported("import.not_allowed")
        except ActaError as error:
            return NotImported(f"acta.{error.code}", error.params)
        started = None if self.owner else self._header(data)
        against = self._against(started.match) if started else None
        found = self._hub.import_acta(
            data, as_copy=as_copy, partial=partial, look=look, against=against
        )
        return self._told(found)

    def import_packed(
        self, data: bytes, *, as_copy: bool = False, partial: bool = False, look: bool = False
    ) -> ImportResult:
        """As `import_acta`, from the packed form."""
        if not self._may_bring():
            return NotImported("import.not_allowed")
        try:
            found = packing.unpack(data)
            return self.import_acta(found, as_copy=as_copy, partial=partial, look=look)
        except ActaError as error:
            return NotImported(f"acta.{error.code}", error.params)

    def _may_bring(self) -> bool:
        return self.owner or any(self.role(table) is Role.HOST for table in self.my_tables())

    def _brings_back(self, data: bytes) -> bool:
        """Whether that is a match at whose table this device is a host.

        For anybody else it is not even read: that may take long.
        """
        header = self._header(data) if self._may_bring() else None
        return header is not None and self.role(header.match) is Role.HOST

    @staticmethod
    def _header(data: bytes) -> Started | None:
        found = acta_file.scan(data).entries
        header = found[0].body if found else None
        return header if isinstance(header, Started) else None

    def delete(self, match_id: str) -> None:
        """As `Hub.delete`; its table is gone with it."""
        self._must_own()
        self._hub.delete(match_id)
        self._tables.forget(match_id)

    def binned(self) -> tuple[str, ...]:
        """As `Hub.binned`."""
        return self._hub.binned() if self.owner else ()

    def restore(self, match_id: str) -> None:
        """As `Hub.restore`."""
        self._must_own()
        self._hub.restore(match_id)

    def empty_bin(self) -> None:
        """As `Hub.empty_bin`."""
        self._must_own()
        self._hub.empty_bin()

    def boxes(self, game: str | None = None) -> tuple[Box, ...]:
        """As `Hub.boxes`."""
        return self._hub.boxes(game) if self.owner else ()

    def new_box(self, game: str, name: str, facts: Mapping[str, FactValue]) -> Box:
        """As `Hub.new_box`."""
        return self._hub.new_box(game, name, facts)

    def save_box(self, box: Box) -> None:
        """As `Hub.save_box`."""
        self._must_own()
        self._hub.save_box(box)

    def delete_box(self, box_id: str) -> None:
        """As `Hub.delete_box`."""
        self._must_own()
        self._hub.delete_box(box_id)

    def export_box(self, box_id: str) -> bytes:
        """As `Hub.export_box`."""
        self._must_own()
        return self._hub.export_box(box_id)

    def read_box(self, data: bytes) -> Box:
        """As `Hub.read_box`."""
        self._must_own()
        return self._hub.read_box(data)

    def import_box(self, data: bytes) -> Box:
        """As `Hub.import_box`."""
        self._must_own()
        return self._hub.import_box(data)

    def pack_box(self, box_id: str) -> bytes:
        """As `Hub.pack_box`."""
        self._must_own()
        return self._hub.pack_box(box_id)

    def import_packed_box(self, data: bytes) -> Box:
        """As `Hub.import_packed_box`."""
        self._must_own()
        return self._hub.import_packed_box(data)

    @property
    def site(self) -> str:
        """The address of the published copy, empty while there is none: no secret."""
        return self._hub.setting(SITE) or ""

    def publish_at(self, address: str) -> None:
        """Says where the published copy is, at the host's own door."""
        self._must_own()
        self._hub.set_setting(SITE, address[:MAX_SITE])

    def setting(self, key: str) -> str | None:
        """As `Hub.setting`; a guest reads those of its matches alone."""
        return self._hub.setting(key) if self._may_set(key) else None

    def set_setting(self, key: str, value: str) -> None:
        """As `Hub.set_setting`; a guest writes those of its matches alone."""
        if not self._may_set(key) or len(value) > 4096:
            raise StoreError("read_only", key)
        self._hub.set_setting(key, value)

    def _may_set(self, key: str) -> bool:
        """Keys that belong to a match end in its id."""
        _, _, match_id = key.rpartition(":")
        return self.owner or (match_id != key and self.role(match_id) is not None)

    # The table

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
        match, member = self.open(match_id), self._me(match_id)
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

    def _me(self, match_id: str) -> Member | None:
        table = self._tables.of(match_id)
        return table.member(self.device) if table.is_open else None

    def _keep_me(self, match_id: str, member: Member) -> None:
        self._tables.keep(self._tables.of(match_id).with_member(member))

    # What is allowed

    def _must_see(self, match_id: str) -> None:
        if self.role(match_id) is None:
            raise StoreError("not_found", match_id)

    def _must_host(self, match_id: str) -> None:
        if self.role(match_id) is not Role.HOST:
            raise StoreError("not_found", match_id)

    def _must_own(self) -> None:
        if not self.owner:
            raise StoreError("read_only")

    def _hosted(self, match_id: str) -> Table:
        self._must_host(match_id)
        return self._tables.of(match_id)

    def _known_seat(self, match_id: str, seat: Seat) -> None:
        if not 0 <= seat < len(self._hub.open(match_id).options.players):
            raise StoreError("not_found", match_id)


def _touched(match: Match, body: Undone | Redone | Amended) -> tuple[Entry, ...]:
    """The recorded entries that an undo, a redo or an amendment takes away or brings back."""
    timeline = match.timeline
    if isinstance(body, Amended):
        targets = {getattr(edit, "target", None) for edit in body.edits}
        return tuple(item.entry for item in timeline.items if item.id in targets)
    steps = timeline.past if isinstance(body, Undone) else timeline.future
    found = []
    for step in reversed(steps):
        found.append(step.entry)
        if step.entry.id == body.to:
            break
    return tuple(found)
