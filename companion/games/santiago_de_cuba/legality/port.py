"""The dice of a new ship."""

from collections.abc import Iterator

from companion.games.santiago_de_cuba import actions as acts
from companion.games.santiago_de_cuba import terms
from companion.games.santiago_de_cuba.components import DEMANDED
from companion.games.santiago_de_cuba.legality import happened
from companion.games.santiago_de_cuba.legality.common import (
    Rule,
    step,
)
from companion.games.santiago_de_cuba.state import Phase, State
from companion.kernel.refusal import NOT_APPLICABLE, Failure, Finding, Kind, Remedy
from companion.kernel.values import Counted, SeatRef


def _kept(action: acts.RollShip) -> dict[str, int | None]:
    """By good, the faces of the dice that go on the ship."""
    return {good: getattr(action, good) for good in DEMANDED if good != action.aside}


def _none_set_aside(state: State, action: acts.RollShip) -> Finding:
    # The ship has a space for each die but one.
    if action.aside in DEMANDED:
        return None
    return Failure({"kept": Counted(state.facts.kept, "dado")})


def _set_one_aside(_state: State, _action: acts.RollShip) -> Iterator[Remedy]:
    for name in DEMANDED:
        yield Remedy("set_aside", {"good": terms.good(name)}, {"aside": name, name: None})


def _no_such_face(state: State, action: acts.RollShip) -> Finding:
    # Each die on the ship shows one of its faces.
    for good, shown in _kept(action).items():
        faces = tuple(dict.fromkeys(state.facts.faces[good]))
        if shown not in faces:
            return Failure({"good": terms.good(good), "faces": faces})
    return None


def _nothing_demanded(state: State, action: acts.RollShip) -> Finding:
    # A ship that asks for nothing is not foreseen: rolled again, unless the table reads otherwise.
    ruling = "all_zero_ship"
    if any(_kept(action).values()):
        return None
    if state.rulings[ruling] == "leaves_and_counts":
        return NOT_APPLICABLE
    return Failure({"seat": SeatRef(action.seat)}, ruling=ruling)


ROLL_SHIP = (
    *step(Phase.ROLL, happened=happened.DICE, grounds=("ship.who_rolls",)),
    Rule(
        "none_set_aside",
        ("ship.dice",),
        _none_set_aside,
        ("aside",),
        kind=Kind.EXISTENCE,
        mend=_set_one_aside,
        grounds=("ship.dice",),
    ),
    Rule(
        "no_such_face",
        ("components.dice",),
        _no_such_face,
        ("aside", *DEMANDED),
        kind=Kind.EXISTENCE,
    ),
    Rule(
        "nothing_demanded",
        ("ship.all_zero",),
        _nothing_demanded,
        ("aside", *DEMANDED),
        ("no_such_face",),
        grounds=(),
    ),
)
SETTLE_EMPTY_SHIP = step(
    Phase.EMPTY_SHIP, happened=happened.EMPTY_SHIP, grounds=("ship.second_in_turn",)
)
