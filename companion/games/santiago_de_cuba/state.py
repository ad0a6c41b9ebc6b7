"""State of the table, deeply immutable and never persisted, and its set-up."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from types import MappingProxyType
from typing import Final

from typing_extensions import override

from companion.games.santiago_de_cuba.buildings import BUILDINGS, WITH_FLOWER
from companion.games.santiago_de_cuba.components import (
    FLOWERS,
    GOODS,
    PLAYERS,
    PORT,
    Facts,
    SantiagoOptions,
    read_facts,
)
from companion.games.santiago_de_cuba.turn import NEXT_TURN, Phase, Turn, waits
from companion.kernel.agenda import Agenda, HasAgenda
from companion.kernel.box.facts import FactValues, Unknown
from companion.kernel.box.printed_values import HasPrintedValues, PrintedValues
from companion.kernel.pieces.ledger import SUPPLY, Ledger, seat_account
from companion.kernel.play import frozen
from companion.kernel.rulings import Rulings
from companion.kernel.values import Seat

PESO: Final = "peso"
POINT: Final = "point"
GOOD: Final = "good"
MARKER: Final = "marker"

ITEM_OF: Final = MappingProxyType({good: f"{GOOD}:{good}" for good in GOODS})
"""Ledger item of each good."""
GOOD_IN: Final = MappingProxyType({item: good for good, item in ITEM_OF.items()})
"""Good of each of these items."""

SEATS: Final = tuple(seat_account(seat) for seat in range(max(PLAYERS)))
"""Account of the things behind each seat's screen."""
MARKERS: Final = tuple(f"{MARKER}:{seat}" for seat in range(max(PLAYERS)))
"""Item of each seat's property markers."""
ON: Final = MappingProxyType({building: f"building:{building}" for building in BUILDINGS})
"""Account of the things on each building."""


@dataclass(frozen=True)
class Ship:
    """Ship in port."""

    number: int = 1
    """Space on the ship track."""
    flag: int = 0
    """Flag of the value marker, from the left."""
    demand: Mapping[str, int] | None = None
    """Current face of each good's die on the ship; None until the dice are rolled."""


@dataclass(frozen=True)
class State(HasAgenda):
    """State of the table at one moment."""

    options: SantiagoOptions
    facts: Facts
    rulings: Rulings
    ledger: Ledger
    car: str
    """Stop where the car is."""
    ship: Ship
    pawns: tuple[str | None, ...]
    """Building of each seat's pawn; None before its first visit."""
    owners: Mapping[str, Seat]
    """Owner of each claimed building."""
    inactive: frozenset[str]
    """Citizens face down."""
    waking: str | None
    """Inactive citizen where the car stopped."""
    turn: Turn
    agenda: Agenda
    """Tasks still to be done, the due one last."""
    over: bool = False
    """True if the last ship left."""
    before: Turn | None = None
    """Previous turn, as it ended."""

    @cached_property
    def players(self) -> int:
        """Return the number of players."""
        return len(self.options.players)

    @cached_property
    def stops(self) -> tuple[str, ...]:
        """Return the street clockwise, the port first."""
        return (PORT, *self.options.street)

    @property
    def using(self) -> str | None:
        """Return the building whose action is pending."""
        building: str | None = self.agenda[-1].of("building")
        return building

    @override
    def is_due(self, seat: Seat, *codes: str) -> bool:
        """Return whether the turn of that seat waits for one of these tasks."""
        agenda = self.agenda
        return bool(agenda) and agenda[-1].code in codes and self.turn.seat == seat

    @property
    def hidden(self) -> bool:
        """Return whether each seat sees only its own money, goods and points."""
        return not self.over and self.rulings["hidden_holdings"] == "hidden"

    def steps(self, to: str, laps: int = 0) -> int:
        """Return the steps of the car to a stop, with `laps` full rounds; 0 if it stands still."""
        stops = self.stops
        count = len(stops)
        return (stops.index(to) - stops.index(self.car)) % count + laps * count

    def cost(self, to: str, laps: int = 0) -> int:
        """Return the pesos for driving to a stop; the first step is free."""
        return self.fare(self.steps(to, laps))

    def fare(self, steps: int) -> int:
        """Return the pesos for a number of steps of the car."""
        printed = self.facts.numbers
        return max(0, steps - printed["street.free_steps"]) * printed["street.step_cost"]

    def pesos(self, seat: Seat) -> int:
        """Return the money of a seat."""
        return self.ledger.balance(SEATS[seat], PESO)

    def points(self, seat: Seat) -> int:
        """Return the points of a seat, in tokens."""
        return self.ledger.balance(SEATS[seat], POINT)

    def good(self, seat: Seat, good: str) -> int:
        """Return the number of a good that a seat has."""
        return self.ledger.balance(SEATS[seat], ITEM_OF[good])

    def goods(self, seat: Seat) -> int:
        """Return the number of all goods of a seat, wood included."""
        return self.ledger.total(SEATS[seat], GOOD)

    def supply(self, good: str) -> int:
        """Return the number of a good left in the supply."""
        return self.ledger.balance(SUPPLY, ITEM_OF[good])

    def markers(self, seat: Seat) -> int:
        """Return the property markers that a seat has left."""
        return self.ledger.balance(SEATS[seat], MARKERS[seat])

    def demand(self, good: str) -> int:
        """Return how many of a good the ship still asks for; 0 without dice."""
        return 0 if self.ship.demand is None else self.ship.demand.get(good, 0)

    @property
    def value(self) -> int:
        """Return the points for each good loaded now."""
        return self.facts.flags[self.ship.flag]

    def under(self, flower: str) -> tuple[str, ...]:
        """Return the buildings under flowers of a colour."""
        each = len(BUILDINGS) // len(FLOWERS)
        start = FLOWERS.index(flower) * each
        return self.options.buildings[start : start + each]

    def flower_above(self, building: str) -> str:
        """Return the colour of the flower above a building."""
        at = self.options.buildings.index(building)
        return FLOWERS[at * len(FLOWERS) // len(BUILDINGS)]

    def colours(self, citizen: str) -> tuple[str, ...]:
        """Return the possible colours of a citizen's flower; one if it is known."""
        if citizen not in WITH_FLOWER:
            return ()
        flower = self.facts.flowers[citizen]
        return flower.among if isinstance(flower, Unknown) else (flower,)

    def reachable(self, citizen: str) -> tuple[str, ...]:
        """Return the buildings that a citizen's flower allows, by any possible colour."""
        colours = self.colours(citizen)
        if len(colours) == 1:
            return self.under(colours[0])
        return tuple(b for b in self.options.buildings if self.flower_above(b) in colours)

    @property
    def free(self) -> tuple[str, ...]:
        """Return the buildings without a pawn that the citizen at the car allows."""
        pawns = self.pawns
        return tuple([b for b in self.reachable(self.car) if b not in pawns])

    @property
    def may_stay(self) -> bool:
        """Return whether the pawn stays under some possible colour of the flower."""
        return any(
            all(building in self.pawns for building in self.under(colour))
            for colour in self.colours(self.car)
        )

    def wakes_on_leaving(self, citizen: str) -> bool:
        """Return whether a face-down citizen turns up by ruling as the car leaves."""
        if citizen == self.waking:
            return True
        ruling = self.rulings["turned_down_under_car"]
        return citizen == self.car and citizen in self.inactive and ruling == "on_leaving"

    @property
    def last_driven(self) -> Turn | None:
        """Return the turn in which the car last stopped: this one, or the one before."""
        return self.turn if self.turn.stop is not None else self.before

    def clockwise(self, start: Seat) -> tuple[Seat, ...]:
        """Return every seat in turn order, from one of them."""
        return tuple((start + n) % self.players for n in range(self.players))


def setup(options: SantiagoOptions, facts: FactValues, rulings: Rulings) -> State:
    """Return the first state: holdings dealt, car in the port, first dice to be rolled."""
    printed = read_facts(facts)
    players = len(options.players)
    # The seat to the right of the first one makes the first roll, before the match.
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


BOX: Final = HasPrintedValues[State](
    of=lambda state: state.facts.flowers,
    rest=lambda state: replace(state.facts, flowers=PrintedValues({})),
    put=lambda state, other: replace(state, facts=other.facts),
    typed=lambda state, flowers: replace(state, facts=state.facts.typed(flowers)),
)
"""Values that a table may type: the colours of flowers."""
