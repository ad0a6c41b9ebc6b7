"""State of the table, deeply immutable and never persisted, and its set-up."""

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
    PLAYERS,
    SUPPORT,
    BlueMoonOptions,
    Card,
    CardId,
    Facts,
    TextLine,
    read_facts,
)
from companion.games.blue_moon.power import Cards, Readings, Targets, Total
from companion.kernel.agenda import Agenda, HasAgenda, Task
from companion.kernel.box.facts import FactValues
from companion.kernel.pieces.decks import Piles
from companion.kernel.pieces.ledger import Ledger, seat_account
from companion.kernel.play import frozen
from companion.kernel.rulings import Rulings
from companion.kernel.values import Seat

DRAGON: Final = "dragon"
CRYSTAL: Final = "crystal"

BOARD: Final = "board"
"""Neutral middle of the board, where the dragons lie."""

DECK, HAND, COMBAT, AID, LEADER, DISCARD = "deck", "hand", "combat", "support", "leader", "discard"
SHIPS: Final = "influence"
PLACES: Final = (DECK, HAND, COMBAT, AID, LEADER, DISCARD, SHIPS)
"""Places of a seat's cards; `AID` is its area of support, `SHIPS` that of influence."""
OPEN: Final = (COMBAT, AID, LEADER, DISCARD, SHIPS)
"""Places where everybody sees the cards, except those face down in the area of support."""
LAID: Final = (COMBAT, AID, LEADER, SHIPS)
"""Places where order counts; a ship's cargo lies behind it."""

AT: Final[Mapping[str, tuple[str, ...]]] = frozen(
    {place: tuple(f"{place}:{seat}" for seat in range(max(PLAYERS))) for place in PLACES}
)
"""Account of each seat, by place."""
SEATS: Final = tuple(seat_account(seat) for seat in range(max(PLAYERS)))
"""Account of each seat's dragons and crystals."""


_HIDDEN: Final = frozenset((*FACE_DOWN, *MARKED))


class Step(IntEnum):
    """Progress of a turn; steps only go forward."""

    START = 0
    LEADERSHIP = 1
    CHARACTER = 2
    SUPPORT = 3
    """Step after a booster or a support was played."""
    END = 4
    """Step after the power was announced."""


STEP_OF: Final[Mapping[str, Step]] = frozen(
    {
        LEADERSHIP: Step.LEADERSHIP,
        INFLUENCE: Step.LEADERSHIP,
        CHARACTER: Step.CHARACTER,
        BOOSTER: Step.SUPPORT,
        SUPPORT: Step.SUPPORT,
    }
)
"""Step in which each card type is played."""


class Due(StrEnum):
    """Codes of the tasks that the table waits for or runs by itself."""

    TURN = "turn"
    TEXT = "text"
    """Decision about a text."""
    CALL = "bluff_faced"
    """Decision of the opponent to call a bluff or let it pass."""
    SHOW = "bluffs_to_show"
    """Showing of cards that lay face down."""
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
    """Events of a turn."""

    seat: Seat
    number: int
    step: Step = Step.START
    played: Cards = ()
    """Cards played, in order."""
    counting: Cards = ()
    """Cards that count for the limits: neither leadership nor FREE cards."""
    leadership: CardId | None = None
    """Leadership card that stays active until the turn ends, if any."""
    stopped: CardId | None = None
    """Card with STOP, if played."""
    next_free: CardId | None = None
    """Card that makes the next one count as FREE."""
    met: Cards = ()
    """Cards of the opponent whose demands were met by a discard."""

    drawn: int = 0
    """Number of cards that the active seat took from the deck."""
    shown: Cards = ()
    """Cards of the deck shown by a text."""
    used: Cards = ()
    """Cards whose once-a-turn text was used."""
    landed: Cards = ()
    """Ships that have landed."""
    ashore: Cards = ()
    """Cards played from a ship."""
    loaded: Cards = ()
    """Cards loaded onto a ship in place of a support."""
    since: "SinceCharacter | None" = None
    """Table before the first character, and what has moved since; None: none was played yet."""

    def counted(self, card_type: str) -> Cards:
        """Return the played cards of a type that count for the limit."""
        return tuple(name for name in self.counting if ON_TABLE[name].type == card_type)

    @property
    def called(self) -> Cards:
        """Return the cards of the phase of leadership."""
        return tuple(name for name in self.played if ON_TABLE[name].type in FOR_LEADERS)


@dataclass(frozen=True)
class Fight:
    """Current fight."""

    number: int
    starter: Seat
    element: str | None = None
    """Element; None until the starter announces it."""
    opening: bool = True
    """True during the starter's first turn."""
    declined: int = 0
    """Number of times in a row that starting it was declined."""


@dataclass(frozen=True)
class SinceCharacter:
    """Table before the first character of a turn, and what has moved since.

    A retreat after that character goes back to it. What the table adjusted meanwhile has not moved
    by any act, so it stays adjusted.
    """

    turn: Turn
    fight: Fight
    piles: Piles
    covered: tuple[int, ...]
    targets: tuple[Targets, ...]
    ran_out: tuple[Seat, ...]
    moved: Mapping[tuple[str, str], int]
    """Amounts that acts have added to each balance since, by account and item."""
    mixed: frozenset[Seat] = frozenset()
    """Seats of which unseen cards have gone into the hand or out of it since."""
    fight_now: Fight | None = None
    """Fight as the last act left it."""


@dataclass(frozen=True)
class GameEnd:
    """End of one game."""

    winner: Seat
    reason: str
    dragons: int
    crystals: int


@dataclass(frozen=True)
class State(HasAgenda):
    """State of the table at one moment."""

    options: BlueMoonOptions
    facts: Facts
    rulings: Rulings
    ledger: Ledger
    decks: tuple[Cards, ...]
    """Cards of each seat's deck in this game."""
    leaders: tuple[str, ...]
    """People whose leader lies before each seat."""
    piles: Piles
    """Cards in the areas of combat and support and on the leader, in order."""
    covered: tuple[int, ...]
    """Number of covered cards at the bottom of each seat's area of combat."""
    targets: tuple[Targets, ...]
    """Character chosen for each seat's single-character cards."""
    fight: Fight
    turn: Turn
    agenda: Agenda
    """Tasks still to be done, the due one last."""
    ran_out: tuple[Seat, ...] = ()
    """Seats that ran out of hand and deck, in order."""
    ends: tuple[GameEnd, ...] = ()
    """Ends of the games so far."""
    over: bool = False
    """True if the match ended."""
    stopped: bool = False
    """True if the table ended it by agreement."""

    @property
    def players(self) -> int:
        """Return the number of players."""
        return len(self.decks)

    @property
    def readings(self) -> Readings:
        """Return the rulings that a total depends on."""
        return _readings(self.rulings["power_order"], self.rulings["doublings"])

    def active(self, seat: Seat) -> Cards:
        """Return the active cards of a seat: combat, support, leadership of this turn."""
        piles = self.piles
        laid = piles[AT[COMBAT][seat]][self.covered[seat] :] + piles[AT[AID][seat]]
        turn = self.turn
        called = turn.leadership if turn.seat == seat else None
        return (*laid, called) if called else laid  # type: ignore[return-value, arg-type]

    def in_force(self, seat: Seat, do: str) -> tuple[tuple[Card, TextLine], ...]:
        """Return the lines of one verb that a seat has on the table now."""
        return power.in_force(self.active(seat), self.active(1 - seat), do)

    def total(self, seat: Seat, element: str) -> Total:
        """Return the power of a seat in an element now."""
        chosen = self.targets[seat] if self.rulings["boost_target"] == "chosen" else ()
        return power.total(self.active(seat), self.active(1 - seat), element, chosen, self.readings)

    def combat(self, seat: Seat) -> Cards:
        """Return the area of combat of a seat, the covered cards first."""
        return tuple(name for name in self.piles[AT[COMBAT][seat]] if name is not None)

    def in_areas(self, seat: Seat) -> int:
        """Return the number of cards in a seat's combat and support areas, covered or not."""
        piles = self.piles
        return len(piles[AT[COMBAT][seat]]) + len(piles[AT[AID][seat]])

    def counted_in_areas(self, seat: Seat) -> int:
        """Return the number of them that count towards an extra dragon."""
        number = self.in_areas(seat)
        if self.rulings["bluff_counts_for_six"] == "no":
            number -= len(self.face_down(seat))
        return number

    def face_down(self, seat: Seat) -> Cards:
        """Return the cards of a seat that lie face down."""
        return tuple(name for name in self.piles[AT[AID][seat]] if name in _HIDDEN)

    @property
    def face_down_as(self) -> Cards:
        """Return the stand-ins for cards laid face down, in order."""
        return MARKED if self.rulings["bluff_icons"] == "shown" else FACE_DOWN

    def ships(self, seat: Seat) -> Cards:
        """Return the ships of a seat, including those that have landed."""
        area = self.piles[AT[SHIPS][seat]]
        return tuple(name for name in area if name and CARDS[name].capacity)

    def cargo(self, seat: Seat, ship: CardId) -> Cards:
        """Return the cargo of a ship of a seat."""
        area = self.piles[AT[SHIPS][seat]]
        loaded: list[CardId] = []
        for name in area[area.index(ship) + 1 :] if ship in area else ():
            assert name is not None
            if CARDS[name].capacity:
                break
            loaded.append(name)
        return tuple(loaded)

    def landed(self, seat: Seat) -> Cards:
        """Return the ships of a seat that have landed in this turn."""
        landed = self.turn.landed if self.turn.seat == seat else ()
        # The table may have taken a ship away by hand.
        return tuple(ship for ship in landed if ship in self.ships(seat)) if landed else ()

    def at_sea(self, seat: Seat) -> Cards:
        """Return the ships of a seat that have not landed."""
        return tuple(ship for ship in self.ships(seat) if ship not in self.landed(seat))

    def aboard(self, seat: Seat) -> Cards:
        """Return the cards of a seat that can be played from landed ships."""
        return tuple(n for ship in self.landed(seat) for n in self.cargo(seat, ship))

    def room(self, seat: Seat, ship: CardId) -> int:
        """Return how many more cards a ship can carry."""
        return max(0, CARDS[ship].capacity - len(self.cargo(seat, ship)))

    def known(self, seat: Seat, place: str) -> Cards:
        """Return the cards of a seat known to lie in a place."""
        held = self.ledger.held(AT[place][seat])
        # An adjustment may have put anything there, also what is no card.
        return tuple(OF_ITEM[item] for item, n in held.items() if item in OF_ITEM and n > 0)

    def known_place(self, seat: Seat, name: CardId) -> str | None:
        """Return where a card of a seat is known to lie; None if nobody sees it."""
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
        """Return the unseen cards of a seat: deck, hand, a shuffled discard, face down."""
        seen = {*self._laid(seat), *(n for p in (HAND, DECK, DISCARD) for n in self.known(seat, p))}
        return tuple(n for n in self.decks[seat] if n not in seen)

    def _laid(self, seat: Seat) -> tuple[str | None, ...]:
        """Return the cards in a seat's areas and on its leader."""
        piles = self.piles
        laid: tuple[str | None, ...] = ()
        for place in LAID:
            laid += piles[AT[place][seat]]
        return laid

    def spare_bluffs(self, seat: Seat) -> int:
        """Return how many unseen cards with a bluff icon need not lie face down."""
        lying = len(self.face_down(seat)) + self.to_show(seat)
        if not lying:
            return len(FACE_DOWN)
        return sum(CARDS[name].bluff is not None for name in self.unseen(seat)) - lying

    def to_show(self, seat: Seat) -> int:
        """Return how many discarded face-down cards are still to be shown."""
        shows = [task for task in self.agenda if task.code == Due.SHOW]
        return sum(
            task.of("number") for task in shows if task.of("seat") == seat and not task.of("called")
        )

    def may_lie(self, seat: Seat, place: str) -> Cards:
        """Return the cards of a seat that may lie in its hand, deck or discard pile.

        These are the cards known to lie there, and the unseen ones if the place holds any.
        """
        there = self.known(seat, place)
        if self.ledger.balance(AT[place][seat], CARD) > 0:
            elsewhere = [p for p in (HAND, DECK, DISCARD) if p != place]
            seen = {*self._laid(seat), *(n for p in elsewhere for n in self.known(seat, p))}
            candidates = tuple(n for n in self.decks[seat] if n not in seen)
            if self.spare_bluffs(seat) <= 0:
                # Every bluff card that is left lies face down.
                candidates = tuple(n for n in candidates if CARDS[n].bluff is None or n in there)
            if place != DISCARD:
                return candidates
            # A leadership card never lies in the discard pile.
            return tuple(n for n in candidates if CARDS[n].type != LEADERSHIP)
        return tuple(n for n in self.decks[seat] if n in there)

    def playable(self, seat: Seat) -> Cards:
        """Return the cards that may be in a seat's hand, known or unseen."""
        return self.may_lie(seat, HAND)

    def hand(self, seat: Seat) -> int:
        """Return the number of cards in a seat's hand."""
        return self.count(seat, HAND)

    def deck(self, seat: Seat) -> int:
        """Return the number of cards that a seat can draw."""
        return self.count(seat, DECK)

    def count(self, seat: Seat, place: str) -> int:
        """Return the number of a seat's cards in a place that holds only cards."""
        return self.ledger.number(AT[place][seat])

    def dragons(self, seat: Seat) -> int:
        """Return the dragons of a seat."""
        return self.ledger.balance(SEATS[seat], DRAGON)

    def crystals(self, seat: Seat) -> int:
        """Return the crystals of a seat."""
        return self.ledger.balance(SEATS[seat], CRYSTAL)

    @override
    def is_due(self, seat: Seat, *codes: str) -> bool:
        """Return whether a seat is awaited for one of these tasks, now or after others."""
        task = self.agenda[-1]
        return task.code in codes and seat in task.seats


@cache
def _readings(order: str, doublings: str) -> Readings:
    return Readings(order, doublings)


@cache
def turn_of(seat: Seat) -> Task:
    """Return the turn task of a seat."""
    return Task(Due.TURN, (seat,))


def setup(options: BlueMoonOptions, facts: FactValues, rulings: Rulings) -> State:
    """Return the first state: decks shuffled, hands drawn, dragons in the middle."""
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
"""Empty areas."""
