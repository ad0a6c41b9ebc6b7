"""Submissions to the hub: repeated, late, look-alike, illegal, malformed."""

from typing import Any

import pytest

from companion.match import fold
from companion.match.entries import (
    Adjusted,
    Amended,
    FactsEntered,
    Finished,
    Noted,
    Posted,
    Redone,
    Refereed,
    Remove,
    Replace,
    Reported,
    RulingChanged,
    Setting,
    Undone,
)
from companion.match.resumable import done
from companion.match.steps import play
from companion.services.matches.results import (
    AlreadyRecorded,
    Blocked,
    LookAlike,
    NotSaved,
    Overtaken,
    Recorded,
    Refused,
    Submission,
    UnreadableInput,
)
from tests.services.conftest import Table, taken


def _recorded(answer: object) -> Recorded:
    assert isinstance(answer, Recorded), answer
    return answer


def test_report_is_recorded_with_its_step(table: Table) -> None:
    recorded = _recorded(table.take(0, 2))
    assert recorded.entry.seq == 1
    assert recorded.step is not None
    assert recorded.match.state.left() == 10
    assert table.match == recorded.match


def test_same_submission_twice_counts_once(table: Table) -> None:
    table.take(0, 2, id="tap-same")
    again = table.take(0, 2, id="tap-same")
    assert isinstance(again, AlreadyRecorded)
    assert len(again.match.entries) == 2


def test_same_act_from_another_phone_is_a_look_alike(table: Table) -> None:
    first = _recorded(table.take(0, 2, device="one", seen=1))
    second = table.take(0, 2, device="two", seen=1)
    assert isinstance(second, LookAlike)
    assert second.entry == first.entry
    assert isinstance(table.take(0, 2, device="two", seen=1, anyway=True), Refused)


def test_look_alike_of_an_undone_report_is_recorded(table: Table) -> None:
    first = _recorded(table.take(0, 2, device="one", seen=1))
    table.send(Undone(to=first.entry.id))
    _recorded(table.take(0, 2, device="two", seen=1))


def test_same_act_by_a_sender_who_saw_the_first_is_recorded(table: Table) -> None:
    table.take(0, 2, device="one", seen=1)
    table.take(1, 1, device="one", seen=2)
    _recorded(table.take(0, 2, device="two", seen=3))


def test_late_report_is_judged_on_the_latest_state(table: Table) -> None:
    table.take(0, 2, device="one", seen=1)
    late = table.take(0, 3, device="two", seen=1)
    assert isinstance(late, Refused)
    assert late.refusal.code == "not_your_turn"
    assert len(table.match.entries) == 2


def test_refused_report_can_be_recorded_with_consent(table: Table) -> None:
    refused = table.take(1, 2)
    assert isinstance(refused, Refused)
    assert refused.refusal.overrulable
    recorded = _recorded(table.take(1, 2, consent="Luis"))
    assert recorded.step is not None
    assert recorded.step.consented


def test_consent_does_not_create_a_missing_seat(table: Table) -> None:
    assert isinstance(table.take(7, 2, consent="Luis"), Refused)


def test_malformed_report_names_its_field(table: Table) -> None:
    answer = table.send(Reported(action={"kind": "take", "seat": 0, "amount": "muchas"}))
    assert isinstance(answer, UnreadableInput)
    assert [(e.field, e.code) for e in answer.errors] == [("amount", "int_parsing")]
    for action in ({}, {"kind": "fly", "seat": 0}, {"kind": ["take"], "seat": 0}):
        assert isinstance(table.send(Reported(action=action)), UnreadableInput)


def test_lone_surrogate_in_a_report_is_malformed(table: Table) -> None:
    action = {"kind": "take", "seat": 0, "amount": 1, "note": "\ud800"}
    assert isinstance(table.send(Reported(action=action)), UnreadableInput)


def test_invalid_submission_id_is_malformed(table: Table) -> None:
    answer = done(table.hub.matches.submit(table.match_id, Submission("a/b", Noted(text="hola"))))
    assert isinstance(answer, UnreadableInput)


def test_header_or_end_cannot_be_submitted(table: Table) -> None:
    for body in (table.match.started, Finished(winners=(0,), reason="pile_empty")):
        answer = table.send(body)
        assert isinstance(answer, UnreadableInput)
        assert answer.errors[0].code == "not_submittable"


def test_action_that_needs_an_unknown_value_asks_for_it(table: Table) -> None:
    table.take(0, 3)
    table.take(1, 1)
    answer = table.send(Reported(action={"kind": "cash", "seat": 0}))
    assert isinstance(answer, UnreadableInput)
    assert [(e.field, e.code) for e in answer.errors] == [("lid.value", "fact_needed")]
    _recorded(table.send(FactsEntered(facts={"lid.value": 7})))
    recorded = _recorded(table.send(Reported(action={"kind": "cash", "seat": 0})))
    assert recorded.match.state.ledger.balance("seat:0", "point") == 10


def test_printed_value_is_validated(table: Table) -> None:
    for fact, value, code in (
        ("lid.value", 0, "out_of_range"),
        ("lid.value", "siete", "not_a_number"),
        ("lid.colour", 1, "unknown_fact"),
    ):
        answer = table.send(FactsEntered(facts={fact: value}))
        assert isinstance(answer, UnreadableInput)
        assert answer.errors[0].code == code


def test_printed_value_that_forbids_the_setup_is_refused(table: Table) -> None:
    answer = table.send(FactsEntered(facts={"lid.value": 9}))
    assert isinstance(answer, Refused)
    assert answer.refusal.code == "heavy_lid"


def test_printed_value_that_breaks_an_earlier_report_is_recorded(table: Table) -> None:
    table.take(0, 3)
    recorded = _recorded(table.send(FactsEntered(facts={"lid.handful": 2})))
    assert recorded.match.broken is not None
    assert recorded.match.broken.refusal is not None
    assert recorded.match.broken.refusal.code == "too_heavy"
    assert isinstance(table.take(1, 1), Blocked)
    assert isinstance(table.send(Adjusted()), Blocked)
    # Nobody would see that the table counts, since the match stands before the broken entry.
    assert isinstance(table.send(Refereed(judged=False)), Blocked)
    _recorded(table.send(Undone(to=recorded.entry.id)))
    assert table.match.broken is None
    assert _recorded(table.send(Refereed(judged=False))).match.counting


def test_unknown_reading_of_a_ruling_is_malformed(table: Table) -> None:
    for ruling, reading in (("last", "thrice"), ("first", "once")):
        answer = table.send(RulingChanged(ruling=ruling, reading=reading))
        assert isinstance(answer, UnreadableInput)
    _recorded(table.send(RulingChanged(ruling="last", reading="twice")))
    assert table.match.rulings == {"last": "twice"}


def test_adjustment_of_known_accounts_and_settings_is_recorded(table: Table) -> None:
    body = Adjusted(
        postings=(Posted(account="seat:0", item="pebble", amount=2),),
        settings=(Setting(code="turn", value="1"),),
    )
    recorded = _recorded(table.send(body))
    assert recorded.match.state.turn == 1
    assert recorded.match.state.ledger.balance("seat:0", "pebble") == 2
    for wrong, fault in (
        (Adjusted(postings=(Posted(account="moon", item="pebble", amount=1),)), "unknown_account"),
        (Adjusted(postings=(Posted(account="seat:0", item="gold", amount=1),)), "unknown_account"),
        (Adjusted(settings=(Setting(code="turn", value="9"),)), "unknown_setting"),
        (Adjusted(settings=(Setting(code="moon", value="1"),)), "unknown_setting"),
    ):
        answer = table.send(wrong)
        assert isinstance(answer, UnreadableInput)
        assert answer.errors[0].code == fault


def test_undo_and_redo_restore_the_states(table: Table) -> None:
    first = _recorded(table.take(0, 2)).entry.id
    second = _recorded(table.take(1, 3)).entry.id
    assert _recorded(table.send(Undone(to=first))).match.state.left() == 12
    assert _recorded(table.send(Redone(to=first))).match.state.left() == 10
    assert _recorded(table.send(Redone(to=second))).match.state.left() == 7
    assert len(table.match.entries) == 6


def test_two_phones_undo_the_same_entry_once(table: Table) -> None:
    first = _recorded(table.take(0, 2)).entry.id
    _recorded(table.send(Undone(to=first), device="one", seen=2))
    assert isinstance(table.send(Undone(to=first), device="two", seen=2), AlreadyRecorded)
    _recorded(table.send(Redone(to=first), device="one", seen=3))
    assert isinstance(table.send(Redone(to=first), device="two", seen=3), AlreadyRecorded)


def test_undo_of_entries_not_seen_asks_first(table: Table) -> None:
    first = _recorded(table.take(0, 2)).entry
    second = _recorded(table.take(1, 3)).entry
    asked = table.send(Undone(to=first.id), device="two", seen=2)
    assert isinstance(asked, Overtaken)
    assert asked.entries == (second,)
    _recorded(table.send(Undone(to=first.id), device="two", seen=2, anyway=True))


def test_undo_or_amendment_of_an_unknown_entry_is_malformed(table: Table) -> None:
    for body in (
        Undone(to="none-such"),
        Redone(to="none-such"),
        Amended(edits=(Remove(target="none-such"),)),
    ):
        answer = table.send(body)
        assert isinstance(answer, UnreadableInput)
        assert answer.errors[0].code == "unknown_target"


def test_amendment_that_leaves_the_match_broken_is_recorded(table: Table) -> None:
    first = _recorded(table.take(0, 2)).entry.id
    table.take(1, 3)
    edits = (Remove(target=first),)
    assert done(table.hub.matches.preview(table.match_id, edits)).broken is not None
    assert len(table.match.entries) == 3
    recorded = _recorded(table.send(Amended(edits=edits)))
    assert recorded.match.broken is not None
    assert recorded.match.broken.refusal is not None
    assert recorded.match.broken.refusal.code == "not_your_turn"


def test_previewed_correction_is_recorded_without_playing_again(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, *_ = (_recorded(table.take(turn % 2, 1)).entry.id for turn in range(6))
    edits = (Replace(target=first, body=taken(0, 2)),)
    seen = done(table.hub.matches.preview(table.match_id, edits))
    played: list[str] = []

    def counted(*given: Any) -> Any:
        played.append(given[3].id)
        return play(*given)

    monkeypatch.setattr(fold, "play", counted)
    recorded = _recorded(table.send(Amended(edits=edits)))
    assert played in ([], [first])
    assert recorded.match.state == seen.state


def test_end_of_the_game_is_recorded_by_itself(table: Table) -> None:
    for turn, amount in enumerate((3, 3, 3, 3)):
        recorded = _recorded(table.take(turn % 2, amount))
    assert recorded.match.finished == Finished(winners=(0, 1), reason="pile_empty")
    assert len(recorded.match.entries) == 6
    (listed,) = table.hub.matches.list.all()
    assert listed.finished
    last = recorded.match.timeline.past[-1].entry.id
    assert _recorded(table.send(Undone(to=last))).match.finished is None
    assert _recorded(table.send(Redone(to=last))).match.finished is not None


def test_submission_to_a_missing_match_is_not_saved(table: Table) -> None:
    answer = done(table.hub.matches.submit("none-such", Submission("tap-0001", taken(0, 1))))
    assert answer == NotSaved("not_found")


def test_checked_draft_is_answered_without_recording(table: Table) -> None:
    from companion.kernel.form import Draft

    checked = table.hub.matches.doubt(table.match_id, Draft("take", 1, {"amount": 4}))
    assert {c.code for c in checked if c.verdict == "fails"} == {"not_your_turn", "one_to_three"}
    assert len(table.match.entries) == 1


def test_failing_subscriber_does_not_stop_the_others(table: Table) -> None:
    versions: list[int] = []

    def broken(_: int) -> None:
        raise RuntimeError("gone")

    table.hub.matches.subscribe(table.match_id, broken)
    stop = table.hub.matches.subscribe(table.match_id, versions.append)
    table.take(0, 1)
    stop()
    stop()
    table.take(1, 1)
    assert versions == [2]
