"""Printed values of a box, with every access by the rules tracked.

A value that a table types or withdraws during a match is therefore replayed only from the first act
that read it.
"""

from collections.abc import Callable, Iterator, Mapping
from contextvars import ContextVar
from dataclasses import dataclass, replace
from typing import Any, Final, Generic, ParamSpec, TypeVar

from typing_extensions import override

S = TypeVar("S")
T = TypeVar("T")
V = TypeVar("V", covariant=True)
P = ParamSpec("P")

_NOTED: ContextVar[set[str] | None] = ContextVar("noted", default=None)
NOTHING: Final[frozenset[str]] = frozenset()
"""Empty set of accessed names."""


class PrintedValues(Mapping[str, V]):
    """Immutable mapping of the values that a table may type during a match."""

    __slots__ = ("_values",)

    def __init__(self, values: Mapping[str, V]) -> None:
        # No `MappingProxyType`: copies of one take ten times as long.
        self._values = dict(values)

    def __getitem__(self, name: str) -> V:
        noted = _NOTED.get()
        if noted is not None:
            noted.add(name)
        return self._values[name]

    @override
    def get(self, name: str, default: Any = None) -> Any:
        noted = _NOTED.get()
        if noted is not None:
            noted.add(name)
        return self._values.get(name, default)

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, PrintedValues) and self._values == other._values)

    def __hash__(self) -> int:
        return hash(tuple(self._values))

    def __repr__(self) -> str:
        return f"Printed({self._values})"

    def changed(self, values: Mapping[str, Any]) -> "PrintedValues[V]":
        """Return a copy with other values under some names."""
        return PrintedValues(self._values | {**values})

    def other_than(self, other: "PrintedValues[Any]") -> frozenset[str]:
        """Return the names whose values differ between two boxes, or that one of them lacks."""
        mine, theirs = self._values, other._values
        both = mine.keys() & theirs.keys()
        return frozenset(
            (mine.keys() ^ theirs.keys()) | {name for name in both if mine[name] != theirs[name]}
        )


@dataclass(frozen=True)
class HasPrintedValues(Generic[S]):
    """Accessors of the values in a game's state that a table may type."""

    of: Callable[[S], PrintedValues[Any]]
    """Getter of the values. Rules read them there alone."""
    rest: Callable[[S], Any]
    """Getter of what else the state knows of its box."""
    put: Callable[[S, S], S]
    """Copy of a state with the box of another one, and nothing else changed."""
    typed: Callable[[S, Mapping[str, Any]], S]
    """Copy of a state with other values under some names; None: an unknown one."""

    fits: Callable[[Mapping[str, Any], str], bool] = lambda _values, _fact: True
    """Test of `(values, fact)`: whether that value can be printed there, beside the others.

    `CheckedGames` takes that from the data of the game.
    """

    def alike(self, one: S, other: S) -> bool:
        """Return whether two states differ in nothing but these values."""
        return self.rest(one) == self.rest(other) and self.put(one, other) == other


def typed_box(as_read: Callable[[str, Any], Any]) -> HasPrintedValues[Any]:
    """Return the accessors of a state that keeps its numbers in `facts`.

    What a table may type is in `printed`.

    Args:
        as_read: a value as rules read it, by the id of its fact.
    """

    def typed(state: Any, values: Mapping[str, Any]) -> Any:
        read = {fact: as_read(fact, value) for fact, value in values.items()}
        return replace(state, printed=state.printed.changed(read))

    return HasPrintedValues(
        of=lambda state: state.printed,
        rest=lambda state: state.facts,
        put=lambda state, other: replace(state, printed=other.printed),
        typed=typed,
    )


def tracking_reads(
    work: Callable[P, T], *given: P.args, **named: P.kwargs
) -> tuple[T, frozenset[str]]:
    """Return the result of a function, and the names of the values that it read."""
    noted: set[str] = set()
    token = _NOTED.set(noted)
    try:
        done = work(*given, **named)
    finally:
        _NOTED.reset(token)
    around = _NOTED.get()
    if around is not None:
        around |= noted
    return done, frozenset(noted) if noted else NOTHING
