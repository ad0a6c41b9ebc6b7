"""Cards, places and pieces of the box, printed values, and the options of a table.

Ids of items and accounts of the ledger never end in a bare number: that would be a seat.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from itertools import combinations
from types import MappingProxyType
from typing import Annotated, Any, Final, Literal, TypeAlias

from pydantic import AfterValidator, Field

from companion.games.urban_sprawl.grid import (
    BLOCKS,
    CIRCLES,
    FOOTPRINTS,
    LOTS,
    PRINTED,
    SIZES,
    START,
    ZONES,
    Lots,
)
from companion.kernel.box.facts import (
    FactValue,
    FactValues,
    Known,
    TypedLine,
    Unknown,
    number,
)
from companion.kernel.box.printed_values import PrintedValues
from companion.kernel.models import Options

PLAYERS: Final = (2, 3, 4)

# Cards and their places

PERMITS: Final = tuple(f"permit.p{n}" for n in range(1, 37))
EVENTS: Final = tuple(f"event.e{n}" for n in range(1, 15))
RENEWAL: Final = "renewal"
RENEWALS: Final = 4
CONTRACTS: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        deck: tuple(f"{deck}.{deck[0]}{n}" for n in range(1, 38))
        for deck in ("town", "city", "metropolis")
    }
)
"""Cards of each deck."""
DECKS: Final = ("town", "city", "metropolis")
PLANNING: Final = "planning"
AIRPORT: Final = CONTRACTS["town"][0]
SPORTS_TEAM: Final = CONTRACTS["city"][0]
OLYMPICS: Final = CONTRACTS["metropolis"][0]
KEY_CARD: Final[Mapping[str, str]] = MappingProxyType(
    {"town": AIRPORT, "city": SPORTS_TEAM, "metropolis": OLYMPICS}
)
"""Event of each deck that stands apart when it is shuffled."""
ALL_CONTRACTS: Final = tuple(card for deck in DECKS for card in CONTRACTS[deck])
CARDS: Final = (*PERMITS, *EVENTS, RENEWAL, *ALL_CONTRACTS)
PLAIN_PERMITS: Final = 22
"""Number of permits above those mixed with the events."""
WINDOW: Final[Mapping[str, tuple[int, int]]] = MappingProxyType(
    {"normal": (16, 22), "long": (19, 28), "short": (10, 19)}
)
"""First and last position of a key event in its deck, by length of the match."""

PLANNING_ROW: Final = ("rail.p1", "rail.p2", "rail.p3", "rail.p4", "rail.planning")
"""Path of the planning cards, the cheapest place first; the last is the top of the deck."""
CONTRACT_ROW: Final = ("rail.c1", "rail.c2", "rail.c3", "rail.c4", "rail.c5")
TOP: Final[Mapping[str, str]] = MappingProxyType(
    {deck: f"rail.{deck}" for deck in (PLANNING, *DECKS)}
)
"""Place of each deck's open top card."""
FAVORS: Final = ("favor.one", "favor.two")
"""Places of favours before a seat; the second one is the extra favour."""
CONTRACT_PLACES: Final = (*CONTRACT_ROW, *(TOP[deck] for deck in DECKS))
PRICE: Final[Mapping[str, int]] = MappingProxyType(
    {
        **{place: n for n, place in enumerate(PLANNING_ROW, 1)},
        **{place: n for n, place in enumerate(CONTRACT_ROW, 1)},
        TOP["town"]: 6,
        TOP["city"]: 5,
        TOP["metropolis"]: 4,
        **dict.fromkeys(FAVORS, 0),
    }
)
"""Action points that the card in each place costs."""


def deck_of(card: str) -> str:
    """Return the deck that a card comes from."""
    kind = card.partition(".")[0]
    return kind if kind in DECKS else PLANNING


# Buildings, markers, vocations, offices

ACROSS: Final = "both_sides"
"""Place on both sides of a street: it can be asked about, and no building lies there."""
SITES: Final[Mapping[str, Lots]] = MappingProxyType(
    {
        "+".join(lot for lot in LOTS if lot in shape): shape
        for here in BLOCKS
        for size in SIZES
        for shape in FOOTPRINTS[here][size]
    }
    | {ACROSS: frozenset()}
)
"""Lots of every place for a building, by its id (`lot.3.4+lot.4.4`); none lies across a street."""
SITE_OF: Final[Mapping[Lots, str]] = MappingProxyType({lots: site for site, lots in SITES.items()})
START_LOTS: Final = tuple(START)

WEALTH: Final = "wealth"
PRESTIGE: Final = "prestige"
MARKERS: Final[Mapping[str, int]] = MappingProxyType(
    {f"marker.w{n}": n for n in range(7, 13)} | {f"marker.p{n}": n for n in range(4, 7)}
)
"""Number of each marker."""
ROWS: Final = tuple(f"payout.w{n}" for n in range(1, 13)) + tuple(
    f"payout.p{n}" for n in range(1, 7)
)
"""Lines of the payout table."""
PRESTIGE_ROWS: Final = ROWS[12:]
PRINTED_ROW: Final[Mapping[str, str]] = MappingProxyType(
    {f"payout.{'p' if place.startswith('left') else 'w'}{n}": place for place, n in PRINTED.items()}
)
"""Place at the edge of each row with a printed number."""


def row_of(kind: str, amount: int) -> str:
    """Return the row of wealth or of prestige with that number."""
    return f"payout.{kind[0]}{amount}"


def marker_of(row: str) -> str:
    """Return the marker that a row needs if its number is not printed."""
    return f"marker.{row.partition('.')[2]}"


MEDIA: Final = "vocation.media"
VOCATIONS: Final = (
    *(
        f"vocation.{name}"
        for name in (
            "finance",
            "transport",
            "education",
            "energy",
            "tourism",
            "factory",
            "public_service",
        )
    ),
    MEDIA,
)

MAYOR: Final = "office.mayor"
ATTORNEY: Final = "office.attorney"
TREASURER: Final = "office.treasurer"
CHIEF: Final = "office.chief"
BOSS: Final = "office.boss"
CONTRACTOR: Final = "office.contractor"
TRACK: Final = (MAYOR, ATTORNEY, TREASURER, CHIEF, BOSS)
"""Spaces of the election track, clockwise."""
OFFICES: Final = (*TRACK, CONTRACTOR)
ZONE_OF_OFFICE: Final[Mapping[str, str]] = MappingProxyType(
    dict(zip(TRACK[1:], ("civic", "commercial", "residential", "industrial"), strict=True))
)
OFFICE_OF_ZONE: Final[Mapping[str, str]] = MappingProxyType(
    {zone: office for office, zone in ZONE_OF_OFFICE.items()}
)

SUPPLY_SOURCE: Final = "supply"
SEAT_NAMES: Final = tuple(f"seat.{seat}" for seat in range(max(PLAYERS)))
YES: Final = "yes"
NO: Final = "no"
PAY: Final = "ransom"
"""Answer that pays to spare a building."""
HORIZONTAL: Final = "gridline.crosswise"
VERTICAL: Final = "gridline.lengthwise"
ROWS_OF_BLOCK: Final = (HORIZONTAL, VERTICAL)
"""Rows of a block, of which a card may let one be chosen."""
ANSWERS: Final = (
    *SEAT_NAMES, *LOTS, *BLOCKS, *SITES, *CIRCLES, *MARKERS, *TRACK, *ROWS_OF_BLOCK, YES, NO, PAY,
)  # fmt: skip
"""Possible answers to the choices of cards."""


def _one_of(values: Collection[str]) -> AfterValidator:
    def known(value: str) -> str:
        if value not in values:
            raise ValueError(value)
        return value

    return AfterValidator(known)


def _each_once(values: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(sorted(set(values)))


CardId: TypeAlias = Annotated[str, _one_of(frozenset(CARDS))]
PermitId: TypeAlias = Annotated[str, _one_of(frozenset(PERMITS))]
HeldCard: TypeAlias = Annotated[str, _one_of(frozenset((*PERMITS, RENEWAL)))]
PermitBag: TypeAlias = Annotated[
    tuple[PermitId, ...], AfterValidator(_each_once), Field(max_length=40)
]
PlanningPlace: TypeAlias = Annotated[str, _one_of(frozenset(PLANNING_ROW))]
ContractPlace: TypeAlias = Annotated[str, _one_of(frozenset(CONTRACT_PLACES))]
FavorPlace: TypeAlias = Annotated[str, _one_of(frozenset(FAVORS))]
BuildPlace: TypeAlias = Annotated[str, _one_of(frozenset((*CONTRACT_PLACES, *FAVORS)))]
BlockId: TypeAlias = Annotated[str, _one_of(frozenset(BLOCKS))]
SiteId: TypeAlias = Annotated[str, _one_of(frozenset(SITES))]
StartLot: TypeAlias = Annotated[str, _one_of(frozenset(START_LOTS))]
ZoneId: TypeAlias = Annotated[str, _one_of(frozenset(ZONES))]
VocationId: TypeAlias = Annotated[str, _one_of(frozenset(VOCATIONS))]
SourceId: TypeAlias = Annotated[str, _one_of(frozenset((SUPPLY_SOURCE, *SEAT_NAMES)))]
RowId: TypeAlias = Annotated[str, _one_of(frozenset(ROWS))]
Answer: TypeAlias = Annotated[str, _one_of(frozenset(ANSWERS))]
PayoutNumber: TypeAlias = Annotated[int, Field(ge=0, le=12)]
Amount: TypeAlias = Annotated[int, Field(ge=0, le=40)]

ZONE_SETS: Final[Mapping[str, frozenset[str]]] = MappingProxyType(
    {
        "-".join(some): frozenset(some)
        for number_of in SIZES
        for some in combinations(ZONES, number_of)
    }
)
"""Sets of zones that a permit can be for, by id."""

# Printed values

_NUMBERS: Final = (
    *(f"wealth.{players}" for players in PLAYERS),
    "ap",
    "ap.boss",
    "treasurer.tax",
    "tens",
)
REQUIRED_FACTS: Final = (
    *_NUMBERS,
    *(f"vocations.{name.partition('.')[2]}" for name in VOCATIONS),
)
"""Numbers that refereeing requires."""

_OF_CONTRACT: Final = (
    "name",
    "kind",
    "zone",
    "size",
    "payout",
    "vocations",
    "restriction",
    "lines",
)
_TYPED: Final = (
    *(f"{card}.{field}" for card in PERMITS for field in ("zones", "size", "payout", "ballot")),
    *(f"{card}.{field}" for card in EVENTS for field in ("name", "lines")),
    *(f"{card}.{field}" for card in ALL_CONTRACTS for field in _OF_CONTRACT),
    *(f"{row}.line" for row in ROWS),
)
"""Fact ids that a table may type during a match and that rules read."""

EVENT: Final = "event"
CONTRACT: Final = "contract"
FREE_ZONING: Final = "free_zoning"


@dataclass(frozen=True, slots=True)
class Facts:
    """Numbers of the rulebook in this box."""

    numbers: Mapping[str, int]
    """Numbers by fact id."""

    def __getitem__(self, fact: str) -> int:
        """Return one number."""
        return self.numbers[fact]

    def vocations(self, vocation: str) -> int:
        """Return the number of markers of a vocation."""
        return self.numbers[f"vocations.{vocation.partition('.')[2]}"]


def read_facts(values: FactValues) -> Facts:
    """Return the numbers of one box; the required ones must be present."""
    return Facts(MappingProxyType({fact: number(values, fact) for fact in REQUIRED_FACTS}))


def read_typed(values: FactValues) -> PrintedValues[Known[Any]]:
    """Return the values that a table may type during a match, or Unknown for each."""
    return PrintedValues({fact: as_read(fact, values.get(fact)) for fact in _TYPED})


def as_read(fact: str, value: FactValue | Unknown | None) -> Known[Any]:
    """Return a value as rules read it: lines as such, several numbers as a tuple."""
    if value is None:
        return Unknown(fact)
    if isinstance(value, Unknown) or not isinstance(value, tuple | list):
        return value
    if fact.endswith((".lines", ".vocations")):
        return tuple(TypedLine(*line) for line in value)  # type: ignore[misc]
    return tuple(value)


class SprawlOptions(Options):
    """Options of a table: players, starter and length of the match."""

    first_seat: Annotated[int, Field(ge=0, le=9)] = 0
    length: Literal["normal", "long", "short"] = "normal"
