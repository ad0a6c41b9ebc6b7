"""Shared parts of using a building: earlier events, turn and the building due."""

from collections.abc import Iterator
from typing import Any, Final, TypeVar

from companion.games.santiago_de_cuba import terms
from companion.games.santiago_de_cuba.acts.citizens import UseOwnBuilding
from companion.games.santiago_de_cuba.acts.common import (
    NEXT_TURN,
    NO_BUILDING,
    Act,
    Mend,
    Rule,
    earlier,
    own_turn,
    step,
)
from companion.games.santiago_de_cuba.acts.drive import Drive, stands_active
from companion.games.santiago_de_cuba.acts.visit import VisitBuilding
from companion.games.santiago_de_cuba.buildings import (
    ASKS,
    BUILDINGS_DO,
    CITIZENS_GIVE,
    STAYS_WITH,
)
from companion.games.santiago_de_cuba.play import Play
from companion.games.santiago_de_cuba.state import PESO, POINT, State
from companion.games.santiago_de_cuba.turn import Phase, StayReason, Turn
from companion.games.santiago_de_cuba.verbs import AT_ONCE, VERBS
from companion.kernel.acts import rule
from companion.kernel.box import lines
from companion.kernel.box.lines import LineContext
from companion.kernel.form import Pick
from companion.kernel.models import Action
from companion.kernel.pieces.ledger import SUPPLY
from companion.kernel.refusal import NOT_APPLICABLE, Failure, Finding, Remedy
from companion.kernel.values import Params, Seat, SeatRef, Term, Value

A = TypeVar("A", bound=Action)

USE: Final = "use_"


def building_of(kind: str) -> str:
    """Return the building that a kind of act uses."""
    return kind.removeprefix(USE)


# Whether the driver may still use a building


def _is_pending(state: State, act: Action) -> bool:
    """Return whether the seat is to use a building now, so that earlier events do not matter."""
    return state.is_due(act.seat, Phase.BUILDING)


def visit_to_come(state: State, turn: Turn) -> bool:
    """Return whether the pawn's building may still be used, after one through Alonso."""
    return turn is state.turn and state.phase in (Phase.VISIT, Phase.BUILDING)


@earlier(STAYS_WITH, "visit.stay_blocked", code="pawn_away")
def pawn_away(state: State, act: Action) -> Finding:
    """A pawn that stays off the board has no building."""
    if _is_pending(state, act):
        return NOT_APPLICABLE
    turn = own_turn(state, act.seat)
    if turn is None or turn.stay not in (StayReason.FLOWERLESS, StayReason.BLOCKED):
        return NOT_APPLICABLE
    if state.pawns[act.seat] is not None:
        return None
    return Failure({"seat": SeatRef(act.seat)}, until=NEXT_TURN)


_CAUSES = {
    "not_rolled": "ship.when_rolled",
    "covered": "port.demand",
    "supply": "citizens.supply",
}
"""Section by which nobody could use a building."""


def _with_building(building: str) -> tuple[Rule, ...]:
    """Return the conditions on what happened with a building."""
    named: dict[str, Value] = {"building": terms.building(building)}

    @earlier(f"building.{building}", code="building_idle")
    def building_idle(state: State, act: Action) -> Finding:
        """There everyone could see that there was nothing to do."""
        turn = None if _is_pending(state, act) else own_turn(state, act.seat)
        if turn is None or turn.idle is None or turn.idle[0] != building:
            return NOT_APPLICABLE
        why = turn.idle[1]
        params: Params = {"seat": SeatRef(act.seat), **named, "why": Term(f"of_no_use.{why}")}
        until = None if visit_to_come(state, turn) else NEXT_TURN
        return Failure(params, cites=(_CAUSES[why],), until=until)

    @earlier("visit.use", f"building.{building}", code="building_used")
    def building_used(state: State, act: Action) -> Finding:
        """Once: the one where the pawn ends, or the one chosen with Alonso."""
        turn = None if _is_pending(state, act) else own_turn(state, act.seat)
        if turn is None or visit_to_come(state, turn) or building not in turn.used:
            return NOT_APPLICABLE
        return Failure({"seat": SeatRef(act.seat), **named}, until=NEXT_TURN)

    @earlier("visit.optional", code="building_declined")
    def building_declined(state: State, act: Action) -> Finding:
        """What was declined is over."""
        turn = None if _is_pending(state, act) else own_turn(state, act.seat)
        if turn is None or turn.unused != building or visit_to_come(state, turn):
            return NOT_APPLICABLE
        return Failure({"seat": SeatRef(act.seat), **named}, until=NEXT_TURN)

    @earlier("visit.use", "visit", code="building_elsewhere")
    def building_elsewhere(state: State, act: Action) -> Finding:
        """The building used in a turn is the one where the pawn ends."""
        turn = None if _is_pending(state, act) else own_turn(state, act.seat)
        pawn = state.pawns[act.seat]
        ended = turn is not state.turn or state.phase == Phase.ROLL
        if turn is None or pawn is None or not ended:
            return NOT_APPLICABLE
        if pawn == building:
            return None
        params: Params = {"seat": SeatRef(act.seat), **named, "pawn": terms.building(pawn)}
        return Failure(params, until=NEXT_TURN)

    return (
        *NO_BUILDING,
        pawn_away,
        building_idle,
        building_used,
        building_declined,
        building_elsewhere,
    )


_MOST_STOPS: Final = 2
"""Number of stops proposed from which a building can be reached, the nearest first."""


def _go_there(building: str) -> Mend:
    """Return a proposer of the acts by which a building is reached and used."""

    def suggest(state: State, act: Any) -> Iterator[Remedy]:
        named: dict[str, Value] = {"building": terms.building(building)}
        there = {"seat": act.seat, "building": building}
        visit, at_once = VisitBuilding.model_validate(there), building in AT_ONCE
        if at_once:
            yield Remedy("use_own", named, instead=UseOwnBuilding.model_validate(there))
            yield Remedy("go_there", named, instead=visit)
        for stop in _stops_before(state, act.seat, building):
            # Whoever asks for something is to be answered before the pawn goes on.
            decline = stop in ASKS
            drive = Drive.model_validate({"seat": act.seat, "to": stop, "decline": decline})
            on_the_way = {**named, "stop": terms.stop(stop), "decline": int(decline)}
            if at_once:
                yield Remedy("drive_and_go", on_the_way, first=drive, instead=visit)
            else:
                yield Remedy("drive_and_visit", on_the_way, first=drive, then=visit)

    return suggest


def _stops_before(state: State, seat: Seat, building: str) -> list[str]:
    """Return the next stops that lead to a building, if the car is still to be driven.

    Those that give something without asking come before all others.
    """
    if not state.is_due(seat, Phase.DRIVE) or building in state.pawns:
        return []
    at = state.stops.index(state.car)
    ahead = (*state.stops[at + 1 :], *state.stops[:at])
    lead = [s for s in ahead if building in state.reachable(s) and stands_active(state, s, 0)]
    return ([stop for stop in lead if _gives(state, stop)] or lead)[:_MOST_STOPS]


def _gives(state: State, stop: str) -> bool:
    """Return whether a citizen who asks nothing gives anything that the supply still has."""
    given = [str(line.what) for line in CITIZENS_GIVE[stop]] if stop not in ASKS else []
    return any(item in (PESO, POINT) or state.ledger.balance(SUPPLY, item) > 0 for item in given)


# Shared by all buildings


class Use(Act[A]):
    """Act of using the building that its kind names, by carrying out its lines."""

    def __init__(
        self, model: type[A], *happened: Rule, fields: dict[str, Pick[State]] | None = None
    ) -> None:
        """Create the act with its conditions on earlier events and its fields."""
        building = building_of(str(model.model_fields["kind"].default))
        earlier_on = (*happened, *_with_building(building))
        suggest = _go_there(building)
        steps = step(Phase.BUILDING, happened=earlier_on, suggest=suggest)
        shared = (*steps, _another_building(building))
        super().__init__(model, *shared, fields=fields)
        self.building = building
        self.play(self._use)

    def _use(self, play: Play, act: A) -> None:
        if play.state.is_due(act.seat, Phase.BUILDING):
            *rest, due = play.state.agenda
            if due.of("building") != self.building:
                # The table allowed the use of another building than the due one.
                play.kept = (*rest, due.with_of(building=self.building))
            play.done()
            self._note(play, act)
        rule = f"building.{self.building}"
        doing = LineContext(act.seat, rule, terms.building(self.building), act)
        lines.perform(play, doing, BUILDINGS_DO[self.building], VERBS)

    def _note(self, play: Play, _act: A) -> None:
        turn = play.state.turn
        # Record no use if this building was declined through Alonso: it stays declined when it is
        # used as the pawn's building.
        if turn.unused != self.building:
            play.in_turn(used=(*turn.used, self.building))


def _another_building(building: str) -> Rule:
    @rule(
        "visit.use",
        code="another_building",
        requires="other_step",
        legal_basis=("visit.use", f"building.{building}"),
    )
    def another_building(state: State, _act: Action) -> Finding:
        """The building whose action is pending is used, and no other."""
        using = state.using
        if using == building:
            return None
        pending = Term("building.none") if using is None else terms.building(using)
        return Failure({"building": terms.building(building), "pending": pending})

    return another_building
