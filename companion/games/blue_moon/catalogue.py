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

CardType: TypeAlias = Literal["leadership", "influence", "character", "booster", "support"]
Element: TypeAlias = Literal["fire", "earth"]
Icon: TypeAlias = Literal[
    "RETRIEVE", "STOP", "PAIR", "FREE", "PROTECTED",
    "GANG_COOL", "GANG_TOP", "GANG_FUN", "GANG_NO",
    "BLUFF_FIRE", "BLUFF_EARTH", "BLUFF_NONE",
]  # fmt: skip
Verb: TypeAlias = Literal[
    "move", "forbid", "ignore", "only_if", "element", "times", "attract", "retreat_dragons",
    "extra_play", "raise", "draw_cap", "floor", "cap_plays", "demand", "zero", "fight_again",
    "double_demand", "disclose", "next_free", "force_retreat", "free_if", "cap_characters",
    "forbid_call", "hand_too",
]  # fmt: skip
Place: TypeAlias = Literal[
    "own.active", "own.combat", "own.deck", "own.discard", "own.hand", "own.shown",
    "opp.active", "opp.combat", "opp.fighting", "opp.deck", "opp.hand",
]  # fmt: skip
"""`combat` is the whole area, `fighting` what lies active there, `shown` what a text showed."""
Target: TypeAlias = Literal["own.hand", "own.deck", "own.ship", "own.influence"]
"""`ship` is the one that says so, `influence` the area of ships, or a ship in it."""
Predicate: TypeAlias = Literal[
    "opp_power", "opp_power_earth", "opp_power_fire", "opp_active", "opp_dragons",
    "own_areas_most", "opp_in_areas", "opp_hand_over_own", "own_ships_most",
    "opp_active_characters", "opp_active_boosters", "opp_active_supports",
    "opp_active_with_icons",
]  # fmt: skip

Cost: TypeAlias = Literal[
    "printed_fire", "printed_earth", "printed_both", "printed_either", "characters"
]
"""What cards out of a hand pay with: what they print, or how many characters they are."""
Family: TypeAlias = Literal["", "caterpillar", "storm", "flood"]
"""A word that the names of some cards share, where a text asks for it."""

CHARACTER: Final = "character"
BOOSTER: Final = "booster"
SUPPORT: Final = "support"
LEADERSHIP: Final = "leadership"
INFLUENCE: Final = "influence"
TYPES: Final = (LEADERSHIP, INFLUENCE, CHARACTER, BOOSTER, SUPPORT)
FOR_LEADERS: Final = (LEADERSHIP, INFLUENCE)
"""The types that are played in the phase of leadership."""
CARGO: Final = (CHARACTER, BOOSTER, SUPPORT)
"""The types that are loaded onto ships."""

FIRE: Final = "fire"
EARTH: Final = "earth"
ELEMENTS: Final = (FIRE, EARTH)

RETRIEVE: Final = "RETRIEVE"
STOP: Final = "STOP"
PAIR: Final = "PAIR"
FREE: Final = "FREE"
PROTECTED: Final = "PROTECTED"
GANGS: Final = ("GANG_COOL", "GANG_TOP", "GANG_FUN", "GANG_NO")
BLUFFS: Final = {"BLUFF_FIRE": FIRE, "BLUFF_EARTH": EARTH, "BLUFF_NONE": ""}
"""By icon, the element in which a bluff with it is a good one."""

DECKS: Final = ("hoax", "vulca", "terrah", "mimix", "flit", "khind", "pillar", "aqua", "buka")
"""The prepared decks, by the people that each belongs to."""


class _Printed(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Line(_Printed):
    """One thing that a text does."""

    do: Verb
    at: Literal["while", "play", "start", "turn", "support", "end", "after"] = "while"
    """When: as long as the card is active, when it is played, as one's turn begins, once in each
    own turn, after the phase of boosters and supports, at the end of the turn, when it is over."""
    span: Literal["", "turn"] = ""
    """How long a leadership card lies active: not at all, or until the turn ends."""
    optional: bool = False
    who: Literal["owner", "opponent"] = "opponent"
    """Of a retreat: whose."""
    src: Place | None = None
    dst: Target | None = None
    """Where cards go; None: to the discard pile of whoever has them."""
    chooser: Literal["opponent", "chance"] | None = None
    """Who says which ones; None: the owner."""
    shown: bool = False
    """Of cards out of a deck: whether everybody sees which ones."""
    search: bool = False
    """Of cards out of a deck: whether they are looked for, and the deck is shuffled after it."""
    then: bool = False
    """Whether it is done only if what the line before says was done."""
    down_to: int | None = None
    """Of cards out of a hand: so many stay, instead of so many go."""
    up_to: bool = False
    """Whether it may be fewer."""
    not_self: bool = False
    """Whether it is about any card but this one."""
    keep_character: bool = False
    """Whether one active character stays."""
    parity: Literal["odd", "even"] | None = None
    what: tuple[Literal["text", "icons", "values"], ...] = ()
    scope: Literal["one", "all"] = "all"
    types: tuple[CardType, ...] = ()
    """The types that it concerns; none: any."""
    elements: tuple[Element, ...] = ()
    element: Literal["fire", "earth", "any", "swap"] = "any"
    n: int | Literal["any", "all"] = 1
    to: int | Literal["sum"] | None = None
    """To how much a value is raised, or to the sum of both that are printed, or (None) to the
    greater one; up to how many cards in hand are drawn."""
    mod: Literal["+", "-", "max", "="] = "+"
    text: Literal["with", "without"] | None = None
    """Of what is forbidden: only cards with a text, or only those without."""
    over: int | None = None
    """Of what is forbidden: only cards that print a value greater than that."""
    only: Literal["with_icons"] | None = None
    """Of what is ignored or discarded: only cards that print an icon."""
    spares: tuple[Icon, ...] = ()
    """Of icons that are ignored: not these. STOP never is: it has stopped the turn already."""
    family: Family = ""
    """Only where so many own cards of it are active (`least`)."""
    least: int = 0
    play: Literal["booster", "support"] | None = None
    """What is demanded: to play one of these."""
    otherwise: Literal["retreat", "dragon"] | None = None
    """What follows where a demand is not met."""
    hand: int | None = None
    """With how many cards in the hand nothing more is taken into it, from anywhere; None: so many
    are taken from the deck in a turn, and no more."""
    zone: Literal["any", "combat"] = "any"
    cond: Predicate | None = None
    cost: Cost | None = None
    """What is discarded from the hand for it, at least `sum` of it."""
    sum: int = 0
    layer: int = 0
    """Of what is ignored: in which step of the reckoning, from 0 on."""
    bluffs: bool = False
    """Of what is raised: only cards that lie face down."""
    one_type: bool = False
    """Of what is discarded: all the cards of one of its types."""
    from_ship: bool = False
    """Whether it is done only where the card comes from a ship that has landed."""
    unless: tuple[Literal["flit_characters"], ...] = ()
    void_if: tuple[CardId, ...] = ()
    """Without effect while the opponent has one of these active."""

    @property
    def amount(self) -> int:
        """Its `n`, where that is a number."""
        assert isinstance(self.n, int)
        return self.n

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
    family: Family = ""
    capacity: int = Field(default=0, ge=0)
    """Of a ship: how many cards it carries."""
    face_down: bool = False
    """Whether it is one that lies face down, whatever is printed on it."""
    marked: bool = False
    """Of one that lies face down: whether its bluff icon counts as shown, as a table may rule."""
    lines: tuple[Line, ...] = ()

    @cached_property
    def people(self) -> str:
        """The people printed on it; `mutant` belongs to none, `bluff` lies face down."""
        return "bluff" if self.face_down else self.id.rpartition("_")[0]

    @cached_property
    def number(self) -> int:
        """The number printed on it."""
        return int(self.id.rpartition("_")[2])

    @cached_property
    def item(self) -> str:
        """Its item in the ledger."""
        return CARD if self.face_down else f"{CARD}:{self.id}"

    @cached_property
    def values(self) -> Mapping[str, int]:
        """What it prints, by element; nothing counts 0."""
        return MappingProxyType(dict(zip(ELEMENTS, self.power or (0, 0), strict=True)))

    @cached_property
    def gang(self) -> str | None:
        """The icon of its gang, or None."""
        return next((icon for icon in self.icons if icon in GANGS), None)

    @cached_property
    def bluff(self) -> str | None:
        """The element in which it is a good bluff, empty for none; None where it is no bluff."""
        return next((BLUFFS[icon] for icon in self.icons if icon in BLUFFS), None)

    @cached_property
    def has_text(self) -> bool:
        """Whether it prints a text of power."""
        return bool(self.lines)

    @cached_property
    def shows_icon(self) -> bool:
        """Whether it prints any icon; a shield is one."""
        return bool(self.icons or self.shield or self.marked)

    @cached_property
    def spans_turn(self) -> bool:
        """Whether a leadership card stays active until the turn ends."""
        return any(line.span for line in self.lines)

    @cached_property
    def free_if(self) -> Line | None:
        """Its line by which it may be FREE, or None."""
        return self.line("free_if")

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

FACE_DOWN: Final[tuple[CardId, ...]] = tuple(
    f"bluff_{n + 1}" for n in range(sum(card.bluff is not None for card in CARDS.values()))
)
"""The cards that lie face down before a seat, by where they lie and not by what they are."""
MARKED: Final[tuple[CardId, ...]] = tuple(f"marked_{n + 1}" for n in range(len(FACE_DOWN)))
"""The same, where a table rules that their bluff icon counts as shown."""
LOADED: Final[CardId] = "loaded_1"
"""What a card that is loaded onto a ship counts as: a support."""

ON_TABLE: Final[Mapping[CardId, Card]] = MappingProxyType(
    {
        **CARDS,
        **{
            name: Card(
                id=name,
                deck="",
                type=SUPPORT,
                power=(2, 2),
                face_down=True,
                marked=name in MARKED,
            )
            for name in (*FACE_DOWN, *MARKED, LOADED)
        },
    }
)
"""Every card, and those that lie face down."""

PREPARED: Final[Mapping[str, tuple[CardId, ...]]] = MappingProxyType(
    {deck: tuple(card.id for card in cards) for deck, cards in _PREPARED.items()}
)
"""By people, the cards of its prepared deck in the order in which they are listed."""

OF_ITEM: Final[Mapping[str, CardId]] = MappingProxyType(
    {card.item: card.id for card in CARDS.values()}
)
"""The card that an item of the ledger is."""
