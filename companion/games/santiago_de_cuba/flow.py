"""Automatic flow of a turn: tasks of the agenda that wait for nobody."""

from collections.abc import Callable, Mapping
from typing import Final

from companion.games.santiago_de_cuba import terms
from companion.games.santiago_de_cuba.buildings import (
    ASKS,
    BUILDINGS,
    CITIZENS_GIVE,
    FLOWERLESS,
    STAYS_WITH,
)
from companion.games.santiago_de_cuba.components import DEMANDED, PORT
from companion.games.santiago_de_cuba.play import (
    Play,
    advance_flag,
    pay_owner,
    wake,
)
from companion.games.santiago_de_cuba.state import State
from companion.games.santiago_de_cuba.turn import (
    GO_ON,
    NEXT_TURN,
    CitizenResult,
    Phase,
    StayReason,
    Then,
    Turn,
    use_of,
    waits,
)
from companion.games.santiago_de_cuba.verbs import SHIP_ASKS, SUPPLY_HAS, VERBS
from companion.kernel.agenda import Task
from companion.kernel.box import lines
from companion.kernel.box.lines import LineContext
from companion.kernel.play import evolved
from companion.kernel.values import Seat


def go_on(play: Play) -> None:
    """Run everything that follows by itself."""
    play.go_on(_RUN)


# Arrival of the car


def _pass_port(play: Play, _task: Task) -> None:
    advance_flag(play, "drive.passing_port")


def _arrive(play: Play, task: Task) -> None:
    seat, stop = play.state.turn.seat, play.state.car
    if stop == PORT:
        # Every seat may load, beginning with the driver.
        play.push(waits(Phase.LOADING, *play.state.clockwise(seat)))
        play.in_turn(stay=StayReason.PORT)
    elif stop in play.state.inactive:
        # Neither the citizen nor a building may be used.
        play.change(waking=stop)
        play.in_turn(stay=StayReason.INACTIVE)
        play.say("citizen_was_inactive", "citizens.inactive", seat, citizen=terms.stop(stop))
    else:
        play.push(GO_ON)
        if task.of("declined"):
            leave_citizen(play, seat)
        else:
            _use_citizen(play, seat, stop)


def leave_citizen(play: Play, seat: Seat) -> None:
    """Note that the offer of the citizen is declined."""
    play.in_turn(met=CitizenResult.DECLINED)
    play.say("citizen_not_used", "citizens.optional", seat, citizen=terms.stop(play.state.car))


def _use_citizen(play: Play, seat: Seat, citizen: str) -> None:
    asks = ASKS.get(citizen)
    if asks is None:
        doing = LineContext(seat, f"citizen.{citizen}", terms.stop(citizen))
        lines.perform(play, doing, CITIZENS_GIVE[citizen], VERBS)
    elif asks is Phase.TRIBUTE:
        play.push(waits(asks, *play.state.clockwise(seat)[1:]))
        play.in_turn(stay=StayReason.FLOWERLESS)
    elif _CAN_ANSWER[asks](play.state, seat):
        play.push(waits(asks, seat))
    else:
        play.in_turn(met=CitizenResult.IDLE)


def _has_goods(state: State, _seat: Seat) -> bool:
    return any(state.supply(good) for good in DEMANDED)


def _lawyer_can_help(state: State, seat: Seat) -> bool:
    free = any(building not in state.owners for building in BUILDINGS)
    return seat in state.owners.values() or (free and state.markers(seat) > 0)


_CAN_ANSWER: Final[Mapping[Phase, Callable[[State, Seat], bool]]] = {
    Phase.GOOD: _has_goods,
    Phase.LAWYER: _lawyer_can_help,
}
"""Test of whether a seat could use the offer of a citizen, by due task."""


# Pawn and building


def _after_citizen(play: Play, _task: Task) -> None:
    """Send the pawn to a building; if none is free it stays, and may use its building."""
    state = play.state
    met = state.turn.met or CitizenResult.USED
    if state.free:
        play.push(waits(Phase.VISIT, state.turn.seat))
        play.in_turn(met=met)
        return
    play.in_turn(
        met=met, stay=StayReason.FLOWERLESS if state.car in FLOWERLESS else StayReason.BLOCKED
    )
    stay_there(play)


def stay_there(play: Play) -> None:
    """Keep the pawn where it is and open its building."""
    seat = play.state.turn.seat
    alone = play.state.turn.stay is StayReason.FLOWERLESS
    rule = STAYS_WITH if alone else "visit.stay_blocked"
    pawn = play.state.pawns[seat]
    if pawn is None:
        play.say("pawn_still_away", rule, seat)
        return
    play.say("pawn_stays", rule, seat, building=terms.building(pawn))
    open_building(play, pawn)


def stay_or_leave_unused(play: Play, unused: bool) -> None:
    """Keep the pawn where it is, and open its building or leave it unused."""
    play.in_turn(stay=StayReason.BLOCKED)
    pawn = play.state.pawns[play.state.turn.seat]
    if pawn is None or not unused:
        stay_there(play)
        return
    seat, building = play.state.turn.seat, terms.building(pawn)
    play.say("pawn_stays", "visit.stay_blocked", seat, building=building)
    play.say("building_not_used", "visit.optional", seat, building=building)
    play.in_turn(unused=pawn)


def open_building(play: Play, building: str, *, by_lawyer: bool = False) -> None:
    """Make the action of a building pending, unless everyone can see that it has no use."""
    seat = play.state.turn.seat
    why = reason_of_no_use(play.state, building)
    if why is None:
        play.push(use_of(building, seat, by_lawyer=by_lawyer))
        return
    rule = f"building.{building}"
    play.say("building_of_no_use", rule, seat, building=terms.building(building))
    play.in_turn(idle=(building, why))


def reason_of_no_use(state: State, building: str) -> str | None:
    """Return why nobody could use a building by what lies open; None if a seat could.

    The answers are `not_rolled`, `covered` and `supply`.
    """
    if building in SHIP_ASKS:
        if state.ship.demand is None:
            return "not_rolled"
        return None if any(state.ship.demand.values()) else "covered"
    goods = SUPPLY_HAS.get(building)
    return None if goods is None or any(map(state.supply, goods)) else "supply"


# End of a turn


def _finish(play: Play, _task: Task) -> None:
    """End the turn: pay the owner, wake the citizen, and roll the dice if due."""
    pay_owner(play)
    waking = play.state.waking
    # By ruling, an inactive citizen at the stop of the car turns face up at the end of the turn.
    if waking and play.state.rulings["inactive_turns_up"] == "end_of_turn":
        wake(play, waking)
        play.change(waking=None)
    rolls = (waits(Phase.ROLL, play.state.turn.seat),) if play.state.ship.demand is None else ()
    play.push(*rolls, NEXT_TURN)


FRESH: Final = Turn(0, 0)
"""Turn in which nothing is known yet."""


def _next_turn(play: Play, _task: Task) -> None:
    """Pass the turn to the left."""
    turn, players = play.state.turn, len(play.state.pawns)
    seat = (turn.seat + 1) % players
    play.change(turn=evolved(FRESH, {"seat": seat, "number": turn.number + 1}), before=turn)
    play.push(waits(Phase.DRIVE, seat))


def _carry_on(play: Play, task: Task) -> None:
    lines.carry_on(play, task, VERBS)


_RUN: Final[Mapping[str, Callable[[Play, Task], None]]] = {
    Then.PASS_PORT: _pass_port,
    Then.ARRIVE: _arrive,
    Then.GO_ON: _after_citizen,
    Then.FINISH: _finish,
    Then.NEXT_TURN: _next_turn,
    lines.REST: _carry_on,
}
