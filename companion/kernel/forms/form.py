"""Form of an action: its fields in order, with their candidates or bounds.

No field holds the same value twice: a screen keys its controls by value, and two controls with one
key crash it. Repeats are dropped when a field is made, whatever a game passes.
"""

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias, TypeVar

T = TypeVar("T", bound=Hashable)


def _once(values: tuple[T, ...]) -> tuple[T, ...]:
    """Return the values without repeats: each becomes a control with a key of its own."""
    return values if len(set(values)) == len(values) else tuple(dict.fromkeys(values))


@dataclass(frozen=True, slots=True)
class Draft:
    """Report being filled in: its kind, its seat and the fields so far."""

    kind: str
    seat: int
    values: Mapping[str, Any]

    def with_value(self, field: str, value: object) -> "Draft":
        """Return the draft with one more field filled in."""
        return Draft(self.kind, self.seat, {**self.values, field: value})


@dataclass(frozen=True, slots=True)
class Choices:
    """Closed field: all its values in a fixed order, legal or not."""

    values: tuple[Any, ...]
    optional: bool = False
    """True if it may be left at its default."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "values", _once(self.values))


@dataclass(frozen=True, slots=True)
class OpenBag:
    """Open field: a bag of items, each up to a maximum."""

    items: tuple[tuple[str, int], ...]
    """Items and the maximum of each, in a fixed order."""
    minimum: int = 0
    maximum: int = 100
    proposals: tuple[tuple[str, ...], ...] = ()
    """Bags worth offering, such as the cheapest payments; the order within one means nothing."""
    only: bool = False
    """True if the rules allow only the bags offered."""

    def __post_init__(self) -> None:
        most: dict[str, int] = {}
        for item, amount in self.items:
            most[item] = max(amount, most.get(item, 0))
        object.__setattr__(self, "items", tuple(most.items()))
        bags = tuple(tuple(sorted(bag)) for bag in self.proposals)
        object.__setattr__(self, "proposals", _once(bags))


@dataclass(frozen=True, slots=True)
class OpenNumber:
    """Open field: a number within bounds."""

    minimum: int
    maximum: int
    proposals: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "proposals", _once(self.proposals))


@dataclass(frozen=True, slots=True)
class OpenText:
    """Open field: a short text, such as a name."""

    maximum: int = 80


@dataclass(frozen=True, slots=True)
class AskFact:
    """Request for an unknown printed value before this field."""

    fact: str
    compulsory: bool
    """True if the action cannot be applied without it; otherwise it may be skipped."""


Field: TypeAlias = Choices | OpenBag | OpenNumber | OpenText | AskFact
