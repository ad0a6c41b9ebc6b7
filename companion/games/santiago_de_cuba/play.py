"""Effects of actions on holdings, the value marker and the ship."""

from typing import Any

from companion.games.santiago_de_cuba import terms
from companion.games.santiago_de_cuba.state import PESO, POINT, SEATS, Ship, State
from companion.games.santiago_de_cuba.turn import FINISH, Phase, waits
from companion.kernel.agenda import AgendaPlay
from companion.kernel.pieces.ledger import SUPPLY
from companion.kernel.play import evolved, frozen
from companion.kernel.values import Counted, Seat, Term, Value


class Play(AgendaPlay[State]):
    """Action of this game being applied."""

    __slots__ = ()

    def in_turn(self, **parts: Any) -> None:
        """Set parts of the turn."""
        self._parts["turn"] = evolved(self._parts["turn"], parts)


def gain(
    play: Play, seat: Seat, item: str, amount: int, rule: str, cause: "Value | None" = None
) -> None:
    """Take something from the supply: goods as far as there are any; the rest is endless."""
    endless = item in (PESO, POINT)
    there = amount if endless else max(0, min(amount, play.balance(SUPPLY, item)))
    if there or endless:
        play.move(item, there, SUPPLY, SEATS[seat], rule, automatic=True, cause=cause)
    if there < amount:
        short = Counted(amount - there, item.replace(":", "."))
        play.say("supply_short", "citizens.supply", seat, short=short)


def pay(
    play: Play, seat: Seat, item: str, amount: int, rule: str, cause: "Value | None" = None
) -> None:
    """Move something of a seat to the supply."""
    play.move(item, amount, SEATS[seat], SUPPLY, rule, cause=cause)


# Ship


def advance_flag(play: Play, rule: str) -> None:
    """Move the value marker one flag to the right; from the last one the ship leaves."""
    ship = play.state.ship
    if ship.flag + 1 < len(play.state.facts.flags):
        set_flag(play, ship.flag + 1, rule)
    elif ship.demand is not None:
        ship_leaves(play, rule)
    else:
        # The rulebook does not cover a second ship in one turn, before its dice are rolled.
        reading = play.state.rulings["second_ship_in_one_turn"]
        if reading == "ask_table":
            _ask_about_empty_ship(play)
        else:
            settle_empty_ship(play, reading)


def _ask_about_empty_ship(play: Play) -> None:
    pending = play.due
    if pending is not None and pending.seats:
        # The table allowed a report out of its step: the question replaces the pending task.
        building = pending.code == Phase.BUILDING
        play.change(agenda=play.state.agenda[:-1] if building else (FINISH,))
    play.push(waits(Phase.EMPTY_SHIP, play.state.turn.seat))


def set_flag(play: Play, flag: int, rule: str) -> None:
    """Put the value marker on a flag."""
    play.change_in("ship", flag=flag)
    play.say("flag_moved", rule, value=play.state.facts.flags[flag])


def set_die(play: Play, good: str, shows: int, rule: str) -> None:
    """Set a die of the ship; a ship without that die stays as it is."""
    demand = play.state.ship.demand
    if demand is None or good not in demand:
        return
    play.change_in("ship", demand=frozen({**demand, good: shows}))
    play.say("die_set", rule, good=terms.good(good), shows=shows)


def lower_die(play: Play, good: str, by: int, rule: str) -> None:
    """Lower the ship's demand for a good."""
    set_die(play, good, max(0, play.state.demand(good) - by), rule)


def settle_empty_ship(play: Play, fate: str) -> None:
    """Make a ship without dice leave like any other, or keep its marker where it is."""
    rule = "ship.second_in_turn"
    if fate == "leaves":
        ship_leaves(play, rule)
    else:
        play.say("empty_ship_stays", rule, value=play.state.value)


def leave_if_complete(play: Play, rule: str) -> bool:
    """Make the ship leave if every die shows 0, and return whether it left."""
    demand = play.state.ship.demand
    if demand is None or any(demand.values()):
        return False
    ship_leaves(play, rule)
    return True


def ship_leaves(play: Play, rule: str) -> None:
    """Replace the ship by another without dice; after the last one the match ends at once."""
    ship, last = play.state.ship, play.state.facts["ships"]
    play.say("ship_left", rule, number=ship.number)
    if ship.number >= last:
        _end_match(play)
        return
    play.change(ship=Ship(ship.number + 1))
    play.say("ship_arrived", "ship.new", number=ship.number + 1, value=play.state.facts.flags[0])


# End


def _end_match(play: Play) -> None:
    # Whether the last turn still pays owners is a ruling: the rulebook does not say. If the dice
    # are due, the end of the turn has already paid them.
    paid = play.waits_for(Phase.ROLL)
    if not paid and play.state.rulings["owner_point_in_last_turn"] == "yes":
        pay_owner(play)
    elif not paid:
        building, owner = _to_be_paid(play)
        if building is not None and owner is not None:
            where = terms.building(building)
            play.say("owner_not_paid_at_end", "end.last_ship", owner, building=where)
    state = play.state
    for seat in range(state.players):
        number = state.goods(seat)
        made, rest = divmod(number, state.facts["end.goods_per_point"])
        counts = {"goods": Counted(number, "mercancia"), "points": made, "rest": rest}
        play.say("goods_converted", "end.goods", seat, **counts)
    play.change(over=True)
    play.change(agenda=())


def pay_owner(play: Play) -> None:
    """Pay the owner of the building where the pawn is."""
    building, owner = _to_be_paid(play)
    if building is None or owner is None:
        return
    rule, cause = "visit.owner_point", terms.building(building)
    # Whether a pawn that did not move pays is a ruling.
    if not play.state.turn.moved and play.state.rulings["owner_point_when_pawn_stays"] == "no":
        play.say("owner_not_paid_for_staying", rule, owner, building=cause)
        return
    gain(play, owner, POINT, play.state.facts["owner.points"], rule, cause)


def _to_be_paid(play: Play) -> tuple[str | None, Seat | None]:
    """Return the building where the pawn is and its owner, unless it is an own one."""
    seat = play.state.turn.seat
    building = play.state.pawns[seat]
    owner = None if building is None else play.state.owners.get(building)
    return (building, None) if owner == seat else (building, owner)


def wake(play: Play, citizen: str) -> None:
    """Turn a citizen face up again."""
    if citizen in play.state.inactive:
        play.change(inactive=play.state.inactive - {citizen})
        term: Term = terms.stop(citizen)
        play.say("citizen_wakes", "citizens.inactive_wakes", citizen=term)
