"""State of the table, deeply immutable and never persisted; its set-up and seat views."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property, lru_cache
from types import MappingProxyType
from typing import Final, TypeVar

from companion.games.blue_moon_city.components import (
    BUILDINGS,
    CARD_KINDS,
    COURTYARD,
    DRAGONS,
    OFFERINGS,
    OUT,
    PLAYERS,
    CityOptions,
    Facts,
    Layout,
    distances,
    neighbours,
    read_facts,
)
from companion.games.blue_moon_city.payment import Counting, Terms
from companion.kernel.box.facts import FactValues, Known, Unknown
from companion.kernel.box.printed_values import HasPrintedValues, PrintedValues
from companion.kernel.duties import Outcome
from companion.kernel.pieces.decks import Pile, Piles
from companion.kernel.pieces.ledger import SUPPLY, Ledger, seat_account
from companion.kernel.rulings import Rulings
from companion.kernel.values import SEATS, Seat

T = TypeVar("T")

CARD: Final = "card"
CRYSTAL: Final = "crystal"
SCALE: Final = "scale"
OWED: Final = "scale_owed"
"""Scale won while the supply was short: it counts, but has no piece yet."""
STONE: Final = "stone"

DECK: Final = "deck"
DISCARD: Final = "discard"
OBELISK: Final = "obelisk"
CREDIT: Final = "credit"
"""Source and destination of owed scales."""

Sections = tuple[Seat | None, ...]


def hand(seat: Seat) -> str:
    """Return the account of a seat's hand and of the things in front of it."""
    return _HANDS[seat]


def aside(seat: Seat) -> str:
    """Return the account of reward cards set aside, not yet looked at."""
    return _ASIDE[seat]


def stone(seat: Seat) -> str:
    """Return the item of a seat's building stone."""
    return _STONES[seat]


_HANDS: Final = tuple(map(seat_account, SEATS))
_ASIDE: Final = tuple(seat_account(seat, "aside") for seat in SEATS)
_STONES: Final = tuple(f"{STONE}:{seat}" for seat in SEATS)
# A report may name a seat that this game does not have. It is refused only after it is parsed.
STONES: Final = _STONES[: max(PLAYERS)]
HOMES: Final = MappingProxyType({item: hand(seat) for seat, item in enumerate(STONES)})
"""Account of each building stone before it is placed."""
_OWNER: Final[Mapping[str | None, Seat]] = {item: seat for seat, item in enumerate(STONES)}

ON: Final = MappingProxyType({tile: f"tile:{tile}" for tile in BUILDINGS})
"""Account of the stones on each building's sections."""


_KNOWN: Final = {kind: f"{CARD}:{kind}" for kind in CARD_KINDS}


def known(kind: str) -> str:
    """Return the item of a card whose face was seen."""
    return _KNOWN[kind]


class Phase(StrEnum):
    """Phase of a turn; the third one is a single action, `finish_turn`."""

    MOVE = "move"
    BUILD = "build"
    FINALE = "finale"
    """Last offerings, with the whole city built (2007)."""


@lru_cache(maxsize=1024)
def _owners(pile: Pile) -> Sections:
    return tuple(map(_OWNER.get, pile))


@dataclass(frozen=True)
class Turn:
    """Events of the turn so far."""

    seat: Seat
    number: int = 1
    phase: Phase = Phase.MOVE
    steps: int = 0
    """Steps walked."""
    extra: int = 0
    """Additional steps granted by grey 2s."""
    flights: int = 0
    scaled: frozenset[str] = frozenset()
    """Tiles whose dragons already gave their scales this turn."""
    stones: int = 0
    """Stones placed on buildings."""
    offerings: int = 0
    """Normal offerings, without a yellow card."""
    yellow: int = 0
    """Additional offerings."""


@dataclass(frozen=True)
class State:
    """State of the table at one moment."""

    options: CityOptions
    facts: Facts
    rulings: Rulings
    ledger: Ledger
    piles: Piles
    """Stone on each section, by the account of the building."""
    finished: frozenset[str]
    figures: tuple[str, ...]
    """Tile of each seat's figure."""
    dragons: Mapping[str, str]
    """Tile of each dragon, or `out`."""
    turn: Turn
    owed_cards: tuple[int, ...]
    """Cards owed to each seat, drawn once there are any."""
    counting: Counting
    """Values that count in a payment, derived from the box and the rulings."""
    quiet_turns: int = 0
    """Turns in a row without building or offering; a stone or an offering resets them."""
    finale_passes: int = 0
    """Seats in a row that offered nothing in the finale."""
    finale_turns: int = 0
    """Turns finished in the finale."""
    result: Outcome | None = None
    """Outcome, if the match ends otherwise than by the number of offerings."""

    @cached_property
    def players(self) -> int:
        """Return the number of players."""
        return len(self.options.players)

    @property
    def layout(self) -> Layout:
        """Return the tiles in the order of the cells."""
        return self.options.layout

    def reads(self, ruling: str) -> str:
        """Return the reading in force of a ruling."""
        return self.rulings[ruling]

    def standing(self, seat: Seat) -> str:
        """Return the tile of a seat's figure."""
        return self.figures[seat]

    def turn_of(self, seat: Seat) -> Turn:
        """Return the turn of a seat; an empty one unless it is in turn."""
        return self.turn if self.turn.seat == seat else Turn(seat, self.turn.number)

    def steps_left(self, seat: Seat, more: int = 0) -> int:
        """Return the steps left to a seat's figure, with `more` granted now."""
        turn = self.turn_of(seat)
        return max(0, self.facts["move.steps"] + turn.extra + more - turn.steps)

    def distance(self, start: str, end: str) -> int:
        """Return the steps between two tiles."""
        return distances(self.layout)[start][end]

    def on_the_way(self, start: str, to: str, reach: int) -> list[str]:
        """Return the two tiles within reach nearest to a destination, nearest first."""
        near = [tile for tile in self.layout if 0 < self.distance(start, tile) <= reach]
        return sorted(near, key=lambda tile: self.distance(tile, to))[:2]

    def beside(self, tile: str) -> tuple[str, ...]:
        """Return the tiles next to a tile."""
        return neighbours(self.layout)[tile]

    def sections(self, tile: str) -> Sections:
        """Return the owner of the stone on each section of a tile; empty if it has none."""
        return _owners(self.piles.get(ON.get(tile, ""), ()))

    def dragons_on(self, tile: str) -> int:
        """Return the number of dragons on a tile."""
        return sum(where == tile for where in self.dragons.values())

    def hand_size(self, seat: Seat) -> int:
        """Return the number of cards in a seat's hand."""
        return self.ledger.balance(hand(seat), CARD)

    def offerings(self, seat: Seat) -> int:
        """Return the number of stones of a seat on the obelisk."""
        return self.ledger.balance(OBELISK, stone(seat))

    def scales(self, seat: Seat) -> int:
        """Return the number of scales that count for a seat, owed ones included."""
        account = hand(seat)
        return self.ledger.balance(account, SCALE) + self.ledger.balance(account, OWED)

    def crystals(self, seat: Seat) -> int:
        """Return the crystals of a seat."""
        return self.ledger.balance(hand(seat), CRYSTAL)

    @property
    def next_price(self) -> int | None:
        """Return the price of the obelisk's next space; None if it is full."""
        prices = self.facts.prices(self.players)
        filled = sum(self.offerings(seat) for seat in range(self.players))
        # An adjustment can set a negative number of offerings.
        return prices[max(0, filled)] if filled < len(prices) else None

    @property
    def required_offerings(self) -> int:
        """Return the number of offerings needed to win."""
        return self.facts.numbers[OFFERINGS[self.players]]

    def next_seat(self, seat: Seat) -> Seat:
        """Return the seat to the left."""
        return (seat + 1) % self.players

    def need(self, tile: str, section: int) -> Known[int]:
        """Return the value that a section asks for."""
        return self.facts.tiles[tile].value(section)

    def dearest_terms(self, tile: str, section: int) -> Terms:
        """Return the terms of a section.

        An unknown value counts as the greatest possible, so a payment of it is certain.
        """
        need = self.need(tile, section)
        return self.terms_of(tile, max(need.among) if isinstance(need, Unknown) else need)

    def terms_of(self, tile: str, need: int) -> Terms:
        """Return the terms of a section of that tile, if it asked for `need`."""
        return Terms(self.facts.tiles[tile].colour, need, *self.counting)


def _counting(facts: Facts, rulings: Rulings) -> Counting:
    """Return the values that count in a payment, from the box and the readings."""
    return (
        facts["green.value"],
        facts["brown_pair.value"],
        facts["white_one.cards"],
        facts["white_two.cards"],
        rulings["brown_pair_on_brown_section"] == "yes",
        rulings["several_brown_pairs_in_one_section"] == "yes",
        rulings["substitutions_combined"] == "yes",
        rulings["palace_takes_wilds_and_white_brown_green"] == "yes",
    )


def setup(options: CityOptions, facts: FactValues, rulings: Rulings) -> State:
    """Return the first state: hands dealt, figures on the courtyard, dragons beside the city."""
    printed = read_facts(facts)
    players = len(options.players)
    return State(
        options=options,
        facts=printed,
        rulings=MappingProxyType(dict(rulings)),
        ledger=_first_ledger(printed, players),
        piles=MappingProxyType(
            {ON[tile]: (None,) * printed.tiles[tile].sections for tile in BUILDINGS}
        ),
        finished=frozenset(),
        figures=(COURTYARD,) * players,
        dragons=MappingProxyType(dict.fromkeys(DRAGONS, OUT)),
        turn=Turn(options.first_seat),
        owed_cards=(0,) * players,
        counting=_counting(printed, rulings),
    )


def _first_ledger(facts: Facts, players: int) -> Ledger:
    balances = {
        (DECK, CARD): sum(facts.copies.values()) - facts["hand.start"] * players,
        (SUPPLY, SCALE): facts[f"scales.in_play.{players}"],
    }
    for seat in range(players):
        balances[hand(seat), CARD] = facts["hand.start"]
        balances[hand(seat), stone(seat)] = facts["stones.each"]
    return Ledger(balances)


BOX: Final = HasPrintedValues[State](
    of=lambda state: state.facts.printed,
    rest=lambda state: replace(state.facts, tiles={}, printed=PrintedValues({})),
    put=lambda state, other: replace(state, facts=other.facts),
    typed=lambda state, values: replace(state, facts=state.facts.typed(values)),
)
"""Values that a table may type: those printed on the buildings."""


def with_rulings(state: State, rulings: Rulings) -> State:
    """Return the state under other readings."""
    return replace(
        state,
        rulings=MappingProxyType(dict(rulings)),
        counting=_counting(state.facts, rulings),
    )
