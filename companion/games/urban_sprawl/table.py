"""Counting, adjustments, duties and invariants of a table."""

from dataclasses import replace
from typing import Final

from companion.games.urban_sprawl import payouts, terms
from companion.games.urban_sprawl.acts.payout_line import FOUR
from companion.games.urban_sprawl.components import (
    CONTRACTS,
    DECKS,
    EVENTS,
    OFFICES,
    PERMITS,
    RENEWAL,
    RENEWALS,
    VOCATIONS,
)
from companion.games.urban_sprawl.sections import sections_of
from companion.games.urban_sprawl.state import (
    AWAY,
    DECK,
    DISCARD,
    EVENT,
    EXTRA_FAVOR,
    ITEM,
    PENDING,
    PERMIT,
    PRESTIGE,
    SEATS,
    WEALTH,
    Phase,
    State,
)
from companion.kernel.agenda import Task
from companion.kernel.box import by_hand
from companion.kernel.duties import Duty, Problem, following
from companion.kernel.pieces.ledger import SUPPLY, ItemSpec, ledger_problems
from companion.kernel.values import Counted, Params, Seat, SeatRef, Value, seat_refs

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
    """Return the items of this table; by ruling prestige may go below zero."""
    if state.rulings["prestige_floor"] == "zero":
        return ITEMS
    return (ITEMS[0], _IN_DEBT, *ITEMS[2:])


def accounts(state: State) -> tuple[str, ...]:
    """Return the countable accounts.

    Things on a place of the board are set by place.
    """
    return (*SEATS[: state.players], SUPPLY, *DECK.values(), DISCARD, AWAY, PENDING)


# Duties

_ACTS: Final[dict[str, str]] = {
    Phase.CLAIM: "claim_start",
    Phase.SHOW: "show_card",
    Phase.ACT: "end_turn",
    Phase.LINE: "read_line",
    Phase.VOCATION: "take_vocation",
    Phase.CASH: "cash_vocations",
    Phase.TRIBUTE: "pay_rival",
    Phase.EFFECT: "carry_out",
}
"""Act of each due task that is no choice."""
_OTHERS: Final[dict[str, tuple[str, ...]]] = {
    Phase.ACT: ("invest", "take_card", "take_favor", "build"),
    Phase.SHOW: ("show_all",),
    Phase.VOCATION: ("no_vocation",),
}
"""Other acts possible during each task; a card may require others before the seat."""


@by_hand.first
def duties(state: State) -> tuple[Duty, ...]:
    """Return the tasks that the table waits for."""
    task = state.due
    section, action = sections_of(state, task)[0], _ACTS.get(task.code, "choose")
    others = _OTHERS.get(task.code, ())
    about = {**_about(task), **_takers(state, task), **following(state, _upcoming(state, task))}
    return (Duty(f"{task.code}_due", task.awaited, section, action, about, others=others),)


def _upcoming(state: State, task: Task) -> Seat | None:
    """Return who has the next turn, if the present one is being played."""
    return (state.turn.seat + 1) % state.players if task.code == Phase.ACT else None


def _takers(state: State, task: Task) -> Params:
    """Return who takes each place of the line that is due."""
    if task.code != Phase.LINE:
        return {}
    taken = payouts.takers(state, task.of("row"))
    return {place: seat_refs(seats) for place, seats in zip(FOUR, taken, strict=False)}


_SAID: Final = frozenset(
    ("card", "deck", "place", "row", "vocation", "prize", "marker", "colour", "by", "building")
)


def _about(task: Task) -> Params:
    """Return the data of a task that words need."""
    params: dict[str, Value] = {}
    for name, value in task.about:
        if name in _SAID:
            key = f"deck.{value}" if name == "deck" else value
            params[name] = terms.perhaps(key)
        elif name in ("number", "each"):
            params[name] = value
        elif name == "then":
            params[name] = terms.term(f"then_{value}")
        elif name == "amount":
            params[name] = Counted(value, task.of("what"))
        elif name == "to":
            params[name] = SeatRef(value)
        elif name == "cause":
            params[name] = value or ""
    return params


# Invariants

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
    """Return all broken invariants of the state."""
    players, facts = state.players, state.facts
    totals = {
        **_TOTALS,
        WEALTH: facts[f"wealth.{players}"] * players,
        "vocation": sum(map(facts.vocations, VOCATIONS)),
    }
    return tuple(ledger_problems(state.ledger, items_in(state), totals))
