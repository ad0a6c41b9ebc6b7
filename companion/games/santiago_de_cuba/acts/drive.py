"""Act of driving the car, the first step of a turn."""

from collections.abc import Iterator
from typing import Annotated, Final, Literal

from pydantic import Field

from companion.games.santiago_de_cuba import terms
from companion.games.santiago_de_cuba.acts.common import NEXT_TURN, Act, Deed, earlier, step
from companion.games.santiago_de_cuba.buildings import WITH_FLOWER
from companion.games.santiago_de_cuba.components import PORT, Stop
from companion.games.santiago_de_cuba.flow import FRESH
from companion.games.santiago_de_cuba.play import Play, wake
from companion.games.santiago_de_cuba.state import PESO, SEATS, State
from companion.games.santiago_de_cuba.turn import (
    ARRIVE,
    ARRIVE_DECLINING,
    FINISH,
    PASS_PORT,
    Phase,
    waits,
)
from companion.kernel.box.facts import Unknown
from companion.kernel.form import Draft, choice, number, yes_or_no
from companion.kernel.models import Action
from companion.kernel.pieces.ledger import SUPPLY
from companion.kernel.play import evolved
from companion.kernel.refusal import NOT_APPLICABLE, ConditionKind, Failure, Finding, Remedy
from companion.kernel.values import Counted, Params, SeatRef, Term

MOST_LAPS: Final = 20
"""Maximum of laps that can be reported, whatever a box holds."""


class Drive(Deed):
    """Clockwise move of the car to a citizen or to the port."""

    kind: Literal["drive"] = "drive"
    to: Stop
    decline: bool = False
    """True if the citizen's action is declined."""
    laps: Annotated[int, Field(ge=0, le=MOST_LAPS)] = 0
    """Full rounds of the street on the way.

    With none, the current stop of the car means that it did not move.
    """


def rounds(act: Drive, car: str) -> int:
    """Return the full rounds of a drive, given the stop of the car.

    Version 1 counted a drive to that same stop as one round more than reported.
    """
    return act.laps + (act.edition == 1 and act.to == car)


def _stops(state: State, _draft: Draft) -> tuple[str, ...]:
    return (*state.options.street, PORT)


def _ahead(state: State, draft: Draft) -> tuple[str, ...]:
    """Return the stops in the order in which the car comes to them, its own last."""
    stops = _stops(state, draft)
    return tuple(sorted(stops, key=lambda stop: state.steps(stop, 0) or len(stops)))


def _laps(state: State, _draft: Draft) -> tuple[int, int]:
    # All the pesos of the box together would not pay for more laps.
    lap = max(1, len(state.stops) * state.facts["street.step_cost"])
    return 0, min(state.facts.pesos // lap, MOST_LAPS)


@earlier("turn.phases", code="driven_already")
def driven_already(state: State, act: Action) -> Finding:
    """Driving is the first step of a turn, and there is one of it."""
    turn = state.turn
    if turn.seat != act.seat:
        return NOT_APPLICABLE
    if turn.stop is None:
        return None
    params: Params = {"seat": SeatRef(act.seat), "stop": terms.stop(turn.stop)}
    return Failure(params, until=NEXT_TURN)


DRIVE = Act(
    Drive,
    *step(Phase.DRIVE, happened=(driven_already,)),
    fields={
        "to": choice(_stops, terms.stop, param_name="stop", there=_ahead),
        "decline": yes_or_no(
            unless=lambda _state, draft: draft.values.get("to") == PORT, sentence=int
        ),
        "laps": number(_laps, optional=True),
    },
)


@DRIVE.sentence_params
def _cost(state: State, act: Drive) -> Params:
    laps = rounds(act, state.car)
    cost = state.cost(act.to, laps)
    free = Term("free" if state.steps(act.to, laps) else "standing_still")
    return {"cost": Counted(cost, "peso") if cost else free}


@DRIVE.asks_facts
def _flower(state: State, draft: Draft) -> tuple[str, ...]:
    # Ask for the colour of the flower: it tells whether all buildings of that colour are taken, so
    # that the pawn stays.
    to = draft.values.get("to")
    if to not in WITH_FLOWER or not stands_active(state, to, draft.values.get("laps", 0)):
        return ()
    return flower_unknown(state, to)


def flower_unknown(state: State, citizen: str) -> tuple[str, ...]:
    """Return the fact id of the unknown flower that decides where the pawn may go, if any."""
    flower = state.facts.flowers.get(citizen)
    return (flower.fact,) if isinstance(flower, Unknown) else ()


# Cost


def _dear(state: State, act: Drive, laps: int) -> Finding:
    # Only the first step is free; each further one costs a peso.
    cost, held = state.cost(act.to, laps), state.pesos(act.seat)
    if not cost:
        return NOT_APPLICABLE
    if held >= cost:
        return None
    params: Params = {
        "seat": SeatRef(act.seat),
        "stop": terms.stop(act.to),
        "steps": Counted(state.steps(act.to, laps), "paso"),
        "cost": Counted(cost, "peso"),
        "held": Counted(held, "peso"),
    }
    return Failure(params)


def _farthest(state: State, seat: int) -> str:
    """Return the last stop that the money of a seat reaches."""
    facts, stops = state.facts, state.stops
    step_cost = facts["street.step_cost"]
    paid = state.pesos(seat) // step_cost if step_cost else len(stops)
    steps = min(facts["street.free_steps"] + paid, len(stops) - 1)
    return stops[(stops.index(state.car) + steps) % len(stops)]


def _drive_less(state: State, act: Drive) -> Iterator[Remedy]:
    stop = _farthest(state, act.seat)
    if stop == act.to:
        return
    change: dict[str, object] = {"to": stop}
    if getattr(act, "laps", 0):
        change["laps"] = 0
    if getattr(act, "decline", False) and not stands_active(state, stop, 0):
        # An inactive citizen offers nothing to decline.
        change["decline"] = False
    yield Remedy("drive_up_to", {"stop": terms.stop(stop)}, change)


def _fewer_laps(state: State, act: Drive) -> Iterator[Remedy]:
    for laps in range(act.laps - 1, 0, -1):
        yield Remedy("fewer_laps", {"laps": Counted(laps, "vuelta")}, {"laps": laps})
    # Before a round, whoever has been passed may still be inactive.
    idle = act.decline and not stands_active(state, act.to, 0)
    change = {"laps": 0, "decline": False} if idle else {"laps": 0}
    yield Remedy("no_lap", {"declined": int(idle)}, change)
    yield from _drive_less(state, act)


def _drive_plainly(_state: State, _act: Drive) -> Iterator[Remedy]:
    yield Remedy("drive_plainly", change={"decline": False})


def _move_on(state: State, _act: Drive) -> Iterator[Remedy]:
    stops = state.stops
    following = stops[(stops.index(state.car) + 1) % len(stops)]
    yield Remedy("drive_on", {"stop": terms.stop(following)}, {"to": following})
    cost = Counted(state.cost(state.car, 1), "peso")
    yield Remedy("whole_round", {"cost": cost}, {"laps": 1})


@DRIVE.rule(
    "drive.cost",
    code="drive_too_dear",
    fields="to",
    requires="no_such_seat",
    kind=ConditionKind.SHORTAGE,
    private=True,
    suggest=_drive_less,
)
def drive_too_dear(state: State, act: Drive) -> Finding:
    """The way to the stop is paid, without further rounds."""
    return NOT_APPLICABLE if act.to == state.car else _dear(state, act, 0)


def stands_active(state: State, to: str, laps: int) -> bool:
    """Return whether the citizen will be face up where the car stops."""
    # With at least one full lap, the car passes the stop before it stops there.
    passed = state.steps(to, laps) > len(state.stops)
    return to != PORT and (to not in state.inactive or passed or state.wakes_on_leaving(to))


@DRIVE.rule(
    "citizens.optional",
    code="nothing_to_decline",
    fields=("to", "decline", "laps"),
    suggest=_drive_plainly,
)
def nothing_to_decline(state: State, act: Drive) -> Finding:
    """Only a citizen's action can be declined."""
    if not act.decline:
        return NOT_APPLICABLE
    if stands_active(state, act.to, rounds(act, state.car)):
        return None
    return Failure({"stop": terms.stop(act.to)})


@DRIVE.rule("drive", "drive.laps", code="car_must_move", fields=("to", "laps"), suggest=_move_on)
def car_must_move(state: State, act: Drive) -> Finding:
    """The car moves at least one stop; to end where it was, it drives a full round."""
    if act.to != state.car or rounds(act, state.car):
        return None
    return Failure({"stop": terms.stop(state.car), "steps": Counted(len(state.stops), "paso")})


@DRIVE.rule(
    "drive.cost",
    "drive.laps",
    code="laps_too_dear",
    fields=("to", "laps"),
    requires=("no_such_seat", "drive_too_dear"),
    kind=ConditionKind.SHORTAGE,
    private=True,
    suggest=_fewer_laps,
)
def laps_too_dear(state: State, act: Drive) -> Finding:
    """So is every full round."""
    laps = rounds(act, state.car)
    return _dear(state, act, laps) if laps else NOT_APPLICABLE


@DRIVE.play
def _drive(play: Play, act: Drive) -> None:
    state, seat = play.state, act.seat
    laps = rounds(act, state.car)
    steps = state.steps(act.to, laps)
    cost = state.fare(steps)
    if cost:
        play.move(PESO, cost, SEATS[seat], SUPPLY, "drive.cost")
    if state.waking:
        # By ruling, the citizen of the last stop turns face up only now.
        wake(play, state.waking)
        play.change(waking=None)
    elif steps and state.car in state.inactive and state.wakes_on_leaving(state.car):
        # By ruling, this also applies to a citizen that was turned face down with the car in front
        # of it.
        wake(play, state.car)
    start = state.stops.index(state.car)
    passed = (state.stops * (laps + 2))[start + 1 : start + steps]
    for citizen in dict.fromkeys(passed) if state.inactive else ():
        wake(play, citizen)
    _begin_turn(play, act, passed.count(PORT))
    where = {"stop": terms.stop(act.to), "steps": Counted(steps, "paso")}
    if steps:
        play.say("car_moved", "drive.steps", seat, **where)
    else:
        play.say("car_stands_still", "drive", seat, stop=where["stop"])


def _begin_turn(play: Play, act: Drive, passes: int) -> None:
    """Begin the turn of the driving seat, or take over the current one."""
    turn, seat = play.state.turn, act.seat
    others = turn.seat != seat
    parts = {
        "seat": seat,
        "number": turn.number + others,
        "crossed": bool(passes),
        "stop": act.to,
    }
    # Pending tasks of another seat's turn count as not used.
    before = turn if others else play.state.before
    play.change(turn=evolved(FRESH, parts), before=before, agenda=(), car=act.to)
    play.kept = (waits(Phase.DRIVE, seat),)
    arrives = ARRIVE_DECLINING if act.decline else ARRIVE
    play.push(*(PASS_PORT,) * passes, arrives, FINISH)
