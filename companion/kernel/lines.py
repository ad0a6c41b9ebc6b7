"""Effects as data: what a card or a space does, line by line.

A line is one verb of a small vocabulary and what it is given. A game says what each verb does
(in Python, also for the odd one that only one card has) and `rules_data` how it is told.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final, Generic, NamedTuple, Protocol, TypeAlias, TypeVar

from companion.kernel.agenda import AgendaPlay, Task
from companion.kernel.facts import LinesSpec, TypedLine, VerbForm
from companion.kernel.form import Choices, Field, OpenNumber
from companion.kernel.play import Play
from companion.kernel.values import Seat, Value

P = TypeVar("P", bound=Play[Any])


@dataclass(frozen=True, slots=True)
class Printed:
    """A number that is printed in the box, by the id of its fact."""

    fact: str


@dataclass(frozen=True, slots=True)
class Said:
    """What the report says in one of its fields."""

    field: str


@dataclass(frozen=True, slots=True)
class Line:
    """One thing that happens."""

    do: str
    """The verb."""
    what: str | Said = ""
    """To what it happens, where the verb wants something."""
    each: int | Printed = 1
    """How many."""
    per: tuple[str, ...] = ()
    """So many times as these fields of the report say together; empty: once."""
    when: tuple[str, str] | None = None
    """Only where this field of the report has this value."""
    text: str = ""
    """What the table does by hand, in words."""


Lines: TypeAlias = tuple[Line, ...]


def typed(value: Iterable[TypedLine]) -> Lines:
    """The lines that a table read off its copy."""
    read = (TypedLine(*one) for one in value)
    return tuple(Line(one.do, one.what, one.each, text=one.text) for one in read)


class Numbers(Protocol):
    """The numbers that are printed in a box."""

    def __getitem__(self, fact: str, /) -> int:
        """One of them."""


class Doing(NamedTuple):
    """Who carries out some lines, and because of what."""

    seat: Seat
    rule: str
    """The section that says so."""
    cause: "Value | None" = None
    """The card or space behind it."""
    report: Any = None
    """The action that fills in what the lines leave open."""

    def what(self, line: Line) -> Any:
        """To what a line happens."""
        return getattr(self.report, line.what.field) if isinstance(line.what, Said) else line.what

    def concerns(self, line: Line) -> bool:
        """Whether a line happens at all."""
        if line.when is not None and getattr(self.report, line.when[0]) != line.when[1]:
            return False
        return not line.per or self._times(line) > 0

    def amount(self, line: Line, printed: Numbers) -> int:
        """How many, with the numbers that are printed."""
        each = printed[line.each.fact] if isinstance(line.each, Printed) else line.each
        return each * self._times(line) if line.per else each

    def _times(self, line: Line) -> int:
        return sum(getattr(self.report, name) for name in line.per)


@dataclass(frozen=True, slots=True)
class Verb(Generic[P]):
    """One verb of the vocabulary."""

    run: Callable[[P, Doing, Line], None]
    """Carries it out, or puts a task on the agenda."""
    things: tuple[str, ...] = ()
    """To what it can happen, where it wants something."""
    counts: bool = False
    """Whether it says how many."""
    words: bool = False
    """Whether it says in words what the table does by hand."""


Verbs: TypeAlias = Mapping[str, Verb[P]]
"""The vocabulary of a game."""

REST: Final = "lines"
"""The code of the task that carries out what is left of some lines that were interrupted."""


def perform(play: P, doing: Doing, lines: Lines, verbs: Verbs[P]) -> None:
    """The lines from the first to the last; what one puts on the agenda comes before the next."""
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
    """What is left of some lines, once what interrupted them is done."""
    perform(play, task.of("doing"), task.of("lines"), verbs)


def form(verb: Verb[Any], most: int = 99) -> dict[str, Field]:
    """What somebody who writes a line of that verb fills in."""
    fields: dict[str, Field] = {}
    if verb.things:
        fields["what"] = Choices(verb.things)
    if verb.counts:
        fields["each"] = OpenNumber(1, most)
    return fields


def misfits(spec: LinesSpec, verbs: Verbs[Any]) -> tuple[str, ...]:
    """The verbs of a field of lines that the game cannot carry out as they are filled in."""
    return tuple(do for do, found in spec.verbs.items() if not _carried_out(found, verbs.get(do)))


def _carried_out(form: VerbForm, verb: Verb[Any] | None) -> bool:
    if verb is None or form.counts > verb.counts or bool(form.longest) != verb.words:
        return False
    return set(form.things) <= set(verb.things) and bool(form.things) == bool(verb.things)


def faults(lines: Lines, verbs: Verbs[Any]) -> tuple[Line, ...]:
    """The lines that cannot be: with a verb that there is not, or what it does not take."""
    return tuple(line for line in lines if not _fits(line, verbs.get(line.do)))


def _fits(line: Line, verb: Verb[Any] | None) -> bool:
    if verb is None or (not verb.counts and (line.each != 1 or line.per)):
        return False
    if verb.words != bool(line.text):
        return False
    if not verb.things:
        return line.what == ""
    return isinstance(line.what, Said) or line.what in verb.things
