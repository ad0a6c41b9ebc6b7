"""Turn: its tasks that wait for seats, its automatic tasks, and its events."""

from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import Final

from companion.kernel.agenda import Task
from companion.kernel.values import Seat


class Phase(StrEnum):
    """Codes of the tasks that seats have to do."""

    DRIVE = "drive"
    GOOD = "good"
    """Pablo: choice of a good."""
    LAWYER = "lawyer"
    """Alonso: choice of a building to claim or to use."""
    TRIBUTE = "tribute"
    """El Zorro: gifts of the other seats."""
    VISIT = "visit"
    """Choice of the building that the pawn visits."""
    BUILDING = "building"
    """Optional use of the building that the task names."""
    LOADING = "loading"
    """Loading round of the seats that have not passed, one after the other."""
    ROLL = "roll"
    """Roll of the dice of a new ship, at the end of the turn."""
    EMPTY_SHIP = "empty_ship"
    """Decision about a second ship in one turn."""


OPTIONAL: Final = frozenset({Phase.GOOD, Phase.LAWYER, Phase.BUILDING})
"""Tasks that can be declined."""


class Then(StrEnum):
    """Codes of the tasks that run by themselves."""

    PASS_PORT = "pass_port"
    """Pass of the car by the port."""
    ARRIVE = "arrive"
    """Stop of the car; the task says if the citizen's action was declined."""
    GO_ON = "go_on"
    """Visit of the pawn after the citizen, or its stay."""
    FINISH = "finish"
    """End of the turn: the owner's point, the citizen that wakes, the dice if due."""
    NEXT_TURN = "next_turn"


class StayReason(StrEnum):
    """Reasons why the driving seat's pawn stays where it is."""

    PORT = "port"
    INACTIVE = "inactive"
    FLOWERLESS = "flowerless"
    """Flower of the citizen leads to no building."""
    BLOCKED = "blocked"
    """Buildings that the flower allows are all taken."""


class CitizenResult(StrEnum):
    """Results of stopping at a citizen who is face up."""

    USED = "used"
    DECLINED = "declined"
    IDLE = "idle"
    """Citizen with nothing to give, as everyone can see."""


@dataclass(frozen=True)
class Turn:
    """Events of a turn, used to judge acts reported too late.

    Turn 0 is the first roll, by the seat to the right of the first one.
    """

    seat: Seat
    number: int
    moved: bool = False
    """True if the pawn moved this turn."""
    stop: str | None = None
    """Stop of the car; None before it was driven."""
    crossed: bool = False
    """True if the car passed the port without stopping."""
    met: CitizenResult | None = None
    stay: StayReason | None = None
    gave: tuple[Seat, ...] = ()
    """Seats that gave something to El Zorro."""
    used: tuple[str, ...] = ()
    """Buildings used, in order; with Alonso there may be two."""
    into: str | None = None
    """Last direction of exchange in the Casino."""
    idle: tuple[str, str] | None = None
    """Building that had no use for anyone, and the reason."""
    unused: str | None = None
    """Building whose action was declined."""
    loaded: tuple[Seat, str] | None = None
    """Last seat that loaded, and the good."""
    round_over: str | None = None
    """End of the loading round: `complete` or `all_passed`."""


PASS_PORT: Final = Task(Then.PASS_PORT)
GO_ON: Final = Task(Then.GO_ON)
FINISH: Final = Task(Then.FINISH)
NEXT_TURN: Final = Task(Then.NEXT_TURN)
ARRIVE: Final = Task(Then.ARRIVE)
ARRIVE_DECLINING: Final = Task(Then.ARRIVE, about=(("declined", True),))


@cache
def waits(phase: Phase, *seats: Seat) -> Task:
    """Return a task of these seats; in a loading round one after the other."""
    return Task(phase, seats, phase is Phase.LOADING)


@cache
def use_of(building: str, seat: Seat, *, by_lawyer: bool = False) -> Task:
    """Return the task of using a building, possibly through Alonso before the pawn moves."""
    about = (("building", building), ("by_lawyer", by_lawyer))
    return Task(Phase.BUILDING, (seat,), about=about)
