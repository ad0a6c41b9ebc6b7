"""Pieces and spaces of the box, printed values, and the options of a table."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from itertools import combinations_with_replacement, product
from types import MappingProxyType
from typing import Annotated, Any, Final, Literal, TypeAlias

from pydantic import Field

from companion.kernel.box.facts import FactValues, Known, Unknown, row
from companion.kernel.box.printed_values import PrintedValues
from companion.kernel.models import Options
from companion.kernel.pieces.space import steps_from, touching

ANY: Final = "any"
"""Colour of the palace's sections: one colour each, freely chosen."""

COLOURS: Final = ("black", "red", "blue", "grey", "brown", "white", "yellow", "green")

CardKind: TypeAlias = Literal[
    "black:1", "black:2", "black:3", "red:1", "red:2", "red:3", "blue:1", "blue:2", "blue:3",
    "grey:1", "grey:2", "grey:3", "brown:1", "brown:2", "brown:3", "white:1", "white:2", "white:3",
    "yellow:1", "yellow:2", "yellow:3", "green:1",
]  # fmt: skip
"""Card by colour and value."""

CARD_KINDS: Final[tuple[str, ...]] = tuple(
    f"{colour}:{value}"
    for colour, value in product(COLOURS, (1, 2, 3))
    if colour != "green" or value == 1
)

COLOUR_OF: Final = {kind: kind.partition(":")[0] for kind in CARD_KINDS}
KINDS_OF: Final = {
    colour: tuple(kind for kind in CARD_KINDS if COLOUR_OF[kind] == colour) for colour in COLOURS
}
VALUE_OF: Final = {kind: int(kind.partition(":")[2]) for kind in CARD_KINDS}

Dragon: TypeAlias = Literal["vulca", "terrah", "aqua"]
DRAGONS: Final = ("vulca", "terrah", "aqua")
DRAGON_COLOUR: Final = {"vulca": "black", "terrah": "red", "aqua": "blue"}
"""Colour of the cards that move each dragon (not that of its figure)."""
FIGURE_COLOUR: Final = {"vulca": "red", "terrah": "green", "aqua": "blue"}
"""Colour of each dragon's figure."""

OUT: Final = "out"
"""Place of a dragon outside the city."""

COURTYARD: Final = "courtyard"
"""Rulebook's «Mercado», in the middle; `market_hall` is a building."""

PALACE: Final = "royal_palace"

COLOUR_AND_SECTIONS: Final = MappingProxyType(
    {
        "royal_palace": (ANY, 4),
        "fire_temple": ("black", 3),
        "earth_temple": ("red", 3),
        "water_temple": ("blue", 3),
        "university": ("white", 2),
        "thermae": ("blue", 3),
        "iron_foundry": ("black", 3),
        "city_residence": ("brown", 3),
        "library": ("white", 3),
        "hospice": ("red", 1),
        "citadel": ("black", 1),
        "aqueduct": ("blue", 1),
        "mill": ("red", 3),
        "great_hall": ("brown", 2),
        "watchtower": ("grey", 2),
        "flight_tower": ("grey", 3),
        "monastery_tower": ("grey", 3),
        "market_hall": ("yellow", 3),
        "caravanserai": ("yellow", 3),
        "trading_house": ("yellow", 2),
    }
)
"""Colour and number of sections of each building."""

BUILDINGS: Final = tuple(COLOUR_AND_SECTIONS)
VALUES: Final = {tile: f"tile.{tile}.values" for tile in BUILDINGS}
"""Fact id of each building's section values."""
SYMBOLS: Final = ("star", "each", "neighbour")
"""Symbols on a building, by who is rewarded.

In order: the master builder, everyone who contributed, and, once it is finished, everyone who
contributes to a neighbouring building.
"""
REWARDED: Final = ("crystals", "cards", "scales")
"""Rewards of a symbol, as endings of the fact ids."""
TILES: Final = (*BUILDINGS, COURTYARD)
SECTION_VALUES: Final = (2, 3, 4, 5)
"""Possible values of a section, if unknown."""
MOST_SECTIONS: Final = max(count for _, count in COLOUR_AND_SECTIONS.values())

CELLS: Final = tuple((r, c) for r, c in product(range(5), range(5)) if {r, c} - {0, 4})
"""Cells of the cross-shaped city, 3-5-5-5-3, as rows and columns from the north-west."""

CENTRE: Final = CELLS.index((2, 2))
SIDES: Final = MappingProxyType(
    {
        "fire_temple": CELLS.index((1, 2)),
        "royal_palace": CELLS.index((2, 3)),
        "earth_temple": CELLS.index((3, 2)),
        "water_temple": CELLS.index((2, 1)),
    }
)
"""Cells on the four sides of the courtyard, and their tiles by the compass."""

Layout: TypeAlias = tuple[str, ...]
"""Tiles of the city in the order of `CELLS`."""

EXAMPLE_CITY: Final[Layout] = (
    "mill", "flight_tower", "thermae",
    "iron_foundry", "great_hall", "fire_temple", "university", "market_hall",
    "caravanserai", "water_temple", "courtyard", "royal_palace", "monastery_tower",
    "hospice", "watchtower", "earth_temple", "citadel", "city_residence",
    "library", "aqueduct", "trading_house",
)  # fmt: skip
"""City of the rulebook's set-up picture."""

WORKED_TURN_CITY: Final[Layout] = (
    "mill", "flight_tower", "thermae",
    "iron_foundry", "great_hall", "fire_temple", "university", "market_hall",
    "caravanserai", "water_temple", "courtyard", "royal_palace", "hospice",
    "monastery_tower", "watchtower", "earth_temple", "citadel", "city_residence",
    "library", "aqueduct", "trading_house",
)  # fmt: skip
"""City that fits the rulebook's worked turn."""

CITIES: Final = MappingProxyType({"example": EXAMPLE_CITY, "worked_turn": WORKED_TURN_CITY})
"""Cities to start from on the set-up screen."""


@lru_cache(maxsize=64)
def neighbours(layout: Layout) -> Mapping[str, tuple[str, ...]]:
    """Return the tiles next to each tile, horizontally and vertically."""
    return touching(dict(zip(CELLS, layout, strict=True)))


@lru_cache(maxsize=64)
def distances(layout: Layout) -> Mapping[str, Mapping[str, int]]:
    """Return the steps between every two tiles."""
    beside = neighbours(layout)
    return MappingProxyType({tile: steps_from(tile, beside) for tile in layout})


@lru_cache(maxsize=64)
def _cells(layout: Layout) -> Mapping[str, tuple[int, int]]:
    return MappingProxyType({tile: at for at, tile in zip(CELLS, layout, strict=True)})


def diagonal_distance(layout: Layout, start: str, end: str) -> int:
    """Return the distance if steps could be diagonal, which they cannot."""
    (row, column), (to_row, to_column) = _cells(layout)[start], _cells(layout)[end]
    return max(abs(row - to_row), abs(column - to_column))


@cache
def reward_fact(tile: str, symbol: str, what: str) -> str:
    """Return the fact id of an amount that a symbol on a building gives."""
    return f"tile.{tile}.{symbol}.{what}"


@dataclass(frozen=True, slots=True)
class Tile:
    """Printed values of a building."""

    id: str
    colour: str
    sections: int
    printed: PrintedValues[Any]
    """Values that a table may type, of all buildings."""

    @property
    def values(self) -> Known[tuple[int, ...]]:
        """Return the values of its sections, from left to right."""
        values: Known[tuple[int, ...]] = self.printed[VALUES[self.id]]
        return values

    def value(self, section: int) -> Known[int]:
        """Return the value of a section; if unknown, with a few candidates."""
        values = self.values
        return (
            Unknown(values.fact, SECTION_VALUES) if isinstance(values, Unknown) else values[section]
        )


@dataclass(frozen=True, slots=True)
class Facts:
    """Printed values of this box, and the numbers of the rulebook."""

    numbers: Mapping[str, int]
    """Single numbers by fact id."""
    surcharge: Mapping[str, int]
    """Crystals that the offering of each yellow card costs besides the space."""
    obelisk: tuple[int, ...]
    """Prices of the spaces, in the order they are filled."""
    copies: Mapping[str, int]
    """Number of copies of each card kind."""
    of_people: Mapping[str, int]
    """Number of cards of each colour."""
    tiles: Mapping[str, Tile]
    printed: PrintedValues[Any]
    """Printed values of the buildings, by id."""

    def typed(self, values: Mapping[str, Any]) -> "Facts":
        """Return the same facts with other values on buildings."""
        printed = self.printed.changed(values)
        tiles = {tile: replace(one, printed=printed) for tile, one in self.tiles.items()}
        return replace(self, printed=printed, tiles=MappingProxyType(tiles))

    def __getitem__(self, fact: str) -> int:
        """Return one number."""
        return self.numbers[fact]

    def prices(self, players: int) -> tuple[int, ...]:
        """Return the prices of the obelisk's free spaces for a number of players, in order."""
        return self.obelisk[self["obelisk.blocked"] if players == 2 else 0 :]


PLAYERS: Final = (2, 3, 4)
OFFERINGS: Final = {players: f"offerings.{players}" for players in PLAYERS}
"""Fact id of the offerings needed to win, by number of players."""
_PRICES: Final = (7, 8, 9, 10, 11, 12)
REQUIRED_FACTS: Final = (
    "hand.start", "stones.each", "move.steps", "draw.cards", "draw.discards", "dragon.steps",
    "grey_two.steps", "white_one.cards", "white_two.cards", "green.value", "brown_pair.value",
    "yellow.1", "yellow.2", "scales.most", "scales.tied", "scales.other", "scales.minimum",
    "obelisk.blocked", "stalemate.rounds",
    *(f"scales.in_play.{n}" for n in PLAYERS),
    *OFFERINGS.values(),
    *(f"obelisk.{price}" for price in _PRICES),
    *(f"deck.{kind.replace(':', '.')}" for kind in CARD_KINDS),
)  # fmt: skip
"""Numbers that refereeing requires."""


def read_facts(values: FactValues) -> Facts:
    """Return the facts of one box; printed values of a tile may be unknown."""

    def number(fact: str) -> int:
        value = values.get(fact)
        return value if isinstance(value, int) else 0

    printed = _read_buildings(values)
    copies = {kind: number(f"deck.{kind.replace(':', '.')}") for kind in CARD_KINDS}
    of_people = {colour: sum(copies[kind] for kind in kinds) for colour, kinds in KINDS_OF.items()}
    return Facts(
        numbers=MappingProxyType({fact: number(fact) for fact in REQUIRED_FACTS}),
        surcharge=MappingProxyType({f"yellow:{n}": number(f"yellow.{n}") for n in (1, 2)}),
        obelisk=tuple(p for p in _PRICES for _ in range(number(f"obelisk.{p}"))),
        copies=MappingProxyType(copies),
        of_people=MappingProxyType(of_people),
        tiles=MappingProxyType(
            {tile: Tile(tile, *COLOUR_AND_SECTIONS[tile], printed) for tile in BUILDINGS}
        ),
        printed=printed,
    )


# Section values never rise from left to right.
_ROWS: Final = {
    count: tuple(combinations_with_replacement(sorted(SECTION_VALUES, reverse=True), count))
    for count in range(1, MOST_SECTIONS + 1)
}


def _read_buildings(values: FactValues) -> PrintedValues[Any]:
    read: dict[str, Any] = {}
    for tile, fact in VALUES.items():
        typed = row(values.get(fact))
        sections = COLOUR_AND_SECTIONS[tile][1]
        read[fact] = Unknown(fact, _ROWS[sections]) if typed is None else typed
        for of, what in product(SYMBOLS, REWARDED):
            reward = reward_fact(tile, of, what)
            amount = values.get(reward)
            read[reward] = amount if isinstance(amount, int) else Unknown(reward)
    return PrintedValues(read)


class CityOptions(Options):
    """Options of a table: players, starter and layout of the city."""

    first_seat: Annotated[int, Field(ge=0, le=9)] = 0
    layout: Annotated[tuple[str, ...], Field(max_length=30)] = EXAMPLE_CITY
    """Tile ids row by row from the north-west, courtyard included."""
    variant: bool = False
    """True if the palace and the temples may lie anywhere."""
