"""What is printed in one physical box: known values, unknown ones, and how to type them."""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal, TypeAlias, TypeVar

from pydantic import BaseModel, ConfigDict, Field

from companion.kernel.values import NO_PARAMS, Params

FactValue: TypeAlias = int | str | tuple[int, ...]
"""A printed value as plain data."""

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
    code: Literal["not_a_number", "out_of_range", "wrong_count", "wrong_order", "not_an_option"]
    params: Params = NO_PARAMS


class _Spec(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str
    """Dotted id, unique in its box: `mine.iron.values`."""
    group: str
    """Term key of what it is printed on, to group the "Mi caja" screen: `mine.iron`."""
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


class ChoiceSpec(_Spec):
    """One of a few named things, such as a colour."""

    kind: Literal["choice"] = "choice"
    value: str | None = None
    options: tuple[str, ...]
    candidates: tuple[str, ...] = ()

    def problem(self, value: object) -> FactProblem | None:
        """The reason `value` cannot be printed there, or None."""
        return None if value in self.options else FactProblem(self.id, "not_an_option")


FactSpec: TypeAlias = Annotated[IntSpec | IntsSpec | ChoiceSpec, Field(discriminator="kind")]


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


def read(values: FactValues, fact: str) -> "FactValue | Unknown":
    """The value of `fact` in this box, or Unknown."""
    found = values.get(fact)
    return Unknown(fact) if found is None else found
