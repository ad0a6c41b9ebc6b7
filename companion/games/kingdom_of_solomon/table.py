"""Counting, adjustments, duties and invariants of a table."""

from dataclasses import replace
from functools import cache
from types import MappingProxyType
from typing import Final

from companion.games.kingdom_of_solomon.components import (
    CARDS,
    GOODS,
    PARTS,
    SolomonOptions,
    as_read,
    read_facts,
    read_typed,
)
from companion.games.kingdom_of_solomon.flow import upcoming
from companion.games.kingdom_of_solomon.play import (
    all_in_hand,
    pawns_of,
    pawns_put_aside,
    spare_pawns,
)
from companion.games.kingdom_of_solomon.state import (
    BLOCK,
    CARD,
    CARD_ITEM,
    CUBE,
    DECK,
    DISCARD,
    FORTUNE,
    FORTUNES_DECK,
    OFFER,
    ON,
    PAWNS,
    PHASES,
    PIECES,
    POINT,
    PRIEST,
    ROAD,
    SEATS,
    TOKEN,
    Phase,
    State,
    waits,
)
from companion.kernel.box import by_hand
from companion.kernel.box.facts import FactValues
from companion.kernel.box.printed_values import HasPrintedValues, typed_box
from companion.kernel.duties import Duty, Fix, Problem, following
from companion.kernel.pieces.ledger import SUPPLY, ItemSpec, Ledger, ledger_problems
from companion.kernel.rulings import Rulings
from companion.kernel.values import Counted, SeatRef, Value, seat_refs


def with_rulings(state: State, rulings: Rulings) -> State:
    """Return the state under other readings; before anybody has placed, with as many pawns."""
    ruled = replace(state, rulings=MappingProxyType(dict(rulings)))
    if not all(all_in_hand(state, seat) for seat in range(state.players)):
        return ruled
    return replace(ruled, ledger=ruled.ledger.post(pawns_put_aside(ruled)))


def setup(options: SolomonOptions, values: FactValues, rulings: Rulings) -> State:
    """Return the first state; no setup condition may fail."""
    facts, players = read_facts(values), len(options.players)
    order = options.order or tuple(range(players))
    balances = {
        (SUPPLY, ROAD): facts["roads"],
        (SUPPLY, TOKEN): facts["tokens"],
        (DECK, CARD): len(CARDS),
        (FORTUNES_DECK, FORTUNE): facts["fortunes"],
        **{(SUPPLY, CUBE[good]): facts.cubes(good, players) for good in GOODS},
    }
    for seat in range(players):
        balances[SEATS[seat], POINT] = facts["start.points"]
        balances[SUPPLY, PAWNS[seat]] = spare_pawns(players, rulings)
        balances[SEATS[seat], PAWNS[seat]] = pawns_of(players) - spare_pawns(players, rulings)
        balances[SEATS[seat], PIECES[seat]] = facts["palaces"]
    return State(
        options=options,
        facts=facts,
        printed=read_typed(values),
        rulings=MappingProxyType(dict(rulings)),
        ledger=Ledger(balances),
        agenda=(*PHASES[::-1], waits(Phase.TURN_UP, order[0])),
        order=order,
        next_order=order,
        round=1,
        stood=(),
        priest_used=False,
        met=frozenset(),
        built=(),
        over=False,
        seen=(-1, False),
        unposted=(),
    )


BOX: Final[HasPrintedValues[State]] = typed_box(as_read)


_ROOM: Final = frozenset({"territory", "action", "bonus", CARD, "seat", PRIEST})

ITEMS: Final = (
    ItemSpec("cube", kinds=frozenset(CUBE.values()), places=frozenset({SUPPLY, "seat", "price"})),
    ItemSpec(POINT, frozenset({SUPPLY}), track=True, places=frozenset({SUPPLY, "seat"})),
    ItemSpec("pawn", kinds=frozenset(PAWNS), places=_ROOM | {SUPPLY}),
    ItemSpec("palace", kinds=frozenset(PIECES), places=frozenset({"territory", "seat", PRIEST})),
    ItemSpec(ROAD, places=frozenset({SUPPLY, "frontier"})),
    ItemSpec(TOKEN, places=frozenset({SUPPLY, "seat"})),
    ItemSpec(BLOCK, frozenset({SUPPLY}), places=frozenset({SUPPLY, "temple"})),
    ItemSpec(
        CARD,
        kinds=frozenset({CARD, *CARD_ITEM.values()}),
        places=frozenset({DECK, OFFER, "seat"}),
        copies=dict.fromkeys(CARD_ITEM.values(), 1),
    ),
    ItemSpec(FORTUNE, places=frozenset({FORTUNES_DECK, DISCARD, "seat"})),
)


def items_in(state: State) -> tuple[ItemSpec, ...]:
    """Return the items of this table; points may go below zero by ruling, or if some are unread."""
    if state.rulings["points_below_zero"] != "no":
        return _items(frozenset(SEATS))
    return _items(frozenset(one.account for one in state.unposted if one.gained))


@cache
def _items(in_debt: frozenset[str]) -> tuple[ItemSpec, ...]:
    """Return the items if some accounts can have less than no points."""
    return (ITEMS[0], replace(ITEMS[1], owed=in_debt), *ITEMS[2:])


def accounts(state: State) -> tuple[str, ...]:
    """Return the countable accounts.

    Things on a place of the map are set by place.
    """
    piles = (SUPPLY, DECK, OFFER, FORTUNES_DECK, DISCARD)
    return (*SEATS[: state.players], *piles, *(ON[part] for part in PARTS))


# Duties

_STEPS: Final = {
    Phase.TURN_UP: ("round.refill", "turn_up"),
    Phase.PLACE: ("placement", "place_pawn"),
    Phase.RESOLVE: ("resolution", None),
    Phase.MARKET: ("market", None),
    Phase.BUILD: ("building", "end_building"),
    Phase.TRIM: ("fortune.limit", "discard_fortune"),
    Phase.REVEAL: ("end.fortunes", "end_fortunes"),
}
"""Section and act of each due task."""


_OTHERWISE: Final = {
    Phase.PLACE: ("claim_bonus", "keep_pawns"),
    Phase.TRIM: ("play_fortune",),
    Phase.REVEAL: ("play_fortune",),
}
"""Other acts that end each due task: placing, or a hand within its limit or empty."""


@by_hand.first
def duties(state: State) -> tuple[Duty, ...]:
    """Return the tasks that the table waits for."""
    phase = Phase(state.phase)
    section, action = _STEPS[phase]
    others = _OTHERWISE.get(phase, ())
    params = following(state, upcoming(state))
    return (Duty(f"{phase}_due", state.awaited, section, action, params, others=others),)


# Invariants


def invariants(state: State) -> tuple[Problem, ...]:
    """Return all broken invariants of the state."""
    facts, players = state.facts, state.players
    totals = {
        "cube": sum(facts.cubes(good, players) for good in GOODS),
        POINT: facts["start.points"] * players,
        "pawn": pawns_of(players) * players,
        "palace": facts["palaces"] * players,
        ROAD: facts["roads"],
        TOKEN: facts["tokens"],
        CARD: len(CARDS),
        FORTUNE: facts["fortunes"],
    }
    problems = ledger_problems(state.ledger, items_in(state), totals)
    return (*problems, *_priest_problems(state))


def _priest_problems(state: State) -> tuple[Problem, ...]:
    """Return whether somebody has more tokens than the seat that controls the High Priest."""
    seats, holder = range(state.players), state.priest
    tokens = [state.ledger.balance(SEATS[seat], TOKEN) for seat in seats]
    theirs, most = (0 if holder is None else tokens[holder]), max(tokens)
    if most <= theirs:
        return ()
    richer = tuple(seat for seat in seats if tokens[seat] == most)
    params: dict[str, Value] = {
        "seats": seat_refs(richer),
        "most": Counted(most, TOKEN),
        "holder": () if holder is None else (SeatRef(holder),),
        "theirs": theirs,
    }
    places = tuple((SEATS[seat], TOKEN) for seat in seats)
    fixes = tuple(Fix(settings=(("priest", str(seat)),)) for seat in richer)
    return (Problem("priest_with_fewer", params, places, ("priest",), fixes),)
