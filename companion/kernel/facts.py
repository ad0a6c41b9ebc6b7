"""What is printed in one physical box: known values, unknown ones, and how to type them."""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Annotated, Any, Final, Literal, NamedTuple, TypeAlias, TypeVar

from pydantic import BaseModel, ConfigDict, Field

from companion.kernel.text import ONE_LINE, one_line
from companion.kernel.values import NO_PARAMS, Params

_Words: TypeAlias = Annotated[str, ONE_LINE]


class TypedLine(NamedTuple):
    """One line of what a card or a place does, as the table read it off its copy."""

    do: _Words
    """The verb."""
    each: int = 1
    """How many."""
    what: _Words = ""
    """To what it happens, where the verb wants something."""
    text: _Words = ""
    """What the table does by hand, in its own words."""


_Number: TypeAlias = Annotated[int, Field(strict=True)]
"""Not a text of digits: that is the id of a place."""

FactValue: TypeAlias = (
    int | _Words | tuple[_Number, ...] | tuple[_Words, ...] | tuple[TypedLine, ...]
)
"""A printed value as plain data: a number or several, a choice or a text, links, lines."""

FactValues: TypeAlias = Mapping[str, FactValue]
"""The values of one box by fact id; an id that is absent is unknown."""

T = TypeVar("T")
A = TypeVar("A")


@dataclass(frozen=True, slots=True)
class Unknown:
    """A printed value that nobody has established. Rules meet it and say so; they never guess."""

    fact: str
    among: tuple[Any, ...] = ()
    """Every value that it can have, where that is certain; empty where nobody knows."""


Known: TypeAlias = T | Unknown


def settled(found: Known[T], answer: Callable[[T], A]) -> Known[A]:
    """The answer that a value gives; of an unknown one, the answer that every possible value gives.

    Where they differ, or where nobody knows what is possible, it stays unknown.
    """
    if not isinstance(found, Unknown):
        return answer(found)
    answers = [answer(value) for value in found.among]
    same = bool(answers) and all(one == answers[0] for one in answers)
    return answers[0] if same else found


Confidence = Literal["high", "medium", "low", "unknown"]


@dataclass(frozen=True, slots=True)
class FactProblem:
    """Why a typed value cannot be what is printed: a code with words, and its parameters."""

    fact: str
    code: Literal[
        "not_a_number",
        "out_of_range",
        "wrong_count",
        "wrong_order",
        "not_an_option",
        "not_a_text",
        "too_long",
        "too_many",
        "not_a_line",
    ]
    params: Params = NO_PARAMS


class _Spec(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str
    """Dotted id, unique in its box: `mine.iron.values`."""
    group: str
    """Term key of what it is printed on, to group the "Mis cajas" screen: `mine.iron`."""
    label: str
    """Term key of what the value is: `fact.values`."""
    confidence: Confidence
    source: str = ""
    since: int = 1
    """The version of the rules that first recorded it."""
    before: Literal["shipped", "unknown"] = "shipped"
    """What a match recorded earlier is played with, where it counts at all: `value`, or Unknown."""
    was: tuple[str, ...] = ()
    """The ids that it had earlier: what is recorded under them is read as this one."""
    aside: bool = False
    """Whether a box lacks nothing where nobody knows it: it matters to some tables only."""


class IntSpec(_Spec):
    """One number."""

    kind: Literal["int"] = "int"
    value: int | None = None
    minimum: int
    maximum: int
    candidates: tuple[int, ...] = ()

    def problem(self, value: object) -> FactProblem | None:
        """The reason `value` cannot be printed there, or None."""
        if not isinstance(value, int) or isinstance(value, bool):
            return FactProblem(self.id, "not_a_number")
        if not self.minimum <= value <= self.maximum:
            bounds = {"minimum": self.minimum, "maximum": self.maximum}
            return FactProblem(self.id, "out_of_range", bounds)
        return None


class IntsSpec(_Spec):
    """Several numbers in a row, read from left to right."""

    kind: Literal["ints"] = "ints"
    value: tuple[int, ...] | None = None
    count: int
    minimum: int
    maximum: int
    descending: bool = False
    candidates: tuple[tuple[int, ...], ...] = ()

    def problem(self, value: object) -> FactProblem | None:
        """The reason `value` cannot be printed there, or None."""
        if not isinstance(value, list | tuple) or not all(type(v) is int for v in value):
            return FactProblem(self.id, "not_a_number")
        if len(value) != self.count:
            return FactProblem(self.id, "wrong_count", {"count": self.count})
        if not all(self.minimum <= v <= self.maximum for v in value):
            bounds = {"minimum": self.minimum, "maximum": self.maximum}
            return FactProblem(self.id, "out_of_range", bounds)
        if self.descending and list(value) != sorted(value, reverse=True):
            return FactProblem(self.id, "wrong_order")
        return None


SET_MARK: Final = "-"
"""What parts the things of an option that is a set of several."""


def set_of(things: Iterable[str]) -> str:
    """The option that is a set of these, in the order in which they are named."""
    return SET_MARK.join(things)


class ChoiceSpec(_Spec):
    """One of a few named things, such as a colour."""

    kind: Literal["choice"] = "choice"
    value: str | None = None
    options: tuple[str, ...]
    candidates: tuple[str, ...] = ()

    def problem(self, value: object) -> FactProblem | None:
        """The reason `value` cannot be printed there, or None."""
        return None if value in self.options else FactProblem(self.id, "not_an_option")

    @property
    def things(self) -> tuple[str, ...]:
        """What its options are sets of, `a`, `b` and `a-b`; empty: each stands by itself."""
        alone = tuple(option for option in self.options if SET_MARK not in option)
        sets = {set_of(some) for n in range(1, len(alone) + 1) for some in combinations(alone, n)}
        return alone if len(alone) > 1 and sets == {*self.options} else ()


class TextSpec(_Spec):
    """A short text: what a card is called."""

    kind: Literal["text"] = "text"
    value: str | None = None
    longest: Annotated[int, Field(ge=1, le=80)] = 40
    candidates: tuple[str, ...] = ()

    def problem(self, value: object) -> FactProblem | None:
        """The reason `value` cannot be printed there, or None."""
        return _text_problem(self.id, value, self.longest)


class VerbForm(BaseModel):
    """How a line with some verb is filled in: how many, of what, or in words."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    minimum: int = 1
    maximum: int = 1
    """The most of it; the same as the least: it does not say how many."""
    things: tuple[str, ...] = ()
    """To what it can happen, where it wants something."""
    longest: Annotated[int, Field(ge=0, le=200)] = 0
    """How long what the table does by hand may be told; 0: it is not told in words."""

    @property
    def counts(self) -> bool:
        """Whether it says how many."""
        return self.maximum > self.minimum

    def problem(self, fact: str, line: TypedLine) -> FactProblem | None:
        """The reason a line with this verb cannot be, or None."""
        if type(line.each) is not int or not self.minimum <= line.each <= self.maximum:
            bounds = {"minimum": self.minimum, "maximum": self.maximum}
            return FactProblem(fact, "out_of_range", bounds)
        if line.what not in (self.things or ("",)):
            return FactProblem(fact, "not_an_option")
        if self.longest:
            return _text_problem(fact, line.text, self.longest)
        return FactProblem(fact, "not_a_line") if line.text else None


class LinesSpec(_Spec):
    """What a card or a place does, line by line. None at all: it does nothing."""

    kind: Literal["lines"] = "lines"
    value: tuple[TypedLine, ...] | None = None
    verbs: Annotated[dict[str, VerbForm], Field(min_length=1)]
    """The verbs that a line can have, of the vocabulary of the game."""
    most: Annotated[int, Field(ge=1, le=20)] = 6
    candidates: tuple[tuple[TypedLine, ...], ...] = ()

    def problem(self, value: object) -> FactProblem | None:
        """The reason `value` cannot be printed there, or None."""
        if not isinstance(value, list | tuple):
            return FactProblem(self.id, "not_a_line")
        if len(value) > self.most:
            return FactProblem(self.id, "too_many", {"most": self.most})
        problems = (self.line_problem(line) for line in value)
        return next((found for found in problems if found), None)

    def line_problem(self, line: object) -> FactProblem | None:
        """The reason one line cannot be, or None."""
        parts = tuple(line) if isinstance(line, list | tuple) else ()
        if not 0 < len(parts) <= len(TypedLine._fields):
            return FactProblem(self.id, "not_a_line")
        typed = TypedLine(*parts)
        form = self.verbs.get(typed.do) if isinstance(typed.do, str) else None
        return form.problem(self.id, typed) if form else FactProblem(self.id, "not_a_line")


class LinksSpec(_Spec):
    """Other places that one is linked with, on a map: each once, in their order."""

    kind: Literal["links"] = "links"
    value: tuple[str, ...] | None = None
    to: str
    """The slot whose entries they are."""
    among: tuple[str, ...] = ()
    """All entries that it can be."""
    candidates: tuple[tuple[str, ...], ...] = ()

    def problem(self, value: object) -> FactProblem | None:
        """The reason `value` cannot be printed there, or None."""
        if not isinstance(value, list | tuple):
            return FactProblem(self.id, "not_an_option")
        if [place for place in self.among if place in value] != list(value):
            return FactProblem(self.id, "not_an_option")
        return None


def _text_problem(fact: str, value: object, longest: int) -> FactProblem | None:
    if not isinstance(value, str) or not value.strip() or one_line(value) != value:
        return FactProblem(fact, "not_a_text")
    if len(value) > longest:
        return FactProblem(fact, "too_long", {"longest": longest})
    return None


FactSpec: TypeAlias = Annotated[
    IntSpec | IntsSpec | ChoiceSpec | TextSpec | LinesSpec | LinksSpec,
    Field(discriminator="kind"),
]


def default_values(specs: tuple[FactSpec, ...]) -> dict[str, FactValue]:
    """The values to start a box from: those of high or medium confidence; the rest stay unknown."""
    return {
        spec.id: spec.value
        for spec in specs
        if spec.value is not None and spec.confidence in ("high", "medium")
    }


def completed(
    specs: Iterable[FactSpec], required: Collection[str], version: int, values: FactValues
) -> FactValues:
    """The values of a box recorded under the rules of `version`, with what came later.

    A required value cannot have been left out on purpose, so one that is absent came later. Any
    other one that is absent was unknown to the table, unless it came `since`.
    """
    later = {
        spec.id: spec.value
        for spec in specs
        if spec.id not in values
        and (spec.id in required or version < spec.since)
        and spec.before == "shipped"
        and spec.value is not None
    }
    return {**values, **later} if later else values


def number(values: FactValues, fact: str) -> int:
    """A number of the box. Presumes that it is there."""
    found = values[fact]
    assert isinstance(found, int)
    return found


def row(value: FactValue | None) -> tuple[int, ...] | None:
    """The numbers of a row of them; None where there is none."""
    if not isinstance(value, tuple | list):
        return None
    return tuple(number for number in value if isinstance(number, int))


def read(values: FactValues, fact: str) -> "FactValue | Unknown":
    """The value of `fact` in this box, or Unknown."""
    found = values.get(fact)
    return Unknown(fact) if found is None else found
