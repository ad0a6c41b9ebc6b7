"""What happened earlier in the turn answers what is reported too late, by its own rule.

These stand before turn and step. None of them forbids what the table waits for: they only say
which rule is in dispute where turn or step would forbid it anyway.
"""

from typing import Any, Final

from companion.games.santiago_de_cuba import actions as acts
from companion.games.santiago_de_cuba import terms
from companion.games.santiago_de_cuba.components import ALONSO, PABLO, PORT, WOOD, ZORRO
from companion.games.santiago_de_cuba.legality.common import Rule
from companion.games.santiago_de_cuba.state import Met, Phase, State, Stay, Turn
from companion.kernel.models import Action
from companion.kernel.refusal import NOT_APPLICABLE, Failure, Finding, Kind
from companion.kernel.values import Params, Seat, SeatRef, Term

_PRESUMES = ("no_such_seat", "match_over")

NEXT_TURN: Final = "next_turn"
NEXT_ROUND: Final = "next_round"
OWN_GO: Final = "own_go"


def own_turn(state: State, seat: Seat) -> Turn | None:
    """The turn of a seat in which the car has stopped: the one that is on, or the one before."""
    turn = state.turn
    if turn.seat == seat:
        return turn if turn.stop is not None else None
    before = state.before
    return before if before and before.seat == seat and before.stop is not None else None


def _rule(code: str, rules: tuple[str, ...], test: Any, *needs: str) -> Rule:
    return Rule(code, rules, test, needs, _PRESUMES, Kind.PHASE)


# The car.


def _driven_already(state: State, action: Action) -> Finding:
    # Driving is the first step of a turn, and there is one of it.
    turn = state.turn
    if turn.seat != action.seat:
        return NOT_APPLICABLE
    if turn.stop is None:
        return None
    params: Params = {"seat": SeatRef(action.seat), "stop": terms.stop(turn.stop)}
    return Failure(params, until=NEXT_TURN)


DRIVEN = (_rule("driven_already", ("turn.phases",), _driven_already),)

# Where the car stopped decides whether the pawn moves.


def _moves_on(state: State, action: Action) -> bool:
    """Whether the pawn of whoever reports is to move now, so that it stands before a citizen."""
    turn = state.turn
    return turn.phase is Phase.VISIT and turn.seat == action.seat and turn.stop is not None


def _ended_at_port(state: State, action: Action) -> Finding:
    # Whoever stops at the port visits no building.
    if _moves_on(state, action):
        return None
    turn = own_turn(state, action.seat)
    if turn is None or turn.stay is not Stay.PORT:
        return None if turn is state.turn else NOT_APPLICABLE
    return Failure({"seat": SeatRef(action.seat)}, until=NEXT_TURN)


def _ended_at_inactive(state: State, action: Action) -> Finding:
    # Neither the citizen nor a building is used.
    if _moves_on(state, action):
        return None
    return _was_inactive(state, own_turn(state, action.seat), NEXT_TURN)


def _was_inactive(state: State, turn: Turn | None, until: str | None = None) -> Finding:
    if turn is None or turn.stop in (None, PORT):
        return NOT_APPLICABLE
    if turn.stop is None or turn.stay is not Stay.INACTIVE:
        return None if turn is state.turn else NOT_APPLICABLE
    params: Params = {"seat": SeatRef(turn.seat), "citizen": terms.stop(turn.stop)}
    return Failure(params, until=until)


def _zorro_keeps_pawn(state: State, action: Action) -> Finding:
    # With El Zorro the pawn stays where it is.
    if _moves_on(state, action):
        return None
    turn = own_turn(state, action.seat)
    if turn is None or turn.stop != ZORRO:
        return None if turn is state.turn else NOT_APPLICABLE
    return Failure({"seat": SeatRef(action.seat)}, until=NEXT_TURN)


def _nowhere_to_go(state: State, action: Action) -> Finding:
    # With every building of the flower taken, the pawn stays where it is.
    if _moves_on(state, action):
        return NOT_APPLICABLE
    turn = own_turn(state, action.seat)
    if turn is None or turn.stop is None or turn.stay is not Stay.BLOCKED:
        return NOT_APPLICABLE
    params: Params = {"seat": SeatRef(action.seat), "citizen": terms.stop(turn.stop)}
    return Failure(params, until=NEXT_TURN)


def _visited_already(state: State, action: Action) -> Finding:
    # The pawn goes to one building in a turn.
    turn, pawn = state.turn, state.pawns[action.seat]
    if turn.seat != action.seat:
        return NOT_APPLICABLE
    if not turn.moved or pawn is None:
        return None
    params: Params = {"seat": SeatRef(action.seat), "building": terms.building(pawn)}
    return Failure(params, until=NEXT_TURN)


AT_THE_PORT = _rule("ended_at_port", ("visit.stay_port",), _ended_at_port)
AT_INACTIVE = _rule(
    "ended_at_inactive", ("citizens.inactive", "visit.stay_inactive"), _ended_at_inactive
)
NO_BUILDING = (AT_THE_PORT, AT_INACTIVE)
VISITED = (
    *NO_BUILDING,
    _rule("zorro_keeps_pawn", ("visit.stay_zorro",), _zorro_keeps_pawn),
    _rule("nowhere_to_go", ("visit.stay_blocked",), _nowhere_to_go),
    _rule("visited_already", ("visit",), _visited_already),
)

# The citizen.


def _with_citizen(citizen: str, *rules: str) -> tuple[Rule, ...]:
    """Whether this citizen can still be made use of, by whoever drove."""

    def another(state: State, action: Action) -> Finding:
        # Only the citizen at whom the car stops is used, not those it passes.
        turn = state.turn
        if turn.seat != action.seat or turn.stop is None:
            return NOT_APPLICABLE
        return _elsewhere(turn, citizen, NEXT_TURN)

    def inactive(state: State, action: Action) -> Finding:
        turn = own_turn(state, action.seat)
        here = turn is not None and turn.stop == citizen
        return _was_inactive(state, turn, NEXT_TURN) if here else NOT_APPLICABLE

    def declined(state: State, action: Action) -> Finding:
        # What was declined is over.
        return _met(own_turn(state, action.seat), citizen, Met.DECLINED, NEXT_TURN)

    def used(state: State, action: Action) -> Finding:
        # Once for each time that the car stops there.
        return _met(own_turn(state, action.seat), citizen, Met.USED, NEXT_TURN)

    def idle(state: State, action: Action) -> Finding:
        # With nothing that he could give, he is passed over.
        return _met(own_turn(state, action.seat), citizen, Met.IDLE, NEXT_TURN)

    nothing = ("citizens.supply",) if citizen == PABLO else rules
    return (
        _rule("another_citizen", ("citizens.stop",), another),
        _rule("ended_at_inactive", ("citizens.inactive", "visit.stay_inactive"), inactive),
        _rule("citizen_declined", ("citizens.optional",), declined),
        _rule("citizen_used", (f"citizen.{citizen}",), used),
        _rule("citizen_idle", nothing, idle),
    )


def _elsewhere(turn: Turn, citizen: str, until: str | None = None) -> Finding:
    if turn.stop is None or turn.stop == citizen:
        return None
    params: Params = {
        "seat": SeatRef(turn.seat),
        "stop": terms.stop(turn.stop),
        "citizen": terms.stop(citizen),
    }
    return Failure(params, until=until)


def _met(turn: Turn | None, citizen: str, met: Met, until: str | None = None) -> Finding:
    if turn is None or turn.stop != citizen or turn.met is not met:
        return NOT_APPLICABLE
    params: Params = {"seat": SeatRef(turn.seat), "citizen": terms.stop(citizen)}
    return Failure(params, until=until)


WITH_PABLO = _with_citizen(PABLO, "citizen.pablo")
WITH_ALONSO = _with_citizen(ALONSO, "citizen.alonso_claim", "citizen.alonso_use")

# El Zorro, to whom the others give.


def _not_at_zorro(state: State, _action: Action) -> Finding:
    turn = state.last_driven
    return NOT_APPLICABLE if turn is None or turn.stop is None else _elsewhere(turn, ZORRO)


def _zorro_inactive(state: State, _action: Action) -> Finding:
    turn = state.last_driven
    here = turn is not None and turn.stop == ZORRO
    return _was_inactive(state, turn) if here else NOT_APPLICABLE


def _zorro_declined(state: State, _action: Action) -> Finding:
    return _met(state.last_driven, ZORRO, Met.DECLINED)


def _driver_receives(state: State, action: acts.GiveToZorro) -> Finding:
    # The others give, to whoever drove: who has to give is never who receives.
    if action.edition == 1:
        return NOT_APPLICABLE
    if state.robber(action.edition) != action.seat:
        return None
    return Failure({"seat": SeatRef(action.seat)})


def _gave_already(state: State, action: Action) -> Finding:
    # One thing each.
    turn = state.last_driven
    if turn is None or turn.stop != ZORRO or action.seat == turn.seat:
        return NOT_APPLICABLE
    if turn.met is not Met.USED and turn.phase is not Phase.TRIBUTE:
        return NOT_APPLICABLE
    if turn.met is not Met.USED and action.seat in turn.waiting:
        return None
    return Failure({"seat": SeatRef(action.seat), "receiver": SeatRef(turn.seat)})


WITH_ZORRO = (
    _rule("another_citizen", ("citizens.stop",), _not_at_zorro),
    _rule("ended_at_inactive", ("citizens.inactive",), _zorro_inactive),
    _rule("citizen_declined", ("citizens.optional",), _zorro_declined),
    Rule(
        "driver_receives",
        ("citizen.zorro",),
        _driver_receives,
        presumes=_PRESUMES,
        kind=Kind.EXISTENCE,
    ),
    _rule("gave_already", ("citizen.zorro",), _gave_already),
)

# The building.


def with_building(building: str) -> tuple[Rule, ...]:
    """Whether the building can still be used, by whoever drove."""
    use = ("visit.use", f"building.{building}")

    def pawn_away(state: State, action: Action) -> Finding:
        # A pawn that stays off the board has no building.
        if _pending(state, action):
            return NOT_APPLICABLE
        turn = own_turn(state, action.seat)
        if turn is None or turn.stay not in (Stay.ZORRO, Stay.BLOCKED):
            return NOT_APPLICABLE
        if state.pawns[action.seat] is not None:
            return None
        return Failure({"seat": SeatRef(action.seat)}, until=NEXT_TURN)

    def idle(state: State, action: Action) -> Finding:
        # A building in which everyone could see that there was nothing to do.
        if _pending(state, action):
            return NOT_APPLICABLE
        turn = own_turn(state, action.seat)
        if turn is None or turn.idle is None or turn.idle[0] != building:
            return NOT_APPLICABLE
        why = turn.idle[1]
        params: Params = {
            "seat": SeatRef(action.seat),
            "building": terms.building(building),
            "why": Term(f"of_no_use.{why}"),
        }
        until = None if _visit_to_come(state, turn) else NEXT_TURN
        return Failure(params, cites=(_CAUSES[why],), until=until)

    def used(state: State, action: Action) -> Finding:
        # Once: the one where the pawn ends, or the one chosen with Alonso.
        if _pending(state, action):
            return NOT_APPLICABLE
        turn = own_turn(state, action.seat)
        if turn is None or _visit_to_come(state, turn) or building not in turn.all_used:
            return NOT_APPLICABLE
        params: Params = {"seat": SeatRef(action.seat), "building": terms.building(building)}
        return Failure(params, until=NEXT_TURN)

    def unused(state: State, action: Action) -> Finding:
        # What was declined is over.
        if _pending(state, action):
            return NOT_APPLICABLE
        turn = own_turn(state, action.seat)
        if turn is None or turn.unused != building or _visit_to_come(state, turn):
            return NOT_APPLICABLE
        params: Params = {"seat": SeatRef(action.seat), "building": terms.building(building)}
        return Failure(params, until=NEXT_TURN)

    return (
        *NO_BUILDING,
        _rule("pawn_away", ("visit.stay_zorro", "visit.stay_blocked"), pawn_away),
        _rule("building_idle", (f"building.{building}",), idle),
        _rule("building_used", use, used),
        _rule("building_declined", ("visit.optional",), unused),
    )


_CAUSES = {
    "not_rolled": "ship.when_rolled",
    "covered": "port.demand",
    "supply": "citizens.supply",
}


def _pending(state: State, action: Action) -> bool:
    """Whether a building is to be used now: then what happened before forbids nothing."""
    return state.turn.phase is Phase.BUILDING and state.turn.seat == action.seat


def _visit_to_come(state: State, turn: Turn) -> bool:
    """Whether the building where the pawn ends may still be used, after one through Alonso."""
    return turn is state.turn and turn.phase in (Phase.VISIT, Phase.BUILDING)


def _casino_one_way(state: State, action: acts.UseCasino) -> Finding:
    # Pesos into points or points into pesos, not both.
    turn = own_turn(state, action.seat)
    if turn is None or turn.into in (None, action.into) or _visit_to_come(state, turn):
        return NOT_APPLICABLE
    done = Term(f"into.{turn.into}")
    return Failure({"seat": SeatRef(action.seat), "done": done}, until=NEXT_TURN)


CASINO_ONE_WAY = _rule("casino_one_way", ("building.casino",), _casino_one_way, "into")

# The loading round.


def _passed_port(state: State, _action: Action) -> Finding:
    # A car that passes the port without stopping loads nothing.
    turn = state.last_driven if state.turn.phase is not Phase.LOADING else None
    if turn is None or turn.stop is None or turn.stop == PORT or not turn.crossed:
        return NOT_APPLICABLE
    params: Params = {"seat": SeatRef(turn.seat), "stop": terms.stop(turn.stop)}
    return Failure(params, until=NEXT_ROUND)


def _no_loading_round(state: State, _action: Action) -> Finding:
    # Goods are loaded only when the car stops at the port.
    return None if state.turn.phase is Phase.LOADING else Failure(until=NEXT_ROUND)


def _round_over(state: State, _action: Action) -> Finding:
    # The round ends when the ship is complete or everybody has passed.
    turn = state.last_driven if state.turn.phase is not Phase.LOADING else None
    if turn is None or turn.round_over is None:
        return NOT_APPLICABLE
    how = Term(f"round.{turn.round_over}")
    return Failure({"how": how}, cites=(f"port.{turn.round_over}",), until=NEXT_ROUND)


def _passed_already(state: State, action: Action) -> Finding:
    # Whoever passes is out of this round.
    turn = state.turn
    if turn.phase is not Phase.LOADING:
        return NOT_APPLICABLE
    if action.seat in turn.waiting:
        return None
    return Failure({"seat": SeatRef(action.seat)}, until=NEXT_ROUND)


def _one_kind(paid_of: Any, *needs: str) -> Rule:
    def test(state: State, action: Any) -> Finding:
        # Each time, goods of one kind; then the others go.
        turn = state.turn
        if turn.phase is Phase.LOADING and turn.waiting[:1] == (action.seat,):
            return None
        last = turn.loaded if turn.phase is Phase.LOADING else None
        if last is None or last[0] != action.seat:
            return NOT_APPLICABLE
        before, paid = last[1], paid_of(action)
        params: Params = {
            "seat": SeatRef(action.seat),
            "loaded": terms.good(before),
            "next": SeatRef(turn.waiting[0]),
        }
        mixed = WOOD in (before, paid) and before != paid
        return Failure(params, cites=("port.wood",) if mixed else (), until=OWN_GO)

    return _rule("loaded_already", ("port.loading",), test, *needs)


ROUND = (
    _rule("passed_port", ("drive.passing_port",), _passed_port),
    _rule("round_over", ("port.order",), _round_over),
    _rule("no_loading_round", ("port",), _no_loading_round),
    _rule("passed_already", ("port.passing",), _passed_already),
)
LOADED_GOODS = (*ROUND, _one_kind(lambda action: action.good, "good"))
LOADED_WOOD = (*ROUND, _one_kind(lambda _action: WOOD))

# The dice.


def _not_the_roller(state: State, action: Action) -> Finding:
    # Whoever made the ship before leave; of the first one, the seat to the right of the first.
    turn = state.turn
    if turn.phase is not Phase.ROLL:
        return NOT_APPLICABLE
    if turn.seat == action.seat:
        return None
    first = () if turn.number else ("setup.first_dice",)
    return Failure({"roller": SeatRef(turn.seat)}, cites=first)


def _roll_at_end(state: State, _action: Action) -> Finding:
    # A ship that came in mid-turn gets its dice at the end of the turn.
    if state.turn.phase is Phase.ROLL:
        return None
    if state.ship.demand is not None:
        return NOT_APPLICABLE
    return Failure({"roller": SeatRef(state.turn.seat)})


def _ship_has_dice(state: State, _action: Action) -> Finding:
    # A ship keeps its dice until it leaves.
    if state.ship.demand is None:
        return None
    if state.turn.phase is Phase.ROLL:
        return NOT_APPLICABLE
    return Failure({"number": state.ship.number}, until="next_ship")


DICE = (
    _rule("not_the_roller", ("ship.who_rolls",), _not_the_roller),
    _rule("roll_at_end", ("ship.when_rolled",), _roll_at_end),
    _rule("ship_has_dice", ("ship.new",), _ship_has_dice),
)


def _no_empty_ship(state: State, _action: Action) -> Finding:
    # The table says so only of a ship without dice whose marker reached the last flag.
    return None if state.turn.phase is Phase.EMPTY_SHIP else Failure()


EMPTY_SHIP = (_rule("no_empty_ship", ("ship.second_in_turn",), _no_empty_ship),)
