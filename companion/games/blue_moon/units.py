"""How cards that are laid count: FREE cards for nothing, a pair and a gang for one card."""

from collections import Counter

from companion.games.blue_moon import power
from companion.games.blue_moon.catalogue import (
    CARDS,
    CHARACTER,
    FREE,
    PAIR,
    Card,
    CardId,
)
from companion.games.blue_moon.power import Cards
from companion.games.blue_moon.state import AT, COMBAT, State
from companion.kernel.values import Seat


def icons_count(state: State, seat: Seat) -> bool:
    """Whether the icons of what a seat plays count, also where the opponent has icons ignored."""
    if state.rulings["icons_of_the_hand"] == "printed":
        return True
    return not any(
        "icons" in line.what and "values" not in line.what
        for _, line in state.in_force(1 - seat, "ignore")
    )


def counting(state: State, seat: Seat, names: Cards) -> Cards:
    """Those of the cards laid that count for the limits: all but the FREE ones."""
    found = tuple(name for name in names if not CARDS[name].has(FREE))
    if len(found) != len(names) and not icons_count(state, seat):
        found = names
    # One more is FREE because of the card played before it.
    return found[1:] if state.turn.next_free and state.turn.seat == seat else found


def is_pair(one: Card, other: Card) -> bool:
    """Whether two cards may be played as a pair: both with the icon, the same first word."""
    same = one.first_word == other.first_word and one.type == other.type
    return one.has(PAIR) and other.has(PAIR) and same


def gang_of(names: Cards) -> str | None:
    """The gang to which all of these cards belong, or None."""
    gangs = {CARDS[name].gang for name in names}
    return gangs.pop() if len(gangs) == 1 else None


def is_unit(state: State, seat: Seat, names: Cards) -> bool:
    """Whether these characters are played in place of one: one alone, a pair, or of one gang."""
    if len(names) < 2:
        return True
    if not icons_count(state, seat):
        return False
    if len(names) == 2 and is_pair(CARDS[names[0]], CARDS[names[1]]):
        return True
    return gang_of(names) is not None


def units(state: State, seat: Seat, names: Cards) -> int:
    """How many plays some boosters or supports count for: a pair is one."""
    pairs = [name for name in names if CARDS[name].first_word]
    if len(pairs) < 2 or not icons_count(state, seat):
        return len(names)
    words = Counter(CARDS[name].first_word for name in pairs)
    return len(names) - len(pairs) + sum((number + 1) // 2 for number in words.values())


def characters_of_turn(state: State, seat: Seat) -> Cards:
    """The characters that a seat has played in this turn."""
    turn = state.turn
    if turn.seat != seat:
        return ()
    return tuple(name for name in turn.played if CARDS[name].type == CHARACTER)


def joins_gang(state: State, seat: Seat, names: Cards) -> bool:
    """Whether characters join the gang that lies active, so that nothing is covered.

    Nothing else may lie active in the area of combat, and no other character comes before them.
    """
    gang = gang_of(counting(state, seat, names))
    if gang is None or not icons_count(state, seat) or characters_of_turn(state, seat):
        return False
    active = state.piles[AT[COMBAT][seat]][state.covered[seat] :]
    if not active or any(name is None or CARDS[name].gang != gang for name in active):
        return False
    return state.rulings["ignored_gang"] == "printed" or not _ignored(state, seat, active)


def _ignored(state: State, seat: Seat, names: tuple[CardId | None, ...]) -> bool:
    lies = power.lying(state.active(seat), state.active(1 - seat))
    return any(one.card.id in names and "icons" in one.ignored for one in lies)
