"""What an action of this game changes, effect by effect: holdings, the value marker, the ship."""

from dataclasses import replace
from typing import Any

from companion.games.santiago_de_cuba import terms
from companion.games.santiago_de_cuba.components import Facts
from companion.games.santiago_de_cuba.state import (
    FINISH,
    PESO,
    POINT,
    SEATS,
    Phase,
    Ship,
    State,
    Turn,
    waits,
)
from companion.kernel.agenda import AgendaPlay
from companion.kernel.effects import Transfer
from companion.kernel.ledger import SUPPLY
from companion.kernel.play import evolved, frozen
from companion.kernel.rulings import Rulings
from companion.kernel.values import Counted, Seat, Term, Value


class Play(AgendaPlay[State]):
    """An action of this game being played out."""

    __slots__ = ()

    @property
    def turn(self) -> Turn:
        """Where the turn is now."""
        found: Turn = self.now("turn")
        return found

    def in_turn(self, **parts: Any) -> None:
        """Set parts of the turn."""
        self.change(turn=evolved(self.now("turn"), parts))

    @property
    def ship(self) -> Ship:
        """The ship in port now."""
        found: Ship = self.now("ship")
        return found

    @property
    def facts(self) -> Facts:
        """What is printed, which no action changes."""
        return self._state.facts

    @property
    def rulings(self) -> Rulings:
        """The readings in force, which no action changes."""
        return self._state.rulings

    @property
    def over(self) -> bool:
        """Whether the match ended."""
        return bool(self.now("over"))

    def is_due(self, seat: Seat, *phases: Phase) -> bool:
        """Whether the turn of that seat waits for one of these, so that it goes on with it."""
        return self.waits_for(*phases) and self.turn.seat == seat


def gain(
    play: Play, seat: Seat, item: str, amount: int, rule: str, cause: "Value | None" = None
) -> None:
    """Something from the supply: goods as far as there are any, the rest never runs out."""
    endless = item in (PESO, POINT)
    there = amount if endless else max(0, min(amount, play.balance(SUPPLY, item)))
    if there or endless:
        play.do(Transfer(item, there, SUPPLY, SEATS[seat], rule, automatic=True, cause=cause))
    if there < amount:
        short = Counted(amount - there, item.replace(":", "."))
        play.say("supply_short", "citizens.supply", seat, short=short)


def pay(
    play: Play, seat: Seat, item: str, amount: int, rule: str, cause: "Value | None" = None
) -> None:
    """Something of a seat goes to the supply."""
    play.do(Transfer(item, amount, SEATS[seat], SUPPLY, rule, cause=cause))


# The ship.


def advance_flag(play: Play, rule: str) -> None:
    """The value marker moves one flag to the right; from the last one, the ship leaves."""
    ship = play.ship
    if ship.flag + 1 < len(play.facts.flags):
        set_flag(play, ship.flag + 1, rule)
    elif ship.demand is not None:
        ship_leaves(play, rule)
    else:
        # Not covered by the rulebook: a second ship in one turn, before its dice.
        reading = play.rulings["second_ship_in_one_turn"]
        if reading == "ask_table":
            _ask_about_empty_ship(play)
        else:
            settle_empty_ship(play, reading)


def _ask_about_empty_ship(play: Play) -> None:
    pending = play.due
    if pending is not None and pending.seats:
        # What the table let be reported out of its step takes the place of what was pending.
        play.agenda = play.agenda[:-1] if pending.code == Phase.BUILDING else (FINISH,)
    play.push(waits(Phase.EMPTY_SHIP, play.turn.seat))


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
    play.say("die_set", rule, good=terms.good(good), shows=shows)


def lower_die(play: Play, good: str, by: int, rule: str) -> None:
    """The ship asks for so many fewer of a good."""
    set_die(play, good, max(0, play.state.demand(good) - by), rule)


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
    ship, last = play.ship, play.facts["ships"]
    play.say("ship_left", rule, number=ship.number)
    if ship.number >= last:
        _end_match(play)
        return
    play.change(ship=Ship(ship.number + 1))
    play.say("ship_arrived", "ship.new", number=ship.number + 1, value=play.facts.flags[0])


# The end.


def _end_match(play: Play) -> None:
    # The rulebook does not say whether the last turn still pays owners: a ruling. When the dice
    # are due, the end of the turn has paid them already.
    paid = play.waits_for(Phase.ROLL)
    if not paid and play.rulings["owner_point_in_last_turn"] == "yes":
        pay_owner(play)
    state = play.state
    for seat in range(state.players):
        number = state.goods(seat)
        made, rest = divmod(number, state.facts["end.goods_per_point"])
        counts = {"goods": Counted(number, "mercancia"), "points": made, "rest": rest}
        play.say("goods_converted", "end.goods", seat, **counts)
    play.change(over=True)
    play.agenda = ()


def pay_owner(play: Play) -> None:
    """Whoever owns the building of the pawn is paid for it."""
    seat = play.turn.seat
    building = play.now("pawns")[seat]
    owner = None if building is None else play.now("owners").get(building)
    # Nobody is paid for their own pawn.
    if building is None or owner is None or owner == seat:
        return
    # Whether a pawn that only stays pays is a ruling.
    if not play.turn.moved and play.rulings["owner_point_when_pawn_stays"] == "no":
        return
    cause = terms.building(building)
    gain(play, owner, POINT, play.facts["owner.points"], "visit.owner_point", cause)


def wake(play: Play, citizen: str) -> None:
    """A citizen is face up again."""
    if citizen in play.now("inactive"):
        play.change(inactive=play.now("inactive") - {citizen})
        term: Term = terms.stop(citizen)
        play.say("citizen_wakes", "citizens.inactive_wakes", citizen=term)
