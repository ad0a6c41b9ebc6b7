"""Settables: parts of the state outside the ledger that an adjustment may set.

Examples are the turn, the positions of pieces and what is open. Values are plain ids; a game names
each part in `words.toml`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar

from companion.kernel.play import evolved, frozen
from companion.kernel.values import Seat, SeatRef, Term, Value

S = TypeVar("S")

NOBODY: Final = "nobody"
"""Value in the place of a seat: none."""
TURN: Final = "turn"
"""Code of the settable that says whose turn it is."""
_NO: Final = "no"
_YES: Final = "yes"


@dataclass(frozen=True)
class Settable(Generic[S]):
    """Part of the state, outside the ledger, that an adjustment may set."""

    code: str
    values: Callable[[S], tuple[str, ...]]
    """Values it may take, as plain ids."""
    current: Callable[[S], str]
    set: Callable[[S, str], S]
    label: Callable[[str], Value] = lambda value: value
    """Words for one value."""


def seats(state: Any) -> tuple[str, ...]:
    """Return all seats as ids, for states with `players`."""
    return tuple(map(str, range(state.players)))


def seats_or_nobody(state: Any) -> tuple[str, ...]:
    """Return all seats as ids, with nobody first."""
    return (NOBODY, *seats(state))


def seat_label(value: str) -> Value:
    """Return the words for a seat, or for nobody."""
    return Term(NOBODY) if value == NOBODY else SeatRef(int(value))


def turn(put: Callable[[S, str], S]) -> Settable[S]:
    """Return the settable of the turn, for states with `turn.seat`; `put` sets the seat."""

    def whose(state: Any) -> str:
        return str(state.turn.seat)

    return Settable(TURN, seats, whose, put, seat_label)


def yes_or_no(code: str, holds: Callable[[S], bool], put: Callable[[S, bool], S]) -> Settable[S]:
    """Return the settable of what holds or does not.

    Args:
        code: code of the settable.
        holds: whether it holds.
        put: sets whether it holds.
    """
    return Settable(
        code,
        lambda _state: (_NO, _YES),
        lambda state: _YES if holds(state) else _NO,
        lambda state, value: put(state, value == _YES),
        Term,
    )


def of_seat(
    code: str,
    part: str,
    seat: Seat,
    values: Callable[[S], tuple[str, ...]],
    label: Callable[[str], Value],
    nowhere: str = "",
) -> Settable[S]:
    """Return the settable of one value in a tuple with one for each seat.

    Args:
        code: code of the settable, without the seat.
        part: field of the state that holds the tuple.
        seat: the seat.
        values: values it may take.
        label: words for one value.
        nowhere: id that stands for None.
    """

    def put(state: S, value: str) -> S:
        held = list(getattr(state, part))
        held[seat] = None if value == nowhere else value
        return evolved(state, {part: tuple(held)})

    return Settable(
        f"{code}.{seat}",
        values,
        lambda state: nowhere if (held := getattr(state, part)[seat]) is None else held,
        put,
        label,
    )


def of_key(
    code: str,
    part: str,
    key: str,
    values: Callable[[S], tuple[str, ...]],
    label: Callable[[str], Value],
) -> Settable[S]:
    """Return the settable of one value in a mapping; the arguments are those of `of_seat`."""
    return Settable(
        f"{code}.{key}",
        values,
        lambda state: str(getattr(state, part)[key]),
        lambda state, value: evolved(state, {part: frozen({**getattr(state, part), key: value})}),
        label,
    )
