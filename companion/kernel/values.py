"""Values that rules pass to the words: numbers, seats and terms, never sentences."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

Seat: TypeAlias = int
"""Place at the table, 0 for the first player of the options."""

SEATS: Final = range(10)
"""All seats that a report of any game can name."""


@dataclass(frozen=True, slots=True)
class Term:
    """Word of the game, looked up as `terms.<key>` in its `words.toml`."""

    key: str


@dataclass(frozen=True, slots=True)
class SeatRef:
    """Player, shown by name."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Counted:
    """Amount of something, shown with its noun in singular or plural: "3 llaves"."""

    amount: int
    noun: str


@dataclass(frozen=True, slots=True)
class Mean:
    """Mean, shown with at most one decimal: "1,5"."""

    amount: float


Value: TypeAlias = "int | str | Term | SeatRef | Counted | Mean | tuple[Value, ...]"
"""Parameter of a refusal, remedy, effect or duty; a tuple is shown as a list."""


def seat_refs(seats: Iterable[Seat]) -> tuple[Value, ...]:
    """Return several players as a list."""
    return tuple(map(SeatRef, seats))


Params: TypeAlias = Mapping[str, Value]
"""Named parameters of one message. The catalogue test finds a missing one as a defect."""


class _NoParams(Mapping[str, Value]):
    """Immutable empty mapping, usable as a default."""

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
