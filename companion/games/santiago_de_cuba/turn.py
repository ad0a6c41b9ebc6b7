"""A turn: what the table can wait for, what follows by itself, and what has happened in it."""

from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import Final

from companion.kernel.agenda import Task
from companion.kernel.values import Seat


class Phase(StrEnum):
    """What the table can wait for: the codes of the tasks that somebody has to do."""

    DRIVE = "drive"
    GOOD = "good"
    """Pablo: which good."""
    LAWYER = "lawyer"
    """Alonso: which building, to claim or to use."""
    TRIBUTE = "tribute"
    """El Zorro: what each of the others gives."""
    VISIT = "visit"
    """To which building the pawn goes."""
    BUILDING = "building"
    """How a building is used, if it is; the task names it."""
    LOADING = "loading"
    """Who has not passed loads, one after the other."""
    ROLL = "roll"
    """The dice of a new ship, at the end of the turn."""
    EMPTY_SHIP = "empty_ship"
    """What becomes of a second ship in one turn."""


OPTIONAL: Final = frozenset({Phase.GOOD, Phase.LAWYER, Phase.BUILDING})
"""What can be declined."""


class Then(StrEnum):
    """What follows by itself."""

    PASS_PORT = "pass_port"
    """The car passes the port once more."""
    ARRIVE = "arrive"
    """The car stops; the task says whether the citizen's action was declined."""
    GO_ON = "go_on"
    """After the citizen: the pawn goes to a building, or stays where it is."""
    FINISH = "finish"
    """The end of the turn: the owner's point, the citizen that wakes, the dice if they are due."""
    NEXT_TURN = "next_turn"


class Stay(StrEnum):
    """Why the pawn of whoever drives stays where it is."""

    PORT = "port"
    INACTIVE = "inactive"
    FLOWERLESS = "flowerless"
    """The citizen's flower leads to no building."""
    BLOCKED = "blocked"
    """No building that the flower allows has room for it."""


class Met(StrEnum):
    """What became of the citizen where the car stopped face up."""

    USED = "used"
    DECLINED = "declined"
    IDLE = "idle"
    """Everyone can see that he has nothing to give."""


@dataclass(frozen=True)
class Turn:
    """What has happened in a turn, for the rule that answers what is reported too late.

    Turn 0 is the first roll, by the seat to the right of the first one.
    """

    seat: Seat
    number: int
    moved: bool = False
    """Whether the pawn moved this turn."""
    stop: str | None = None
    """Where the car stopped; None before it was driven."""
    crossed: bool = False
    """Whether the car passed the port without stopping."""
    met: Met | None = None
    stay: Stay | None = None
    gave: tuple[Seat, ...] = ()
    """Who gave something to El Zorro."""
    used: tuple[str, ...] = ()
    """The buildings used, in order: with Alonso there may be two."""
    into: str | None = None
    """Which way the Casino was used last."""
    idle: tuple[str, str] | None = None
    """The building in which everyone could see that there was nothing to do, and why."""
    unused: str | None = None
    """The building whose action was declined."""
    loaded: tuple[Seat, str] | None = None
    """Who loaded last, and what."""
    round_over: str | None = None
    """How the loading round ended: `complete` or `all_passed`."""


PASS_PORT: Final = Task(Then.PASS_PORT)
GO_ON: Final = Task(Then.GO_ON)
FINISH: Final = Task(Then.FINISH)
NEXT_TURN: Final = Task(Then.NEXT_TURN)
ARRIVE: Final = Task(Then.ARRIVE)
ARRIVE_DECLINING: Final = Task(Then.ARRIVE, about=(("declined", True),))


@cache
def waits(phase: Phase, *seats: Seat) -> Task:
    """Something that these seats have to do; in a loading round one after the other."""
    return Task(phase, seats, phase is Phase.LOADING)


@cache
def use_of(building: str, seat: Seat, *, by_lawyer: bool = False) -> Task:
    """A building whose action is pending, perhaps through Alonso, before the pawn moves."""
    about = (("building", building), ("by_lawyer", by_lawyer))
    return Task(Phase.BUILDING, (seat,), about=about)
