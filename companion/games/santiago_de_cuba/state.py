"""The table at one moment: deeply immutable, never persisted. Set-up and what a seat may see."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache, cached_property
from types import MappingProxyType
from typing import Any, Final

from typing_extensions import override

from companion.games.santiago_de_cuba.components import (
    BUILDINGS,
    CITIZENS,
    DEMANDED,
    FLOWERS,
    GOODS,
    PLAYERS,
    PORT,
    ZORRO,
    Facts,
    SantiagoOptions,
    read_facts,
)
from companion.kernel.agenda import Agenda, Task, Waiting
from companion.kernel.facts import FactValues, Unknown
from companion.kernel.ledger import SUPPLY, Ledger, seat_account
from companion.kernel.play import frozen
from companion.kernel.printed import Box, Printed
from companion.kernel.rulings import Rulings
from companion.kernel.values import Seat

PESO: Final = "peso"
POINT: Final = "point"
GOOD: Final = "good"
MARKER: Final = "marker"

ITEM_OF: Final = MappingProxyType({good: f"{GOOD}:{good}" for good in GOODS})
"""The ledger item that is each good."""

SEATS: Final = tuple(seat_account(seat) for seat in range(max(PLAYERS)))
"""By seat, the account of what lies behind its screen."""
MARKERS: Final = tuple(f"{MARKER}:{seat}" for seat in range(max(PLAYERS)))
"""By seat, the item that is its property markers."""
ON: Final = MappingProxyType({building: f"building:{building}" for building in BUILDINGS})
"""The account of what lies on a building."""


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
    ZORRO = "zorro"
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


@dataclass(frozen=True, slots=True)
class Ship:
    """The ship in port."""

    number: int = 1
    """Its space on the ship track."""
    flag: int = 0
    """The flag of the value marker, from the left."""
    demand: Mapping[str, int] | None = None
    """By good set on the ship, what its die shows now; None until its dice are rolled."""


@dataclass(frozen=True)
class State(Waiting):
    """The table at one moment."""

    options: SantiagoOptions
    facts: Facts
    rulings: Rulings
    ledger: Ledger
    car: str
    """The stop where the car is."""
    ship: Ship
    pawns: tuple[str | None, ...]
    """By seat, the building of its pawn; None before its first visit."""
    owners: Mapping[str, Seat]
    """By building, whose marker it has."""
    inactive: frozenset[str]
    """Citizens face down."""
    waking: str | None
    """The inactive citizen where the car stopped."""
    turn: Turn
    agenda: Agenda
    """What is still to be done, the task that is due last."""
    over: bool = False
    """Whether the last ship left."""
    before: Turn | None = None
    """The turn before this one, as it ended."""

    @cached_property
    def players(self) -> int:
        """How many play."""
        return len(self.options.players)

    @cached_property
    def stops(self) -> tuple[str, ...]:
        """The street clockwise, the port first."""
        return (PORT, *self.options.street)

    @property
    def using(self) -> str | None:
        """The building whose action is pending."""
        building: str | None = self.agenda[-1].of("building")
        return building

    @override
    def is_due(self, seat: Seat, *codes: str) -> bool:
        """Whether the turn of that seat waits for one of these."""
        agenda = self.agenda
        return bool(agenda) and agenda[-1].code in codes and self.turn.seat == seat

    @property
    def hidden(self) -> bool:
        """Whether each sees only their own money, goods and points."""
        return not self.over and self.rulings["hidden_holdings"] == "hidden"

    def steps(self, to: str, laps: int = 0) -> int:
        """Steps of the car to a stop, with so many full rounds; 0 where it stands still."""
        stops = self.stops
        count = len(stops)
        return (stops.index(to) - stops.index(self.car)) % count + laps * count

    def cost(self, to: str, laps: int = 0) -> int:
        """Pesos for driving there: the first step is free."""
        return self.fare(self.steps(to, laps))

    def fare(self, steps: int) -> int:
        """Pesos for so many steps of the car."""
        printed = self.facts.numbers
        return max(0, steps - printed["street.free_steps"]) * printed["street.step_cost"]

    def pesos(self, seat: Seat) -> int:
        """The money of a seat."""
        return self.ledger.balance(SEATS[seat], PESO)

    def points(self, seat: Seat) -> int:
        """The points of a seat, in tokens."""
        return self.ledger.balance(SEATS[seat], POINT)

    def good(self, seat: Seat, good: str) -> int:
        """How many of a good a seat has."""
        return self.ledger.balance(SEATS[seat], ITEM_OF[good])

    def goods(self, seat: Seat) -> int:
        """All the goods of a seat, wood included."""
        return self.ledger.total(SEATS[seat], GOOD)

    def supply(self, good: str) -> int:
        """How many of a good are left in the supply."""
        return self.ledger.balance(SUPPLY, ITEM_OF[good])

    def markers(self, seat: Seat) -> int:
        """The property markers that a seat has left."""
        return self.ledger.balance(SEATS[seat], MARKERS[seat])

    def demand(self, good: str) -> int:
        """How many of a good the ship still asks for; 0 without dice."""
        return 0 if self.ship.demand is None else self.ship.demand.get(good, 0)

    @property
    def value(self) -> int:
        """Points for each good loaded now."""
        return self.facts.flags[self.ship.flag]

    def under(self, flower: str) -> tuple[str, ...]:
        """The buildings under flowers of a colour."""
        each = len(BUILDINGS) // len(FLOWERS)
        start = FLOWERS.index(flower) * each
        return self.options.buildings[start : start + each]

    def flower_above(self, building: str) -> str:
        """The colour of the flower above a building."""
        at = self.options.buildings.index(building)
        return FLOWERS[at * len(FLOWERS) // len(BUILDINGS)]

    def colours(self, citizen: str) -> tuple[str, ...]:
        """The colours that a citizen's flower can have: one, if it is known."""
        if citizen not in CITIZENS or citizen == ZORRO:
            return ()
        flower = self.facts.flowers[citizen]
        return flower.among if isinstance(flower, Unknown) else (flower,)

    def reachable(self, citizen: str) -> tuple[str, ...]:
        """The buildings that a citizen's flower allows, by any colour that it can have."""
        colours = self.colours(citizen)
        if len(colours) == 1:
            return self.under(colours[0])
        return tuple(b for b in self.options.buildings if self.flower_above(b) in colours)

    @property
    def free(self) -> tuple[str, ...]:
        """Where the pawn may go after the citizen at the car: allowed, and without any pawn."""
        pawns = self.pawns
        return tuple([b for b in self.reachable(self.car) if b not in pawns])

    @property
    def may_stay(self) -> bool:
        """Whether the pawn stays where it is if the flower that nobody knows has some colour."""
        colours = self.colours(self.car)
        return len(colours) > 1 and any(
            all(building in self.pawns for building in self.under(colour)) for colour in colours
        )

    def wakes_on_leaving(self, citizen: str) -> bool:
        """Whether a citizen face down turns face up, by ruling, as the car drives away from it."""
        if citizen == self.waking:
            return True
        ruling = self.rulings["turned_down_under_car"]
        return citizen == self.car and citizen in self.inactive and ruling == "on_leaving"

    @property
    def last_driven(self) -> Turn | None:
        """The turn in which the car last stopped somewhere: this one, or the one before."""
        return self.turn if self.turn.stop is not None else self.before

    @property
    def of_zorro(self) -> Turn | None:
        """The turn that what is given to El Zorro is about: the last with the car before him."""
        robbed = self.before if self.turn.stop != ZORRO else self.turn
        return robbed if robbed and robbed.stop == ZORRO else self.last_driven

    def robber(self, edition: int) -> Seat:
        """Who gets what is given to El Zorro: whoever drove there last."""
        robbed = self.turn if edition == 1 else self.of_zorro
        return robbed.seat if robbed and robbed.stop == ZORRO else self.turn.seat

    def clockwise(self, start: Seat) -> tuple[Seat, ...]:
        """Every seat in turn order, from one of them."""
        return tuple((start + n) % self.players for n in range(self.players))


def setup(options: SantiagoOptions, facts: FactValues, rulings: Rulings) -> State:
    """The first state: holdings dealt, car in the port, the first dice to be rolled."""
    printed = read_facts(facts)
    players = len(options.players)
    # The seat to the right of the first one rolls before the match.
    roller = (options.first_seat - 1) % players
    return State(
        options=options,
        facts=printed,
        rulings=frozen(rulings),
        ledger=_first_ledger(printed, players),
        car=PORT,
        ship=Ship(),
        pawns=(None,) * players,
        owners=frozen({}),
        inactive=frozenset(),
        waking=None,
        turn=Turn(roller, 0),
        agenda=(NEXT_TURN, waits(Phase.ROLL, roller)),
    )


def _first_ledger(facts: Facts, players: int) -> Ledger:
    balances = {(SUPPLY, ITEM_OF[good]): facts.cubes[good] for good in GOODS}
    balances[SUPPLY, PESO] = facts.pesos - facts["start.pesos"] * players
    balances[SUPPLY, POINT] = facts.points - facts["start.points"] * players
    for seat in range(players):
        balances[SEATS[seat], PESO] = facts["start.pesos"]
        balances[SEATS[seat], POINT] = facts["start.points"]
        balances[SEATS[seat], MARKERS[seat]] = facts["start.markers"]
        for good, number in facts.start_goods.items():
            balances[SEATS[seat], ITEM_OF[good]] = number
            balances[SUPPLY, ITEM_OF[good]] -= number
    return Ledger(balances)


BOX: Final = Box[State](
    of=lambda state: state.facts.flowers,
    rest=lambda state: replace(state.facts, flowers=Printed({})),
    put=lambda state, other: replace(state, facts=other.facts),
    typed=lambda state, citizen, flower: replace(state, facts=state.facts.typed(citizen, flower)),
)
"""What a table may type: the colours of flowers."""


_BY_SEVERAL: Final = (Phase.TRIBUTE, Phase.LOADING)


def public_view(state: State, viewer: Seat | None) -> dict[str, Any]:
    """What a seat may see, as plain data; hidden things are absent from it."""
    ship, turn = state.ship, state.turn
    return {
        "street": list(state.stops),
        "car": state.car,
        "inactive": sorted(state.inactive),
        "flowers": {
            citizen: None if isinstance(flower, Unknown) else flower
            for citizen, flower in state.facts.flowers.items()
        },
        "buildings": {flower: list(state.under(flower)) for flower in FLOWERS},
        "owners": dict(state.owners),
        "ship": {
            "number": ship.number,
            "of": state.facts["ships"],
            "flag": ship.flag,
            "value": state.value,
            "rolled": ship.demand is not None,
            "demand": {g: ship.demand[g] for g in DEMANDED if g in (ship.demand or {})}
            if ship.demand is not None
            else {},
            "aside": _aside(ship),
        },
        "flags": list(state.facts.flags),
        "turn": {
            "seat": turn.seat,
            "number": turn.number,
            "phase": str(state.phase),
            "using": state.using,
            "waiting": list(state.agenda[-1].seats) if state.phase in _BY_SEVERAL else [],
            "free": list(state.free) if state.phase == Phase.VISIT else [],
        },
        "supply": {good: state.supply(good) for good in GOODS},
        "seats": [_seat_view(state, seat, viewer) for seat in range(state.players)],
    }


def _aside(ship: Ship) -> str | None:
    if ship.demand is None:
        return None
    return next((good for good in DEMANDED if good not in ship.demand), None)


def _seat_view(state: State, seat: Seat, viewer: Seat | None) -> dict[str, Any]:
    view: dict[str, Any] = {
        "name": state.options.players[seat],
        "pawn": state.pawns[seat],
        "markers": state.markers(seat),
        "buildings": [building for building, owner in state.owners.items() if owner == seat],
    }
    if viewer == seat or not state.hidden:
        view["pesos"] = state.pesos(seat)
        view["points"] = state.points(seat)
        view["goods"] = {good: state.good(seat, good) for good in GOODS}
        view["goods_in_all"] = state.goods(seat)
    return view
