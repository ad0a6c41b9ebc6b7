"""Meanings of touching a place of the street, by the phase of the turn."""

from typing import Any

from companion.games.santiago_de_cuba.acts.buildings import USE_OF
from companion.games.santiago_de_cuba.buildings import BUILDINGS
from companion.games.santiago_de_cuba.citizens import ANSWERS
from companion.games.santiago_de_cuba.components import GOODS, PORT, WOOD
from companion.games.santiago_de_cuba.turn import OPTIONAL, Phase
from companion.games.santiago_de_cuba.verbs import WITH_SHIP
from companion.games.santiago_de_cuba.view import SantiagoTable, SantiagoTurn
from companion.kernel.forms.form import Choices, Draft
from companion.kernel.game import next_field
from companion.kernel.values import Seat
from companion.match.fold import Match
from companion.ui.games.santiago_de_cuba.board_view import SHIP
from companion.ui.views.report.interaction import Start

_DECLINE = Start("decline")
_LOADING = (Start("load_goods"), Start("load_wood"), Start("pass_loading"))


def starts(match: Match, seat: Seat, place: str) -> tuple[Start, ...]:
    """Return the meanings of touching a place, the likeliest first; always at least one."""
    view: SantiagoTable = match.game.public_view(match.state, None)
    turn = view.turn
    if place == SHIP:
        return _ship(turn)
    if place == view.car and (here := _at_car(turn.phase)):
        return here
    answers = _answers(match, seat, turn, place)
    if answers:
        return answers
    if place in GOODS:
        return _good(match, seat, turn, place)
    if place in BUILDINGS:
        return _building(turn, place)
    return (Start("drive", {"to": place}),)


def _at_car(phase: str) -> tuple[Start, ...]:
    """Return the acts of the car's stop: those its citizen asks for, or loading in the port."""
    if phase == Phase.LOADING:
        return _LOADING
    asked = tuple(map(Start, _answering_acts(phase)))
    return (*asked, _DECLINE) if asked and phase in OPTIONAL else asked


def _answering_acts(phase: str) -> tuple[str, ...]:
    """Return the acts that answer the demand of a citizen."""
    return next((kinds for asks, kinds in ANSWERS.items() if asks == phase), ())


def _answers(match: Match, seat: Seat, turn: SantiagoTurn, place: str) -> tuple[Start, ...]:
    """Return the due acts whose first question the place can answer."""
    kinds = _answering_acts(turn.phase) or _using(turn)
    questions = ((kind, *_first(match, seat, kind)) for kind in kinds)
    return tuple(
        Start(kind, {field: place}) for kind, field, values in questions if place in values
    )


def _using(turn: SantiagoTurn) -> tuple[str, ...]:
    """Return the act that uses the due building."""
    return (USE_OF[turn.using],) if turn.phase == Phase.BUILDING else ()


def _first(match: Match, seat: Seat, kind: str) -> tuple[str, tuple[Any, ...]]:
    """Return the first question of an act and its possible answers."""
    draft = Draft(kind, seat, {})
    name = next_field(match.game, draft)
    if name is None:
        return "", ()
    candidates = match.game.candidates(match.state, draft, name)
    return name, candidates.values if isinstance(candidates, Choices) else ()


def _building(turn: SantiagoTurn, building: str) -> tuple[Start, ...]:
    """Return the visit to a building, or its use if one is due."""
    if turn.phase == Phase.BUILDING:
        return (Start(USE_OF[building]), *([_DECLINE] if turn.using == building else []))
    return (Start("visit_building", {"building": building}),)


def _good(match: Match, seat: Seat, turn: SantiagoTurn, good: str) -> tuple[Start, ...]:
    """Return the loading of a good, or the due act that is about goods."""
    for kind in _using(turn):
        if set(GOODS) & set(_first(match, seat, kind)[1]):
            # The pending act asks for a good, and this good does not answer it.
            return (Start(kind), _DECLINE)
    if good == WOOD:
        return (Start("load_wood"),)
    if turn.phase == Phase.ROLL:
        return (Start("roll_ship", {"aside": good}),)
    return (Start("load_goods", {"good": good}), Start("load_wood", {"good": good}))


def _ship(turn: SantiagoTurn) -> tuple[Start, ...]:
    """Return the due acts of the ship, or else the drive to it."""
    if turn.phase == Phase.BUILDING and turn.using in WITH_SHIP:
        return (Start(USE_OF[turn.using]), _DECLINE)
    due = {
        "roll": (Start("roll_ship"),),
        "empty_ship": (Start("settle_empty_ship"),),
        "loading": _LOADING,
    }
    return due.get(turn.phase, (Start("drive", {"to": PORT}),))
