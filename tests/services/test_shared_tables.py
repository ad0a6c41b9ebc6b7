"""Shared tables: who is let in, what each device may see and record, and what persists."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path

import pytest

from companion.match.entries import (
    Amended,
    Clocked,
    Finished,
    Insert,
    Noted,
    Redone,
    Remove,
    Replace,
    Reported,
    Reseated,
    Undone,
)
from companion.match.fold import Match
from companion.match.resumable import done
from companion.services.client import Client
from companion.services.hub import Hub
from companion.services.matches.results import (
    AlreadyRecorded,
    NewMatch,
    NotAllowed,
    NotSaved,
    Recorded,
    Submission,
)
from companion.services.sharing import shared_tables
from companion.services.sharing.shared_tables import (
    Mending,
    NotJoined,
    Role,
    SharedTables,
    device_id,
    new_code,
    read_code,
)
from companion.services.storage.sqlite_store import SqliteStore
from companion.services.storage.store import StoreError
from tests.services.conftest import Ids, new_hub, new_match, taken

HOST = device_id("key of the host")


@dataclass
class Party:
    """Match with its host and its guests."""

    hub: Hub
    match_id: str
    host: Client
    taps: Iterator[int] = field(default_factory=count)

    def guest(self, key: str, seat: int | None = None) -> Client:
        """Return a device that joined by the invitation, in a seat or as a spectator."""
        client = self.stranger(key)
        assert client.seating.join(self.code) == self.match_id
        if seat is not None:
            assert client.seating.sit(self.match_id, seat)
        return client

    def stranger(self, key: str) -> Client:
        """Return a device that nobody let in."""
        return Client(self.hub, device_id(key), owner=False, address=key)

    @property
    def code(self) -> str:
        """Return the code of the invitation."""
        return self.host.seating.table(self.hub.matches.open(self.match_id)).code

    def send(self, client: Client, body: object, seen: int | None = None) -> object:
        """Return the hub's answer to a device."""
        submission = Submission(f"tap-{next(self.taps):04}", body, "Ana", "forged", seen)  # type: ignore[arg-type]
        return done(client.matches.submit(self.match_id, submission))


@pytest.fixture
def party(hub: Hub) -> Party:
    """Return a table just opened, with only the host at it."""
    match_id = new_match(hub).started.match
    host = Client(hub, HOST, owner=True)
    host.seating.open_table(match_id)
    return Party(hub, match_id, host)


# Invitation


def test_invitation_codes_are_long_and_never_repeat() -> None:
    """Codes have twelve letters of five bits each."""
    codes = {new_code() for _ in range(500)}
    assert len(codes) == 500
    assert all(read_code(code) == code and len(code.replace("-", "")) == 12 for code in codes)


@pytest.mark.parametrize(
    "typed", ["k7qm3f9txw2p", " K7QM 3F9T XW2P ", "k7qm-3f9t-xw2p", "K7QM–3F9T–XW2P"]
)
def test_code_is_read_however_it_is_typed(typed: str) -> None:
    """Case, dashes and blanks make no difference."""
    assert read_code(typed) == "K7QM-3F9T-XW2P"


def test_look_alike_letters_of_a_code_are_read_as_digits() -> None:
    """O is 0; I and L are 1."""
    assert read_code("OIL0-1111-AAAA") == "0110-1111-AAAA"


def test_device_with_the_invitation_becomes_a_spectator(party: Party) -> None:
    """Strangers without the code see no such match."""
    stranger = party.stranger("b")
    assert stranger.matches.all() == ()
    with pytest.raises(StoreError, match="not_found"):
        stranger.matches.open(party.match_id)
    guest = party.guest("b")
    assert guest.role(party.match_id) is Role.SPECTATOR
    assert [line.id for line in guest.matches.all()] == [party.match_id]
    assert guest.matches.open(party.match_id).started.match == party.match_id


def test_wrong_old_and_missing_codes_get_the_same_answer(party: Party) -> None:
    """Strangers do not learn which it was, nor whether there is a table at all."""
    old = party.code
    party.host.seating.renew(party.match_id, party.code)
    answers = [
        party.stranger(f"s{n}").seating.join(code)
        for n, code in enumerate((old, "", "K7QM-3F9T-XW2P"))
    ]
    party.host.seating.close_table(party.match_id)
    answers.append(party.stranger("late").seating.join(old))
    assert answers == [NotJoined("wrong")] * 4


def test_unshared_match_answers_like_a_missing_one(party: Party) -> None:
    """Tried by every way of asking."""
    other = new_match(party.hub).started.match
    guest = party.guest("b", 1)
    for match_id in (other, "nothing-here"):
        errors = []
        for ask in (
            guest.matches.open,
            guest.files.export,
            guest.seating.close_table,
            lambda match_id: guest.seating.renew(match_id, party.code),
        ):
            with pytest.raises(StoreError) as caught:
                ask(match_id)
            errors.append(caught.value.code)
        assert errors == ["not_found"] * 4
        answer = done(guest.matches.submit(match_id, Submission("tap-x", taken(1, 1))))
        assert answer == NotSaved("not_found")
        assert guest.settings.get(f"lista:{match_id}") is None


def test_eleventh_try_of_an_address_is_rejected_for_a_minute(tmp_path: Path) -> None:
    """Limit hold for ten tries a minute from one address; other addresses may still join."""
    now = [0.0]
    notified: list[str] = []
    tables = SharedTables(SqliteStore(tmp_path), notified.append, lambda: now[0])
    tables.keep(shared_tables.Table(match="m", code="K7QM-3F9T-XW2P"))
    answers = [tables.join("wrong", "d", "here") for _ in range(11)]
    assert answers == [NotJoined("wrong")] * 10 + [NotJoined("too_many_tries")]
    assert tables.join("k7qm3f9txw2p", "d", "here") == NotJoined("too_many_tries")
    assert tables.join("k7qm3f9txw2p", "e", "elsewhere") == "m"
    now[0] += 61
    assert tables.join("k7qm3f9txw2p", "d", "here") == "m"


def test_tries_of_all_addresses_together_are_limited(tmp_path: Path) -> None:
    """Addresses are forgotten when their minute is over, and no sooner."""
    now = [0.0]
    tables = SharedTables(SqliteStore(tmp_path), lambda _match: None, lambda: now[0])
    world = [f"address {n}" for n in range(shared_tables.ADDRESSES)]
    for _ in range(shared_tables.TRIES):
        assert {tables.join("wrong", "d", one) for one in world} == {NotJoined("wrong")}
    refused = {tables.join("wrong", "d", one) for one in (*world, "one more")}
    assert refused == {NotJoined("too_many_tries")}
    now[0] += 61
    assert tables.join("wrong", "d", "one more") == NotJoined("wrong")


def test_right_code_is_accepted_while_strangers_keep_trying(party: Party) -> None:
    """Addresses without a try left are not told whether the code was right."""
    tables = party.hub.tables
    for n in range(shared_tables.TRIES * 50):
        tables.join("wrong", f"d{n}", f"address {n % 50}")
    assert tables.join(party.code, "x", "address 7") == NotJoined("too_many_tries")
    assert party.stranger("c").seating.join("wrong") == NotJoined("wrong")
    assert party.stranger("c").seating.join(party.code) == party.match_id


def test_known_member_may_join_while_others_keep_trying(party: Party) -> None:
    """Members need the code of their table, and a wrong one counts as a try."""
    guest = party.guest("b", 1)
    tables = party.hub.tables
    for n in range(shared_tables.ADDRESSES + 50):
        tables.join("wrong", f"d{n}", f"address {n}")
    assert party.stranger("c").seating.join(party.code) == NotJoined("too_many_tries")
    assert guest.seating.join(party.code) == party.match_id
    for _ in range(shared_tables.TRIES):
        guest.seating.join("wrong")
    assert guest.seating.join("wrong") == NotJoined("too_many_tries")
    assert guest.seating.join(party.code) == party.match_id


def test_setting_the_system_clock_does_not_reset_the_tries(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Try are counted by a monotonic clock."""
    tables = SharedTables(SqliteStore(tmp_path), lambda _match: None)
    for _ in range(shared_tables.TRIES):
        tables.join("wrong", "d", "here")
    monkeypatch.setattr("time.time", lambda: 4e9)
    assert tables.join("wrong", "d", "here") == NotJoined("too_many_tries")


def test_full_table_admits_nobody_but_its_members(party: Party) -> None:
    inside, *_ = [party.guest(f"b{n}") for n in range(shared_tables.MEMBERS)]
    assert party.stranger("c").seating.join(party.code) == NotJoined("full")
    assert inside.seating.join(party.code) == party.match_id


# Seats


def test_seat_is_taken_once(party: Party) -> None:
    """Later devices do not get it, and the host's device no longer has it."""
    first, second = party.guest("b", 1), party.guest("c")
    assert not second.seating.sit(party.match_id, 1)
    match = party.hub.matches.open(party.match_id)
    assert [v.seats(match) for v in (party.host, first, second)] == [{0}, {1}, frozenset()]


def test_reserved_seat_can_only_be_given_by_the_host(party: Party) -> None:
    """Hosts reserve it, give it away, and take it back."""
    party.host.seating.open_table(party.match_id, kept=(0,))
    guest = party.guest("b")
    assert not guest.seating.sit(party.match_id, 0)
    party.host.seating.give_seat(party.match_id, 0, guest.device)
    match = party.hub.matches.open(party.match_id)
    assert guest.seats(match) == {0}
    party.host.seating.give_seat(party.match_id, 0, None)
    assert guest.seats(match) == set()
    assert not guest.seating.sit(party.match_id, 0)
    party.host.seating.free_seat(party.match_id, 0)
    assert guest.seating.sit(party.match_id, 0)


def test_phone_that_lost_its_key_gets_its_seat_back_from_the_host(party: Party) -> None:
    """It asks; only hosts and itself know; until a host gives the seat it has none."""
    lost, other = party.guest("b", 1), party.guest("d")
    again = party.guest("c")
    again.seating.ask_for(party.match_id, 1)
    match = party.hub.matches.open(party.match_id)
    asks = [v.seating.table(match).requests for v in (party.host, again, lost, other)]
    assert [len(requests) for requests in asks] == [1, 1, 0, 0]
    assert again.seats(match) == set()
    for stranger in (again, lost, other):
        with pytest.raises(StoreError):
            stranger.seating.give_seat(party.match_id, 1, again.device)
    party.host.seating.give_seat(party.match_id, 1, again.device)
    assert [v.seats(match) for v in (again, lost)] == [{1}, set()]
    assert again.name(party.match_id) == "Luis"
    assert party.host.seating.table(match).requests == ()


@pytest.mark.parametrize("ends", ["refused", "withdrawn", "left", "another seat"])
def test_request_for_a_seat_ends(party: Party, ends: str) -> None:
    """A device asks for one seat at a time; one that is free needs no asking."""
    party.host.seating.open_table(party.match_id, kept=(0,))
    party.guest("b", 1)
    again = party.guest("c")
    again.seating.ask_for(party.match_id, 1)
    if ends == "refused":
        party.host.seating.refuse_seat(party.match_id, 1, again.device)
    elif ends == "withdrawn":
        again.seating.withdraw(party.match_id, 1)
    elif ends == "left":
        again.seating.leave(party.match_id)
    else:
        again.seating.ask_for(party.match_id, 0)
    match = party.hub.matches.open(party.match_id)
    asked = [request.seat for request in party.host.seating.table(match).requests]
    assert asked == ([0] if ends == "another seat" else [])
    party.host.seating.free_seat(party.match_id, 0)
    if ends != "left":
        party.host.seating.refuse_seat(party.match_id, 0, again.device)
        again.seating.ask_for(party.match_id, 0)
        assert party.host.seating.table(match).requests == ()


@pytest.mark.parametrize("seat", [-1, 2, 99])
def test_seat_that_does_not_exist_cannot_be_taken(party: Party, seat: int) -> None:
    guest = party.guest("b")
    assert not guest.seating.sit(party.match_id, seat)
    with pytest.raises(StoreError):
        party.host.seating.give_seat(party.match_id, seat, guest.device)


def test_device_may_hold_several_seats_and_leave_one(party: Party) -> None:
    guest = party.guest("b", 0)
    assert guest.seating.sit(party.match_id, 1)
    match = party.hub.matches.open(party.match_id)
    assert guest.seats(match) == {0, 1}
    assert party.host.seats(match) == set()
    guest.seating.stand_up(party.match_id, 0)
    assert guest.seats(match) == {1}
    assert party.host.seats(match) == {0}


# Recording


def test_device_reports_for_its_own_seats_only(party: Party) -> None:
    """Neither a guest for the host, nor the host for a guest, nor a spectator for anybody."""
    guest, onlooker = party.guest("b", 1), party.guest("c")
    assert isinstance(party.send(guest, taken(0, 1)), NotAllowed)
    assert isinstance(party.send(onlooker, taken(0, 1)), NotAllowed)
    done = party.send(party.host, taken(0, 1))
    assert isinstance(done, Recorded)
    refused = party.send(party.host, taken(1, 1))
    assert isinstance(refused, NotAllowed)
    assert refused.code == "not_your_seat"
    assert isinstance(party.send(guest, taken(1, 1)), Recorded)


@pytest.mark.parametrize("hidden", ["\u202e", "\x00", "\x1b[2J"])
def test_name_of_a_guest_keeps_nothing_that_turns_or_clears_a_line(
    party: Party, hidden: str
) -> None:
    guest = party.guest("b", 1)
    guest.seating.call_me(party.match_id, f"Zoe{hidden}Ruiz")
    name = guest.name(party.match_id)
    assert name.startswith("Zoe")
    assert name.isprintable()


def test_author_and_device_of_an_entry_are_set_by_the_hub(party: Party) -> None:
    """Values sent by a device are not trusted."""
    guest = party.guest("b", 1)
    guest.seating.call_me(party.match_id, "  Zoe   Ruiz ")
    party.send(party.host, taken(0, 1))
    done = party.send(guest, taken(1, 1))
    assert isinstance(done, Recorded)
    assert (done.entry.author, done.entry.device) == ("Zoe Ruiz", guest.device)


def test_spectator_records_nothing(party: Party) -> None:
    """Tried with every kind of entry."""
    party.send(party.host, taken(0, 1))
    first = party.hub.matches.open(party.match_id).entries[1].id
    onlooker = party.guest("c")
    for body in (
        taken(1, 1),
        Noted(text="hola"),
        Clocked(running=True),
        Undone(to=first),
        Amended(edits=(Remove(target=first),)),
        Finished(winners=(0,), reason="x"),
    ):
        answer = party.send(onlooker, body)
        assert isinstance(answer, NotAllowed), body
        assert answer.code == "spectator"
    assert len(party.hub.matches.open(party.match_id).entries) == 2


def test_players_may_run_the_clock_and_same_touch_counts_once(party: Party) -> None:
    """Spectators may not."""
    on, off = Clocked(running=True), Clocked(running=False)
    assert isinstance(party.send(party.host, on), Recorded)
    guest = party.guest("b", 1)
    assert isinstance(party.send(guest, on), AlreadyRecorded)
    assert isinstance(party.send(guest, off), Recorded)
    assert len(party.hub.matches.open(party.match_id).entries) == 3


def _mendings(first: str) -> dict[str, object]:
    return {
        "undo": Undone(to=first),
        "remove": Amended(edits=(Remove(target=first),)),
        "replace": Amended(edits=(Replace(target=first, body=taken(0, 2)),)),
    }


@pytest.mark.parametrize("what", ["undo", "remove", "replace"])
@pytest.mark.parametrize(
    ("mending", "answer"),
    [(Mending.EVERYONE, None), (Mending.AUTHOR, "author_mends"), (Mending.HOST, "host_mends")],
)
def test_guest_may_undo_or_correct_the_hosts_entry_as_chosen(
    party: Party, what: str, mending: Mending, answer: str | None
) -> None:
    """Permission follows the choice of the table."""
    guest = party.guest("b", 1)
    party.send(party.host, taken(0, 1))
    party.host.seating.set_mending(party.match_id, mending)
    body = _mendings(party.hub.matches.open(party.match_id).entries[1].id)[what]
    answered = party.send(guest, body)
    assert (answered.code if isinstance(answered, NotAllowed) else None) == answer
    if answer is None:
        assert isinstance(answered, Recorded)


@pytest.mark.parametrize("what", ["undo", "remove", "replace"])
def test_author_may_undo_or_correct_its_own_entry(party: Party, what: str) -> None:
    """Same entry, recorded by the same device."""
    guest = party.guest("b", 0)
    party.send(guest, taken(0, 1))
    party.host.seating.set_mending(party.match_id, Mending.AUTHOR)
    body = _mendings(party.hub.matches.open(party.match_id).entries[1].id)[what]
    assert isinstance(party.send(guest, body), Recorded)


def test_undo_needs_permission_for_every_entry_it_strikes(party: Party) -> None:
    """Here it strikes the own entry, and the host's after it."""
    guest = party.guest("b", 0)
    party.send(guest, taken(0, 1))
    party.send(party.host, taken(1, 1))
    party.host.seating.set_mending(party.match_id, Mending.AUTHOR)
    own = party.hub.matches.open(party.match_id).entries[1].id
    assert isinstance(party.send(guest, Undone(to=own)), NotAllowed)
    undone = party.send(party.host, Undone(to=own))
    assert isinstance(undone, Recorded)
    assert isinstance(party.send(guest, Redone(to=own)), Recorded)


def test_author_may_not_replace_its_report_by_one_of_another_seat(party: Party) -> None:
    """Hosts may: that is how a report for the wrong seat is corrected."""
    guest = party.guest("b", 0)
    party.send(guest, taken(0, 1))
    party.host.seating.set_mending(party.match_id, Mending.AUTHOR)
    own = party.hub.matches.open(party.match_id).entries[1].id
    body = Amended(edits=(Replace(target=own, body=taken(1, 1)),))
    assert isinstance(party.send(guest, body), NotAllowed)
    assert isinstance(party.send(party.host, body), Recorded)


def test_author_may_insert_reports_of_its_own_seats_only(party: Party) -> None:
    guest = party.guest("b", 1)
    party.host.seating.set_mending(party.match_id, Mending.AUTHOR)
    foreign = Amended(edits=(Insert(id="ins-1", before=None, body=taken(0, 1)),))
    assert isinstance(party.send(guest, foreign), NotAllowed)
    party.send(party.host, taken(0, 1))
    own = Amended(edits=(Insert(id="ins-2", before=None, body=taken(1, 1)),))
    assert isinstance(party.send(guest, own), Recorded)


def test_same_submission_of_a_guest_is_recorded_once(party: Party) -> None:
    guest = party.guest("b", 0)
    tap = Submission("tap-same", taken(0, 1))
    assert isinstance(done(guest.matches.submit(party.match_id, tap)), Recorded)
    assert isinstance(done(guest.matches.submit(party.match_id, tap)), AlreadyRecorded)


# Hosts, and closing the table


def test_guest_made_host_has_host_rights_at_this_table_only(party: Party) -> None:
    guest = party.guest("b", 1)
    with pytest.raises(StoreError):
        guest.seating.renew(party.match_id, party.code)
    party.host.seating.set_host(party.match_id, guest.device, True)
    before = party.code
    guest.seating.renew(party.match_id, party.code)
    assert party.code != before
    assert guest.role(party.match_id) is Role.HOST
    with pytest.raises(StoreError, match="read_only"):
        guest.matches.delete(party.match_id)
    assert guest.boxes.all() == ()


def test_expelled_device_is_out_and_its_invitation_void(party: Party) -> None:
    """Seats of an expelled device go back to the host."""
    guest, code = party.guest("b", 1), party.code
    party.host.seating.expel(party.match_id, guest.device)
    assert guest.role(party.match_id) is None
    assert guest.seating.join(code) == NotJoined("wrong")
    assert party.host.seats(party.hub.matches.open(party.match_id)) == {0, 1}
    assert isinstance(party.send(party.host, taken(0, 1)), Recorded)


def test_closed_table_is_gone_and_reopened_keeps_its_members(party: Party) -> None:
    """Reopening makes a new invitation."""
    guest, code = party.guest("b", 1), party.code
    party.host.seating.close_table(party.match_id)
    assert guest.matches.all() == ()
    assert isinstance(party.send(guest, taken(1, 1)), NotSaved)
    assert guest.settings.get(f"lista:{party.match_id}") is None
    party.host.seating.open_table(party.match_id)
    assert party.code != code
    assert guest.seats(guest.matches.open(party.match_id)) == {1}


def test_members_keep_their_places_after_a_restart(tmp_path: Path) -> None:
    """Roles, seats, the invitation and the table's choice persist."""
    hub = new_hub(tmp_path)
    match_id = new_match(hub).started.match
    host = Client(hub, HOST, owner=True)
    host.seating.open_table(match_id)
    party = Party(hub, match_id, host)
    guest, code = party.guest("b", 1), party.code
    host.seating.set_mending(match_id, Mending.HOST)
    again = new_hub(tmp_path, Ids())
    there = Client(again, guest.device, owner=False)
    assert there.seats(there.matches.open(match_id)) == {1}
    now = Client(again, HOST, owner=True).seating.table(again.matches.open(match_id))
    assert (now.code, now.mending) == (code, Mending.HOST)


def test_unreadable_tables_are_closed_after_a_restart(tmp_path: Path) -> None:
    """Match are all there, and a damaged document lets nobody in."""
    hub = new_hub(tmp_path)
    match_id = new_match(hub).started.match
    hub.store.set_setting(shared_tables.SETTING, '[{"match": 7}]')
    again = new_hub(tmp_path)
    assert again.tables.open_ones() == ()
    assert again.matches.open(match_id)


def test_deleting_a_match_closes_its_table(party: Party) -> None:
    """Members are told that there is no such match."""
    guest = party.guest("b", 1)
    party.host.matches.delete(party.match_id)
    assert guest.matches.all() == ()
    with pytest.raises(StoreError, match="not_found"):
        guest.matches.open(party.match_id)


def test_guest_may_not_reach_boxes_bin_files_or_settings(party: Party) -> None:
    guest = party.guest("b", 1)
    party.hub.store.set_setting("player_names", "secret")
    assert guest.settings.get("player_names") is None
    for job in (
        lambda: guest.settings.set("player_names", "x"),
        lambda: guest.matches.delete(party.match_id),
        guest.matches.empty_bin,
        lambda: guest.matches.restore(party.match_id),
        lambda: guest.boxes.drop("b"),
        lambda: guest.boxes.take_in(b"{}"),
        lambda: guest.boxes.export("b"),
        lambda: guest.settings.set(f"lista:{party.match_id}", "x" * 5000),
    ):
        with pytest.raises(StoreError):
            job()
    assert guest.matches.binned() == ()


# Presence and notifications


def test_presence_of_a_member_lasts_while_any_of_its_screens_is_open(party: Party) -> None:
    """Screens of one device count once."""
    guest = party.guest("b", 1)
    versions: list[int] = []
    party.host.matches.subscribe(party.match_id, versions.append)
    one, two = guest.seating.arrive(party.match_id), guest.seating.arrive(party.match_id)
    match = party.hub.matches.open(party.match_id)
    assert [p.present for p in party.host.seating.table(match).people] == [True]
    one()
    one()
    assert [p.present for p in party.host.seating.table(match).people] == [True]
    two()
    assert [p.present for p in party.host.seating.table(match).people] == [False]
    assert len(versions) == 2


def test_invitation_code_is_shown_to_hosts_only(party: Party) -> None:
    guest = party.guest("b", 1)
    match = guest.matches.open(party.match_id)
    assert guest.seating.table(match).code == ""
    assert party.host.seating.table(match).code == party.code


def test_every_change_of_the_table_notifies_its_screens(party: Party) -> None:
    versions: list[int] = []
    party.host.matches.subscribe(party.match_id, versions.append)
    guest = party.guest("b", 1)
    party.host.seating.set_mending(party.match_id, Mending.HOST)
    guest.seating.leave(party.match_id)
    party.host.seating.close_table(party.match_id)
    assert len(versions) == 5


def test_member_may_export_a_match_that_hides_nothing(party: Party) -> None:
    """Strangers may not."""
    guest = party.guest("b", 1)
    assert guest.files.export(party.match_id) == party.host.files.export(party.match_id)
    with pytest.raises(StoreError):
        party.stranger("c").files.export(party.match_id)


def test_report_with_a_seat_of_the_wrong_type_is_not_recorded(party: Party) -> None:
    """Values that are no seat number belong to nobody."""
    guest = party.guest("b", 1)
    for seat in ("1", None, [1], True):
        answer = party.send(guest, Reported(action={"kind": "take", "seat": seat, "amount": 1}))
        assert not isinstance(answer, Recorded), seat


def test_devices_follow_their_people_to_another_seat(party: Party) -> None:
    """A phone stays with its person when places are corrected, and when that is undone."""
    guest = party.guest("k1", 1)

    def place(*names: str) -> object:
        body = Reseated(players=names)
        return party.send(party.host, Amended(edits=(Insert(id="seat-1", before=None, body=body),)))

    names = party.hub.matches.open(party.match_id).options.players
    moved = place(names[1], names[0])
    assert isinstance(moved, Recorded)
    assert guest.seats(moved.match) == {0}
    back = party.send(party.host, Undone(to=moved.entry.id))
    assert isinstance(back, Recorded)
    assert guest.seats(back.match) == {1}


def test_another_name_moves_no_device(party: Party) -> None:
    guest = party.guest("k1", 1)
    names = party.hub.matches.open(party.match_id).options.players
    body = Reseated(players=(names[0], "Alguien"))
    answer = party.send(party.host, body)
    assert isinstance(answer, Recorded)
    assert guest.seats(answer.match) == {1}


def test_only_hosts_say_who_plays_where_each_mends_their_own(party: Party) -> None:
    guest = party.guest("k1", 1)
    names = party.hub.matches.open(party.match_id).options.players
    body = Reseated(players=(names[0], "Alguien"))
    amended = Amended(edits=(Insert(id="seat-1", before=None, body=body),))
    assert isinstance(party.send(guest, body), NotAllowed)
    party.host.seating.set_mending(party.match_id, Mending.AUTHOR)
    assert isinstance(party.send(guest, amended), NotAllowed)
    party.host.seating.set_mending(party.match_id, Mending.EVERYONE)
    assert isinstance(party.send(guest, amended), Recorded)


# Another match with the same table


def _next(party: Party, players: tuple[str, ...]) -> Match:
    """Begin another match of the same table, whose people may sit otherwise."""
    made = party.hub.matches.create(NewMatch("pebbles", {"players": players}))
    assert isinstance(made, Match), made
    party.host.seating.go_on(party.match_id, made)
    return made


@pytest.mark.parametrize(
    ("players", "seats"), [(("Ana", "Luis"), {1}), (("Luis", "Ana"), {0}), (("Ana", "Eva"), set())]
)
def test_table_goes_on_with_each_device_at_the_seat_of_its_person(
    party: Party, players: tuple[str, ...], seats: set[int]
) -> None:
    guest, onlooker = party.guest("b", 1), party.guest("c")
    made = _next(party, players)
    after = party.hub.tables.of(made.started.match)
    assert after.is_open
    assert after.code != party.code
    assert guest.seats(made) == seats
    assert onlooker.role(made.started.match) is Role.SPECTATOR
    old = party.hub.matches.open(party.match_id)
    for each in (guest, onlooker):
        assert each.seating.table(old).successor == made.started.match
    assert party.host.seating.table(old).successor == ""


def test_nobody_follows_from_a_closed_table_or_to_one_that_is_gone(party: Party) -> None:
    guest = party.guest("b", 1)
    made = _next(party, ("Ana", "Luis"))
    old = party.hub.matches.open(party.match_id)
    party.host.seating.close_table(made.started.match)
    assert guest.seating.table(old).successor == ""
    assert guest.role(made.started.match) is None
    party.host.seating.close_table(party.match_id)
    third = _next(party, ("Ana", "Luis"))
    assert not party.hub.tables.of(third.started.match).is_open
    assert guest.role(third.started.match) is None


def test_guest_cannot_take_a_table_along(party: Party) -> None:
    guest = party.guest("b", 1)
    other = new_match(party.hub)
    with pytest.raises(StoreError, match="not_found"):
        guest.seating.go_on(party.match_id, other)
    assert not party.hub.tables.of(other.started.match).is_open
