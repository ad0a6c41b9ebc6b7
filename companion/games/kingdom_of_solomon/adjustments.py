"""Settables besides the ledger: turn, phase, order, High Priest, pieces and pawns on the board.

What can be reckoned from the table follows what is set: who is next, and which pawns still count
for the Artisan.
"""

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Final, TypeAlias

from companion.games.kingdom_of_solomon import flow
from companion.games.kingdom_of_solomon.components import (
    ACTIONS,
    BONUSES,
    ENDS,
    PLACES,
    TERRITORIES,
    good_of,
)
from companion.games.kingdom_of_solomon.play import Play, in_new_order
from companion.games.kingdom_of_solomon.state import (
    CUBE,
    ON,
    PAWNS,
    PHASES,
    PIECES,
    PRIEST,
    ROAD,
    SEATS,
    Phase,
    State,
    waits,
)
from companion.kernel.pieces.ledger import ADJUSTMENTS, SUPPLY, Effect, Transfer
from companion.kernel.pieces.settables import (
    NOBODY,
    Settable,
    seat_label,
    seats_or_nobody,
    yes_or_no,
)
from companion.kernel.values import Seat, Term

_Move: TypeAlias = tuple[str, int, str, str]
"""Item, number, source and target."""


def _put(state: State, *moves: _Move) -> State:
    """Return the state after moving pieces: item, number, source, target."""
    moved = [Transfer(i, n, source, target, ADJUSTMENTS) for i, n, source, target in moves if n]
    return replace(state, ledger=state.ledger.post(moved))


def _where(state: State, item: str, home: str) -> str:
    """Return the account to take a piece from: its home, else where it stands."""
    if state.ledger.balance(home, item) > 0:
        return home
    held = [account for account, name, n in state.ledger.items() if name == item and n > 0]
    # The piece that marks the High Priest is used before one leaves the map.
    held.sort(key=lambda account: account != PRIEST)
    return next((account for account in held if account != ADJUSTMENTS), home)


def _holder(
    code: str,
    current: Callable[[State], Seat | None],
    home: Callable[[State, str], list[_Move]],
    to: Callable[[State, Seat], list[_Move]],
    after: Callable[[State, State], State] = lambda _before, state: state,
) -> Settable[State]:
    """Make a settable for the owner of what stands in a place.

    Args:
        code: its code.
        current: returns the owner.
        home: returns the moves that clear the place of what is not that value's.
        to: returns the moves that put something of a seat there.
        after: sets right what follows, of the state before and after.
    """

    def now(state: State) -> str:
        seat = current(state)
        return NOBODY if seat is None else str(seat)

    def put(state: State, value: str) -> State:
        cleared = _put(state, *home(state, value))
        if value == NOBODY or now(cleared) == value:
            return after(state, cleared)
        return after(state, _put(cleared, *to(cleared, int(value))))

    return Settable(code, seats_or_nobody, now, put, seat_label)


def _clearing(account: str, *items: tuple[str, ...]) -> Callable[[State, str], list[_Move]]:
    """Return the function of the moves by which everybody else's pieces go home."""

    def home(state: State, value: str) -> list[_Move]:
        there = state.ledger.balance
        return [
            (kind[seat], there(account, kind[seat]), account, SEATS[seat])
            for kind in items
            for seat in range(state.players)
            if str(seat) != value
        ]

    return home


_SPACES: Final = (*TERRITORIES, *ACTIONS, *BONUSES)


@cache
def _pawn(space: str) -> Settable[State]:
    account = ON[space]

    def to(state: State, seat: Seat) -> list[_Move]:
        return [(PAWNS[seat], 1, _where(state, PAWNS[seat], SEATS[seat]), account)]

    return _holder(
        f"pawn.{space}",
        lambda state: state.pawn_on(space),
        _clearing(account, PAWNS),
        to,
        lambda before, state: _standing(before, state, space),
    )


def _standing(before: State, state: State, space: str) -> State:
    """Let the pawns that count for the Artisan follow a pawn that is set on or off a territory."""
    was, now = before.pawn_on(space), state.pawn_on(space)
    if was == now or space not in TERRITORIES or not state.resolving:
        return state
    others = tuple(pair for pair in state.stood if pair[0] != space)
    return replace(state, stood=others if now is None else (*others, (space, now)))


@cache
def _piece(territory: str) -> Settable[State]:
    account = ON[territory]

    def to(state: State, seat: Seat) -> list[_Move]:
        source = _where(state, PIECES[seat], SEATS[seat])
        # A pawn replaces the piece that marks the High Priest.
        marker = _marking(state, seat) if source == PRIEST else []
        return [(PIECES[seat], 1, source, account), *marker]

    return _holder(
        f"palace.{territory}",
        lambda state: state.piece_on(territory),
        _clearing(account, PIECES),
        to,
    )


def _marking(state: State, seat: Seat) -> list[_Move]:
    """Return the move of a pawn to the High Priest: one that is not placed, if there is any."""
    return [(PAWNS[seat], 1, _where(state, PAWNS[seat], SEATS[seat]), PRIEST)]


def _to_priest(state: State, seat: Seat) -> list[_Move]:
    """Return the move of a marker to the High Priest; no building leaves the map for it."""
    if state.ledger.balance(SEATS[seat], PIECES[seat]) > 0:
        return [(PIECES[seat], 1, SEATS[seat], PRIEST)]
    return _marking(state, seat)


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
        order, seat = list(state.next_order), int(value)
        order[order.index(seat)], order[number] = order[number], seat
        changed = tuple(order)
        later = state.rulings["order_change"] != "immediate"
        if later and (state.resolving or state.order != state.next_order):
            # By ruling, a change while pawns are resolved counts from the next round on.
            return replace(state, next_order=changed)
        return replace(in_new_order(state, changed), next_order=changed)

    return Settable(
        f"order.{number}",
        lambda state: tuple(str(seat) for seat in state.next_order),
        lambda state: str(state.next_order[number]),
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
    stood = state.standing if phase is Phase.RESOLVE else ()
    agenda = (*left[::-1], waits(phase, *seats))
    return replace(state, agenda=agenda, over=False, built=(), stood=stood)


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
    yes_or_no(
        "priest_used",
        lambda state: state.priest_used,
        lambda state, used: replace(state, priest_used=used),
    ),
    _holder("priest", lambda state: state.priest, _clearing(PRIEST, PIECES, PAWNS), _to_priest),
)


def follow(before: State, after: State) -> tuple[State, tuple[Effect, ...]]:
    """Reckon from the pieces who is awaited in the phase that is due.

    Nobody left to place or to resolve does not end that phase: pawns may be set one after another.
    """
    if after.over or after.phase != before.phase:
        return after, ()
    play = Play(after)
    if after.phase in _BY_CARDS:
        _await_cards(play, before)
        flow.go_on(play)
    elif any(after.pawns(seat) != before.pawns(seat) for seat in range(after.players)):
        _await_pawns(play)
    return play.finished()


_BY_CARDS: Final = frozenset({Phase.TURN_UP, Phase.TRIM, Phase.REVEAL})
"""Phases that last as long as cards are left to turn up, to discard or to show."""


def _await_cards(play: Play, before: State) -> None:
    """Await those who have turned out to have fortune cards to discard or to show, too."""
    state, task = play.state, play.state.due
    limits = {Phase.TRIM: state.facts["fortune.kept"], Phase.REVEAL: 0}
    limit = limits.get(Phase(task.code))
    if limit is None:
        return
    more = [s for s in state.order if before.fortunes(s) <= limit < state.fortunes(s)]
    seats = tuple(s for s in state.order if s in task.seats or s in more)
    play.change(agenda=(*state.agenda[:-1], task.waiting_for(seats)))


def _await_pawns(play: Play) -> None:
    """Await those whose pawns are still to be placed or resolved, in their order."""
    state, task = play.state, play.state.due
    if task.code == Phase.PLACE:
        seats = tuple(s for s in state.order if state.pawns(s) and not state.claimed(s))
    elif task.code == Phase.RESOLVE:
        seats = tuple(s for s in state.order if state.left_on_board(s))
    else:
        return
    if seats:
        play.change(agenda=(*state.agenda[:-1], task.waiting_for(seats)))
        play.change(agenda=in_new_order(play.state, state.order).agenda)


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
