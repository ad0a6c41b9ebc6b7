"""Counting of laid cards: FREE cards count for nothing, a pair or a gang for one."""

from collections import Counter
from typing import Final

from companion.games.blue_moon import power
from companion.games.blue_moon.catalogue import (
    BOOSTER,
    CARDS,
    CHARACTER,
    FREE,
    LOADED,
    ON_TABLE,
    PAIR,
    SUPPORT,
    Card,
    CardId,
)
from companion.games.blue_moon.pending_tasks import in_play
from companion.games.blue_moon.power import Cards
from companion.games.blue_moon.state import AT, COMBAT, State
from companion.kernel.values import Seat


def icons_off(state: State, seat: Seat) -> Card | None:
    """Return the opposing card for which the icons of a seat's played cards do not count."""
    if state.rulings["icons_of_the_hand"] == "printed":
        return None
    for card, line in state.in_force(1 - seat, "ignore"):
        if "icons" in line.what and "values" not in line.what:
            return card
    return None


def icons_count(state: State, seat: Seat) -> bool:
    """Return whether the icons of a seat's cards count, even if the opponent ignores icons."""
    return icons_off(state, seat) is None


def counting(state: State, seat: Seat, names: Cards, *, in_order: bool = True) -> Cards:
    """Return the laid cards that count for the limits: all but the FREE ones.

    Args:
        state: state of the table.
        seat: seat that lays them.
        names: cards laid together.
        in_order: whether a card that makes the next one FREE does so for those laid with it.
    """
    limited = not_free(state, seat, names)
    # The card played before makes one more card FREE.
    spared = bool(state.turn.next_free) and state.turn.seat == seat and LOADED not in names
    givers = freeing(state, seat, limited) if in_order else ()
    if not givers:
        return limited[1:] if spared else limited
    # They come one after another, and each makes the one after it FREE.
    row = (*givers, *(name for name in limited if name not in givers))
    return (*(() if spared else row[:1]), *row[len(givers) + 1 :])


def not_free(state: State, seat: Seat, names: Cards) -> Cards:
    """Return the cards that are not FREE by themselves."""
    limited = tuple(name for name in names if not _is_free(state, seat, name))
    return limited if len(limited) == len(names) or icons_count(state, seat) else names


def freeing(state: State, seat: Seat, names: Cards) -> Cards:
    """Return the cards that, once laid, make the next one FREE."""
    if _FREEING.isdisjoint(names):
        return ()
    lies = power.resolve_active((*state.active(seat), *names), state.active(1 - seat))
    return tuple(one.card.id for one in lies if one.works and one.card.id in _FREEING & {*names})


_FREEING: Final = frozenset(card.id for card in CARDS.values() if card.line("next_free"))


def silenced_freedom(state: State, seat: Seat, names: Cards) -> tuple[Card, Card] | None:
    """Return a laid card whose text would make one FREE, and the card that silences it."""
    for one in power.resolve_active((*state.active(seat), *names), state.active(1 - seat)):
        by, card = one.ignored_by("text"), one.card
        if by is None or card.id not in names:
            continue
        line = card.free_if
        frees = card.id in _FREEING and len(names) > 1
        if frees or (line is not None and _against(state, seat, line.cond) >= line.amount):
            return card, by
    return None


def makes_way(name: CardId, others: Cards) -> bool:
    """Return whether a card, once laid, may let others be laid that could not before.

    What a mutant asks for may depend on any card that is laid before it.
    """
    if any(line.do in _MAKING_WAY for line in CARDS[name].lines):
        return True
    return any(CARDS[other].line("only_if") for other in others if other != name)


_MAKING_WAY: Final = ("extra_play", "ignore")
"""Verbs of texts that change what is laid after them."""


SAILORS: Final = "buka"
"""People whose characters are FREE when they come from a ship that has landed."""


def _is_free(state: State, seat: Seat, name: CardId) -> bool:
    """Return whether a card laid now counts for nothing."""
    card = ON_TABLE[name]
    if card.has(FREE):
        return True
    if card.people == SAILORS and card.type == CHARACTER and name in state.aboard(seat):
        return True
    line = card.free_if
    if line is None or _against(state, seat, line.cond) < line.amount:
        return False
    lies = power.resolve_active((*state.active(seat), name), state.active(1 - seat))
    return lies[-1].works


_TYPE_OF: Final = {
    "opp_active_characters": CHARACTER,
    "opp_active_boosters": BOOSTER,
    "opp_active_supports": SUPPORT,
}


def _against(state: State, seat: Seat, predicate: str | None) -> int:
    """Return the opponent's count for a predicate that makes a card FREE."""
    if predicate == "opp_in_areas":
        return state.in_areas(1 - seat)
    there = [ON_TABLE[name] for name in in_play(state, 1 - seat)]
    if predicate == "opp_active_with_icons":
        return sum(card.shows_icon for card in there)
    return sum(card.type == _TYPE_OF[predicate or ""] for card in there)


def is_pair(one: Card, other: Card) -> bool:
    """Return whether two cards may be played as a pair: both with the icon, same first word."""
    same = one.first_word == other.first_word and one.type == other.type
    return one.has(PAIR) and other.has(PAIR) and same


def gang_of(names: Cards) -> str | None:
    """Return the gang to which all of these cards belong, or None."""
    gangs = {ON_TABLE[name].gang for name in names}
    return gangs.pop() if len(gangs) == 1 else None


def is_unit(state: State, seat: Seat, names: Cards) -> bool:
    """Return whether characters count as one: a single one, a pair, or one gang."""
    if len(names) < 2:
        return True
    if not icons_count(state, seat):
        return False
    if len(names) == 2 and is_pair(ON_TABLE[names[0]], ON_TABLE[names[1]]):
        return True
    return gang_of(names) is not None


def units(state: State, seat: Seat, names: Cards) -> int:
    """Return the number of plays that boosters or supports count for; a pair is one."""
    pairs = [name for name in names if ON_TABLE[name].first_word]
    if len(pairs) < 2 or not icons_count(state, seat):
        return len(names)
    words = Counter(ON_TABLE[name].first_word for name in pairs)
    return len(names) - len(pairs) + sum((number + 1) // 2 for number in words.values())


def characters_of_turn(state: State, seat: Seat) -> Cards:
    """Return the characters that a seat has played in this turn."""
    turn = state.turn
    if turn.seat != seat:
        return ()
    return tuple(name for name in turn.played if ON_TABLE[name].type == CHARACTER)


def joins_gang(state: State, seat: Seat, names: Cards) -> bool:
    """Return whether characters join the active gang, so that nothing is covered.

    Nothing else may be active in the area of combat, and no other character may come before them.
    """
    gang = gang_of(counting(state, seat, names))
    if gang is None or not icons_count(state, seat) or characters_of_turn(state, seat):
        return False
    active = state.piles[AT[COMBAT][seat]][state.covered[seat] :]
    if not active or any(name is None or ON_TABLE[name].gang != gang for name in active):
        return False
    return state.rulings["ignored_gang"] == "printed" or not _ignored(state, seat, active)


def _ignored(state: State, seat: Seat, names: tuple[CardId | None, ...]) -> bool:
    lies = power.resolve_active(state.active(seat), state.active(1 - seat))
    return any(one.card.id in names and "icons" in one.ignored for one in lies)
