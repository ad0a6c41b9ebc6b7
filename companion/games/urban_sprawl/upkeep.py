"""Upkeep at the end of a turn: slide open cards and refill empty places from the decks."""

from collections.abc import Sequence

from companion.games.urban_sprawl.components import CONTRACT_ROW, DECKS, PLANNING, PLANNING_ROW, TOP
from companion.games.urban_sprawl.play import Play, move_card, reshuffle
from companion.games.urban_sprawl.state import ON, Phase, State
from companion.kernel.agenda import Task
from companion.kernel.values import Seat


def show(seat: Seat, deck: str, place: str) -> Task:
    """Return the task of turning up a card, on a place or, if empty, for that seat."""
    return Task(Phase.SHOW, (seat,), about=(("deck", deck), ("place", place)))


def _slide(play: Play, places: Sequence[str], rule: str) -> int:
    """Slide open cards towards the cheapest place over empty ones.

    Returns:
        Number of cards; the places after these are empty.
    """
    state = play.state
    lying = [(place, card) for place in places if (card := state.card_at(place))]
    for (place, card), target in zip(lying, places, strict=False):
        if place != target:
            move_card(play, card, ON[place], ON[target], rule)
    return len(lying)


def planning(play: Play, task: Task) -> None:
    """Slide planning cards, then show a card for the next gap, until there is none."""
    number = _slide(play, PLANNING_ROW, "upkeep.slide")
    state = play.state
    if number == len(PLANNING_ROW) or not (state.face_down(PLANNING) or reshuffle(play)):
        return
    play.push(show(state.turn.seat, PLANNING, PLANNING_ROW[number]), task)


def segments(state: State) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return the path of each deck in play, the cheapest place first, its top last.

    An exhausted deck leaves its places to the one before it.
    """
    starts = dict(zip(DECKS, (5, 4, 3), strict=True))
    decks = [d for d in state.active if d == DECKS[0] or not _exhausted(state, d)]
    result = []
    for deck, after in zip(decks, (*decks[1:], None), strict=True):
        low = 0 if after is None else starts[after]
        result.append((deck, (*CONTRACT_ROW[low : starts[deck]], TOP[deck])))
    return tuple(result)


def _exhausted(state: State, deck: str) -> bool:
    return not state.face_down(deck) and state.card_at(TOP[deck]) is None


def contracts(play: Play, task: Task) -> None:
    """Slide contracts, then show a card for the next gap, until there is none."""
    for _, places in segments(play.state):
        _slide(play, places, "upkeep.contract_slide")
    state = play.state
    next_gap = _next_gap(state)
    if next_gap is not None:
        deck, gap = next_gap
        play.push(show(state.turn.seat, deck, gap), task)


def _next_gap(state: State) -> tuple[str, str] | None:
    """Return deck and place of the next contract to show: spaces first, then the tops."""
    parts = segments(state)
    deck_of = {place: deck for deck, places in parts for place in places}
    tops = (TOP[deck] for deck in state.active)
    for place in (*CONTRACT_ROW, *tops):
        deck = deck_of.get(place)
        if deck is not None and state.card_at(place) is None and state.face_down(deck):
            return deck, place
    return None
