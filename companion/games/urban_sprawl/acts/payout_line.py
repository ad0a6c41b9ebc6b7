"""Act of reading a line of the payout table."""

from typing import ClassVar, Literal

from companion.games.urban_sprawl import payouts, terms, triggers
from companion.games.urban_sprawl.acts.common import (
    Act,
    Deed,
    answerer,
    answering,
    asked,
)
from companion.games.urban_sprawl.components import (
    Amount,
)
from companion.games.urban_sprawl.play import Play
from companion.games.urban_sprawl.state import (
    Phase,
    State,
)
from companion.kernel.box.facts import Unknown
from companion.kernel.forms.form import Choices, Draft, Field, OpenNumber
from companion.kernel.forms.picks import Pick
from companion.kernel.refusal import (
    ConditionKind,
    Failure,
    Finding,
    Unverified,
)
from companion.kernel.values import Params


class ReadLine(Deed):
    """Values of the places of a row, read off the player aid."""

    kind: Literal["read_line"] = "read_line"
    results: ClassVar[frozenset[str]] = frozenset({"first", "second", "third", "fourth"})
    first: Amount
    second: Amount
    third: Amount
    fourth: Amount


_OFTEN = (9, 6, 4, 3, 1, 0)
"""Numbers offered as buttons; others are typed."""


def _read(state: State) -> int:
    """Return the number of places of a line to read.

    With two players the last two are never paid. With three, one more value gives the whole line,
    which is then known of the box.
    """
    return 2 if state.players == 2 else 4


def _amount(at: int) -> Pick[State]:
    """Make a field for the value of one place."""

    def field(state: State, _draft: Draft) -> Field:
        row = state.due.of("row") if state.phase == Phase.LINE else None
        if row and at >= _read(state):
            return Choices((0,))
        line = state.printed[f"{row}.line"] if row else Unknown("")
        if isinstance(line, Unknown):
            return OpenNumber(0, 40, _OFTEN)
        return Choices((line[at],))

    return Pick(field, lambda _state, _draft, value: int(value))


READ_LINE = Act(
    ReadLine,
    *answering("no_line_to_read", "payout.table", Phase.LINE),
    fields={
        "first": _amount(0),
        "second": _amount(1),
        "third": _amount(2),
        "fourth": _amount(3),
    },
)
_FOUR = ("first", "second", "third", "fourth")


def _line(state: State, act: ReadLine) -> tuple[int, ...]:
    """Return the values that were read."""
    return (act.first, act.second, act.third, act.fourth)[: _read(state)]


@READ_LINE.rule("payout.table", code="not_descending", fields=_FOUR, kind=ConditionKind.EXISTENCE)
def not_descending(state: State, act: ReadLine) -> Finding:
    """No place is worth more than the one before it."""
    line = _line(state, act)
    return None if list(line) == sorted(line, reverse=True) else Failure()


@READ_LINE.rule("payout.table", code="other_line", fields=_FOUR, requires="no_line_to_read")
def other_line(state: State, act: ReadLine) -> Finding:
    """The line that is printed, as far as it is read."""
    row, line = state.due.of("row"), _line(state, act)
    printed = state.printed[f"{row}.line"]
    if isinstance(printed, Unknown):
        whole = line if len(line) == len(_FOUR) else None
        return Unverified({"row": terms.term(row)}, printed.fact, whole)
    if tuple(printed[: len(line)]) == line:
        return None
    return Failure({"row": terms.term(row), "line": tuple(printed)})


@READ_LINE.asks_facts
def _wants_line(state: State, _draft: Draft) -> tuple[str, ...]:
    row = state.due.of("row") if state.phase == Phase.LINE else None
    return asked(state, row, "line") if row else ()


@READ_LINE.sentence_params
def _line_params(state: State, act: ReadLine) -> Params:
    return {"row": terms.perhaps(state.due.of("row")), "line": _line(state, act)}


@READ_LINE.play
def _read_line(play: Play, act: ReadLine) -> None:
    task = play.state.due
    payout = payouts.payout(play.state, task.of("row"), _line(play.state, act))
    play.stop_waiting_for(answerer(play.state, act.seat))
    triggers.pay_out(play, payout, final=bool(task.of("final")))
