"""Sample tables: a complete invented box, rulings by default, and a layout of a table."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from random import Random
from typing import Any

from companion.games.blue_moon_city.components import (
    BUILDINGS,
    CENTRE,
    CITIES,
    SIDES,
    TILES,
    CityOptions,
)
from companion.games.blue_moon_city.state import (
    CARD,
    CREDIT,
    CRYSTAL,
    DECK,
    DISCARD,
    OBELISK,
    ON,
    OWED,
    SCALE,
    Phase,
    State,
    hand,
    known,
    setup,
    stone,
)
from companion.kernel.box.facts import FactValue, IntSpec, IntsSpec
from companion.kernel.pieces.ledger import SUPPLY, Reveal, Transfer
from companion.kernel.play import frozen
from companion.rulebook.loader import load

GAME_ID = "blue_moon_city"
NAMES = ("Ana", "Beto", "Clara", "Dani")
DATA = load(GAME_ID)


def full_facts(rng: Random | None = None) -> dict[str, FactValue]:
    """Return a box in which every value is known; the invented ones are likely readings."""
    rng = rng or Random(0)
    facts = DATA.default_facts()
    for spec in DATA.facts:
        if spec.id in facts:
            continue
        if isinstance(spec, IntsSpec):
            drawn = sorted(rng.choices((2, 3, 4, 5), k=spec.count), reverse=True)
            facts[spec.id] = rng.choice(spec.candidates or (tuple(drawn),))
        elif isinstance(spec, IntSpec):
            facts[spec.id] = rng.choice(spec.candidates or (1,))
    return facts


def random_rulings(rng: Random) -> dict[str, str]:
    """Return a random reading of every ruling."""
    return {ruling.id: rng.choice(ruling.readings) for ruling in DATA.rulings}


def random_options(rng: Random, players: int) -> CityOptions:
    """Return a random city, by the rules of the basic game or of the variant."""
    variant = rng.random() < 0.3
    fixed = {} if variant else {cell: tile for tile, cell in SIDES.items()}
    rest = [tile for tile in BUILDINGS if tile not in fixed.values()]
    rng.shuffle(rest)
    layout = [
        "courtyard" if cell == CENTRE else fixed[cell] if cell in fixed else rest.pop()
        for cell in range(len(TILES))
    ]
    return CityOptions(
        players=NAMES[:players],
        first_seat=rng.randrange(players),
        layout=tuple(layout),
        variant=variant,
    )


WEIGHTS = {
    "make_offering": 8.0,
    "place_stone": 10.0,
    "move_figure": 4.0,
    "move_dragon": 0.7,
    "finish_turn": 1.5,
    "close_city": 20.0,
    "declare_stalemate": 0.2,
}
"""Weight of each kind of action in random play, so that matches end."""


_BUILDERS = {"place_stone": 20.0, "move_figure": 4.0, "finish_turn": 2.0, "close_city": 50.0}
ENDINGS = {
    "stalemate": {"finish_turn": 1.0, "move_figure": 0.3, "declare_stalemate": 20.0},
    "city_finished": {**_BUILDERS, "make_offering": 0.2},
    "city_finished_by_crystals": _BUILDERS,
    "city_finished_shared": _BUILDERS,
}
"""Weights that lead to the rarer ends."""


def table(rng: Random) -> tuple[CityOptions, dict[str, FactValue], dict[str, str]]:
    """Return options, box and rulings drawn at random, good for a match."""
    options = random_options(rng, rng.choice((2, 3, 4)))
    rulings = random_rulings(rng)
    if options.layout[7] != "fire_temple":
        rulings["temple_sides"] = "any_side"
    facts = full_facts(rng)
    if rng.random() < 0.1:
        # A box in which the values of some buildings are not typed yet.
        for tile in rng.sample(BUILDINGS, 6):
            del facts[f"tile.{tile}.values"]
    return options, facts, rulings


def start(players: int = 2, **rulings: str) -> State:
    """Return the first state of a match in the example city."""
    options = CityOptions(players=NAMES[:players])
    return setup(options, full_facts(), {**DATA.default_rulings(), **rulings})


def lay(given: Mapping[str, Any]) -> State:
    """Return the state that a case describes: a first state with the case's changes."""
    facts = full_facts() | {fact: _plain(v) for fact, v in given.get("facts", {}).items()}
    for fact in given.get("unknown", ()):
        del facts[fact]
    players = given.get("players", 2)
    layout = CITIES[given.get("city", "example")]
    options = CityOptions(players=NAMES[:players], layout=layout)
    rulings = {**DATA.default_rulings(), **given.get("rulings", {})}
    state = setup(options, facts, rulings)
    return _with_turn(_with_pieces(_with_counts(state, given), given), given)


def _plain(value: Any) -> FactValue:
    return tuple(value) if isinstance(value, list) else value


def _with_counts(state: State, given: Mapping[str, Any]) -> State:
    rule, moved = "table.adjustment", []
    for seat, amount in given.get("crystals", {}).items():
        moved.append(Transfer(CRYSTAL, amount, SUPPLY, f"seat:{seat}", rule))
    for seat, amount in given.get("scales", {}).items():
        moved.append(Transfer(SCALE, amount, SUPPLY, f"seat:{seat}", rule))
    for seat, amount in given.get("owed", {}).items():
        moved.append(Transfer(OWED, amount, CREDIT, f"seat:{seat}", rule))
    for seat, amount in given.get("obelisk", {}).items():
        moved.append(Transfer(f"stone:{seat}", amount, f"seat:{seat}", OBELISK, rule))
    for seat, amount in given.get("owed_stones", {}).items():
        moved.append(Transfer(f"stone:{seat}", amount, SUPPLY, OBELISK, rule))
    for seat, amount in given.get("hand", {}).items():
        more = amount - state.hand_size(int(seat))
        moved.append(Transfer(CARD, more, DECK, f"seat:{seat}", rule))
    ledger = state.ledger.post(moved)
    for kind, amount in given.get("discard", {}).items():
        item = known(kind) if kind != CARD else CARD
        out = [Transfer(CARD, amount, DECK, DISCARD, rule)]
        shown = [Reveal(CARD, item, amount, DISCARD, rule)] if kind != CARD else []
        ledger = ledger.post([*out, *shown])
    if "deck" in given:
        # Put the rest of the deck into the hand of the last seat.
        rest = ledger.balance(DECK, CARD) - given["deck"]
        ledger = ledger.post([Transfer(CARD, rest, DECK, hand(players_last(state)), rule)])
    return replace(state, ledger=ledger)


def players_last(state: State) -> int:
    """Return the last seat."""
    return state.players - 1


def _with_pieces(state: State, given: Mapping[str, Any]) -> State:
    figures = list(state.figures)
    for seat, tile in given.get("figures", {}).items():
        figures[int(seat)] = tile
    piles, ledger = dict(state.piles), state.ledger
    for tile, owners in given.get("stones", {}).items():
        piles[ON[tile]] = tuple(None if owner < 0 else stone(owner) for owner in owners)
        ledger = ledger.post(
            Transfer(stone(owner), 1, hand(owner), ON[tile], "table.adjustment")
            for owner in owners
            if owner >= 0
        )
    finished = BUILDINGS if given.get("all_finished") else given.get("finished", ())
    return replace(
        state,
        ledger=ledger,
        figures=tuple(figures),
        piles=frozen(piles),
        finished=frozenset(finished),
        dragons=frozen({**state.dragons, **given.get("dragons", {})}),
        quiet_turns=given.get("quiet_turns", 0),
        finale_passes=given.get("finale_passes", 0),
        finale_turns=given.get("finale_turns", 0),
    )


def _with_turn(state: State, given: Mapping[str, Any]) -> State:
    turn = dict(given.get("turn", {}))
    if "phase" in turn:
        turn["phase"] = Phase(turn["phase"])
    if "scaled" in turn:
        turn["scaled"] = frozenset(turn["scaled"])
    return replace(state, turn=replace(state.turn, **turn))


UNTIL: dict[str, Callable[[Any, Any, Any], bool]] = {
    "own_turn": lambda _then, now, action: now.turn.seat == action.seat,
    "next_turn": lambda then, now, _action: now.turn.number > then.turn.number,
}
"""Predicate of each moment by code: `(the state refused on, the state now, action)`."""
