"""Rows of lines: what each is given, and what becomes of those that are interrupted."""

from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

from companion.kernel.agenda import Agenda, AgendaPlay, Task
from companion.kernel.form import Choices, OpenNumber
from companion.kernel.ledger import Ledger
from companion.kernel.lines import (
    REST,
    Doing,
    Line,
    Lines,
    Printed,
    Said,
    Verb,
    carry_on,
    form,
    invalid_lines,
    perform,
)

PRINTED = {"church.points": 2}


@dataclass(frozen=True)
class State:
    """A table that has an agenda and remembers what was done."""

    agenda: Agenda = ()
    ledger: Ledger = Ledger()  # noqa: RUF009
    log: tuple[Any, ...] = ()


Play = AgendaPlay[State]


def _note(play: Play, doing: Doing, line: Line) -> None:
    done = (line.do, doing.what(line), doing.amount(line, PRINTED))
    play.change(log=(*play.state.log, done))


def _ask(play: Play, doing: Doing, line: Line) -> None:
    _note(play, doing, line)
    play.push(Task("asked", (doing.seat,)))


VERBS = {"gain": Verb(_note, ("point", "peso"), counts=True), "ask": Verb(_ask)}


def _performed(lines: Lines, **report: object) -> Play:
    play = Play(State())
    perform(play, Doing(1, "rule", report=SimpleNamespace(**report)), lines, VERBS)
    return play


def test_a_line_takes_its_number_from_itself_the_box_or_the_report() -> None:
    lines = (
        Line("gain", "point"),
        Line("gain", "point", each=3),
        Line("gain", "point", each=Printed("church.points")),
        Line("gain", "point", each=Printed("church.points"), per=("cigars", "rum")),
        Line("gain", Said("what")),
    )
    play = _performed(lines, cigars=1, rum=2, what="peso")
    assert play.state.log == (
        ("gain", "point", 1),
        ("gain", "point", 3),
        ("gain", "point", 2),
        ("gain", "point", 6),
        ("gain", "peso", 1),
    )


def test_a_line_that_does_not_concern_the_report_does_nothing() -> None:
    lines = (
        Line("gain", "point", when=("into", "points")),
        Line("gain", "peso", when=("into", "pesos")),
        Line("gain", "peso", per=("times",)),
    )
    assert _performed(lines, into="pesos", times=0).state.log == (("gain", "peso", 1),)


def test_what_a_line_puts_on_the_agenda_comes_before_the_next() -> None:
    play = _performed((Line("gain", "point"), Line("ask"), Line("gain", "peso")))
    assert [done[0] for done in play.state.log] == ["gain", "ask"]
    assert [task.code for task in play.state.agenda] == [REST, "asked"]
    play.stop_waiting_for(1)
    play.go_on({REST: lambda play, task: carry_on(play, task, VERBS)})
    assert [done[:2] for done in play.state.log] == [
        ("gain", "point"), ("ask", ""), ("gain", "peso"),
    ]  # fmt: skip
    assert play.state.agenda == ()


def test_nothing_is_left_when_the_last_line_interrupts() -> None:
    play = _performed((Line("gain", "point"), Line("ask")))
    assert play.state.agenda == (Task("asked", (1,)),)


def test_lines_that_somebody_writes_are_looked_at() -> None:
    good = (Line("gain", "point", 5), Line("gain", Said("what"), per=("times",)), Line("ask"))
    assert invalid_lines(good, VERBS) == ()
    bad = (
        Line("fly"), Line("gain"), Line("gain", "card"), Line("ask", "point"), Line("ask", each=2),
    )  # fmt: skip
    assert invalid_lines(bad, VERBS) == bad
    assert form(VERBS["gain"]) == {"what": Choices(("point", "peso")), "each": OpenNumber(1, 99)}
    assert form(VERBS["ask"]) == {}
