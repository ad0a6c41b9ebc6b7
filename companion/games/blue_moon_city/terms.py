"""Values of this game as words are made from them. No sentences: those are in `rules_data`."""

from collections import Counter
from collections.abc import Iterable
from typing import Any, Final

from companion.games.blue_moon_city.actions import (
    DeclareStalemate,
    FinishTurn,
    MoveDragon,
    MoveFigure,
    PlaceStone,
)
from companion.games.blue_moon_city.components import CARD_KINDS, OUT
from companion.games.blue_moon_city.state import CARD, State
from companion.kernel.facts import Unknown
from companion.kernel.form import Draft
from companion.kernel.models import Action
from companion.kernel.values import Counted, Params, SeatRef, Term, Value

CARD_NOUN: Final = {
    CARD: "carta",
    **{kind: f"card.{kind.replace(':', '.')}" for kind in CARD_KINDS},
}
"""By card, its noun of `words.toml`."""


def place(tile: str) -> Term:
    """A tile, or outside the city."""
    return Term("place.outside" if tile == OUT else f"tile.{tile}")


def card(kind: str) -> Term:
    """A card by colour and value, or one whose face was not seen."""
    return Term(CARD if kind == CARD else f"card.{kind.replace(':', '.')}")


def card_or_none(kind: str) -> Term:
    """A card that may be left out."""
    return Term("card.none") if kind == "none" else card(kind)


def cards(kinds: Iterable[str]) -> tuple[Value, ...]:
    """Several cards, as a list."""
    return tuple(card(kind) for kind in kinds)


def counted(kinds: Iterable[str]) -> tuple[Value, ...]:
    """Several cards, each kind once with how many there are of it: "2 verdes"."""
    number = Counter(kinds)
    return tuple(Counted(n, CARD_NOUN[kind]) for kind, n in sorted(number.items()))


def colour(name: str) -> Term:
    """A colour, of a value."""
    return Term(f"colour.{name}")


def colour_f(name: str) -> Term:
    """A colour, of a card."""
    return Term(f"colour_f.{name}")


def dragon(name: str) -> Term:
    """A dragon, by the colour of its cards."""
    return Term(f"dragon_short.{name}")


def seats(numbers: Iterable[int]) -> tuple[Value, ...]:
    """Several players, as a list."""
    return tuple(SeatRef(number) for number in numbers)


def section(state: State, tile: str, index: int) -> Value:
    """What a section asks for, or which one it is from the left if nobody knows."""
    value = state.facts.tiles[tile].value(index)
    return Term(f"section.{index}") if isinstance(value, Unknown) else value


def describe(state: State, action: Action) -> Params:
    """The parameters of the sentence that says what an action does."""
    params: dict[str, Value] = {"seat": SeatRef(action.seat)}
    match action:
        case MoveFigure(to=to, cards=played):
            params |= {"tile": place(to), "cards": cards(played)}
        case MoveDragon(dragon=who, card=played_card, to=to):
            params |= {"dragon": dragon(who), "card": card(played_card), "tile": place(to)}
        case PlaceStone():
            params |= _of_stone(state, action)
        case FinishTurn(discards=discards):
            params |= {"discards": len(discards)}
        case DeclareStalemate(winners=winners):
            params |= {"winners": seats(winners)}
    return params


def _of_stone(state: State, action: PlaceStone) -> dict[str, Value]:
    tile = state.standing(action.seat) if action.seat < state.players else ""
    printed = state.facts.tiles.get(tile)
    known = printed is not None and action.section < printed.sections
    return {
        "tile": place(tile) if tile else "",
        "section": section(state, tile, action.section)
        if known
        else Term(f"section.{action.section}"),
        "cards": cards(action.cards),
    }


def _section_label(state: State, tile: str, index: int) -> Value:
    printed = state.facts.tiles[tile].value(index)
    unknown = isinstance(printed, Unknown)
    return Term(f"section.{index}" if unknown else f"section_of.{printed}.{index}")


def label(state: State, draft: Draft, field: str, value: Any) -> Value:
    """The words for one value of one field of a draft."""
    match field:
        case "to":
            return place(value)
        case "dragon":
            return Term(f"dragon.{value}")
        case "card":
            return card(value)
        case "section":
            tile = state.standing(draft.seat)
            known = value < len(state.sections(tile))
            return _section_label(state, tile, value) if known else Term(f"section.{value}")
        case "winners":
            return seats(value)
        case "cards" | "discards":
            return card(value) if isinstance(value, str) else cards(value)
        case _:
            return str(value)
