"""Board of twenty-four points, and the state of the table."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Final

from companion.kernel.box.facts import FactValues
from companion.kernel.models import Options
from companion.kernel.pieces.ledger import Ledger, seat_account
from companion.kernel.play import frozen
from companion.kernel.rulings import Rulings
from companion.kernel.values import Seat

# The board

POINTS: Final = (
    "a7", "d7", "g7",
    "b6", "d6", "f6",
    "c5", "d5", "e5",
    "a4", "b4", "c4", "e4", "f4", "g4",
    "c3", "d3", "e3",
    "b2", "d2", "f2",
    "a1", "d1", "g1",
)  # fmt: skip
"""Points by column and row, from the top left as they are read."""


def _lines() -> tuple[tuple[str, ...], ...]:
    """Return the sixteen lines of three points; the middle column and row hold two each."""
    lines = []
    for axis in (0, 1):
        for name in sorted({point[axis] for point in POINTS}):
            along = sorted(point for point in POINTS if point[axis] == name)
            lines += [tuple(along[start : start + 3]) for start in range(0, len(along), 3)]
    return tuple(lines)


LINES: Final = _lines()
BESIDE: Final[Mapping[str, frozenset[str]]] = frozen(
    {
        point: frozenset(
            other for line in LINES for two in pairwise(line) if point in two for other in two
        )
        - {point}
        for point in POINTS
    }
)
"""Points next to each point along a line."""

MEN: Final = 9
"""Men that each player has at first."""
FEWEST: Final = 3
"""Men below which a match is lost."""
MAN: Final = ("man:0", "man:1")
"""Ledger item of each seat's men."""
QUIET: Final = {"fifty": 50, "twenty": 20}
"""Moves without a capture after which a match is drawn, by reading."""


def at(point: str) -> str:
    """Return the account of a point of the board."""
    return f"point:{point}"


def lost(seat: Seat) -> str:
    """Return the account of the men that a seat has lost."""
    return f"lost:{seat}"


# State


@dataclass(frozen=True)
class State:
    """State of the table."""

    options: Options
    rulings: Rulings
    ledger: Ledger
    turn: Seat = 0
    capturing: bool = False
    """True if the seat on turn has closed a mill and has not captured yet."""
    quiet: int = 0
    """Moves since the last capture, once all men are on the board."""

    @cached_property
    def players(self) -> int:
        """Return the number of players."""
        return len(self.options.players)

    def owner(self, point: str) -> Seat | None:
        """Return the seat whose man stands on a point, or None."""
        held = (seat for seat, man in enumerate(MAN) if self.ledger.balance(at(point), man))
        return next(held, None)

    def men(self, seat: Seat) -> tuple[str, ...]:
        """Return the points with men of a seat."""
        return tuple(point for point in POINTS if self.owner(point) == seat)

    def in_hand(self, seat: Seat) -> int:
        """Return the men that a seat has not placed yet."""
        return self.ledger.balance(seat_account(seat), MAN[seat])

    def left(self, seat: Seat) -> int:
        """Return all men that a seat still has."""
        return self.in_hand(seat) + len(self.men(seat))

    def in_mill(self, point: str) -> bool:
        """Return whether the man on a point stands in a line of three of one seat."""
        owner = self.owner(point)
        lines = (line for line in LINES if point in line)
        return owner is not None and any({*map(self.owner, line)} == {owner} for line in lines)

    def flies(self, seat: Seat) -> bool:
        """Return whether the men of a seat may go to any free point."""
        return self.rulings["flying"] == "yes" and self.left(seat) == FEWEST

    def reach(self, point: str, seat: Seat) -> tuple[str, ...]:
        """Return the free points to which a man of a seat may go from a point."""
        within = POINTS if self.flies(seat) else BESIDE[point]
        return tuple(p for p in POINTS if p in within and self.owner(p) is None)

    def capturable(self, seat: Seat) -> tuple[str, ...]:
        """Return the men of a seat that can be captured: all if all stand in mills."""
        free = tuple(point for point in self.men(seat) if not self.in_mill(point))
        return free or self.men(seat)

    @property
    def phase(self) -> str:
        """Return the code of what is due."""
        if self.capturing:
            return "capture"
        return "place" if self.in_hand(self.turn) else "slide"

    @property
    def end(self) -> str | None:
        """Return how the match ended, or None."""
        if self.capturing:
            return None
        if min(map(self.left, (0, 1))) < FEWEST:
            return "too_few"
        if self.phase == "slide" and not any(self.reach(p, self.turn) for p in self.men(self.turn)):
            return "shut_in"
        return "quiet" if self.quiet >= QUIET[self.rulings["quiet"]] else None

    @property
    def over(self) -> bool:
        """Return whether the match is over."""
        return self.end is not None

    @property
    def awaited(self) -> tuple[Seat, ...]:
        """Return the seat on turn."""
        return (self.turn,)


def setup(options: Options, _facts: FactValues, rulings: Rulings) -> State:
    """Return the first state."""
    ledger = Ledger({(seat_account(seat), man): MEN for seat, man in enumerate(MAN)})
    return State(options, frozen(rulings), ledger)
