"""State of the table, deeply immutable and never persisted; its set-up and seat views.

Places of cards are accounts of the ledger: `rail:p4` holds the card of that place, `favor:0` the
favour of a seat. Buildings are in no account but in `city`, which counts them.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache, cached_property
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from companion.games.urban_sprawl.city import BEFORE_THE_MATCH, City
from companion.games.urban_sprawl.components import (
    BOSS,
    CARDS,
    CONTRACT_PLACES,
    CONTRACTS,
    DECKS,
    EVENTS,
    FAVORS,
    MAYOR,
    OFFICES,
    PERMITS,
    PLANNING,
    PLANNING_ROW,
    PLAYERS,
    RENEWAL,
    RENEWALS,
    VOCATIONS,
    Facts,
    SprawlOptions,
    as_read,
    read_facts,
    read_typed,
)
from companion.games.urban_sprawl.components import PRESTIGE as PRESTIGE_KIND
from companion.games.urban_sprawl.components import WEALTH as WEALTH_KIND
from companion.kernel.agenda import Agenda, HasAgenda, Task
from companion.kernel.box.facts import FactValues, Known, TypedLine
from companion.kernel.box.printed_values import HasPrintedValues, PrintedValues, typed_box
from companion.kernel.pieces.ledger import SUPPLY, Ledger, seat_account
from companion.kernel.pieces.standings import Bounds, Unposted, bounds, lacking
from companion.kernel.rulings import Rulings
from companion.kernel.values import Seat

WEALTH: Final = WEALTH_KIND
PRESTIGE: Final = PRESTIGE_KIND
EXTRA_FAVOR: Final = "extra_favor"
PERMIT: Final = "permit"
EVENT: Final = "event"

ITEM: Final[Mapping[str, str]] = MappingProxyType(
    {key: key.replace(".", ":") for key in (*CARDS, *VOCATIONS, *OFFICES)}
)
"""Item of each card, vocation or office."""
CARD_OF: Final[Mapping[str, str]] = MappingProxyType({ITEM[card]: card for card in CARDS})
"""Card of each item."""
SEATS: Final = tuple(seat_account(seat) for seat in range(max(PLAYERS)))
FAVOR_OF: Final = MappingProxyType(
    {
        place: tuple(f"{account}:{seat}" for seat in range(max(PLAYERS)))
        for place, account in zip(FAVORS, ("favor", "extra"), strict=True)
    }
)
"""Account of each seat, by place of a favour."""
DECK: Final = MappingProxyType({deck: f"deck:{deck}" for deck in (PLANNING, *DECKS)})
"""Account of the face-down cards of each deck."""
DISCARD: Final = "discard"
AWAY: Final = "box"
"""Account of the things out of the game."""
PENDING: Final = "pending"
"""Account of the offices that are not in play yet."""
ON: Final[Mapping[str, str]] = MappingProxyType(
    {place: place.replace(".", ":") for place in (*PLANNING_ROW, *CONTRACT_PLACES)}
)
"""Account of the card in each place of the board."""


_CONTRACT_OPEN: Final = (
    *(ON[place] for place in CONTRACT_PLACES),
    *(account for place in FAVORS for account in FAVOR_OF[place]),
    AWAY,
)
_OPEN: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    dict.fromkeys(CARDS, _CONTRACT_OPEN)
    | dict.fromkeys(PERMITS, (*(ON[place] for place in PLANNING_ROW), DISCARD, *SEATS))
    | dict.fromkeys(EVENTS, (DISCARD,))
)
"""Accounts where everybody sees each card: open, discarded or out of the game."""


class Phase(StrEnum):
    """Codes of the tasks that seats have to do."""

    CLAIM = "claim"
    """Purchase of a first building."""
    SHOW = "show"
    """Turning up a card."""
    ACT = "act"
    """Investments, then action points."""
    LINE = "line"
    """Reading of an unknown line of the payout table."""
    VOCATION = "vocation"
    """Taking of a vocation marker, where a choice is left."""
    CASH = "cash"
    """Cashing of vocation markers for wealth or prestige."""
    TRIBUTE = "tribute"
    """Debt to another seat, in wealth or prestige."""
    EFFECT = "effect"
    """Untyped effect of a card."""
    ELECT = "elect"
    CONTRACTOR = "contractor"
    MEDIA = "media"
    PARK = "park"
    DROP_CONTROL = "drop_control"
    REMOVE = "remove"
    PLACE_MARKER = "place_marker"
    WHICH_MARKER = "which_marker"
    MOVE_MARKER = "move_marker"
    MAY_PAY = "may_pay"
    WHICH_BUILDING = "which_building"
    """Choice of the building that a card means."""
    SPARE = "lose_or_pay"
    """Loss of a building by its owner, or payment."""
    WHICH_BLOCK = "which_block"
    """Place of a building that a card places or moves: first the block, then its lots."""
    WHICH_LOTS = "which_lots"
    WHICH_OFFICE = "which_office"
    WHICH_ROW = "which_row"
    """Choice of one of the rows of the new building."""


CHOICES: Final = frozenset(
    {
        Phase.ELECT,
        Phase.CONTRACTOR,
        Phase.MEDIA,
        Phase.PARK,
        Phase.DROP_CONTROL,
        Phase.REMOVE,
        Phase.PLACE_MARKER,
        Phase.WHICH_MARKER,
        Phase.MOVE_MARKER,
        Phase.MAY_PAY,
        Phase.WHICH_BUILDING,
        Phase.SPARE,
        Phase.WHICH_BLOCK,
        Phase.WHICH_LOTS,
        Phase.WHICH_OFFICE,
        Phase.WHICH_ROW,
    }
)
"""Tasks answered by a choice."""


class Then(StrEnum):
    """Codes of the tasks that run by themselves."""

    MEDIA_GIVEN = "media_given"
    FIRST_CARDS = "first_cards"
    BEGIN = "begin"
    PLANNING = "planning"
    CONTRACTS = "contracts"
    PASS = "pass"
    ADVANCE = "advance"
    ELECTION = "election"
    CONTRACTOR_GIVEN = "contractor_given"
    PAYOUT = "payout"
    FINAL_ROW = "final_row"
    FINISH = "finish"
    GAIN_VOCATION = "gain_vocation"
    SCORE_VOCATION = "score_vocation"
    EFFECTS = "effects"
    KEY_CARD = "key_card"
    EACH_MAY = "each_may"


@dataclass(frozen=True)
class Turn:
    """Active seat and the events of its turn."""

    seat: Seat
    points: int = 0
    """Action points left."""
    spent: bool = False
    """True if a card was taken or built, even for no points, which ends investing."""
    built: int = 0
    """Number of contracts built."""
    favors: tuple[str, ...] = ()
    """Contracts taken as favours, to be built in later turns."""


class LeftPayout(NamedTuple):
    """Payout of a row whose line was left for later."""

    row: str
    kind: str
    """Currency: `wealth` or `prestige`."""
    claims: tuple[tuple[Seat, int, int], ...]
    """Seats that are paid; of each its place, 0 for the first, and how many share it."""
    final: bool
    """True at the end, when the score sheet has it."""


@cache
def waits(phase: Phase, *seats: Seat) -> Task:
    """Return a task of these seats, in any order; the first buildings in turn."""
    return Task(phase, seats, phase is Phase.CLAIM)


@dataclass(frozen=True)
class State(HasAgenda):
    """State of the table at one moment."""

    options: SprawlOptions
    facts: Facts
    printed: PrintedValues[Known[Any]]
    """Values that a table may type during a match, by fact id."""
    rulings: Rulings
    ledger: Ledger
    agenda: Agenda
    city: City
    track: str
    """Office on whose space the pawn stands."""
    turn: Turn
    turns: int
    """Number of turns begun."""
    active: tuple[str, ...]
    """Decks of contracts in play."""
    shuffles: int
    """Number of reshuffles of the planning cards."""
    lines_read: Mapping[str, tuple[int, ...]]
    """First places of unknown lines of the payout table, as read in this match."""
    left: tuple[LeftPayout, ...]
    """Payouts whose line was left for later."""
    told: frozenset[str]
    """Rows whose line was read, at least in part; it is left no more."""
    final: Mapping[str, tuple[int, ...]]
    """Final payout of each row of prestige, by seat."""
    over: bool

    @cached_property
    def players(self) -> int:
        """Return the number of players."""
        return len(self.options.players)

    def order_from(self, seat: Seat) -> tuple[Seat, ...]:
        """Return the seats clockwise, that seat first."""
        return tuple((seat + n) % self.players for n in range(self.players))

    # Holdings of a seat

    def wealth(self, seat: Seat) -> int:
        """Return the wealth of a seat."""
        return self.ledger.balance(SEATS[seat], WEALTH)

    def prestige(self, seat: Seat) -> int:
        """Return the prestige of a seat."""
        return self.ledger.balance(SEATS[seat], PRESTIGE)

    @property
    def unposted(self) -> tuple[Unposted, ...]:
        """Return what the ledger lacks: the payouts that were left for later."""
        return tuple(
            Unposted(SEATS[seat], one.kind, f"{one.row}.line")
            for one in self.left
            if not one.final
            for seat, _, _ in one.claims
        )

    def settled(self, account: str, item: str) -> "State":
        """Return the state without what of an item was left for later to a seat."""
        left = list[LeftPayout]()
        for one in self.left:
            others = tuple(claim for claim in one.claims if SEATS[claim[0]] != account)
            if one.final or one.kind != item:
                left.append(one)
            elif others:
                left.append(one._replace(claims=others))
        return replace(self, left=tuple(left))

    def between(self, seat: Seat, what: str) -> Bounds:
        """Return the bounds of the wealth or the prestige of a seat."""
        return bounds(self, SEATS[seat], what)

    def lacks(self, seat: Seat, what: str) -> tuple[str, ...]:
        """Return the lines that the wealth or the prestige of a seat lacks."""
        return lacking(self, SEATS[seat], what)

    def has(self, seat: Seat, card: str) -> int:
        """Return how many of a permit, of Urban Renewal or of a vocation a seat has."""
        return self.ledger.balance(SEATS[seat], ITEM[card])

    def permits(self, seat: Seat) -> tuple[str, ...]:
        """Return the permits of a seat."""
        held = self.ledger.held(SEATS[seat])
        return tuple(card for card in PERMITS if ITEM[card] in held)

    def vocations(self, seat: Seat) -> Mapping[str, int]:
        """Return the vocation markers of a seat."""
        return {name: n for name in VOCATIONS if (n := self.has(seat, name)) > 0}

    def holders(self, vocation: str) -> tuple[Seat, ...]:
        """Return the seats with markers of a vocation."""
        return tuple(seat for seat in range(self.players) if self.has(seat, vocation) > 0)

    def holder(self, office: str) -> Seat | None:
        """Return the holder of an office, or the contractor."""
        held, item = self.ledger.balance, ITEM[office]
        return next((s for s in range(self.players) if held(SEATS[s], item) > 0), None)

    def in_play(self, office: str) -> bool:
        """Return whether an office can be held yet."""
        return self.ledger.balance(PENDING, ITEM[office]) <= 0

    def points(self, seat: Seat) -> int:
        """Return the action points that a seat has left."""
        return self.turn.points if seat == self.turn.seat else 0

    def points_to_begin(self, seat: Seat) -> int:
        """Return the action points with which a turn of a seat begins."""
        return self.facts["ap.boss" if self.holder(BOSS) == seat else "ap"]

    # Cards

    def account(self, place: str, seat: Seat) -> str:
        """Return the account of a place, or of a favour of that seat."""
        return ON[place] if place in ON else FAVOR_OF[place][seat]

    def card_at(self, place: str, seat: Seat = 0) -> str | None:
        """Return the card in a place, or in that seat's favour."""
        if seat >= len(SEATS):
            return None
        for item in self.ledger.lying(self.account(place, seat)):
            if item in CARD_OF:
                return CARD_OF[item]
        return None

    def face_down(self, deck: str) -> int:
        """Return the number of face-down cards of a deck."""
        kinds = (PERMIT, EVENT, RENEWAL) if deck == PLANNING else (deck,)
        return self.ledger.total(DECK[deck], *kinds)

    def seen(self, card: str) -> bool:
        """Return whether a card lies open, is discarded or out of the game."""
        held, item = self.ledger.balance, ITEM[card]
        return any(held(account, item) > 0 for account in _OPEN[card])

    def has_extra_favor(self, seat: Seat) -> bool:
        """Return whether a seat may have two favours."""
        return self.ledger.balance(SEATS[seat], EXTRA_FAVOR) > 0

    def printed_on(self, card: str, field: str) -> Known[Any]:
        """Return a printed value of a card, or Unknown."""
        return self.printed[f"{card}.{field}"]

    def lines_of(self, card: str) -> Known[tuple[TypedLine, ...]]:
        """Return the effect of a card."""
        effect: Known[tuple[TypedLine, ...]] = self.printed[f"{card}.lines"]
        return effect


FIRST_TASKS: Final = (Task(Then.MEDIA_GIVEN), Task(Then.FIRST_CARDS), Task(Then.BEGIN))
"""Tasks that follow the first buildings."""


def setup(options: SprawlOptions, values: FactValues, rulings: Rulings) -> State:
    """Return the first state; no setup condition may fail."""
    facts, players = read_facts(values), len(options.players)
    balances = {
        (DECK[PLANNING], PERMIT): len(PERMITS),
        (DECK[PLANNING], EVENT): len(EVENTS),
        (DISCARD, RENEWAL): RENEWALS,
        **{(DECK[deck], deck): len(CONTRACTS[deck]) for deck in DECKS},
        **{(SUPPLY, ITEM[name]): facts.vocations(name) for name in VOCATIONS},
        **{(SUPPLY if o == MAYOR else PENDING, ITEM[o]): 1 for o in OFFICES},
        (SUPPLY, EXTRA_FAVOR): 1,
        **{(SEATS[seat], WEALTH): facts[f"wealth.{players}"] for seat in range(players)},
    }
    order = tuple((options.first_seat + n) % players for n in range(players))
    return State(
        options=options,
        facts=facts,
        printed=read_typed(values),
        rulings=MappingProxyType(dict(rulings)),
        ledger=Ledger(balances),
        agenda=(*FIRST_TASKS[::-1], waits(Phase.CLAIM, *order)),
        city=BEFORE_THE_MATCH,
        track=MAYOR,
        turn=Turn(options.first_seat),
        turns=0,
        active=DECKS[:1],
        shuffles=0,
        lines_read=MappingProxyType({}),
        left=(),
        told=frozenset(),
        final=MappingProxyType({}),
        over=False,
    )


BOX: Final[HasPrintedValues[State]] = typed_box(as_read)
