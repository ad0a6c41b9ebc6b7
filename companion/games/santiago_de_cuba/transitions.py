"""What each action does. Assumes that it was judged, or that its refusal was overruled.

An action that the table lets stand out of its turn or step does what it does, and the turn stays
where it was; only driving takes the turn over, and dice that were due count whoever rolled them.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final

from companion.games.santiago_de_cuba import actions as acts
from companion.games.santiago_de_cuba.buildings import USES, collect
from companion.games.santiago_de_cuba.components import DEMANDED, PORT
from companion.games.santiago_de_cuba.flow import (
    FRESH,
    Play,
    after_citizen,
    after_use,
    building_term,
    citizen_term,
    end_turn,
    go_on_driving,
    goods,
    next_turn,
    open_building,
    settle_empty_ship,
    ship_leaves,
    stay_there,
    wake,
)
from companion.games.santiago_de_cuba.state import (
    ITEM_OF,
    MARKERS,
    ON,
    PESO,
    POINT,
    SEATS,
    Met,
    Phase,
    Resume,
    State,
    Stay,
)
from companion.kernel.effects import Effect, Transfer
from companion.kernel.ledger import SUPPLY
from companion.kernel.models import Action
from companion.kernel.play import evolved, frozen
from companion.kernel.values import Counted


def apply(state: State, action: Any) -> tuple[State, tuple[Effect, ...]]:
    """The state after an action, and its effects in order."""
    play = Play(state)
    _APPLY[action.kind](play, action)
    _bank_short(play, state)
    return play.state, tuple(play.effects)


def _bank_short(play: Play, before: State) -> None:
    # The rulebook does not cover it: the supply is taken as endless, and the table keeps note.
    for item in (PESO, POINT):
        short = -play.balance(SUPPLY, item)
        if short > 0 and before.ledger.balance(SUPPLY, item) >= 0:
            play.say("supply_ran_out", "components.supply_endless", short=Counted(short, item))


def _due(play: Play, action: Action, *phases: Phase) -> bool:
    """Whether the action is what the turn waits for, so that the turn goes on with it."""
    return play.turn.seat == action.seat and play.turn.phase in phases


# Driving and citizens.


def _drive(play: Play, action: acts.Drive) -> None:
    state, seat = play.state, action.seat
    laps = acts.rounds(action, state.car)
    cost, steps = state.cost(action.to, laps), state.steps(action.to, laps)
    if cost:
        play.do(Transfer(PESO, cost, SEATS[seat], SUPPLY, "drive.cost"))
    if state.waking:
        # By ruling, the citizen where the car stopped turns face up only now.
        wake(play, state.waking)
        play.change(waking=None)
    elif steps and state.car in state.inactive and state.wakes_on_leaving(state.car):
        # By ruling, so does one that was turned down with the car before it.
        wake(play, state.car)
    start, stops = state.stops.index(state.car), state.stops
    passed = [stops[(start + n) % len(stops)] for n in range(1, steps)]
    for citizen in dict.fromkeys(passed) if state.inactive else ():
        wake(play, citizen)
    _begin_turn(play, action, passed.count(PORT))
    play.change(car=action.to)
    where = {"stop": citizen_term(action.to), "steps": Counted(steps, "paso")}
    if steps:
        play.say("car_moved", "drive.steps", seat, **where)
    else:
        play.say("car_stands_still", "drive", seat, stop=where["stop"])
    go_on_driving(play)


def _begin_turn(play: Play, action: acts.Drive, passes: int) -> None:
    """The turn of whoever drives: the one that is on, or one that takes it over."""
    turn, seat = play.turn, action.seat
    others = turn.seat != seat
    if others:
        # What was pending then was not used.
        play.change(before=evolved(turn, {"using": None}))
    parts = {
        "seat": seat,
        "number": turn.number + others,
        "passes": passes,
        "crossed": bool(passes),
        "declined": action.decline,
        "stop": action.to,
    }
    play.change(turn=evolved(FRESH, parts))


def _choose_good(play: Play, action: acts.ChooseGood) -> None:
    amount = play.facts.gains["pablo"]
    goods(play, action.seat, action.good, amount, "citizen.pablo")
    if _due(play, action, Phase.GOOD):
        after_citizen(play)


def _claim_building(play: Play, action: acts.ClaimBuilding) -> None:
    seat, building = action.seat, action.building
    rule = "citizen.alonso_claim"
    owner = play.state.owners.get(building)
    if owner is not None and action.edition > 1:
        # The table lets an owned building change hands: its marker comes back to whose it was.
        play.do(Transfer(MARKERS[owner], 1, ON[building], SEATS[owner], rule))
    play.do(Transfer(MARKERS[seat], 1, SEATS[seat], ON[building], rule))
    play.change(owners=frozen({**play.state.owners, building: seat}))
    play.say("building_claimed", rule, seat, building=building_term(building))
    if _due(play, action, Phase.LAWYER):
        after_citizen(play)


def _use_own_building(play: Play, action: acts.UseOwnBuilding) -> None:
    due = _due(play, action, Phase.LAWYER)
    if due:
        play.in_turn(by_lawyer=True)
    if collect(play, action.seat, action.building):
        if due:
            play.in_turn(used=(*play.turn.used, action.building))
            after_use(play)
    elif due:
        open_building(play, action.building)


def _give_to_zorro(play: Play, action: acts.GiveToZorro) -> None:
    state, seat, what = play.state, action.seat, action.what
    receiver = SEATS[state.robber(action.edition)]
    rule = "citizen.zorro"
    if what == "nothing":
        play.say("gave_nothing", rule, seat)
    else:
        item = {"peso": PESO, "point": POINT}.get(what) or ITEM_OF[what]
        amount = state.facts.tribute
        play.do(Transfer(item, amount, SEATS[seat], receiver, rule, automatic=True))
    if state.turn.phase is not Phase.TRIBUTE:
        return
    waiting = tuple(other for other in state.turn.waiting if other != seat)
    play.in_turn(waiting=waiting)
    if not waiting:
        after_citizen(play)


def _visit_building(play: Play, action: acts.VisitBuilding) -> None:
    seat, building = action.seat, action.building
    pawns = play.state.pawns
    due = _due(play, action, Phase.VISIT)
    if due and pawns[seat] == building and play.state.may_stay and action.edition > 1:
        # By the colour that nobody noted, it may have nowhere to go.
        _stay_or_leave_unused(play, action.decline)
        return
    play.change(pawns=(*pawns[:seat], building, *pawns[seat + 1 :]))
    play.say("pawn_moved", "visit", seat, building=building_term(building))
    if action.decline:
        if due:
            play.in_turn(moved=True, unused=building)
            end_turn(play)
    elif collect(play, seat, building):
        if due:
            play.in_turn(moved=True, used=(*play.turn.used, building))
            end_turn(play)
    elif due:
        open_building(play, building, moved=True)


def _stay_or_leave_unused(play: Play, unused: bool) -> None:
    """The pawn stays where it is, and its building is used or not."""
    play.in_turn(stay=Stay.BLOCKED)
    pawn = play.now("pawns")[play.turn.seat]
    if pawn is None or not unused:
        stay_there(play)
        return
    seat, building = play.turn.seat, building_term(pawn)
    play.say("pawn_stays", "visit.stay_blocked", seat, building=building)
    play.say("building_not_used", "visit.optional", seat, building=building)
    play.in_turn(unused=pawn)
    end_turn(play)


def _use_building(play: Play, action: Action) -> None:
    due = _due(play, action, Phase.BUILDING)
    building = acts.BUILDING_OF[action.kind]
    if due and play.turn.using != building:
        # The table lets another one be used than was due.
        play.in_turn(using=building)
    if due and isinstance(action, acts.UseCasino):
        play.in_turn(into=action.into)
    goes_on = USES[action.kind](play, action)
    if due and goes_on:
        after_use(play)


def _decline(play: Play, action: acts.Decline) -> None:
    if _due(play, action, Phase.GOOD, Phase.LAWYER):
        citizen = citizen_term(play.state.car)
        play.say("citizen_not_used", "citizens.optional", action.seat, citizen=citizen)
        after_citizen(play, Met.DECLINED)
    elif _due(play, action, Phase.BUILDING) and play.turn.using:
        building = play.turn.using
        term = building_term(building)
        play.say("building_not_used", "visit.optional", action.seat, building=term)
        play.in_turn(unused=building)
        after_use(play)
    elif _due(play, action, Phase.VISIT) and action.edition > 1:
        _stay_or_leave_unused(play, unused=True)


# The ship.


def _roll_ship(play: Play, action: acts.RollShip) -> None:
    kept = (good for good in DEMANDED if good != action.aside)
    demand: dict[str, int] = {good: getattr(action, good) for good in kept}
    play.change(ship=replace(play.ship, demand=frozen(demand)))
    asked = tuple(Counted(number, f"good.{good}") for good, number in demand.items() if number)
    play.say("ship_rolled", "ship.dice", action.seat, demand=asked)
    empty = not any(demand.values())
    if empty and play.rulings["all_zero_ship"] == "leaves_and_counts":
        # By ruling, a ship that asks for nothing is complete and leaves.
        ship_leaves(play, "ship.all_zero")
    elif _settled(play, action, Phase.ROLL):
        next_turn(play)


def _settled(play: Play, action: acts.RollShip | acts.SettleEmptyShip, phase: Phase) -> bool:
    """Whether the turn waited for just this; whoever did it, it is done."""
    if action.edition == 1:
        return _due(play, action, phase)
    return play.turn.phase is phase


def _settle_empty_ship(play: Play, action: acts.SettleEmptyShip) -> None:
    resume = play.turn.resume
    settle_empty_ship(play, action.fate)
    if play.over or not _settled(play, action, Phase.EMPTY_SHIP):
        return
    play.in_turn(phase=Phase.DRIVE, resume=None)
    if resume is Resume.DRIVE:
        go_on_driving(play)
    elif resume is Resume.USE:
        after_use(play)
    else:
        end_turn(play)


_APPLY: Final[Mapping[str, Callable[[Play, Any], None]]] = {
    "drive": _drive,
    "choose_good": _choose_good,
    "claim_building": _claim_building,
    "use_own_building": _use_own_building,
    "give_to_zorro": _give_to_zorro,
    "visit_building": _visit_building,
    **dict.fromkeys(acts.BUILDING_OF, _use_building),
    "decline": _decline,
    "roll_ship": _roll_ship,
    "settle_empty_ship": _settle_empty_ship,
}
