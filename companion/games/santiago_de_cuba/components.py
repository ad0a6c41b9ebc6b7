"""Pieces and spaces of the box, printed values, and the options of a table."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Annotated, Final, Literal, TypeAlias

from pydantic import Field

from companion.games.santiago_de_cuba.buildings import (
    BUILDING_NUMBERS,
    CITIZEN_NUMBERS,
    CITIZENS,
    CITIZENS_GIVE,
    EXAMPLE_BUILDINGS,
    WITH_FLOWER,
    Citizen,
)
from companion.kernel.box.facts import (
    FactValues,
    Known,
    Unknown,
    number,
    row,
)
from companion.kernel.box.printed_values import PrintedValues
from companion.kernel.models import Options

Demanded: TypeAlias = Literal["sugar", "citrus", "tobacco", "rum", "cigars"]
"""Good that a ship may ask for; there is a die of its colour."""

Good: TypeAlias = Literal["sugar", "citrus", "tobacco", "rum", "cigars", "wood"]

PLAYERS: Final = (2, 3, 4)

DEMANDED: Final[tuple[str, ...]] = ("sugar", "citrus", "tobacco", "rum", "cigars")
WOOD: Final = "wood"
GOODS: Final[tuple[str, ...]] = (*DEMANDED, WOOD)

FLOWERS: Final[tuple[str, ...]] = ("yellow", "blue", "red", "white")

PORT: Final = "port"
Stop: TypeAlias = Literal[Citizen, "port"]


@dataclass(frozen=True, slots=True)
class Facts:
    """Printed values of this box, and the numbers of the rulebook."""

    numbers: Mapping[str, int]
    """Single numbers by fact id."""
    start_goods: Mapping[str, int]
    cubes: Mapping[str, int]
    pesos: int
    """Money in the whole box, coins of either value together."""
    points: int
    """Points in the whole box, tokens of every value together."""
    faces: Mapping[str, tuple[int, ...]]
    """Faces of each good's die in ascending order, repeats included."""
    flags: tuple[int, ...]
    """Points for each good loaded, by flag from the left; the chequered one follows the last."""
    flowers: PrintedValues[Known[str]]
    """Flower of each citizen but El Zorro; an unknown one holds its possible colours."""

    def __getitem__(self, fact: str) -> int:
        """Return one number."""
        return self.numbers[fact]

    def typed(self, flowers: Mapping[str, str | None]) -> "Facts":
        """Return the same facts with other flowers on some citizens; None: an unknown one."""
        known = {
            citizen: Unknown(flower_fact(citizen), FLOWERS) if flower is None else flower
            for citizen, flower in flowers.items()
        }
        return replace(self, flowers=self.flowers.changed(known))


_COINS: Final = (1, 3)
_TOKENS: Final = (1, 2, 3, 5, 10)
_START_GOODS: Final = ("sugar", "citrus", "tobacco")

_NUMBERS: Final = (
    "start.pesos", "start.points", "start.markers", "dice.kept", "street.free_steps",
    "street.step_cost", "ships", "wood.points", *CITIZEN_NUMBERS, "owner.points",
    *BUILDING_NUMBERS, "end.goods_per_point",
)  # fmt: skip
_GAINS: Final = tuple(f"citizen.{citizen}" for citizen in CITIZENS_GIVE)

REQUIRED_FACTS: Final = (
    *_NUMBERS,
    "flags",
    *(f"start.{good}" for good in _START_GOODS),
    *(f"cubes.{good}" for good in GOODS),
    *(f"coins.{value}" for value in _COINS),
    *(f"tokens.{value}" for value in _TOKENS),
    *(f"die.{good}" for good in DEMANDED),
    *_GAINS,
)
"""Numbers that refereeing requires."""


def flower_fact(citizen: str) -> str:
    """Return the fact id of the printed colour of a citizen's flower."""
    return f"flower.{citizen}"


def read_facts(values: FactValues) -> Facts:
    """Return the facts of one box; the required ones must be present, a flower may be unknown."""

    def numbers(fact: str) -> tuple[int, ...]:
        parsed = row(values[fact])
        assert parsed is not None
        return parsed

    return Facts(
        numbers=MappingProxyType({fact: number(values, fact) for fact in (*_NUMBERS, *_GAINS)}),
        start_goods=MappingProxyType(
            {good: number(values, f"start.{good}") for good in _START_GOODS}
        ),
        cubes=MappingProxyType({good: number(values, f"cubes.{good}") for good in GOODS}),
        pesos=sum(value * number(values, f"coins.{value}") for value in _COINS),
        points=sum(value * number(values, f"tokens.{value}") for value in _TOKENS),
        faces=MappingProxyType({good: tuple(sorted(numbers(f"die.{good}"))) for good in DEMANDED}),
        flags=numbers("flags"),
        flowers=PrintedValues(read_flowers(values)),
    )


def read_flower(values: FactValues, citizen: str) -> Known[str]:
    """Return the colour of a citizen's flower in this box, or Unknown."""
    typed = values.get(flower_fact(citizen))
    return typed if isinstance(typed, str) else Unknown(flower_fact(citizen))


def read_flowers(values: FactValues) -> dict[str, Known[str]]:
    """Return the colours of all flowers, typed or left over by elimination.

    Every colour is on some citizen: nobody could enter its buildings otherwise.
    """
    flowers = {citizen: read_flower(values, citizen) for citizen in WITH_FLOWER}
    unknown = [citizen for citizen, colour in flowers.items() if isinstance(colour, Unknown)]
    missing = [colour for colour in FLOWERS if colour not in flowers.values()]
    # If as many colours are missing as citizens are unknown, each of these has one of those
    # colours.
    among = tuple(missing) if len(missing) == len(unknown) else FLOWERS
    for citizen in unknown:
        only = among[0] if len(among) == 1 else Unknown(flower_fact(citizen), among)
        flowers[citizen] = only
    return flowers


class SantiagoOptions(Options):
    """Options of a table: players, starter and layout of the board."""

    first_seat: Annotated[int, Field(ge=0, le=9)] = 0
    street: Annotated[tuple[str, ...], Field(max_length=20)] = CITIZENS
    """Citizens clockwise, from the first stop after the port (the star with the arrow)."""
    buildings: Annotated[tuple[str, ...], Field(max_length=20)] = EXAMPLE_BUILDINGS
    """Three buildings under each flower, in the order of `FLOWERS`."""
