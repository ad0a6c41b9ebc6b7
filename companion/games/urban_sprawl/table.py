"""Counting, score sheet, end of the match, duties and invariants of a table."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Final, TypedDict

from companion.games.urban_sprawl import flow, terms
from companion.games.urban_sprawl.acts.payout_line import FOUR
from companion.games.urban_sprawl.cards import elections, offers, triggers
from companion.games.urban_sprawl.cards.filters import counted
from companion.games.urban_sprawl.components import (
    BOSS,
    CHIEF,
    CONTRACTS,
    DECKS,
    EVENTS,
    MAYOR,
    OFFICES,
    PERMITS,
    PRESTIGE_ROWS,
    RENEWAL,
    RENEWALS,
    TRACK,
    VOCATIONS,
    ZONE_OF_OFFICE,
)
from companion.games.urban_sprawl.grid import PARK
from companion.games.urban_sprawl.play import Play
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
    Then,
    Turn,
)
from companion.kernel.agenda import Task
from companion.kernel.box import by_hand
from companion.kernel.duties import Duty, Outcome, Problem, ScoreLine, following
from companion.kernel.pieces.ledger import SUPPLY, Effect, ItemSpec, ledger_problems
from companion.kernel.pieces.standings import compared, contest, sign_of, standing, total_between
from companion.kernel.values import Counted, Params, Seat, SeatRef, Value, seat_refs

_BANK: Final = frozenset({SUPPLY})


def _cards(kind: str, keys: tuple[str, ...], *places: str) -> ItemSpec:
    known = {ITEM[key]: 1 for key in keys}
    return ItemSpec(kind, kinds=frozenset({kind, *known}), places=frozenset(places), copies=known)


ITEMS: Final = (
    ItemSpec(WEALTH, _BANK, places=frozenset({SUPPLY, "seat"})),
    ItemSpec(PRESTIGE, _BANK, track=True, places=frozenset({SUPPLY, "seat"})),
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
    """Return the items of this table; by ruling prestige may go below zero.

    So may what somebody has of a kind of which a payout was left for later.
    """
    prestige = ITEMS[1] if state.rulings["prestige_floor"] == "zero" else _IN_DEBT
    left = state.unposted
    in_debt = (frozenset(x.account for x in left if x.item == kind) for kind in (WEALTH, PRESTIGE))
    return _items(prestige, *in_debt)


@cache
def _items(prestige: ItemSpec, *in_debt: frozenset[str]) -> tuple[ItemSpec, ...]:
    wealth_owed, prestige_owed = in_debt
    owing = replace(prestige, owed=prestige_owed)
    return (replace(ITEMS[0], owed=wealth_owed), owing, *ITEMS[2:])


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
    Phase.LINE: ("leave_line",),
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
    taken = elections.places_to_read(state, task)
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


def follow(before: State, after: State) -> tuple[State, tuple[Effect, ...]]:
    """Reckon again the points of a turn, whom tasks wait for, and the election that is due."""
    if after.over or not after.agenda:
        return after, ()
    play = Play(after)
    _begin_again(play, before)
    play.change(agenda=tuple(_waiting_again(after)))
    again = None if play.due is None else _asked_again(after, play.due)
    if again is not None:
        play.done()
        if again.code == Then.ELECTION and play.waits_for(Then.CONTRACTOR_GIVEN):
            # The election asks for the contractor itself.
            play.done()
        play.push(again)
    flow.go_on(play)
    return play.finished()


def _begin_again(play: Play, before: State) -> None:
    """Begin a turn in which nothing was done yet with the points of whoever is boss now."""
    turn, after = before.turn, play.state
    untouched = turn == after.turn == Turn(turn.seat, before.points_to_begin(turn.seat))
    if untouched and before.turns and before.holder(BOSS) != after.holder(BOSS):
        play.change_in("turn", points=after.points_to_begin(turn.seat))


# Seats that tasks wait for


def _waiting_again(state: State) -> Iterator[Task]:
    """Yield the tasks, each waiting for those whom it concerns now; without any it ends."""
    for task in state.agenda:
        concerned = _concerned(state, task)
        if concerned is None:
            yield task
            continue
        asked = task.of("asked") or task.seats
        later = tuple(seat for seat in concerned if seat not in asked)
        seats = (*(seat for seat in task.seats if seat in concerned), *later)
        if seats:
            again = task if task.of("asked") is None else task.with_of(asked=(*asked, *later))
            yield _debts_again(state, again).waiting_for(seats)


def _concerned(state: State, task: Task) -> tuple[Seat, ...] | None:
    """Return the seats that a task concerns as the table is; None: it is always the same ones."""
    everybody = state.order_from(state.turn.seat)
    match task.code:
        case Phase.SPARE:
            return tuple(seat for seat in everybody if offers.offered(state, task, seat))
        case Phase.CASH:
            # The police chief cashes without being asked.
            holders, chief = state.holders(task.of("vocation")), state.holder(CHIEF)
            return tuple(s for s in everybody if s in holders and (s in task.seats or s != chief))
        case Phase.TRIBUTE if task.of("counts") is not None:
            debts = _debts(state, task)
            return tuple(seat for seat in everybody if debts[seat])
        case Phase.PARK if task.of("rule") == "politicians.mayor":
            return _holder(state, MAYOR) or task.seats
        case Phase.DROP_CONTROL if task.of("office") is not None:
            return _holder(state, task.of("office"))
    return None


def _holder(state: State, office: str) -> tuple[Seat, ...]:
    seat = state.holder(office)
    return () if seat is None else (seat,)


def _debts(state: State, task: Task) -> tuple[int, ...]:
    """Return for how many buildings each seat owes a tribute as the city is."""
    seats = range(state.players)
    count = (counted(state, task.of("counts"), seat, *task.of("origin")) for seat in seats)
    return tuple(0 if seat == task.of("to") else n for seat, n in zip(seats, count, strict=True))


def _debts_again(state: State, task: Task) -> Task:
    """Return a tribute with what those owe who have not paid yet."""
    if task.of("counts") is None:
        return task
    return task.with_of(owed=_debts(state, task))


# Elections and payouts


def _asked_again(state: State, task: Task) -> Task | None:
    """Return the task that asks again what a due task asks, if the table asks otherwise now."""
    match task.code:
        case Phase.ELECT:
            race, then = elections.race(state, task.of("prize")), Then.ELECTION
        case Phase.CONTRACTOR:
            race, then = elections.least_prestige(state), Then.CONTRACTOR_GIVEN
        case Phase.MEDIA:
            race, then = elections.first_media(state), Then.MEDIA_GIVEN
        case Phase.VOCATION if task.of("vocation") is not None:
            return Task(Then.GAIN_VOCATION, about=task.about)
        case Phase.LINE if not task.of("owed"):
            return Task(Then.PAYOUT, about=task.about)
        case _:
            return None
    if (
        race.winner is None
        and race.chooser is not None
        and triggers.tie(Phase(task.code), race) == task
    ):
        return None
    about = (("office", task.of("prize")),) if then is Then.ELECTION else ()
    return Task(then, about=about)


def score(state: State) -> tuple[ScoreLine, ...]:
    """Return each seat's track, rows of prestige at the end, wealth and offices."""
    return tuple(line for seat in range(state.players) for line in _lines(state, seat))


def _lines(state: State, seat: Seat) -> tuple[ScoreLine, ...]:
    tens = max(0, state.wealth(seat)) // state.facts["tens"]
    prestige, wealth = _unread(state, seat, PRESTIGE), _unread(state, seat, WEALTH)
    offices = (_office_line(state, seat, office) for office in TRACK)
    return (
        ScoreLine(seat, "prestige", state.prestige(seat), "overview.goal", **prestige),
        *_rows(state, seat),
        ScoreLine(seat, "tens", tens, "end.wealth", **wealth),
        *(line for line in offices if line is not None),
    )


def _rows(state: State, seat: Seat) -> tuple[ScoreLine, ...]:
    """Return the final payouts of the rows, one line each."""
    left = {one.row: {seat for seat, _, _ in one.claims} for one in state.left if one.final}
    return tuple(
        ScoreLine(seat, row, state.final[row][seat], "end.rows")
        if row in state.final
        else ScoreLine(seat, row, 0, "end.rows", **_unread_row(row, seat in left[row]))
        for row in PRESTIGE_ROWS
        if row in state.final or row in left
    )


class _Unread(TypedDict, total=False):
    """Keyword arguments of a score line that lacks something."""

    lacks: tuple[str, ...]
    unread: str


def _unread(state: State, seat: Seat, what: str) -> _Unread:
    return {"lacks": state.lacks(seat, what), "unread": sign_of(state.between(seat, what))}


def _unread_row(row: str, paid: bool) -> _Unread:
    return {"lacks": (f"{row}.line",), "unread": "+"} if paid else {}


def _office_line(state: State, seat: Seat, office: str) -> ScoreLine | None:
    if state.holder(office) != seat:
        return None
    return ScoreLine(seat, office, bonus(state, seat, office), "end.offices")


def bonus(state: State, seat: Seat, office: str) -> int:
    """Return the final bonus of an office for its holder."""
    if office == MAYOR:
        own = (one for one in state.city.buildings.values() if one.owner == seat)
        return sum(one.colour != PARK and state.city.beside_a_park(one) for one in own)
    # Whether buildings that nobody controls count is a ruling.
    free = state.rulings["uncontrolled_for_bonus"] == "count"
    buildings = state.city.of_colour(ZONE_OF_OFFICE[office])
    return sum(free or one.owner is not None for _, one in buildings)


def _total(state: State, seat: Seat) -> ScoreLine:
    """Return the prestige of a seat with everything added at the end."""
    lines = _lines(state, seat)
    amount, unread = sum(line.amount for line in lines), sign_of(total_between(lines))
    lacks = tuple(dict.fromkeys(fact for line in lines for fact in line.lacks))
    return ScoreLine(seat, "prestige_total", amount, "end", lacks=lacks, unread=unread)


def outcome(state: State) -> Outcome | None:
    """Return the outcome of the match, or None."""
    return final_outcome(state) if state.over else None


def final_outcome(state: State) -> Outcome:
    """Return the winners by prestige, then wealth."""
    seats = range(state.players)
    totals = tuple(_total(state, seat) for seat in seats)
    if any(total.lacks for total in totals):
        between = [
            (total_between(_lines(state, seat)), state.between(seat, WEALTH)) for seat in seats
        ]
        if unsettled := contest(between, totals, "end"):
            return unsettled
    keys = [(total.amount, state.wealth(total.seat)) for total in totals]
    winners, decided = standing(keys)
    points, wealth = keys[winners[0]]
    params = {"points": terms.prestige(points), "wealth": terms.wealth(wealth)}
    reason = {1: "most_prestige", 2: "most_wealth", None: "tie_shared"}[decided]
    rule = "end" if decided == 1 else "end.tie"
    lines = compared(keys, ("prestige_total", "wealth"), rule, decided)
    return Outcome(winners, reason, rule, params, compared=lines)
