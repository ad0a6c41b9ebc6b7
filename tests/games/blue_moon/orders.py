"""Orders in which cards reported together may be laid: one of them before the others."""

from collections.abc import Callable
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

from companion.games.blue_moon import GAME
from tests.games.blue_moon import naive
from tests.games.blue_moon.diary import Diary, Told, counting, fits, fog, kind_of, seen
from tests.games.blue_moon.limits import (
    forbids,
    late_gang,
    mutant_may,
    over_limit,
    own_characters,
    together,
    too_many,
)


def second_character(t: Told) -> bool:
    """Return whether the characters reported go with those played before."""
    count = counting(t, t.action.cards)
    alone = not t.own or not count or len(own_characters(t)) == len(count)
    return alone or together(own_characters(t), icons=not fog(t))


def keeps_limits(t: Told) -> bool:
    """Return whether the cards may be laid at once, as far as their number and kind go."""
    cards = t.action.cards
    if any(forbids(t, card) for card in cards) or too_many(t):
        return False
    if any(card.startswith("mutant") or card == "buka_23" for card in cards) and not mutant_may(t):
        return False
    if kind_of(cards[0]) != "character":
        return not over_limit(t)
    fit = together(counting(t, cards), icons=not fog(t))
    return fit and second_character(t) and not late_gang(t)


def parts(t: Told) -> list[Told]:
    """Return the readings of one card after another, where only so they may be laid."""
    action: Any = t.action
    if action.kind != "play_cards" or len(set(action.cards)) < 2 or not t.own:
        return [t]
    kinds = {kind_of(card) for card in action.cards}
    if len(kinds) > 1 or not kinds <= {"character", "booster", "support"} or not _in_hand(t):
        return [t]
    if keeps_limits(t):
        return [t]
    for card in action.cards:
        first = Told(t.state, _report(action, (card,)), t.diary)
        if card in naive.STOP or not keeps_limits(first):
            continue
        after, _ = GAME.apply(t.state, first.action)
        if after.agenda != t.state.agenda:
            continue
        others = tuple(other for other in action.cards if other != card)
        rest = Told(after, _report(action, others), _noted(first, after))
        tail = parts(rest)
        if len(tail) > 1 or keeps_limits(rest):
            return [first, *tail]
    return [t]


def _in_hand(t: Told) -> bool:
    state, seat, cards = t.state, t.action.seat, t.action.cards
    from_deck = set(cards) <= set(state.decks[seat]) and len(set(cards)) == len(cards)
    return from_deck and seen(state, seat).isdisjoint(cards) and fits(state, seat, cards)


def _report(action: Any, cards: tuple[str, ...]) -> Any:
    report = {"kind": action.kind, "seat": action.seat, "cards": cards, "target": action.target}
    return GAME.read_action(report)


def _noted(first: Told, after: Any) -> Diary:
    """Return the diary with the first card noted."""
    diary = replace(first.diary, played=list(first.diary.played), free=list(first.diary.free))
    step: Any = SimpleNamespace(before=first.state, action=first.action, after=after, effects=())
    diary.note(step)
    return diary


def in_some_order(predicate: Callable[[Told], bool]) -> Callable[[Told], bool]:
    """Return the predicate, true also where the cards may be laid one after another."""
    return lambda t: predicate(t) or len(parts(t)) > 1
