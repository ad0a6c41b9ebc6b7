"""Disputes: what is recorded of one, its decision, and where it is offered again."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from companion.kernel.form import Draft
from companion.match.entries import RulingChanged
from companion.match.files import qr_frames
from companion.services.client import Client
from companion.services.disputes import model as form
from companion.services.disputes.dispute_builder import DisputeQuestion, Sought
from companion.services.disputes.dispute_repository import INDEX, Taken
from companion.services.disputes.model import MAX_OPEN, Decision, Dispute, DisputeError
from companion.services.hub import Hub
from companion.services.matches.results import NotImported
from companion.services.sharing.shared_tables import device_id
from companion.services.storage.journal_store import JournalStore
from companion.services.storage.sqlite_store import SqliteStore
from companion.services.storage.store import Store, StoreError
from companion.services.transfer.incoming_data import IncomingData
from tests.games.pebbles.game import GAME
from tests.match.catalog import CATALOG, LAST
from tests.services.conftest import (
    Clock,
    Ids,
    Table,
    brought,
    brought_file,
    new_hub,
    new_match,
)
from tests.services.fake_tapes import Reel

FOUR = Draft("take", 0, {"amount": 4})
"""Draft of more pebbles than the rules allow."""
ALLOWED = Decision(verdict="allowed", by="Ana", why="Así se ha jugado siempre")


def _owner(hub: Hub) -> Client:
    return Client(hub, device_id("own"), owner=True)


@pytest.fixture
def host(hub: Hub) -> Client:
    """Return the device of the host."""
    return _owner(hub)


def _asked(table: Table, draft: Draft | None = FOUR, **more: object) -> DisputeQuestion:
    return DisputeQuestion("pebbles", "¿Vale coger cuatro?", "Ana", table.match_id, draft, **more)  # type: ignore[arg-type]


def _precedent(host: Client, table: Table) -> Dispute:
    opened = host.disputes.open(_asked(table))
    return host.disputes.decide(opened.id, ALLOWED, precedent=True)


# Content of a dispute


def test_dispute_holds_the_refusal_and_its_moment(host: Client, table: Table) -> None:
    table.take(0, 2)
    table.take(1, 1)
    opened = host.disputes.open(_asked(table))
    assert (opened.code, opened.seq, opened.players) == ("one_to_three", 3, ("Ana", "Luis"))
    assert opened.against
    assert opened.against.overrulable
    assert opened.against.facts == {"amount": 4}
    ways = [(way.code, way.facts) for way in opened.against.ways]
    assert ways[0] == ("take_fewer", {"amount": 3})
    # The game proposed the number, so other numbers are not offered as well.
    assert [facts for code, facts in ways if code == "change_field"] == []
    assert opened.rules[0] == "taking"
    assert opened.action == {"kind": "take", "seat": 0, "amount": 4}
    assert not opened.decided


def test_stored_dispute_reads_back_the_same(host: Client, table: Table, tmp_path: Path) -> None:
    kept = _precedent(host, table)
    again = Hub(SqliteStore(tmp_path), {GAME.id: GAME}, lambda _: CATALOG, Clock(), Ids())
    assert _owner(again).disputes.all() == (kept,)


def test_moment_of_a_dispute_stays_while_the_match_goes_on(host: Client, table: Table) -> None:
    table.take(0, 2)
    opened = host.disputes.open(_asked(table))
    table.take(1, 3)
    then = host.disputes.moment(opened)
    assert then
    assert (then.whole.state.left(), table.match.state.left()) == (10, 7)
    early = host.disputes.open(_asked(table, seq=1))
    assert early.seq == 1
    moment = host.disputes.moment(early)
    assert moment
    assert moment.whole.state.left() == 12


def test_dispute_outlives_its_match(host: Client, table: Table) -> None:
    opened = host.disputes.open(_asked(table))
    host.matches.delete(table.match_id)
    assert host.disputes.moment(opened) is None
    assert host.disputes.find(opened.id) == opened


def test_dispute_about_a_legal_action_has_no_refusal(host: Client, table: Table) -> None:
    opened = host.disputes.open(_asked(table, Draft("take", 0, {"amount": 1})))
    assert opened.against is None
    assert {condition.verdict for condition in opened.checked} == {"holds"}
    assert "taking" in opened.rules


def test_dispute_names_the_ruling_it_depends_on(host: Client, table: Table) -> None:
    table.send(RulingChanged(ruling="last", reading="twice"))
    for seat in (0, 1, 0):
        table.take(seat, 3)
    opened = host.disputes.open(_asked(table, Draft("take", 1, {"amount": 3})))
    assert (opened.ruling, opened.reading) == ("last", "twice")


def test_dispute_needs_a_question_and_a_known_game(host: Client) -> None:
    with pytest.raises(DisputeError, match="no_question"):
        host.disputes.open(DisputeQuestion("pebbles", "   "))
    with pytest.raises(DisputeError, match="unknown_game"):
        host.disputes.open(DisputeQuestion("chess", "¿Y esto?"))
    assert host.disputes.all() == ()


def test_too_many_open_disputes_are_refused(
    host: Client, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = [replace(_asked(table), question=f"¿Vale {n}?") for n in range(MAX_OPEN + 1)]
    first, *_ = [host.disputes.open(each) for each in asked[:-1]]
    with pytest.raises(DisputeError, match="full_match"):
        host.disputes.open(asked[-1])
    host.disputes.decide(first.id, ALLOWED)
    host.disputes.open(asked[-1])
    kept = len(host.disputes.all())
    monkeypatch.setattr("companion.services.disputes.dispute_repository.MAX_KEPT", kept)
    with pytest.raises(DisputeError, match="full"):
        host.disputes.open(DisputeQuestion("pebbles", "¿Otra?"))


# Decisions


def test_decision_names_its_time_and_may_be_withdrawn(host: Client, table: Table) -> None:
    opened = host.disputes.open(_asked(table))
    decided = host.disputes.decide(opened.id, ALLOWED, precedent=True)
    assert decided.precedent
    assert decided.decision.at
    with pytest.raises(DisputeError, match="undecided"):
        host.disputes.decide(opened.id, Decision(), precedent=True)
    again = host.disputes.decide(opened.id, Decision())
    assert not again.decided
    with pytest.raises(DisputeError, match="undecided"):
        host.disputes.mark(opened.id, precedent=True)


def test_decision_for_an_unknown_reading_is_refused(host: Client, table: Table) -> None:
    opened = host.disputes.open(DisputeQuestion("pebbles", "¿Y la última?", match=table.match_id))
    with pytest.raises(DisputeError, match="undecided"):
        host.disputes.decide(opened.id, Decision.model_construct(verdict="reading", reading="x"))


def test_precedent_is_offered_for_the_same_code_or_rule(host: Client, table: Table) -> None:
    kept = _precedent(host, table)
    find = host.disputes.precedents
    assert find(Sought("pebbles", code="one_to_three")) == (kept,)
    assert find(Sought("pebbles", code="too_heavy", rule="taking")) == (kept,)
    assert find(Sought("pebbles", code="too_heavy", rule="cashing")) == ()
    assert find(Sought("chess", code="one_to_three")) == ()
    host.disputes.mark(kept.id, precedent=False)
    assert find(Sought("pebbles", code="one_to_three")) == ()


def test_closest_precedent_comes_first_then_the_latest(host: Client, table: Table) -> None:
    exact = _precedent(host, table)
    other = host.disputes.open(DisputeQuestion("pebbles", "¿Otra cosa de coger?", section="taking"))
    host.disputes.decide(other.id, ALLOWED, precedent=True)
    later = _precedent(host, table)
    precedents = host.disputes.precedents(Sought("pebbles", code="one_to_three", rule="taking"))
    assert [d.id for d in precedents] == [later.id, exact.id, other.id]


def test_precedent_gives_the_reading_of_a_ruling(host: Client, table: Table) -> None:
    table.send(RulingChanged(ruling="last", reading="twice"))
    for seat in (0, 1, 0):
        table.take(seat, 3)
    opened = host.disputes.open(_asked(table, Draft("take", 1, {"amount": 3})))
    assert host.disputes.precedents_by_ruling("pebbles") == {}
    reading = Decision(verdict="reading", reading="twice", by="Luis")
    kept = host.disputes.decide(opened.id, reading, precedent=True)
    assert host.disputes.precedents_by_ruling("pebbles") == {"last": kept}


def test_precedent_survives_a_renamed_ruling(host: Client, table: Table, tmp_path: Path) -> None:
    table.send(RulingChanged(ruling="last", reading="twice"))
    for seat in (0, 1, 0):
        table.take(seat, 3)
    opened = host.disputes.open(_asked(table, Draft("take", 1, {"amount": 3})))
    reading = Decision(verdict="reading", reading="twice", by="Luis")
    host.disputes.decide(opened.id, reading, precedent=True)
    names = {"once": "single", "twice": "double"}
    update = {"id": "end", "was": ("last",), "formerly": names, "default": "single"}
    renamed = LAST.model_copy(update={**update, "readings": ("single", "double")})
    later = replace(CATALOG, rulings=(renamed,))

    def again(folder: Path) -> Client:
        games = {GAME.id: GAME}
        return _owner(Hub(SqliteStore(folder), games, lambda _: later, Clock(), Ids()))

    (dispute,) = again(tmp_path).disputes.all()
    assert (dispute.ruling, dispute.reading, dispute.decision.reading) == (
        "end",
        "double",
        "double",
    )
    brought = again(tmp_path / "other")
    brought_file(brought, IncomingData(), host.disputes.export([opened.id]))
    assert brought.disputes.precedents_by_ruling("pebbles") == {"end": dispute}


# Permissions


def _guest(table: Table, seat: int | None = None, key: str = "guest") -> Client:
    host = _owner(table.hub)
    host.seating.open_table(table.match_id)
    guest = Client(table.hub, device_id(key), owner=False, address=key)
    assert guest.seating.join(host.seating.table(table.match).code) == table.match_id
    if seat is not None:
        assert guest.seating.sit(table.match_id, seat)
    return guest


def test_spectator_may_only_read_disputes(host: Client, table: Table) -> None:
    opened = host.disputes.open(_asked(table))
    guest = _guest(table)
    assert guest.disputes.find(opened.id) == opened
    for act in (
        lambda: guest.disputes.open(_asked(table)),
        lambda: guest.disputes.decide(opened.id, ALLOWED),
        lambda: guest.disputes.mark(opened.id, precedent=True),
        lambda: guest.disputes.drop(opened.id),
        lambda: guest.disputes.take_in(b"?"),
        lambda: guest.disputes.take_in_packed(b"?"),
        lambda: guest.disputes.open(DisputeQuestion("pebbles", "¿Y esto?")),
    ):
        with pytest.raises(DisputeError, match="not_allowed"):
            act()
    assert host.disputes.all() == (opened,)


def test_player_may_open_and_decide_but_not_set_a_precedent(table: Table) -> None:
    guest = _guest(table, seat=1)
    opened = guest.disputes.open(_asked(table))
    assert opened.by == "Luis"
    with pytest.raises(DisputeError, match="not_allowed"):
        guest.disputes.decide(opened.id, ALLOWED, precedent=True)
    decided = guest.disputes.decide(opened.id, ALLOWED)
    assert decided.decided
    assert not guest.disputes.may_decide(decided)
    with pytest.raises(DisputeError, match="not_allowed"):
        guest.disputes.decide(opened.id, Decision())


def test_precedent_of_another_table_is_shown_without_that_table(host: Client, table: Table) -> None:
    other = Table(table.hub, new_match(table.hub, title="La de ayer").started.match)
    private = host.disputes.open(_asked(other))
    kept = host.disputes.decide(private.id, ALLOWED, precedent=True)
    still_open = host.disputes.open(_asked(other))
    guest = _guest(table, seat=1)
    (precedent,) = guest.disputes.all()
    assert precedent.id == kept.id
    assert (precedent.match, precedent.title, precedent.players, precedent.seq) == (
        None,
        "",
        (),
        None,
    )
    assert (precedent.attempt, precedent.checked, precedent.action) == (None, (), {"kind": "take"})
    assert precedent.against
    assert (precedent.against.facts, precedent.against.ways) == ({}, ())
    assert precedent.decision == kept.decision
    assert guest.disputes.find(still_open.id) is None
    assert guest.disputes.precedents(Sought("pebbles", code="one_to_three")) == (precedent,)
    assert form.load_disputes(guest.disputes.export([kept.id])) == (precedent,)
    with pytest.raises(StoreError, match="not_found"):
        guest.disputes.decide(kept.id, Decision())
    with pytest.raises(StoreError, match="not_found"):
        guest.disputes.pack([still_open.id])


def test_stranger_sees_no_dispute_and_guest_writes_no_setting(host: Client, table: Table) -> None:
    kept = _precedent(host, table)
    stranger = Client(table.hub, device_id("nobody"), owner=False)
    assert stranger.disputes.all() == ()
    assert stranger.disputes.find(kept.id) is None
    guest = _guest(table, seat=1)
    for key in (INDEX, f"dispute/{kept.id}", f"dispute/{table.match_id}"):
        assert guest.settings.get(key) is None
        with pytest.raises(StoreError, match="read_only"):
            guest.settings.set(key, "")


# Storage


@pytest.mark.parametrize("kind", ["sqlite", "journal"])
def test_damaged_dispute_does_not_affect_the_others_in_any_store(kind: str, tmp_path: Path) -> None:
    reel = Reel()

    def store() -> Store:
        return SqliteStore(tmp_path) if kind == "sqlite" else JournalStore(reel)

    def opened(on: Store) -> Hub:
        return Hub(on, {GAME.id: GAME}, lambda _: CATALOG, Clock(), ids)

    ids = Ids()
    first = store()
    hub = opened(first)
    table = Table(hub, new_match(hub).started.match)
    host = _owner(hub)
    one, two = _precedent(host, table), _precedent(host, table)
    first.set_setting(f"dispute/{one.id}", '{"id": "?"}')
    if isinstance(first, SqliteStore):
        first.close()
    second = store()
    again = _owner(opened(second))
    assert again.disputes.all() == (two,)
    assert len(again.matches.all()) == 1
    again.disputes.drop(two.id)
    second.set_setting(INDEX, "[[[")
    third = _owner(opened(second))
    assert third.disputes.all() == ()
    made = third.disputes.open(DisputeQuestion("pebbles", "¿Sigue?"))
    assert third.disputes.all() == (made,)


def test_full_disk_is_reported_and_changes_no_dispute(
    host: Client, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = _precedent(host, table)

    def full(*_: object) -> None:
        raise StoreError("disk_full")

    monkeypatch.setattr(SqliteStore, "set_setting", full)
    for act in (
        lambda: host.disputes.open(_asked(table)),
        lambda: host.disputes.decide(kept.id, Decision()),
        lambda: host.disputes.drop(kept.id),
    ):
        with pytest.raises(StoreError, match="disk_full"):
            act()
    assert host.disputes.all() == (kept,)


# Transfer to another device


def test_disputes_go_by_file_link_and_codes_and_overwrite_nothing(
    host: Client, table: Table, tmp_path: Path
) -> None:
    kept = _precedent(host, table)
    other = _owner(new_hub(tmp_path / "other", Ids()))
    packed = host.disputes.pack([kept.id])
    link = f"disputa={qr_frames.link_text(packed)}"
    first = brought(other, IncomingData(), f"https://example.org/#{link}").items[0].result
    assert first == Taken(new=(kept,))
    assert other.disputes.all() == (kept,)
    for text in qr_frames.frames(packed, "D", 10_000):
        again = brought(other, IncomingData(), f"parte={text}").items[0].result
        assert again == Taken(already=(kept,))
    changed = host.disputes.decide(kept.id, Decision(verdict="not_allowed", by="Luis"))
    data = host.disputes.export([kept.id])
    aside = brought_file(other, IncomingData(), data).items[0].result
    assert isinstance(aside, Taken)
    (stands,) = aside.beside
    assert stands.model_copy(update={"id": kept.id}) == changed
    assert len(other.disputes.all()) == 2
    twice = brought_file(other, IncomingData(), data).items[0].result
    assert twice == Taken(already=(stands,))
    assert len(other.disputes.all()) == 2


def _forged(dispute: Dispute, change: Callable[[dict[str, object]], object]) -> bytes:
    document = json.loads(form.dump_disputes([dispute]))
    change(document["disputes"][0])
    return json.dumps(document).encode()


def test_unreadable_disputes_file_is_refused(host: Client, table: Table, tmp_path: Path) -> None:
    kept = _precedent(host, table)
    other = _owner(new_hub(tmp_path / "other"))
    newer = form.dump_disputes([kept]).replace(b'"version":1', b'"version":2')
    for data, code in (
        (_forged(kept, lambda d: d.update(question="x" * 301)), "not_disputes"),
        (_forged(kept, lambda d: d.update(strange=1)), "not_disputes"),
        (_forged(kept, lambda d: d.update(decision={"verdict": "open"})), "not_disputes"),
        (_forged(kept, lambda d: d.update(game="chess")), "unknown_game"),
        (_forged(kept, lambda d: d.update(ruling="none", reading="such")), "unknown_ruling"),
        (_forged(kept, lambda d: d.update(action={"kind": "x" * 40_000})), "not_disputes"),
        (newer, "newer_format"),
        (b'{"type": "disputes", "version": 1, "disputes": []}', "not_disputes"),
    ):
        result = brought_file(other, IncomingData(), data).items[0].result
        assert isinstance(result, NotImported), code
        assert result.key == f"dispute.{code}"
    damaged = brought(other, IncomingData(), "disputa=AAAA").items[0].result
    assert damaged == NotImported("dispute.damaged", {"limit": 2000})
    assert other.disputes.all() == ()


def test_guest_may_not_import_disputes(host: Client, table: Table) -> None:
    kept = _precedent(host, table)
    guest = _guest(table, seat=1)
    refused = NotImported("import.not_allowed")
    link = f"disputa={qr_frames.link_text(host.disputes.pack([kept.id]))}"
    assert brought(guest, IncomingData(), link).items[0].result == refused
    data = host.disputes.export([kept.id])
    assert brought_file(guest, IncomingData(), data).items[0].result == refused


def test_import_of_too_many_disputes_is_refused(
    host: Client, table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ids = [_precedent(host, table).id for _ in range(3)]
    other = _owner(new_hub(tmp_path / "other"))
    monkeypatch.setattr("companion.services.disputes.dispute_repository.MAX_KEPT", 2)
    with pytest.raises(DisputeError, match="full"):
        other.disputes.take_in(host.disputes.export(ids))
    assert other.disputes.all() == ()
