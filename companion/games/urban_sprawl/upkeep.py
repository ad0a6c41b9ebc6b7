"""The end of a turn: open cards move up, and what is empty is filled from the decks."""

from collections.abc import Sequence

from companion.games.urban_sprawl.components import CONTRACT_ROW, DECKS, PLANNING, PLANNING_ROW, TOP
from companion.games.urban_sprawl.play import Play, move_card, reshuffled
from companion.games.urban_sprawl.state import ON, Phase, State
from companion.kernel.agenda import Task
from companion.kernel.values import Seat


def show(seat: Seat, deck: str, place: str) -> Task:
    """A card of a deck is turned up, on a place or, without one, for that seat."""
    return Task(Phase.SHOW, (seat,), about=(("deck", deck), ("place", place)))


def _slide(play: Play, places: Sequence[str], rule: str) -> int:
    """Open cards move towards the cheapest place, over places that are empty.

    Returns:
        How many there are: the places after these are empty.
    """
    state = play.state
    lying = [(place, card) for place in places if (card := state.card_at(place))]
    for (place, card), target in zip(lying, places, strict=False):
        if place != target:
            move_card(play, card, ON[place], ON[target], rule)
    return len(lying)


def planning(play: Play, task: Task) -> None:
    """Planning cards move up; then the next gap waits for a card, until there is none."""
    number = _slide(play, PLANNING_ROW, "upkeep.slide")
    state = play.state
    if number == len(PLANNING_ROW) or not (state.face_down(PLANNING) or reshuffled(play)):
        return
    play.push(show(state.turn.seat, PLANNING, PLANNING_ROW[number]), task)


def segments(state: State) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """By deck in play, the places that its cards move over, the cheapest first, its top last.

    A deck that has no cards left leaves its places to the one before it.
    """
    starts = dict(zip(DECKS, (5, 4, 3), strict=True))
    decks = [d for d in state.active if d == DECKS[0] or not _exhausted(state, d)]
    found = []
    for deck, after in zip(decks, (*decks[1:], None), strict=True):
        low = 0 if after is None else starts[after]
        found.append((deck, (*CONTRACT_ROW[low : starts[deck]], TOP[deck])))
    return tuple(found)


def _exhausted(state: State, deck: str) -> bool:
    return not state.face_down(deck) and state.card_at(TOP[deck]) is None


def contracts(play: Play, task: Task) -> None:
    """Contracts move up; then the next gap waits for a card, until there is none."""
    for _, places in segments(play.state):
        _slide(play, places, "upkeep.contract_slide")
    state = play.state
    found = _next_gap(state)
    if found is not None:
        deck, gap = found
        play.push(show(state.turn.seat, deck, gap), task)


def _next_gap(state: State) -> tuple[str, str] | None:
    """The deck and the place of the next contract to be shown: spaces first, then the tops."""
    parts = segments(state)
    deck_of = {place: deck for deck, places in parts for place in places}
    tops = (TOP[deck] for deck in state.active)
    for place in (*CONTRACT_ROW, *tops):
        deck = deck_of.get(place)
        if deck is not None and state.card_at(place) is None and state.face_down(deck):
            return deck, place
    return None
