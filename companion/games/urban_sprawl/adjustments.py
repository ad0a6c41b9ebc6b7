"""Settables besides the ledger: the turn, offices, cards on places, the city."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Final

from companion.games.urban_sprawl import terms
from companion.games.urban_sprawl.city import Building, name_of
from companion.games.urban_sprawl.components import (
    CONTRACT_PLACES,
    CONTRACTS,
    DECKS,
    FAVORS,
    MARKERS,
    OFFICES,
    PERMITS,
    PLANNING_ROW,
    RENEWAL,
    SITE_OF,
    TOP,
    TRACK,
    deck_of,
)
from companion.games.urban_sprawl.grid import (
    CIRCLES,
    COLOURS,
    FOOTPRINTS,
    LOTS,
    SIZES,
    block_of,
)
from companion.games.urban_sprawl.state import (
    CARD_OF,
    DECK,
    FAVOR_OF,
    ITEM,
    ON,
    PENDING,
    SEATS,
    Phase,
    State,
    Turn,
    waits,
)
from companion.kernel.agenda import Task
from companion.kernel.pieces.ledger import ADJUSTMENTS, SUPPLY, Effect, Reveal, Transfer, family
from companion.kernel.pieces.settables import (
    NOBODY,
    Settable,
    seat_label,
    seats_or_nobody,
    turn,
    yes_or_no,
)
from companion.kernel.play import frozen
from companion.kernel.values import Seat, Term, Value

EMPTY: Final = "empty"


def _post(state: State, *moved: Effect) -> State:
    return replace(state, ledger=state.ledger.post(moved))


def _set_turn(state: State, value: str) -> State:
    """Give a whole turn to another seat; tasks of the previous one wait for it."""
    seat, before = int(value), state.turn.seat
    if seat == before:
        return state
    agenda = tuple(_handed_on(task, before, seat) for task in state.agenda)
    points = state.points_to_begin(seat) if state.turns else 0
    return replace(state, turn=Turn(seat, points), agenda=agenda)


def _handed_on(task: Task, before: Seat, seat: Seat) -> Task:
    """Return a task of the seat whose turn it is, as one of another seat."""
    handed = task if task.of("seat") != before else task.with_of(seat=seat)
    return handed.waiting_for((seat,)) if task.seats == (before,) else handed


def _number(code: str, most: int, current: Callable[[State], int], put: str) -> Settable[State]:
    return Settable(
        code,
        lambda state: tuple(map(str, range(max(most, current(state)) + 1))),
        lambda state: str(current(state)),
        lambda state, value: replace(state, turn=replace(state.turn, **{put: int(value)})),
        int,
    )


def _set_phase(state: State, value: str) -> State:
    """Drop pending tasks and resume the turn."""
    if value == state.phase:
        return state
    agenda = (waits(Phase.ACT, state.turn.seat),)
    turns, left = max(1, state.turns), tuple(one for one in state.left if not one.final)
    return replace(state, agenda=agenda, over=False, turns=turns, left=left, final=frozen({}))


def _phases(state: State) -> tuple[str, ...]:
    return tuple(dict.fromkeys((str(state.phase), str(Phase.ACT))))


def _deck_open(deck: str) -> Settable[State]:
    def put(state: State, opened: bool) -> State:
        active = {*state.active, deck} if opened else {*state.active} - {deck}
        return replace(state, active=tuple(d for d in DECKS if d in active))

    return yes_or_no(f"active.{deck}", lambda state: deck in state.active, put)


def _office(office: str) -> Settable[State]:
    item = ITEM[office]

    def current(state: State) -> str:
        seat = state.holder(office)
        return NOBODY if seat is None else str(seat)

    def put(state: State, value: str) -> State:
        places = (PENDING, SUPPLY, *SEATS[: state.players])
        there = next((p for p in places if state.ledger.balance(p, item) > 0), ADJUSTMENTS)
        waiting = there == PENDING and value == NOBODY
        target = SUPPLY if value == NOBODY else SEATS[int(value)]
        if there == target or waiting:
            return state
        return _post(state, Transfer(item, 1, there, target, ADJUSTMENTS))

    return Settable(f"holder.{office}", seats_or_nobody, current, put, seat_label)


# Cards in their places


def _family_of(place: str) -> tuple[str, ...]:
    """Return the cards that can lie in a place."""
    if place in PLANNING_ROW:
        return (*PERMITS, RENEWAL)
    of_deck = next((deck for deck in DECKS if TOP[deck] == place), None)
    decks = DECKS if of_deck is None else (of_deck,)
    return tuple(card for deck in decks for card in CONTRACTS[deck])


def _pile(card: str) -> tuple[str, str]:
    """Return the account and the item of a card while nobody sees it."""
    return DECK[deck_of(card)], family(ITEM[card])


def _lying(code: str, account: str, cards: tuple[str, ...]) -> Settable[State]:
    """Make a settable for the card in a place: none, the current one, or an unseen one."""

    def current(state: State) -> str:
        held = state.ledger.held(account)
        return next((CARD_OF[item] for item in held if item in CARD_OF), EMPTY)

    def values(state: State) -> tuple[str, ...]:
        there = current(state)
        return (EMPTY, *(c for c in cards if c == there or _can_come(state, c)))

    def put(state: State, value: str) -> State:
        there = current(state)
        if value == there:
            return state
        moved: list[Effect] = []
        if there != EMPTY:
            pile, hidden = _pile(there)
            moved.append(Transfer(ITEM[there], 1, account, pile, ADJUSTMENTS))
            if hidden != ITEM[there]:
                moved.append(Reveal(ITEM[there], hidden, 1, pile, ADJUSTMENTS))
        if value != EMPTY:
            pile, hidden = _pile(value)
            if hidden != ITEM[value]:
                moved.append(Reveal(hidden, ITEM[value], 1, pile, ADJUSTMENTS))
            moved.append(Transfer(ITEM[value], 1, pile, account, ADJUSTMENTS))
        return _post(state, *moved)

    return Settable(code, values, current, put, _label)


def _can_come(state: State, card: str) -> bool:
    pile, hidden = _pile(card)
    return state.ledger.balance(pile, hidden) > 0 and (card == RENEWAL or not state.seen(card))


def _label(value: str) -> Value:
    return Term(EMPTY) if value == EMPTY else terms.term(value)


@cache
def _place(place: str) -> Settable[State]:
    return _lying(f"lies.{place}", ON[place], _family_of(place))


@cache
def _favor(place: str, seat: Seat) -> Settable[State]:
    code = f"lies.{place}.{seat}"
    return _lying(code, FAVOR_OF[place][seat], _family_of(CONTRACT_PLACES[0]))


@cache
def _fresh(place: str) -> Settable[State]:
    """Make a settable for whether the favour of the active seat was taken in this turn."""

    def card(state: State) -> str | None:
        return state.card_at(place, state.turn.seat)

    def current(state: State) -> str:
        return "yes" if card(state) in state.turn.favors else "no"

    def put(state: State, value: str) -> State:
        there = card(state)
        others = tuple(one for one in state.turn.favors if one != there)
        taken = (*others, there) if value == "yes" and there is not None else others
        return replace(state, turn=replace(state.turn, favors=taken))

    return Settable(
        f"fresh.{place}",
        lambda state: ("no",) if card(state) is None else ("no", "yes"),
        current,
        put,
        lambda value: Term(value),
    )


# City


def _shapes(lot: str) -> tuple[str, ...]:
    """Return the building places whose first lot is that one."""
    footprints = (
        lots for size in SIZES for lots in FOOTPRINTS[block_of(lot)][size] if name_of(lots) == lot
    )
    return tuple(SITE_OF[lots] for lots in footprints)


def _split(value: str) -> tuple[str, frozenset[str]]:
    colour, _, site = value.partition("/")
    return colour, frozenset(site.split("+"))


@cache
def _stands(lot: str) -> Settable[State]:
    """Make a settable for the building with its first lot here, which replaces older ones."""
    values = (EMPTY, *(f"{colour}/{site}" for colour in COLOURS for site in _shapes(lot)))

    def current(state: State) -> str:
        one = state.city.buildings.get(lot)
        return EMPTY if one is None else f"{one.colour}/{SITE_OF[one.lots]}"

    def put(state: State, value: str) -> State:
        if value == current(state):
            return state
        if value == EMPTY:
            return replace(state, city=state.city.without_building(lot))
        colour, lots = _split(value)
        before = state.city.buildings.get(lot)
        owner, card = (None, "") if before is None else (before.owner, before.card)
        cleared = state.city if before is None else state.city.without_building(lot)
        return replace(state, city=cleared.with_building(Building(colour, lots, owner, card)))

    return Settable(f"stands.{lot}", lambda _state: values, current, put, _standing)


def _standing(value: str) -> Value:
    if value == EMPTY:
        return Term(EMPTY)
    colour, lots = _split(value)
    return (terms.term(colour), terms.shape(lots))


@cache
def _owner(lot: str) -> Settable[State]:
    """Make a settable for the owner of a building."""

    def current(state: State) -> str:
        one = state.city.buildings.get(lot)
        return NOBODY if one is None or one.owner is None else str(one.owner)

    def values(state: State) -> tuple[str, ...]:
        return seats_or_nobody(state) if lot in state.city.buildings else (NOBODY,)

    def put(state: State, value: str) -> State:
        if lot not in state.city.buildings:
            return state
        owner = None if value == NOBODY else int(value)
        return replace(state, city=state.city.owned_by(lot, owner))

    return Settable(f"owner.{lot}", values, current, put, seat_label)


@cache
def _circle(circle: str) -> Settable[State]:
    """Make a settable for the marker on a grey circle, which leaves its old one."""

    def put(state: State, value: str) -> State:
        city, there = state.city, state.city.markers.get(circle)
        if there is not None:
            city = city.with_marker(there, None)
        return replace(state, city=city if value == EMPTY else city.with_marker(value, circle))

    return Settable(
        f"circle.{circle}",
        lambda _state: (EMPTY, *MARKERS),
        lambda state: state.city.markers.get(circle, EMPTY),
        put,
        _label,
    )


_OF_THE_TURN: Final[tuple[Settable[State], ...]] = (
    turn(_set_turn),
    Settable("phase", _phases, lambda s: str(s.phase), _set_phase, lambda v: Term(f"phase.{v}")),
    _number("points", 8, lambda state: state.turn.points, "points"),
    _number("contracts_built", 3, lambda state: state.turn.built, "built"),
    yes_or_no(
        "spent",
        lambda state: state.turn.spent,
        lambda state, spent: replace(state, turn=replace(state.turn, spent=spent)),
    ),
    Settable(
        "pawn",
        lambda _state: TRACK,
        lambda state: state.track,
        lambda state, value: replace(state, track=value),
        terms.term,
    ),
    *map(_deck_open, DECKS[1:]),
    *map(_office, OFFICES),
)


def settables_in(state: State) -> tuple[Settable[State], ...]:
    """Return the settables: the turn, offices, decks, cards, markers, and every lot."""
    return (
        *_OF_THE_TURN,
        *map(_place, (*PLANNING_ROW, *CONTRACT_PLACES)),
        *(_favor(place, seat) for seat in range(state.players) for place in FAVORS),
        *map(_fresh, FAVORS),
        *map(_circle, CIRCLES),
        *map(_stands, LOTS),
        *(_owner(lot) for lot in LOTS if lot in state.city.buildings),
    )
