"""Decisions that the text of a card leaves open: which cards, or how many."""

from typing import Final, NamedTuple

from companion.games.blue_moon import play as cards
from companion.games.blue_moon import power
from companion.games.blue_moon.catalogue import (
    CARD,
    CARDS,
    CHARACTER,
    INFLUENCE,
    LEADERSHIP,
    ON_TABLE,
    Card,
    TextLine,
)
from companion.games.blue_moon.demands import Price
from companion.games.blue_moon.play import takeable
from companion.games.blue_moon.power import Cards
from companion.games.blue_moon.state import AT, COMBAT, DECK, DISCARD, HAND, Due, State
from companion.kernel.agenda import Task
from companion.kernel.values import Seat

LINE: Final = "line"
"""Code of the task that carries out one line of a text."""


class TextDecision(NamedTuple):
    """Decision that a text leaves open: which cards, or how many."""

    card: Card
    line: TextLine
    owner: Seat
    """Seat whose text it is."""
    holder: Seat
    """Seat whose cards they are."""
    place: str
    """Place of the cards: hand, deck, discard, or `active` for those before the holder."""
    among: Cards
    """Candidate cards: known ones, and those that may lie there unseen."""
    number: int
    """Number of cards; 0: as many as needed."""
    blind: bool = False
    """True if nobody sees the cards."""
    spared: Cards = ()
    """Cards excluded because they are PROTECTED."""
    limit: Card | None = None
    """Opposing card for which there are fewer than the text says."""

    @property
    def price(self) -> Price | None:
        """Return the price of a dragon, or None."""
        return None if self.line.cost is None else Price(self.line.cost, self.line.sum)

    @property
    def chooser(self) -> Seat:
        """Return the seat that chooses the cards."""
        return 1 - self.owner if self.line.chooser == "opponent" else self.owner

    @property
    def lies_open(self) -> bool:
        """Return whether the cards lie on the table."""
        return self.place == ACTIVE


ACTIVE: Final = "active"


def of_task(state: State, task: Task) -> TextDecision | None:
    """Return the decision that a task leaves open; None if the task is not of a text."""
    if task.code not in (Due.TEXT, LINE):
        return None
    owner: Seat = task.of("owner")
    card = CARDS[task.of("card")]
    return pending(state, owner, card, card.lines[task.of("line")])


def pending(state: State, owner: Seat, card: Card, line: TextLine) -> TextDecision:
    """Return the decision that a line of a text leaves open now."""
    if line.cost is not None:
        return TextDecision(card, line, owner, owner, HAND, state.playable(owner), 0)
    if line.do == "disclose":
        rival = 1 - owner
        unseen = state.ledger.balance(AT[HAND][rival], CARD)
        number = state.hand(rival) if unseen else 0
        return TextDecision(card, line, owner, rival, HAND, state.playable(rival), number)
    assert line.src is not None
    whose, place = line.src.split(".")
    holder = owner if whose == "own" else 1 - owner
    if place == DECK:
        return _of_deck(state, TextDecision(card, line, owner, holder, DECK, (), 0))
    if place == DISCARD:
        there = state.count(holder, DISCARD)
        if line.dst == "own.deck":
            return TextDecision(card, line, owner, holder, DISCARD, (), there, blind=True)
        number, limit = takeable(state, owner, min(line.amount, there))
        blind = line.chooser == "chance"
        among = () if blind else state.may_lie(holder, DISCARD)
        decision = TextDecision(card, line, owner, holder, DISCARD, among, number, blind)
        return decision._replace(limit=limit)
    if place == HAND:
        number = _out_of_hand(line, state.hand(holder))
        blind = line.dst == "own.deck"
        held = state.playable(holder)
        if line.dst == "own.ship":
            held = tuple(name for name in held if line.concerns(CARDS[name].type))
            number = min(number, state.room(owner, card.id), len(held))
        return TextDecision(card, line, owner, holder, HAND, held, number, blind)
    if place == "shown":
        among = tuple(name for name in state.turn.shown if state.known_place(holder, name) == HAND)
        return TextDecision(card, line, owner, holder, HAND, among, min(len(among), line.amount))
    return _on_table(state, TextDecision(card, line, owner, holder, ACTIVE, (), 0), place)


def _out_of_hand(line: TextLine, held: int) -> int:
    """Return the number of cards that a line takes out of a hand."""
    if line.down_to is not None:
        return max(0, held - line.down_to)
    return held if line.n == "all" else min(line.amount, held)


def _of_deck(state: State, decision: TextDecision) -> TextDecision:
    """Complete a decision on a deck: drawn unseen, shown, searched, or the opponent's top cards."""
    line, holder = decision.line, decision.holder
    if line.dst == "own.influence":
        return _for_ships(state, decision)
    if holder != decision.owner:
        number = min(line.amount, state.deck(holder))
        return decision._replace(among=state.may_lie(holder, DECK), number=number)
    wanted = line.amount
    if isinstance(line.to, int):
        wanted = max(0, line.to - state.hand(holder))
    drawn = not line.search or state.rulings["search_under_draw_ban"] != "allowed"
    number, limit = takeable(state, holder, min(wanted, state.deck(holder)), drawn=drawn)
    decision = decision._replace(number=number, limit=limit)
    if not line.shown:
        return decision._replace(blind=True)
    return decision._replace(among=state.may_lie(holder, DECK))


def _for_ships(state: State, decision: TextDecision) -> TextDecision:
    """Complete a decision on a ship out of the deck, or a card for one with room."""
    seat = decision.owner
    types = decision.line.types if with_room(state, seat) else (INFLUENCE,)
    among = tuple(name for name in state.may_lie(seat, DECK) if CARDS[name].type in types)
    number = min(decision.line.amount, state.deck(seat), len(among))
    if state.rulings["search_under_draw_ban"] != "allowed":
        number, limit = cards.from_deck(state, seat, number)
        decision = decision._replace(limit=limit)
    return decision._replace(among=among, number=number)


def barred_by(state: State, decision: TextDecision) -> Card | None:
    """Return the opposing card that keeps a text from taking cards that are there, or None."""
    line, place, seat = decision.line, decision.place, decision.owner
    there = (
        bool(decision.among) if decision.lies_open else bool(state.count(decision.holder, place))
    )
    if not there:
        return None
    searching = line.search or line.dst == "own.influence"
    allowed = searching and state.rulings["search_under_draw_ban"] == "allowed"
    drawn = place == DECK and not allowed
    if line.dst == "own.influence":
        return cards.from_deck(state, seat, 1)[1] if drawn else None
    if line.dst != "own.hand" or decision.holder != seat:
        return None
    if isinstance(line.to, int) and line.to <= state.hand(seat):
        return None
    return takeable(state, seat, 1, drawn=drawn)[1]


def with_room(state: State, seat: Seat) -> Cards:
    """Return the ships of a seat with room for one more card."""
    return tuple(ship for ship in state.ships(seat) if state.room(seat, ship))


def _on_table(state: State, decision: TextDecision, place: str) -> TextDecision:
    """Complete a decision on the cards of an area, and their number."""
    line, holder = decision.line, decision.holder
    there = state.combat(holder) if place == COMBAT else in_play(state, holder)
    if place == "fighting":
        there = tuple(name for name in there if name in state.combat(holder))
    there = tuple(name for name in there if _meant(line, ON_TABLE[name]))
    if line.not_self:
        there = tuple(name for name in there if name != decision.card.id)
    spared = () if holder == decision.owner else protected(state, holder)
    among = tuple(name for name in there if name not in spared)
    stays = _characters(in_play(state, holder)) if line.keep_character else ()
    if line.n != "all" and len(stays) == 1:
        among = tuple(name for name in among if name not in stays)
    number = len(among) if line.n == "all" else min(len(among), line.amount)
    if line.n == "all" and stays and set(stays) <= set(among):
        number -= 1
    if line.one_type:
        number = max(map(len, of_one_type(among)), default=0)
    if line.dst == "own.hand":
        number, limit = takeable(state, decision.owner, number)
        decision = decision._replace(limit=limit)
    hit = tuple(name for name in there if name in spared)
    return decision._replace(among=among, number=number, spared=hit)


def _meant(line: TextLine, card: Card) -> bool:
    return line.concerns(card.type) and (line.only is None or card.shows_icon)


def of_one_type(names: Cards) -> tuple[Cards, ...]:
    """Return the cards grouped by type."""
    types = dict.fromkeys(ON_TABLE[name].type for name in names)
    return tuple(tuple(n for n in names if ON_TABLE[n].type == each) for each in types)


def _characters(names: Cards) -> Cards:
    return tuple(name for name in names if ON_TABLE[name].type == CHARACTER)


def protected(state: State, seat: Seat) -> Cards:
    """Return the active cards of a seat that the opponent cannot discard."""
    lies = power.resolve_active(state.active(seat), state.active(1 - seat))
    return tuple(one.card.id for one in lies if one.protected)


def in_play(state: State, seat: Seat) -> Cards:
    """Return the active cards of a seat in its areas of combat and support."""
    return tuple(name for name in state.active(seat) if ON_TABLE[name].type != LEADERSHIP)


def fights_again(state: State, seat: Seat) -> bool:
    """Return whether the active cards of a seat fight again this turn without a character."""
    fighting = len(state.piles[AT[COMBAT][seat]]) > state.covered[seat]
    return fighting and bool(state.in_force(seat, "fight_again"))
