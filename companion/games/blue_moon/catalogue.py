"""Catalogue of the printed cards, rulebook numbers and options, read from `rules_data`."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib.resources import files
from types import MappingProxyType
from typing import Annotated, Final, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field

from companion.kernel.box.facts import FactValues, number
from companion.kernel.models import Options

CardId: TypeAlias = str
"""People and number printed on a card: `hoax_10`."""

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
"""Source: `combat` is the whole area, `fighting` its active part, `shown` what a text showed."""
Target: TypeAlias = Literal["own.hand", "own.deck", "own.ship", "own.influence"]
"""Destination: `ship` is the speaking ship, `influence` the area of ships or a ship in it."""
Predicate: TypeAlias = Literal[
    "opp_power", "opp_power_earth", "opp_power_fire", "opp_active", "opp_dragons",
    "own_areas_most", "opp_in_areas", "opp_hand_over_own", "own_ships_most",
    "opp_active_characters", "opp_active_boosters", "opp_active_supports",
    "opp_active_with_icons",
]  # fmt: skip

Cost: TypeAlias = Literal[
    "printed_fire", "printed_earth", "printed_both", "printed_either", "characters"
]
"""Currency of cards paid out of a hand: printed values or the number of characters."""
Family: TypeAlias = Literal["", "caterpillar", "storm", "flood"]
"""Word shared by the names of some cards, where a text asks for it."""

CHARACTER: Final = "character"
BOOSTER: Final = "booster"
SUPPORT: Final = "support"
LEADERSHIP: Final = "leadership"
INFLUENCE: Final = "influence"
TYPES: Final = (LEADERSHIP, INFLUENCE, CHARACTER, BOOSTER, SUPPORT)
FOR_LEADERS: Final = (LEADERSHIP, INFLUENCE)
"""Types played in the phase of leadership."""
CARGO: Final = (CHARACTER, BOOSTER, SUPPORT)
"""Types that can be loaded onto ships."""

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
"""Element in which a bluff is good, by icon."""

DECKS: Final = ("hoax", "vulca", "terrah", "mimix", "flit", "khind", "pillar", "aqua", "buka")
"""Prepared decks, by their people."""


class _Printed(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class TextLine(_Printed):
    """One effect of a text."""

    do: Verb
    at: Literal["while", "play", "start", "turn", "support", "end", "after"] = "while"
    """Moment of the effect.

    In order: while the card is active, when played, as one's turn begins, once in each own turn,
    after the phase of boosters and supports, at the end of the turn, after the turn.
    """
    span: Literal["", "turn"] = ""
    """Time a leadership card stays active: none, or until the turn ends."""
    optional: bool = False
    who: Literal["owner", "opponent"] = "opponent"
    """Side that retreats."""
    src: Place | None = None
    dst: Target | None = None
    """Destination of cards; None: the discard pile of their holder."""
    chooser: Literal["opponent", "chance"] | None = None
    """Chooser of the cards; None: the owner."""
    shown: bool = False
    """True if everybody sees the cards taken from a deck."""
    search: bool = False
    """True if the deck is searched and then shuffled."""
    then: bool = False
    """True if it depends on the line before being carried out."""
    down_to: int | None = None
    """Number of cards left in the hand, instead of the number taken."""
    up_to: bool = False
    """True if fewer cards may be chosen."""
    not_self: bool = False
    """True if it excludes this card."""
    keep_character: bool = False
    """True if one active character must stay."""
    parity: Literal["odd", "even"] | None = None
    what: tuple[Literal["text", "icons", "values"], ...] = ()
    scope: Literal["one", "all"] = "all"
    types: tuple[CardType, ...] = ()
    """Types that it concerns; empty: any."""
    elements: tuple[Element, ...] = ()
    element: Literal["fire", "earth", "any", "swap"] = "any"
    n: int | Literal["any", "all"] = 1
    to: int | Literal["sum"] | None = None
    """Value to raise to, or hand size to draw up to.

    `sum` is the sum of both printed values; None is the greater one.
    """
    mod: Literal["+", "-", "max", "="] = "+"
    text: Literal["with", "without"] | None = None
    """Restriction of a ban to cards with or without a text."""
    over: int | None = None
    """Restriction of a ban to cards that print a greater value."""
    only: Literal["with_icons"] | None = None
    """Restriction of ignored or discarded cards to those that print an icon."""
    spares: tuple[Icon, ...] = ()
    """Icons that are not ignored.

    STOP is never ignored: it has already stopped the turn.
    """
    family: Family = ""
    """Family of which `least` own cards must be active."""
    least: int = 0
    play: Literal["booster", "support"] | None = None
    """Card type that the demand requires to be played."""
    otherwise: Literal["retreat", "dragon"] | None = None
    """Penalty for an unmet demand."""
    hand: int | None = None
    """Hand size from which no more cards are taken, whatever their origin.

    None: the limit applies to cards taken from the deck in a turn.
    """
    zone: Literal["any", "combat"] = "any"
    cond: Predicate | None = None
    cost: Cost | None = None
    """Currency of the discard it requires; its least amount is `sum`."""
    sum: int = 0
    layer: int = 0
    """Step in which ignoring effects are resolved, from 0 on."""
    bluffs: bool = False
    """True if it raises only cards that lie face down."""
    one_type: bool = False
    """True if all the cards of one type are discarded."""
    from_ship: bool = False
    """True if it applies only when the card comes from a ship that has landed."""
    unless: tuple[Literal["flit_characters"], ...] = ()
    void_if: tuple[CardId, ...] = ()
    """Cards that void it while the opponent has one of them active."""

    @property
    def amount(self) -> int:
        """Return `n`, which must be a number."""
        assert isinstance(self.n, int)
        return self.n

    def concerns(self, card_type: str) -> bool:
        """Return whether it applies to cards of that type."""
        return not self.types or card_type in self.types


class Card(_Printed):
    """Printed card."""

    id: CardId
    deck: str
    """Prepared deck that it belongs to."""
    type: CardType
    power: tuple[int, int] | None = None
    """Fire and earth; None if it prints no value."""
    shield: tuple[Element, ...] = ()
    icons: tuple[Icon, ...] = ()
    moons: int = Field(default=0, ge=0)
    first_word: str = ""
    """First word of its name, if it has PAIR."""
    family: Family = ""
    capacity: int = Field(default=0, ge=0)
    """Number of cards that a ship carries."""
    face_down: bool = False
    """True for a stand-in of a card that lies face down, whatever is printed on it."""
    marked: bool = False
    """True if the bluff icon of a face-down card counts as shown, as a table may rule."""
    lines: tuple[TextLine, ...] = ()

    @cached_property
    def people(self) -> str:
        """Return the printed people; `mutant` belongs to none, `bluff` lies face down."""
        return "bluff" if self.face_down else self.id.rpartition("_")[0]

    @cached_property
    def number(self) -> int:
        """Return the printed number."""
        return int(self.id.rpartition("_")[2])

    @cached_property
    def item(self) -> str:
        """Return its item in the ledger."""
        return CARD if self.face_down else f"{CARD}:{self.id}"

    @cached_property
    def values(self) -> Mapping[str, int]:
        """Return its printed values by element; a missing one counts 0."""
        return MappingProxyType(dict(zip(ELEMENTS, self.power or (0, 0), strict=True)))

    @cached_property
    def gang(self) -> str | None:
        """Return the icon of its gang, or None."""
        return next((icon for icon in self.icons if icon in GANGS), None)

    @cached_property
    def bluff(self) -> str | None:
        """Return the element in which it is a good bluff.

        Empty: none. None: it is no bluff.
        """
        return next((BLUFFS[icon] for icon in self.icons if icon in BLUFFS), None)

    @cached_property
    def has_text(self) -> bool:
        """Return whether it prints a text of power."""
        return bool(self.lines)

    @cached_property
    def shows_icon(self) -> bool:
        """Return whether it prints any icon; a shield is one."""
        return bool(self.icons or self.shield or self.marked)

    @cached_property
    def spans_turn(self) -> bool:
        """Return whether a leadership card stays active until the turn ends."""
        return any(line.span for line in self.lines)

    @cached_property
    def free_if(self) -> TextLine | None:
        """Return the line that may make it FREE, or None."""
        return self.line("free_if")

    @cached_property
    def section(self) -> str:
        """Return the section that describes its text."""
        return f"card.{self.id}"

    def line(self, do: str) -> TextLine | None:
        """Return its line with a verb, or None."""
        return next((line for line in self.lines if line.do == do), None)

    def has(self, icon: str) -> bool:
        """Return whether it prints an icon."""
        return icon in self.icons


CARD: Final = "card"
"""Ledger item of a card whose face nobody saw."""


def _read(deck: str) -> tuple[Card, ...]:
    text = files("rules_data").joinpath("blue_moon", f"cards_{deck}.toml").read_text("utf-8")
    listed = tomllib.loads(text)["card"]
    return tuple(
        Card.model_validate({"id": id, "deck": deck, **fields}) for id, fields in listed.items()
    )


_PREPARED: Final = {deck: _read(deck) for deck in DECKS}

CARDS: Final[Mapping[CardId, Card]] = MappingProxyType(
    {card.id: card for cards in _PREPARED.values() for card in cards}
)
"""All printed cards by id."""

FACE_DOWN: Final[tuple[CardId, ...]] = tuple(
    f"bluff_{n + 1}" for n in range(sum(card.bluff is not None for card in CARDS.values()))
)
"""Stand-ins of the cards face down before a seat, named by position."""
MARKED: Final[tuple[CardId, ...]] = tuple(f"marked_{n + 1}" for n in range(len(FACE_DOWN)))
"""Same stand-ins, where a table rules that their bluff icon counts as shown."""
LOADED: Final[CardId] = "loaded_1"
"""Stand-in of a card loaded onto a ship, which counts as a support."""

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
"""All printed cards and stand-ins of those that lie face down."""

PREPARED: Final[Mapping[str, tuple[CardId, ...]]] = MappingProxyType(
    {deck: tuple(card.id for card in cards) for deck, cards in _PREPARED.items()}
)
"""Cards of each people's prepared deck, in listed order."""

OF_ITEM: Final[Mapping[str, CardId]] = MappingProxyType(
    {card.item: card.id for card in CARDS.values()}
)
"""Card of each ledger item."""


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
