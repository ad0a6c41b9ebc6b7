"""Cards that may be turned up next, as far as the table has read them."""

from companion.games.urban_sprawl import terms
from companion.games.urban_sprawl.components import (
    CONTRACTS,
    DECKS,
    EVENTS,
    PERMITS,
    PLANNING,
    RENEWAL,
    deck_of,
)
from companion.games.urban_sprawl.components import EVENT as EVENT_CARD
from companion.games.urban_sprawl.state import DECK, ITEM, PERMIT, Phase, State
from companion.kernel.box.facts import Unknown
from companion.kernel.forms.form import Draft
from companion.kernel.values import Term, Value


def deck_due(state: State) -> str | None:
    """Return the deck of which a card is to be shown."""
    task = state.due
    return task.of("deck") if task.code == Phase.SHOW else None


def cards(state: State, _draft: Draft) -> tuple[str, ...]:
    """Return the cards that may have come: the typed ones, and one untyped."""
    deck = deck_due(state)
    if deck is None:
        return ()
    if deck != PLANNING:
        return _of_kind(state, CONTRACTS[deck])
    permits, events = _of_kind(state, PERMITS), _of_kind(state, EVENTS)
    return (*permits, *events, *((RENEWAL,) if left(state, RENEWAL) else ()))


FIELDS = {
    PERMIT: ("zones", "size", "payout", "ballot"),
    EVENT_CARD: ("name", "lines"),
    **dict.fromkeys(
        DECKS, ("name", "kind", "payout", "zone", "size", "vocations", "restriction", "lines")
    ),
}
"""Printed values of each kind of card."""


def is_begun(state: State, card: str) -> bool:
    """Return whether any value of a card is known."""
    fields = FIELDS[card.partition(".")[0]]
    return any(not isinstance(state.printed_on(card, field), Unknown) for field in fields)


def _of_kind(state: State, cards: tuple[str, ...]) -> tuple[str, ...]:
    unseen = (card for card in cards if not state.seen(card))
    known = tuple(card for card in unseen if is_begun(state, card))
    new = unread(state, cards)
    return known if new is None else (*known, new)


def unread(state: State, cards: tuple[str, ...]) -> str | None:
    """Return the next unseen card of which nothing is read; None if something is read of each."""
    return next((c for c in cards if not state.seen(c) and not is_begun(state, c)), None)


def unread_first(state: State) -> str | None:
    """Return the unread card that stands for the next one of the set-up.

    Its planning cards are permits; None if no card of the set-up is due, or none is unread.
    """
    deck = None if state.turns else deck_due(state)
    if deck is None:
        return None
    return unread(state, PERMITS if deck == PLANNING else CONTRACTS[deck])


def offered(state: State, _draft: Draft, card: str) -> Value:
    """Return the name of a card; untyped ones share one label."""
    if card == RENEWAL or is_begun(state, card):
        return terms.term(card)
    kind = card.partition(".")[0]
    return Term(f"unnoted.{kind if kind in (PERMIT, EVENT_CARD) else 'contract'}")


def left(state: State, card: str) -> int:
    """Return the number of face-down cards of that kind."""
    deck = deck_of(card)
    family = deck if deck != PLANNING else ITEM[card].partition(":")[0]
    return state.ledger.total(DECK[deck], family)
