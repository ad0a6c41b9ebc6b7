"""Driving, the citizens and the pawn's visit."""

from collections.abc import Iterable, Iterator
from typing import Final

from companion.games.santiago_de_cuba import actions as acts
from companion.games.santiago_de_cuba import terms
from companion.games.santiago_de_cuba.components import BUILDINGS, DEMANDED, PORT, WOOD
from companion.games.santiago_de_cuba.legality import happened
from companion.games.santiago_de_cuba.legality.common import (
    Rule,
    step,
    supply_empty,
    wood_excluded,
)
from companion.games.santiago_de_cuba.state import Phase, State
from companion.kernel.facts import Unknown
from companion.kernel.refusal import (
    NOT_APPLICABLE,
    Failure,
    Finding,
    Kind,
    Remedy,
    Unverified,
)
from companion.kernel.values import Counted, Params, SeatRef

# Driving.


def _farthest(state: State, seat: int) -> str:
    """The last stop that the money of a seat reaches."""
    facts = state.facts
    paid = state.pesos(seat) // facts.step_cost if facts.step_cost else len(state.stops)
    steps = min(facts.free_steps + paid, len(state.stops) - 1)
    return state.stops[(state.stops.index(state.car) + steps) % len(state.stops)]


def _dear(state: State, action: acts.Drive, laps: int) -> Finding:
    # Only the first step is free; each further one costs a peso.
    cost, held = state.cost(action.to, laps), state.pesos(action.seat)
    if held >= cost:
        return None
    params: Params = {
        "seat": SeatRef(action.seat),
        "stop": terms.stop(action.to),
        "steps": Counted(state.steps(action.to, laps), "paso"),
        "cost": Counted(cost, "peso"),
        "held": Counted(held, "peso"),
    }
    return Failure(params)


def _drive_too_dear(state: State, action: acts.Drive) -> Finding:
    return NOT_APPLICABLE if action.to == state.car else _dear(state, action, 0)


def _drive_less(state: State, action: acts.Drive) -> Iterator[Remedy]:
    stop = _farthest(state, action.seat)
    yield Remedy("drive_up_to", {"stop": terms.stop(stop)}, {"to": stop})


def _laps_too_dear(state: State, action: acts.Drive) -> Finding:
    laps = acts.rounds(action, state.car)
    return _dear(state, action, laps) if laps else NOT_APPLICABLE


def _fewer_laps(state: State, action: acts.Drive) -> Iterator[Remedy]:
    for laps in range(action.laps - 1, 0, -1):
        yield Remedy("fewer_laps", {"laps": Counted(laps, "vuelta")}, {"laps": laps})
    yield Remedy("no_lap", change={"laps": 0})
    yield from _drive_less(state, action)


def _car_must_move(state: State, action: acts.Drive) -> Finding:
    # The car moves at least one stop; to end where it was, it drives a full round.
    if action.to != state.car or acts.rounds(action, state.car):
        return None
    return Failure({"stop": terms.stop(state.car), "steps": Counted(len(state.stops), "paso")})


def _move_on(state: State, _action: acts.Drive) -> Iterator[Remedy]:
    stops = state.stops
    following = stops[(stops.index(state.car) + 1) % len(stops)]
    yield Remedy("drive_on", {"stop": terms.stop(following)}, {"to": following})
    cost = Counted(state.cost(state.car, 1), "peso")
    yield Remedy("whole_round", {"cost": cost}, {"laps": 1})


def passes_over(state: State, to: str, laps: int) -> bool:
    """Whether the car passes a stop before it stops there: it drives at least one full round."""
    return state.steps(to, laps) > len(state.stops)


def stands_active(state: State, to: str, laps: int) -> bool:
    """Whether there will be a citizen face up where the car stops."""
    woken = passes_over(state, to, laps) or state.wakes_on_leaving(to)
    return to != PORT and (to not in state.inactive or woken)


def _nothing_to_decline(state: State, action: acts.Drive) -> Finding:
    # Only a citizen's action can be declined.
    laps = acts.rounds(action, state.car)
    if not action.decline:
        return NOT_APPLICABLE
    if stands_active(state, action.to, laps):
        return None
    return Failure({"stop": terms.stop(action.to)})


def _drive_plainly(_state: State, _action: acts.Drive) -> Iterator[Remedy]:
    yield Remedy("drive_plainly", change={"decline": False})


DRIVE = (
    *step(Phase.DRIVE, happened=happened.DRIVEN),
    Rule(
        "drive_too_dear",
        ("drive.cost",),
        _drive_too_dear,
        ("to",),
        ("no_such_seat",),
        Kind.SHORTAGE,
        private=True,
        mend=_drive_less,
    ),
    Rule(
        "nothing_to_decline",
        ("citizens.optional",),
        _nothing_to_decline,
        ("to", "decline", "laps"),
        mend=_drive_plainly,
    ),
    Rule("car_must_move", ("drive", "drive.laps"), _car_must_move, ("to", "laps"), mend=_move_on),
    Rule(
        "laps_too_dear",
        ("drive.cost", "drive.laps"),
        _laps_too_dear,
        ("to", "laps"),
        ("no_such_seat", "drive_too_dear"),
        Kind.SHORTAGE,
        private=True,
        mend=_fewer_laps,
    ),
)

# Citizens.

CHOOSE_GOOD = (
    *step(Phase.GOOD, happened=happened.WITH_PABLO),
    wood_excluded("good", "citizen.pablo"),
    supply_empty(lambda a: a.good, "citizen.pablo", "good", presumes=("wood_excluded",)),
)


def _building_owned(state: State, action: acts.ClaimBuilding) -> Finding:
    # Only a building that nobody owns can be claimed.
    owner = state.owners.get(action.building)
    if owner is None:
        return None
    return Failure({"building": terms.building(action.building), "owner": SeatRef(owner)})


def _claim_another(_state: State, _action: acts.ClaimBuilding) -> Iterator[Remedy]:
    return _choose(BUILDINGS)


def _choose(buildings: Iterable[str]) -> Iterator[Remedy]:
    for name in buildings:
        yield Remedy("choose_building", {"building": terms.building(name)}, {"building": name})


def _no_markers_left(state: State, action: acts.ClaimBuilding) -> Finding:
    # Three property markers each, in the whole match.
    if state.markers(action.seat) > 0:
        return None
    markers = Counted(state.facts.markers, "marker")
    return Failure({"seat": SeatRef(action.seat), "markers": markers})


def seat_owns(state: State, seat: int) -> tuple[str, ...]:
    """The buildings of a seat, in the order of the rulebook."""
    return tuple(name for name in BUILDINGS if state.owners.get(name) == seat)


def _not_your_building(state: State, action: acts.UseOwnBuilding) -> Finding:
    # Alonso's second option is for buildings that carry one's own marker already.
    if state.owners.get(action.building) == action.seat:
        return None
    params: Params = {"building": terms.building(action.building), "seat": SeatRef(action.seat)}
    return Failure(params)


def _use_own(state: State, action: acts.UseOwnBuilding) -> Iterator[Remedy]:
    return _choose(seat_owns(state, action.seat))


CLAIM_BUILDING = (
    *step(Phase.LAWYER, happened=happened.WITH_ALONSO),
    Rule(
        "no_markers_left",
        ("citizen.alonso_claim",),
        _no_markers_left,
        presumes=("no_such_seat",),
        kind=Kind.SHORTAGE,
    ),
    Rule(
        "building_owned",
        ("citizen.alonso_claim",),
        _building_owned,
        ("building",),
        mend=_claim_another,
    ),
)
USE_OWN_BUILDING = (
    *step(Phase.LAWYER, happened=happened.WITH_ALONSO),
    Rule(
        "not_your_building",
        ("citizen.alonso_use",),
        _not_your_building,
        ("building",),
        mend=_use_own,
    ),
)


GIFTS: Final = ("peso", "point", *DEMANDED)
"""What El Zorro takes."""


def possible_gifts(state: State, seat: int) -> tuple[str, ...]:
    """What a seat could give to El Zorro. Wood does not count."""
    tribute = state.facts.tribute
    held = {"peso": state.pesos(seat), "point": state.points(seat)}
    held |= {good: state.good(seat, good) for good in DEMANDED}
    return tuple(what for what, number in held.items() if number >= tribute)


def _something_to_give(state: State, action: acts.GiveToZorro) -> Finding:
    # Everybody else must give; only who has neither money, nor points, nor goods gives nothing.
    if action.what != "nothing":
        return NOT_APPLICABLE
    if not possible_gifts(state, action.seat):
        return None
    return Failure({"seat": SeatRef(action.seat)})


def _give_another(_state: State, _action: acts.GiveToZorro) -> Iterator[Remedy]:
    for what in GIFTS:
        yield Remedy("give", {"gift": terms.gift(what)}, {"what": what})
    yield Remedy("give_nothing", change={"what": "nothing"})


def _gift_not_held(state: State, action: acts.GiveToZorro) -> Finding:
    # One gives what one has.
    if action.what == "nothing" or (action.what == WOOD and action.edition == 1):
        return NOT_APPLICABLE
    held = {"peso": state.pesos, "point": state.points}.get(action.what)
    number = held(action.seat) if held else state.good(action.seat, action.what)
    if number >= state.facts.tribute:
        return None
    return Failure({"seat": SeatRef(action.seat), "gift": terms.gift(action.what)})


GIVE_TO_ZORRO = (
    *step(Phase.TRIBUTE, happened=happened.WITH_ZORRO),
    wood_excluded(
        "what", "citizen.zorro", instead=tuple(map(terms.gift, GIFTS)), mend=_give_another
    ),
    Rule(
        "gift_not_held",
        ("citizen.zorro",),
        _gift_not_held,
        ("what",),
        ("no_such_seat",),
        Kind.SHORTAGE,
        private=True,
        mend=_give_another,
    ),
    Rule(
        "something_to_give",
        ("citizen.zorro",),
        _something_to_give,
        ("what",),
        ("no_such_seat",),
        private=True,
        mend=_give_another,
    ),
)

# The pawn.

_STEP = ("no_such_seat", "match_over", "not_your_turn", "other_step")


def _wrong_flower(state: State, action: acts.VisitBuilding) -> Finding:
    # The building lies under a flower of the citizen's colour.
    colours, above = state.colours(state.car), state.flower_above(action.building)
    if colours == (above,):
        return None
    if state.may_stay and state.pawns[action.seat] == action.building:
        # It goes nowhere: whether it may stay is another rule.
        return NOT_APPLICABLE
    printed = state.facts.flowers.get(state.car)
    if isinstance(printed, Unknown) and above in colours:
        return Unverified({"citizen": terms.stop(state.car)}, printed.fact)
    params: Params = {
        "building": terms.building(action.building),
        "above": terms.flower(above),
        "citizen": terms.stop(state.car),
        "flower": tuple(map(terms.flower, colours or ("transparent",))),
    }
    return Failure(params)


def _pawn_of_another(state: State, action: acts.VisitBuilding) -> Finding:
    # A building with somebody else's pawn cannot be entered.
    there = next(
        (s for s, b in enumerate(state.pawns) if b == action.building and s != action.seat), None
    )
    if there is None:
        return None
    params: Params = {"building": terms.building(action.building), "other": SeatRef(there)}
    return Failure(params)


def _pawn_already_there(state: State, action: acts.VisitBuilding) -> Finding:
    # The pawn must move to a different building.
    pawn = state.pawns[action.seat]
    if pawn is None:
        return NOT_APPLICABLE
    if pawn != action.building:
        return None
    printed = state.facts.flowers.get(state.car)
    params: Params = {
        "building": terms.building(action.building),
        "seat": SeatRef(action.seat),
        "citizen": terms.stop(state.car),
    }
    if state.may_stay and isinstance(printed, Unknown):
        return Unverified(params, printed.fact)
    return Failure(params)


def _visit_owed(state: State, action: acts.Decline) -> Finding:
    # Going to a building is compulsory, unless there is none to go to.
    if state.turn.phase is not Phase.VISIT:
        return NOT_APPLICABLE
    params: Params = {"seat": SeatRef(action.seat), "citizen": terms.stop(state.car)}
    printed = state.facts.flowers.get(state.car)
    if state.may_stay and isinstance(printed, Unknown):
        return Unverified(params, printed.fact)
    return Failure(params)


_OPTIONAL: Final = {Phase.BUILDING: "visit.optional", Phase.VISIT: "visit.stay_blocked"}
"""Why what is due need not be done, where it is not a citizen's."""


def _left_unused(state: State, _action: acts.Decline) -> tuple[str, ...]:
    return (_OPTIONAL.get(state.turn.phase, "citizens.optional"),)


def _go_to(state: State, _action: acts.VisitBuilding) -> Iterator[Remedy]:
    return _choose(state.free)


VISIT_BUILDING = (
    *step(Phase.VISIT, happened=happened.VISITED),
    Rule(
        "wrong_flower",
        ("visit.flower",),
        _wrong_flower,
        ("building",),
        ("other_step",),
        mend=_go_to,
    ),
    Rule("pawn_of_another", ("visit.free",), _pawn_of_another, ("building",), mend=_go_to),
    Rule(
        "pawn_already_there",
        ("visit.move",),
        _pawn_already_there,
        ("building",),
        ("no_such_seat",),
        mend=_go_to,
    ),
)

DECLINE = (
    *step(
        Phase.GOOD,
        Phase.LAWYER,
        Phase.BUILDING,
        Phase.VISIT,
        happened=happened.NO_BUILDING,
        grounds=_left_unused,
    ),
    Rule("visit_owed", ("visit.optional", "visit.stay_blocked"), _visit_owed, presumes=_STEP),
)
