"""Counting, adjustments, duties and invariants of a table."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Final

from companion.games.kingdom_of_solomon import terms
from companion.games.kingdom_of_solomon.components import (
    ACTIONS,
    BONUSES,
    CARDS,
    ENDS,
    GOODS,
    PARTS,
    PLACES,
    TERRITORIES,
    good_of,
)
from companion.games.kingdom_of_solomon.initial_state import pawns_of
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
from companion.kernel import by_hand
from companion.kernel.duties import Duty, Problem
from companion.kernel.effects import Transfer
from companion.kernel.ledger import ADJUSTMENTS, SUPPLY, ItemSpec, ledger_problems
from companion.kernel.settables import (
    NOBODY,
    Settable,
    seat_label,
    seats_or_nobody,
)
from companion.kernel.values import Seat, Term, Value

_ROOM: Final = frozenset({"territory", "action", "bonus", CARD, "seat", PRIEST})

ITEMS: Final = (
    ItemSpec("cube", kinds=frozenset(CUBE.values()), places=frozenset({SUPPLY, "seat", "price"})),
    ItemSpec(POINT, frozenset({SUPPLY}), places=frozenset({SUPPLY, "seat"})),
    ItemSpec("pawn", kinds=frozenset(PAWNS), places=_ROOM),
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
_IN_DEBT: Final = replace(ITEMS[1], unbounded=frozenset({SUPPLY, *SEATS}))


def items_in(state: State) -> tuple[ItemSpec, ...]:
    """Return the items of this table; by ruling points may go below zero."""
    if state.rulings["points_below_zero"] == "no":
        return ITEMS
    return (ITEMS[0], _IN_DEBT, *ITEMS[2:])


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
    return (Duty(f"{phase}_due", state.awaited, section, action, others=others),)


# Invariants


def invariants(state: State) -> tuple[Problem, ...]:
    """Return all broken invariants of the state."""
    facts, players = state.facts, state.players
    totals = {
        "cube": sum(facts.cubes(good, players) for good in GOODS),
        POINT: facts["start.points"] * players,
        "pawn": pawns_of(players, state.rulings) * players,
        "palace": facts["palaces"] * players,
        ROAD: facts["roads"],
        TOKEN: facts["tokens"],
        CARD: len(CARDS),
        FORTUNE: facts["fortunes"],
    }
    return tuple(ledger_problems(state.ledger, items_in(state), totals))


# Settables beyond the ledger


def _put(state: State, *moves: tuple[str, int, str, str]) -> State:
    """Return the state after moving pieces: item, number, source, target."""
    moved = [Transfer(i, n, source, target, ADJUSTMENTS) for i, n, source, target in moves if n]
    return replace(state, ledger=state.ledger.post(moved))


def _where(state: State, item: str, home: str) -> str:
    """Return the account to take a piece from: its home, else where it stands."""
    if state.ledger.balance(home, item) > 0:
        return home
    held = (account for account, name, n in state.ledger.items() if name == item and n > 0)
    return next((account for account in held if account != ADJUSTMENTS), home)


def _holder(
    code: str, account: str, items: tuple[str, ...], whose: Callable[[State], Seat | None]
) -> Settable[State]:
    """Make a settable for the owner of the piece in a place; other pieces go home."""

    def current(state: State) -> str:
        seat = whose(state)
        return NOBODY if seat is None else str(seat)

    def put(state: State, value: str) -> State:
        seats = range(state.players)
        there = {seat: state.ledger.balance(account, items[seat]) for seat in seats}
        home = [(items[s], n, account, SEATS[s]) for s, n in there.items() if str(s) != value]
        if value != NOBODY and there[int(value)] == 0:
            item = items[int(value)]
            home.append((item, 1, _where(state, item, SEATS[int(value)]), account))
        return _put(state, *home)

    return Settable(code, seats_or_nobody, current, put, seat_label)


_SPACES: Final = (*TERRITORIES, *ACTIONS, *BONUSES)


@cache
def _pawn(space: str) -> Settable[State]:
    return _holder(f"pawn.{space}", ON[space], PAWNS, lambda state: state.pawn_on(space))


@cache
def _piece(territory: str) -> Settable[State]:
    return _holder(
        f"palace.{territory}", ON[territory], PIECES, lambda state: state.piece_on(territory)
    )


FULL: Final = "full"
EMPTY: Final = "empty"


def _filling(code: str, account: str, item: str) -> Settable[State]:
    """Make a settable for whether a place holds its cube or road."""

    def current(state: State) -> str:
        return FULL if state.ledger.balance(account, item) else EMPTY

    def put(state: State, value: str) -> State:
        there = state.ledger.balance(account, item)
        number = (value == FULL) - there
        source, target = (SUPPLY, account) if number > 0 else (account, SUPPLY)
        return _put(state, (item, abs(number), source, target))

    return Settable(
        code, lambda _state: (EMPTY, FULL), current, put, lambda value: Term(f"stall.{value}")
    )


@cache
def _place(place: str) -> Settable[State]:
    return _filling(f"market.{place}", ON[place], CUBE[good_of(place)])


@cache
def _road(way: str) -> Settable[State]:
    return _filling(f"road.{way}", ON[way], ROAD)


@cache
def _token(number: int) -> Settable[State]:
    """Make a settable for a place of the turn order, which swaps two order tokens."""

    def put(state: State, value: str) -> State:
        order, seat = list(state.order), int(value)
        order[order.index(seat)], order[number] = order[number], seat
        return replace(state, order=tuple(order), next_order=tuple(order))

    return Settable(
        f"order.{number}",
        lambda state: tuple(str(seat) for seat in state.order),
        lambda state: str(state.order[number]),
        put,
        seat_label,
    )


def _set_phase(state: State, value: str) -> State:
    """Restart a phase with everybody in the turn order."""
    if value == state.phase:
        return state
    phase = Phase(value)
    seats = state.order[::-1] if phase is Phase.MARKET else state.order
    left = PHASES[_PHASES.index(value) + 1 :]
    return replace(state, agenda=(*left[::-1], waits(phase, *seats)), over=False, built=())


_PHASES: Final = tuple(map(str, (Phase.PLACE, Phase.RESOLVE, Phase.MARKET, Phase.BUILD)))


def _phases(state: State) -> tuple[str, ...]:
    return _PHASES if state.phase in _PHASES else (str(state.phase), *_PHASES)


def _set_turn(state: State, value: str) -> State:
    seat, seats = int(value), state.due.seats
    others = tuple(s for s in seats if s != seat)
    return replace(state, agenda=(*state.agenda[:-1], state.due._replace(seats=(seat, *others))))


_BEFORE: Final[tuple[Settable[State], ...]] = (
    Settable(
        "turn",
        lambda state: tuple(map(str, state.due.seats)),
        lambda state: str(state.due.seats[0]),
        _set_turn,
        seat_label,
    ),
    Settable(
        "phase",
        _phases,
        lambda state: str(state.phase),
        _set_phase,
        lambda value: Term(f"phase.{value}"),
    ),
    Settable(
        "priest_used",
        lambda _state: ("no", "yes"),
        lambda state: "yes" if state.priest_used else "no",
        lambda state, value: replace(state, priest_used=value == "yes"),
        lambda value: Term(value),
    ),
    _holder("priest", PRIEST, PIECES, lambda state: state.priest),
)


def settables_in(state: State) -> tuple[Settable[State], ...]:
    """Return the settables: turn, order, pawns, buildings, market and roads."""
    ways = (way for way in ENDS if state.road(way) or state.printed[f"{way}.joined"] == "yes")
    return (
        *_BEFORE,
        *map(_token, range(state.players)),
        *map(_pawn, _SPACES),
        *map(_piece, TERRITORIES),
        *map(_place, PLACES),
        *map(_road, ways),
    )


def label(value: str) -> Value:
    """Return the term of a thing by its key."""
    return terms.term(value)
