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
    others: tuple[str, ...] = ()
    """Other actions that do it as well."""


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
class Mend:
    """A proposal of how to set a problem right. It is carried out before anybody is told of it."""

    moves: tuple[tuple[str, str, int], ...] = ()
    """By account and item, how much more (or less) lies there."""
    settings: tuple[tuple[str, str], ...] = ()
    """By the code of a settable, the value that it has."""


@dataclass(frozen=True, slots=True)
class Problem:
    """A broken invariant of a state: what cannot be as it is, and where to look."""

    code: str
    params: Params = NO_PARAMS
    places: tuple[tuple[str, str], ...] = ()
    """The accounts and items that it rests on: whoever may not see one of them is told no more
    than that something is wrong."""
    parts: tuple[str, ...] = ()
    """The settables that it rests on."""
    mends: tuple[Mend, ...] = ()
    seats: tuple[Seat, ...] = ()
    """The seats on whose hidden things it rests besides."""

    @property
    def key(self) -> tuple[object, ...]:
        """What tells it from other problems of one state, however large it is."""
        return self.code, self.places, self.parts
