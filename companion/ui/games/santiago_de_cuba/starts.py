"""What touching a place of the street can mean, by what the table waits for."""

from collections.abc import Mapping
from typing import Any

from companion.games.santiago_de_cuba.acts.buildings import USE_OF
from companion.games.santiago_de_cuba.components import BUILDINGS, GOODS, PORT, WOOD
from companion.kernel.values import Seat
from companion.match.fold import Match
from companion.ui.games.santiago_de_cuba.ship import SHIP
from companion.ui.views.desk import Start

_CHOOSING_GOODS = {"office": "good", "customs": "good", "black_market": "give"}
"""The buildings whose first question is a good, and its field."""

_DECLINE = Start("decline")


def starts(match: Match, _seat: Seat, place: str) -> tuple[Start, ...]:
    """What touching a place can mean, the likeliest first; never nothing."""
    view = match.game.public_view(match.state, None)
    turn = view["turn"]
    if place == SHIP:
        return _ship(turn)
    if place in GOODS:
        return _good(turn, place)
    if place in BUILDINGS:
        return _building(turn, place)
    return _stop(turn, view["car"], place)


def _stop(turn: Mapping[str, Any], car: str, stop: str) -> tuple[Start, ...]:
    """Driving there, unless the citizen of the turn or the newspaper is what is due."""
    at_car = {
        "good": (Start("choose_good"), _DECLINE),
        "lawyer": (Start("claim_building"), Start("use_own_building"), _DECLINE),
        "tribute": (Start("give_to_zorro"),),
        "loading": _LOADING,
    }
    if stop == car and turn["phase"] in at_car:
        return at_car[turn["phase"]]
    if turn["phase"] == "building" and turn["using"] == "newspaper":
        return (Start("use_newspaper", {"citizen": stop}),)
    return (Start("drive", {"to": stop}),)


_LOADING = (Start("load_goods"), Start("load_wood"), Start("pass_loading"))


def _building(turn: Mapping[str, Any], building: str) -> tuple[Start, ...]:
    """Visiting it, unless Alonso is due or it is the one to be used."""
    where = {"building": building}
    if turn["phase"] == "lawyer":
        return (Start("claim_building", where), Start("use_own_building", where))
    if turn["phase"] == "building":
        return (Start(USE_OF[building]), *([_DECLINE] if turn["using"] == building else []))
    return (Start("visit_building", where),)


def _good(turn: Mapping[str, Any], good: str) -> tuple[Start, ...]:
    """What the turn waits for that is answered with a good; else loading it."""
    match turn["phase"]:
        case "good":
            return (Start("choose_good", {"good": good}),)
        case "tribute":
            return (Start("give_to_zorro", {"what": good}),)
        case "building" if turn["using"] == "customs" and good == WOOD:
            # There is no die of wood to be answered with.
            return (Start(USE_OF["customs"]), _DECLINE)
        case "building" if turn["using"] in _CHOOSING_GOODS:
            return (Start(USE_OF[turn["using"]], {_CHOOSING_GOODS[turn["using"]]: good}),)
        case "roll" if good != WOOD:
            return (Start("roll_ship", {"aside": good}),)
        case _ if good == WOOD:
            return (Start("load_wood"),)
        case _:
            return (Start("load_goods", {"good": good}), Start("load_wood", {"good": good}))


def _ship(turn: Mapping[str, Any]) -> tuple[Start, ...]:
    """What is due for the ship; else driving to it."""
    if turn["phase"] == "building" and turn["using"] in ("harbour_office", "office", "customs"):
        return (Start(USE_OF[turn["using"]]), _DECLINE)
    due = {
        "roll": (Start("roll_ship"),),
        "empty_ship": (Start("settle_empty_ship"),),
        "loading": _LOADING,
    }
    return due.get(turn["phase"], (Start("drive", {"to": PORT}),))
