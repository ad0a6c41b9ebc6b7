"""Acts of visiting a building with the pawn, and of declining an offer."""

from typing import Any, Final, Literal

from companion.games.santiago_de_cuba import terms
from companion.games.santiago_de_cuba.acts.citizens import KEEPS_PAWN, give_at_once
from companion.games.santiago_de_cuba.acts.common import (
    NEXT_TURN,
    NO_BUILDING,
    Act,
    Deed,
    earlier,
    moves_on,
    other_buildings,
    own_turn,
    step,
)
from companion.games.santiago_de_cuba.acts.drive import flower_unknown
from companion.games.santiago_de_cuba.buildings import Building
from companion.games.santiago_de_cuba.flow import (
    leave_citizen,
    open_building,
    stay_or_leave_unused,
)
from companion.games.santiago_de_cuba.play import Play
from companion.games.santiago_de_cuba.state import State
from companion.games.santiago_de_cuba.turn import Phase, StayReason
from companion.kernel.box.facts import Unknown
from companion.kernel.form import choice, yes_or_no
from companion.kernel.models import Action
from companion.kernel.refusal import NOT_APPLICABLE, Failure, Finding, Unverified
from companion.kernel.values import Params, SeatRef


class VisitBuilding(Deed):
    """Move of the pawn to a building under the citizen's flower."""

    kind: Literal["visit_building"] = "visit_building"
    building: Building
    decline: bool = False
    """True if the building's action is declined."""


# Moving the pawn: the stop of the car decides


@earlier("visit.stay_blocked", code="nowhere_to_go")
def nowhere_to_go(state: State, act: Action) -> Finding:
    """With every building of the flower taken, the pawn stays where it is."""
    if moves_on(state, act.seat):
        return NOT_APPLICABLE
    turn = own_turn(state, act.seat)
    if turn is None or turn.stop is None or turn.stay is not StayReason.BLOCKED:
        return NOT_APPLICABLE
    params: Params = {"seat": SeatRef(act.seat), "citizen": terms.stop(turn.stop)}
    return Failure(params, until=NEXT_TURN)


@earlier("visit", code="visited_already")
def visited_already(state: State, act: Action) -> Finding:
    """The pawn goes to one building in a turn."""
    now, pawn = state.turn, state.pawns[act.seat]
    turn = now if now.seat == act.seat else own_turn(state, act.seat)
    if turn is None:
        return NOT_APPLICABLE
    if not turn.moved or pawn is None:
        return None if turn is now else NOT_APPLICABLE
    params: Params = {"seat": SeatRef(act.seat), "building": terms.building(pawn)}
    return Failure(params, until=NEXT_TURN)


VISIT = Act(
    VisitBuilding,
    *step(Phase.VISIT, happened=(*NO_BUILDING, KEEPS_PAWN, nowhere_to_go, visited_already)),
    fields={
        "building": choice(lambda state, _draft: state.options.buildings, terms.building),
        "decline": yes_or_no(sentence=int),
    },
)
VISIT.asks_facts(lambda state, _draft: flower_unknown(state, state.car))


@VISIT.rule(
    "visit.flower",
    code="wrong_flower",
    fields="building",
    requires="other_step",
    suggest=lambda state, act: other_buildings(act, state.free),
)
def wrong_flower(state: State, act: VisitBuilding) -> Finding:
    """The building lies under a flower of the citizen's colour."""
    colours, above = state.colours(state.car), state.flower_above(act.building)
    if colours == (above,):
        return None
    if state.may_stay and state.pawns[act.seat] == act.building:
        # The pawn does not move. Another rule decides whether it may stay.
        return NOT_APPLICABLE
    printed = state.facts.flowers.get(state.car)
    if isinstance(printed, Unknown) and above in colours:
        return Unverified({"citizen": terms.stop(state.car)}, printed.fact)
    params: Params = {
        "building": terms.building(act.building),
        "above": terms.flower(above),
        "citizen": terms.stop(state.car),
        "flower": tuple(map(terms.flower, colours or ("transparent",))),
    }
    return Failure(params)


@VISIT.rule(
    "visit.free",
    code="pawn_of_another",
    fields="building",
    suggest=lambda state, act: other_buildings(act, state.free),
)
def pawn_of_another(state: State, act: VisitBuilding) -> Finding:
    """A building with somebody else's pawn cannot be entered."""
    pawns = enumerate(state.pawns)
    there = next((s for s, where in pawns if where == act.building and s != act.seat), None)
    if there is None:
        return None
    return Failure({"building": terms.building(act.building), "other": SeatRef(there)})


@VISIT.rule(
    "visit.move",
    code="pawn_already_there",
    fields="building",
    requires="no_such_seat",
    suggest=lambda state, act: other_buildings(act, state.free),
)
def pawn_already_there(state: State, act: VisitBuilding) -> Finding:
    """The pawn must move to a different building."""
    pawn = state.pawns[act.seat]
    if pawn is None:
        return NOT_APPLICABLE
    if pawn != act.building:
        return None
    params: Params = {
        "building": terms.building(act.building),
        "seat": SeatRef(act.seat),
        "citizen": terms.stop(state.car),
    }
    return _unless_it_may_stay(state, params)


def _unless_it_may_stay(state: State, params: Params) -> Finding:
    """Return a failure, unless the colour leaves nowhere to go; an open answer if it may."""
    if not state.may_stay:
        return Failure(params)
    printed = state.facts.flowers.get(state.car)
    return Unverified(params, printed.fact) if isinstance(printed, Unknown) else None


@VISIT.play
def _visit(play: Play, act: VisitBuilding) -> None:
    seat, building, pawns = act.seat, act.building, play.state.pawns
    due = play.state.is_due(seat, Phase.VISIT)
    if due:
        play.done()
        if pawns[seat] == building and play.state.may_stay and act.edition > 1:
            stay_or_leave_unused(play, act.decline)
            return
        play.in_turn(moved=True)
    play.change(pawns=(*pawns[:seat], building, *pawns[seat + 1 :]))
    play.say("pawn_moved", "visit", seat, building=terms.building(building))
    if act.decline:
        if due:
            play.in_turn(unused=building)
    elif give_at_once(play, seat, building):
        if due:
            play.in_turn(used=(*play.state.turn.used, building))
    elif due:
        open_building(play, building)


def tells(state: State, action: Any) -> tuple[str, ...]:
    """Return the citizen whose unread flower a report tells: whether the pawn had to stay."""
    asked = bool(state.agenda) and state.phase == Phase.VISIT and state.may_stay
    return (state.car,) if asked and action.kind in ("visit_building", "decline") else ()


class Decline(Deed):
    """Refusal of the pending optional action of a citizen or a building."""

    kind: Literal["decline"] = "decline"


_WHY: Final = {Phase.BUILDING: "visit.optional", Phase.VISIT: "visit.stay_blocked"}
"""Section that makes the due task optional, if it is not a citizen's."""
_STEP = ("no_such_seat", "match_over", "not_your_turn", "other_step")

DECLINE = Act(
    Decline,
    *step(
        Phase.GOOD,
        Phase.LAWYER,
        Phase.BUILDING,
        Phase.VISIT,
        happened=NO_BUILDING,
        legal_basis=lambda state, _act: (_WHY.get(Phase(state.phase), "citizens.optional"),),
    ),
)


@DECLINE.sentence_params
def _declined(state: State, _act: Decline) -> Params:
    """Return the declined offer of a citizen, or the building; an empty text for the other."""
    by_citizen = state.phase in (Phase.GOOD, Phase.LAWYER)
    return {
        "citizen": terms.stop(state.car) if by_citizen else "",
        "building": terms.building(state.using) if state.using else "",
    }


@DECLINE.rule("visit.optional", "visit.stay_blocked", code="visit_owed", requires=_STEP)
def visit_owed(state: State, act: Decline) -> Finding:
    """Going to a building is compulsory, unless there is none to go to."""
    if state.phase != Phase.VISIT:
        return NOT_APPLICABLE
    params: Params = {"seat": SeatRef(act.seat), "citizen": terms.stop(state.car)}
    return _unless_it_may_stay(state, params)


@DECLINE.play
def _decline(play: Play, act: Decline) -> None:
    seat, building = act.seat, play.state.using
    if play.state.is_due(seat, Phase.GOOD, Phase.LAWYER):
        play.done()
        leave_citizen(play, seat)
    elif play.state.is_due(seat, Phase.BUILDING) and building:
        play.done()
        term = terms.building(building)
        play.say("building_not_used", "visit.optional", seat, building=term)
        play.in_turn(unused=building)
    elif play.state.is_due(seat, Phase.VISIT) and act.edition > 1:
        play.done()
        stay_or_leave_unused(play, unused=True)
