"""The loading round and the dice of a new ship."""

from collections.abc import Iterator

from companion.games.santiago_de_cuba import actions as acts
from companion.games.santiago_de_cuba import terms
from companion.games.santiago_de_cuba.components import DEMANDED, WOOD
from companion.games.santiago_de_cuba.legality import happened
from companion.games.santiago_de_cuba.legality.common import (
    Rule,
    goods_short,
    none_held,
    not_demanded,
    step,
)
from companion.games.santiago_de_cuba.state import Phase, State
from companion.kernel.refusal import NOT_APPLICABLE, Failure, Finding, Kind, Remedy
from companion.kernel.values import Counted, Params, SeatRef

Load = acts.LoadGoods | acts.LoadWood


def _more_than_demanded(state: State, action: Load) -> Finding:
    # Never more than the die shows.
    asked = state.demand(action.good)
    if action.amount <= asked:
        return None
    params: Params = {
        "good": terms.good(action.good),
        "asked": asked,
        "loaded": action.amount,
    }
    return Failure(params)


def _as_demanded(state: State, action: Load) -> Iterator[Remedy]:
    asked = state.demand(action.good)
    yield Remedy("load_at_most", {"asked": asked}, {"amount": asked})


MORE_THAN_DEMANDED = Rule(
    "more_than_demanded",
    ("port.demand",),
    _more_than_demanded,
    ("good", "amount"),
    ("not_demanded",),
    mend=_as_demanded,
)

LOAD_GOODS = (
    *step(Phase.LOADING, happened=happened.LOADED_GOODS),
    not_demanded("port.loading"),
    MORE_THAN_DEMANDED,
    none_held(lambda a: a.good, "port.loading", "good"),
    goods_short(lambda a: a.good, lambda a: a.amount, "port.loading", ("good", "amount")),
)
LOAD_WOOD = (
    *step(Phase.LOADING, happened=happened.LOADED_WOOD),
    none_held(lambda _a: WOOD, "port.wood"),
    not_demanded("port.wood"),
    MORE_THAN_DEMANDED,
    goods_short(lambda _a: WOOD, lambda a: a.amount, "port.wood", ("amount",)),
)
PASS_LOADING = step(Phase.LOADING, happened=happened.ROUND, grounds=("port.passing",))


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
