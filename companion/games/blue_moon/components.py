"""The rulebook's numbers, and what a table agrees on."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Annotated, Final

from pydantic import Field

from companion.games.blue_moon.catalogue import PREPARED
from companion.kernel.facts import FactValues, number
from companion.kernel.models import Options

PLAYERS: Final = (2,)

REQUIRED_FACTS: Final = (
    "hand", "dragons", "retreat.dragons", "six.cards", "six.dragons", "decline.most",
    "crystals.win", "crystals.dragon", "crystals.neutral", "series.goal", "deck.cards",
    "deck.moons",
)  # fmt: skip
"""The numbers without which nothing can be refereed."""


@dataclass(frozen=True, slots=True)
class Facts:
    """The numbers of the rulebook, by the id of their fact."""

    numbers: Mapping[str, int]

    def __getitem__(self, fact: str) -> int:
        """One number."""
        return self.numbers[fact]


def read_facts(values: FactValues) -> Facts:
    """The numbers of one box. Presumes that all are there."""
    return Facts(MappingProxyType({fact: number(values, fact) for fact in REQUIRED_FACTS}))


CardList = Annotated[tuple[str, ...], Field(max_length=100)]


class BlueMoonOptions(Options):
    """What a table agrees on: who plays, who starts, with which decks, and how many games."""

    first_seat: Annotated[int, Field(ge=0, le=9)] = 0
    """Who starts the first fight, found by lot."""
    decks: Annotated[tuple[str, ...], Field(max_length=9)] = ("vulca", "hoax")
    """By seat, the people whose leader lies before it."""
    built: Annotated[tuple[CardList, ...], Field(max_length=9)] = ()
    """By seat, the cards of a deck that was built; empty: the prepared one of its people."""
    series: bool = False
    """Whether games follow each other until somebody has the crystals for the final victory."""

    def cards_of(self, seat: int) -> tuple[str, ...]:
        """The cards of a seat's deck."""
        built = self.built[seat] if seat < len(self.built) else ()
        return built or PREPARED.get(self.decks[seat], ())
