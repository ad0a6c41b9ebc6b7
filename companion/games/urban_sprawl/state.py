"""The table at one moment: deeply immutable, never persisted. Set-up and what a seat may see.

Where a card lies is an account of the ledger: `rail:p4` holds the card of that place, `favor:0` the
favour of a seat. What stands in the city is no account but `city`, which counts it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, cached_property
from types import MappingProxyType
from typing import Any, Final

from companion.games.urban_sprawl.city import BEFORE_THE_MATCH, City
from companion.games.urban_sprawl.components import (
    CARDS,
    CONTRACT_PLACES,
    CONTRACTS,
    DECKS,
    EVENTS,
    FAVORS,
    MARKERS,
    MAYOR,
    OFFICES,
    PERMITS,
    PLANNING,
    PLANNING_ROW,
    PLAYERS,
    PRICE,
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
from companion.kernel.agenda import Agenda, Task, Waiting
from companion.kernel.facts import FactValues, Known, TypedLine, Unknown
from companion.kernel.ledger import SUPPLY, Ledger, seat_account
from companion.kernel.printed import Box, Printed, typed_box
from companion.kernel.rulings import Rulings
from companion.kernel.values import Seat, Term

WEALTH: Final = WEALTH_KIND
PRESTIGE: Final = PRESTIGE_KIND
EXTRA_FAVOR: Final = "extra_favor"
PERMIT: Final = "permit"
EVENT: Final = "event"

ITEM: Final[Mapping[str, str]] = MappingProxyType(
    {key: key.replace(".", ":") for key in (*CARDS, *VOCATIONS, *OFFICES)}
)
"""By card, vocation or office, its item."""
CARD_OF: Final[Mapping[str, str]] = MappingProxyType({ITEM[card]: card for card in CARDS})
"""By item, the card."""
SEATS: Final = tuple(seat_account(seat) for seat in range(max(PLAYERS)))
FAVOR_OF: Final = MappingProxyType(
    {
        place: tuple(f"{account}:{seat}" for seat in range(max(PLAYERS)))
        for place, account in zip(FAVORS, ("favor", "extra"), strict=True)
    }
)
"""By place of a favour, the account of each seat."""
DECK: Final = MappingProxyType({deck: f"deck:{deck}" for deck in (PLANNING, *DECKS)})
"""By deck, the account of what lies face down."""
DISCARD: Final = "discard"
AWAY: Final = "box"
"""Where what is out of the game lies."""
PENDING: Final = "pending"
"""Where the offices wait that are not in play yet."""
ON: Final[Mapping[str, str]] = MappingProxyType(
    {place: place.replace(".", ":") for place in (*PLANNING_ROW, *CONTRACT_PLACES)}
)
"""By place of the board, the account of the card that lies there."""


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
"""By card, where everybody sees it: it lies open there, is discarded or out of the game."""


class Phase(StrEnum):
    """What the table can wait for: the codes of the tasks that somebody has to do."""

    CLAIM = "claim"
    """A first building is bought."""
    SHOW = "show"
    """A card is turned up."""
    ACT = "act"
    """Investments, then action points."""
    LINE = "line"
    """A line of the payout table that nobody knows is read off."""
    VOCATION = "vocation"
    """A vocation marker is taken, where it is not plain which."""
    CASH = "cash"
    """Vocation markers pay wealth or prestige."""
    TRIBUTE = "tribute"
    """Something is owed to somebody, in wealth or prestige."""
    EFFECT = "effect"
    """What a card does, of which nobody wrote down what that is."""
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
    """One of several buildings, where a card means one."""
    SPARE = "lose_or_pay"
    """Whoever has such buildings loses one, or pays."""
    WHICH_BLOCK = "which_block"
    """Where a building is laid that a card places or moves: first the block, then its lots."""
    WHICH_LOTS = "which_lots"
    WHICH_OFFICE = "which_office"


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
    }
)
"""What is answered by a choice."""


class Then(StrEnum):
    """What follows by itself."""

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


@dataclass(frozen=True)
class Turn:
    """Whose turn it is, and what happened in it."""

    seat: Seat
    points: int = 0
    """The action points that are left."""
    spent: bool = False
    """Whether any were spent: then investing is over."""
    built: int = 0
    """The contracts built."""


@cache
def waits(phase: Phase, *seats: Seat) -> Task:
    """Something that these seats have to do, all in any order; the first buildings in turn."""
    return Task(phase, seats, phase is Phase.CLAIM)


@dataclass(frozen=True)
class State(Waiting):
    """The table at one moment."""

    options: SprawlOptions
    facts: Facts
    printed: Printed[Known[Any]]
    """What a table may type during a match, by the id of its fact."""
    rulings: Rulings
    ledger: Ledger
    agenda: Agenda
    city: City
    track: str
    """The office on whose space the pawn stands."""
    turn: Turn
    turns: int
    """How many turns have begun."""
    active: tuple[str, ...]
    """The decks of contracts in play."""
    shuffles: int
    """How often the planning cards were shuffled again."""
    final: Mapping[str, tuple[int, ...]]
    """By row of prestige, what each seat got of it at the end."""
    over: bool

    @cached_property
    def players(self) -> int:
        """How many play."""
        return len(self.options.players)

    def order_from(self, seat: Seat) -> tuple[Seat, ...]:
        """Everybody clockwise, that seat first."""
        return tuple((seat + n) % self.players for n in range(self.players))

    # What each has

    def wealth(self, seat: Seat) -> int:
        """The wealth of a seat."""
        return self.ledger.balance(SEATS[seat], WEALTH)

    def prestige(self, seat: Seat) -> int:
        """The prestige of a seat."""
        return self.ledger.balance(SEATS[seat], PRESTIGE)

    def has(self, seat: Seat, card: str) -> int:
        """How many of a permit, of Urban Renewal or of a vocation a seat has."""
        return self.ledger.balance(SEATS[seat], ITEM[card])

    def permits(self, seat: Seat) -> tuple[str, ...]:
        """The permits that lie before a seat."""
        held = self.ledger.held(SEATS[seat])
        return tuple(card for card in PERMITS if ITEM[card] in held)

    def vocations(self, seat: Seat) -> Mapping[str, int]:
        """The vocation markers of a seat."""
        return {name: n for name in VOCATIONS if (n := self.has(seat, name)) > 0}

    def holders(self, vocation: str) -> tuple[Seat, ...]:
        """Who has markers of a vocation."""
        return tuple(seat for seat in range(self.players) if self.has(seat, vocation) > 0)

    def holder(self, office: str) -> Seat | None:
        """Who has an office, or is the contractor."""
        held, item = self.ledger.balance, ITEM[office]
        return next((s for s in range(self.players) if held(SEATS[s], item) > 0), None)

    def in_play(self, office: str) -> bool:
        """Whether an office can be held yet."""
        return self.ledger.balance(PENDING, ITEM[office]) <= 0

    def points(self, seat: Seat) -> int:
        """The action points that a seat has left."""
        return self.turn.points if seat == self.turn.seat else 0

    # Cards

    def account(self, place: str, seat: Seat) -> str:
        """The account of a place, or of a favour of that seat."""
        return ON[place] if place in ON else FAVOR_OF[place][seat]

    def card_at(self, place: str, seat: Seat = 0) -> str | None:
        """The card that lies in a place; of a favour, that of the seat."""
        if seat >= len(SEATS):
            return None
        for item in self.ledger.lying(self.account(place, seat)):
            if item in CARD_OF:
                return CARD_OF[item]
        return None

    def face_down(self, deck: str) -> int:
        """How many cards of a deck nobody sees."""
        kinds = (PERMIT, EVENT, RENEWAL) if deck == PLANNING else (deck,)
        return self.ledger.total(DECK[deck], *kinds)

    def seen(self, card: str) -> bool:
        """Whether a card lies open somewhere, is out of the game or in the discard."""
        held, item = self.ledger.balance, ITEM[card]
        return any(held(account, item) > 0 for account in _OPEN[card])

    def has_extra_favor(self, seat: Seat) -> bool:
        """Whether a seat may have two favours."""
        return self.ledger.balance(SEATS[seat], EXTRA_FAVOR) > 0

    def printed_on(self, card: str, field: str) -> Known[Any]:
        """What is printed on a card, as far as anybody knows."""
        return self.printed[f"{card}.{field}"]

    def lines_of(self, card: str) -> Known[tuple[TypedLine, ...]]:
        """What a card does."""
        found: Known[tuple[TypedLine, ...]] = self.printed[f"{card}.lines"]
        return found


FIRST_TASKS: Final = (Task(Then.MEDIA_GIVEN), Task(Then.FIRST_CARDS), Task(Then.BEGIN))
"""What follows the first buildings."""


def setup(options: SprawlOptions, values: FactValues, rulings: Rulings) -> State:
    """The first state. Presumes that no setup condition fails."""
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
        final=MappingProxyType({}),
        over=False,
    )


BOX: Final[Box[State]] = typed_box(as_read)


# What lies open on the table: everything but the order of the decks.


def public_view(state: State, _viewer: Seat | None) -> dict[str, Any]:
    """What everybody sees."""
    city = state.city
    return {
        "turn": {"seat": state.turn.seat, "points": state.turn.points, "phase": state.phase},
        "turns": state.turns,
        "awaited": () if state.over else state.awaited,
        "agenda": tuple(map(_task_view, reversed(state.agenda))),
        "over": state.over,
        "pawn": state.track,
        "active": state.active,
        "offices": {
            office: {"in_play": state.in_play(office), "holder": state.holder(office)}
            for office in OFFICES
        },
        "buildings": [
            {
                "id": name,
                "colour": one.colour,
                "size": one.size,
                "block": one.block,
                "lots": sorted(one.lots),
                "owner": one.owner,
                "card": one.card,
                "value": city.worth(name),
            }
            for name, one in sorted(city.buildings.items())
        ],
        "numbers": dict(city.numbers),
        "values": dict(city.values),
        "markers": dict(city.markers),
        "markers_left": [marker for marker in MARKERS if marker not in city.markers.values()],
        "rails": {
            place: {"card": state.card_at(place), "price": PRICE[place]}
            for place in (*PLANNING_ROW, *CONTRACT_PLACES)
        },
        "decks": {deck: state.face_down(deck) for deck in DECK},
        "vocations_left": {n: state.ledger.balance(SUPPLY, ITEM[n]) for n in VOCATIONS},
        "final": dict(state.final),
        "seats": [_seat_view(state, seat) for seat in range(state.players)],
    }


def _task_view(task: Task) -> dict[str, Any]:
    about = {name: _plain(value) for name, value in task.about}
    return {"code": str(task.code), "awaited": task.awaited, "about": about}


def _plain(value: Any) -> Any:
    if isinstance(value, Term):
        return value.key
    return value if isinstance(value, str | int | tuple | None) else str(value)


def _seat_view(state: State, seat: Seat) -> dict[str, Any]:
    return {
        "name": state.options.players[seat],
        "wealth": state.wealth(seat),
        "prestige": state.prestige(seat),
        "permits": state.permits(seat),
        "renewals": state.has(seat, RENEWAL),
        "favors": {place: state.card_at(place, seat) for place in FAVORS},
        "extra_favor": state.has_extra_favor(seat),
        "vocations": dict(state.vocations(seat)),
        "offices": [office for office in OFFICES if state.holder(office) == seat],
        "buildings": sum(one.owner == seat for one in state.city.buildings.values()),
    }


def nobody_knows(value: Known[Any]) -> bool:
    """Whether a printed value has not been established."""
    return isinstance(value, Unknown)
