"""What each field of the form can be, and help with what a hand can pay."""

from collections.abc import Iterable
from dataclasses import dataclass

from companion.games.blue_moon_city import payment
from companion.games.blue_moon_city.components import (
    CARD_KINDS,
    DRAGON_COLOUR,
    DRAGONS,
    MOST_SECTIONS,
    OUT,
)
from companion.games.blue_moon_city.payment import Cards
from companion.games.blue_moon_city.rewards import unknown_rewards, would_finish
from companion.games.blue_moon_city.scoring import winners_possible
from companion.games.blue_moon_city.state import CARD, State
from companion.kernel.facts import Unknown
from companion.kernel.form import AskFact, Choices, Draft, Field, OpenBag
from companion.kernel.values import Seat

_DRAGON_CARDS = tuple(f"{colour}:{n}" for colour in DRAGON_COLOUR.values() for n in (1, 2))
_GREYS = ("grey:1", "grey:2")
_MOVES: tuple[Cards, ...] = (
    (),
    ("grey:2",),
    ("grey:1",),
    ("grey:2", "grey:2"),
    ("grey:2", "grey:2", "grey:2"),
)
_DISCARDS: tuple[Cards, ...] = ((), (CARD,), (CARD, CARD))


def candidates(state: State, draft: Draft, field: str) -> Field:
    """What a field can be: every value, legal or not, in a fixed order; or its bounds."""
    match draft.kind, field:
        case "move_figure", "to":
            return Choices(state.layout)
        case "move_figure", "cards":
            return _bag(state, draft.seat, _GREYS, _MOVES)
        case "move_dragon", "dragon":
            return Choices(DRAGONS)
        case "move_dragon", "card":
            return Choices(_DRAGON_CARDS)
        case "move_dragon", "to":
            return Choices((*state.layout, OUT))
        case "place_stone", "section":
            return Choices(tuple(range(_sections_here(state, draft.seat))))
        case "place_stone", "cards":
            return _bag(state, draft.seat, CARD_KINDS, _payments(state, draft))
        case "finish_turn", "discards":
            return _bag(state, draft.seat, (CARD, *CARD_KINDS), _DISCARDS)
        case "declare_stalemate", "winners":
            return Choices(winners_possible(state))
        case _:
            raise KeyError(field)


def _sections_here(state: State, seat: Seat) -> int:
    return len(state.sections(_tile_of(state, seat))) or MOST_SECTIONS


def _tile_of(state: State, seat: Seat) -> str:
    """The tile of a seat's figure; nothing for a seat that nobody has."""
    return state.standing(seat) if seat < state.players else ""


def _bag(state: State, seat: Seat, kinds: tuple[str, ...], proposals: tuple[Cards, ...]) -> OpenBag:
    held = state.hand_size(seat)
    most = state.facts.copies
    items = tuple((kind, most.get(kind, state.facts.discards)) for kind in kinds)
    within = tuple(bag for bag in proposals if len(bag) <= held)
    return OpenBag(items, 0, held, within)


def _payments(state: State, draft: Draft) -> tuple[Cards, ...]:
    tile, section = _tile_of(state, draft.seat), draft.values.get("section", 0)
    if section >= len(state.sections(tile)):
        return ()
    need = state.need(tile, section)
    if not isinstance(need, Unknown):
        return payment.proposals(state.terms_of(tile, need))
    # Nobody knows what it asks for: the first payments of each value that it may have.
    each = (payment.proposals(state.terms_of(tile, value))[:3] for value in need.among)
    return tuple(bag for bags in each for bag in bags)


def asks(state: State, draft: Draft) -> tuple[AskFact, ...]:
    """The unknown printed values that a stone meets: its section's, and what finishing gives."""
    if draft.kind != "place_stone":
        return ()
    tile = _tile_of(state, draft.seat)
    if not state.sections(tile) or tile in state.finished:
        return ()
    wanted: list[AskFact] = []
    values = state.facts.tiles[tile].values
    if isinstance(values, Unknown):
        wanted.append(AskFact(values.fact, compulsory=False))
    section = draft.values.get("section")
    if section is not None and would_finish(state.sections(tile), section):
        wanted += [AskFact(fact, compulsory=True) for fact in unknown_rewards(state, tile)]
    return tuple(wanted)


@dataclass(frozen=True, slots=True)
class Buildable:
    """A section that some cards would pay, and a payment that needs all of its own."""

    tile: str
    section: int
    cards: Cards


def payments(state: State, tile: str, section: int, hand: Iterable[str]) -> tuple[Cards, ...]:
    """The shortest payments of a section with cards of this hand, which pay it for sure."""
    return payment.payments(hand, state.dearest_terms(tile, section))


def buildable(state: State, hand: Iterable[str]) -> tuple[Buildable, ...]:
    """Every free section of the city that these cards would pay for sure, whoever asks."""
    cards = tuple(sorted(hand))
    found = []
    for tile in state.layout:
        for section, owner in enumerate(state.sections(tile)):
            if owner is not None or tile in state.finished:
                continue
            paid = payment.lean(cards, state.dearest_terms(tile, section))
            if paid:
                found.append(Buildable(tile, section, paid))
    return tuple(found)
