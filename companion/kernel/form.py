"""The form is the action's fields in order: what each can be, or within which bounds it is open."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias


@dataclass(frozen=True, slots=True)
class Draft:
    """A report being filled in: its kind, its seat and the fields so far."""

    kind: str
    seat: int
    values: Mapping[str, Any]

    def with_value(self, field: str, value: object) -> "Draft":
        """The draft with one more field filled in."""
        return Draft(self.kind, self.seat, {**self.values, field: value})


@dataclass(frozen=True, slots=True)
class Choices:
    """A closed field: every value it can have, in a fixed order, legal or not."""

    values: tuple[Any, ...]
    optional: bool = False
    """Whether it may be left at its default."""


@dataclass(frozen=True, slots=True)
class OpenBag:
    """An open field: items laid down, each up to so many."""

    items: tuple[tuple[str, int], ...]
    """Item and how many of it there can be at most, in a fixed order."""
    minimum: int = 0
    maximum: int = 100
    proposals: tuple[tuple[str, ...], ...] = ()
    """Bags worth offering, such as the cheapest payments."""


@dataclass(frozen=True, slots=True)
class OpenNumber:
    """An open field: a number within bounds."""

    minimum: int
    maximum: int
    proposals: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class OpenText:
    """An open field: a short text, such as a name."""

    maximum: int = 80


@dataclass(frozen=True, slots=True)
class AskFact:
    """Before this field, a printed value that nobody has established is wanted."""

    fact: str
    compulsory: bool
    """Whether the action cannot be applied without it; else it may be skipped."""


Field: TypeAlias = Choices | OpenBag | OpenNumber | OpenText | AskFact
