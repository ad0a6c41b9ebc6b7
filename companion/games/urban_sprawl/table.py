"""What a table can count and set right, what is due, and what cannot be as it is."""

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
    EVENTS,
    FAVORS,
    MARKERS,
    OFFICES,
    PERMITS,
    PLANNING_ROW,
    RENEWAL,
    RENEWALS,
    SITE_OF,
    TOP,
    TRACK,
    VOCATIONS,
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
    AWAY,
    CARD_OF,
    DECK,
    DISCARD,
    EVENT,
    EXTRA_FAVOR,
    FAVOR_OF,
    ITEM,
    ON,
    PENDING,
    PERMIT,
    PRESTIGE,
    SEATS,
    WEALTH,
    Phase,
    State,
    waits,
)
from companion.kernel import by_hand
from companion.kernel.agenda import Task
from companion.kernel.duties import Duty, Problem
from companion.kernel.effects import Effect, Reveal, Transfer
from companion.kernel.ledger import ADJUSTMENTS, SUPPLY, ItemSpec, family, ledger_problems
from companion.kernel.settables import NOBODY, Settable, seat_label, seats_or_nobody, turn
from companion.kernel.values import Counted, Params, Seat, SeatRef, Term, Value

_BANK: Final = frozenset({SUPPLY})


def _cards(kind: str, keys: tuple[str, ...], *places: str) -> ItemSpec:
    known = {ITEM[key]: 1 for key in keys}
    return ItemSpec(kind, kinds=frozenset({kind, *known}), places=frozenset(places), copies=known)


ITEMS: Final = (
    ItemSpec(WEALTH, _BANK, places=frozenset({SUPPLY, "seat"})),
    ItemSpec(PRESTIGE, _BANK, places=frozenset({SUPPLY, "seat"})),
    _cards(PERMIT, PERMITS, "deck", DISCARD, "rail", "seat"),
    _cards(EVENT, EVENTS, "deck", DISCARD),
    ItemSpec(RENEWAL, places=frozenset({"deck", DISCARD, "rail", "seat"})),
    *(_cards(deck, CONTRACTS[deck], "deck", "rail", "favor", "extra", AWAY) for deck in DECKS),
    ItemSpec(
        "vocation",
        kinds=frozenset(ITEM[name] for name in VOCATIONS),
        places=frozenset({SUPPLY, "seat"}),
    ),
    ItemSpec(
        "office",
        kinds=frozenset(ITEM[office] for office in OFFICES),
        places=frozenset({PENDING, SUPPLY, "seat"}),
    ),
    ItemSpec(EXTRA_FAVOR, places=frozenset({SUPPLY, "seat"})),
)
_IN_DEBT: Final = replace(ITEMS[1], unbounded=frozenset({SUPPLY, *SEATS}))


def items_in(state: State) -> tuple[ItemSpec, ...]:
    """The items of this table: by ruling prestige may go below zero."""
    if state.rulings["prestige_floor"] == "zero":
        return ITEMS
    return (ITEMS[0], _IN_DEBT, *ITEMS[2:])


def accounts(state: State) -> tuple[str, ...]:
    """What a table can count. What lies on a place of the board is set by place."""
    return (*SEATS[: state.players], SUPPLY, *DECK.values(), DISCARD, AWAY, PENDING)


# What is due.

_STEPS: Final[dict[str, tuple[str, str]]] = {
    Phase.CLAIM: ("setup.buildings", "claim_start"),
    Phase.SHOW: ("upkeep", "show_card"),
    Phase.ACT: ("turn", "end_turn"),
    Phase.LINE: ("payout.table", "read_line"),
    Phase.VOCATION: ("vocation.take", "take_vocation"),
    Phase.CASH: ("vocation.score", "cash_vocations"),
    Phase.TRIBUTE: ("payments.mandatory", "pay_rival"),
    Phase.EFFECT: ("effects", "carry_out"),
}
"""By what the table waits for, the section that says so and the act that does it."""


def awaiting(state: State) -> tuple[Seat, ...]:
    """Whom the table waits for; nobody once the match is over."""
    return () if state.over else state.awaited


def duties(state: State) -> tuple[Duty, ...]:
    """What the table waits for."""
    if state.over:
        return ()
    task = by_hand.due(state)
    if task is not None:
        return (by_hand.duty(task),)
    task = state.due
    section, action = _STEPS.get(task.code, (_section(task), "choose"))
    return (Duty(f"{task.code}_due", task.awaited, section, action, _about(task)),)


def _section(task: Task) -> str:
    """The section that lets somebody choose."""
    found = {
        Phase.ELECT: "elections.chooser",
        Phase.CONTRACTOR: "elections.contractor",
        Phase.MEDIA: "setup.media",
        Phase.MAY_PAY: "payments.optional",
    }
    return found.get(Phase(task.code), task.of("rule") or "table.active_decides")


def _about(task: Task) -> Params:
    """What it is about, as far as words need it."""
    found: dict[str, Value] = {}
    for name, value in task.about:
        if name in ("card", "deck", "place", "row", "vocation", "prize", "marker", "colour", "by"):
            key = f"deck.{value}" if name == "deck" else value
            found[name] = terms.term(key) if key else ""
        elif name in ("number", "each"):
            found[name] = value
        elif name == "amount":
            found[name] = Counted(value, task.of("what"))
        elif name == "to":
            found[name] = SeatRef(value)
        elif name == "cause":
            found[name] = value or ""
    return found


# What cannot be as it is.

_TOTALS: Final = {
    PERMIT: len(PERMITS),
    EVENT: len(EVENTS),
    RENEWAL: RENEWALS,
    **{deck: len(CONTRACTS[deck]) for deck in DECKS},
    "office": len(OFFICES),
    EXTRA_FAVOR: 1,
    PRESTIGE: 0,
}


def invariants(state: State) -> tuple[Problem, ...]:
    """Everything that cannot be as it is, at once."""
    players, facts = state.players, state.facts
    totals = {
        **_TOTALS,
        WEALTH: facts[f"wealth.{players}"] * players,
        "vocation": sum(map(facts.vocations, VOCATIONS)),
    }
    return tuple(ledger_problems(state.ledger, items_in(state), totals))


# What an adjustment may set besides the ledger.

EMPTY: Final = "empty"


def _post(state: State, *moved: Effect) -> State:
    return replace(state, ledger=state.ledger.post(moved))


def _set_turn(state: State, value: str) -> State:
    """Another seat has the turn; what waits for the one before waits for it."""
    seat, before = int(value), state.turn.seat
    agenda = tuple(
        task._replace(seats=(seat,)) if task.seats == (before,) else task for task in state.agenda
    )
    return replace(state, turn=replace(state.turn, seat=seat), agenda=agenda)


def _number(code: str, most: int, current: Callable[[State], int], put: str) -> Settable[State]:
    """A number of the turn."""
    return Settable(
        code,
        lambda state: tuple(map(str, range(max(most, current(state)) + 1))),
        lambda state: str(current(state)),
        lambda state, value: replace(state, turn=replace(state.turn, **{put: int(value)})),
        int,
    )


_PHASE_AS_IT_IS: Final = "as_it_is"
_ACT: Final = "act"


def _set_phase(state: State, value: str) -> State:
    """What is pending is dropped, and the turn goes on."""
    if value == state.phase:
        return state
    agenda = (waits(Phase.ACT, state.turn.seat),)
    return replace(state, agenda=agenda, over=False, turns=max(1, state.turns))


def _phases(state: State) -> tuple[str, ...]:
    return tuple(dict.fromkeys((str(state.phase), str(Phase.ACT))))


def _deck_open(deck: str) -> Settable[State]:
    def put(state: State, value: str) -> State:
        active = {*state.active, deck} if value == "yes" else {*state.active} - {deck}
        return replace(state, active=tuple(d for d in DECKS if d in active))

    return Settable(
        f"active.{deck}",
        lambda _state: ("no", "yes"),
        lambda state: "yes" if deck in state.active else "no",
        put,
        lambda value: Term(value),
    )


def _office(office: str) -> Settable[State]:
    """Who has an office."""
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


# Cards on their places


def _family_of(place: str) -> tuple[str, ...]:
    """The cards that can lie in a place."""
    if place in PLANNING_ROW:
        return (*PERMITS, RENEWAL)
    of_deck = next((deck for deck in DECKS if TOP[deck] == place), None)
    decks = DECKS if of_deck is None else (of_deck,)
    return tuple(card for deck in decks for card in CONTRACTS[deck])


def _pile(card: str) -> tuple[str, str]:
    """Where a card is when nobody sees it: the account, and what it is counted as there."""
    return DECK[deck_of(card)], family(ITEM[card])


def _lying(code: str, account: str, cards: tuple[str, ...]) -> Settable[State]:
    """The card in a place: one that nobody saw yet, none, or the one that lies there."""

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


# The city


def _shapes(lot: str) -> tuple[str, ...]:
    """The places that a building can take whose first lot is that one."""
    found = (
        lots for size in SIZES for lots in FOOTPRINTS[block_of(lot)][size] if name_of(lots) == lot
    )
    return tuple(SITE_OF[lots] for lots in found)


def _split(value: str) -> tuple[str, frozenset[str]]:
    colour, _, site = value.partition("/")
    return colour, frozenset(site.split("+"))


@cache
def _stands(lot: str) -> Settable[State]:
    """What stands with its first lot here; whatever stood on its lots is gone."""
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
    """Whose cube lies on a building."""

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
    """The marker on a grey circle; it leaves the one where it was."""

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


_BEFORE: Final[tuple[Settable[State], ...]] = (
    turn(_set_turn),
    Settable("phase", _phases, lambda s: str(s.phase), _set_phase, lambda v: Term(f"phase.{v}")),
    _number("points", 8, lambda state: state.turn.points, "points"),
    _number("contracts_built", 3, lambda state: state.turn.built, "built"),
    Settable(
        "spent",
        lambda _state: ("no", "yes"),
        lambda state: "yes" if state.turn.spent else "no",
        lambda state, value: replace(state, turn=replace(state.turn, spent=value == "yes")),
        lambda value: Term(value),
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
    """What an adjustment may set: the turn, offices, decks, cards, markers, and every lot."""
    return (
        *_BEFORE,
        *map(_place, (*PLANNING_ROW, *CONTRACT_PLACES)),
        *(_favor(place, seat) for seat in range(state.players) for place in FAVORS),
        *map(_circle, CIRCLES),
        *map(_stands, LOTS),
        *(_owner(lot) for lot in LOTS if lot in state.city.buildings),
    )
