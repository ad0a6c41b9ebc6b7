"""What is due at the table now."""

from dataclasses import dataclass

from companion.kernel.values import NO_PARAMS, Params, Seat


@dataclass(frozen=True, slots=True)
class Duty:
    """Something pending: who owes it, by which rule, and with which action it is done."""

    code: str
    seats: tuple[Seat, ...]
    rule: str
    action: str | None = None
    params: Params = NO_PARAMS
    optional: bool = False


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """One line of a seat's score: how much, of what, by which rule."""

    seat: Seat
    code: str
    amount: int
    rule: str
    hidden: bool = False
    """Whether only the seat itself may see it."""

    @property
    def covered(self) -> bool:
        """Whether its amount is out of reach of whoever was given this line."""
        return False


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a match ended: winners (several share it), the reason and its rule."""

    winners: tuple[Seat, ...]
    reason: str
    rule: str
    params: Params = NO_PARAMS


@dataclass(frozen=True, slots=True)
class Problem:
    """A broken invariant of a state, in a table check."""

    code: str
    params: Params = NO_PARAMS
