"""Counting, adjustments, duties and invariants of a table."""

from dataclasses import replace
from functools import cache
from typing import Final

from companion.games.blue_moon_city import terms
from companion.games.blue_moon_city.acts.additions import quiet_rounds
from companion.games.blue_moon_city.acts.common import additions_on, has_stone
from companion.games.blue_moon_city.acts.offer import may_offer, unlimited_offerings
from companion.games.blue_moon_city.components import (
    BUILDINGS,
    CARD_KINDS,
    COURTYARD,
    DRAGONS,
    OUT,
)
from companion.games.blue_moon_city.scoring import outcome
from companion.games.blue_moon_city.state import (
    CARD,
    CREDIT,
    CRYSTAL,
    DECK,
    DISCARD,
    HOMES,
    OBELISK,
    ON,
    OWED,
    SCALE,
    STONE,
    STONES,
    Phase,
    State,
    Turn,
    aside,
    hand,
    known,
    stone,
)
from companion.kernel.duties import Duty, Fix, Problem
from companion.kernel.pieces.decks import in_step, out_of_step, with_item
from companion.kernel.pieces.ledger import (
    ADJUSTMENTS,
    SUPPLY,
    ItemSpec,
    Visibility,
    ledger_problems,
)
from companion.kernel.pieces.settables import (
    NOBODY,
    Settable,
    of_key,
    of_seat,
    seat_label,
    seats,
    seats_or_nobody,
    turn,
    yes_or_no,
)
from companion.kernel.play import frozen
from companion.kernel.values import Counted, Seat, SeatRef, Term, Value

_SEAT, _ASIDE, _TILE = (place.partition(":")[0] for place in (hand(0), aside(0), ON[BUILDINGS[0]]))

ITEMS = (
    ItemSpec(
        CRYSTAL,
        frozenset({SUPPLY}),
        balance=Visibility.OWNER,
        places=frozenset({_SEAT, SUPPLY}),
    ),
    ItemSpec(SCALE, places=frozenset({_SEAT, SUPPLY})),
    ItemSpec(OWED, frozenset({CREDIT}), places=frozenset({_SEAT, CREDIT})),
    ItemSpec(
        CARD,
        kinds=frozenset({CARD, *map(known, CARD_KINDS)}),
        places=frozenset({_SEAT, _ASIDE, DECK, DISCARD}),
    ),
    ItemSpec(
        STONE,
        frozenset({SUPPLY}),
        kinds=frozenset(STONES),
        places=frozenset({_SEAT, OBELISK, _TILE, SUPPLY}),
    ),
)
_STONES_OF = tuple(replace(ITEMS[-1], kinds=frozenset(STONES[:n])) for n in range(len(STONES) + 1))
"""Item of the stones, by number of players."""


def items_in(state: State) -> tuple[ItemSpec, ...]:
    """Return the items of this table.

    Crystals may be open by ruling; copies are those of the box.
    """
    secret = state.reads("crystals_secret") == "hidden"
    crystal = replace(ITEMS[0], balance=Visibility.OWNER if secret else Visibility.OPEN)
    split = state.reads("deck_split_4_4_2") == "on"
    copies = {known(kind): state.facts.copies[kind] for kind in CARD_KINDS} if split else None
    by_family = {CRYSTAL: crystal, STONE: _STONES_OF[state.players]}
    return tuple(
        replace(spec, copies=copies) if spec.family == CARD else by_family.get(spec.family, spec)
        for spec in ITEMS
    )


def accounts(state: State) -> tuple[str, ...]:
    """Return the countable accounts: each seat, then the common places.

    Tiles are set by section.
    """
    seats = range(state.players)
    return (
        *(hand(seat) for seat in seats),
        *(aside(seat) for seat in seats),
        SUPPLY,
        DECK,
        DISCARD,
        OBELISK,
        CREDIT,
    )


def awaiting(state: State) -> tuple[Seat, ...]:
    """Return the seat whose turn it is; none once the match is over."""
    return () if outcome(state) else (state.turn.seat,)


def duties(state: State) -> tuple[Duty, ...]:
    """Return the duties of the turn, its options, and those of the additions."""
    if outcome(state):
        return ()
    result = list(_of_turn(state))
    if additions_on(state) and state.turn.phase is not Phase.FINALE:
        result += _of_additions(state)
    return tuple(result)


def _of_turn(state: State) -> tuple[Duty, ...]:
    turn, seats = state.turn, (state.turn.seat,)
    may: list[Duty] = []
    if turn.phase is Phase.MOVE:
        steps = {"steps": Counted(state.steps_left(turn.seat), "paso")}
        may.append(Duty("may_move", seats, "move.optional", "move_figure", steps, True))
        may.append(
            Duty("may_move_dragon", seats, "powers.dragon_one", "move_dragon", optional=True)
        )
    if state.standing(turn.seat) == COURTYARD:
        if may_offer(state):
            another = int(turn.offerings > 0 and not unlimited_offerings(state))
            price = Counted(state.next_price or 0, "cristal")
            asked: dict[str, Value] = {"price": price, "another": another}
            may.append(Duty("may_offer", seats, "offering.where", "make_offering", asked, True))
    elif state.standing(turn.seat) not in state.finished and has_stone(state, turn.seat):
        where = {"tile": Term(f"tile.{state.standing(turn.seat)}")}
        may.append(Duty("may_build", seats, "place_stone.where", "place_stone", where, True))
    if turn.phase is Phase.FINALE:
        end = Duty("must_pass", seats, "additions.all_built", "finish_turn")
    else:
        drawn = {"cards": Counted(state.facts["draw.cards"], "carta")}
        end = Duty("must_draw", seats, "draw.two", "finish_turn", drawn)
    return (*may, end)


def _of_additions(state: State) -> list[Duty]:
    options = []
    if len(state.finished) == len(BUILDINGS):
        seats = (state.turn.seat,)
        options.append(
            Duty("may_close_city", seats, "additions.all_built", "close_city", optional=True)
        )
    if quiet_rounds(state) >= state.facts["stalemate.rounds"]:
        everyone = tuple(range(state.players))
        rounds = {"rounds": Counted(quiet_rounds(state), "ronda")}
        options.append(
            Duty(
                "may_declare_stalemate",
                everyone,
                "additions.stalemate",
                "declare_stalemate",
                rounds,
                True,
            )
        )
    return options


def invariants(state: State) -> tuple[Problem, ...]:
    """Return all broken invariants of the state."""
    totals = {
        CARD: sum(state.facts.copies.values()),
        SCALE: state.facts[f"scales.in_play.{state.players}"],
        STONE: state.facts["stones.each"] * state.players,
        CRYSTAL: 0,
        OWED: 0,
    }
    problems = ledger_problems(state.ledger, items_in(state), totals)
    return (*problems, *_board_problems(state), *_turn_problems(state))


def _board_problems(state: State) -> list[Problem]:
    problems = [problem for tile in BUILDINGS for problem in _tile_problems(state, tile)]
    filled = sum(state.offerings(seat) for seat in range(state.players))
    spaces = len(state.facts.prices(state.players))
    if filled > spaces:
        problems.append(_offered_too_much(state, filled, spaces))
    return problems


def _tile_problems(state: State, tile: str) -> list[Problem]:
    problems, sections = [], state.sections(tile)
    parts = tuple(f"section.{tile}.{index}" for index in range(len(sections)))
    there = STONES[: state.players]
    for item in out_of_step(state.ledger, ON[tile], state.piles[ON[tile]], there):
        seat = SeatRef(STONES.index(item))
        params: dict[str, Value] = {"tile": Term(f"tile.{tile}"), "seat": seat}
        # Setting the section to the owner shown makes the stones agree.
        again = Fix(settings=((parts[0], _owner_on(state, tile, 0)),))
        places = ((ON[tile], item),)
        problems.append(Problem("stones_do_not_match", params, places, parts, (again,)))
    part, where = f"finished.{tile}", {"tile": Term(f"tile.{tile}")}
    done = Fix(settings=((part, "yes"),))
    if tile in state.finished and any(owner is not None for owner in sections):
        fixes = (done, Fix(settings=((part, "no"),)))
        problems.append(Problem("finished_with_stones", where, (), (part, *parts), fixes))
    elif None not in sections:
        problems.append(Problem("full_and_unfinished", where, (), (part, *parts), (done,)))
    return problems


def _offered_too_much(state: State, filled: int, spaces: int) -> Problem:
    more = filled - spaces
    seats = tuple(s for s in range(state.players) if state.offerings(s) >= more)
    return Problem(
        "obelisk_overfull",
        {"filled": filled, "spaces": spaces},
        tuple((OBELISK, stone(seat)) for seat in range(state.players)),
        (),
        tuple(_offering_less(seat, more) for seat in seats),
    )


def _offering_less(seat: Seat, amount: int) -> Fix:
    item = stone(seat)
    return Fix(moves=((OBELISK, item, -amount), (hand(seat), item, amount)))


def _turn_problems(state: State) -> list[Problem]:
    problems = []
    for seat, tile in enumerate(state.figures):
        if tile not in state.layout:
            back = Fix(settings=((f"figure.{seat}", COURTYARD),))
            params: dict[str, Value] = {"seat": SeatRef(seat)}
            problems.append(
                Problem("figure_outside_city", params, (), (f"figure.{seat}",), (back,))
            )
    for dragon, tile in state.dragons.items():
        if tile != OUT and tile not in state.layout:
            out = Fix(settings=((f"dragon.{dragon}", OUT),))
            who = {"dragon": terms.dragon(dragon)}
            problems.append(Problem("dragon_outside_city", who, (), (f"dragon.{dragon}",), (out,)))
    if state.turn.seat >= state.players:
        turns = tuple(Fix(settings=(("turn", value),)) for value in seats(state))
        problems.append(Problem("turn_of_nobody", parts=("turn",), fixes=turns))
    won = [s for s in range(state.players) if state.offerings(s) >= state.required_offerings]
    if len(won) > 1:
        problems.append(_several_winners(state, won))
    return problems


def _several_winners(state: State, won: list[Seat]) -> Problem:
    need = state.required_offerings
    winners: dict[str, Value] = {"winners": tuple(map(SeatRef, won)), "needed": need}
    fixes = tuple(_offering_less(seat, state.offerings(seat) - need + 1) for seat in won)
    places = tuple((OBELISK, stone(seat)) for seat in won)
    return Problem("several_winners", winners, places, (), fixes)


# Settables beyond the ledger


@cache
def _figure(seat: Seat) -> Settable[State]:
    return of_seat("figure", "figures", seat, lambda state: state.layout, _place_label)


@cache
def _dragon(dragon: str) -> Settable[State]:
    return of_key("dragon", "dragons", dragon, lambda state: (*state.layout, OUT), _place_label)


@cache
def _section(tile: str, index: int) -> Settable[State]:
    def put(state: State, value: str) -> State:
        pile = with_item(
            state.piles[ON[tile]], None if value == NOBODY else stone(int(value)), index
        )
        homes = {item: HOMES[item] for item in STONES[: state.players]}
        moved = in_step(state.ledger, ON[tile], pile, homes, ADJUSTMENTS)
        piles = frozen({**state.piles, ON[tile]: pile})
        return replace(state, ledger=state.ledger.post(moved), piles=piles)

    return Settable(
        f"section.{tile}.{index}",
        seats_or_nobody,
        lambda state: _owner_on(state, tile, index),
        put,
        seat_label,
    )


def _owner_on(state: State, tile: str, index: int) -> str:
    owner = state.sections(tile)[index]
    return NOBODY if owner is None else str(owner)


@cache
def _finished(tile: str) -> Settable[State]:
    def put(state: State, done: bool) -> State:
        if not done:
            return replace(state, finished=state.finished - {tile})
        for index in range(len(state.sections(tile))):
            state = _section(tile, index).set(state, NOBODY)
        return replace(state, finished=state.finished | {tile})

    return yes_or_no(f"finished.{tile}", lambda state: tile in state.finished, put)


def _place_label(value: str) -> Value:
    return Term("place.outside" if value == OUT else f"tile.{value}")


def _set_turn(state: State, value: str) -> State:
    phase = Phase.FINALE if state.turn.phase is Phase.FINALE else Phase.MOVE
    return replace(state, turn=Turn(int(value), state.turn.number, phase))


def _set_phase(state: State, value: str) -> State:
    return replace(state, turn=replace(state.turn, phase=Phase(value)))


_TURN: Final = turn(_set_turn)
_PHASE: Final = Settable[State](
    "phase",
    lambda _state: tuple(str(phase) for phase in Phase),
    lambda state: str(state.turn.phase),
    _set_phase,
    lambda value: Term(f"phase.{value}"),
)


def settables_in(state: State) -> tuple[Settable[State], ...]:
    """Return the settables: the turn, each figure and dragon, each section and tile."""
    return (
        _TURN,
        _PHASE,
        *map(_figure, range(state.players)),
        *map(_dragon, DRAGONS),
        *(_section(tile, n) for tile in BUILDINGS for n in range(len(state.sections(tile)))),
        *map(_finished, BUILDINGS),
    )
