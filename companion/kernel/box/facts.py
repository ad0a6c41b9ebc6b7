"""Facts: printed values of one physical box, known or unknown, and how they are typed."""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Annotated, Any, Final, Literal, NamedTuple, TypeAlias, TypeVar

from pydantic import BaseModel, ConfigDict, Field

from companion.kernel.models import ONE_LINE, one_line
from companion.kernel.values import NO_PARAMS, Params

_Words: TypeAlias = Annotated[str, ONE_LINE]


class TypedLine(NamedTuple):
    """One line of what a card or a place does, as the table read it off its copy."""

    do: _Words
    """Verb."""
    each: int = 1
    """Amount."""
    what: _Words = ""
    """Object of the verb, if it takes one."""
    text: _Words = ""
    """Work that the table does by hand, in its own words."""


_Number: TypeAlias = Annotated[int, Field(strict=True)]
"""Strict integer: a text of digits is the id of a place."""

FactValue: TypeAlias = (
    int | _Words | tuple[_Number, ...] | tuple[_Words, ...] | tuple[TypedLine, ...]
)
"""Printed value as plain data: a number or several, a choice or a text, links, lines."""

FactValues: TypeAlias = Mapping[str, FactValue]
"""Values of one box by fact id; an absent id is unknown."""

T = TypeVar("T")
A = TypeVar("A")


@dataclass(frozen=True, slots=True)
class Unknown:
    """Printed value that nobody has established. Rules report it and never guess."""

    fact: str
    among: tuple[Any, ...] = ()
    """All values that it can have, if that is certain; otherwise empty."""


Known: TypeAlias = T | Unknown


def settled(known: Known[T], answer: Callable[[T], A]) -> Known[A]:
    """Return the answer for a value, or the common answer of all possible values.

    The result stays unknown if the answers differ or the possible values are not known.
    """
    if not isinstance(known, Unknown):
        return answer(known)
    answers = [answer(value) for value in known.among]
    same = bool(answers) and all(one == answers[0] for one in answers)
    return answers[0] if same else known


Confidence = Literal["high", "medium", "low", "unknown"]


@dataclass(frozen=True, slots=True)
class FactProblem:
    """Reason why a typed value cannot be printed there: a code with words, and its parameters."""

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
        "name_taken",
        "too_many_alike",
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
    """Version of the rules that first recorded it."""
    before: Literal["shipped", "unknown"] = "shipped"
    """Value for matches recorded earlier, where it counts at all: `value`, or Unknown."""
    was: tuple[str, ...] = ()
    """Earlier ids; values recorded under them are read as this one."""
    aside: bool = False
    """True if a box is complete without it: it matters to some tables only."""


class IntSpec(_Spec):
    """Spec of one number."""

    kind: Literal["int"] = "int"
    value: int | None = None
    minimum: int
    maximum: int
    candidates: tuple[int, ...] = ()

    def problem(self, value: object) -> FactProblem | None:
        """Return the reason why `value` cannot be printed there, or None."""
        if not isinstance(value, int) or isinstance(value, bool):
            return FactProblem(self.id, "not_a_number")
        if not self.minimum <= value <= self.maximum:
            bounds = {"minimum": self.minimum, "maximum": self.maximum}
            return FactProblem(self.id, "out_of_range", bounds)
        return None


class IntsSpec(_Spec):
    """Spec of several numbers in a row, read from left to right."""

    kind: Literal["ints"] = "ints"
    value: tuple[int, ...] | None = None
    count: int
    minimum: int
    maximum: int
    descending: bool = False
    candidates: tuple[tuple[int, ...], ...] = ()

    def problem(self, value: object) -> FactProblem | None:
        """Return the reason why `value` cannot be printed there, or None."""
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
"""Separator in an option that is a set of several things."""


def set_of(things: Iterable[str]) -> str:
    """Return the option that is a set of these things, in the order given."""
    return SET_MARK.join(things)


class ChoiceSpec(_Spec):
    """Spec of one of a few named things, such as a colour."""

    kind: Literal["choice"] = "choice"
    value: str | None = None
    options: tuple[str, ...]
    candidates: tuple[str, ...] = ()

    def problem(self, value: object) -> FactProblem | None:
        """Return the reason why `value` cannot be printed there, or None."""
        return None if value in self.options else FactProblem(self.id, "not_an_option")

    @property
    def things(self) -> tuple[str, ...]:
        """Return the elements that the options are sets of (`a`, `b`, `a-b`).

        The result is empty if each option stands by itself.
        """
        alone = tuple(option for option in self.options if SET_MARK not in option)
        sets = {set_of(some) for n in range(1, len(alone) + 1) for some in combinations(alone, n)}
        return alone if len(alone) > 1 and sets == {*self.options} else ()


class TextSpec(_Spec):
    """Spec of a short text, such as the name of a card."""

    kind: Literal["text"] = "text"
    value: str | None = None
    longest: Annotated[int, Field(ge=1, le=80)] = 40
    candidates: tuple[str, ...] = ()

    def problem(self, value: object) -> FactProblem | None:
        """Return the reason why `value` cannot be printed there, or None."""
        return _text_problem(self.id, value, self.longest)


class VerbForm(BaseModel):
    """Form of a line with some verb: amount, object or words."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    minimum: int = 1
    maximum: int = 1
    """Largest amount; if it equals the minimum, the line states no amount."""
    things: tuple[str, ...] = ()
    """Objects that the verb can take, if it takes one."""
    longest: Annotated[int, Field(ge=0, le=200)] = 0
    """Longest text for what the table does by hand; 0: the line has no text."""

    @property
    def counts(self) -> bool:
        """Return whether the line states an amount."""
        return self.maximum > self.minimum

    def problem(self, fact: str, line: TypedLine) -> FactProblem | None:
        """Return the reason why a line with this verb is invalid, or None."""
        if type(line.each) is not int or not self.minimum <= line.each <= self.maximum:
            bounds = {"minimum": self.minimum, "maximum": self.maximum}
            return FactProblem(fact, "out_of_range", bounds)
        if line.what not in (self.things or ("",)):
            return FactProblem(fact, "not_an_option")
        if self.longest:
            return _text_problem(fact, line.text, self.longest)
        return FactProblem(fact, "not_a_line") if line.text else None


class LinesSpec(_Spec):
    """Spec of what a card or a place does, line by line; without lines it does nothing."""

    kind: Literal["lines"] = "lines"
    value: tuple[TypedLine, ...] | None = None
    verbs: Annotated[dict[str, VerbForm], Field(min_length=1)]
    """Verbs that a line can have, of the vocabulary of the game."""
    most: Annotated[int, Field(ge=1, le=20)] = 6
    candidates: tuple[tuple[TypedLine, ...], ...] = ()

    def problem(self, value: object) -> FactProblem | None:
        """Return the reason why `value` cannot be printed there, or None."""
        if not isinstance(value, list | tuple):
            return FactProblem(self.id, "not_a_line")
        if len(value) > self.most:
            return FactProblem(self.id, "too_many", {"most": self.most})
        problems = (self.line_problem(line) for line in value)
        return next((problem for problem in problems if problem), None)

    def line_problem(self, line: object) -> FactProblem | None:
        """Return the reason why one line is invalid, or None."""
        parts = tuple(line) if isinstance(line, list | tuple) else ()
        if not 0 < len(parts) <= len(TypedLine._fields):
            return FactProblem(self.id, "not_a_line")
        typed = TypedLine(*parts)
        form = self.verbs.get(typed.do) if isinstance(typed.do, str) else None
        return form.problem(self.id, typed) if form else FactProblem(self.id, "not_a_line")


class LinksSpec(_Spec):
    """Spec of the places that one is linked with on a map: each once, in order."""

    kind: Literal["links"] = "links"
    value: tuple[str, ...] | None = None
    to: str
    """Slot that the linked entries belong to."""
    among: tuple[str, ...] = ()
    """All entries that can be linked."""
    candidates: tuple[tuple[str, ...], ...] = ()

    def problem(self, value: object) -> FactProblem | None:
        """Return the reason why `value` cannot be printed there, or None."""
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
    """Return the initial values of a box: those of high or medium confidence."""
    return {
        spec.id: spec.value
        for spec in specs
        if spec.value is not None and spec.confidence in ("high", "medium")
    }


def completed(
    specs: Iterable[FactSpec], required: Collection[str], version: int, values: FactValues
) -> FactValues:
    """Return the values of a box recorded under the rules of `version`, with later ones added.

    A required value cannot have been omitted on purpose, so an absent one came later. Any other
    absent value was unknown to the table, unless it came `since`.
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
    """Return a number of the box, presumed to be there."""
    value = values[fact]
    assert isinstance(value, int)
    return value


def row(value: FactValue | None) -> tuple[int, ...] | None:
    """Return the numbers of a row; None if there is none."""
    if not isinstance(value, tuple | list):
        return None
    return tuple(number for number in value if isinstance(number, int))


def read(values: FactValues, fact: str) -> "FactValue | Unknown":
    """Return the value of `fact` in this box, or Unknown."""
    value = values.get(fact)
    return Unknown(fact) if value is None else value
