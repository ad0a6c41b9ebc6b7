"""Random reports, corrections, undo and redo: the same invariants always hold."""

from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from companion.match.entries import (
    Adjusted,
    Amended,
    Clocked,
    Closed,
    Consent,
    ConsentTo,
    Edit,
    FactsEntered,
    Insert,
    Move,
    Noted,
    Posted,
    Redone,
    Refereed,
    Remove,
    Replace,
    Reported,
    RulingChanged,
    Undone,
)
from companion.match.files import acta_file
from companion.match.fold import Match, append, beginning, fold
from companion.match.history import history
from companion.match.review import review
from companion.match.timeline import Timeline, advance
from tests.games.pebbles.game import GAME
from tests.match.builders import (
    GAMES,
    added,
    cashed,
    match_of,
    taken,
)

AMOUNTS = st.integers(0, 4)
SEATS = st.integers(0, 2)
PICKS = st.integers(0, 10**6)
REPORTS = st.one_of(
    st.builds(taken, SEATS, AMOUNTS, st.sampled_from(["", "", "Ana"])), st.builds(cashed, SEATS)
)


class ActaMachine(RuleBasedStateMachine):
    """State machine of one match that is written to at random."""

    def __init__(self) -> None:
        super().__init__()
        self.match: Match = match_of()
        self.fresh = 0

    def _add(self, body: Any) -> None:
        self.match = added(self.match, body)

    def _item(self, pick: int) -> str:
        items = self.match.timeline.items
        return items[pick % len(items)].id

    def _place(self, pick: int) -> str | None:
        ids = [item.id for item in self.match.timeline.items]
        return [*ids, None][pick % (len(ids) + 1)]

    @rule(body=REPORTS)
    def report(self, body: Reported) -> None:
        """Report anything; an illegal report breaks the match."""
        self._add(body)

    @rule(amount=st.integers(1, 3))
    def play(self, amount: int) -> None:
        """Report an action that is legal most of the time."""
        self._add(taken(self.match.state.turn, amount))

    @rule(value=st.one_of(st.none(), st.integers(1, 9)))
    def enter_fact(self, value: int | None) -> None:
        """Enter any value that the lid can show, one of which forbids the set-up."""
        self._add(FactsEntered(facts={"lid.value": value}))

    @rule(reading=st.sampled_from(["once", "twice"]))
    def rule_otherwise(self, reading: str) -> None:
        """Change the reading of the table."""
        self._add(RulingChanged(ruling="last", reading=reading))

    @rule(amount=st.integers(-2, 2))
    def adjust(self, amount: int) -> None:
        """Adjust the balance of pebbles."""
        self._add(Adjusted(postings=(Posted(account="supply", item="pebble", amount=amount),)))

    @rule(on=st.booleans())
    def count(self, on: bool) -> None:
        """Count without a referee, or with one again."""
        self._add(Refereed(judged=on))

    @rule()
    def close(self) -> None:
        """End the match by agreement."""
        self._add(Closed(reason="es tarde"))

    @rule()
    def note(self) -> None:
        """Record a remark."""
        self._add(Noted(text="¡Qué jugada!"))

    @rule(running=st.booleans())
    def clock(self, running: bool) -> None:
        """Start or stop the turn clock."""
        self._add(Clocked(running=running))

    @precondition(lambda self: self.match.timeline.past)
    @rule(pick=PICKS)
    def undo(self, pick: int) -> None:
        """Undo to any point."""
        past = self.match.timeline.past
        self._add(Undone(to=past[pick % len(past)].entry.id))

    @precondition(lambda self: self.match.timeline.future)
    @rule(pick=PICKS)
    def redo(self, pick: int) -> None:
        """Redo to any point."""
        future = self.match.timeline.future
        self._add(Redone(to=future[pick % len(future)].entry.id))

    @precondition(lambda self: self.match.timeline.items)
    @rule(data=st.data())
    def amend(self, data: st.DataObject) -> None:
        """Record one correction of any kind."""
        self._add(Amended(edits=(self._edit(data),)))

    def _edit(self, data: st.DataObject) -> Edit:
        target, place = self._item(data.draw(PICKS)), self._place(data.draw(PICKS))
        reports = [i.id for i in self.match.timeline.items if isinstance(i.body, Reported)]
        kinds = ["replace", "insert", "remove", "move", *(["consent"] if reports else [])]
        match data.draw(st.sampled_from(kinds)):
            case "replace":
                return Replace(target=target, body=data.draw(REPORTS))
            case "insert":
                self.fresh += 1
                return Insert(id=f"new-{self.fresh}", before=place, body=data.draw(REPORTS))
            case "remove":
                return Remove(target=target)
            case "move":
                return Move(target=target, before=place if place != target else None)
            case _:
                return ConsentTo(target=reports[-1], consent=Consent(by="Ana"))

    @invariant()
    def appended_is_folded(self) -> None:
        """Compare growing entry by entry with folding from scratch."""
        assert fold(GAMES, self.match.entries) == self.match

    @invariant()
    def what_was_known_makes_no_difference(self) -> None:
        """Compare growing along the finished match with growing alone."""
        moment = beginning(self.match)
        for entry in self.match.entries[1:]:
            moment = append(moment, entry, self.match)
        assert moment == self.match

    @invariant()
    def written_and_read_is_the_same(self) -> None:
        """Check that the file form loses nothing."""
        entries = acta_file.loads(acta_file.dumps(self.match.entries))
        assert entries == self.match.entries
        assert fold(GAMES, entries).state == self.match.state

    @invariant()
    def nothing_is_lost_from_the_box(self) -> None:
        """Check that only recorded corrections add or take pebbles."""
        assert not [p for p in GAME.invariants(self.match.state) if p.code == "not_conserved"]

    @invariant()
    def every_entry_has_its_verdict(self) -> None:
        """Check that the review covers the acta, and stops judging only after a break."""
        verdicts = [seen.verdict for seen in review(self.match)]
        assert len(verdicts) == len(self.match.entries)
        if self.match.broken is None:
            assert "not_judged" not in verdicts
            assert "refused" not in verdicts

    @invariant()
    def the_acta_reads_in_the_order_of_play(self) -> None:
        """Check that effective entries stand in order of play, and all others beside."""
        lines = history(self.match)
        items = self.match.timeline.items
        assert [(n.id, n.body) for n in lines if n.live] == [(i.id, i.body) for i in items]
        assert {n.id for n in lines} >= {entry.id for entry in self.match.entries}

    @invariant()
    def undoing_one_step_and_redoing_it_changes_nothing(self) -> None:
        """Check that redoing the last undone step restores the timeline."""
        timeline = self.match.timeline
        if timeline.past:
            last = timeline.past[-1].entry
            back = _advanced(timeline, Undone(to=last.id), last)
            assert _advanced(back, Redone(to=last.id), last) == timeline


def _advanced(timeline: Timeline, body: Undone | Redone, like: Any) -> Timeline:
    return advance(timeline, like.model_copy(update={"id": "aside-1", "body": body}))


QUICK = settings(
    max_examples=60,
    stateful_step_count=30,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)


@pytest.mark.deep
def test_random_entries_keep_every_invariant() -> None:
    run_state_machine_as_test(ActaMachine, settings=QUICK)


@pytest.mark.campaign
@pytest.mark.timeout(3600)
def test_random_entries_keep_every_invariant_long_run() -> None:
    long = settings(QUICK, max_examples=1000, stateful_step_count=50)
    run_state_machine_as_test(ActaMachine, settings=long)
