"""Sample tables: a box whose unknown flowers are invented, and a layout of a table."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from random import Random
from typing import Any

from companion.games.santiago_de_cuba import GAME
from companion.games.santiago_de_cuba.buildings import BUILDINGS, CITIZENS, WITH_FLOWER
from companion.games.santiago_de_cuba.components import FLOWERS, SantiagoOptions, flower_fact
from companion.games.santiago_de_cuba.state import (
    ITEM_OF,
    MARKERS,
    ON,
    PESO,
    POINT,
    SEATS,
    State,
    setup,
)
from companion.games.santiago_de_cuba.turn import Phase, Then, Turn
from companion.kernel.agenda import Agenda, Task
from companion.kernel.box.facts import FactValue
from companion.kernel.pieces.ledger import SUPPLY, Transfer
from companion.kernel.play import frozen
from companion.rulebook.loader import load
from tests.games.cases import played

GAME_ID = "santiago_de_cuba"
NAMES = ("Ana", "Beto", "Clara", "Dani")
DATA = load(GAME_ID)
RULE = "table.adjustment"

STREET = (
    "maria", "jose", "miguel", "pedro", "zorro", "pablo", "alonso", "conchita", "martinez",
)  # fmt: skip
"""Street with three steps from María to Pedro, as in the rulebook's example of driving."""

LIKELY = {"maria": "red", "martinez": "red", "conchita": "yellow", "pablo": "blue"}
"""Invented flowers: with these, every colour is on two citizens."""

WEIGHTS = dict.fromkeys(GAME.action_models, 1.0) | {
    "decline": 0.3,
    "pass_loading": 0.4,
    "claim_building": 3.0,
}
"""Weight of each kind of action in random play."""


def full_facts(rng: Random | None = None) -> dict[str, FactValue]:
    """Return a box in which every flower is known; the invented ones differ from draw to draw."""
    facts = DATA.default_facts()
    for citizen in WITH_FLOWER:
        if flower_fact(citizen) not in facts:
            colour = rng.choice(FLOWERS) if rng else LIKELY[citizen]
            facts[flower_fact(citizen)] = colour
    if "red" not in facts.values():
        facts[flower_fact("maria")] = "red"
    return facts


def table(rng: Random) -> tuple[SantiagoOptions, dict[str, FactValue], dict[str, str]]:
    """Return options, box and rulings drawn at random, good for a match."""
    players = rng.choice((2, 3, 4))
    options = SantiagoOptions(
        players=NAMES[:players],
        first_seat=rng.randrange(players),
        street=tuple(rng.sample(CITIZENS, len(CITIZENS))),
        buildings=tuple(rng.sample(BUILDINGS, len(BUILDINGS))),
    )
    rulings = {ruling.id: rng.choice(ruling.readings) for ruling in DATA.rulings}
    facts = full_facts(rng)
    if rng.random() < 0.1:
        # A table that has not read off every flower.
        del facts[flower_fact(rng.choice(("maria", "pablo")))]
    return options, facts, rulings


def start(players: int = 2, **rulings: str) -> State:
    """Return the first state of a match on the sample street."""
    turn = {"seat": players - 1, "number": 0, "phase": "roll"}
    return lay({"players": players, "rulings": rulings, "ship": {"empty": True}, "turn": turn})


def lay(given: Mapping[str, Any]) -> State:
    """Return the state that a case describes: the first turn of seat 0, with the case's changes.

    The ship demands 2 sugar, 2 rum, 1 tobacco and 1 citrus unless `ship` says otherwise.
    """
    facts = full_facts() | {f: _plain(v) for f, v in given.get("facts", {}).items()}
    for fact in given.get("unknown", ()):
        del facts[fact]
    options = SantiagoOptions(
        players=NAMES[: given.get("players", 2)],
        street=tuple(given.get("street", STREET)),
        **({"buildings": tuple(given["buildings"])} if "buildings" in given else {}),
    )
    rulings = {**DATA.default_rulings(), **given.get("rulings", {})}
    state = setup(options, facts, rulings)
    state = _with_turn(_with_board(_with_counts(state, given), given), given)
    return played(GAME, state, given.get("played", ()))


def _plain(value: Any) -> FactValue:
    return tuple(value) if isinstance(value, list) else value


def _with_counts(state: State, given: Mapping[str, Any]) -> State:
    """Apply `has`: by seat, how much it holds of each thing."""
    ledger = state.ledger
    for seat, holdings in given.get("has", {}).items():
        for name, amount in holdings.items():
            item = {"peso": PESO, "point": POINT}.get(name) or ITEM_OF[name]
            more = amount - ledger.balance(SEATS[int(seat)], item)
            ledger = ledger.post([Transfer(item, more, SUPPLY, SEATS[int(seat)], RULE)])
    for good, left in given.get("supply", {}).items():
        # Give what is not in the supply to the last seat.
        more = ledger.balance(SUPPLY, ITEM_OF[good]) - left
        last = SEATS[state.players - 1]
        ledger = ledger.post([Transfer(ITEM_OF[good], more, SUPPLY, last, RULE)])
    return replace(state, ledger=ledger)


def _with_board(state: State, given: Mapping[str, Any]) -> State:
    pawns = list(state.pawns)
    for seat, building in given.get("pawns", {}).items():
        pawns[int(seat)] = building
    ledger = state.ledger
    for building, seat in given.get("owners", {}).items():
        moved = Transfer(MARKERS[seat], 1, SEATS[seat], ON[building], RULE)
        ledger = ledger.post([moved])
    ship = {"demand": {"sugar": 2, "rum": 2, "tobacco": 1, "citrus": 1}, **given.get("ship", {})}
    demand = ship.pop("demand")
    rolled = frozen(demand) if demand and not ship.pop("empty", False) else None
    return replace(
        state,
        ledger=ledger,
        pawns=tuple(pawns),
        owners=frozen(given.get("owners", {})),
        inactive=frozenset(given.get("inactive", ())),
        waking=given.get("waking"),
        car=given.get("car", state.car),
        ship=replace(state.ship, demand=rolled, **ship),
        over=given.get("over", False),
    )


def _with_turn(state: State, given: Mapping[str, Any]) -> State:
    turn = {"seat": 0, "number": 1, **given.get("turn", {})}
    agenda = _agenda(turn)
    return replace(state, turn=Turn(**turn), agenda=agenda)


def _agenda(turn: dict[str, Any]) -> Agenda:
    """Return the agenda that the case implies by its turn."""
    phase = Phase(turn.pop("phase", "drive"))
    waiting, resume = tuple(turn.pop("waiting", ())), turn.pop("resume", None)
    passes, using = turn.pop("passes", 0), turn.pop("using", None)
    by_lawyer = turn.pop("by_lawyer", False)
    about = (("building", using), ("by_lawyer", by_lawyer)) if using else ()
    one_by_one = phase is Phase.LOADING
    task = Task(phase, waiting or (turn["seat"],), one_by_one, about)
    if phase is Phase.DRIVE:
        return (task,)
    if phase is Phase.ROLL:
        return (Task(Then.NEXT_TURN), task)
    if phase in (Phase.GOOD, Phase.LAWYER, Phase.TRIBUTE) or by_lawyer:
        return (Task(Then.FINISH), Task(Then.GO_ON), task)
    if resume == "drive":
        return (Task(Then.FINISH), Task(Then.ARRIVE), *(Task(Then.PASS_PORT),) * passes, task)
    return (Task(Then.FINISH), task)


def _next_turn(then: State, now: State, action: Any) -> bool:
    return now.turn.number > then.turn.number and now.turn.seat == action.seat


def _next_round(then: State, now: State, _action: Any) -> bool:
    if now.phase != Phase.LOADING:
        return False
    return then.phase != Phase.LOADING or now.turn.number > then.turn.number


def _own_go(then: State, now: State, action: Any) -> bool:
    return now.turn.number > then.turn.number or now.awaited == (action.seat,)


UNTIL: dict[str, Callable[[Any, Any, Any], bool]] = {
    "next_turn": _next_turn,
    "next_round": _next_round,
    "own_go": _own_go,
    "next_ship": lambda _then, now, _action: now.ship.demand is None,
}
"""Predicate of each moment by code: `(the state refused on, the state now, action)`."""


def answer(unknown: State, known: State) -> Any:
    """Return the report that is due only where nobody has read a flower: the pawn stays."""
    visit, seat = Phase.VISIT, unknown.awaited[0] if unknown.awaited else 0
    if not unknown.agenda or unknown.phase != visit or known.phase == visit:
        return None
    return GAME.read_action(
        {"kind": "visit_building", "seat": seat, "building": unknown.pawns[seat]}
    )
