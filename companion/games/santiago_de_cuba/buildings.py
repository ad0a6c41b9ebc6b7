"""What each building does. Every use answers whether play goes on by itself."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from companion.games.santiago_de_cuba import actions as acts
from companion.games.santiago_de_cuba.components import WOOD
from companion.games.santiago_de_cuba.flow import (
    Play,
    advance_flag,
    citizen_term,
    goods,
    leave_if_complete,
    pesos,
    points,
    set_die,
    set_flag,
)
from companion.games.santiago_de_cuba.state import ITEM_OF, PESO, POINT, SEATS, Resume
from companion.kernel.effects import Transfer
from companion.kernel.ledger import SUPPLY
from companion.kernel.values import Seat


def collect(play: Play, seat: Seat, building: str) -> bool:
    """Whether the building just gives something, without any choice, and has given it."""
    facts = play.facts
    if building == "bank":
        pesos(play, seat, facts.bank_pesos, "building.bank")
    elif building == "church":
        points(play, seat, facts.church_points, "building.church")
    else:
        return False
    return True


def _collect(play: Play, action: acts.UseBank | acts.UseChurch) -> bool:
    return collect(play, action.seat, acts.BUILDING_OF[action.kind])


def _give_back(play: Play, seat: Seat, item: str, amount: int, rule: str) -> None:
    """Something of a seat goes to the supply."""
    play.do(Transfer(item, amount, SEATS[seat], SUPPLY, rule))


def _casino(play: Play, action: acts.UseCasino) -> bool:
    seat, rule = action.seat, "building.casino"
    price = action.times * play.facts.casino_pesos
    if action.into == "points":
        _give_back(play, seat, PESO, price, rule)
        points(play, seat, action.times, rule)
    else:
        _give_back(play, seat, POINT, action.times, rule)
        pesos(play, seat, price, rule)
    return True


def _harbour_office(play: Play, action: acts.UseHarbourOffice) -> bool:
    rule = "building.harbour_office"
    if action.direction == "right":
        return advance_flag(play, rule, Resume.USE)
    set_flag(play, max(0, play.ship.flag - 1), rule)
    return True


def _distillery(play: Play, action: acts.UseDistillery) -> bool:
    rule = "building.distillery"
    _give_back(play, action.seat, ITEM_OF["sugar"], action.amount, rule)
    goods(play, action.seat, "rum", action.amount, rule)
    return True


def _cigar_factory(play: Play, action: acts.UseCigarFactory) -> bool:
    rule = "building.cigar_factory"
    _give_back(play, action.seat, ITEM_OF["tobacco"], action.amount, rule)
    goods(play, action.seat, "cigars", action.amount, rule)
    return True


def _office(play: Play, action: acts.UseOffice) -> bool:
    seat, good, rule = action.seat, action.good, "building.office"
    _give_back(play, seat, ITEM_OF[good], 1, rule)
    points(play, seat, play.facts.office_points, rule)
    set_die(play, good, max(0, play.state.demand(good) - 1), rule)
    leave_if_complete(play, rule)
    return True


def _customs(play: Play, action: acts.UseCustoms) -> bool:
    rule = "building.customs"
    set_die(play, action.good, 0, rule)
    leave_if_complete(play, rule)
    return True


def _black_market(play: Play, action: acts.UseBlackMarket) -> bool:
    rule = "building.black_market"
    _give_back(play, action.seat, ITEM_OF[action.give], 1, rule)
    goods(play, action.seat, action.take, 1, rule)
    return True


def _sawmill(play: Play, action: acts.UseSawmill) -> bool:
    seat, rule, facts = action.seat, "building.sawmill", play.facts
    _give_back(play, seat, ITEM_OF[WOOD], 1, rule)
    points(play, seat, facts.sawmill_points, rule)
    pesos(play, seat, facts.sawmill_pesos, rule)
    return True


def _newspaper(play: Play, action: acts.UseNewspaper) -> bool:
    seat, rule, citizen = action.seat, "building.newspaper", action.citizen
    pesos(play, seat, play.facts.newspaper_pesos, rule)
    if citizen in play.state.options.street:
        play.change(inactive=play.state.inactive | {citizen})
        play.say("citizen_inactive", rule, seat, citizen=citizen_term(citizen))
    return True


def _cafe(play: Play, action: acts.UseCafe) -> bool:
    seat, rule = action.seat, "building.cafe"
    sold = {"cigars": action.cigars, "rum": action.rum}
    for good, amount in sold.items():
        if amount:
            _give_back(play, seat, ITEM_OF[good], amount, rule)
    if any(sold.values()):
        points(play, seat, sum(sold.values()) * play.facts.cafe_points, rule)
    return True


USES: Final[Mapping[str, Callable[[Play, Any], bool]]] = {
    "use_bank": _collect,
    "use_church": _collect,
    "use_casino": _casino,
    "use_harbour_office": _harbour_office,
    "use_distillery": _distillery,
    "use_cigar_factory": _cigar_factory,
    "use_office": _office,
    "use_black_market": _black_market,
    "use_sawmill": _sawmill,
    "use_newspaper": _newspaper,
    "use_cafe": _cafe,
    "use_customs": _customs,
}
