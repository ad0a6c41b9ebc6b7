"""Rulebook numbers, and the options of a table."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Annotated, Final

from pydantic import Field

from companion.games.blue_moon.catalogue import PREPARED
from companion.kernel.box.facts import FactValues, number
from companion.kernel.models import Options

PLAYERS: Final = (2,)

REQUIRED_FACTS: Final = (
    "hand", "dragons", "retreat.dragons", "six.cards", "six.dragons", "decline.most",
    "crystals.win", "crystals.dragon", "crystals.neutral", "series.goal", "deck.cards",
    "deck.moons",
)  # fmt: skip
"""Numbers that refereeing requires."""


@dataclass(frozen=True, slots=True)
class Facts:
    """Rulebook numbers by fact id."""

    numbers: Mapping[str, int]

    def __getitem__(self, fact: str) -> int:
        """Return one number."""
        return self.numbers[fact]


def read_facts(values: FactValues) -> Facts:
    """Return the numbers of one box; all must be present."""
    return Facts(MappingProxyType({fact: number(values, fact) for fact in REQUIRED_FACTS}))


CardList = Annotated[tuple[str, ...], Field(max_length=100)]


class BlueMoonOptions(Options):
    """Options of a table: players, starter, decks and number of games."""

    first_seat: Annotated[int, Field(ge=0, le=9)] = 0
    """Seat that starts the first fight, drawn by lot."""
    decks: Annotated[tuple[str, ...], Field(max_length=9)] = ("vulca", "hoax")
    """People whose leader lies before each seat."""
    built: Annotated[tuple[CardList, ...], Field(max_length=9)] = ()
    """Cards of the deck that each seat built; empty: the prepared one of its people."""
    series: bool = False
    """True if games follow until a seat has the crystals for the final victory."""

    def cards_of(self, seat: int) -> tuple[str, ...]:
        """Return the cards of a seat's deck."""
        built = self.built[seat] if seat < len(self.built) else ()
        return built or PREPARED.get(self.decks[seat], ())
