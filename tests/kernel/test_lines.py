"""Rows of effect lines: where each takes its number from, and how interrupted ones resume."""

from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

from companion.kernel.agenda import Agenda, AgendaPlay, Task
from companion.kernel.box.lines import (
    REST,
    EffectLine,
    LineContext,
    Lines,
    PrintedNumber,
    ReportField,
    Verb,
    carry_on,
    form,
    invalid_lines,
    perform,
)
from companion.kernel.form import Choices, OpenNumber
from companion.kernel.pieces.ledger import Ledger

PRINTED = {"church.points": 2}


@dataclass(frozen=True)
class State:
    """State that has an agenda and remembers what was done."""

    agenda: Agenda = ()
    ledger: Ledger = Ledger()  # noqa: RUF009
    log: tuple[Any, ...] = ()


Play = AgendaPlay[State]


def _note(play: Play, doing: LineContext, line: EffectLine) -> None:
    done = (line.do, doing.what(line), doing.amount(line, PRINTED))
    play.change(log=(*play.state.log, done))


def _ask(play: Play, doing: LineContext, line: EffectLine) -> None:
    _note(play, doing, line)
    play.push(Task("asked", (doing.seat,)))


VERBS = {"gain": Verb(_note, ("point", "peso"), counts=True), "ask": Verb(_ask)}


def _performed(lines: Lines, **report: object) -> Play:
    play = Play(State())
    perform(play, LineContext(1, "rule", report=SimpleNamespace(**report)), lines, VERBS)
    return play


def test_line_takes_its_number_from_itself_the_box_or_the_report() -> None:
    lines = (
        EffectLine("gain", "point"),
        EffectLine("gain", "point", each=3),
        EffectLine("gain", "point", each=PrintedNumber("church.points")),
        EffectLine("gain", "point", each=PrintedNumber("church.points"), per=("cigars", "rum")),
        EffectLine("gain", ReportField("what")),
    )
    play = _performed(lines, cigars=1, rum=2, what="peso")
    assert play.state.log == (
        ("gain", "point", 1),
        ("gain", "point", 3),
        ("gain", "point", 2),
        ("gain", "point", 6),
        ("gain", "peso", 1),
    )


def test_line_whose_condition_the_report_does_not_meet_is_skipped() -> None:
    lines = (
        EffectLine("gain", "point", when=("into", "points")),
        EffectLine("gain", "peso", when=("into", "pesos")),
        EffectLine("gain", "peso", per=("times",)),
    )
    assert _performed(lines, into="pesos", times=0).state.log == (("gain", "peso", 1),)


def test_task_pushed_by_a_line_comes_before_the_next_line() -> None:
    play = _performed((EffectLine("gain", "point"), EffectLine("ask"), EffectLine("gain", "peso")))
    assert [done[0] for done in play.state.log] == ["gain", "ask"]
    assert [task.code for task in play.state.agenda] == [REST, "asked"]
    play.stop_waiting_for(1)
    play.go_on({REST: lambda play, task: carry_on(play, task, VERBS)})
    assert [done[:2] for done in play.state.log] == [
        ("gain", "point"), ("ask", ""), ("gain", "peso"),
    ]  # fmt: skip
    assert play.state.agenda == ()


def test_interrupting_last_line_leaves_no_rest_task() -> None:
    play = _performed((EffectLine("gain", "point"), EffectLine("ask")))
    assert play.state.agenda == (Task("asked", (1,)),)


def test_lines_that_do_not_fit_their_verbs_are_reported() -> None:
    good = (
        EffectLine("gain", "point", 5),
        EffectLine("gain", ReportField("what"), per=("times",)),
        EffectLine("ask"),
    )
    assert invalid_lines(good, VERBS) == ()
    bad = (
        EffectLine("fly"), EffectLine("gain"), EffectLine("gain", "card"),
        EffectLine("ask", "point"), EffectLine("ask", each=2),
    )  # fmt: skip
    assert invalid_lines(bad, VERBS) == bad
    assert form(VERBS["gain"]) == {"what": Choices(("point", "peso")), "each": OpenNumber(1, 99)}
    assert form(VERBS["ask"]) == {}
