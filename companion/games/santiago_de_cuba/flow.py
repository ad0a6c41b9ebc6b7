"""How a turn goes on by itself: arriving, visiting, the ship, the end."""

from dataclasses import replace
from functools import cache
from typing import Any, Final

from companion.games.santiago_de_cuba.components import (
    ALONSO,
    BUILDINGS,
    DEMANDED,
    GOOD_OF,
    PABLO,
    PORT,
    ZORRO,
    Facts,
)
from companion.games.santiago_de_cuba.state import (
    ITEM_OF,
    PESO,
    POINT,
    SEATS,
    Met,
    Phase,
    Resume,
    Ship,
    State,
    Stay,
    Turn,
)
from companion.kernel import play as kernel
from companion.kernel.effects import Transfer
from companion.kernel.ledger import SUPPLY
from companion.kernel.play import evolved, frozen
from companion.kernel.rulings import Rulings
from companion.kernel.values import Counted, Seat, Term


class Play(kernel.Play[State]):
    """An action of this game being played out."""

    __slots__ = ()

    @property
    def turn(self) -> Turn:
        """Where the turn is now."""
        found: Turn = self.now("turn")
        return found

    @property
    def ship(self) -> Ship:
        """The ship in port now."""
        found: Ship = self.now("ship")
        return found

    @property
    def facts(self) -> Facts:
        """What is printed, which no action changes."""
        found: Facts = self.now("facts")
        return found

    @property
    def rulings(self) -> Rulings:
        """The readings in force, which no action changes."""
        found: Rulings = self.now("rulings")
        return found

    @property
    def over(self) -> bool:
        """Whether the match ended."""
        return bool(self.now("over"))

    def in_turn(self, **parts: Any) -> None:
        """Set parts of the turn."""
        self.change(turn=evolved(self.turn, parts))


def pesos(play: Play, seat: Seat, amount: int, rule: str) -> None:
    """Money from the supply, which never runs out."""
    play.do(Transfer(PESO, amount, SUPPLY, SEATS[seat], rule, automatic=True))


def points(play: Play, seat: Seat, amount: int, rule: str) -> None:
    """Points from the supply, which never runs out."""
    play.do(Transfer(POINT, amount, SUPPLY, SEATS[seat], rule, automatic=True))


def goods(play: Play, seat: Seat, good: str, amount: int, rule: str) -> None:
    """Goods from the supply, as far as there are any."""
    item = ITEM_OF[good]
    there = max(0, min(amount, play.balance(SUPPLY, item)))
    if there:
        play.do(Transfer(item, there, SUPPLY, SEATS[seat], rule, automatic=True))
    if there < amount:
        short = Counted(amount - there, f"good.{good}")
        play.say("supply_short", "citizens.supply", seat, short=short)


# The car arrives.


def go_on_driving(play: Play) -> None:
    """The port is passed as often as is still to be counted; then the car arrives."""
    while play.turn.passes:
        play.in_turn(passes=play.turn.passes - 1)
        if not advance_flag(play, "drive.passing_port", Resume.DRIVE):
            return
    _arrive(play)


def _arrive(play: Play) -> None:
    seat, stop = play.turn.seat, play.now("car")
    if stop == PORT:
        # Everyone may load, beginning with whoever drove there.
        waiting = play.state.clockwise(seat)
        play.in_turn(phase=Phase.LOADING, waiting=waiting, stay=Stay.PORT)
    elif stop in play.now("inactive"):
        # Neither the citizen nor a building is used.
        play.change(waking=stop)
        play.in_turn(stay=Stay.INACTIVE)
        play.say("citizen_was_inactive", "citizens.inactive", seat, citizen=citizen_term(stop))
        end_turn(play)
    elif play.turn.declined:
        play.say("citizen_not_used", "citizens.optional", seat, citizen=citizen_term(stop))
        after_citizen(play, Met.DECLINED)
    else:
        _use_citizen(play, seat, stop)


def _use_citizen(play: Play, seat: Seat, citizen: str) -> None:
    if citizen == ZORRO:
        waiting = play.state.clockwise(seat)[1:]
        play.in_turn(phase=Phase.TRIBUTE, waiting=waiting, stay=Stay.ZORRO)
    elif citizen == PABLO and any(play.state.supply(good) for good in DEMANDED):
        play.in_turn(phase=Phase.GOOD)
    elif citizen == ALONSO and _lawyer_can_help(play.state, seat):
        play.in_turn(phase=Phase.LAWYER)
    else:
        _give(play, seat, citizen, f"citizen.{citizen}")
        after_citizen(play, Met.IDLE if citizen in (PABLO, ALONSO) else Met.USED)


def _give(play: Play, seat: Seat, citizen: str, rule: str) -> None:
    amount = play.facts.gains.get(citizen, 0)
    if citizen == "maria":
        points(play, seat, amount, rule)
    elif citizen == "martinez":
        pesos(play, seat, amount, rule)
    elif citizen in GOOD_OF:
        goods(play, seat, GOOD_OF[citizen], amount, rule)


def _lawyer_can_help(state: State, seat: Seat) -> bool:
    free = any(building not in state.owners for building in BUILDINGS)
    return seat in state.owners.values() or (free and state.markers(seat) > 0)


# The pawn and its building.


def after_citizen(play: Play, met: Met = Met.USED) -> None:
    """The pawn goes to a building; with none to go to it stays, and its building may be used."""
    state = play.state
    after = {"using": None, "used": state.turn.all_used, "by_lawyer": False, "waiting": ()}
    if state.free:
        play.in_turn(phase=Phase.VISIT, met=met, **after)
        return
    stay = Stay.ZORRO if state.car == ZORRO else Stay.BLOCKED
    play.in_turn(met=met, stay=stay, **after)
    stay_there(play)


def stay_there(play: Play) -> None:
    """The pawn stays where it is, and its building may be used."""
    seat = play.turn.seat
    rule = "visit.stay_zorro" if play.turn.stay is Stay.ZORRO else "visit.stay_blocked"
    pawn = play.now("pawns")[seat]
    if pawn is None:
        play.say("pawn_still_away", rule, seat)
        end_turn(play)
        return
    play.say("pawn_stays", rule, seat, building=building_term(pawn))
    open_building(play, pawn)


def open_building(play: Play, building: str, **parts: Any) -> None:
    """Its action is pending, unless everyone can see that there is nothing to do in it.

    Args:
        play: the action being played out.
        building: whose action it is.
        parts: what changes in the turn besides.
    """
    why = of_no_use(play.state, building)
    if why is not None:
        rule = f"building.{building}"
        play.say("building_of_no_use", rule, play.turn.seat, building=building_term(building))
        play.in_turn(idle=(building, why), **parts)
        after_use(play)
        return
    play.in_turn(phase=Phase.BUILDING, using=building, **parts)


def of_no_use(state: State, building: str) -> str | None:
    """Why, by what lies open on the table, nobody could use the building; None if somebody could.

    The answers are `not_rolled`, `covered` and `supply`.
    """
    match building:
        case "office" | "customs":
            if state.ship.demand is None:
                return "not_rolled"
            return None if any(state.ship.demand.values()) else "covered"
        case "distillery":
            return None if state.supply("rum") > 0 else "supply"
        case "cigar_factory":
            return None if state.supply("cigars") > 0 else "supply"
        case "black_market":
            return None if any(state.supply(good) for good in DEMANDED) else "supply"
        case _:
            return None


def after_use(play: Play) -> None:
    """After Alonso the pawn still has to go somewhere; else the turn is over."""
    if play.over:
        return
    if play.turn.by_lawyer:
        after_citizen(play)
    else:
        end_turn(play)


# The ship.


def advance_flag(play: Play, rule: str, resume: Resume) -> bool:
    """The value marker moves one flag to the right; from the last one, the ship leaves.

    Returns:
        Whether play goes on: not when the match ended or the table has to say something first.
    """
    ship = play.ship
    if ship.flag + 1 < len(play.facts.flags):
        set_flag(play, ship.flag + 1, rule)
        return True
    if ship.demand is not None:
        ship_leaves(play, rule)
        return not play.over
    # Not covered by the rulebook: a second ship in one turn, before its dice.
    reading = play.rulings["second_ship_in_one_turn"]
    if reading == "ask_table":
        play.in_turn(phase=Phase.EMPTY_SHIP, resume=resume)
        return False
    settle_empty_ship(play, reading)
    return not play.over


def set_flag(play: Play, flag: int, rule: str) -> None:
    """The value marker stands at a flag."""
    play.change(ship=replace(play.ship, flag=flag))
    play.say("flag_moved", rule, value=play.facts.flags[flag])


def set_die(play: Play, good: str, shows: int, rule: str) -> None:
    """A die of the ship shows another number; a ship without that die stays as it is."""
    demand = play.ship.demand
    if demand is None or good not in demand:
        return
    play.change(ship=replace(play.ship, demand=frozen({**demand, good: shows})))
    play.say("die_set", rule, good=Term(f"good.{good}"), shows=shows)


def settle_empty_ship(play: Play, fate: str) -> None:
    """A ship without dice leaves like any other, or its marker stays where it is."""
    rule = "ship.second_in_turn"
    if fate == "leaves":
        ship_leaves(play, rule)
    else:
        play.say("empty_ship_stays", rule, value=play.state.value)


def leave_if_complete(play: Play, rule: str) -> bool:
    """Whether every die shows 0, so that the ship left."""
    demand = play.ship.demand
    if demand is None or any(demand.values()):
        return False
    ship_leaves(play, rule)
    return True


def ship_leaves(play: Play, rule: str) -> None:
    """The ship leaves and another comes without dice; after the last one the match ends at once."""
    ship, last = play.ship, play.facts.ships
    play.say("ship_left", rule, number=ship.number)
    if ship.number >= last:
        _end_match(play)
        return
    play.change(ship=Ship(ship.number + 1))
    play.say("ship_arrived", "ship.new", number=ship.number + 1, value=play.facts.flags[0])


# The end of a turn and of the match.


def end_turn(play: Play) -> None:
    """The owner's point, the citizen that wakes, the dice if they are due, the next seat."""
    if play.over:
        return
    _pay_owner(play)
    waking = play.now("waking")
    # An inactive citizen where the car stopped turns face up at the end of the turn, by ruling.
    if waking and play.rulings["inactive_turns_up"] == "end_of_turn":
        wake(play, waking)
        play.change(waking=None)
    if play.ship.demand is None:
        after = {"using": None, "used": play.turn.all_used, "by_lawyer": False}
        play.in_turn(phase=Phase.ROLL, waiting=(), resume=None, **after)
    else:
        next_turn(play)


FRESH: Final = Turn(0, 0)
"""A turn of which nothing is known yet."""


def next_turn(play: Play) -> None:
    """The seat to the left drives."""
    turn, players = play.turn, len(play.now("pawns"))
    fresh = {"seat": (turn.seat + 1) % players, "number": turn.number + 1}
    play.change(turn=evolved(FRESH, fresh), before=turn)


def wake(play: Play, citizen: str) -> None:
    """A citizen is face up again."""
    if citizen in play.now("inactive"):
        play.change(inactive=play.now("inactive") - {citizen})
        play.say("citizen_wakes", "citizens.inactive_wakes", citizen=citizen_term(citizen))


def _pay_owner(play: Play) -> None:
    seat = play.turn.seat
    building = play.now("pawns")[seat]
    owner = None if building is None else play.now("owners").get(building)
    # Nobody is paid for their own pawn.
    if building is None or owner is None or owner == seat:
        return
    # Whether a pawn that only stays pays is a ruling.
    if not play.turn.moved and play.rulings["owner_point_when_pawn_stays"] == "no":
        return
    points(play, owner, play.facts.owner_points, "visit.owner_point")


def _end_match(play: Play) -> None:
    # The rulebook does not say whether the last turn still pays owners: a ruling. When the dice
    # are due, the end of the turn has paid them already.
    paid = play.turn.phase is Phase.ROLL
    if not paid and play.rulings["owner_point_in_last_turn"] == "yes":
        _pay_owner(play)
    state = play.state
    for seat in range(state.players):
        number = state.goods(seat)
        made, rest = divmod(number, state.facts.goods_per_point)
        counts = {"goods": Counted(number, "mercancia"), "points": made, "rest": rest}
        play.say("goods_converted", "end.goods", seat, **counts)
    play.change(over=True)


@cache
def citizen_term(citizen: str) -> Term:
    """A citizen, or the port."""
    return Term(f"stop.{citizen}")


@cache
def building_term(building: str) -> Term:
    """A building."""
    return Term(f"building.{building}")
