"""Decks and hands of which only some cards are known: drawing, shuffling, laying open, passing on.

A card whose face nobody saw is the family's own item (`card`); one whose face was seen is an item
of its own (`card:red:1`). Every function takes part in one `apply`, through its `Play`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from companion.kernel.effects import Conceal, Transfer
from companion.kernel.ledger import family
from companion.kernel.play import Play
from companion.kernel.values import Counted, Value


@dataclass(frozen=True, slots=True)
class Deck:
    """A pile to draw from, and the one that becomes it when it runs out."""

    card: str
    """The item that is a card whose face nobody saw."""
    pile: str
    discard: str
    rule: str
    """The section by which the discard is shuffled."""
    said: str
    """The code of the effect that tells of a shuffle."""
    noun: str
    """The noun of `words.toml` that its cards are counted by."""

    def left(self, play: Play[Any]) -> int:
        """How many cards can be drawn before the discard is shuffled."""
        return play.balance(self.pile, self.card)


def draw(
    play: Play[Any],
    deck: Deck,
    number: int,
    target: str,
    rule: str,
    cause: "Value | None" = None,
) -> int:
    """Cards go from a deck to an account; the discard is shuffled where the deck runs out.

    Returns:
        How many there were too few, in deck and discard together.
    """
    missing = number
    while missing:
        taken = min(missing, deck.left(play))
        if taken:
            play.move(deck.card, taken, deck.pile, target, rule, True, cause)
            missing -= taken
        elif not reshuffled(play, deck):
            break
    return missing


def reshuffled(play: Play[Any], deck: Deck) -> bool:
    """Whether there was a discard to make a new deck of: it is one now, and nothing of it known."""
    number = play.state.ledger.total(deck.discard, deck.card)
    if not number:
        return False
    play.do(
        Conceal(deck.card, deck.discard, deck.rule),
        Transfer(deck.card, number, deck.discard, deck.pile, deck.rule, automatic=True),
    )
    play.say(deck.said, deck.rule, cards=Counted(number, deck.noun))
    return True


def shown(
    play: Play[Any],
    cards: Sequence[str],
    source: str,
    target: str,
    rule: str,
    *,
    known_first: bool = True,
) -> None:
    """Cards go from one account to another, each kind as far as its face is seen.

    Args:
        play: the action being played out.
        cards: their items, in the order in which kinds are told; one that is only its family
            goes as it lies.
        source: where they were.
        target: where they go.
        rule: by which section.
        known_first: whether those go first whose face was seen already; else each is turned up.
    """
    # A few cards are counted faster so than by a `Counter`.
    for card in dict.fromkeys(cards):
        number, hidden = cards.count(card), family(card)
        if card != hidden:
            there = max(0, play.balance(source, card)) if known_first else 0
            if there < number:
                play.reveal(hidden, card, number - there, source, rule)
        play.move(card, number, source, target, rule)


def blind(play: Play[Any], card: str, number: int, source: str, target: str, rule: str) -> None:
    """Cards go from one account to another, and nobody else sees which.

    Unless all of them go, nobody knows any more which of the known ones stayed.

    Args:
        play: the action being played out.
        card: the item that is one whose face nobody saw.
        number: how many.
        source: where they were.
        target: where they go.
        rule: by which section.
    """
    held = play.state.ledger.held(source)
    known = {item: n for item, n in held.items() if item != card and family(item) == card}
    if number >= sum(known.values()) + held.get(card, 0):
        moved = [Transfer(item, n, source, target, rule) for item, n in known.items()]
        left = number - sum(known.values())
    else:
        if known:
            play.do(Conceal(card, source, rule))
        moved, left = [], number
    if left:
        moved.append(Transfer(card, left, source, target, rule))
    play.do(*moved)
