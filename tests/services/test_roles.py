"""Permissions: every operation that a device can ask for, by role, as a complete matrix.

A method that is added to one of the classes and not to the matrix fails the first test.
"""

import inspect
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import lru_cache
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from companion.bootstrap import own_hub
from companion.kernel.form import Draft
from companion.match.entries import (
    Adjusted,
    Amended,
    Clocked,
    Closed,
    Consent,
    FactsEntered,
    Finished,
    Insert,
    Noted,
    Posted,
    Redone,
    Refereed,
    Remove,
    Reported,
    RulingChanged,
    Undone,
)
from companion.match.files import acta_codec, acta_file
from companion.match.resumable import done
from companion.services.boxes.box_repository import Boxes, Contrary
from companion.services.boxes.offers import BoxOffers
from companion.services.boxes.profiles import BoxProfile
from companion.services.client import Client
from companion.services.disputes.dispute_builder import DisputeQuestion, Sought
from companion.services.disputes.dispute_service import DisputeService
from companion.services.disputes.model import Decision, Dispute, DisputeError
from companion.services.hub import Hub
from companion.services.matches.keepsakes import (
    Keepsake,
    KeepsakeError,
    NewKeepsake,
    dump_keepsake,
)
from companion.services.matches.results import (
    AlreadyHere,
    Imported,
    NewMatch,
    NotAllowed,
    NotImported,
    NotSaved,
    Submission,
)
from companion.services.sharing.permissions import Permissions
from companion.services.sharing.proposals import Proposals, Proposed
from companion.services.sharing.scoped_files import ScopedFiles, ScopedSettings
from companion.services.sharing.scoped_keepsakes import ScopedKeepsakes
from companion.services.sharing.scoped_matches import ScopedMatches
from companion.services.sharing.seat_assignment import Seating
from companion.services.sharing.shared_tables import Mending, NotJoined, device_id
from companion.services.storage.store import StoreError
from tests.ui.tables import PLAYTHROUGHS, read, until

ROLES = ("host", "cohost", "seated", "several", "spectator", "stranger", "removed")
"""Roles of the devices.

Host on its own device with seat 0; guest made host; seat 1; seats 2 and 3; no seat; stranger; guest
that was sent away.
"""
GAME, SECRET, OPEN = "blue_moon_city", "crystals_secret", "open"
PLAIN, OTHER = "temple_sides", "compass"
"""Table ruling that hides nothing, and its other reading."""
_VALUE = FactsEntered(facts={"tile.market_hall.each.crystals": 2})
"""Printed value that no box knows."""

PHOTO = b"\xff\xd8\xff" + bytes(9)
KEEPSAKE = Keepsake(
    id="kept-0003", entry="entry-0001", at=datetime(2025, 3, 1, tzinfo=UTC), photo=PHOTO
)


@dataclass
class World:
    """Table with one device of each role, and one of everything."""

    hub: Hub
    match_id: str
    entry_id: str
    visits: dict[str, Client]
    box_id: str
    dispute: Dispute
    code: str
    taps: Iterator[int] = field(default_factory=count)

    @property
    def match(self) -> Any:
        """Return the whole match."""
        return self.hub.matches.open(self.match_id)

    @property
    def host(self) -> Client:
        """Return the host's own device."""
        return self.visits["host"]

    def send(self, client: Client, body: Any, values: FactsEntered | None = None) -> object:
        """Return the hub's answer to a device."""
        sent = replace(self.tap(body), values=values)
        return done(client.matches.submit(self.match_id, sent))

    def tap(self, body: Any) -> Submission:
        """Return a new submission."""
        return Submission(f"tap-{next(self.taps):04}", body)

    def waiting(self, ruling: str, reading: str, by: str = "seated") -> str:
        """Make a proposal and return its id."""
        assert isinstance(
            self.visits[by].proposals.propose(self.match_id, ruling, reading), Proposed
        )
        return self.hub.tables.of(self.match_id).proposals[-1].id


@lru_cache
def _begun() -> bytes:
    whole = read(PLAYTHROUGHS / GAME / "offerings_made_4.acta")
    return acta_file.dumps(until(whole, 1).entries).encode()


def _world(hub: Hub) -> World:
    made = hub.files.import_acta(_begun())
    assert isinstance(made, Imported)
    match_id = made.match.started.match
    host = Client(hub, device_id("host"), owner=True)
    host.seating.open_table(match_id, (0,))
    visits = {"host": host}
    for role in ROLES[1:]:
        visits[role] = Client(hub, device_id(role), owner=False, address=role)
        if role != "stranger":
            visits[role].seating.join(host.seating.table(made.match).code)
    for role, seats in (("seated", (1,)), ("several", (2, 3))):
        for seat in seats:
            assert visits[role].seating.sit(match_id, seat)
    host.seating.set_host(match_id, visits["cohost"].device, True)
    host.seating.expel(match_id, visits["removed"].device)
    box = hub.boxes.new(GAME, "La de casa", {})
    hub.boxes.save(box)
    section = hub.catalog(GAME).rulings[0].rules[0]
    dispute = host.disputes.open(DisputeQuestion(GAME, "¿Vale?", "Ana", match_id, section=section))
    code = host.seating.table(made.match).code
    return World(hub, match_id, made.match.entries[1].id, visits, box.id, dispute, code)


@pytest.fixture
def house() -> Iterator[Callable[[], World]]:
    """Yield a factory of new tables, each in a folder of its own."""
    # There are six hundred tables: use a folder in memory if the system has one.
    memory = "/dev/shm" if Path("/dev/shm").is_dir() else None
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory(dir=memory)))
        numbers = count()
        yield lambda: _world(stack.enter_context(own_hub(folder / str(next(numbers)))))


def _done(act: Callable[[], object]) -> bool:
    """Return whether an operation was carried out."""
    try:
        result = act()
    except (StoreError, DisputeError, KeepsakeError):
        return False
    if isinstance(result, NotAllowed | NotSaved | NotImported | NotJoined):
        return False
    return bool(result) or result is None


def _after(first: Callable[[], object], act: Callable[[], object]) -> object:
    """Do one thing, then return the result of another."""
    first()
    return act()


def _seen(value: object) -> object:
    """Return a value that was read, or False if there is none."""
    return value or False


def _proposal(seats: bool) -> Callable[[World], str]:
    return lambda w: w.waiting(*((SECRET, OPEN) if seats else (PLAIN, OTHER)))


def _seat_of(client: Client, w: World) -> int:
    return min(client.seats(w.match), default=0)


def _send(body: Callable[[Client, World], Any]) -> Callable[[Client, World], object]:
    return lambda v, w: w.send(v, body(v, w))


def _report(
    seat: Callable[[Client, World], int], by: str = "", values: FactsEntered | None = None
) -> Callable[[Client, World], object]:
    """Return a report for a seat; a refusal by the rules counts as an answer like any other."""
    consent = Consent(by=by) if by else None

    def body(v: Client, w: World) -> Reported:
        return Reported(action={"kind": "finish_turn", "seat": seat(v, w)}, consent=consent)

    return lambda v, w: w.send(v, body(v, w), values)


def _after_the_host(visit: Client, world: World) -> object:
    """Send a report of the host's seat as a part of one of one's own."""
    reports = [
        Reported(action={"kind": "finish_turn", "seat": seat})
        for seat in (0, _seat_of(visit, world))
    ]
    sent = replace(world.tap(reports[1]), first=(reports[0],))
    return done(visit.matches.submit(world.match_id, sent))


EVERYBODY, MEMBERS, HOSTS, HOUSE = "yyyyyyy", "yyyyynn", "yynnnnn", "ynnnnnn"
PLAYERS, SEATED, GUESTS, NOBODY = "yyyynnn", "ynyynnn", "nyyyynn", "nnnnnnn"

Operation = tuple[str, Callable[[Client, World], object]]

CLIENT: dict[str, Operation] = {
    "name": ("nnyynnn", lambda v, w: _seen(v.name(w.match_id))),
    "joined": (GUESTS, lambda v, _w: _seen(v.joined())),
    "let_in": (MEMBERS, lambda v, _w: _seen(v.let_in)),
    "games": (EVERYBODY, lambda v, _w: v.games),
    "catalog": (EVERYBODY, lambda v, _w: v.catalog(GAME)),
    "troubles": (
        HOUSE,
        lambda v, w: _after(lambda: _tables_spoilt(w), lambda: _seen(v.troubles)),
    ),
    "role": (MEMBERS, lambda v, w: _seen(v.role(w.match_id))),
    "seats": ("ynyynnn", lambda v, w: _seen(v.seats(w.match))),
    "must_see": (MEMBERS, lambda v, w: v.must_see(w.match_id)),
    "must_host": (HOSTS, lambda v, w: v.must_host(w.match_id)),
    "must_own": (HOUSE, lambda v, _w: v.must_own()),
}

MATCHES: dict[str, Operation] = {
    "all": (MEMBERS, lambda v, _w: _seen(v.matches.all())),
    "unlisted": (
        MEMBERS,
        lambda v, w: _after(lambda: _renamed(w), lambda: _seen(v.matches.unlisted())),
    ),
    "load_list": (MEMBERS, lambda v, w: _after(lambda: _renamed(w), lambda: _listed(v, w))),
    "results": (HOUSE, lambda v, _w: _seen(v.matches.results())),
    "open": (MEMBERS, lambda v, w: v.matches.open(w.match_id)),
    # For a device that cannot see the match, there is nothing left to open.
    "is_open": (EVERYBODY, lambda v, w: _seen(v.matches.is_open(w.match_id))),
    "opening": (MEMBERS, lambda v, w: done(v.matches.opening(w.match_id))),
    "preview": (MEMBERS, lambda v, w: done(v.matches.preview(w.match_id, (_insert(_VALUE),)))),
    "doubt": (MEMBERS, lambda v, w: v.matches.doubt(w.match_id, Draft("finish_turn", 0, {}))),
    "subscribe": (EVERYBODY, lambda v, w: v.matches.subscribe(w.match_id, lambda _n: None)()),
    "create": (HOUSE, lambda v, w: v.matches.create(_planned(w))),
    "submit": (PLAYERS, _send(lambda _v, _w: Noted(text="hola"))),
    "rename": (HOSTS, lambda v, w: v.matches.rename(w.match_id, "Otra")),
    "delete": (HOUSE, lambda v, w: v.matches.delete(w.match_id)),
    "binned": (
        HOUSE,
        lambda v, w: _after(
            lambda: w.host.matches.delete(w.match_id), lambda: _seen(v.matches.binned())
        ),
    ),
    "restore": (
        HOUSE,
        lambda v, w: _after(
            lambda: w.host.matches.delete(w.match_id), lambda: v.matches.restore(w.match_id)
        ),
    ),
    "empty_bin": (HOUSE, lambda v, _w: v.matches.empty_bin()),
    # A match that this device does not see has been redacted for nobody.
    "redacted": (EVERYBODY, lambda v, w: v.matches.redacted(w.match).whole),
    "redacted_answer": (EVERYBODY, lambda v, _w: v.matches.redacted_answer(NotSaved("x")).code),
}

FILES: dict[str, Operation] = {
    "may_export": (HOSTS, lambda v, w: _seen(v.files.may_export(w.match))),
    "export": (HOSTS, lambda v, w: v.files.export(w.match_id)),
    "pack": (HOSTS, lambda v, w: done(v.files.pack(w.match_id))),
    "import_acta": (HOSTS, lambda v, _w: v.files.import_acta(_begun())),
    "reading": (HOSTS, lambda v, w: _read_beforehand(v, w)),
    "import_packed": (HOSTS, lambda v, w: v.files.import_packed(acta_codec.pack(w.match.entries))),
}

KEEPSAKES: dict[str, Operation] = {
    "of": (MEMBERS, lambda v, w: _after(lambda: _keeps(w), lambda: v.keepsakes.of(w.match_id))),
    "count": (
        MEMBERS,
        lambda v, w: _after(lambda: _keeps(w), lambda: v.keepsakes.count(w.match_id)),
    ),
    "may_add": (PLAYERS, lambda v, w: v.keepsakes.may_add(w.match_id)),
    "may_remove": (HOSTS, lambda v, w: v.keepsakes.may_remove(w.match_id, _keeps(w))),
    "add": (
        PLAYERS,
        lambda v, w: v.keepsakes.add(w.match_id, NewKeepsake("kept-0002", "hola", PHOTO)),
    ),
    # A player removes its own alone: see below.
    "remove": (HOSTS, lambda v, w: v.keepsakes.remove(w.match_id, _keeps(w).id)),
    "take_in": (
        HOUSE,
        lambda v, w: v.keepsakes.take_in(dump_keepsake(w.match_id, KEEPSAKE), PHOTO) or True,
    ),
}

SEATING: dict[str, Operation] = {
    "arrive": (MEMBERS, lambda v, w: _here(v, w)),
    "table": (HOSTS, lambda v, w: _seen(v.seating.table(w.match).code)),
    "open_table": (HOSTS, lambda v, w: v.seating.open_table(w.match_id)),
    "go_on": (HOSTS, lambda v, w: v.seating.go_on(w.match_id, w.match)),
    "close_table": (HOSTS, lambda v, w: v.seating.close_table(w.match_id)),
    "renew": (HOSTS, lambda v, w: v.seating.renew(w.match_id, w.code)),
    "set_mending": (HOSTS, lambda v, w: v.seating.set_mending(w.match_id, Mending.HOST)),
    "give_seat": (HOSTS, lambda v, w: v.seating.give_seat(w.match_id, 1, None)),
    "free_seat": (HOSTS, lambda v, w: v.seating.free_seat(w.match_id, 0)),
    "set_host": (
        HOSTS,
        lambda v, w: v.seating.set_host(w.match_id, w.visits["seated"].device, True),
    ),
    "expel": (HOSTS, lambda v, w: v.seating.expel(w.match_id, w.visits["spectator"].device)),
    "join": (EVERYBODY, lambda v, w: v.seating.join(w.code)),
    "call_me": (
        GUESTS,
        lambda v, w: _after(
            lambda: v.seating.call_me(w.match_id, "Zoe"), lambda: _called(v, w, "Zoe")
        ),
    ),
    "sit": (
        GUESTS,
        lambda v, w: _after(
            lambda: w.host.seating.free_seat(w.match_id, 0), lambda: v.seating.sit(w.match_id, 0)
        ),
    ),
    "ask_for": (
        GUESTS,
        lambda v, w: _after(lambda: v.seating.ask_for(w.match_id, 0), lambda: _asks(v, w)),
    ),
    "withdraw": (
        GUESTS,
        lambda v, w: _after(lambda: v.seating.ask_for(w.match_id, 0), lambda: _withdraws(v, w)),
    ),
    "refuse_seat": (
        HOSTS,
        lambda v, w: v.seating.refuse_seat(w.match_id, 0, w.visits["spectator"].device),
    ),
    "stand_up": ("nnyynnn", lambda v, w: _stands_up(v, w)),
    "leave": (GUESTS, lambda v, w: _leaves(v, w)),
}

SETTINGS: dict[str, Operation] = {
    "site": (
        EVERYBODY,
        lambda v, w: _after(
            lambda: w.host.settings.publish_at("https://x.example/"), lambda: v.settings.site
        ),
    ),
    "publish_at": (HOUSE, lambda v, _w: v.settings.publish_at("https://x.example/")),
    "get": (MEMBERS, lambda v, w: _setting(v, w)),
    "set": (MEMBERS, lambda v, w: v.settings.set(f"lista:{w.match_id}", "x")),
}

BOXES: dict[str, Operation] = {
    "all": (HOUSE, lambda v, _w: _seen(v.boxes.all())),
    "new": (EVERYBODY, lambda v, _w: v.boxes.new(GAME, "x", {})),
    "save": (
        HOUSE,
        lambda v, _w: v.boxes.save(BoxProfile(id="form", game=GAME, name="x", facts={})),
    ),
    "drop": (HOUSE, lambda v, w: v.boxes.drop(w.box_id)),
    "export": (HOUSE, lambda v, w: v.boxes.export(w.box_id)),
    "read": (HOUSE, lambda v, w: v.boxes.read(w.hub.boxes.export(w.box_id))),
    "take_in": (HOUSE, lambda v, w: v.boxes.take_in(w.hub.boxes.export(w.box_id))),
    "pack": (HOUSE, lambda v, w: v.boxes.pack(w.box_id)),
    "take_in_packed": (HOUSE, lambda v, w: v.boxes.take_in_packed(w.hub.boxes.pack(w.box_id))),
    "find": (HOUSE, lambda v, w: v.boxes.find(w.box_id)),
}
"""Operations of a client and its services, each with who may use it in the order of `ROLES`."""

SUBMITTED: dict[str, Operation] = {
    "a report of one's own": (SEATED, _report(_seat_of)),
    "a report of the host's seat": (HOUSE, _report(lambda _v, _w: 0)),
    "a report of a guest's seat": ("nnynnnn", _report(lambda _v, _w: 1)),
    "a report by consent": (SEATED, _report(_seat_of, by="todos")),
    "a printed value": (PLAYERS, _send(lambda _v, _w: _VALUE)),
    "a report with a value": (SEATED, _report(_seat_of, values=_VALUE)),
    "one of the host's seat with a value": (HOUSE, _report(lambda _v, _w: 0, values=_VALUE)),
    "one of the host's seat before one's own": (HOUSE, lambda v, w: _after_the_host(v, w)),
    "an adjustment": (PLAYERS, _send(lambda _v, _w: Adjusted(postings=(_posted(),)))),
    "counting": (PLAYERS, _send(lambda _v, _w: Refereed(judged=False))),
    "an end by agreement": (HOSTS, _send(lambda _v, _w: Closed())),
    "the clock": (PLAYERS, _send(lambda _v, _w: Clocked(running=True))),
    "an undo": (PLAYERS, _send(lambda _v, w: Undone(to=w.entry_id))),
    "a correction": (PLAYERS, _send(lambda _v, w: Amended(edits=(Remove(target=w.entry_id),)))),
    "another reading": (HOSTS, _send(lambda _v, _w: RulingChanged(ruling=PLAIN, reading=OTHER))),
    "a reading that uncovers": (
        NOBODY,
        _send(lambda _v, _w: RulingChanged(ruling=SECRET, reading=OPEN)),
    ),
    "one put into the past": (
        NOBODY,
        _send(lambda _v, _w: Amended(edits=(_insert(RulingChanged(ruling=SECRET, reading=OPEN)),))),
    ),
    "a reading put into the past": (
        HOSTS,
        _send(lambda _v, _w: Amended(edits=(_insert(RulingChanged(ruling=PLAIN, reading=OTHER)),))),
    ),
    "the host's reading removed": (
        HOSTS,
        lambda v, w: _after(
            lambda: _read_otherwise(w), lambda: w.send(v, Amended(edits=(Remove(target=READ),)))
        ),
    ),
    "the host's reading undone": (
        HOSTS,
        lambda v, w: _after(lambda: _read_otherwise(w), lambda: w.send(v, Undone(to=READ))),
    ),
    "an end": (NOBODY, _send(lambda _v, _w: Finished(winners=(0,), reason="x"))),
}
"""Kinds of submission, each with who may send it; a client decides only what it submits."""

PERMISSIONS: dict[str, Operation] = {
    "way": (PLAYERS, lambda v, w: _seen(v.permissions.way(w.match_id, SECRET, OPEN))),
    "may_mend": (PLAYERS, lambda v, w: _seen(v.permissions.may_mend(w.match))),
    "objection": (
        PLAYERS,
        lambda v, w: v.permissions.objection(w.match, Noted(text="hola")) is None,
    ),
    # Whoever cannot record needs no check of the outcome either.
    "against": (EVERYBODY, lambda v, _w: v.permissions.against()),
    "may_end": (HOSTS, lambda v, w: v.permissions.may_end(w.match)),
}

PROPOSALS: dict[str, Operation] = {
    "waiting": (
        MEMBERS,
        lambda v, w: _after(
            lambda: w.waiting(SECRET, OPEN), lambda: _seen(v.proposals.waiting(w.match_id))
        ),
    ),
    "propose": (PLAYERS, lambda v, w: v.proposals.propose(w.match_id, SECRET, OPEN)),
    "agree": (
        # The seat that proposed has already agreed.
        "ynnynnn",
        lambda v, w: done(v.proposals.agree(w.match_id, w.waiting(SECRET, OPEN))),
    ),
    "drop": (
        PLAYERS,
        lambda v, w: v.proposals.drop(w.match_id, w.waiting(SECRET, OPEN)),
    ),
}

DISPUTES: dict[str, Operation] = {
    "all": (MEMBERS, lambda v, _w: _seen(v.disputes.all())),
    "find": (MEMBERS, lambda v, w: _seen(v.disputes.find(w.dispute.id))),
    "news": (
        MEMBERS,
        lambda v, w: _after(
            lambda: _marked(w),
            lambda: _seen(v.disputes.news(w.match_id, datetime.min.replace(tzinfo=UTC))),
        ),
    ),
    "moment": (MEMBERS, lambda v, w: _seen(v.disputes.moment(w.dispute))),
    "has_moment": (MEMBERS, lambda v, w: _seen(v.disputes.has_moment(w.dispute))),
    # For a device that cannot see the dispute, there is nothing left to recall.
    "is_recalled": (EVERYBODY, lambda v, w: _seen(v.disputes.is_recalled(w.dispute))),
    "recalling": (MEMBERS, lambda v, w: _seen(done(v.disputes.recalling(w.dispute)))),
    "precedents": (
        MEMBERS,
        lambda v, w: _after(lambda: _marked(w), lambda: _seen(v.disputes.precedents(_sought(w)))),
    ),
    "precedents_by_ruling": (EVERYBODY, lambda v, _w: v.disputes.precedents_by_ruling(GAME) == {}),
    "may_open": (PLAYERS, lambda v, w: _seen(v.disputes.may_open(w.match_id))),
    "open": (
        PLAYERS,
        lambda v, w: v.disputes.open(DisputeQuestion(GAME, "¿Y esto?", "", w.match_id)),
    ),
    "may_decide": (PLAYERS, lambda v, w: _seen(v.disputes.may_decide(w.dispute))),
    "may_keep": (HOUSE, lambda v, _w: _seen(v.disputes.may_keep)),
    "decide": (PLAYERS, lambda v, w: v.disputes.decide(w.dispute.id, Decision(verdict="allowed"))),
    "mark": (
        HOUSE,
        lambda v, w: _after(
            lambda: _decided(w), lambda: v.disputes.mark(w.dispute.id, precedent=True)
        ),
    ),
    "drop": (HOUSE, lambda v, w: v.disputes.drop(w.dispute.id)),
    "export": (MEMBERS, lambda v, w: v.disputes.export([w.dispute.id])),
    "pack": (MEMBERS, lambda v, w: v.disputes.pack([w.dispute.id])),
    "preview_import": (
        HOUSE,
        lambda v, w: v.disputes.preview_import(w.hub.disputes.export(w.dispute.id)),
    ),
    "take_in": (HOUSE, lambda v, w: v.disputes.take_in(w.hub.disputes.export(w.dispute.id))),
    "take_in_packed": (
        HOUSE,
        lambda v, w: v.disputes.take_in_packed(w.host.disputes.pack([w.dispute.id])),
    ),
}

BOX_OFFERS: dict[str, Operation] = {
    "box_of": (
        HOUSE,
        lambda v, w: _after(lambda: _begins(w), lambda: _seen(v.box_offers.box_of(w.match))),
    ),
    "last_used": (HOUSE, lambda v, _w: _seen(v.box_offers.last_used(GAME))),
    "begun": (HOUSE, lambda v, w: v.box_offers.begun(w.match, None)),
    "keeps": (HOUSE, lambda v, w: _seen(v.box_offers.keeps(w.match))),
    "offer": (
        HOUSE,
        lambda v, w: _after(lambda: _typed(w), lambda: _seen(v.box_offers.offer(w.match))),
    ),
    "keep": (
        HOUSE,
        lambda v, w: _after(
            lambda: _typed(w), lambda: _seen(v.box_offers.keep(w.match, name="Mía"))
        ),
    ),
    "settle": (HOUSE, lambda v, w: v.box_offers.settle(w.match, Contrary("x", 1, 2), 2)),
    # Without an offer there is nothing to turn down.
    "leave": (
        EVERYBODY,
        lambda v, w: _after(lambda: _typed(w), lambda: v.box_offers.leave(w.match)),
    ),
}

MATRIX: dict[type, dict[str, Operation]] = {
    Client: CLIENT,
    ScopedMatches: MATCHES,
    ScopedFiles: FILES,
    ScopedKeepsakes: KEEPSAKES,
    Seating: SEATING,
    ScopedSettings: SETTINGS,
    Boxes: BOXES,
    Permissions: PERMISSIONS,
    Proposals: PROPOSALS,
    DisputeService: DISPUTES,
    BoxOffers: BOX_OFFERS,
}


READ = "tap-reading"
"""Id of another reading, recorded by the host."""


def _read_otherwise(w: World) -> None:
    body = RulingChanged(ruling=PLAIN, reading=OTHER)
    done(w.host.matches.submit(w.match_id, Submission(READ, body)))


def _insert(body: Any) -> Insert:
    return Insert(id="insert-0001", before=None, body=body)


def _planned(w: World) -> NewMatch:
    return NewMatch(GAME, w.match.options.model_dump(), id="plan")


def _renamed(w: World) -> None:
    w.hub.matches.rename(w.match_id, "Otra")


def _listed(client: Client, w: World) -> object:
    done(client.matches.load_list())
    return _seen(w.hub.matches.list.unread() == 0)


def _here(client: Client, w: World) -> object:
    before = w.hub.tables.present(w.match_id)
    client.seating.arrive(w.match_id)
    return _seen(w.hub.tables.present(w.match_id) - before)


def _read_beforehand(client: Client, w: World) -> object:
    read = w.hub.files._read
    read.clear()
    done(client.files.reading(_begun()))
    return _seen(len(read) == 1)


def _setting(client: Client, w: World) -> object:
    w.hub.store.set_setting(f"lista:{w.match_id}", "x")
    return _seen(client.settings.get(f"lista:{w.match_id}"))


def _called(client: Client, w: World, name: str) -> object:
    return _seen(client.name(w.match_id) == name)


def _asks(client: Client, w: World) -> object:
    return _seen(client.device in [one.device for one in w.hub.tables.of(w.match_id).requests])


def _withdraws(client: Client, w: World) -> object:
    before = _asks(client, w)
    client.seating.withdraw(w.match_id, 0)
    return before and not _asks(client, w)


def _stands_up(client: Client, w: World) -> object:
    seat = _seat_of(client, w)
    before = client.seats(w.match)
    client.seating.stand_up(w.match_id, seat)
    return _seen(before - client.seats(w.match))


def _leaves(client: Client, w: World) -> object:
    before = client.joined()
    client.seating.leave(w.match_id)
    return _seen(before and not client.joined())


def _keeps(w: World) -> Keepsake:
    """Keep a note of the host, and return it."""
    w.host.keepsakes.add(w.match_id, NewKeepsake("kept-0001", "uno"))
    return w.host.keepsakes.of(w.match_id)[0]


def _posted() -> Posted:
    return Posted(account="seat:0", item="crystal", amount=1)


def _decided(w: World) -> None:
    if not w.host.disputes.all()[0].decided:
        w.host.disputes.decide(w.dispute.id, Decision(verdict="allowed"))


def _marked(w: World) -> None:
    w.host.disputes.decide(w.dispute.id, Decision(verdict="allowed"), precedent=True)


def _sought(w: World) -> Sought:
    return Sought(GAME, rule=w.dispute.rules[0])


def _tables_spoilt(w: World) -> None:
    w.hub.tables.set_aside = True


def _begins(w: World) -> None:
    w.host.box_offers.begun(w.match, w.host.boxes.all()[0])


def _typed(w: World) -> None:
    assert _done(lambda: done(w.host.matches.submit(w.match_id, Submission("tap-typed", _VALUE))))


def _public(of: type) -> set[str]:
    return {name for name, _ in inspect.getmembers(of) if not name.startswith("_")}


@pytest.mark.parametrize("of", MATRIX, ids=lambda of: of.__name__)
def test_every_operation_is_in_the_matrix(of: type) -> None:
    """Removed operations are not in it."""
    assert set(MATRIX[of]) == _public(of)


def test_every_part_of_a_client_is_in_the_matrix(house: Callable[[], World]) -> None:
    """Parts besides its methods are listed here, or have a matrix of their own."""
    client = house().host
    parts = {name for name in vars(client) if not name.startswith("_")}
    assert parts == {
        "address",
        "box_offers",
        "boxes",
        "device",
        "disputes",
        "files",
        "keepsakes",
        "matches",
        "owner",
        "permissions",
        "proposals",
        "seating",
        "settings",
    }


ALL = [(of.__name__, name, *how) for of, listed in MATRIX.items() for name, how in listed.items()]
ALL += [("submit", name, *how) for name, how in SUBMITTED.items()]


@pytest.mark.parametrize(
    ("of", "who", "act"), [(a[0], *a[2:]) for a in ALL], ids=[f"{a[0]}:{a[1]}" for a in ALL]
)
def test_operation_is_allowed_to_the_roles_of_the_matrix(
    of: str,
    who: str,
    act: Callable[[Client, World], object],
    house: Callable[[], World],
) -> None:
    """Roles act at a table of their own."""
    allowed = ""
    for role in ROLES:
        world = house()
        before = world.match.entries
        done = _done(lambda w=world, r=role: act(w.visits[r], w))  # type: ignore[misc]
        allowed += "y" if done else "n"
        if not done and of == "submit":
            since, device = world.match.entries[len(before) :], world.visits[role].device
            assert not [entry for entry in since if entry.device == device]
    assert allowed == who


def test_player_removes_its_own_keepsake_and_no_other(house: Callable[[], World]) -> None:
    w = house()
    for role in ("seated", "several"):
        w.visits[role].keepsakes.add(w.match_id, NewKeepsake(f"kept-{role}", role))
    kept = {one.id: one for one in w.host.keepsakes.of(w.match_id)}
    seated = w.visits["seated"].keepsakes
    assert seated.may_remove(w.match_id, kept["kept-seated"])
    assert not seated.may_remove(w.match_id, kept["kept-several"])
    assert not _done(lambda: seated.remove(w.match_id, "kept-several"))
    assert _done(lambda: seated.remove(w.match_id, "kept-seated"))
    assert [one.text for one in w.host.keepsakes.of(w.match_id)] == ["several"]


def test_keepsake_bears_the_name_of_its_device(house: Callable[[], World]) -> None:
    """Nobody keeps something in the name of somebody else."""
    w = house()
    guest = w.visits["seated"]
    guest.seating.call_me(w.match_id, "Zoe")
    guest.keepsakes.add(w.match_id, NewKeepsake("kept-0009", "hola", author="Ana"))
    (kept,) = w.host.keepsakes.of(w.match_id)
    assert (kept.author, kept.device) == ("Zoe", guest.device)


# Hidden from everybody


def _crystals(client: Client, w: World) -> set[int]:
    """Return the seats whose crystals a device can read."""
    match = client.matches.open(w.match_id)
    seats = range(len(match.options.players))
    return {seat for seat in seats if match.state.ledger.shows(f"seat:{seat}", "crystal")}


def _secret(w: World) -> str:
    reading: str = w.match.state.rulings[SECRET]
    return reading


def test_hidden_crystals_are_revealed_only_when_every_seat_agrees(
    house: Callable[[], World],
) -> None:
    """Devices agree for their own seats; the one with two agrees for both at once."""
    w = house()
    one = w.waiting(SECRET, OPEN)
    for role in ("several", "cohost", "spectator", "host"):
        assert _secret(w) == "hidden", role
        assert _crystals(w.visits["seated"], w) == {1}
        done(w.visits[role].proposals.agree(w.match_id, one))
    assert _secret(w) == OPEN
    assert _crystals(w.visits["seated"], w) == {0, 1, 2, 3}
    assert w.host.proposals.waiting(w.match_id) == ()
    assert w.match.entries[-1].device == w.visits["seated"].device


def test_proposal_by_a_device_with_several_seats_is_no_agreement(
    house: Callable[[], World],
) -> None:
    """Proposing for two seats is not agreeing for them."""
    w = house()
    one = w.waiting(SECRET, OPEN, by="several")
    asked = w.visits["several"].proposals.waiting(w.match_id)[0]
    assert (asked.missing, asked.mine) == ((0, 1, 2, 3), (2, 3))
    for role in ("seated", "host", "several"):
        assert _secret(w) == "hidden"
        done(w.visits[role].proposals.agree(w.match_id, one))
    assert _secret(w) == OPEN


def test_seat_that_changed_hands_has_to_agree_again(house: Callable[[], World]) -> None:
    """Agreement of the former holder no longer counts."""
    w = house()
    one = w.waiting(SECRET, OPEN)
    w.host.seating.give_seat(w.match_id, 2, None)
    done(w.visits["several"].proposals.agree(w.match_id, one))
    w.host.seating.give_seat(w.match_id, 3, None)
    w.visits["spectator"].seating.join(w.code)
    w.host.seating.give_seat(w.match_id, 3, w.visits["spectator"].device)
    done(w.host.proposals.agree(w.match_id, one))
    assert _secret(w) == "hidden"
    assert w.host.proposals.waiting(w.match_id)[0].missing == (3,)


def test_plain_ruling_is_changed_by_a_host_only(house: Callable[[], World]) -> None:
    """Other members may only propose."""
    w = house()
    one = w.waiting(PLAIN, OTHER)
    assert isinstance(done(w.visits["several"].proposals.agree(w.match_id, one)), NotAllowed)
    done(w.visits["cohost"].proposals.agree(w.match_id, one))
    assert w.match.state.rulings[PLAIN] == OTHER


def test_dropped_proposal_cannot_be_agreed_to(house: Callable[[], World]) -> None:
    """Any seat may drop it: one that does not want it is enough."""
    w = house()
    one = w.waiting(SECRET, OPEN)
    w.visits["several"].proposals.drop(w.match_id, one)
    assert isinstance(done(w.host.proposals.agree(w.match_id, one)), NotSaved)
    assert _secret(w) == "hidden"


def test_undo_may_not_reveal_what_is_hidden_now(house: Callable[[], World]) -> None:
    """Going back to the earlier reading is a change of reading, too."""
    w = house()
    done(
        w.hub.matches.submit(
            w.match_id, Submission("tap-open", RulingChanged(ruling=SECRET, reading=OPEN))
        )
    )
    done(
        w.hub.matches.submit(
            w.match_id, Submission("tap-hide", RulingChanged(ruling=SECRET, reading="hidden"))
        )
    )
    for role in ROLES:
        for body in (Undone(to="tap-hide"), Amended(edits=(Remove(target="tap-hide"),))):
            assert not _done(lambda r=role, b=body: w.send(w.visits[r], b))  # type: ignore[misc]
    assert _secret(w) == "hidden"


@pytest.mark.parametrize("lost", ["expelled", "stands up"])
def test_member_who_loses_its_place_meanwhile_records_nothing(
    house: Callable[[], World], lost: str
) -> None:
    """Permission is checked again before the entry is written."""
    w = house()
    guest, past = w.visits["seated"], w.match.timeline.past
    assert len(past) > 1
    assert _done(lambda: w.send(w.host, Undone(to=past[0].entry.id)))
    work = guest.matches.submit(w.match_id, w.tap(Redone(to=past[-1].entry.id)))
    next(work)
    if lost == "expelled":
        w.host.seating.expel(w.match_id, guest.device)
    else:
        guest.seating.stand_up(w.match_id, 1)
    entries = w.match.entries
    assert isinstance(done(work), NotAllowed)
    assert w.match.entries == entries


def test_preview_of_a_correction_reveals_nothing_hidden(house: Callable[[], World]) -> None:
    """Neither a guest nor a host with some of the seats may see it."""
    w = house()
    edits = (_insert(RulingChanged(ruling=SECRET, reading=OPEN)),)
    for role in ROLES:
        assert not _done(lambda r=role: done(w.visits[r].matches.preview(w.match_id, edits))), role  # type: ignore[misc]


def test_device_with_every_seat_may_reveal_by_itself(house: Callable[[], World]) -> None:
    w = house()
    for seat in range(4):
        w.host.seating.give_seat(w.match_id, seat, None)
    assert _done(lambda: w.send(w.host, RulingChanged(ruling=SECRET, reading=OPEN)))
    assert _secret(w) == OPEN


def test_cohost_cannot_import_a_match_that_reveals_hidden_cards(
    house: Callable[[], World],
) -> None:
    """Import by a guest made host may not change a reading that hides something."""
    w, elsewhere = house(), house()
    done(
        elsewhere.hub.matches.submit(
            elsewhere.match_id, Submission("tap-open", RulingChanged(ruling=SECRET, reading=OPEN))
        )
    )
    data = elsewhere.hub.files.export(elsewhere.match_id)
    assert isinstance(w.visits["cohost"].files.import_acta(data), NotImported)
    assert _secret(w) == "hidden"
    assert not isinstance(w.host.files.import_acta(data), NotImported | AlreadyHere)
