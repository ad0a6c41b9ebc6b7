"""Effects as data: lines that describe what a card or a space does.

A line is one verb of a small vocabulary and its arguments. A game implements each verb in Python,
also one that only a single card has; `rules_data` holds its words.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final, Generic, NamedTuple, Protocol, TypeAlias, TypeVar

from companion.kernel.agenda import AgendaPlay, Task
from companion.kernel.box.facts import LinesSpec, TypedLine, VerbForm
from companion.kernel.form import Choices, Field, OpenNumber
from companion.kernel.play import Play
from companion.kernel.values import Seat, Value

P = TypeVar("P", bound=Play[Any])


@dataclass(frozen=True, slots=True)
class PrintedNumber:
    """Number printed in the box, by the id of its fact."""

    fact: str


@dataclass(frozen=True, slots=True)
class ReportField:
    """Reference to a field of the report."""

    field: str


@dataclass(frozen=True, slots=True)
class EffectLine:
    """One effect."""

    do: str
    """Verb."""
    what: str | ReportField = ""
    """Object of the verb, if it takes one."""
    each: int | PrintedNumber = 1
    """Amount."""
    per: tuple[str, ...] = ()
    """Fields of the report whose sum multiplies the amount; empty: once."""
    when: tuple[str, str] | None = None
    """Field of the report and the value it must have for the line to apply."""
    text: str = ""
    """Work that the table does by hand, in words."""


Lines: TypeAlias = tuple[EffectLine, ...]


def typed(value: Iterable[TypedLine]) -> Lines:
    """Return the lines that a table read off its copy."""
    read = (TypedLine(*one) for one in value)
    return tuple(EffectLine(one.do, one.what, one.each, text=one.text) for one in read)


class PrintedNumbers(Protocol):
    """Numbers printed in a box."""

    def __getitem__(self, fact: str, /) -> int:
        """Return one of them."""


class LineContext(NamedTuple):
    """Context of some lines: who carries them out, and why."""

    seat: Seat
    rule: str
    """Section that orders it."""
    cause: "Value | None" = None
    """Card or space behind it."""
    report: Any = None
    """Action that fills in what the lines leave open."""

    def what(self, line: EffectLine) -> Any:
        """Return the object of a line."""
        return (
            getattr(self.report, line.what.field)
            if isinstance(line.what, ReportField)
            else line.what
        )

    def concerns(self, line: EffectLine) -> bool:
        """Return whether a line applies at all."""
        if line.when is not None and getattr(self.report, line.when[0]) != line.when[1]:
            return False
        return not line.per or self._times(line) > 0

    def amount(self, line: EffectLine, printed: PrintedNumbers) -> int:
        """Return the amount of a line, with the printed numbers."""
        each = printed[line.each.fact] if isinstance(line.each, PrintedNumber) else line.each
        return each * self._times(line) if line.per else each

    def _times(self, line: EffectLine) -> int:
        return sum(getattr(self.report, name) for name in line.per)


@dataclass(frozen=True, slots=True)
class Verb(Generic[P]):
    """One verb of the vocabulary."""

    run: Callable[[P, LineContext, EffectLine], None]
    """Function that carries it out, or puts a task on the agenda."""
    things: tuple[str, ...] = ()
    """Objects that it can take, if it takes one."""
    counts: bool = False
    """True if it takes an amount."""
    words: bool = False
    """True if it states in words what the table does by hand."""


Verbs: TypeAlias = Mapping[str, Verb[P]]
"""Vocabulary of a game."""

REST: Final = "lines"
"""Code of the task that carries out the rest of some interrupted lines."""


def perform(play: P, doing: LineContext, lines: Lines, verbs: Verbs[P]) -> None:
    """Carry out the lines in order; tasks put on the agenda by one come before the next."""
    for number, line in enumerate(lines, 1):
        if not doing.concerns(line):
            continue
        laid = play.laid
        verbs[line.do].run(play, doing, line)
        interrupted = play.laid - laid
        if interrupted and lines[number:]:
            assert isinstance(play, AgendaPlay)
            about = (("doing", doing), ("lines", lines[number:]))
            play.put_under(interrupted, Task(REST, about=about))
            return


def carry_on(play: P, task: Task, verbs: Verbs[P]) -> None:
    """Carry out the rest of some lines after an interruption."""
    perform(play, task.of("doing"), task.of("lines"), verbs)


def form(verb: Verb[Any], most: int = 99) -> dict[str, Field]:
    """Return the form fields of a line with that verb."""
    fields: dict[str, Field] = {}
    if verb.things:
        fields["what"] = Choices(verb.things)
    if verb.counts:
        fields["each"] = OpenNumber(1, most)
    return fields


def unsupported_verbs(spec: LinesSpec, verbs: Verbs[Any]) -> tuple[str, ...]:
    """Return the verbs of a field of lines that the game cannot carry out as filled in."""
    return tuple(
        do for do, verb_form in spec.verbs.items() if not _carried_out(verb_form, verbs.get(do))
    )


def _carried_out(form: VerbForm, verb: Verb[Any] | None) -> bool:
    if verb is None or form.counts > verb.counts or bool(form.longest) != verb.words:
        return False
    return set(form.things) <= set(verb.things) and bool(form.things) == bool(verb.things)


def invalid_lines(lines: Lines, verbs: Verbs[Any]) -> tuple[EffectLine, ...]:
    """Return the invalid lines: with an unknown verb, or arguments it does not take."""
    return tuple(line for line in lines if not _fits(line, verbs.get(line.do)))


def _fits(line: EffectLine, verb: Verb[Any] | None) -> bool:
    if verb is None or (not verb.counts and (line.each != 1 or line.per)):
        return False
    if verb.words != bool(line.text):
        return False
    if not verb.things:
        return line.what == ""
    return isinstance(line.what, ReportField) or line.what in verb.things
