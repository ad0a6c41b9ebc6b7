"""Sample tables: an invented box (only tests know it), and a layout of a table.

No value of `invented` is printed anywhere: these are numbers to play with, drawn within the bounds
that the box allows.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from random import Random
from typing import Any

from companion.games.kingdom_of_solomon import GAME
from companion.games.kingdom_of_solomon.components import (
    ACTIONS,
    CARDS,
    ENDS,
    FORTUNES,
    GOODS,
    PARTS,
    PLACES,
    TERRITORIES,
    SolomonOptions,
    blocks,
    good_of,
    lines,
)
from companion.games.kingdom_of_solomon.effects import extras_of
from companion.games.kingdom_of_solomon.state import (
    BLOCK,
    CARD_ITEM,
    CUBE,
    DECK,
    DISCARD,
    FINISH,
    FORTUNE,
    FORTUNES_DECK,
    OFFER,
    ON,
    PAWNS,
    PHASES,
    PIECES,
    PRIEST,
    ROAD,
    ROUND,
    SEATS,
    TOKEN,
    Phase,
    State,
    waits,
)
from companion.games.kingdom_of_solomon.table import setup
from companion.kernel.box.facts import FactValue, TypedLine, Unknown
from companion.kernel.pieces.ledger import SUPPLY, Reveal, Transfer
from companion.rulebook.loader import load
from tests.games.cases import played

GAME_ID = "kingdom_of_solomon"
NAMES = ("Ana", "Beto", "Clara", "Dani")
DATA = load(GAME_ID)
RULE = "table.adjustment"

WEIGHTS = dict.fromkeys(GAME.action_models, 1.0) | {
    "collect_all": 2.0,
    "harvest": 2.0,
    "claim_bonus": 0.25,
    "skip_space": 0.2,
    "pass_market": 1.0,
    "build_card": 6.0,
    "build_road": 3.0,
    "build_temple": 0.7,
    "end_building": 0.4,
    "play_fortune": 0.2,
    "end_fortunes": 0.3,
}
"""Weight of each kind of action in random play."""


OF_WHAT_IS_READ = frozenset({"collect_all"})
"""Kinds of reports that rest on what is read by their meaning."""


def _heap(rng: Random, verb: str, number: int) -> tuple[TypedLine, ...]:
    drawn = [rng.choice(GOODS) for _ in range(number)]
    lines = ((good, drawn.count(good)) for good in GOODS)
    return tuple(TypedLine(verb, n, CUBE[good]) for good, n in lines if n)


def _does(rng: Random) -> tuple[TypedLine, ...]:
    """Return invented lines of some space or card."""
    good, number = CUBE[rng.choice(GOODS)], rng.randint(1, 2)
    return rng.choice(
        (
            (TypedLine("gain", number, good),),
            (TypedLine("pay", 1, "cube:any"), TypedLine("gain", 2, good)),
            (TypedLine("pay", 2, "cube:plain"), TypedLine("gain", 1, "cube:any")),
            (TypedLine("pay", 1, "cube:any"), TypedLine("gain", 2, "cube:plain")),
            (TypedLine("points", number),),
            (TypedLine("draw", number),),
            (TypedLine("steal", number),),
            (TypedLine("first"), TypedLine("points", 1)),
            (TypedLine("again"),),
            (TypedLine("manual", text="se reparte algo"), TypedLine("points", 1)),
        )
    )


def invented(rng: Random) -> dict[str, FactValue]:
    """Return a box in which every value is known, and none is true."""
    facts = DATA.default_facts()
    sites = set(rng.sample(TERRITORIES, 11))
    for territory in TERRITORIES:
        facts.setdefault(f"{territory}.name", f"Tierra {territory.partition('.t')[2]}")
        facts.setdefault(f"{territory}.yields", _heap(rng, "gain", rng.randint(1, 2)))
        facts[f"{territory}.plot"] = "yes" if territory in sites else "no"
        facts[f"{territory}.points"] = rng.randint(0, 9)
    for way in ENDS:
        facts.setdefault(f"{way}.joined", "yes" if rng.random() < 0.3 else "no")
    for place in PLACES:
        facts[f"{place}.points"] = rng.randint(1, 14)
    for card in CARDS:
        facts[f"{card}.name"] = f"Casa {card.partition('.c')[2]}"
        facts[f"{card}.cost"] = _heap(rng, "pay", rng.randint(1, 4))
        facts[f"{card}.points"] = rng.randint(3, 18)
        facts[f"{card}.palace"] = "no" if rng.random() < 0.15 else "yes"
        facts[f"{card}.lines"] = _does(rng)
    for fortune in FORTUNES:
        facts[f"{fortune}.name"] = f"Suerte {fortune.partition('.')[2]}"
        lines = (TypedLine("gain", rng.randint(1, 2), CUBE[rng.choice(GOODS)]),)
        facts[f"{fortune}.lines"] = lines if rng.random() < 0.5 else _does(rng)
    for action in ACTIONS:
        facts[f"{action}.lines"] = _does(rng)
    for part in PARTS:
        facts[f"{part}.in_all"] = rng.randint(2, 4)
        facts[f"{part}.cost"] = _heap(rng, "pay", 2)
        facts[f"{part}.points"] = rng.randint(2, 6)
        facts[f"{part}.reward"] = rng.choice(("reward.tokens", "reward.points", "reward.each"))
    facts |= {f"{part}.uniform": rng.choice(("yes", "no")) for part in PARTS}
    return facts


def full_facts(rng: Random | None = None) -> dict[str, FactValue]:
    """Return an invented box in which every value is known."""
    return invented(rng or Random(7))


def table(rng: Random) -> tuple[SolomonOptions, dict[str, FactValue], dict[str, str]]:
    """Return random options, invented box and rulings; half the boxes lack some values."""
    players = rng.choice((2, 3, 4))
    order = tuple(rng.sample(range(players), players))
    options = SolomonOptions(players=NAMES[:players], order=order)
    rulings = {ruling.id: rng.choice(ruling.readings) for ruling in DATA.rulings}
    facts, share = full_facts(rng), rng.choice((0, 0, 0.2, 0.6, 1))
    shipped = DATA.default_facts()
    known = {f: v for f, v in facts.items() if f in shipped or rng.random() >= share}
    return options, known, rulings


# Plain box for the cases. Its numbers are invented, and easy to calculate with.

_PLAIN: dict[str, Any] = {
    **{f"territory.t{n}.plot": "yes" if n <= 11 else "no" for n in range(1, 17)},
    **{f"territory.t{n}.yields": (TypedLine("gain", 1, CUBE[GOODS[n % 5]]),) for n in range(3, 17)},
    **{f"{way}.joined": "no" for way in ENDS},
    **{f"frontier.{n}x{n + 1}.joined": "yes" for n in range(1, 16)},
    "frontier.1x12.joined": "yes",
    "frontier.2x12.joined": "yes",
    "frontier.3x12.joined": "yes",
    **{f"{place}.points": int(place[-1]) + 1 for place in PLACES},
    **{f"{card}.cost": (TypedLine("pay", 2, "cube:stone"),) for card in CARDS},
    **{f"{card}.points": 10 for card in CARDS},
    **{f"{card}.palace": "yes" for card in CARDS},
    "building.c20.palace": "no",
    **{f"{card}.lines": (TypedLine("points", 2),) for card in CARDS},
    **{f"{fortune}.lines": (TypedLine("gain", 2, "cube:timber"),) for fortune in FORTUNES},
    "fortune.2.lines": (TypedLine("points", 3),),
    "action.fortune.lines": (TypedLine("draw", 1),),
    "action.wisdom.lines": (TypedLine("first"),),
    "action.thief.lines": (TypedLine("steal", 1),),
    "action.trader.lines": (TypedLine("pay", 1, "cube:any"), TypedLine("gain", 2, "cube:any")),
    "action.artisan.lines": (TypedLine("again"),),
    **{f"{part}.in_all": 3 for part in PARTS},
    **{f"{part}.cost": (TypedLine("pay", 1, "cube:stone"),) for part in PARTS},
    **{f"{part}.points": 5 for part in PARTS},
    **{f"territory.t{n}.points": 4 for n in range(1, 17)},
    "temple.foundation.reward": "reward.tokens",
    "temple.structure.reward": "reward.points",
    "temple.pillars.reward": "reward.each",
}


_AFTER = {
    Phase.TURN_UP: PHASES,
    Phase.PLACE: PHASES[1:],
    Phase.RESOLVE: PHASES[2:],
    Phase.MARKET: PHASES[3:],
    Phase.BUILD: PHASES[4:],
    Phase.TRIM: (ROUND,),
    Phase.REVEAL: (FINISH,),
}
"""Phases that follow each phase."""


def lay(given: Mapping[str, Any]) -> State:
    """Return the state that a case describes: four open cards, and all seats placing pawns."""
    facts = DATA.default_facts() | _PLAIN
    facts |= {f: _value(v) for f, v in given.get("facts", {}).items()}
    for fact in given.get("unknown", ()):
        facts.pop(fact, None)
    players = given.get("players", 4)
    order = tuple(given.get("order", range(players)))
    options = SolomonOptions(players=NAMES[:players], order=order)
    state = setup(options, facts, {**DATA.default_rulings(), **given.get("rulings", {})})
    state = _with_things(state, given)
    phase = Phase(given.get("phase", "place"))
    turns = order[::-1] if phase is Phase.MARKET else order
    seats = tuple(given.get("waiting", turns))
    left = _AFTER[phase]
    state = replace(
        state,
        agenda=(*left[::-1], waits(phase, *seats)),
        built=tuple(given.get("built", ())),
        priest_used=given.get("priest_used", False),
        stood=tuple((territory, seats[0]) for territory in given.get("stood", ())),
        over=given.get("over", False),
    )
    return played(GAME, state, given.get("played", ()))


def _value(value: Any) -> FactValue:
    return tuple(TypedLine(*line) for line in value) if isinstance(value, list) else value


def _with_things(state: State, given: Mapping[str, Any]) -> State:
    """Put things in place: `has` by seat, `supply`, pawns, pieces, roads, market and more."""
    ledger = state.ledger

    def move(item: str, number: int, source: str, target: str) -> None:
        nonlocal ledger
        if number:
            ledger = ledger.post([Transfer(item, number, source, target, RULE)])

    def show(card: str, target: str) -> None:
        nonlocal ledger
        ledger = ledger.post([Reveal("building", CARD_ITEM[card], 1, DECK, RULE)])
        move(CARD_ITEM[card], 1, DECK, target)

    for card in given.get("offer", ["building.c1", "building.c2", "building.c3", "building.c20"]):
        show(card, OFFER)
    for seat, cards in given.get("cards", {}).items():
        for card in cards:
            show(card, SEATS[int(seat)])
    for seat, holdings in given.get("has", {}).items():
        account = SEATS[int(seat)]
        for name, amount in holdings.items():
            item = CUBE.get(name, name)
            source = FORTUNES_DECK if name == FORTUNE else SUPPLY
            move(item, amount - ledger.balance(account, item), source, account)
    for seat, spaces in given.get("pawns", {}).items():
        for space in spaces:
            move(PAWNS[int(seat)], 1, SEATS[int(seat)], ON[space])
    for seat, left in given.get("hand", {}).items():
        # Put the other pawns of a seat where no case looks: on a card of the deck.
        number = ledger.balance(SEATS[int(seat)], PAWNS[int(seat)]) - left
        move(PAWNS[int(seat)], number, SEATS[int(seat)], ON[f"building.c{16 + int(seat)}"])
    for seat, territories in given.get("palaces", {}).items():
        for territory in territories:
            move(PIECES[int(seat)], 1, SEATS[int(seat)], ON[territory])
    for seat, number in given.get("tokens", {}).items():
        move(TOKEN, number, SUPPLY, SEATS[int(seat)])
    if "priest" in given:
        seat = given["priest"]
        move(PIECES[seat], 1, SEATS[seat], PRIEST)
    for way in given.get("roads", ()):
        move(ROAD, 1, SUPPLY, ON[way])
    for place in given.get("market", ()):
        move(CUBE[good_of(place)], 1, SUPPLY, ON[place])
    for part, number in given.get("temple", {}).items():
        move(BLOCK, number, SUPPLY, ON[f"temple.{part}"])
    for good, left in given.get("supply", {}).items():
        # Give what is not in the supply to the last seat.
        more = ledger.balance(SUPPLY, CUBE.get(good, good)) - left
        move(CUBE.get(good, good), more, SUPPLY, SEATS[state.players - 1])
    if given.get("deck_empty"):
        ledger = ledger.post(
            [Transfer("building", ledger.balance(DECK, "building"), DECK, OFFER, RULE)]
        )
    if given.get("fortunes_gone"):
        move(FORTUNE, ledger.balance(FORTUNES_DECK, FORTUNE), FORTUNES_DECK, DISCARD)
    return replace(state, ledger=ledger)


UNTIL: dict[str, Callable[[Any, Any, Any], bool]] = {
    "next_round": lambda then, now, _action: now.round > then.round,
}
"""Predicate of each moment by code: `(the state refused on, the state now, action)`."""


NEVER_SKIPPED = (".uniform",)
"""End of the ids of values by which a table knows whether other values hold for all of a kind."""


def as_reported(state: State, action: Any, known: State, after: State | None) -> Any:
    """Return a report with what is asked only where nobody has read it, as the table shows it."""
    changes: dict[str, Any] = {}
    if action.kind in ("use_space", "play_fortune"):
        thing = action.space if action.kind == "use_space" else action.card
        printed = state.printed.get(lines(thing)), known.printed.get(lines(thing))
        if isinstance(printed[0], Unknown) and action.seat < known.players:
            given = extras_of(known, action.seat, printed[1])
            changes["extras"] = tuple(sorted(Counter(given).elements()))
    last = action.kind == "build_temple" and action.part == PARTS[-1]
    if last and after is not None and isinstance(state.printed[blocks(PARTS[-1])], Unknown):
        changes["completes"] = "yes" if after.temple_done else "no"
    return action.model_copy(update=changes)
