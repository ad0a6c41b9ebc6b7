"""The form is the action's fields in order: what each can be, or within which bounds it is open.

No field holds the same value twice: a screen keys its controls by value, and two controls with one
key stop it. So repeats are dropped when a field is made, whatever a game hands over.
"""

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias, TypeVar

T = TypeVar("T", bound=Hashable)


def _once(values: tuple[T, ...]) -> tuple[T, ...]:
    """The values without repeats: each becomes a control with a key of its own."""
    return values if len(set(values)) == len(values) else tuple(dict.fromkeys(values))


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

    def __post_init__(self) -> None:
        object.__setattr__(self, "values", _once(self.values))


@dataclass(frozen=True, slots=True)
class OpenBag:
    """An open field: items laid down, each up to so many."""

    items: tuple[tuple[str, int], ...]
    """Item and how many of it there can be at most, in a fixed order."""
    minimum: int = 0
    maximum: int = 100
    proposals: tuple[tuple[str, ...], ...] = ()
    """Bags worth offering, such as the cheapest payments; the order within one says nothing."""
    only: bool = False
    """Whether the rules allow no other bags than those offered."""

    def __post_init__(self) -> None:
        most: dict[str, int] = {}
        for item, amount in self.items:
            most[item] = max(amount, most.get(item, 0))
        object.__setattr__(self, "items", tuple(most.items()))
        bags = tuple(tuple(sorted(bag)) for bag in self.proposals)
        object.__setattr__(self, "proposals", _once(bags))


@dataclass(frozen=True, slots=True)
class OpenNumber:
    """An open field: a number within bounds."""

    minimum: int
    maximum: int
    proposals: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "proposals", _once(self.proposals))


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
