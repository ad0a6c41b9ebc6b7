"""State of a match: the fold of its effective entries."""

from dataclasses import replace
from typing import Any

import pytest

from companion.match import fold as fold_module
from companion.match.entries import (
    ActaError,
    Adjusted,
    Amended,
    Consent,
    ConsentTo,
    Entry,
    FactsEntered,
    Finished,
    Insert,
    Move,
    Noted,
    Posted,
    Redone,
    Remove,
    Replace,
    Reported,
    RulingChanged,
    Undone,
)
from companion.match.fold import append, fold
from companion.match.resumable import done
from companion.match.review import (
    EntryVerdict,
    amending,
    moved_accounts,
    provenance,
    review,
    score_changes,
)
from tests.games.pebbles.game import GAME
from tests.match.builders import (
    BEGINNING,
    GAMES,
    added,
    cashed,
    entries_of,
    header,
    match_of,
    taken,
    turns,
)


def _verdicts(match: Any) -> list[str]:
    return [str(seen.verdict) for seen in review(match)]


def test_reports_move_pebbles_points_and_the_turn() -> None:
    match = match_of(taken(0, 3), taken(1, 2))
    assert match.state.left() == 7
    assert match.state.turn == 0
    assert [line.amount for line in GAME.score(match.state)] == [3, 2]
    assert _verdicts(match) == ["legal", "unverifiable", "legal"]


def test_undo_strikes_an_entry_and_those_after_it() -> None:
    match = match_of(taken(0, 1), taken(1, 2), taken(0, 2), Undone(to="entry-2"))
    assert match.state.left() == 11
    assert _verdicts(match)[1:] == ["legal", "struck", "struck", "legal"]


def test_redo_stops_at_its_target() -> None:
    match = match_of(
        taken(0, 1), taken(1, 2), taken(0, 2), Undone(to="entry-1"), Redone(to="entry-2")
    )
    assert match.state.left() == 9
    assert added(match, Redone(to="entry-3")).state.left() == 7


def test_new_report_forgets_what_could_be_redone() -> None:
    match = match_of(taken(0, 1), Undone(to="entry-1"), taken(0, 2))
    with pytest.raises(ActaError, match="unknown_target"):
        added(match, Redone(to="entry-1"))


def test_note_changes_nothing_and_keeps_the_redo() -> None:
    match = match_of(taken(0, 1), Undone(to="entry-1"), Noted(text="Pausa para cenar"))
    assert added(match, Redone(to="entry-1")).state.left() == 11


def test_replaced_entry_makes_later_ones_judged_again() -> None:
    match = match_of(taken(0, 1), taken(1, 2), Amended(edits=(_replace("entry-1", taken(0, 2)),)))
    assert match.state.left() == 8
    assert match.broken is None
    again = added(match, Undone(to="entry-3"))
    assert again.state.left() == 9


def _replace(target: str, body: Reported) -> Replace:
    return Replace(target=target, body=body)


def test_insert_remove_and_move_change_the_order_of_play() -> None:
    match = match_of(taken(0, 1), taken(1, 2))
    inserted = added(
        match,
        Amended(
            edits=(
                Insert(id="forgotten-1", before="entry-2", body=taken(1, 1)),
                Insert(id="forgotten-2", before="entry-2", body=taken(0, 1)),
            )
        ),
    )
    assert inserted.state.left() == 7
    moved = added(inserted, Amended(edits=(Move(target="forgotten-1", before=None),)))
    assert moved.broken is not None
    assert moved.broken.item.id == "forgotten-2"
    mended = added(moved, Amended(edits=(Remove(target="forgotten-2"),)))
    assert [item.id for item in mended.timeline.items] == ["entry-1", "entry-2", "forgotten-1"]
    assert mended.broken is not None


def test_fold_stops_at_the_first_entry_that_does_not_hold() -> None:
    match = match_of(taken(0, 1), taken(0, 1), taken(1, 1))
    assert match.broken is not None
    assert match.broken.refusal is not None
    assert match.broken.refusal.code == "not_your_turn"
    assert match.state.left() == 11
    assert _verdicts(match) == ["legal", "legal", "refused", "not_judged"]
    consented = added(
        match, Amended(edits=(ConsentTo(target="entry-2", consent=Consent(by="Ana")),))
    )
    assert consented.broken is None
    assert _verdicts(consented) == ["legal", "legal", "consented", "legal", "legal"]


def test_consent_to_an_entry_that_is_no_report_is_refused() -> None:
    match = match_of(FactsEntered(facts={"lid.value": 4}))
    with pytest.raises(ActaError, match="unknown_target"):
        added(match, Amended(edits=(ConsentTo(target="entry-1", consent=Consent(by="Ana")),)))


def test_consent_never_covers_a_shortage_behind_another_refusal() -> None:
    """Out of turn, which a table may allow, and more than there is, which it may not."""
    match = match_of(taken(0, 2), taken(0, 3, consent="Ana"), first=header(pile=4))
    assert match.broken is not None
    assert match.broken.refusal is not None
    assert match.broken.refusal.code == "pile_too_small"


def test_printed_value_counts_from_the_start() -> None:
    match = match_of(taken(0, 3), taken(1, 1), FactsEntered(facts={"lid.value": 5}), cashed(0))
    assert _verdicts(match) == ["legal"] * 5
    assert match.facts == {"lid.value": 5}
    unknown = added(match, FactsEntered(facts={"lid.value": None}))
    assert unknown.broken is not None
    assert (unknown.broken.fault, unknown.broken.fact) == ("fact_needed", "lid.value")
    assert _verdicts(unknown)[4] == "malformed"


def test_several_printed_values_are_one_step() -> None:
    both = FactsEntered(facts={"lid.value": 5, "lid.handful": 2})
    match = match_of(taken(0, 2), both)
    assert match.facts == {"lid.value": 5, "lid.handful": 2}
    assert added(match, Undone(to="entry-2")).facts == {}


def test_printed_value_that_forbids_the_setup_leaves_nothing_played() -> None:
    match = match_of(taken(0, 1), FactsEntered(facts={"lid.value": 9}))
    assert match.broken is not None
    assert match.broken.item.id == "entry-2"
    assert match.state.left() == 12
    back = added(match, Undone(to="entry-2"))
    assert back.broken is None
    assert back.state.left() == 11


def test_changed_ruling_counts_from_there_on() -> None:
    match = match_of(
        taken(0, 3),
        taken(1, 3),
        taken(0, 3),
        RulingChanged(ruling="last", reading="twice"),
        taken(1, 3),
    )
    assert match.rulings == {"last": "twice"}
    assert match.started.rulings == {"last": "once"}
    assert match.outcome is not None
    assert match.outcome.winners == (1,)


def test_unknown_ruling_breaks_the_match_there() -> None:
    match = match_of(RulingChanged(ruling="first", reading="once"))
    assert match.broken is not None
    assert match.broken.fault == "unknown_ruling"


def test_unreadable_action_breaks_the_match_there() -> None:
    actions: tuple[dict[str, Any], ...] = ({}, {"kind": "fly"}, {"kind": []}, {"kind": "take"})
    for action in actions:
        match = match_of(Reported(action=action))
        assert match.broken is not None
        assert match.broken.fault == "unreadable"
        assert _verdicts(match) == ["legal", "malformed"]


def test_defect_of_a_game_does_not_keep_a_match_from_opening(
    caplog: pytest.LogCaptureFixture,
) -> None:
    def faulty(_state: object, _action: object) -> Any:
        raise RuntimeError("a defect")

    games = {"pebbles": replace(GAME, apply=faulty)}
    match = fold(games, entries_of(taken(0, 1)))
    assert match.broken is not None
    assert match.broken.fault == "not_applicable"
    assert "take could not be judged or applied" in caplog.text


def test_adjustment_balances_and_has_its_own_rule() -> None:
    adjustment = Adjusted(postings=(Posted(account="seat:0", item="pebble", amount=-1),))
    match = match_of(taken(0, 2), adjustment)
    assert match.state.ledger.balance("seat:0", "pebble") == 1
    assert GAME.invariants(match.state) == ()
    origins = list(provenance(match, "seat:0", ("pebble",)))
    assert [(o.change, o.balance, o.rule) for o in origins] == [
        (2, 2, "taking"),
        (-1, 1, "table.adjustment"),
    ]
    assert ("seat:0", "pebble") in moved_accounts(match.steps[-1])


def test_recorded_end_is_dropped_by_an_undo() -> None:
    ended = Finished(winners=(0, 1), reason="pile_empty")
    bodies = (taken(0, 3), taken(1, 3), taken(0, 3), taken(1, 3), ended)
    match = match_of(*bodies, Noted(text="Revancha"))
    assert match.finished == ended
    undone = added(match, Undone(to="entry-4"))
    assert undone.finished is None
    assert added(undone, Redone(to="entry-4")).finished is None


def test_preview_records_nothing_and_shows_score_changes() -> None:
    match = match_of(taken(0, 1), taken(1, 2))
    preview = done(amending(match, (_replace("entry-1", taken(0, 3)),), "entry-9", BEGINNING))
    (change,) = score_changes(match, preview)
    assert (change.seat, change.before, change.after) == (0, 1, 3)
    assert len(match.entries) == 3


def test_state_before_an_entry_is_available() -> None:
    match = match_of(taken(0, 1), taken(0, 2), taken(1, 1))
    assert match.state_before("entry-1").left() == 12
    assert match.state_before("entry-2").left() == 11
    with pytest.raises(KeyError):
        match.state_before("entry-3")


def test_entry_must_follow_the_last_one() -> None:
    match = match_of(taken(0, 1))
    for seq in (0, 1, 3):
        with pytest.raises(ActaError, match="bad_sequence"):
            append(match, Entry(seq=seq, id="entry-9", at=BEGINNING, body=taken(1, 1)))


def test_insertion_needs_a_new_id() -> None:
    edits = (Insert(id="entry-1", before=None, body=taken(1, 1)),)
    with pytest.raises(ActaError, match="duplicate_id"):
        match_of(taken(0, 1), Amended(edits=edits))


def test_action_is_upcast_from_the_rules_it_was_written_under() -> None:
    """Rules change in the middle of the match."""

    def lift(action: dict[str, Any]) -> dict[str, Any]:
        renamed = {**action, "amount": action["number"]}
        del renamed["number"]
        return renamed

    games = {"pebbles": replace(GAME, version=2, upcasts={1: lift})}
    old = Reported(action={"kind": "take", "seat": 0, "number": 2})
    new = Reported(action={"kind": "take", "seat": 1, "amount": 1}, rules_version=2)
    match = fold(games, entries_of(old, new))
    assert match.broken is None
    assert match.state.left() == 9


def test_action_of_newer_rules_is_refused() -> None:
    newer = Reported(action={"kind": "take", "seat": 0, "amount": 1}, rules_version=2)
    replaced = Amended(edits=(_replace("entry-1", newer),))
    for bodies in ((newer,), (taken(0, 1), replaced)):
        with pytest.raises(ActaError, match="newer_rules"):
            fold(GAMES, entries_of(*bodies))


def test_steps_that_still_hold_are_not_judged_again() -> None:
    match = match_of(taken(0, 1), taken(1, 1))
    longer = added(match, taken(0, 1))
    assert all(a is b for a, b in zip(match.steps, longer.steps, strict=False))
    shorter = added(longer, Undone(to="entry-3"))
    assert all(a is b for a, b in zip(match.steps, shorter.steps, strict=True))


def test_verdicts_are_the_closed_set_of_the_check_command() -> None:
    assert set(EntryVerdict) == {
        "legal",
        "unverifiable",
        "consented",
        "refused",
        "malformed",
        "struck",
        "not_judged",
    }


def test_undo_and_redo_reuse_steps_already_played(monkeypatch: pytest.MonkeyPatch) -> None:
    """Step are also reused after an amendment back to the former action."""
    match = match_of(*turns((1, 2, 1, 2, 1)))
    once = added(match, Amended(edits=(Replace(target="entry-2", body=taken(1, 1)),)))
    twice = added(once, Amended(edits=(Replace(target="entry-4", body=taken(1, 1)),)))
    monkeypatch.setattr(fold_module, "play", _never)
    back = added(twice, Undone(to="entry-7"))
    assert back.steps == once.steps
    first = added(back, Undone(to="entry-6"))
    assert first.steps == match.steps
    assert added(first, Redone(to="entry-7")).steps == twice.steps
    monkeypatch.undo()
    for grown in (back, first):
        assert grown == fold(GAMES, grown.entries)


def _never(*_given: Any) -> Any:
    raise AssertionError("it was played already")
