"""Values that rules hand to words: numbers, seats and terms, never sentences."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

Seat: TypeAlias = int
"""A place at the table, 0 for the first player of the options."""

SEATS: Final = range(10)
"""Every seat that a report of any game can name."""


@dataclass(frozen=True, slots=True)
class Term:
    """A word of the game, looked up as `terms.<key>` in its `words.toml`."""

    key: str


@dataclass(frozen=True, slots=True)
class SeatRef:
    """A player, shown by name."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Counted:
    """An amount of something, shown with the noun in the right number: "3 llaves"."""

    amount: int
    noun: str


@dataclass(frozen=True, slots=True)
class Mean:
    """A mean, shown to one decimal where it has one: "1,5"."""

    amount: float


Value: TypeAlias = "int | str | Term | SeatRef | Counted | Mean | tuple[Value, ...]"
"""What a parameter of a refusal, remedy, effect or duty can be; a tuple is shown as a list."""


def seat_refs(seats: Iterable[Seat]) -> tuple[Value, ...]:
    """Several players, as a list."""
    return tuple(map(SeatRef, seats))


Params: TypeAlias = Mapping[str, Value]
"""Named parameters of one message. A missing one is a defect that the catalogue test finds."""


class _NoParams(Mapping[str, Value]):
    """An empty mapping that cannot change, so that it can be a default."""

    def __getitem__(self, key: str) -> Value:
        raise KeyError(key)

    def __iter__(self) -> Iterator[str]:
        return iter(())

    def __len__(self) -> int:
        return 0

    def __hash__(self) -> int:
        return 0

    def __repr__(self) -> str:
        return "{}"


NO_PARAMS: Params = _NoParams()
