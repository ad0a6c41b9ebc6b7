"""Effects of actions on cards, from place to place."""

from collections.abc import Iterable
from typing import Any

from companion.games.blue_moon import power, terms
from companion.games.blue_moon.catalogue import (
    CARD,
    CARDS,
    LEADERSHIP,
    ON_TABLE,
    Card,
    CardId,
)
from companion.games.blue_moon.state import (
    AID,
    AT,
    COMBAT,
    DECK,
    DISCARD,
    HAND,
    LAID,
    LEADER,
    SHIPS,
    Due,
    State,
)
from companion.kernel.agenda import AgendaPlay, Task
from companion.kernel.pieces.decks import Pile, with_item, without_item
from companion.kernel.pieces.ledger import Conceal, Reveal, Transfer
from companion.kernel.play import frozen
from companion.kernel.values import Seat, Value


class Play(AgendaPlay[State]):
    """Action of this game being applied."""

    __slots__ = ()

    def in_turn(self, **parts: Any) -> None:
        """Set parts of the turn."""
        self.change_in("turn", **parts)

    def in_fight(self, **parts: Any) -> None:
        """Set parts of the fight."""
        self.change_in("fight", **parts)

    def fact(self, name: str) -> int:
        """Return a rulebook number."""
        return self.state.facts[name]

    def ruling(self, name: str) -> str:
        """Return the reading in force of a ruling."""
        return self.state.rulings[name]

    def held(self, seat: Seat, place: str) -> int:
        """Return the number of a seat's cards in a place."""
        return self.state.count(seat, place)


# Cards


def move(
    play: Play,
    seat: Seat,
    name: CardId,
    source: str,
    target: str,
    rule: str,
    cause: "Value | None" = None,
) -> None:
    """Move a card of a seat face up from one of its places to another."""
    item, here, there = ON_TABLE[name].item, AT[source][seat], AT[target][seat]
    if source not in LAID and not play.balance(here, item):
        play.do(Reveal(CARD, item, 1, here, rule))
    if source in LAID or target in LAID:
        _relay(play, seat, name, source, target)
    play.move(item, 1, here, there, rule, cause=cause)


def _relay(play: Play, seat: Seat, name: CardId, source: str, target: str) -> None:
    """Move a card from one pile to another."""
    piles: dict[str, Pile] = dict(play.state.piles)
    here, there = AT[source][seat], AT[target][seat]
    if name in piles.get(here, ()):
        covered = play.state.covered
        if source == COMBAT and piles[here].index(name) < covered[seat]:
            set_covered(play, seat, covered[seat] - 1)
        piles[here] = without_item(piles[here], name)
    if there in piles:
        piles[there] = with_item(piles[there], name)
    play.change(piles=frozen(piles))


def disclose(play: Play, seat: Seat, names: Iterable[CardId], rule: str) -> None:
    """Reveal the hand of a seat, which stays known from now on."""
    hand = AT[HAND][seat]
    for name in names:
        if not play.balance(hand, CARDS[name].item):
            play.do(Reveal(CARD, CARDS[name].item, 1, hand, rule))


def set_covered(play: Play, seat: Seat, number: int) -> None:
    """Set the number of covered cards in a seat's area of combat."""
    covered = play.state.covered
    play.change(covered=(*covered[:seat], number, *covered[seat + 1 :]))


def discard(
    play: Play,
    seat: Seat,
    names: Iterable[CardId],
    source: str,
    rule: str,
    cause: "Value | None" = None,
) -> None:
    """Discard cards face up; leadership cards go onto the leader for good."""
    for name in names:
        target = LEADER if ON_TABLE[name].type == LEADERSHIP else DISCARD
        move(play, seat, name, source, target, rule, cause)


def lay_face_down(play: Play, seat: Seat, source: str, name: CardId | None, rule: str) -> CardId:
    """Move a card face down to the area of support, where nobody knows it.

    Args:
        play: action being applied.
        seat: owner of the card.
        source: its hand, or the area of its ships.
        name: card that lay on a ship; None: unseen card of the hand.
        rule: section that demands it.

    Returns:
        Stand-in that names the card while it lies there.
    """
    here, there = AT[source][seat], AT[AID][seat]
    if name is not None:
        _relay(play, seat, name, source, AID)
        play.do(Reveal(CARDS[name].item, CARD, 1, here, rule))
    else:
        # It may be any card of the hand that shows the icon, so known cards with it become unknown
        # again.
        for known in play.state.known(seat, HAND):
            if CARDS[known].bluff is not None:
                play.do(Reveal(CARDS[known].item, CARD, 1, here, rule))
    piles = dict(play.state.piles)
    lying = tuple(other for other in piles[there] if other != name)
    laid_as = next(each for each in play.state.face_down_as if each not in lying)
    play.change(piles=frozen({**piles, there: (*lying, laid_as)}))
    play.move(CARD, 1, here, there, rule)
    return laid_as


def turn_up(play: Play, seat: Seat, names: Iterable[CardId], place: str, rule: str) -> None:
    """Show cards that lay face down, or still do, and put them in the discard pile."""
    for name in names:
        play.do(Reveal(CARD, CARDS[name].item, 1, AT[place][seat], rule))
        if place == AID:
            play.move(CARDS[name].item, 1, AT[AID][seat], AT[DISCARD][seat], rule)
    if place == AID:
        account, lying = AT[AID][seat], play.state.face_down(seat)
        left = tuple(other for other in play.state.piles[account] if other not in lying)
        play.change(piles=frozen({**play.state.piles, account: left}))


def ask_to_show(play: Play, seat: Seat, number: int, *, called: bool = False) -> None:
    """Require a seat to show its face-down cards before anything else."""
    if number:
        about = (("seat", seat), ("number", number), ("called", called))
        play.push(Task(Due.SHOW, (seat,), about=about))


def load(
    play: Play,
    seat: Seat,
    name: CardId,
    source: str,
    ship: CardId,
    rule: str,
    cause: "Value | None" = None,
) -> None:
    """Move a card face up onto a ship."""
    item, here, area = CARDS[name].item, AT[source][seat], AT[SHIPS][seat]
    if not play.balance(here, item):
        play.do(Reveal(CARD, item, 1, here, rule))
    play.move(item, 1, here, area, rule, cause=cause)
    behind = play.state.piles[area].index(ship) + 1 + len(play.state.cargo(seat, ship))
    pile = play.state.piles[area]
    piles = {**play.state.piles, area: (*pile[:behind], name, *pile[behind:])}
    play.change(piles=frozen(piles))
    play.say("loaded", rule, seat, card=terms.card(name), ship=terms.card(ship))


def ships_away(play: Play, seat: Seat) -> None:
    """Discard the ships that have landed, with the rest of their cargo."""
    for ship in play.state.landed(seat):
        names = (*play.state.cargo(seat, ship), ship)
        discard(play, seat, names, SHIPS, "ships.away")
    if play.state.turn.seat == seat and play.state.turn.landed:
        play.in_turn(landed=())


def place_of(play: Play, seat: Seat, name: CardId) -> str:
    """Return the area in which an active card of a seat lies."""
    return COMBAT if name in play.state.piles[AT[COMBAT][seat]] else AID


def takeable(
    state: State, seat: Seat, number: int, *, drawn: bool = False
) -> tuple[int, Card | None]:
    """Return how many cards a seat can take into its hand, and the limiting card, if any.

    Args:
        state: state of the table.
        seat: seat that takes them.
        number: number requested.
        drawn: whether they come from the deck.
    """
    allowed, ban = number, None
    before = state.turn.drawn if state.turn.seat == seat else 0
    for card, line in state.in_force(1 - seat, "draw_cap"):
        if line.hand is not None:
            most = max(0, line.hand - state.hand(seat))
        elif drawn:
            most = max(0, line.amount - before)
        else:
            continue
        if most < allowed:
            allowed, ban = most, card
    return allowed, ban


def from_deck(state: State, seat: Seat, number: int) -> tuple[int, Card | None]:
    """Return how many cards a seat can take out of its deck, not into its hand, and the limit."""
    allowed, ban = number, None
    before = state.turn.drawn if state.turn.seat == seat else 0
    for card, line in state.in_force(1 - seat, "draw_cap"):
        most = max(0, line.amount - before)
        if line.hand is None and most < allowed:
            allowed, ban = most, card
    return allowed, ban


def draw(play: Play, seat: Seat, number: int, rule: str, cause: "Value | None" = None) -> None:
    """Draw cards from a seat's deck, as far as there are any and cards allow it."""
    there = min(number, play.held(seat, DECK))
    allowed, ban = takeable(play.state, seat, there, drawn=True)
    if ban is not None:
        play.say("draw_stopped", "phase.refresh", seat, card=terms.card(ban.id))
    if allowed:
        here, hand = AT[DECK][seat], AT[HAND][seat]
        note_drawn(play, seat, allowed)
        play.move(CARD, allowed, here, hand, rule, automatic=True, cause=cause)


def note_drawn(play: Play, seat: Seat, number: int) -> None:
    """Count cards taken out of a seat's deck in its turn."""
    turn = play.state.turn
    if turn.seat == seat:
        play.in_turn(drawn=turn.drawn + number)


def shuffle_in(
    play: Play,
    seat: Seat,
    number: int,
    rule: str,
    cause: "Value | None",
    source: str = HAND,
) -> None:
    """Shuffle unseen cards from a hand or the discard pile into the deck."""
    here, deck = AT[source][seat], AT[DECK][seat]
    play.do(
        Conceal(CARD, here, rule),
        Transfer(CARD, number, here, deck, rule, automatic=True, cause=cause),
        Conceal(CARD, deck, rule),
    )


def take_at_random(play: Play, seat: Seat, number: int, rule: str, cause: "Value | None") -> None:
    """Take cards of the shuffled discard pile; they are known only if all are taken."""
    pile, hand = AT[DISCARD][seat], AT[HAND][seat]
    if number < play.held(seat, DISCARD):
        play.do(
            Conceal(CARD, pile, rule),
            Transfer(CARD, number, pile, hand, rule, automatic=True, cause=cause),
        )
        return
    for item, n in play.state.ledger.held(pile).items():
        play.move(item, n, pile, hand, rule, automatic=True, cause=cause)


def refresh(play: Play, seat: Seat, rule: str) -> None:
    """Refill the hand of a seat."""
    missing = play.fact("hand") - play.held(seat, HAND)
    if missing > 0:
        draw(play, seat, missing, rule)


def note_who_ran_out(play: Play) -> None:
    """Record the seats with neither hand nor deck; the first one counts in a tie."""
    turn = play.state.turn.seat
    for seat in (turn, 1 - turn):
        marked: tuple[Seat, ...] = play.state.ran_out
        empty = not play.held(seat, DECK) and not play.held(seat, HAND)
        if empty and seat not in marked:
            play.change(ran_out=(*marked, seat))
            play.say("ran_out", "end.deck", seat)
        elif seat in marked and not empty and play.ruling("ran_out_mark") == "lifted":
            play.change(ran_out=tuple(other for other in marked if other != seat))


def say_ignored(play: Play, seat: Seat, name: CardId) -> None:
    """Say which card has the text of a card that was just laid ignored."""
    state = play.state
    lies = power.resolve_active((*state.active(seat), name), state.active(1 - seat))
    by = next((one.ignored_by("text") for one in lies if one.card.id == name), None)
    params = {"card": terms.card(name), "by": () if by is None else terms.card(by.id)}
    play.say("text_ignored", "cards.text" if by is None else by.section, seat, **params)


def text_works(play: Play, seat: Seat, name: CardId) -> bool:
    """Return whether the text of a card that was just laid has an effect."""
    state = play.state
    lies = power.resolve_active(state.active(seat), state.active(1 - seat))
    return next((one.works for one in lies if one.card.id == name), True)
