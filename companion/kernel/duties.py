"""Duties, scores, outcomes and problems of a table."""

from dataclasses import dataclass
from typing import Final, Protocol

from companion.kernel.values import NO_PARAMS, Params, Seat, seat_refs


@dataclass(frozen=True, slots=True)
class Duty:
    """Pending obligation: the seats that owe it, its rule, and the action that fulfils it."""

    code: str
    seats: tuple[Seat, ...]
    rule: str
    action: str | None = None
    params: Params = NO_PARAMS
    optional: bool = False
    others: tuple[str, ...] = ()
    """Other actions that also fulfil it."""


class WithPlayers(Protocol):
    """Protocol of a state that knows how many play."""

    @property
    def players(self) -> int:
        """Return the number of players."""


def following(state: WithPlayers, seat: Seat | None) -> Params:
    """Return who comes next as a parameter of a duty; between two it goes without saying."""
    told = () if seat is None or state.players <= _TWO else (seat,)
    return {"next": seat_refs(told)}


_TWO = 2


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """One line of a seat's score: amount, subject and rule."""

    seat: Seat
    code: str
    amount: int
    rule: str
    hidden: bool = False
    """True if only the seat itself may see it."""
    lacks: tuple[str, ...] = ()
    """Unknown printed values that the amount lacks."""
    unread: str = ""
    """Sign of what they add or take: "+", "−" or "±"."""

    @property
    def covered(self) -> bool:
        """Return whether the amount is hidden from the holder of this line."""
        return False


GAVE_UP: Final = "gave_up"
"""Reason of an end because somebody gave up; its parameter `who` says who."""
RETOLD: Final = "retold"
"""Reason of an end that was told afterwards, of a match played without the app."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """End of a match: winners (several share it), the reason and its rule."""

    winners: tuple[Seat, ...]
    reason: str
    rule: str
    params: Params = NO_PARAMS
    lacks: tuple[str, ...] = ()
    """Unknown printed values that the totals lack; the winners are certain all the same."""
    contenders: tuple[Seat, ...] = ()
    """Seats that may have won, while it rests on values that are lacking: then nobody has."""
    compared: tuple[ScoreLine, ...] = ()
    """Numbers compared, up to the one that decided: the one that counts, then tie-breaks."""


@dataclass(frozen=True, slots=True)
class Fix:
    """Proposed fix of a problem, carried out before it is offered."""

    moves: tuple[tuple[str, str, int], ...] = ()
    """By account and item, the change of the amount there."""
    settings: tuple[tuple[str, str], ...] = ()
    """By the code of a settable, its new value."""


@dataclass(frozen=True, slots=True)
class Problem:
    """Broken invariant of a state, with the places to look at."""

    code: str
    params: Params = NO_PARAMS
    places: tuple[tuple[str, str], ...] = ()
    """Accounts and items it rests on.

    A viewer who may not see one of them learns only that something is wrong.
    """
    parts: tuple[str, ...] = ()
    """Settables it rests on."""
    fixes: tuple[Fix, ...] = ()
    seats: tuple[Seat, ...] = ()
    """Seats whose hidden things it also rests on."""

    @property
    def key(self) -> tuple[object, ...]:
        """Return the key that identifies it among the problems of one state, without amounts."""
        return self.code, self.places, self.parts
