"""Reports of Urban Sprawl, and what a bare table says of them."""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any

from tests.games.readings import Changes
from tests.games.sentences import ReadReport
from tests.games.urban_sprawl import naive
from tests.games.urban_sprawl.test_truth import OFFICES, Told, lots_of

Bag = Counter[str]

CARD = "permit|town|city|metropolis|event|renewal|unnoted"
PLACE = "rail|favor"
ZONE = "civic|commercial|industrial|residential|park"
BOARD = (
    "lot|block|marker|top|right|office|gridline|shape|payout|vocation|yes|no|ransom|nobody|any|none"
)
"""Kinds of answers to a choice, but for people."""
CAUSE = f"{CARD}|lot|payout|vocation|office|{PLACE}|marker"
NUMBERED = ("wealth", "prestige")


@dataclass
class SprawlReport(ReadReport):
    """Report at a city."""

    @property
    def table(self) -> Told:
        """Return the bare table with the report."""
        return Told(self.state, self.action)

    @property
    def then(self) -> Told:
        """Return the bare table after the report."""
        return Told(self.after, self.action)


T = SprawlReport


def item(key: str) -> str:
    """Return the ledger item of a term."""
    return key.replace(".", ":", 1)


def gets(who: int, what: str, n: int) -> Changes:
    return {(f"seat:{who}", item(what)): n}


def moved(sign: int, who: int, bag: Bag) -> Changes:
    return {(f"seat:{who}", item(what)): sign * n for what, n in bag.items()}


def same(named: Iterable[str] | None, meant: Iterable[str]) -> bool:
    """Return whether exactly these are named."""
    return sorted(named or ()) == sorted(meant)


def holds(t: T, who: int, bag: Bag | None, what: str) -> bool:
    """Return whether a seat has exactly this; nothing, where nothing is named."""
    return t.table.at(f"seat:{who}", what) == (bag or Counter())[what]


def waited(t: T, who: tuple[int, ...], due: str) -> bool:
    """Return whether the table waits for these seats, and for that."""
    return set(who) == set(t.table.awaited) and due == f"phase.{t.table.phase}"


def due(t: T, phase: str, who: int | tuple[int, ...]) -> bool:
    """Return whether the table waits for that, and for whom it says."""
    one = (who,) if isinstance(who, int) else who
    return t.table.phase == phase and set(t.table.awaited) == set(one)


def there(t: T, place: str, card: str | None) -> bool:
    """Return whether a card lies in a place; none, where none is named."""
    return t.table.lying(t.table.account(place)) == (card or "")


def shape(lots: str) -> str:
    """Return the place of lots within their block, or that they are on both sides of a street."""
    if lots == "both_sides":
        return "shape.both_sides"
    letters = {(1, 1): "a", (1, 0): "b", (0, 1): "c", (0, 0): "d"}
    named = {letters[row % 2, column % 2] for row, column in lots_of(lots)}
    return f"shape.{''.join(sorted(named))}"


def house(state: Any, building: str) -> Any:
    """Return a building of a state by its first lot; None if there is none."""
    return state.city.buildings.get(building)


def stands(state: Any, block: str, within: str, colour: str) -> bool:
    """Return whether a building of that zone stands there, and nothing more of it."""
    return any(
        (one.block, one.colour) == (block, colour) and shape("+".join(one.lots)) == within
        for one in state.city.buildings.values()
    )


def blocks_of(t: T) -> set[str]:
    """Return the blocks of the reported lots, if these are told one by one."""
    if t.action.lots == "both_sides":
        return set()
    return {f"block.{(row + 1) // 2}.{(column + 1) // 2}" for row, column in t.table.lots}


def is_gone(t: T, building: str, colour: str, **about: Any) -> bool:
    """Return whether a building on the site of the report has that zone, and what is said of it."""
    one = house(t.state, building)
    if one is None or one.colour != colour:
        return False
    lots = lots_of("+".join(one.lots))
    checks: dict[str, Callable[[Any], bool]] = {
        "size": lambda size: len(lots) > size["lot"] == len(t.table.lots),
        "left": lambda _left: not lots <= t.table.lots,
        "owner": lambda owner: one.owner == owner == t.table.who("office:contractor"),
        "own": lambda own: one.owner == own == t.me,
    }
    met = all(checks[name](value) for name, value in about.items())
    return met and bool(lots & t.table.lots)


def worth(t: T, who: int, row: str, state: Any = None) -> int:
    """Return how many buildings a seat controls in a row of the table."""
    city = Told(state or t.after, t.action).city
    lots = city.rows()[row.partition(".")[2]]
    return sum(h.owner == who and bool(h.lots & set(lots)) for h in city.houses)


def note(t: T, name: str, bag: Bag) -> None:
    t.running[name] = t.running.get(name, Counter()) + bag


def no_more(t: T, who: int, bag: Bag) -> bool:
    """Return whether a seat paid itself no more than it had, if prestige has a floor.

    Who has a payout left for later may have more.
    """
    before = t.running["changes"]
    return all(
        t.table.at(f"seat:{who}", what) + before[f"seat:{who}", what] >= n
        or (what == "prestige" and t.table.ruling("prestige_floor") == "below")
        or any(one.kind == what and who in {c[0] for c in one.claims} for one in t.state.left)
        for what, n in bag.items()
    )


def totals(state: Any, seats: Iterable[int]) -> list[tuple[int, int]]:
    """Return the prestige and wealth of each seat."""
    held = state.ledger.balance
    return [(held(f"seat:{who}", "prestige"), held(f"seat:{who}", "wealth")) for who in seats]


def final(state: Any, seats: Iterable[int]) -> list[tuple[int, int]]:
    """Return the prestige of each seat with all that the end adds, and its wealth."""
    houses = tuple(
        replace(one, zone=_ZONE.get(one.zone, one.zone)) for one in Told(state, None).city.houses
    )
    city, uncontrolled = naive.City(houses, {}), state.rulings["uncontrolled_for_bonus"] == "count"
    ended = []
    for who, (prestige, wealth) in zip(seats, totals(state, seats), strict=True):
        held = [office for office in OFFICES if state.ledger.balance(f"seat:{who}", office) > 0]
        added = sum(row[who] for row in state.final.values()) + max(0, wealth) // 10
        names = [_OFFICE.get(office, office.partition(":")[2]) for office in held]
        added += sum(naive.bonus(city, name, who, uncontrolled) for name in names)
        ended.append((prestige + added, wealth))
    return ended


_OFFICE = {"office:chief": "police"}
_ZONE = {"civic": "civ", "commercial": "com", "residential": "res", "industrial": "ind"}


def is_restricted(t: T, restriction: str) -> bool:
    """Return whether the card asks for a place that the building does not have."""
    return t.table.printed(f"{t.table.card}.restriction") == restriction.partition(".")[
        2
    ] and not t.table.kept(restriction.partition(".")[2])


def zones_of(t: T, permit: str) -> list[str]:
    return (t.table.printed(f"{permit}.zones") or "").split("-")


def sizes(t: T) -> list[int | None]:
    """Return what the permits laid are worth; None for what nobody has read."""
    return [
        4 if permit == "renewal" else t.table.printed(f"{permit}.size") for permit in t.action.pay
    ]


def known(t: T, card: str, name: str) -> Any:
    """Return a value of a card; "" if cards of its kind have none, None if nobody has read it."""
    fact = f"{card}.{name}"
    return t.table.printed(fact) if fact in t.state.printed else ""


def unread(t: T, card: str, name: str) -> bool:
    """Return whether nobody has read a value of a card."""
    return known(t, card, name) is None


def built_card(t: T, card: str) -> bool:
    return card == t.table.card
