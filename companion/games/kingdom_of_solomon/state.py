"""State of the table, deeply immutable and never persisted; its set-up and seat views.

Places of pieces are accounts of the ledger: `territory:3` holds the pawn and the building on it,
`frontier:3x7` the road, `price:gold-2` the cube on that place of the market.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
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
from companion.kernel.agenda import Agenda, HasAgenda, Task
from companion.kernel.box.facts import Known, TypedLine, Unknown
from companion.kernel.box.printed_values import PrintedValues
from companion.kernel.models import folded
from companion.kernel.pieces.ledger import SUPPLY, Ledger, seat_account
from companion.kernel.pieces.standings import Bounds, Unposted, bounds, lacking
from companion.kernel.rulings import Rulings
from companion.kernel.values import Seat

POINT: Final = "point"
ROAD: Final = "road"
TOKEN: Final = "tokens"
BLOCK: Final = "temple_block"
FORTUNE: Final = "fortune"
CARD: Final = "building"
"""Building card whose face nobody saw yet."""

CUBE: Final = MappingProxyType({good: f"cube:{good}" for good in GOODS})
"""Cube item of each good."""
CARD_ITEM: Final = MappingProxyType({card: card.replace(".", ":") for card in CARDS})
"""Item of each building card."""
SEATS: Final = tuple(seat_account(seat) for seat in range(max(PLAYERS)))
PAWNS: Final = tuple(f"pawn:{seat}" for seat in range(max(PLAYERS)))
PIECES: Final = tuple(f"palace:{seat}" for seat in range(max(PLAYERS)))
"""Item of each seat's buildings for the map."""

DECK: Final = "deck"
OFFER: Final = "offer"
FORTUNES_DECK: Final = "fortunes"
DISCARD: Final = "discard"
PRIEST: Final = "priest"
"""Account of the piece that marks the High Priest's controller."""
OFFERED: Final = 4
"""Number of building cards that lie open on the board."""

SPACES: Final = (*TERRITORIES, *ACTIONS, *CARDS)
"""Spaces for single pawns."""
ON: Final[Mapping[str, str]] = MappingProxyType(
    {key: key.replace(".", ":") for key in (*SPACES, *BONUSES, *ENDS, *PLACES, *PARTS)}
)
"""Account of each space, border, market place and Temple part."""
_CUBES: Final = tuple(CUBE.values())
_BOARD: Final = (*SPACES, *BONUSES)
"""Spaces where a pawn can stand."""
_ON_BOARD: Final = tuple(ON[key] for key in _BOARD)
_ON_BONUSES: Final = tuple(ON[bonus] for bonus in BONUSES)
_ON_MAP: Final = tuple(ON[territory] for territory in TERRITORIES)


class Phase(StrEnum):
    """Codes of the tasks that seats have to do."""

    TURN_UP = "turn_up"
    """Turning up a building card on an empty place."""
    PLACE = "place"
    RESOLVE = "resolution"
    MARKET = "market"
    BUILD = "build"
    TRIM = "trim"
    """Discarding fortune cards beyond the limit."""
    REVEAL = "reveal"
    """Showing fortune cards with points after the last round."""


class Then(StrEnum):
    """Codes of the tasks that run by themselves."""

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
    """Return a task of these seats; in any order for laying down cards, else in turn."""
    return Task(phase, seats, phase not in (Phase.TRIM, Phase.REVEAL))


@dataclass(frozen=True)
class State(HasAgenda):
    """State of the table at one moment."""

    options: SolomonOptions
    facts: Facts
    printed: PrintedValues[Known[Any]]
    """Values that a table may type during a match, by fact id."""
    rulings: Rulings
    ledger: Ledger
    agenda: Agenda
    order: tuple[Seat, ...]
    """Seats from place 1 of the turn order on."""
    next_order: tuple[Seat, ...]
    """Order of the next round."""
    round: int
    stood: tuple[tuple[str, Seat], ...]
    """Territories that had a pawn when the resolution began, each with its seat."""
    priest_used: bool
    """True if the High Priest helped this round."""
    met: frozenset[str]
    """Fortune cards that have been played, which the table can name again."""
    built: tuple[Seat, ...]
    """Seats that built a card in this building phase."""
    over: bool
    seen: tuple[int, bool]
    """Number of blocks of the last part of the Temple when somebody said whether it is complete."""
    unposted: tuple[Unposted, ...]
    """Points that moved and nobody has read."""

    @cached_property
    def players(self) -> int:
        """Return the number of players."""
        return len(self.options.players)

    # Positions of pieces

    def cubes(self, seat: Seat, good: str) -> int:
        """Return the number of cubes of a good that a seat has."""
        return self.ledger.balance(SEATS[seat], CUBE[good])

    def heap(self, account: str) -> Heap:
        """Return the cubes in an account."""
        held = self.ledger.balances(account, _CUBES)
        return {good: n for good, n in zip(GOODS, held, strict=True) if n}

    def points(self, seat: Seat) -> int:
        """Return the points of a seat."""
        return self.ledger.balance(SEATS[seat], POINT)

    def settled(self, account: str, item: str) -> "State":
        """Return the state whose ledger lacks nothing of an item in an account."""
        others = (one for one in self.unposted if (one.account, one.item) != (account, item))
        return replace(self, unposted=tuple(others))

    def points_between(self, seat: Seat) -> Bounds:
        """Return the bounds of a seat's points, as some values may be unknown."""
        return bounds(self, SEATS[seat], POINT)

    def points_lack(self, seat: Seat) -> tuple[str, ...]:
        """Return the unknown values that a seat's points lack."""
        return lacking(self, SEATS[seat], POINT)

    def fortunes(self, seat: Seat) -> int:
        """Return the number of fortune cards of a seat."""
        return self.ledger.balance(SEATS[seat], FORTUNE)

    def pawns(self, seat: Seat) -> int:
        """Return the number of pawns that a seat has not placed."""
        return self.ledger.balance(SEATS[seat], PAWNS[seat])

    def _at(self, account: str, items: tuple[str, ...]) -> Seat | None:
        for seat, number in enumerate(self.ledger.balances(account, items[: self.players])):
            if number > 0:
                return seat
        return None

    def pawn_on(self, space: str) -> Seat | None:
        """Return the owner of the pawn on a space."""
        return self._at(ON[space], PAWNS)

    def piece_on(self, territory: str) -> Seat | None:
        """Return the owner of the building on a territory."""
        return self._at(ON[territory], PIECES)

    def owner_of(self, card: str) -> Seat | None:
        """Return the owner of a building card."""
        held, item = self.ledger.balance, CARD_ITEM[card]
        return next((s for s in range(self.players) if held(SEATS[s], item) > 0), None)

    def offered(self, card: str) -> bool:
        """Return whether a building card lies open on the board."""
        return self.ledger.balance(OFFER, CARD_ITEM[card]) > 0

    def knows(self, card: str) -> bool:
        """Return whether the table can identify a card of a deck: it was read, or played."""
        if card in self.met:
            return True
        printed = on_card(card) if card in CARD_ITEM else on_fortune(card)
        return any(not isinstance(self.printed[fact], Unknown) for fact in printed)

    def distinguishable(self, cards: Iterable[str]) -> tuple[str, ...]:
        """Return the identifiable cards sorted by name, and one of the unknown ones.

        The other unknown cards are no different from that one.
        """
        cards = tuple(cards)
        known = sorted(filter(self.knows, cards), key=self._by_name)
        return (*known, *islice(filterfalse(self.knows, cards), 1))

    def _by_name(self, card: str) -> tuple[bool, str]:
        name = self.printed[f"{card}.name"]
        return (True, "") if isinstance(name, Unknown) else (False, folded(name))

    @property
    def visible(self) -> tuple[str, ...]:
        """Return the building cards that have been turned up."""
        return tuple(
            card for card in CARDS if self.offered(card) or self.owner_of(card) is not None
        )

    @property
    def pieces(self) -> tuple[int, ...]:
        """Return the number of buildings of each seat on the map."""
        across = self.ledger.across
        return tuple(sum(across(_ON_MAP, piece)) for piece in PIECES[: self.players])

    @property
    def sites_full(self) -> bool:
        """Return whether every building site has a building."""
        return sum(self.pieces) >= self.facts["plots"]

    @property
    def priest(self) -> Seat | None:
        """Return the seat that controls the High Priest."""
        marked = self._at(PRIEST, PIECES)
        return self._at(PRIEST, PAWNS) if marked is None else marked

    def left_on_board(self, seat: Seat) -> tuple[str, ...]:
        """Return the spaces where a seat still has pawns."""
        held = self.ledger.across(_ON_BOARD, PAWNS[seat])
        return tuple(key for key, n in zip(_BOARD, held, strict=True) if n > 0)

    @property
    def bonuses(self) -> tuple[str, ...]:
        """Return the bonus spaces in play."""
        return BONUSES_OF[self.players]

    @property
    def resolving(self) -> tuple[Seat, ...]:
        """Return the seats that still resolve their pawns, the one that does it now first."""
        tasks = (task.seats for task in self.agenda if task.code == Phase.RESOLVE)
        return next(tasks, ())

    def stood_by(self, seat: Seat) -> tuple[str, ...]:
        """Return the territories where a seat had pawns when the resolution began.

        None unless it is resolving now.
        """
        if self.resolving[:1] != (seat,):
            return ()
        return tuple(territory for territory, whose in self.stood if whose == seat)

    @property
    def standing(self) -> tuple[tuple[str, Seat], ...]:
        """Return the territories that have a pawn, each with its seat."""
        pawns = ((territory, self.pawn_on(territory)) for territory in TERRITORIES)
        return tuple((territory, seat) for territory, seat in pawns if seat is not None)

    def territories_of(self, seat: Seat) -> tuple[str, ...]:
        """Return the territories where a seat has a pawn."""
        held = self.ledger.across(_ON_MAP, PAWNS[seat])
        return tuple(t for t, n in zip(TERRITORIES, held, strict=True) if n > 0)

    def claimed(self, seat: Seat) -> bool:
        """Return whether a seat has put pawns on a bonus space."""
        return any(n > 0 for n in self.ledger.across(_ON_BONUSES, PAWNS[seat]))

    def taken(self, place: str) -> bool:
        """Return whether a cube lies on a place of the market."""
        return self.ledger.balance(ON[place], CUBE[good_of(place)]) > 0

    # The map

    def touch(self, one: str, other: str) -> Known[bool]:
        """Return whether two territories touch."""
        way = next((way for way, beyond in AROUND[one] if beyond == other), None)
        if way is None:
            return False
        answer = self.printed[joined(way)]
        return answer if isinstance(answer, Unknown) else answer == "yes"

    def road(self, way: str) -> bool:
        """Return whether a border has a road."""
        return self.ledger.balance(ON[way], ROAD) > 0

    def has_site(self, territory: str) -> Known[bool]:
        """Return whether a territory has a building site."""
        answer = self.printed[site(territory)]
        return answer if isinstance(answer, Unknown) else answer == "yes"

    def region(self, territory: str, owner: Seat) -> tuple[str, ...]:
        """Return the territories that a seat's roads join to a territory, itself included.

        A road belongs to the seat with a building at one of its ends; the owner's pieces decide.
        """
        reached, edge = {territory}, [territory]
        if self.ledger.balance(SUPPLY, ROAD) >= self.facts["roads"]:
            return (territory,)
        while edge:
            here = edge.pop()
            mine = self.piece_on(here) == owner
            for way, beyond in AROUND[here]:
                if beyond in reached or not self.road(way):
                    continue
                there = self.piece_on(beyond)
                if there == owner or (mine and there is None):
                    reached.add(beyond)
                    edge.append(beyond)
        return tuple(t for t in TERRITORIES if t in reached)

    def harvested(self, territory: str, seat: Seat) -> tuple[str, ...]:
        """Return the territories from which a seat's pawn on that one collects goods."""
        owner = self.piece_on(territory)
        joined_up = self.region(territory, seat if owner is None else owner)
        if self.rulings["rival_on_my_region"] == "collects":
            return joined_up
        # By ruling, a rival's pawn on an open space of the region keeps the yield of that space.
        return tuple(t for t in joined_up if t == territory or self.pawn_on(t) in (None, seat))

    def yield_of(self, territory: str) -> Known[Heap]:
        """Return the yield of a territory."""
        goods: Known[Heap] = self.printed[yields(territory)]
        return goods

    def goods_of(self, territories: Iterable[str]) -> tuple[dict[str, int], tuple[str, ...]]:
        """Return the known joint yield of these territories, and the unknown ones."""
        total: dict[str, int] = {}
        unknown = []
        for territory in territories:
            goods = self.yield_of(territory)
            if isinstance(goods, Unknown):
                unknown.append(territory)
                continue
            for good, n in goods.items():
                total[good] = total.get(good, 0) + n
        return total, tuple(unknown)

    def available(self, wanted: Heap) -> dict[str, int]:
        """Return the part of some cubes that the supply has; the rest is not collected."""
        held = self.ledger.balance
        return {g: n for g, m in wanted.items() if (n := min(m, held(SUPPLY, CUBE[g]))) > 0}

    def lines_of(self, thing: str) -> Known[tuple[TypedLine, ...]]:
        """Return the effect of an action space, a building card or a fortune card."""
        effect: Known[tuple[TypedLine, ...]] = self.printed[f"{thing}.lines"]
        return effect

    # The Temple

    def laid(self, part: str) -> int:
        """Return the number of built blocks of a part of the Temple."""
        return self.ledger.balance(ON[part], BLOCK)

    def part_done(self, part: str) -> Known[bool]:
        """Return whether a part of the Temple is complete."""
        number, laid = self.printed[blocks(part)], self.laid(part)
        if not isinstance(number, Unknown):
            return bool(laid >= number)
        # Nobody has read the number, and everybody has seen whether the last part is complete.
        when, done = self.seen
        return done if part == PARTS[-1] and laid == when else number

    @property
    def temple_done(self) -> bool:
        """Return whether the Temple is known to be complete."""
        return self.part_done(PARTS[-1]) is True

    # End of the match

    @property
    def ends(self) -> str | None:
        """Return the reason of the last round: `plots`, `palaces` or `temple`.

        None if it is not the last.
        """
        if self.sites_full:
            return "plots"
        if max(self.constructed) >= self.facts["palaces"]:
            return "palaces"
        return "temple" if self.temple_done else None

    @property
    def constructed(self) -> tuple[int, ...]:
        """Return the buildings that each seat has on the map, or by ruling its cards."""
        if self.rulings["fifth_building"] == "cards":
            held = self.ledger.balance
            return tuple(
                sum(held(SEATS[seat], CARD_ITEM[card]) for card in CARDS)
                for seat in range(self.players)
            )
        return tuple(n + self._marker(seat) for seat, n in enumerate(self.pieces))

    def _marker(self, seat: Seat) -> int:
        # Whether the piece that marks the High Priest counts as one of the five is a ruling.
        if self.rulings["priest_piece"] == "not_counted":
            return 0
        return self.ledger.balance(PRIEST, PIECES[seat])
