"""Lines carried out by hand: they wait for the report that they are done, then the rest goes on."""

from dataclasses import dataclass, replace
from typing import Any, Literal

from companion.kernel.acts import Act
from companion.kernel.agenda import Agenda, AgendaPlay, Task
from companion.kernel.box import by_hand
from companion.kernel.box.facts import LinesSpec, TypedLine, VerbForm
from companion.kernel.box.lines import (
    REST,
    EffectLine,
    LineContext,
    Verb,
    carry_on,
    perform,
    typed,
    unsupported_verbs,
)
from companion.kernel.conditions import judge
from companion.kernel.models import Action
from companion.kernel.pieces.ledger import SUPPLY, Happening, Ledger, Transfer, seat_account
from companion.kernel.values import Params, Term


@dataclass(frozen=True)
class State:
    """State with an agenda."""

    ledger: Ledger
    agenda: Agenda = ()
    lines: tuple[TypedLine, ...] = ()


Play = AgendaPlay[State]


def _gain(play: Play, doing: LineContext, line: EffectLine) -> None:
    held, number = seat_account(doing.seat), doing.amount(line, {})
    play.do(Transfer(doing.what(line), number, SUPPLY, held, doing.rule, cause=doing.cause))


VERBS: dict[str, Verb[Any]] = {
    "gain": Verb(_gain, ("point",), counts=True),
    "manual": by_hand.MANUAL,
}


class StallAct(Act[State, Play, Any]):
    """Act of this game."""

    playing = AgendaPlay

    def after(self, play: Play) -> None:
        """Run what is due without a report."""
        play.go_on({REST: lambda play, task: carry_on(play, task, VERBS)})


class Visit(Action):
    """Action that uses the stall, whose lines a table typed."""

    kind: Literal["visit"] = "visit"


VISIT = StallAct(Visit)
DONE = by_hand.act(StallAct, section="stalls")


@VISIT.play
def _visit(play: Play, act: Visit) -> None:
    doing = LineContext(act.seat, "stalls", Term("stall.1"))
    perform(play, doing, typed(play.state.lines), VERBS)


LINES = (
    TypedLine("gain", 2, "point"),
    TypedLine("manual", text="Pide"),
    TypedLine("gain", 1, "point"),
)


def visited(lines: tuple[TypedLine, ...] = LINES) -> State:
    """Return the state after seat 1 went to the stall."""
    return VISIT.apply(State(Ledger({}), lines=lines), Visit(seat=1))[0]


def points(state: State) -> int:
    """Return the points of seat 1."""
    return state.ledger.balance(seat_account(1), "point")


def refusal(state: State, seat: int) -> str | None:
    """Return the code of the condition that forbids the seat to report by hand."""
    failure = judge(DONE.conditions, state, by_hand.DoneByHand(seat=seat)).refusal
    return failure.code if failure else None


def test_lines_after_a_manual_line_wait_until_it_is_done() -> None:
    state = visited()
    assert points(state) == 2
    task = by_hand.due(state)
    assert task is not None
    assert task.awaited == (1,)
    after, effects = DONE.apply(state, by_hand.DoneByHand(seat=1))
    assert points(after) == 3
    assert after.agenda == ()
    params: Params = {"text": "Pide", "cause": Term("stall.1")}
    assert effects[0] == Happening(by_hand.BY_HAND, params, "stalls", 1)


def test_adjustment_counts_while_a_manual_line_is_due() -> None:
    state = visited()
    moved = (Transfer("point", 5, SUPPLY, seat_account(1), "adjusted"),)
    adjusted = replace(state, ledger=state.ledger.post(moved))
    assert by_hand.due(adjusted) == by_hand.due(state)
    assert points(DONE.apply(adjusted, by_hand.DoneByHand(seat=1))[0]) == 8


def test_only_the_awaited_seat_may_report_a_manual_line() -> None:
    assert refusal(visited(), 1) is None
    assert refusal(visited(), 0) == "nothing_by_hand"
    assert refusal(visited(LINES[:1]), 1) == "nothing_by_hand"
    other = replace(visited(), agenda=(Task("turn", (1,)),))
    assert refusal(other, 1) == "nothing_by_hand"


def test_last_manual_line_leaves_an_empty_agenda() -> None:
    state = visited(LINES[:2])
    assert [task.code for task in state.agenda] == [by_hand.BY_HAND]
    assert DONE.apply(state, by_hand.DoneByHand(seat=1))[0].agenda == ()


def test_manual_report_changes_nothing_when_none_is_due() -> None:
    state = visited(LINES[:1])
    assert DONE.apply(state, by_hand.DoneByHand(seat=1)) == (state, ())


def test_manual_duty_carries_the_text_of_the_card() -> None:
    task = by_hand.due(visited())
    assert task is not None
    duty = by_hand.duty(task)
    assert (duty.seats, duty.action, duty.rule) == ((1,), "done_by_hand", "stalls")
    assert duty.params["text"] == "Pide"


def test_lines_field_may_offer_the_manual_verb() -> None:
    spec = LinesSpec(
        id="stall.1.does",
        group="stall.1",
        label="does",
        confidence="unknown",
        verbs={"manual": VerbForm(longest=60)},
    )
    assert unsupported_verbs(spec, VERBS) == ()
    assert unsupported_verbs(spec, {"manual": Verb(by_hand.MANUAL.run)}) == ("manual",)
