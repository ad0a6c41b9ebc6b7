"""Effects of acts on wealth, cards, offices and the city."""

from typing import Final

from companion.games.urban_sprawl import terms
from companion.games.urban_sprawl.cards import readings
from companion.games.urban_sprawl.city import Building
from companion.games.urban_sprawl.components import PLANNING, RENEWAL
from companion.games.urban_sprawl.state import (
    DECK,
    DISCARD,
    EVENT,
    ITEM,
    PERMIT,
    PRESTIGE,
    SEATS,
    WEALTH,
    State,
)
from companion.kernel.agenda import AgendaPlay
from companion.kernel.pieces.ledger import SUPPLY, Conceal
from companion.kernel.values import Counted, Params, Seat, Value

KINDS: Final = (PERMIT, EVENT, RENEWAL)
"""Kinds of planning cards."""


class Play(AgendaPlay[State]):
    """Act of this game being applied."""

    __slots__ = ()


def gain(
    play: Play, seat: Seat, what: str, amount: int, rule: str, cause: "Value | None" = None
) -> None:
    """Pay a seat wealth or prestige from the bank."""
    if amount > 0:
        play.move(what, amount, SUPPLY, SEATS[seat], rule, True, cause)


def affordable(state: State, seat: Seat, what: str, amount: int) -> int:
    """Return the part of an amount that a seat can lose: at most all it has."""
    held = state.ledger.balance(SEATS[seat], what)
    # Whether prestige may go below zero is a ruling.
    if what == PRESTIGE and state.rulings["prestige_floor"] == "below":
        return amount
    return max(0, min(amount, held))


def lose(
    play: Play,
    seat: Seat,
    what: str,
    amount: int,
    rule: str,
    cause: "Value | None" = None,
    to: Seat | None = None,
) -> int:
    """Take an amount from a seat, as far as it can pay, for the bank or another seat.

    Returns:
        Amount taken.
    """
    lost = affordable(play.state, seat, what, amount)
    _say_other_loss(play, seat, what, amount, lost)
    if lost > 0:
        target = SUPPLY if to is None else SEATS[to]
        play.move(what, lost, SEATS[seat], target, rule, True, cause)
    return lost


def _say_other_loss(play: Play, seat: Seat, what: str, amount: int, lost: int) -> None:
    """Say what a seat would lose if prestige could go below zero, or could not."""
    for _, there in readings.others(play.state, readings.PRESTIGE_FLOOR):
        instead = affordable(there, seat, what, amount)
        if instead != lost:
            read = readings.as_ruled(play.state, readings.PRESTIGE_FLOOR)
            params: Params = {"read": read, "amount": Counted(instead, what)}
            play.say("loss_by_ruling", "payments.mandatory", seat, **params)


def pay(play: Play, seat: Seat, amount: int, rule: str, cause: "Value | None" = None) -> None:
    """Pay wealth to the bank."""
    if amount > 0:
        play.move(WEALTH, amount, SEATS[seat], SUPPLY, rule, cause=cause)


def move_card(play: Play, card: str, source: str, target: str, rule: str) -> None:
    """Move an open card to another account."""
    play.move(ITEM[card], 1, source, target, rule)


def reshuffle(play: Play) -> bool:
    """Reshuffle the discard into the planning deck; return whether there were cards.

    If only events are left, no card would ever stay on a place, so none is turned up.
    """
    rule, number = "planning.reshuffle", 0
    total = play.state.ledger.total
    if not total(DISCARD, PERMIT) and not total(DISCARD, RENEWAL):
        return False
    play.do(Conceal(PERMIT, DISCARD, rule), Conceal(EVENT, DISCARD, rule))
    for kind in KINDS:
        there = play.balance(DISCARD, kind)
        if there > 0:
            number += there
            play.move(kind, there, DISCARD, DECK[PLANNING], rule, automatic=True)
    if number:
        play.change(shuffles=play.state.shuffles + 1)
        play.say("planning_shuffled", rule, cards=Counted(number, "card"))
    return number > 0


def hand_over(play: Play, office: str, seat: Seat, rule: str) -> None:
    """Give an office to a seat, from its holder if any."""
    holder = play.state.holder(office)
    if holder != seat:
        source = SUPPLY if holder is None else SEATS[holder]
        play.move(ITEM[office], 1, source, SEATS[seat], rule, True, terms.term(office))


def set_up(play: Play, new: Building, rule: str) -> None:
    """Put a building or a park in the city, replacing older ones."""
    play.change(city=play.state.city.with_building(new))
    play.say(
        "built",
        rule,
        new.owner,
        **_where(new),
    )


def _where(one: Building) -> dict[str, Value]:
    """Return the parameters for a building and its place."""
    block, shape = terms.term(one.block), terms.shape(one.lots)
    return {"colour": terms.term(one.colour), "block": block, "shape": shape}


def take_down(play: Play, name: str, rule: str) -> None:
    """Remove a building from the city."""
    one = play.state.city.buildings[name]
    play.change(city=play.state.city.without_building(name))
    play.say("demolished", rule, one.owner, **_where(one))
