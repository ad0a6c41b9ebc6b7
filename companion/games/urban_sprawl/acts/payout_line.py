"""Act of reading a line of the payout table."""

from itertools import takewhile
from types import MappingProxyType
from typing import ClassVar, Final, Literal

from companion.games.urban_sprawl import terms
from companion.games.urban_sprawl.acts.common import (
    NO_SUCH_SEAT,
    Act,
    Deed,
    answerer,
    answering,
)
from companion.games.urban_sprawl.cards import elections, triggers
from companion.games.urban_sprawl.components import (
    Amount,
    RowId,
)
from companion.games.urban_sprawl.play import Play
from companion.games.urban_sprawl.state import (
    PRESTIGE,
    Phase,
    State,
)
from companion.kernel.acts import rule
from companion.kernel.box.facts import Unknown
from companion.kernel.form import Choices, Draft, Field, OpenNumber, Pick
from companion.kernel.refusal import (
    NOT_APPLICABLE,
    ConditionKind,
    Failure,
    Finding,
    Unverified,
)
from companion.kernel.values import Counted, Params, SeatRef, seat_refs


class ReadLine(Deed):
    """Values of the places of a row that somebody takes, read off the player aid."""

    kind: Literal["read_line"] = "read_line"
    results: ClassVar[frozenset[str]] = frozenset({"first", "second", "third", "fourth"})
    first: Amount
    second: Amount | None = None
    third: Amount | None = None
    fourth: Amount | None = None


FOUR: Final = ("first", "second", "third", "fourth")
"""Places of a line."""
_HIGHEST, _OFFERED = 40, 20
"""Greatest value of a place, and the greatest one with a button."""


def _row(state: State) -> str | None:
    """Return the row whose line is to be read; None if none is."""
    return state.due.of("row") if not state.over and state.phase == Phase.LINE else None


def _amount(at: int) -> Pick[State]:
    """Make a field for the value of one place; it is empty if nobody takes that place."""

    def field(state: State, draft: Draft) -> Field:
        row = _row(state)
        if row and at and at >= len(elections.places_to_read(state, state.due)):
            return Choices((None,))
        line = state.printed[f"{row}.line"] if row else Unknown("")
        if not isinstance(line, Unknown):
            return Choices((line[at],))
        if not at:
            return OpenNumber(0, _HIGHEST, tuple(range(_OFFERED + 1)))
        before = draft.values.get(FOUR[at - 1])
        return Choices(tuple(range((_HIGHEST if before is None else before) + 1)))

    return Pick(field, lambda _state, _draft, value: "" if value is None else int(value))


READ_LINE = Act(
    ReadLine,
    *answering("no_line_to_read", "payout.table", Phase.LINE),
    fields={place: _amount(at) for at, place in enumerate(FOUR)},
)


def _line(state: State, act: ReadLine) -> tuple[int, ...]:
    """Return the values that were read, the first place first.

    With two players the last two are never paid; earlier versions recorded zeros for them.
    """
    four = (act.first, act.second, act.third, act.fourth)
    read = tuple(takewhile(lambda value: value is not None, four))
    return tuple(value for value in read if value is not None)[: 2 if state.players == 2 else 4]


@READ_LINE.rule(
    "payout.table",
    code="place_left_out",
    fields=FOUR,
    requires="no_line_to_read",
    kind=ConditionKind.EXISTENCE,
    legal_basis=(),
)
def place_left_out(state: State, act: ReadLine) -> Finding:
    """Each place that somebody takes is read."""
    taken = elections.places_to_read(state, state.due)
    nth = len(_line(state, act))
    if nth >= len(taken):
        return None
    return Failure({"nth": nth + 1, "takers": seat_refs(taken[nth])})


@READ_LINE.rule("payout.table", code="not_descending", fields=FOUR, kind=ConditionKind.EXISTENCE)
def not_descending(state: State, act: ReadLine) -> Finding:
    """No place is worth more than the one before it."""
    line = _line(state, act)
    return None if list(line) == sorted(line, reverse=True) else Failure()


@READ_LINE.rule("payout.table", code="other_line", fields=FOUR, requires="no_line_to_read")
def other_line(state: State, act: ReadLine) -> Finding:
    """The line that is printed, as far as it is read."""
    row, line = state.due.of("row"), _line(state, act)
    printed = state.printed[f"{row}.line"]
    if isinstance(printed, Unknown):
        # Nothing follows a place that is worth nothing.
        whole = (*line, 0, 0, 0)[: len(FOUR)] if len(line) == len(FOUR) or not line[-1] else None
        return Unverified({"row": terms.term(row)}, printed.fact, whole)
    if tuple(printed[: len(line)]) == line:
        return None
    return Failure({"row": terms.term(row), "line": tuple(printed)})


@READ_LINE.rule(
    "payments.optional",
    code="paid_without_it",
    fields=FOUR,
    requires="place_left_out",
    kind=ConditionKind.SHORTAGE,
)
def paid_without_it(state: State, act: ReadLine) -> Finding:
    """Whoever paid with what the line was to give when it was left for later gets enough of it."""
    row = state.due.of("row")
    claimed = [(one.kind, seat) for one in state.left if one.row == row for seat, *_ in one.claims]
    if not claimed:
        return NOT_APPLICABLE
    play = Play(state)
    triggers.pay_left(play, row, _line(state, act))
    for what, seat in claimed:
        most = play.state.between(seat, what).most
        below = what == PRESTIGE and state.rulings["prestige_floor"] == "below"
        if most < 0 and not below:
            return Failure({"seat": SeatRef(seat), "short": Counted(-int(most), what)})
    return None


@READ_LINE.sentence_params
def _line_params(state: State, act: ReadLine) -> Params:
    return {"row": terms.perhaps(state.due.of("row")), "line": _line(state, act)}


@READ_LINE.play
def _read_line(play: Play, act: ReadLine) -> None:
    task, line = play.state.due, _line(play.state, act)
    row = task.of("row")
    triggers.pay_left(play, row, line)
    play.change(told=play.state.told | {row})
    if act.fourth is None:
        # Earlier versions recorded all four places, and had them read again; they learn the line.
        play.change(lines_read=MappingProxyType({**play.state.lines_read, row: line}))
    play.stop_waiting_for(answerer(play.state, act.seat))
    if not task.of("owed"):
        payout = elections.payout(play.state, row, line)
        triggers.pay_out(play, payout, final=bool(task.of("final")))


class LeaveLine(Deed):
    """Payout of a row whose line is read later."""

    kind: Literal["leave_line"] = "leave_line"
    row: RowId


def _due_row(state: State, _draft: Draft) -> Choices:
    row = _row(state)
    return Choices(() if row is None else (row,))


def _read_meanwhile(state: State, act: LeaveLine) -> bool:
    """Return whether the line is known and the row was paid by it, so that nothing is left."""
    return _row(state) != act.row and not isinstance(state.printed[f"{act.row}.line"], Unknown)


@rule(
    "payout.table",
    code="no_line_to_leave",
    fields="row",
    requires="no_such_seat",
    kind=ConditionKind.EXISTENCE,
    legal_basis=("payout.table",),
)
def no_line_to_leave(state: State, act: LeaveLine) -> Finding:
    """It leaves the line that the table waits for; once that is typed, it leaves nothing."""
    if _row(state) == act.row or _read_meanwhile(state, act):
        return None
    return Failure({"row": terms.term(act.row)})


@rule(
    "payout.table",
    code="line_needed",
    fields="row",
    requires="no_line_to_leave",
    kind=ConditionKind.EXISTENCE,
)
def line_needed(state: State, act: LeaveLine) -> Finding:
    """What is going on rests on the line, or somebody has read a part of it."""
    if _row(state) == act.row and (state.due.of("owed") or act.row in state.told):
        return Failure({"row": terms.term(act.row)})
    return None


LEAVE_LINE = Act(
    LeaveLine,
    NO_SUCH_SEAT,
    no_line_to_leave,
    line_needed,
    available=lambda state: _row(state) is not None,
    fields={"row": Pick(_due_row, lambda _state, _draft, value: str(value))},
)


@LEAVE_LINE.sentence_params
def _left_params(_state: State, act: LeaveLine) -> Params:
    return {"row": terms.term(act.row)}


@LEAVE_LINE.play
def _leave_line(play: Play, act: LeaveLine) -> None:
    if _read_meanwhile(play.state, act):
        return
    task = play.state.due
    play.stop_waiting_for(answerer(play.state, act.seat))
    triggers.leave_line(play, task)
