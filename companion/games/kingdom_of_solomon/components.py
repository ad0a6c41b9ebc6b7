"""Pieces and spaces of the box, printed values, and the options of a table."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from itertools import combinations
from types import MappingProxyType
from typing import Annotated, Any, Final, Literal, TypeAlias

from pydantic import AfterValidator, Field

from companion.kernel.box.facts import (
    FactValue,
    FactValues,
    Known,
    TypedLine,
    Unknown,
    number,
)
from companion.kernel.box.printed_values import PrintedValues
from companion.kernel.models import SORTED, Options

PLAYERS: Final = (2, 3, 4)

Good: TypeAlias = Literal["gold", "copper", "stone", "timber", "food"]
GOODS: Final[tuple[str, ...]] = ("gold", "copper", "stone", "timber", "food")
GOLD: Final = "gold"

TERRITORIES: Final = tuple(f"territory.t{n}" for n in range(1, 17))
CARDS: Final = tuple(f"building.c{n}" for n in range(1, 21))
FORTUNES: Final = tuple(f"fortune.{n}" for n in range(1, 33))
ACTIONS: Final = tuple(
    f"action.{name}" for name in ("fortune", "wisdom", "thief", "trader", "artisan")
)
ARTISAN: Final = "action.artisan"
TRIBUTE: Final = "bonus.tribute"
ARK: Final = "bonus.ark"
ALTAR: Final = "bonus.altar"
BONUSES: Final = (TRIBUTE, ARK, ALTAR)
PLAIN_BONUSES: Final = (TRIBUTE, ARK)
"""Bonus spaces that leave no choice."""
BONUSES_OF: Final = MappingProxyType({2: (ALTAR,), 3: (ARK, ALTAR), 4: BONUSES})
"""Bonus spaces in play, by number of players."""
PLACES: Final = tuple(f"price.{good}-{n}" for good in GOODS for n in range(1, 5))
"""Places of the market, four for each good."""
PARTS: Final = ("temple.foundation", "temple.structure", "temple.pillars")
"""Parts of the Temple, in building order."""
NO_SITE: Final = "plot.none"
"""Value in place of a territory if no building is put on the map."""


def good_of(place: str) -> str:
    """Return the good of a place of the market."""
    return place.partition(".")[2].partition("-")[0]


def _road_id(one: str, other: str) -> str:
    return f"frontier.{one.partition('.t')[2]}x{other.partition('.t')[2]}"


WAYS: Final[Mapping[frozenset[str], str]] = MappingProxyType(
    {frozenset(pair): _road_id(*pair) for pair in combinations(TERRITORIES, 2)}
)
"""Border between two territories."""
ENDS: Final[Mapping[str, tuple[str, str]]] = MappingProxyType(
    {_road_id(*pair): pair for pair in combinations(TERRITORIES, 2)}
)
"""Two territories of each border."""
AROUND: Final[Mapping[str, tuple[tuple[str, str], ...]]] = MappingProxyType(
    {
        here: tuple((way, b if a == here else a) for way, (a, b) in ENDS.items() if here in (a, b))
        for here in TERRITORIES
    }
)
"""Borders of each territory, with the territory beyond."""


def _one_of(values: Collection[str]) -> AfterValidator:
    def known(value: str) -> str:
        if value not in values:
            raise ValueError(value)
        return value

    return AfterValidator(known)


Territory: TypeAlias = Annotated[str, _one_of(frozenset(TERRITORIES))]
Site: TypeAlias = Annotated[str, _one_of(frozenset({*TERRITORIES, NO_SITE}))]
Space: TypeAlias = Annotated[str, _one_of(frozenset({*TERRITORIES, *ACTIONS, *CARDS}))]
"""Space where a single pawn can be placed."""
Bonus: TypeAlias = Annotated[str, _one_of(frozenset(BONUSES))]
Collected: TypeAlias = Annotated[
    tuple[Annotated[str, _one_of(frozenset({*TERRITORIES, *PLAIN_BONUSES}))], ...],
    Field(max_length=20),
]
"""Spaces that leave no choice."""
Place: TypeAlias = Annotated[str, _one_of(frozenset(PLACES))]
CardId: TypeAlias = Annotated[str, _one_of(frozenset(CARDS))]
FortuneId: TypeAlias = Annotated[str, _one_of(frozenset(FORTUNES))]
Part: TypeAlias = Annotated[str, _one_of(frozenset(PARTS))]
Cubes: TypeAlias = Annotated[tuple[Good, ...], Field(max_length=60), SORTED]
Fortunes: TypeAlias = Annotated[tuple[FortuneId, ...], Field(max_length=9), SORTED]

MOST_POINTS: Final = 40
"""Greatest number of points of a block of the Temple, as in the box."""
BlockPoints: TypeAlias = Annotated[int, Field(ge=0, le=MOST_POINTS)]

Heap: TypeAlias = Mapping[str, int]
"""Number of cubes of each good."""
NO_CUBES: Final[Heap] = MappingProxyType({})


def heap(cubes: Iterable[str]) -> Counter[str]:
    """Count cubes by good."""
    return Counter(cubes)


def cubes(counted: Heap) -> tuple[str, ...]:
    """Return the cubes of a heap one by one, as a report lists them."""
    return tuple(sorted(good for good, n in counted.items() for _ in range(n)))


def lines_of(verb: str, counted: Heap) -> tuple[TypedLine, ...]:
    """Return a heap as typed lines, one per good, in their order."""
    amounts = ((good, counted.get(good, 0)) for good in GOODS)
    return tuple(TypedLine(verb, n, f"cube:{good}") for good, n in amounts if n)


def in_lines(lines: Iterable[TypedLine]) -> Heap:
    """Return the heap of lines with numbers of cubes of one good each."""
    total: Counter[str] = Counter()
    for line in lines:
        total[line.what.removeprefix("cube:")] += line.each
    return total


# Printed values

_NUMBERS: Final = (
    "start.points", "palaces", "roads", "tokens", "fortunes", "fortune.kept", "road.timber",
    "road.food", "plots", "altar.points", "ark.cards", "priest.points", "fewer.2", "fewer.3",
)  # fmt: skip
REQUIRED_FACTS: Final = (*_NUMBERS, *(f"cubes.{good}" for good in GOODS))
"""Numbers that refereeing requires."""


def yields(territory: str) -> str:
    """Return the fact id of a territory's yield."""
    return f"{territory}.yields"


def site(territory: str) -> str:
    """Return the fact id of whether a territory has a building site."""
    return f"{territory}.plot"


def joined(way: str) -> str:
    """Return the fact id of whether two territories touch."""
    return f"{way}.joined"


def cost(thing: str) -> str:
    """Return the fact id of the cost of a building card or a block of a Temple part."""
    return f"{thing}.cost"


def points(thing: str) -> str:
    """Return the fact id of the points of a card, a block, a site, or a market place."""
    return f"{thing}.points"


def puts_piece(card: str) -> str:
    """Return the fact id of whether a building card puts a building on the map."""
    return f"{card}.palace"


def lines(thing: str) -> str:
    """Return the fact id of the effect of an action space, building or fortune card."""
    return f"{thing}.lines"


def reward(part: str) -> str:
    """Return the fact id of the fixed reward of a block of a Temple part."""
    return f"{part}.reward"


def uniform(part: str) -> str:
    """Return the fact id of whether all blocks of a Temple part cost and score the same."""
    return f"{part}.uniform"


def blocks(part: str) -> str:
    """Return the fact id of the number of blocks of a Temple part."""
    return f"{part}.in_all"


def on_card(card: str) -> tuple[str, ...]:
    """Return the fact ids of the values printed on a building card."""
    return (f"{card}.name", cost(card), points(card), puts_piece(card), lines(card))


def on_fortune(card: str) -> tuple[str, ...]:
    """Return the fact ids of the values printed on a fortune card."""
    return (f"{card}.name", lines(card))


YES: Final = "yes"
NO: Final = "no"

EXTRA_POINT: Final = "extra.point"
EXTRA_CARD: Final = "extra.fortune"
EXTRA_FIRST: Final = "extra.first"
EXTRAS: Final = (EXTRA_POINT, EXTRA_CARD, EXTRA_FIRST)
"""Gains besides cubes of a space or a card of unknown effect."""
Extras: TypeAlias = Annotated[
    tuple[Literal["extra.point", "extra.fortune", "extra.first"], ...],
    Field(max_length=60),
    SORTED,
]
"""Bag of these, one entry for each point, card or change of order."""

_TYPED: Final = (
    *(fact(t) for t in TERRITORIES for fact in (yields, site, points)),
    *map(joined, ENDS),
    *(fact for card in CARDS for fact in on_card(card)),
    *(fact(part) for part in PARTS for fact in (blocks, cost, points, uniform, reward)),
    *map(points, PLACES),
    *map(lines, ACTIONS),
    *(fact for card in FORTUNES for fact in on_fortune(card)),
)
"""Fact ids that a table may type during a match and that rules read."""
_OF_LINES: Final = frozenset(
    fact for fact in _TYPED if fact.endswith((".yields", ".cost", ".lines"))
)
_HEAPS: Final = frozenset(fact for fact in _TYPED if fact.endswith((".yields", ".cost")))


@dataclass(frozen=True, slots=True)
class Facts:
    """Numbers of the rulebook in this box."""

    numbers: Mapping[str, int]
    """Numbers by fact id."""

    def __getitem__(self, fact: str) -> int:
        """Return one number."""
        return self.numbers[fact]

    def cubes(self, good: str, players: int) -> int:
        """Return the number of cubes of a good in play."""
        fewer = 0 if players == max(PLAYERS) else self.numbers[f"fewer.{players}"]
        return max(0, self.numbers[f"cubes.{good}"] - fewer)


def read_facts(values: FactValues) -> Facts:
    """Return the numbers of one box; the required ones must be present."""
    return Facts(MappingProxyType({fact: number(values, fact) for fact in REQUIRED_FACTS}))


def read_typed(values: FactValues) -> PrintedValues[Known[Any]]:
    """Return the values that a table may type during a match, or Unknown for each."""
    return PrintedValues({fact: as_read(fact, values.get(fact)) for fact in _TYPED})


def as_read(fact: str, value: FactValue | Unknown | None) -> Known[Any]:
    """Return a value as rules read it: lines as such, heaps as their sums."""
    if value is None:
        return Unknown(fact)
    if isinstance(value, Unknown) or fact not in _OF_LINES:
        return value
    assert isinstance(value, tuple | list)
    typed = tuple(TypedLine(*line) for line in value)  # type: ignore[misc]
    return MappingProxyType(dict(in_lines(typed))) if fact in _HEAPS else typed


class SolomonOptions(Options):
    """Options of a table: players, and the drawn turn order."""

    order: Annotated[tuple[Annotated[int, Field(ge=0, le=9)], ...], Field(max_length=4)] = ()
    """Seats from place 1 of the turn order on; empty: seating order."""
