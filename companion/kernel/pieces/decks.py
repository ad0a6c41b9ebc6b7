"""Decks and piles: cards face down in an order, and face up.

A state keeps them in its part `piles`, by account; a move updates both.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from companion.kernel.pieces.ledger import Conceal, Ledger, Transfer, family
from companion.kernel.play import Play, frozen
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


Pile: TypeAlias = tuple[str | None, ...]
"""Items of an account in order; None: an empty space."""
Piles: TypeAlias = Mapping[str, Pile]
"""Piles by account. An absent account is only counted."""


def with_item(pile: Pile, item: str | None, space: int | None = None) -> Pile:
    """Return the pile with one more item, at the end or in place of what lay on a space."""
    return (*pile, item) if space is None else (*pile[:space], item, *pile[space + 1 :])


def without_item(pile: Pile, item: str, *, gap: bool = False) -> Pile:
    """Return the pile without the last such item; with `gap` its space stays, empty."""
    at = len(pile) - 1 - pile[::-1].index(item)
    return with_item(pile, None, at) if gap else (*pile[:at], *pile[at + 1 :])


def put(
    play: Play[Any],
    item: str,
    source: str,
    target: str,
    rule: str,
    *,
    space: int | None = None,
    gap: bool = False,
    automatic: bool = False,
) -> None:
    """Move one item between accounts, in the ledger and in the piles.

    Args:
        play: the action being played out.
        item: the item.
        source: account it leaves.
        target: account it enters.
        rule: section that orders it.
        space: space of the target; None: its end.
        gap: True if the space it leaves stays there.
        automatic: True if the app worked it out.
    """
    piles: dict[str, Pile] = dict(play.state.piles)
    if source in piles and item in piles[source]:
        piles[source] = without_item(piles[source], item, gap=gap)
    if target in piles:
        piles[target] = with_item(piles[target], item, space)
    play.move(item, 1, source, target, rule, automatic)
    play.change(piles=frozen(piles))


def clear_account(play: Play[Any], account: str, home: Callable[[str], str], rule: str) -> None:
    """Move everything in an account to its home; the spaces stay, empty."""
    piles: Piles = play.state.piles
    there = [item for item in piles[account] if item is not None]
    play.do(
        *(
            Transfer(item, there.count(item), account, home(item), rule, automatic=True)
            for item in sorted(set(there))
        )
    )
    play.change(piles=frozen({**piles, account: (None,) * len(piles[account])}))


def out_of_step(ledger: Ledger, account: str, pile: Pile, items: Iterable[str]) -> tuple[str, ...]:
    """Return the items whose number in a pile differs from their balance in its account."""
    return tuple(item for item in items if pile.count(item) != ledger.balance(account, item))


def in_step(
    ledger: Ledger, account: str, pile: Pile, homes: Mapping[str, str], rule: str
) -> list[Transfer]:
    """Return the transfers that make the balances of an account match its pile.

    Args:
        ledger: the balances.
        account: account of the pile.
        pile: the pile.
        homes: by item, the account it comes from and goes back to.
        rule: section that orders it.
    """
    moved = []
    for item in out_of_step(ledger, account, pile, homes):
        more = pile.count(item) - ledger.balance(account, item)
        source, target = (homes[item], account) if more > 0 else (account, homes[item])
        moved.append(Transfer(item, abs(more), source, target, rule))
    return moved
