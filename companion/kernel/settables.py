"""What an adjustment may set outside the ledger: whose turn it is, where pieces are, what is open.

A part of the state is set through its values as plain ids; a game says in `words.toml` what each
part is called.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar

from companion.kernel.play import evolved, frozen
from companion.kernel.values import Seat, SeatRef, Term, Value

S = TypeVar("S")

NOBODY: Final = "nobody"
"""In the place of a seat: none."""


@dataclass(frozen=True)
class Settable(Generic[S]):
    """A part of the state, outside the ledger, that an adjustment may set."""

    code: str
    values: Callable[[S], tuple[str, ...]]
    """The values it may take, as plain ids."""
    current: Callable[[S], str]
    set: Callable[[S, str], S]
    label: Callable[[str], Value] = lambda value: value
    """The words for one value."""


def seats(state: Any) -> tuple[str, ...]:
    """Whoever plays. For states with `players`."""
    return tuple(map(str, range(state.players)))


def seats_or_nobody(state: Any) -> tuple[str, ...]:
    """Whoever plays, or nobody."""
    return (NOBODY, *seats(state))


def seat_label(value: str) -> Value:
    """The words for a seat, or for nobody."""
    return Term(NOBODY) if value == NOBODY else SeatRef(int(value))


def turn(put: Callable[[S, str], S]) -> Settable[S]:
    """Whose turn it is. For states with `turn.seat`; `put` gives the turn to somebody."""

    def whose(state: Any) -> str:
        return str(state.turn.seat)

    return Settable("turn", seats, whose, put, seat_label)


def of_seat(
    code: str,
    part: str,
    seat: Seat,
    values: Callable[[S], tuple[str, ...]],
    label: Callable[[str], Value],
    nowhere: str = "",
) -> Settable[S]:
    """One value of a tuple that has one for each seat.

    Args:
        code: the settable's, without the seat.
        part: the tuple, by the name it has in the state.
        seat: whose.
        values: what it may be.
        label: the words for one.
        nowhere: what stands for None.
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
    """One value of a mapping; the arguments are those of `of_seat`."""
    return Settable(
        f"{code}.{key}",
        values,
        lambda state: str(getattr(state, part)[key]),
        lambda state, value: evolved(state, {part: frozen({**getattr(state, part), key: value})}),
        label,
    )
