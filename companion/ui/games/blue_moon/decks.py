"""Custom decks: validation of cards, and decks saved on a device. No Flet here."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any, Final

from companion.games.blue_moon import GAME
from companion.games.blue_moon.acts.setup import deck_too_small, foreign_moons
from companion.games.blue_moon.catalogue import CARDS, DECKS, PREPARED, BlueMoonOptions, Card
from companion.kernel import legality
from companion.kernel.box.facts import FactValues
from companion.kernel.refusal import Refusal

KEPT_KEY: Final = "decks:blue_moon"
"""Setting in which a device saves its decks."""
FORMER_KEY: Final = "mazos:blue_moon"
"""Former name of that setting; it is still read."""
NAME_LENGTH: Final = 30
_KEPT: Final = 40

Readings = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Deck:
    """Custom deck."""

    people: str
    """People of its leader."""
    cards: tuple[str, ...]
    name: str = ""
    """Name under which it is saved; empty if it is not."""

    @property
    def moons(self) -> int:
        """Return the moons that count: those of other peoples' cards."""
        return foreign_moons(self.people, self.cards)


def refusal_of(deck: Deck, facts: FactValues, rulings: Readings) -> Refusal | None:
    """Return the refusal of a deck by the rules, or None."""
    options = BlueMoonOptions.model_validate(
        {"players": ("1", "2"), "decks": (deck.people,) * 2, "built": (deck.cards,)}
    )
    return legality.check_setup(GAME, options, facts, rulings)


def why_not(deck: Deck, name: str, facts: FactValues, rulings: Readings) -> Refusal | None:
    """Return why a card cannot be put into a deck, or None.

    A deck that is still too small is no reason, since it can grow.
    """
    refusal = refusal_of(replace(deck, cards=(*deck.cards, name)), facts, rulings)
    return None if refusal is not None and refusal.code == deck_too_small.code else refusal


def toggle_card(deck: Deck, name: str, facts: FactValues, rulings: Readings) -> Deck:
    """Add or remove a card; a card that the rules do not allow changes nothing."""
    if name in deck.cards:
        return replace(deck, cards=tuple(each for each in deck.cards if each != name))
    if why_not(deck, name, facts, rulings) is not None:
        return deck
    return replace(deck, cards=in_order(deck.people, (*deck.cards, name)))


def prepared(people: str) -> Deck:
    """Return the prepared deck of a people."""
    return Deck(people, PREPARED[people])


def of_one_people(people: str, size: int) -> Deck:
    """Return a deck of the people's cards alone, as many as fit."""
    return Deck(people, tuple(card.id for card in cards_of(people))[:size])


def in_order(people: str, cards: Sequence[str]) -> tuple[str, ...]:
    """Sort cards by people, the leader's first, and by number."""
    rank = {each: n for n, each in enumerate(peoples(people))}
    chosen = (CARDS[name] for name in cards)
    return tuple(card.id for card in sorted(chosen, key=lambda c: (rank[c.people], c.number)))


def peoples(first: str) -> tuple[str, ...]:
    """Return the peoples with cards: the leader's, then those with a deck, mutants last."""
    others = dict.fromkeys((*DECKS, *sorted({card.people for card in CARDS.values()})))
    rest = [each for each in others if each not in (first, "mutant")]
    return (first, *rest, *(("mutant",) if "mutant" in others else ()))


def cards_of(people: str) -> tuple[Card, ...]:
    """Return the cards that print the name of a people, by number."""
    cards = (card for card in CARDS.values() if card.people == people)
    return tuple(sorted(cards, key=lambda card: card.number))


def listed(cards: Sequence[str]) -> tuple[tuple[str, tuple[int, ...]], ...]:
    """Return the card numbers by people, for picking out a deck."""
    known = [CARDS[name] for name in cards if name in CARDS]
    return tuple(
        (people, tuple(sorted(card.number for card in group)))
        for people, group in groupby(known, key=lambda card: card.people)
    )


def shared(first: Sequence[str], second: Sequence[str]) -> tuple[str, ...]:
    """Return the cards that are in both decks and need a box each."""
    return tuple(name for name in first if name in second)


# Decks saved on this device


def kept_decks(text: str | None) -> tuple[Deck, ...]:
    """Return the saved decks of a text as far as they can be read, newest first."""
    try:
        raw = json.loads(text or "[]")
    except (ValueError, RecursionError):
        return ()
    decks = map(_read, raw[:_KEPT] if isinstance(raw, list) else ())
    return tuple(deck for deck in decks if deck is not None)


def _read(raw: Any) -> Deck | None:
    match raw:
        case {"people": str(people), "cards": [*cards], "name": str(name)}:
            known = tuple(card for card in cards if isinstance(card, str) and card in CARDS)
            return Deck(people, known, name[:NAME_LENGTH]) if people in PREPARED and name else None
    return None


def with_deck(text: str | None, deck: Deck) -> str:
    """Add a deck in front; it replaces one of the same name."""
    others = [kept for kept in kept_decks(text) if kept.name != deck.name]
    return _dump([deck, *others])


def without_deck(text: str | None, name: str) -> str:
    """Remove a deck by name."""
    return _dump([kept for kept in kept_decks(text) if kept.name != name])


def _dump(decks: Sequence[Deck]) -> str:
    rows = [{"people": d.people, "cards": d.cards, "name": d.name} for d in decks[:_KEPT]]
    return json.dumps(rows)
