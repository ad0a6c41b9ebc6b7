"""Sample tables: an invented box (only tests know it), and a layout of a table.

No value of `invented` is printed anywhere: cards, numbers and payout lines to play with, drawn
within the bounds that the box allows. The known values of the real box stay.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from random import Random
from typing import Any

from companion.games.urban_sprawl import GAME
from companion.games.urban_sprawl.cards.effects import VERBS
from companion.games.urban_sprawl.city import Building, City, name_of
from companion.games.urban_sprawl.components import (
    ALL_CONTRACTS,
    CONTRACTOR,
    EVENTS,
    KEY_CARD,
    OFFICES,
    PERMITS,
    PLANNING,
    PRESTIGE,
    RENEWAL,
    ROWS,
    SUPPLY_SOURCE,
    VOCATIONS,
    WEALTH,
    ZONE_SETS,
    SprawlOptions,
    deck_of,
)
from companion.games.urban_sprawl.grid import ZONES
from companion.games.urban_sprawl.state import (
    AWAY,
    DECK,
    DISCARD,
    EXTRA_FAVOR,
    FAVOR_OF,
    ITEM,
    ON,
    PENDING,
    SEATS,
    Phase,
    State,
    Turn,
    setup,
    waits,
)
from companion.kernel.agenda import Task
from companion.kernel.box.facts import FactValue, TypedLine, Unknown
from companion.kernel.pieces.ledger import SUPPLY, Reveal, Transfer
from companion.rulebook.loader import load
from tests.games.cases import played

GAME_ID = "urban_sprawl"
NAMES = ("Ana", "Beto", "Clara", "Dani")
DATA = load(GAME_ID)
RULE = "table.adjustment"

WEIGHTS = dict.fromkeys(GAME.action_models, 1.0) | {
    "invest": 0.4,
    "take_card": 2.0,
    "take_favor": 0.5,
    "build": 8.0,
    "end_turn": 0.6,
}
"""Weight of each kind of action in random play."""


_NEARLY = 12
"""Number of empty lots below which hardly anything is built without demolishing."""


def weights(state: State) -> Mapping[str, float]:
    """Return weights that let a nearly full city go on.

    Seats that may demolish keep permits to build with; others sell theirs. Contracts, and with them
    the end, come only after a building; the rules oblige nobody to build.
    """
    if len(state.city.empty) > _NEARLY or state.phase != Phase.ACT:
        return WEIGHTS
    seat = state.turn.seat
    demolishes = state.holder(CONTRACTOR) == seat or state.has(seat, RENEWAL) > 0
    return WEIGHTS | (
        {"invest": 0.02, "take_card": 6.0}
        if demolishes
        else {"invest": 20.0, "take_card": 0.6, "take_favor": 4.0}
    )


_FORMS = {spec.id: spec.verbs for spec in DATA.facts if spec.kind == "lines"}
_SAFE = tuple(verb for verb in VERBS if verb != "vocation")


def _line(rng: Random, verb: str) -> TypedLine:
    form = _FORMS["event.e1.lines"][verb]
    each = rng.randint(form.minimum, min(form.maximum, form.minimum + 3))
    text = "se mueve algo" if form.longest else ""
    return TypedLine(verb, each, rng.choice(form.things or ("",)), text)


def _does(rng: Random) -> tuple[TypedLine, ...]:
    """Return invented lines of some card."""
    return tuple(_line(rng, rng.choice(_SAFE)) for _ in range(rng.choice((0, 1, 1, 2, 3))))


def _vocations(rng: Random) -> tuple[TypedLine, ...]:
    names = rng.sample(VOCATIONS, rng.choice((0, 1, 1, 1, 2)))
    return tuple(TypedLine("vocation", rng.randint(1, 7), ITEM[name]) for name in names)


def _contract(rng: Random, card: str) -> dict[str, FactValue]:
    if card in KEY_CARD.values():
        return {f"{card}.lines": ()}
    if rng.random() < 0.2:
        return {f"{card}.kind": "event", f"{card}.lines": _does(rng)}
    return {
        f"{card}.kind": "contract",
        f"{card}.zone": rng.choice(ZONES),
        f"{card}.size": rng.randint(1, 4),
        f"{card}.payout": rng.choice((0, 0, 1, 2, 3, 4, 5, 6)),
        f"{card}.vocations": _vocations(rng),
        f"{card}.restriction": rng.choice(("none", "none", "none", "free_zoning", "other")),
        f"{card}.lines": _does(rng),
    }


NEVER_SKIPPED = (".lines",)
"""End of the ids of values without which the table does something by hand, and says what moved."""


def invented(rng: Random) -> dict[str, FactValue]:
    """Return a box in which every value is known, and hardly any is true."""
    facts: dict[str, FactValue] = {}
    for permit in PERMITS:
        facts[f"{permit}.zones"] = rng.choice(tuple(ZONE_SETS))
        facts[f"{permit}.size"] = rng.randint(1, 4)
        facts[f"{permit}.payout"] = rng.randint(0, 12)
        facts[f"{permit}.ballot"] = rng.choice(("yes", "no", "no"))
    for event in EVENTS:
        facts[f"{event}.lines"] = _does(rng)
    for card in ALL_CONTRACTS:
        facts |= _contract(rng, card)
    for card in (*PERMITS, *EVENTS, *ALL_CONTRACTS):
        facts[f"{card}.name"] = f"Inventada {card.partition('.')[2]}"
    for row in ROWS:
        facts[f"{row}.line"] = tuple(sorted((rng.randint(0, 20) for _ in range(4)), reverse=True))
    return facts | DATA.default_facts()


def full_facts(rng: Random | None = None) -> dict[str, FactValue]:
    """Return an invented box in which every value is known."""
    return invented(rng or Random(7))


def table(rng: Random) -> tuple[SprawlOptions, dict[str, FactValue], dict[str, str]]:
    """Return random options, invented box and rulings; half the boxes lack some values."""
    players = rng.choice((2, 3, 4))
    options = SprawlOptions(
        players=NAMES[:players],
        first_seat=rng.randrange(players),
        length=rng.choice(("normal", "long", "short", "short")),
    )
    rulings = {ruling.id: rng.choice(ruling.readings) for ruling in DATA.rulings}
    facts, share = full_facts(rng), rng.choice((0, 0, 0.2, 0.6, 1))
    shipped = DATA.default_facts()
    known = {f: v for f, v in facts.items() if f in shipped or rng.random() >= share}
    return options, known, rulings


# Plain box for the cases. Its numbers are invented, and easy to calculate with.

_PLAIN: dict[str, Any] = {
    **{f"{permit}.zones": "civic-commercial" for permit in PERMITS},
    **{f"{permit}.size": 1 for permit in PERMITS},
    **{f"{permit}.payout": 0 for permit in PERMITS},
    **{f"{permit}.ballot": "no" for permit in PERMITS},
    "permit.p2.size": 2,
    "permit.p4.size": 4,
    "permit.p5.zones": "civic-residential",
    "permit.p6.payout": 6,
    "permit.p7.ballot": "yes",
    "permit.p8.payout": 6,
    "permit.p8.ballot": "yes",
    "permit.p9.payout": 9,
    "permit.p11.payout": 11,
    **{f"{event}.lines": () for event in EVENTS},
    **{f"{card}.kind": "contract" for card in ALL_CONTRACTS},
    **{f"{card}.zone": "civic" for card in ALL_CONTRACTS},
    **{f"{card}.size": 2 for card in ALL_CONTRACTS},
    **{f"{card}.payout": 0 for card in ALL_CONTRACTS},
    **{f"{card}.vocations": () for card in ALL_CONTRACTS},
    **{f"{card}.restriction": "none" for card in ALL_CONTRACTS},
    **{f"{card}.lines": () for card in ALL_CONTRACTS},
    **{f"{row}.line": (8, 4, 2, 1) for row in ROWS},
}


def lay(given: Mapping[str, Any]) -> State:
    """Return the state that a case describes: a seat spends action points, and has 20 wealth."""
    facts = _PLAIN | DATA.default_facts()
    facts |= {f: _value(v) for f, v in given.get("facts", {}).items()}
    for fact in given.get("unknown", ()):
        facts.pop(fact, None)
    players = given.get("players", 4)
    options = SprawlOptions(
        players=NAMES[:players],
        first_seat=given.get("first", 0),
        length=given.get("length", "normal"),
    )
    rulings = {**DATA.default_rulings(), **given.get("rulings", {})}
    state = setup(options, facts, rulings)
    if given.get("phase") == "claim":
        state = replace(_with_things(state, {"wealth": {}, **given}), city=_city(state.city, given))
        return played(GAME, state, given.get("played", ()))
    state = _with_things(state, given)
    state = replace(
        state,
        city=_city(state.city, given),
        track=given.get("track", "office.mayor"),
        active=tuple(given.get("active", ("town",))),
        turns=given.get("turns", 5),
        turn=Turn(
            given.get("seat", 0),
            given.get("points", 6),
            given.get("spent", False),
            given.get("built", 0),
            tuple(given.get("taken", ())),
        ),
        agenda=_agenda(given),
        over=given.get("over", False),
    )
    return played(GAME, state, given.get("played", ()))


def _agenda(given: Mapping[str, Any]) -> tuple[Task, ...]:
    """Return a turn and the tasks due before it goes on: the first of `tasks` on top."""
    seat = given.get("seat", 0)
    tasks = (_task(task, seat) for task in given.get("tasks", ())[::-1])
    return (waits(Phase.ACT, seat), *tasks)


def _task(spec: Mapping[str, Any], seat: int) -> Task:
    about = {name: _plain(value) for name, value in spec.get("about", {}).items()}
    if spec["code"] == Phase.SHOW:
        about = {"deck": about["deck"], "place": about.get("place", "")}
    return Task(spec["code"], tuple(spec.get("seats", (seat,))), about=tuple(about.items()))


def _plain(value: Any) -> Any:
    return tuple(map(_plain, value)) if isinstance(value, list) else value


def _value(value: Any) -> FactValue:
    if not isinstance(value, list):
        plain: FactValue = value
        return plain
    if value and isinstance(value[0], int):
        return tuple(value)
    return tuple(TypedLine(*line) for line in value)


def _city(city: City, given: Mapping[str, Any]) -> City:
    if given.get("city") == "empty":
        for name in tuple(city.buildings):
            city = city.without_building(name)
    for lot, owner in given.get("owners", {}).items():
        city = city.owned_by(lot, None if owner == "nobody" else owner)
    for colour, site, *owner in given.get("buildings", ()):
        lots = frozenset(site.split("+"))
        city = city.with_building(Building(colour, lots, owner[0] if owner else None))
        assert name_of(lots) in city.buildings
    for circle, marker in given.get("markers", {}).items():
        city = city.with_marker(marker, circle)
    return city


def _with_things(state: State, given: Mapping[str, Any]) -> State:
    """Put everything in its place: wealth and prestige by seat, cards, vocations, offices."""
    ledger = state.ledger

    def move(item: str, number: int, source: str, target: str) -> None:
        nonlocal ledger
        if number:
            ledger = ledger.post([Transfer(item, number, source, target, RULE)])

    def show(card: str, target: str) -> None:
        """Take a card out of its deck, or a renewal out of the discard pile."""
        nonlocal ledger
        if card == RENEWAL:
            move(ITEM[card], 1, DISCARD, target)
            return
        source = DECK[deck_of(card)]
        ledger = ledger.post([Reveal(ITEM[card].partition(":")[0], ITEM[card], 1, source, RULE)])
        move(ITEM[card], 1, source, target)

    wealth = given.get("wealth", dict.fromkeys(map(str, range(state.players)), 20))
    for seat, amount in wealth.items():
        account = SEATS[int(seat)]
        move(WEALTH, amount - ledger.balance(account, WEALTH), SUPPLY, account)
    for seat, amount in given.get("prestige", {}).items():
        move(PRESTIGE, amount, SUPPLY, SEATS[int(seat)])
    for seat, cards in given.get("cards", {}).items():
        for card in cards:
            show(card, SEATS[int(seat)])
    for place, card in given.get("rails", {}).items():
        show(card, ON[place])
    for place in FAVOR_OF:
        for seat, card in given.get(place.replace(".", "_"), {}).items():
            show(card, FAVOR_OF[place][int(seat)])
    for seat in given.get("extra_favor", ()):
        move(EXTRA_FAVOR, 1, SUPPLY, SEATS[seat])
    for seat, held in given.get("vocations", {}).items():
        for name, number in held.items():
            move(f"vocation:{name}", number, SUPPLY, SEATS[int(seat)])
    if given.get("airport", bool(given.get("offices"))):
        for office in OFFICES[1:5]:
            move(ITEM[office], 1, PENDING, SUPPLY)
    if given.get("sports", "contractor" in given.get("offices", {})):
        move(ITEM[OFFICES[5]], 1, PENDING, SUPPLY)
    for office, seat in given.get("offices", {}).items():
        move(f"office:{office}", 1, SUPPLY, SEATS[seat])
    for item, left in given.get("left", {}).items():
        # Put what is not left in a deck where used cards of that kind go.
        planning = item in ("permit", "event")
        source, target = (DECK[PLANNING], DISCARD) if planning else (DECK[item], AWAY)
        move(item, ledger.balance(source, item) - left, source, target)
    return replace(state, ledger=ledger)


UNTIL: dict[str, Callable[[Any, Any, Any], bool]] = {
    "next_turn": lambda then, now, _action: now.turns > then.turns,
    "never": lambda _then, _now, _action: False,
}
"""Predicate of each moment by code: `(the state refused on, the state now, action)`."""
UNTIL_WITHIN = 200
"""Reports of a match among which some are refused until such a moment."""


READ_RULINGS = {"score_without_marker": "no"}
"""Readings without which what an unread contract does can be reported."""


def as_reported(state: State, action: Any, known: State, _after: State | None) -> Any:
    """Return a report where nobody has read the contract; None if `answer` tells it."""
    unread = state.phase == Phase.VOCATION and state.due != known.due
    return None if unread and action.kind == "no_vocation" else action


def answer(unknown: State, known: State) -> Any:
    """Return the report that is due only where nobody has read a line or a contract."""
    due, seat = unknown.due, unknown.awaited[0] if unknown.awaited else 0
    if unknown.over or known.due == due:
        return None
    if unknown.phase == Phase.LINE:
        if _left_for_later(unknown):
            report = {"kind": "leave_line", "seat": seat, "row": due.of("row")}
            return GAME.read_action(report)
        line: Any = known.printed[f"{due.of('row')}.line"]
        read = line[:2] if unknown.players == 2 else line
        values = dict(zip(("first", "second", "third", "fourth"), (*read, 0, 0), strict=False))
        return GAME.read_action({"kind": "read_line", "seat": seat, **values})
    if unknown.phase == Phase.VOCATION and due.of("vocation") is None:
        return _vocation(unknown, known, seat)
    return None


def _left_for_later(state: State) -> bool:
    """Return whether the line that is due is left for later: about half of those that can be."""
    row = state.due.of("row")
    needed = state.due.of("owed") or row in state.told
    return not needed and (len(state.city.buildings) + len(row) + state.turns) % 2 == 0


def _vocation(unknown: State, known: State, seat: int) -> Any:
    """Return the report of the next vocation of a contract, as the table takes it."""
    card = unknown.due.of("card")
    printed: Any = known.printed_on(card, "vocations")
    if isinstance(printed, Unknown):
        return None
    for line in printed:
        name = line.what.replace(":", ".")
        if known.has(seat, name) > unknown.has(seat, name):
            report = {"kind": "take_vocation", "vocation": name, "number": line.each}
            return GAME.read_action({**report, "seat": seat, "source": SUPPLY_SOURCE})
    if any(task.of("card") == card for task in known.agenda):
        return None
    return GAME.read_action({"kind": "no_vocation", "seat": seat})
