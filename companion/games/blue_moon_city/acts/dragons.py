"""Phase 1: moving dragons with cards."""

from collections.abc import Iterator
from functools import partial
from typing import ClassVar, Final, Literal

from companion.games.blue_moon_city import terms
from companion.games.blue_moon_city.acts.common import (
    Act,
    Deed,
    TileId,
    cards_in_hand,
    no_such_tile,
    threes_without_function,
)
from companion.games.blue_moon_city.acts.turn import still_moving
from companion.games.blue_moon_city.components import (
    COLOUR_OF,
    DRAGON_COLOUR,
    DRAGONS,
    OUT,
    VALUE_OF,
    CardKind,
    Dragon,
    diagonal_distance,
)
from companion.games.blue_moon_city.play import Play, discard
from companion.games.blue_moon_city.state import State
from companion.kernel.form import choice
from companion.kernel.play import frozen
from companion.kernel.refusal import NOT_APPLICABLE, Failure, Finding, Remedy
from companion.kernel.values import Counted, Params, Term

_CARDS: Final = tuple(f"{colour}:{n}" for colour in DRAGON_COLOUR.values() for n in (1, 2))


class MoveDragon(Deed):
    """Move of a dragon by its card."""

    kind: Literal["move_dragon"] = "move_dragon"
    payments: ClassVar[frozenset[str]] = frozenset({"card"})
    dragon: Dragon
    card: CardKind
    to: TileId
    """Destination tile, or `out`."""


def _cards_of_dragon(
    _state: State, act: MoveDragon, values: tuple[int, ...] = (1, 2)
) -> Iterator[Remedy]:
    for value in values:
        card = f"{DRAGON_COLOUR[act.dragon]}:{value}"
        yield Remedy("use_card", {"card": terms.card(card)}, {"card": card})


_with_a_one = partial(_cards_of_dragon, values=(1,))


DRAGON = Act(
    MoveDragon,
    *still_moving("turn.phases", "powers.phase"),
    no_such_tile(OUT),
    *cards_in_hand("card", "move.dragons"),
    threes_without_function("card", "dragon", suggest=_cards_of_dragon),
    fields={
        "dragon": choice(DRAGONS, lambda name: Term(f"dragon.{name}"), sentence=terms.dragon),
        "card": choice(_CARDS, terms.card),
        "to": choice(lambda state, _draft: (*state.layout, OUT), terms.place, param_name="tile"),
    },
)

# Card and dragon


def _function(_state: State, act: MoveDragon) -> tuple[str, ...]:
    flies = VALUE_OF[act.card] == 1
    return ("powers.dragons", "powers.dragon_one" if flies else "powers.dragon_two")


@DRAGON.rule(
    "powers.dragons",
    code="wrong_card_for_dragon",
    fields=("dragon", "card"),
    suggest=_cards_of_dragon,
    legal_basis=_function,
)
def wrong_card_for_dragon(_state: State, act: MoveDragon) -> Finding:
    """Black moves the Vulca dragon, red the Terrah's, blue the Aqua's."""
    if COLOUR_OF[act.card] == DRAGON_COLOUR[act.dragon]:
        return None
    return Failure({**_who(act), "card": terms.card(act.card)})


def _who(act: MoveDragon) -> Params:
    return {"dragon": terms.dragon(act.dragon)}


@DRAGON.rule(
    "powers.dragon_two.in_city",
    code="dragon_outside",
    fields=("dragon", "card"),
    suggest=_with_a_one,
    legal_basis=(),
)
def dragon_outside(state: State, act: MoveDragon) -> Finding:
    """A value 2 only moves a dragon that is in the city."""
    if VALUE_OF[act.card] != 2:
        return NOT_APPLICABLE
    return Failure(_who(act)) if state.dragons[act.dragon] == OUT else None


# Destination


@DRAGON.rule("move.dragons", code="dragon_already_there", fields=("dragon", "to"), legal_basis=())
def dragon_already_there(state: State, act: MoveDragon) -> Finding:
    """A dragon that stays where it is was not moved."""
    if state.dragons[act.dragon] != act.to:
        return None
    return Failure({**_who(act), "tile": terms.place(act.to)}, acts_first=False)


_WHOLE: Final = ("dragon", "card", "to")


@DRAGON.rule(
    "powers.dragon_two",
    "powers.dragon_one",
    code="two_takes_no_dragon_out",
    fields=_WHOLE,
    suggest=_with_a_one,
    legal_basis=(),
)
def two_takes_no_dragon_out(_state: State, act: MoveDragon) -> Finding:
    """A value 2 moves over tiles; only a value 1 takes a dragon out."""
    if act.to != OUT:
        return NOT_APPLICABLE
    return None if VALUE_OF[act.card] == 1 else Failure(_who(act))


@DRAGON.rule("powers.dragon_one", code="dragon_stays_in_city", fields=("dragon", "to"))
def dragon_stays_in_city(state: State, act: MoveDragon) -> Finding:
    """Whether a value 1 may take its dragon out is a ruling."""
    if act.to != OUT:
        return NOT_APPLICABLE
    ruling = "dragon_leaves_city"
    return None if state.rulings[ruling] == "yes" else Failure(_who(act), ruling=ruling)


_IN_CITY: Final = ("no_such_tile", "dragon_outside", "two_takes_no_dragon_out")


def _gets_there(state: State, act: MoveDragon) -> Iterator[Remedy]:
    yield from _with_a_one(state, act)
    for tile in state.on_the_way(state.dragons[act.dragon], act.to, state.facts["dragon.steps"]):
        yield Remedy("dragon_stops_nearer", {"tile": terms.place(tile)}, {"to": tile})


def _far(act: MoveDragon, steps: int, reach: int) -> Params:
    return {
        **_who(act),
        "tile": terms.place(act.to),
        "steps": Counted(steps, "paso"),
        "reach": Counted(reach, "paso"),
    }


@DRAGON.rule(
    "move.dragons",
    "powers.dragon_two",
    code="dragon_diagonal",
    fields=_WHOLE,
    requires=_IN_CITY,
    suggest=_gets_there,
)
def dragon_diagonal(state: State, act: MoveDragon) -> Finding:
    """Its steps, too, are horizontal or vertical."""
    if VALUE_OF[act.card] != 2:
        return NOT_APPLICABLE
    here, reach = state.dragons[act.dragon], state.facts["dragon.steps"]
    steps = state.distance(here, act.to)
    if steps <= reach:
        return None
    if diagonal_distance(state.layout, here, act.to) > reach:
        return NOT_APPLICABLE
    return Failure(_far(act, steps, reach))


@DRAGON.rule(
    "powers.dragon_two",
    "move.dragons",
    code="dragon_too_far",
    fields=_WHOLE,
    requires=_IN_CITY,
    suggest=_gets_there,
)
def dragon_too_far(state: State, act: MoveDragon) -> Finding:
    """Up to three tiles with a value 2."""
    if VALUE_OF[act.card] != 2:
        return NOT_APPLICABLE
    steps = state.distance(state.dragons[act.dragon], act.to)
    reach = state.facts["dragon.steps"]
    return None if steps <= reach else Failure(_far(act, steps, reach))


@DRAGON.play
def _move(play: Play, act: MoveDragon) -> None:
    state, dragon, seat = play.state, act.dragon, act.seat
    rule = "powers.dragon_one" if VALUE_OF[act.card] == 1 else "powers.dragon_two"
    discard(play, seat, (act.card,), rule)
    source, tile = terms.place(state.dragons[dragon]), terms.place(act.to)
    play.change(dragons=frozen({**state.dragons, dragon: act.to}))
    play.say("dragon_moved", rule, seat, **_who(act), source=source, tile=tile)
