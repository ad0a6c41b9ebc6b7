"""Counting, adjustments, duties and invariants of a table."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Final

from companion.games.santiago_de_cuba import terms
from companion.games.santiago_de_cuba.buildings import (
    ANSWERS,
    ASKED_BY,
    BUILDINGS,
    CITIZENS,
)
from companion.games.santiago_de_cuba.components import DEMANDED, GOODS, PORT
from companion.games.santiago_de_cuba.state import (
    GOOD,
    ITEM_OF,
    MARKER,
    MARKERS,
    ON,
    PESO,
    POINT,
    SEATS,
    State,
)
from companion.games.santiago_de_cuba.turn import OPTIONAL, Phase, Turn, waits
from companion.kernel.agenda import Task
from companion.kernel.duties import Duty, Fix, Problem
from companion.kernel.pieces.decks import in_step, out_of_step
from companion.kernel.pieces.ledger import (
    ADJUSTMENTS,
    SUPPLY,
    ItemSpec,
    Visibility,
    ledger_problems,
)
from companion.kernel.pieces.settables import (
    NOBODY,
    Settable,
    of_seat,
    seat_label,
    seats,
    seats_or_nobody,
    turn,
)
from companion.kernel.play import frozen
from companion.kernel.values import Counted, Seat, SeatRef, Term, Value, seat_refs

_SEAT, _BUILDING = (place.partition(":")[0] for place in (SEATS[0], ON[BUILDINGS[0]]))
_BY_SEATS = frozenset({_SEAT, SUPPLY})

_HELD = (
    ItemSpec(PESO, frozenset({SUPPLY}), balance=Visibility.OWNER, places=_BY_SEATS),
    ItemSpec(POINT, frozenset({SUPPLY}), balance=Visibility.OWNER, places=_BY_SEATS),
    ItemSpec(GOOD, balance=Visibility.OWNER, kinds=frozenset(ITEM_OF.values()), places=_BY_SEATS),
)
ITEMS = (
    *_HELD,
    ItemSpec(MARKER, kinds=frozenset(MARKERS), places=frozenset({_SEAT, _BUILDING})),
)
_MARKERS_OF = tuple(
    replace(ITEMS[-1], kinds=frozenset(MARKERS[:n])) for n in range(len(MARKERS) + 1)
)
"""Item of the property markers, by number of players."""


def items_in(state: State) -> tuple[ItemSpec, ...]:
    """Return the items of this table; holdings may be open, and cubes are those of the box."""
    balance = Visibility.OWNER if state.hidden else Visibility.OPEN
    copies = {ITEM_OF[good]: state.facts.cubes[good] for good in GOODS}
    held = tuple(replace(spec, balance=balance) for spec in _HELD)
    return (*held[:-1], replace(held[-1], copies=copies), _MARKERS_OF[state.players])


def accounts(state: State) -> tuple[str, ...]:
    """Return the countable accounts: each seat, then the supply.

    Markers on buildings are set by owner.
    """
    return (*SEATS[: state.players], SUPPLY)


# Duties

_STEPS: Final = {
    Phase.DRIVE: ("drive.steps", "drive"),
    **{
        phase: (f"citizen.{ASKED_BY[phase]}", kinds[0] if len(kinds) == 1 else None)
        for phase, kinds in ANSWERS.items()
    },
    Phase.VISIT: ("visit", "visit_building"),
    Phase.BUILDING: ("visit.use", None),
    Phase.LOADING: ("port.order", None),
    Phase.ROLL: ("ship.dice", "roll_ship"),
    Phase.EMPTY_SHIP: ("ship.second_in_turn", "settle_empty_ship"),
}
"""Section and act of each due task."""


def duties(state: State) -> tuple[Duty, ...]:
    """Return the due task, and the dice due at the end of the turn."""
    if state.over:
        return ()
    phase, using = Phase(state.phase), state.using
    section, action = _STEPS[phase]
    params: dict[str, Value] = {"step": Term(f"phase.{phase}")}
    if using is not None:
        section, action = f"building.{using}", f"use_{using}"
        params["building"] = terms.building(using)
    code = f"{phase}_due"
    if phase is Phase.VISIT:
        params |= {"buildings": terms.buildings(state.free), "citizen": terms.stop(state.car)}
        # If the colour of the flower is unknown, name no building.
        unsure = len(state.colours(state.car)) > 1
        code = ("visit_or_stay_due" if state.may_stay else "visit_unsure_due") if unsure else code
    due = Duty(code, state.awaited, section, action, params, phase in OPTIONAL)
    if state.ship.demand is None and phase is not Phase.ROLL:
        # The dice of a ship that arrived in mid-turn are rolled at the end of the turn.
        return (due, Duty("dice_later", (state.turn.seat,), "ship.when_rolled"))
    return (due,)


# Invariants

_ON_SHIP: Final = len(DEMANDED) - 1
"""Number of dice on a ship; one is set aside."""
_DICE: Final = tuple(f"die.{good}" for good in DEMANDED)


def invariants(state: State) -> tuple[Problem, ...]:
    """Return all broken invariants of the state."""
    facts = state.facts
    totals = {
        PESO: facts.pesos,
        POINT: facts.points,
        GOOD: sum(facts.cubes.values()),
        MARKER: facts["start.markers"] * state.players,
    }
    problems = ledger_problems(state.ledger, items_in(state), totals)
    table = (*_board_problems(state), *_ship_problems(state), *_turn_problems(state))
    return (*problems, *_box_problems(state), *table)


def _box_problems(state: State) -> list[Problem]:
    """Return the numbers of the box with which a match will come to a standstill."""
    facts, problems = state.facts, []
    if facts["dice.kept"] != _ON_SHIP:
        # One die is set aside; the others go on the ship.
        dice: dict[str, Value] = {"dice": Counted(_ON_SHIP, "dado"), "kept": facts["dice.kept"]}
        problems.append(Problem("box_keeps_other_dice", dice, (), _DICE))
    if facts["street.step_cost"] and not facts["street.free_steps"]:
        # The car has to move on, and a seat without money could not pay for it.
        problems.append(Problem("box_without_free_step", parts=("car",)))
    return problems


def _board_problems(state: State) -> list[Problem]:
    problems = []
    for building in BUILDINGS:
        owner, part = state.owners.get(building), f"owner.{building}"
        pile = () if owner is None else (MARKERS[owner],)
        for marker in out_of_step(state.ledger, ON[building], pile, MARKERS[: state.players]):
            seat = SeatRef(MARKERS.index(marker))
            where: dict[str, Value] = {"building": terms.building(building), "seat": seat}
            places = ((ON[building], marker),)
            # Setting the building to the owner shown makes the markers agree.
            again = _set((part, _owner_of(state, building)))
            problems.append(Problem("markers_do_not_match", where, places, (part,), (again,)))
    standing = [pawn for pawn in state.pawns if pawn is not None]
    for building in dict.fromkeys(pawn for pawn in standing if standing.count(pawn) > 1):
        there = tuple(seat for seat, pawn in enumerate(state.pawns) if pawn == building)
        who: dict[str, Value] = {"building": terms.building(building), "seats": seat_refs(there)}
        parts = tuple(f"pawn.{seat}" for seat in there)
        problems.append(Problem("two_pawns_in_building", who, (), parts))
    if state.car not in state.stops:
        problems.append(Problem("car_off_the_street", parts=("car",)))
    return problems


def _set(*settings: tuple[str, str]) -> Fix:
    return Fix(settings=settings)


def _ship_problems(state: State) -> list[Problem]:
    ship, facts, problems = state.ship, state.facts, []
    if not 1 <= ship.number <= facts["ships"]:
        nearest = _set(("ship", str(min(max(1, ship.number), facts["ships"]))))
        number: dict[str, Value] = {"number": ship.number, "ships": facts["ships"]}
        problems.append(Problem("ship_off_the_track", number, (), ("ship",), (nearest,)))
    if not 0 <= ship.flag < len(facts.flags):
        nearest = _set(("flag", str(min(max(0, ship.flag), len(facts.flags) - 1))))
        problems.append(Problem("marker_off_the_flags", parts=("flag",), fixes=(nearest,)))
    return [*problems, *_dice_problems(state)]


def _dice_problems(state: State) -> list[Problem]:
    ship, facts = state.ship, state.facts
    problems: list[Problem] = []
    if ship.demand is None:
        return problems
    number = len(ship.demand)
    if number != _ON_SHIP:
        dice: dict[str, Value] = {"dice": Counted(number, "dado"), "kept": _ON_SHIP}
        aside = tuple(_set((f"die.{good}", ASIDE)) for good in ship.demand)
        problems.append(Problem("wrong_number_of_dice", dice, (), _DICE, aside))
    for good, shown in ship.demand.items():
        if not 0 <= shown <= max(facts.faces[good]):
            die: dict[str, Value] = {"good": terms.good(good), "shown": shown}
            problems.append(Problem("impossible_die", die, (), (f"die.{good}",)))
    if not any(ship.demand.values()) and not state.over:
        problems.append(_complete(state))
    return problems


def _complete(state: State) -> Problem:
    # A ship whose dice all show 0 has left. The next one is there and has no dice yet.
    gone = _set(
        *((f"die.{good}", ASIDE) for good in DEMANDED),
        ("ship", str(state.ship.number + 1)),
        ("flag", "0"),
    )
    fixes = (gone,) if state.ship.number < state.facts["ships"] else ()
    parts = ("ship", *_DICE)
    return Problem("complete_ship_in_port", {"number": state.ship.number}, (), parts, fixes)


_STOP_OF: Final = {**ASKED_BY, Phase.LOADING: PORT}
"""Stop of the car for tasks that follow from stopping there."""


def _turn_problems(state: State) -> list[Problem]:
    problems: list[Problem] = []
    if state.over:
        return problems
    turn, task = state.turn, state.agenda[-1]
    if turn.seat >= state.players:
        turns = tuple(_set(("turn", value)) for value in seats(state))
        return [Problem("turn_of_nobody", parts=("turn",), fixes=turns)]
    again, phase = _set(("turn", str(turn.seat))), Phase(task.code)
    step: dict[str, Value] = {"step": Term(f"phase.{phase}"), "stop": terms.stop(state.car)}
    stop = _STOP_OF.get(phase, state.car)
    if stop != state.car:
        fixes = (_set(("car", stop)), again)
        problems.append(Problem("car_elsewhere", step, (), ("car", "turn"), fixes))
    if phase is Phase.VISIT and not state.free:
        problems.append(Problem("no_building_to_visit", step, (), ("car", "turn"), (again,)))
    if phase is Phase.BUILDING:
        problems += _use_problems(state, task, again)
    return problems


def _use_problems(state: State, task: Task, again: Fix) -> list[Problem]:
    """Check that the building in use is the pawn's or, with Alonso, an own one."""
    seat, problems, using = state.turn.seat, [], str(task.of("building"))
    params: dict[str, Value] = {"seat": SeatRef(seat), "building": terms.building(using)}
    by_lawyer = task.of("by_lawyer")
    if by_lawyer and state.owners.get(using) != seat:
        fixes = (_set((f"owner.{using}", str(seat))), again)
        problems.append(
            Problem("building_not_owned", params, (), (f"owner.{using}", "turn"), fixes)
        )
    if not by_lawyer and state.pawns[seat] != using:
        fixes = (_set((f"pawn.{seat}", using)), again)
        problems.append(Problem("pawn_elsewhere", params, (), (f"pawn.{seat}", "turn"), fixes))
    return problems


# Settables beyond the ledger

NOWHERE = "nowhere"
ASIDE = "aside"


@cache
def _pawn(seat: Seat) -> Settable[State]:
    return of_seat("pawn", "pawns", seat, _pawn_places, _building_label, NOWHERE)


def _pawn_places(state: State) -> tuple[str, ...]:
    return (NOWHERE, *state.options.buildings)


def _building_label(value: str) -> Value:
    return Term("pawn.nowhere") if value == NOWHERE else terms.building(value)


def _owner_of(state: State, building: str) -> str:
    return str(state.owners.get(building, NOBODY))


def _owner(building: str) -> Settable[State]:
    def put(state: State, value: str) -> State:
        owners = dict(state.owners)
        owners.pop(building, None)
        if value != NOBODY:
            owners[building] = int(value)
        pile = () if value == NOBODY else (MARKERS[int(value)],)
        homes = dict(zip(MARKERS[: state.players], SEATS, strict=False))
        moved = in_step(state.ledger, ON[building], pile, homes, ADJUSTMENTS)
        return replace(state, owners=frozen(owners), ledger=state.ledger.post(moved))

    return Settable(
        f"owner.{building}",
        seats_or_nobody,
        lambda state: _owner_of(state, building),
        put,
        seat_label,
    )


def _citizen(citizen: str) -> Settable[State]:
    def put(state: State, value: str) -> State:
        if value == "down":
            return replace(state, inactive=state.inactive | {citizen})
        waking = None if state.waking == citizen else state.waking
        return replace(state, inactive=state.inactive - {citizen}, waking=waking)

    return Settable(
        f"citizen.{citizen}",
        lambda _state: ("up", "down"),
        lambda state: "down" if citizen in state.inactive else "up",
        put,
        lambda value: Term(f"side.{value}"),
    )


def _die(good: str) -> Settable[State]:
    def current(state: State) -> str:
        demand = state.ship.demand
        return ASIDE if demand is None or good not in demand else str(demand[good])

    def put(state: State, value: str) -> State:
        demand = dict(state.ship.demand or {})
        demand.pop(good, None)
        if value != ASIDE:
            demand[good] = int(value)
        return replace(state, ship=replace(state.ship, demand=frozen(demand) if demand else None))

    def values(state: State) -> tuple[str, ...]:
        return (ASIDE, *map(str, range(max(state.facts.faces[good]) + 1)))

    def label(value: str) -> Value:
        return Term("die.aside") if value == ASIDE else int(value)

    return Settable(f"die.{good}", values, current, put, label)


def _set_turn(state: State, value: str) -> State:
    seat = int(value)
    turn = Turn(seat, max(1, state.turn.number))
    return replace(state, turn=turn, agenda=(waits(Phase.DRIVE, seat),), before=None)


def _set_car(state: State, value: str) -> State:
    """Put the car elsewhere; in a turn in which it was driven, that is where it stopped."""
    turn = state.turn if state.turn.stop is None else replace(state.turn, stop=value)
    waking = value if value in state.inactive else None
    return replace(state, car=value, waking=waking, turn=turn)


def _set_ship(state: State, value: str) -> State:
    return replace(state, ship=replace(state.ship, number=int(value)), over=False)


def _set_flag(state: State, value: str) -> State:
    return replace(state, ship=replace(state.ship, flag=int(value)))


def _flag_values(state: State) -> tuple[str, ...]:
    return tuple(map(str, range(len(state.facts.flags))))


def _lying(code: str, row: str, number: int, label: Callable[[str], Value]) -> Settable[State]:
    """Make a settable for a place of the set-up, which swaps two pieces of its row."""

    def of(state: State) -> tuple[str, ...]:
        pieces: tuple[str, ...] = getattr(state.options, row)
        return pieces

    def put(state: State, value: str) -> State:
        change = {value: of(state)[number], of(state)[number]: value}
        swapped = tuple(change.get(piece, piece) for piece in of(state))
        return replace(state, options=state.options.model_copy(update={row: swapped}))

    return Settable(f"{code}.{number + 1}", of, lambda state: of(state)[number], put, label)


_BEFORE: Final[tuple[Settable[State], ...]] = (
    turn(_set_turn),
    Settable(
        "car",
        lambda state: state.stops,
        lambda state: state.car,
        _set_car,
        terms.stop,
    ),
    Settable(
        "ship",
        lambda state: tuple(map(str, range(1, state.facts["ships"] + 1))),
        lambda state: str(state.ship.number),
        _set_ship,
        int,
    ),
    Settable(
        "flag",
        _flag_values,
        lambda state: str(state.ship.flag),
        _set_flag,
        lambda value: Term(f"flag.{value}"),
    ),
    *(_die(good) for good in DEMANDED),
)
_AFTER: Final[tuple[Settable[State], ...]] = (
    *(_owner(building) for building in BUILDINGS),
    *(_citizen(citizen) for citizen in CITIZENS),
    *(_lying("stop", "street", n, terms.stop) for n in range(len(CITIZENS))),
    *(_lying("site", "buildings", n, terms.building) for n in range(len(BUILDINGS))),
)


def settables_in(state: State) -> tuple[Settable[State], ...]:
    """Return the settables: the turn, the ship, each pawn, building, citizen and place."""
    return (*_BEFORE, *map(_pawn, range(state.players)), *_AFTER)
