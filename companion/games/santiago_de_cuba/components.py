"""Pieces and spaces of the box, what is printed on them, and what a table agrees on."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Annotated, Final, Literal, TypeAlias

from pydantic import Field

from companion.games.santiago_de_cuba.buildings import BUILDING_NUMBERS, EXAMPLE_BUILDINGS
from companion.games.santiago_de_cuba.citizens import (
    CITIZEN_NUMBERS,
    CITIZENS,
    CITIZENS_GIVE,
    WITH_FLOWER,
    Citizen,
)
from companion.kernel.facts import FactValues, Known, Unknown, number, row
from companion.kernel.models import Options
from companion.kernel.printed import Printed

Demanded: TypeAlias = Literal["sugar", "citrus", "tobacco", "rum", "cigars"]
"""A good that a ship may ask for: there is a die of its colour."""

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
    """What is printed in this box, and the numbers of the rulebook."""

    numbers: Mapping[str, int]
    """Every single number, by the id of its fact."""
    start_goods: Mapping[str, int]
    cubes: Mapping[str, int]
    pesos: int
    """In the whole box, coins of either value together."""
    points: int
    """In the whole box, tokens of every value together."""
    faces: Mapping[str, tuple[int, ...]]
    """By good, the faces of its die in ascending order, repeats included."""
    flags: tuple[int, ...]
    """Points for each good loaded, by flag from the left; after the last, the chequered one."""
    flowers: Printed[Known[str]]
    """By citizen; El Zorro has none. An unknown one says among which colours it is."""

    def __getitem__(self, fact: str) -> int:
        """One number."""
        return self.numbers[fact]

    def typed(self, citizen: str, flower: str) -> "Facts":
        """The same with another flower on a citizen."""
        return replace(self, flowers=self.flowers.changed(citizen, flower))


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
"""The numbers without which nothing can be refereed."""


def flower_fact(citizen: str) -> str:
    """The id of the printed colour of a citizen's flower."""
    return f"flower.{citizen}"


def read_facts(values: FactValues) -> Facts:
    """The facts of one box. Presumes the required ones; a flower may be unknown."""

    def numbers(fact: str) -> tuple[int, ...]:
        found = row(values[fact])
        assert found is not None
        return found

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
        flowers=Printed(read_flowers(values)),
    )


def read_flower(values: FactValues, citizen: str) -> Known[str]:
    """The colour of a citizen's flower in this box, or Unknown."""
    found = values.get(flower_fact(citizen))
    return found if isinstance(found, str) else Unknown(flower_fact(citizen))


def read_flowers(values: FactValues) -> dict[str, Known[str]]:
    """The colours of all flowers, each known by itself or because no other colour is left for it.

    Every colour is on some citizen: nobody could enter its buildings otherwise.
    """
    found = {citizen: read_flower(values, citizen) for citizen in WITH_FLOWER}
    unknown = [citizen for citizen, colour in found.items() if isinstance(colour, Unknown)]
    missing = [colour for colour in FLOWERS if colour not in found.values()]
    # With as many colours missing as there are citizens left, each of these has one of those.
    among = tuple(missing) if len(missing) == len(unknown) else FLOWERS
    for citizen in unknown:
        only = among[0] if len(among) == 1 else Unknown(flower_fact(citizen), among)
        found[citizen] = only
    return found


class SantiagoOptions(Options):
    """What a table agrees on: who plays, who starts, and how the board lies."""

    first_seat: Annotated[int, Field(ge=0, le=9)] = 0
    street: Annotated[tuple[str, ...], Field(max_length=20)] = CITIZENS
    """The citizens clockwise, from the first stop after the port (the star with the arrow)."""
    buildings: Annotated[tuple[str, ...], Field(max_length=20)] = EXAMPLE_BUILDINGS
    """Three under each flower, in the order of `FLOWERS`."""
