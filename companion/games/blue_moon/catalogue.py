"""The printed cards: `cards_<deck>.toml` of `rules_data`, read once and validated when imported.

A card is data: its values, icons, moons, and what its text does, line by line. A line is one verb
of a small vocabulary (`Line.do`) with what it is given; the modules beside this one say what each
does. What is printed is no fact of a box: a match neither records nor changes it.
"""

import tomllib
from collections.abc import Mapping
from functools import cached_property
from importlib.resources import files
from types import MappingProxyType
from typing import Final, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field

CardId: TypeAlias = str
"""The people and the number printed on a card: `hoax_10`."""

CardType: TypeAlias = Literal["leadership", "character", "booster", "support"]
Element: TypeAlias = Literal["fire", "earth"]
Icon: TypeAlias = Literal["RETRIEVE", "STOP", "PAIR"]
Verb: TypeAlias = Literal[
    "move", "forbid", "ignore", "only_if", "element", "times", "attract", "retreat_dragons",
    "extra_play", "raise", "draw_cap", "floor", "cap_plays",
]  # fmt: skip
Place: TypeAlias = Literal["own.active", "own.deck", "own.hand", "opp.active", "opp.hand"]
Target: TypeAlias = Literal["own.hand", "opp.discard"]

CHARACTER: Final = "character"
BOOSTER: Final = "booster"
SUPPORT: Final = "support"
LEADERSHIP: Final = "leadership"
TYPES: Final = (LEADERSHIP, CHARACTER, BOOSTER, SUPPORT)

FIRE: Final = "fire"
EARTH: Final = "earth"
ELEMENTS: Final = (FIRE, EARTH)

RETRIEVE: Final = "RETRIEVE"
STOP: Final = "STOP"
PAIR: Final = "PAIR"

DECKS: Final = ("hoax", "vulca")
"""The prepared decks, by the people that each belongs to."""


class _Printed(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Line(_Printed):
    """One thing that a text does."""

    do: Verb
    at: Literal["while", "play", "end"] = "while"
    """When: as long as the card is active, when it is played, at the end of the turn."""
    span: Literal["", "turn"] = ""
    """How long a leadership card lies active: not at all, or until the turn ends."""
    optional: bool = False
    who: Literal["owner", "opponent"] = "opponent"
    """Of a retreat: whose."""
    src: Place | None = None
    dst: Target | None = None
    chooser: Literal["owner", "chance"] | None = None
    what: tuple[Literal["text", "icons", "values"], ...] = ()
    scope: Literal["one", "all"] = "all"
    types: tuple[CardType, ...] = ()
    """The types that it concerns; none: any."""
    elements: tuple[Element, ...] = ()
    element: Literal["fire", "earth", "any", "swap"] = "any"
    n: int | Literal["any", "all"] = 1
    to: int | None = None
    """To how much a value is raised."""
    mod: Literal["+", "-", "max", "="] = "+"
    text: Literal["with", "without"] | None = None
    """Of what is forbidden: only cards with a text, or only those without."""
    zone: Literal["any"] = "any"
    source: Literal["deck"] = "deck"
    cond: Literal["opp_power", "opp_power_earth"] | None = None
    cost: Literal["printed_fire"] | None = None
    sum: int = 0
    layer: int = 0
    """Of what is ignored: in which step of the reckoning."""
    unless: tuple[Literal["flit_characters"], ...] = ()
    void_if: tuple[CardId, ...] = ()
    """Without effect while the opponent has one of these active."""

    def concerns(self, card_type: str) -> bool:
        """Whether it is about cards of that type."""
        return not self.types or card_type in self.types


class Card(_Printed):
    """One printed card."""

    id: CardId
    deck: str
    """The prepared deck that it belongs to."""
    type: CardType
    power: tuple[int, int] | None = None
    """Fire and earth; None where it prints no value."""
    shield: tuple[Element, ...] = ()
    icons: tuple[Icon, ...] = ()
    moons: int = Field(default=0, ge=0)
    first_word: str = ""
    """Of its name, where it has PAIR."""
    lines: tuple[Line, ...] = ()

    @cached_property
    def people(self) -> str:
        """The people printed on it; `mutant` belongs to none."""
        return self.id.rpartition("_")[0]

    @cached_property
    def number(self) -> int:
        """The number printed on it."""
        return int(self.id.rpartition("_")[2])

    @cached_property
    def item(self) -> str:
        """Its item in the ledger."""
        return f"{CARD}:{self.id}"

    @cached_property
    def values(self) -> Mapping[str, int]:
        """What it prints, by element; nothing counts 0."""
        return MappingProxyType(dict(zip(ELEMENTS, self.power or (0, 0), strict=True)))

    @cached_property
    def has_text(self) -> bool:
        """Whether it prints a text of power."""
        return bool(self.lines)

    @cached_property
    def spans_turn(self) -> bool:
        """Whether a leadership card stays active until the turn ends."""
        return any(line.span for line in self.lines)

    @cached_property
    def section(self) -> str:
        """The section that tells its text."""
        return f"card.{self.id}"

    def line(self, do: str) -> Line | None:
        """Its line of a verb, or None."""
        return next((line for line in self.lines if line.do == do), None)

    def has(self, icon: str) -> bool:
        """Whether it prints an icon."""
        return icon in self.icons


CARD: Final = "card"
"""The item that is a card whose face nobody saw."""


def _read(deck: str) -> tuple[Card, ...]:
    text = files("rules_data").joinpath("blue_moon", f"cards_{deck}.toml").read_text("utf-8")
    listed = tomllib.loads(text)["card"]
    return tuple(
        Card.model_validate({"id": id, "deck": deck, **told}) for id, told in listed.items()
    )


_PREPARED: Final = {deck: _read(deck) for deck in DECKS}

CARDS: Final[Mapping[CardId, Card]] = MappingProxyType(
    {card.id: card for cards in _PREPARED.values() for card in cards}
)
"""Every card."""

PREPARED: Final[Mapping[str, tuple[CardId, ...]]] = MappingProxyType(
    {deck: tuple(card.id for card in cards) for deck, cards in _PREPARED.items()}
)
"""By people, the cards of its prepared deck in the order in which they are listed."""

OF_ITEM: Final[Mapping[str, CardId]] = MappingProxyType(
    {card.item: card.id for card in CARDS.values()}
)
"""The card that an item of the ledger is."""
