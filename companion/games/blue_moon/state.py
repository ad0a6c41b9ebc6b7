"""The table at one moment: deeply immutable, never persisted. Set-up."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum, StrEnum
from functools import cache
from typing import Final

from typing_extensions import override

from companion.games.blue_moon import power
from companion.games.blue_moon.catalogue import (
    BOOSTER,
    CARD,
    CARDS,
    CHARACTER,
    FACE_DOWN,
    FOR_LEADERS,
    INFLUENCE,
    LEADERSHIP,
    MARKED,
    OF_ITEM,
    ON_TABLE,
    SUPPORT,
    Card,
    CardId,
    Line,
)
from companion.games.blue_moon.components import PLAYERS, BlueMoonOptions, Facts, read_facts
from companion.games.blue_moon.power import Cards, Readings, Targets, Total
from companion.kernel.agenda import Agenda, Task, Waiting
from companion.kernel.facts import FactValues
from companion.kernel.ledger import Ledger, seat_account
from companion.kernel.piles import Piles
from companion.kernel.play import frozen
from companion.kernel.rulings import Rulings
from companion.kernel.values import Seat

DRAGON: Final = "dragon"
CRYSTAL: Final = "crystal"

BOARD: Final = "board"
"""The neutral middle of the board, where the dragons lie."""

DECK, HAND, COMBAT, AID, LEADER, DISCARD = "deck", "hand", "combat", "support", "leader", "discard"
SHIPS: Final = "influence"
PLACES: Final = (DECK, HAND, COMBAT, AID, LEADER, DISCARD, SHIPS)
"""Where the cards of a seat can lie; `AID` is its area of support, `SHIPS` that of influence."""
OPEN: Final = (COMBAT, AID, LEADER, DISCARD, SHIPS)
"""Where everybody sees them, those in the area of support that lie face down apart."""
LAID: Final = (COMBAT, AID, LEADER, SHIPS)
"""Where their order counts: what a ship carries lies behind it."""

AT: Final[Mapping[str, tuple[str, ...]]] = frozen(
    {place: tuple(f"{place}:{seat}" for seat in range(max(PLAYERS))) for place in PLACES}
)
"""By place, the account of each seat."""
SEATS: Final = tuple(seat_account(seat) for seat in range(max(PLAYERS)))
"""By seat, the account of its dragons and crystals."""


_HIDDEN: Final = frozenset((*FACE_DOWN, *MARKED))


class Step(IntEnum):
    """How far a turn has got. Steps only go forward."""

    START = 0
    LEADERSHIP = 1
    CHARACTER = 2
    SUPPORT = 3
    """A booster or a support was played."""
    END = 4
    """The power was announced."""


STEP_OF: Final[Mapping[str, Step]] = frozen(
    {
        LEADERSHIP: Step.LEADERSHIP,
        INFLUENCE: Step.LEADERSHIP,
        CHARACTER: Step.CHARACTER,
        BOOSTER: Step.SUPPORT,
        SUPPORT: Step.SUPPORT,
    }
)
"""By the type of a card, when it is played."""


class Due(StrEnum):
    """What the table can wait for, and what follows by itself: codes of tasks."""

    TURN = "turn"
    TEXT = "text"
    """Somebody decides what a text does."""
    CALL = "bluff_faced"
    """Whoever faces a bluff calls it, or lets it pass."""
    SHOW = "bluffs_to_show"
    """Cards that lay face down are shown."""
    NEXT_GAME = "next_game"

    SHIPS_AWAY = "ships_away"
    CALLING = "calling"
    START_TEXTS = "start_texts"
    FORCED_RETREAT = "forced_retreat"
    SUPPORT_TEXTS = "support_texts"
    REFRESH = "refresh"
    END_TEXTS = "end_texts"
    NEXT_TURN = "next_turn"


@dataclass(frozen=True)
class Turn:
    """What has happened in a turn."""

    seat: Seat
    number: int
    step: Step = Step.START
    played: Cards = ()
    """Every card played, in order."""
    counting: Cards = ()
    """Those that count for the limits: neither leadership nor FREE cards."""
    leadership: CardId | None = None
    """The card that was called upon, if it stays active until the turn ends."""
    stopped: CardId | None = None
    """The card with STOP."""
    next_free: CardId | None = None
    """The card by which the next one counts as FREE."""
    met: Cards = ()
    """The cards of the opponent for whose demands something was discarded."""

    drawn: int = 0
    """How many cards whoever has the turn took from the deck."""
    shown: Cards = ()
    """What a text showed of the deck."""
    used: Cards = ()
    """The cards whose text, which speaks once a turn, has spoken."""
    landed: Cards = ()
    """The ships that have landed."""
    ashore: Cards = ()
    """The cards that were played from a ship."""
    loaded: Cards = ()
    """The cards that were loaded onto a ship in place of a support."""

    def counted(self, card_type: str) -> Cards:
        """The cards of a type played that count for the limit."""
        return tuple(name for name in self.counting if ON_TABLE[name].type == card_type)

    @property
    def called(self) -> Cards:
        """The cards of the phase of leadership."""
        return tuple(name for name in self.played if ON_TABLE[name].type in FOR_LEADERS)


@dataclass(frozen=True)
class Fight:
    """The fight that is on."""

    number: int
    starter: Seat
    element: str | None = None
    """None until the starter announces it."""
    opening: bool = True
    """Whether it is the starter's first turn."""
    declined: int = 0
    """How often in a row somebody declined to start it."""


@dataclass(frozen=True)
class GameEnd:
    """How one game ended."""

    winner: Seat
    reason: str
    dragons: int
    crystals: int


@dataclass(frozen=True)
class State(Waiting):
    """The table at one moment."""

    options: BlueMoonOptions
    facts: Facts
    rulings: Rulings
    ledger: Ledger
    decks: tuple[Cards, ...]
    """By seat, the cards of its deck in this game."""
    leaders: tuple[str, ...]
    """By seat, the people whose leader lies before it."""
    piles: Piles
    """What lies in the areas of combat and support and on the leader, in order."""
    covered: tuple[int, ...]
    """By seat, how many of its area of combat lie covered, at the bottom."""
    targets: tuple[Targets, ...]
    """By seat, the characters that cards for one character were laid for."""
    fight: Fight
    turn: Turn
    agenda: Agenda
    """What is still to be done, the task that is due last."""
    ran_out: tuple[Seat, ...] = ()
    """Who has had neither hand nor deck, the first one first."""
    ends: tuple[GameEnd, ...] = ()
    """How the games so far ended."""
    over: bool = False
    """Whether the match ended."""

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.decks)

    @property
    def readings(self) -> Readings:
        """The rulings that a total rests on."""
        return _readings(self.rulings["power_order"], self.rulings["doublings"])

    def active(self, seat: Seat) -> Cards:
        """What lies active before a seat: combat, support, what was called upon this turn."""
        piles = self.piles
        laid = piles[AT[COMBAT][seat]][self.covered[seat] :] + piles[AT[AID][seat]]
        turn = self.turn
        called = turn.leadership if turn.seat == seat else None
        return (*laid, called) if called else laid  # type: ignore[return-value, arg-type]

    def in_force(self, seat: Seat, do: str) -> tuple[tuple[Card, Line], ...]:
        """The lines of one verb that a seat has on the table now."""
        return power.in_force(self.active(seat), self.active(1 - seat), do)

    def total(self, seat: Seat, element: str) -> Total:
        """The power of a seat in an element, now."""
        chosen = self.targets[seat] if self.rulings["boost_target"] == "chosen" else ()
        return power.total(self.active(seat), self.active(1 - seat), element, chosen, self.readings)

    def combat(self, seat: Seat) -> Cards:
        """The area of combat of a seat, the covered cards first."""
        return tuple(name for name in self.piles[AT[COMBAT][seat]] if name is not None)

    def in_areas(self, seat: Seat) -> int:
        """How many cards lie in the areas of combat and support of a seat, covered or not."""
        piles = self.piles
        return len(piles[AT[COMBAT][seat]]) + len(piles[AT[AID][seat]])

    def counted_in_areas(self, seat: Seat) -> int:
        """How many of them count for one dragon more."""
        number = self.in_areas(seat)
        if self.rulings["bluff_counts_for_six"] == "no":
            number -= len(self.face_down(seat))
        return number

    def face_down(self, seat: Seat) -> Cards:
        """The cards of a seat that lie face down."""
        return tuple(name for name in self.piles[AT[AID][seat]] if name in _HIDDEN)

    @property
    def face_down_as(self) -> Cards:
        """What cards are called that are laid face down, one after the other."""
        return MARKED if self.rulings["bluff_icons"] == "shown" else FACE_DOWN

    def ships(self, seat: Seat) -> Cards:
        """The ships of a seat, those that have landed too."""
        area = self.piles[AT[SHIPS][seat]]
        return tuple(name for name in area if name and CARDS[name].capacity)

    def cargo(self, seat: Seat, ship: CardId) -> Cards:
        """What a ship of a seat carries."""
        area = self.piles[AT[SHIPS][seat]]
        found: list[CardId] = []
        for name in area[area.index(ship) + 1 :] if ship in area else ():
            assert name is not None
            if CARDS[name].capacity:
                break
            found.append(name)
        return tuple(found)

    def landed(self, seat: Seat) -> Cards:
        """The ships of a seat that have landed in this turn."""
        return self.turn.landed if self.turn.seat == seat else ()

    def at_sea(self, seat: Seat) -> Cards:
        """The ships of a seat that have not."""
        return tuple(ship for ship in self.ships(seat) if ship not in self.landed(seat))

    def aboard(self, seat: Seat) -> Cards:
        """The cards of a seat that can be played from ships that have landed."""
        return tuple(n for ship in self.landed(seat) for n in self.cargo(seat, ship))

    def room(self, seat: Seat, ship: CardId) -> int:
        """How many cards more a ship can carry."""
        return max(0, CARDS[ship].capacity - len(self.cargo(seat, ship)))

    def known(self, seat: Seat, place: str) -> Cards:
        """The cards of a seat that are known to lie in a place."""
        held = self.ledger.held(AT[place][seat])
        return tuple(OF_ITEM[item] for item, n in held.items() if item != CARD and n > 0)

    def lies(self, seat: Seat, name: CardId) -> str | None:
        """Where a card of a seat is known to lie; None: where nobody sees it."""
        piles, item, ledger = self.piles, ON_TABLE[name].item, self.ledger
        for place in LAID:
            if name in piles[AT[place][seat]]:
                return place
        if item == CARD:
            return None
        for place in (HAND, DISCARD, DECK):
            if ledger.balance(AT[place][seat], item) > 0:
                return place
        return None

    def unseen(self, seat: Seat) -> Cards:
        """The cards of a seat that nobody sees: deck, hand, a shuffled discard, face down."""
        seen = {*self._laid(seat), *(n for p in (HAND, DECK, DISCARD) for n in self.known(seat, p))}
        return tuple(n for n in self.decks[seat] if n not in seen)

    def _laid(self, seat: Seat) -> tuple[str | None, ...]:
        """Every card that lies in an area or on the leader of a seat."""
        piles = self.piles
        laid: tuple[str | None, ...] = ()
        for place in LAID:
            laid += piles[AT[place][seat]]
        return laid

    def spare_bluffs(self, seat: Seat) -> int:
        """How many unseen cards with a bluff icon do not have to be those that lie face down."""
        lying = len(self.face_down(seat)) + self.to_show(seat)
        if not lying:
            return len(FACE_DOWN)
        return sum(CARDS[name].bluff is not None for name in self.unseen(seat)) - lying

    def to_show(self, seat: Seat) -> int:
        """How many cards that lay face down are in the discard pile and still to be shown."""
        shows = [task for task in self.agenda if task.code == Due.SHOW]
        return sum(
            task.of("number") for task in shows if task.of("seat") == seat and not task.of("called")
        )

    def may_lie(self, seat: Seat, place: str) -> Cards:
        """The cards of a seat that may lie in a place where not all is seen, hand, deck, discard.

        Those that are known to lie there, and those unseen, if there is one among its cards.
        """
        there = self.known(seat, place)
        if self.ledger.balance(AT[place][seat], CARD) > 0:
            elsewhere = [p for p in (HAND, DECK, DISCARD) if p != place]
            seen = {*self._laid(seat), *(n for p in elsewhere for n in self.known(seat, p))}
            found = tuple(n for n in self.decks[seat] if n not in seen)
            if self.spare_bluffs(seat) <= 0:
                # All that are left lie face down.
                found = tuple(n for n in found if CARDS[n].bluff is None or n in there)
            if place != DISCARD:
                return found
            # Leadership never lies there.
            return tuple(n for n in found if CARDS[n].type != LEADERSHIP)
        return tuple(n for n in self.decks[seat] if n in there)

    def playable(self, seat: Seat) -> Cards:
        """The cards that may be in the hand of a seat: those known there, and those unseen."""
        return self.may_lie(seat, HAND)

    def hand(self, seat: Seat) -> int:
        """How many cards a seat holds."""
        return self.count(seat, HAND)

    def deck(self, seat: Seat) -> int:
        """How many cards a seat can draw."""
        return self.count(seat, DECK)

    def count(self, seat: Seat, place: str) -> int:
        """How many cards of a seat lie in a place, where there is nothing but cards."""
        return self.ledger.number(AT[place][seat])

    def dragons(self, seat: Seat) -> int:
        """The dragons before a seat."""
        return self.ledger.balance(SEATS[seat], DRAGON)

    def crystals(self, seat: Seat) -> int:
        """The crystals of a seat."""
        return self.ledger.balance(SEATS[seat], CRYSTAL)

    @override
    def is_due(self, seat: Seat, *codes: str) -> bool:
        """Whether that seat is awaited for one of these, now or after others."""
        task = self.agenda[-1]
        return task.code in codes and seat in task.seats


@cache
def _readings(order: str, doublings: str) -> Readings:
    return Readings(order, doublings)


@cache
def turn_of(seat: Seat) -> Task:
    """The turn of a seat."""
    return Task(Due.TURN, (seat,))


def setup(options: BlueMoonOptions, facts: FactValues, rulings: Rulings) -> State:
    """The first state: decks shuffled, hands drawn, dragons in the middle."""
    printed = read_facts(facts)
    decks = tuple(options.cards_of(seat) for seat in range(len(options.players)))
    balances = {(BOARD, DRAGON): printed["dragons"]}
    for seat, deck in enumerate(decks):
        drawn = min(printed["hand"], len(deck))
        balances[AT[HAND][seat], CARD] = drawn
        balances[AT[DECK][seat], CARD] = len(deck) - drawn
    first = options.first_seat
    return State(
        options=options,
        facts=printed,
        rulings=frozen(rulings),
        ledger=Ledger(balances),
        decks=decks,
        leaders=options.decks,
        piles=NO_PILES,
        covered=(0,) * len(decks),
        targets=((),) * len(decks),
        fight=Fight(1, first),
        turn=Turn(first, 1),
        agenda=(turn_of(first),),
    )


NO_PILES: Final[Piles] = frozen({AT[place][seat]: () for place in LAID for seat in range(2)})
"""Areas in which nothing lies."""
