"""Effects of acts on cubes, points, pawns, cards and the turn order."""

from dataclasses import replace
from typing import Final

from companion.games.kingdom_of_solomon import terms
from companion.games.kingdom_of_solomon.components import PLAYERS, Heap
from companion.games.kingdom_of_solomon.state import (
    CUBE,
    DISCARD,
    FORTUNE,
    FORTUNES_DECK,
    ON,
    PAWNS,
    PIECES,
    POINT,
    PRIEST,
    SEATS,
    TOKEN,
    Phase,
    State,
)
from companion.kernel.agenda import AgendaPlay, Task
from companion.kernel.box.facts import Unknown
from companion.kernel.models import VersionedAction
from companion.kernel.pieces import decks
from companion.kernel.pieces.decks import Deck
from companion.kernel.pieces.ledger import SUPPLY, Transfer
from companion.kernel.pieces.standings import Unposted, leave_unposted
from companion.kernel.rulings import Rulings
from companion.kernel.values import Counted, Seat, Value, seat_refs


def in_new_order(state: State, order: tuple[Seat, ...]) -> State:
    """Return the state in which the pending tasks follow another turn order."""
    tasks = tuple(_reordered(state, task, order) for task in state.agenda)
    return replace(state, order=order, agenda=tasks)


def _reordered(state: State, task: Task, order: tuple[Seat, ...]) -> Task:
    match task.code:
        case Phase.TURN_UP:
            seats = order[:1]
        case Phase.PLACE:
            # Those who have placed fewer pawns come first.
            placed = [-state.pawns(seat) for seat in range(state.players)]
            seats = tuple(sorted(task.seats, key=lambda s: (placed[s], order.index(s))))
        case Phase.RESOLVE | Phase.BUILD:
            seats = tuple(seat for seat in order if seat in task.seats)
        case Phase.MARKET:
            seats = _around_the_market(state, task, order)
        case _:
            return task
    return task.waiting_for(seats)


def _around_the_market(state: State, task: Task, order: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """Return the seats in reverse order: from the beginning of a round of them, or from now on."""
    before, now = (tuple(s for s in o[::-1] if s in task.seats) for o in (state.order, order))
    if task.seats == before:
        return now
    start = now.index(task.seats[0])
    return (*now[start:], *now[:start])


FORTUNES: Final = Deck(
    FORTUNE, FORTUNES_DECK, DISCARD, "fortune.reshuffle", "fortunes_shuffled", FORTUNE
)


class Play(AgendaPlay[State]):
    """Act of this game being applied."""

    __slots__ = ()


def gain(play: Play, seat: Seat, wanted: Heap, rule: str, cause: "Value | None" = None) -> None:
    """Take cubes from the supply, as far as there are any; the rest is lost."""
    there = play.state.available(wanted)
    for good, n in there.items():
        play.move(CUBE[good], n, SUPPLY, SEATS[seat], rule, True, cause)
    short = {good: n - there.get(good, 0) for good, n in wanted.items() if n > there.get(good, 0)}
    if short:
        play.say("supply_short", "resolution.supply", seat, short=terms.heap(short))


def give(play: Play, seat: Seat, given: Heap, rule: str, cause: "Value | None" = None) -> None:
    """Move cubes of a seat to the supply."""
    for good, n in given.items():
        if n:
            play.move(CUBE[good], n, SEATS[seat], SUPPLY, rule, cause=cause)


UNREAD: Final = 4
"""Edition from which points that nobody has read are no zeros."""


def score_printed(
    play: Play,
    act: VersionedAction,
    fact: str,
    rule: str,
    cause: Value,
    *,
    paid: bool = False,
) -> None:
    """Score or pay the points of a printed value, or note that nobody has read them."""
    amount = play.state.printed[fact]
    if not isinstance(amount, Unknown):
        score(play, act.seat, -amount if paid else amount, rule, cause)
    elif act.edition >= UNREAD:
        leave_unread(play, act.seat, fact, rule, cause, paid=paid)


def leave_unread(
    play: Play, seat: Seat, fact: str, rule: str, cause: Value, *, paid: bool = False
) -> None:
    """Note that a seat scores or pays points that nobody has read."""
    leave_unposted(play, Unposted(SEATS[seat], POINT, fact, gained=not paid))
    play.say("amount_unread", rule, seat, cause=cause, gained=int(not paid))


def score(play: Play, seat: Seat, amount: int, rule: str, cause: "Value | None" = None) -> None:
    """Score points; negative amounts are paid."""
    if amount > 0:
        play.move(POINT, amount, SUPPLY, SEATS[seat], rule, True, cause)
    elif amount < 0:
        play.move(POINT, -amount, SEATS[seat], SUPPLY, rule, cause=cause)


def draw(play: Play, seat: Seat, number: int, rule: str, cause: "Value | None" = None) -> None:
    """Draw fortune cards, as far as there are any."""
    missing = decks.draw(play, FORTUNES, number, SEATS[seat], rule, cause)
    if missing:
        play.say("fortunes_short", "fortune.reshuffle", seat, short=Counted(missing, FORTUNE))


def bring_back(play: Play, seat: Seat, space: str) -> None:
    """Return the pawns of a seat from a space."""
    number = play.balance(ON[space], PAWNS[seat])
    if number:
        play.move(PAWNS[seat], number, ON[space], SEATS[seat], "resolution.pawns", automatic=True)


def to_the_front(play: Play, seat: Seat, rule: str, *, resolving: bool = False) -> None:
    """Move a seat's order token to place 1; the pending tasks follow the new order.

    Args:
        play: the act.
        seat: the seat.
        rule: section that moves it.
        resolving: whether only those who still resolve follow it, as until edition 3.
    """
    state = play.state
    order = (seat, *(other for other in state.next_order if other != seat))
    if order == state.next_order:
        return
    play.change(next_order=order)
    # Whether the change applies at once is a ruling.
    if state.rulings["order_change"] == "immediate":
        now = in_new_order(state, order)
        tasks = zip(state.agenda, now.agenda, strict=True)
        kept = (old if resolving and old.code != Phase.RESOLVE else new for old, new in tasks)
        play.change(order=order, agenda=tuple(kept))
    later = int(state.rulings["order_change"] != "immediate")
    play.say("order_changed", rule, seat, order=seat_refs(order), later=later)


def take_token(play: Play, seat: Seat, rule: str) -> None:
    """Take a Temple token; most tokens control the High Priest, and a tie changes nothing."""
    play.move(TOKEN, 1, SUPPLY, SEATS[seat], rule)
    holder = play.state.priest
    if holder == seat:
        return
    mine, theirs = (0 if who is None else play.balance(SEATS[who], TOKEN) for who in (seat, holder))
    if mine > theirs:
        hand_over_priest(play, seat, holder)


def hand_over_priest(play: Play, seat: Seat, holder: Seat | None) -> None:
    """Replace the marker of the High Priest's controller by another seat's."""
    rule = "temple.priest"
    if holder is not None:
        for item in (PIECES[holder], PAWNS[holder]):
            back = play.balance(PRIEST, item)
            if back:
                play.move(item, back, PRIEST, SEATS[holder], rule, automatic=True)
    for item in (PIECES[seat], PAWNS[seat]):
        if play.balance(SEATS[seat], item) > 0:
            play.move(item, 1, SEATS[seat], PRIEST, rule, automatic=True)
            break
    play.say("priest_taken", rule, seat)


_MOST_OF_FOUR: Final = 5
"""Pawns of each of four people by the reading that gives them most."""


def pawns_of(players: int) -> int:
    """Return the most pawns that a seat has by any reading."""
    return _MOST_OF_FOUR if players == max(PLAYERS) else 6


def spare_pawns(players: int, rulings: Rulings) -> int:
    """Return the number of pawns of each seat that stay in the supply."""
    each = int(rulings["pawns_with_four"]) if players == max(PLAYERS) else 6
    return pawns_of(players) - each


def all_in_hand(state: State, seat: Seat) -> bool:
    """Return whether no pawn of a seat stands on the board."""
    spare = state.ledger.balance(SUPPLY, PAWNS[seat])
    return state.pawns(seat) + spare == pawns_of(state.players)


def pawns_put_aside(state: State) -> tuple[Transfer, ...]:
    """Return the pawns to put aside or to take back once their number is ruled anew.

    Pawns on the board stay there, so those of their seat follow when they are back.
    """
    spare = spare_pawns(state.players, state.rulings)
    changes = (
        (seat, spare - state.ledger.balance(SUPPLY, PAWNS[seat]))
        for seat in range(state.players)
        if all_in_hand(state, seat)
    )
    return tuple(
        Transfer(PAWNS[seat], abs(n), *_ways(SEATS[seat], n > 0), "setup.pawns", automatic=True)
        for seat, n in changes
        if n
    )


def _ways(hand: str, aside: bool) -> tuple[str, str]:
    return (hand, SUPPLY) if aside else (SUPPLY, hand)
