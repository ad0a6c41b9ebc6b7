"""The table at one moment: deeply immutable, never persisted. Set-up and what a seat may see.

Where a piece lies is an account of the ledger: `territory:3` holds the pawn and the building on it,
`frontier:3x7` the road, `price:gold-2` the cube on that place of the market.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, cached_property
from itertools import filterfalse, islice
from types import MappingProxyType
from typing import Any, Final

from companion.games.kingdom_of_solomon.components import (
    ACTIONS,
    AROUND,
    BONUSES,
    BONUSES_OF,
    CARDS,
    ENDS,
    GOODS,
    PARTS,
    PLACES,
    PLAYERS,
    TERRITORIES,
    Facts,
    Heap,
    SolomonOptions,
    blocks,
    good_of,
    joined,
    on_card,
    on_fortune,
    site,
    yields,
)
from companion.kernel.agenda import Agenda, Task, Waiting
from companion.kernel.facts import Known, TypedLine, Unknown
from companion.kernel.ledger import SUPPLY, Ledger, seat_account
from companion.kernel.printed import Printed
from companion.kernel.rulings import Rulings
from companion.kernel.text import folded
from companion.kernel.values import Seat

POINT: Final = "point"
ROAD: Final = "road"
TOKEN: Final = "tokens"
BLOCK: Final = "temple_block"
FORTUNE: Final = "fortune"
CARD: Final = "building"
"""A building card whose face nobody saw yet."""

CUBE: Final = MappingProxyType({good: f"cube:{good}" for good in GOODS})
"""By good, the item that is its cube."""
CARD_ITEM: Final = MappingProxyType({card: card.replace(".", ":") for card in CARDS})
"""By building card, its item."""
SEATS: Final = tuple(seat_account(seat) for seat in range(max(PLAYERS)))
PAWNS: Final = tuple(f"pawn:{seat}" for seat in range(max(PLAYERS)))
PIECES: Final = tuple(f"palace:{seat}" for seat in range(max(PLAYERS)))
"""By seat, the item that is its buildings for the map."""

DECK: Final = "deck"
OFFER: Final = "offer"
FORTUNES_DECK: Final = "fortunes"
DISCARD: Final = "discard"
PRIEST: Final = "priest"
"""Where the piece of whoever controls the High Priest lies."""
OFFERED: Final = 4
"""Building cards that lie open on the board."""

SPACES: Final = (*TERRITORIES, *ACTIONS, *CARDS)
"""Where pawns are put one by one."""
ON: Final[Mapping[str, str]] = MappingProxyType(
    {key: key.replace(".", ":") for key in (*SPACES, *BONUSES, *ENDS, *PLACES, *PARTS)}
)
"""By space, border, place of the market or part of the Temple, the account of what lies there."""
_CUBES: Final = tuple(CUBE.values())
_BOARD: Final = (*SPACES, *BONUSES)
"""Wherever a pawn can stand."""
_ON_BOARD: Final = tuple(ON[key] for key in _BOARD)
_ON_BONUSES: Final = tuple(ON[bonus] for bonus in BONUSES)
_ON_MAP: Final = tuple(ON[territory] for territory in TERRITORIES)


class Phase(StrEnum):
    """What the table can wait for: the codes of the tasks that somebody has to do."""

    TURN_UP = "turn_up"
    """A building card is turned up on an empty place."""
    PLACE = "place"
    RESOLVE = "resolution"
    MARKET = "market"
    BUILD = "build"
    TRIM = "trim"
    """Whoever holds too many fortune cards lays some down."""
    REVEAL = "reveal"
    """After the last round: fortune cards with points."""


class Then(StrEnum):
    """What follows by itself."""

    ROUND = "round"
    PLACING = "placing"
    RESOLVING = "resolving"
    MARKETING = "marketing"
    BUILDING = "building"
    CLOSING = "closing"
    FINISH = "finish"


ROUND: Final = Task(Then.ROUND)
FINISH: Final = Task(Then.FINISH)
PHASES: Final = tuple(
    map(Task, (Then.PLACING, Then.RESOLVING, Then.MARKETING, Then.BUILDING, Then.CLOSING))
)


@cache
def waits(phase: Phase, *seats: Seat) -> Task:
    """Something that these seats have to do: with cards to lay down in any order, else in turn."""
    return Task(phase, seats, phase not in (Phase.TRIM, Phase.REVEAL))


@dataclass(frozen=True)
class State(Waiting):
    """The table at one moment."""

    options: SolomonOptions
    facts: Facts
    printed: Printed[Known[Any]]
    """What a table may type during a match, by the id of its fact."""
    rulings: Rulings
    ledger: Ledger
    agenda: Agenda
    order: tuple[Seat, ...]
    """The seats from place 1 of the turn order on."""
    next_order: tuple[Seat, ...]
    """The order of the next round."""
    round: int
    stood: tuple[str, ...]
    """The territories on which whoever resolves had a pawn when their turn to resolve came."""
    priest_used: bool
    """Whether the High Priest helped this round."""
    met: frozenset[str]
    """The fortune cards that have been played: of these the table can say «that one again»."""
    built: tuple[Seat, ...]
    """Who built a card in this building phase."""
    over: bool

    @cached_property
    def players(self) -> int:
        """How many play."""
        return len(self.options.players)

    # What lies where

    def cubes(self, seat: Seat, good: str) -> int:
        """How many cubes of a good a seat has."""
        return self.ledger.balance(SEATS[seat], CUBE[good])

    def heap(self, account: str) -> Heap:
        """The cubes that lie in an account."""
        held = self.ledger.balances(account, _CUBES)
        return {good: n for good, n in zip(GOODS, held, strict=True) if n}

    def points(self, seat: Seat) -> int:
        """The points of a seat."""
        return self.ledger.balance(SEATS[seat], POINT)

    def fortunes(self, seat: Seat) -> int:
        """How many fortune cards a seat holds."""
        return self.ledger.balance(SEATS[seat], FORTUNE)

    def pawns(self, seat: Seat) -> int:
        """The pawns that a seat has not put anywhere."""
        return self.ledger.balance(SEATS[seat], PAWNS[seat])

    def _at(self, account: str, items: tuple[str, ...]) -> Seat | None:
        for seat, number in enumerate(self.ledger.balances(account, items[: self.players])):
            if number > 0:
                return seat
        return None

    def pawn_on(self, space: str) -> Seat | None:
        """Whose pawn is on a space."""
        return self._at(ON[space], PAWNS)

    def piece_on(self, territory: str) -> Seat | None:
        """Whose building stands on a territory."""
        return self._at(ON[territory], PIECES)

    def owner_of(self, card: str) -> Seat | None:
        """Before whom a building card lies."""
        held, item = self.ledger.balance, CARD_ITEM[card]
        return next((s for s in range(self.players) if held(SEATS[s], item) > 0), None)

    def offered(self, card: str) -> bool:
        """Whether a building card lies open on the board."""
        return self.ledger.balance(OFFER, CARD_ITEM[card]) > 0

    def knows(self, card: str) -> bool:
        """Whether the table can tell a card of a deck from others: it was read, or played."""
        if card in self.met:
            return True
        printed = on_card(card) if card in CARD_ITEM else on_fortune(card)
        return any(not isinstance(self.printed[fact], Unknown) for fact in printed)

    def told_apart(self, cards: Iterable[str]) -> tuple[str, ...]:
        """The cards that the table knows, those with a name by it, and one that it does not know.

        The others that it does not know are no different from that one.
        """
        cards = tuple(cards)
        known = sorted(filter(self.knows, cards), key=self._by_name)
        return (*known, *islice(filterfalse(self.knows, cards), 1))

    def _by_name(self, card: str) -> tuple[bool, str]:
        name = self.printed[f"{card}.name"]
        return (True, "") if isinstance(name, Unknown) else (False, folded(name))

    @property
    def visible(self) -> tuple[str, ...]:
        """The building cards that have been turned up."""
        return tuple(
            card for card in CARDS if self.offered(card) or self.owner_of(card) is not None
        )

    @property
    def pieces(self) -> tuple[int, ...]:
        """By seat, how many buildings it has on the map."""
        across = self.ledger.across
        return tuple(sum(across(_ON_MAP, piece)) for piece in PIECES[: self.players])

    @property
    def sites_full(self) -> bool:
        """Whether every building site has a building."""
        return sum(self.pieces) >= self.facts["plots"]

    @property
    def priest(self) -> Seat | None:
        """Who controls the High Priest."""
        found = self._at(PRIEST, PIECES)
        return self._at(PRIEST, PAWNS) if found is None else found

    def left_on_board(self, seat: Seat) -> tuple[str, ...]:
        """Where a seat still has pawns."""
        held = self.ledger.across(_ON_BOARD, PAWNS[seat])
        return tuple(key for key, n in zip(_BOARD, held, strict=True) if n > 0)

    @property
    def bonuses(self) -> tuple[str, ...]:
        """The bonus spaces in play."""
        return BONUSES_OF[self.players]

    def claimed(self, seat: Seat) -> bool:
        """Whether a seat has put pawns on a bonus space."""
        return any(n > 0 for n in self.ledger.across(_ON_BONUSES, PAWNS[seat]))

    def taken(self, place: str) -> bool:
        """Whether a cube lies on a place of the market."""
        return self.ledger.balance(ON[place], CUBE[good_of(place)]) > 0

    # The map

    def touch(self, one: str, other: str) -> Known[bool]:
        """Whether two territories touch."""
        way = next((way for way, beyond in AROUND[one] if beyond == other), None)
        if way is None:
            return False
        found = self.printed[joined(way)]
        return found if isinstance(found, Unknown) else found == "yes"

    def road(self, way: str) -> bool:
        """Whether there is a road over a border."""
        return self.ledger.balance(ON[way], ROAD) > 0

    def has_site(self, territory: str) -> Known[bool]:
        """Whether a territory has a building site."""
        found = self.printed[site(territory)]
        return found if isinstance(found, Unknown) else found == "yes"

    def region(self, territory: str, owner: Seat) -> tuple[str, ...]:
        """What the roads of a seat join to a territory, itself included.

        A road is of whoever has a building at one of its ends; the owner's own pieces decide.
        """
        found, edge = {territory}, [territory]
        if self.ledger.balance(SUPPLY, ROAD) >= self.facts["roads"]:
            return (territory,)
        while edge:
            here = edge.pop()
            mine = self.piece_on(here) == owner
            for way, beyond in AROUND[here]:
                if beyond in found or not self.road(way):
                    continue
                there = self.piece_on(beyond)
                if there == owner or (mine and there is None):
                    found.add(beyond)
                    edge.append(beyond)
        return tuple(t for t in TERRITORIES if t in found)

    def harvested(self, territory: str, seat: Seat) -> tuple[str, ...]:
        """The territories whose goods a pawn of a seat on that one collects."""
        owner = self.piece_on(territory)
        joined_up = self.region(territory, seat if owner is None else owner)
        if self.rulings["rival_on_my_region"] == "collects":
            return joined_up
        # By ruling, a rival's pawn on an open space of the region keeps what that space gives.
        return tuple(t for t in joined_up if t == territory or self.pawn_on(t) in (None, seat))

    def yield_of(self, territory: str) -> Known[Heap]:
        """What a territory gives."""
        found: Known[Heap] = self.printed[yields(territory)]
        return found

    def goods_of(self, territories: Iterable[str]) -> tuple[dict[str, int], tuple[str, ...]]:
        """What these territories give together as far as it is known, and those that are not."""
        total: dict[str, int] = {}
        unknown = []
        for territory in territories:
            found = self.yield_of(territory)
            if isinstance(found, Unknown):
                unknown.append(territory)
                continue
            for good, n in found.items():
                total[good] = total.get(good, 0) + n
        return total, tuple(unknown)

    def there_is(self, wanted: Heap) -> dict[str, int]:
        """What the supply has of some cubes: the rest is not collected."""
        held = self.ledger.balance
        return {g: n for g, m in wanted.items() if (n := min(m, held(SUPPLY, CUBE[g]))) > 0}

    def lines_of(self, thing: str) -> Known[tuple[TypedLine, ...]]:
        """What an action space, a building card or a fortune card does."""
        found: Known[tuple[TypedLine, ...]] = self.printed[f"{thing}.lines"]
        return found

    # The Temple

    def laid(self, part: str) -> int:
        """The blocks of a part of the Temple that are built."""
        return self.ledger.balance(ON[part], BLOCK)

    def part_done(self, part: str) -> Known[bool]:
        """Whether a part of the Temple is complete."""
        number = self.printed[blocks(part)]
        return number if isinstance(number, Unknown) else self.laid(part) >= number

    @property
    def temple_done(self) -> bool:
        """Whether the Temple is known to be complete."""
        return self.part_done(PARTS[-1]) is True

    # The end

    @property
    def ends(self) -> str | None:
        """Why this round is the last one: `plots`, `palaces` or `temple`; None while it is not."""
        if self.sites_full:
            return "plots"
        if max(self.constructed) >= self.facts["palaces"]:
            return "palaces"
        return "temple" if self.temple_done else None

    @property
    def constructed(self) -> tuple[int, ...]:
        """By seat, how many buildings it has constructed: on the map, or by ruling its cards."""
        if self.rulings["fifth_building"] == "cards":
            held = self.ledger.balance
            return tuple(
                sum(held(SEATS[seat], CARD_ITEM[card]) for card in CARDS)
                for seat in range(self.players)
            )
        return tuple(n + self._marker(seat) for seat, n in enumerate(self.pieces))

    def _marker(self, seat: Seat) -> int:
        # Whether the piece that marks the High Priest is one of the five is a ruling.
        if self.rulings["priest_piece"] == "not_counted":
            return 0
        return self.ledger.balance(PRIEST, PIECES[seat])
