"""Printed values and reports of one act: recorded with its last report, or not at all."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from companion.match.entries import FactsEntered, Redone, Reported, Undone, id_before
from companion.match.fold import fold
from companion.match.resumable import done
from companion.match.timeline import redo_target, undo_target
from companion.services.matches.results import (
    AlreadyRecorded,
    Answer,
    Blocked,
    LookAlike,
    NotSaved,
    Recorded,
    Refused,
    Submission,
    UnreadableInput,
)
from companion.services.storage.store import StoreError
from tests.services.conftest import Table, taken

LID, HANDFUL = "lid.value", "lid.handful"
SEVEN = FactsEntered(facts={LID: 7})
CASH = Reported(action={"kind": "cash", "seat": 0})
"""Report that needs the value of the lid."""


@pytest.fixture
def cashing(table: Table) -> Table:
    """Return a match in which Ana may cash a lid whose value nobody knows."""
    table.take(0, 3)
    table.take(1, 1)
    return table


def _recorded(answer: Answer) -> Recorded:
    assert isinstance(answer, Recorded), answer
    return answer


def _stored(table: Table) -> tuple[object, ...]:
    return tuple(table.hub.store.rows(table.match_id))


def test_report_is_judged_and_recorded_with_its_values(cashing: Table) -> None:
    before = cashing.match
    recorded = _recorded(cashing.send(CASH, values=SEVEN, id="tap-cash"))
    values, report = recorded.match.entries[len(before.entries) :]
    assert (values.body, report.body.type) == (SEVEN, "reported")
    assert (values.id, report.id) == (id_before("tap-cash"), "tap-cash")
    assert (values.at, values.author, values.device) == (report.at, report.author, report.device)
    assert recorded.entry == report
    assert recorded.match.state.ledger.balance("seat:0", "point") == 10
    # What is stored leads to the same match.
    games = cashing.hub.games
    assert fold(games, cashing.hub.store.load(cashing.match_id)).state == recorded.match.state


def test_report_without_its_values_is_not_recorded(cashing: Table) -> None:
    before = _stored(cashing)
    assert isinstance(cashing.send(CASH), UnreadableInput)
    assert _stored(cashing) == before


REFUSED: dict[str, tuple[Callable[[Table], Answer], type[object]]] = {
    "illegal": (lambda t: t.send(taken(1, 1), values=SEVEN), Refused),
    "malformed": (
        lambda t: t.send(Reported(action={"kind": "fly"}), values=SEVEN),
        UnreadableInput,
    ),
    "no such value": (
        lambda t: t.send(CASH, values=FactsEntered(facts={LID: 0})),
        UnreadableInput,
    ),
    "no such fact": (
        lambda t: t.send(CASH, values=FactsEntered(facts={"lid.colour": 1})),
        UnreadableInput,
    ),
    "no set-up": (lambda t: t.send(CASH, values=FactsEntered(facts={LID: 9})), Refused),
    "contradicts what was played": (
        lambda t: t.send(taken(0, 1), values=FactsEntered(facts={HANDFUL: 2})),
        Blocked,
    ),
    "look-alike": (
        lambda t: t.send(taken(1, 1), values=SEVEN, device="other", seen=1),
        LookAlike,
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_values_of_a_report_that_is_not_recorded_are_not_either(name: str, cashing: Table) -> None:
    send, answer = REFUSED[name]
    before = _stored(cashing)
    assert isinstance(send(cashing), answer)
    assert _stored(cashing) == before
    assert LID not in cashing.match.facts


def test_full_disk_keeps_neither_value_nor_report(
    cashing: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = _stored(cashing)

    def full(*_args: object) -> None:
        raise StoreError("full")

    with monkeypatch.context() as patch:
        patch.setattr(cashing.hub.store, "append", full)
        assert isinstance(cashing.send(CASH, values=SEVEN), NotSaved)
    assert _stored(cashing) == before
    assert LID not in cashing.match.facts


def test_same_report_with_values_twice_counts_once(cashing: Table) -> None:
    first = _recorded(cashing.send(CASH, values=SEVEN, id="tap-cash"))
    again = cashing.send(CASH, values=SEVEN, id="tap-cash")
    assert isinstance(again, AlreadyRecorded)
    assert again.match.entries == first.match.entries


def test_values_that_another_phone_typed_meanwhile_are_not_repeated(cashing: Table) -> None:
    seen = len(cashing.match.entries)
    cashing.send(SEVEN, device="other")
    recorded = _recorded(cashing.send(CASH, values=SEVEN, device="one", seen=seen))
    assert [entry.body.type for entry in recorded.match.entries[seen:]] == [
        "facts_entered",
        "reported",
    ]


def test_another_value_typed_meanwhile_is_replaced_by_the_one_judged(cashing: Table) -> None:
    cashing.send(FactsEntered(facts={LID: 5}), device="other")
    recorded = _recorded(cashing.send(CASH, values=SEVEN, device="one"))
    assert recorded.match.facts[LID] == 7
    assert recorded.match.state.ledger.balance("seat:0", "point") == 10


def test_undo_takes_a_report_and_its_values_back(cashing: Table) -> None:
    before = cashing.match
    after = _recorded(cashing.send(CASH, values=SEVEN)).match
    to = undo_target(after.timeline, after.timeline.past[-1].entry.id)
    undone = _recorded(cashing.send(Undone(to=to))).match
    assert (undone.facts, undone.state) == (before.facts, before.state)
    assert undone.timeline.items == before.timeline.items
    redone = _recorded(cashing.send(Redone(to=redo_target(undone.timeline)))).match
    assert (redone.facts, redone.state) == (after.facts, after.state)


def test_undo_of_a_report_keeps_values_typed_by_themselves(cashing: Table) -> None:
    cashing.send(SEVEN)
    after = _recorded(cashing.send(CASH)).match
    last = after.timeline.past[-1].entry.id
    assert undo_target(after.timeline, last) == last
    undone = _recorded(cashing.send(Undone(to=last))).match
    assert undone.facts[LID] == 7
    assert redo_target(undone.timeline) == last


def test_undo_of_an_earlier_report_takes_its_values_back_too(cashing: Table) -> None:
    before = cashing.match
    report = _recorded(cashing.send(CASH, values=SEVEN)).entry.id
    cashing.take(1, 1)
    to = undo_target(cashing.match.timeline, report)
    assert _recorded(cashing.send(Undone(to=to))).match.facts == before.facts


def test_identifier_of_values_is_one_for_each_report() -> None:
    names = [f"tap-{n:04}" for n in range(200)]
    made = {id_before(name) for name in names}
    assert len(made) == 200
    assert all(len(name) == 12 and name.isalnum() for name in made)
    assert id_before(names[0]) == id_before("tap-0000")


def test_report_overtaken_during_its_judgement_brings_its_values_once(cashing: Table) -> None:
    before = len(cashing.match.entries)
    submission = Submission("tap-cash", CASH, "Ana", "phone", values=SEVEN)
    slow = cashing.hub.matches.submit(cashing.match_id, submission)
    next(slow, None)
    quick = cashing.hub.matches.submit(cashing.match_id, replace(submission, device="other"))
    answers = {type(done(quick)), type(done(slow))}
    assert answers == {Recorded, AlreadyRecorded}
    added = [entry.body.type for entry in cashing.match.entries[before:]]
    assert added == ["facts_entered", "reported"]


# Several reports as one act


def test_reports_of_one_act_are_recorded_in_one_write(
    cashing: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, writes = cashing.match, []
    append = cashing.hub.store.append

    def counted(*given: object) -> None:
        writes.append(given)
        append(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(cashing.hub.store, "append", counted)
    recorded = _recorded(cashing.send(taken(1, 1), values=SEVEN, first=(CASH,), id="tap-both"))
    values, first, last = recorded.match.entries[len(before.entries) :]
    assert len(writes) == 1
    assert (values.body, first.body, last.body.type) == (SEVEN, first.body, "reported")
    assert [first.id, values.id] == [id_before("tap-both"), id_before(id_before("tap-both"))]
    # Undo takes all of it back at once, and redo brings it back.
    to = undo_target(recorded.match.timeline, last.id)
    undone = _recorded(cashing.send(Undone(to=to))).match
    assert (undone.facts, undone.state) == (before.facts, before.state)
    redone = _recorded(cashing.send(Redone(to=redo_target(undone.timeline)))).match
    assert redone.state == recorded.match.state


@pytest.mark.parametrize("at", [0, 1])
def test_one_refused_report_keeps_the_whole_act_from_being_recorded(
    at: int, cashing: Table
) -> None:
    before = _stored(cashing)
    reports = [CASH, taken(1, 1)]
    reports[at] = taken(0, 1) if at else taken(1, 1)
    assert isinstance(cashing.send(reports[1], values=SEVEN, first=(reports[0],)), Refused)
    assert _stored(cashing) == before


def test_reports_one_after_the_other_are_undone_one_by_one(cashing: Table) -> None:
    cashing.send(CASH, values=SEVEN)
    after = _recorded(cashing.send(taken(1, 1))).match
    last = after.timeline.past[-1].entry.id
    assert undo_target(after.timeline, last) == last


def test_same_act_twice_counts_once(cashing: Table) -> None:
    sent = {"values": SEVEN, "first": (CASH,), "id": "tap-both"}
    first = _recorded(cashing.send(taken(1, 1), **sent))  # type: ignore[arg-type]
    again = cashing.send(taken(1, 1), **sent)  # type: ignore[arg-type]
    assert isinstance(again, AlreadyRecorded)
    assert again.match.entries == first.match.entries
