"""Decks and hands with unknown cards: draw, shuffle, reveal, pass on.

A card with an unknown face is the family's own item (`card`); one with a known face is an item of
its own (`card:red:1`). Every function takes part in one `apply`, through its `Play`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from companion.kernel.pieces.effects import Conceal, Transfer
from companion.kernel.pieces.ledger import family
from companion.kernel.play import Play
from companion.kernel.values import Counted, Value


@dataclass(frozen=True, slots=True)
class Deck:
    """Draw pile, and the discard that replaces it when it runs out."""

    card: str
    """Item of a card with an unknown face."""
    pile: str
    discard: str
    rule: str
    """Section that orders the shuffle of the discard."""
    said: str
    """Code of the effect that reports a shuffle."""
    noun: str
    """Noun of `words.toml` that counts its cards."""

    def left(self, play: Play[Any]) -> int:
        """Return the number of cards that can be drawn before the discard is shuffled."""
        return play.balance(self.pile, self.card)


def draw(
    play: Play[Any],
    deck: Deck,
    number: int,
    target: str,
    rule: str,
    cause: "Value | None" = None,
) -> int:
    """Move cards from a deck to an account; shuffle the discard when the deck runs out.

    Returns:
        Number of cards missing in deck and discard together.
    """
    missing = number
    while missing:
        taken = min(missing, deck.left(play))
        if taken:
            play.move(deck.card, taken, deck.pile, target, rule, True, cause)
            missing -= taken
        elif not reshuffle(play, deck):
            break
    return missing


def reshuffle(play: Play[Any], deck: Deck) -> bool:
    """Make the discard the new deck, with all faces unknown.

    Returns:
        False if there was no discard.
    """
    number = play.state.ledger.total(deck.discard, deck.card)
    if not number:
        return False
    play.do(
        Conceal(deck.card, deck.discard, deck.rule),
        Transfer(deck.card, number, deck.discard, deck.pile, deck.rule, automatic=True),
    )
    play.say(deck.said, deck.rule, cards=Counted(number, deck.noun))
    return True


def move_shown(
    play: Play[Any],
    cards: Sequence[str],
    source: str,
    target: str,
    rule: str,
    *,
    known_first: bool = True,
) -> None:
    """Move cards between accounts, revealing the face of each kind where it is given.

    Args:
        play: the action being played out.
        cards: their items, in the order in which kinds are reported; an item that is only its
            family moves unrevealed.
        source: account they leave.
        target: account they enter.
        rule: section that orders it.
        known_first: True if cards with a known face move first; otherwise each is turned up.
    """
    # Count by hand: for a few cards this is faster than a `Counter`.
    for card in dict.fromkeys(cards):
        number, hidden = cards.count(card), family(card)
        if card != hidden:
            there = max(0, play.balance(source, card)) if known_first else 0
            if there < number:
                play.reveal(hidden, card, number - there, source, rule)
        play.move(card, number, source, target, rule)


def move_hidden(
    play: Play[Any], card: str, number: int, source: str, target: str, rule: str
) -> None:
    """Move cards between accounts without showing them to others.

    Unless all cards move, it is no longer known which of the known ones stayed.

    Args:
        play: the action being played out.
        card: item of a card with an unknown face.
        number: number of cards.
        source: account they leave.
        target: account they enter.
        rule: section that orders it.
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
