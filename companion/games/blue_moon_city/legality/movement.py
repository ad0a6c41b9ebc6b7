"""Phase 1: the figure walks or flies, cards move dragons."""

from collections.abc import Iterator
from functools import partial

from companion.games.blue_moon_city import terms
from companion.games.blue_moon_city.actions import MoveDragon, MoveFigure
from companion.games.blue_moon_city.components import (
    COLOUR_OF,
    COURTYARD,
    DRAGON_COLOUR,
    OUT,
    VALUE_OF,
    diagonal_distance,
)
from companion.games.blue_moon_city.legality.common import (
    FINALE_ONLY_OFFERINGS,
    OWN_TURN,
    Rule,
    cards_in_hand,
    movement_over,
    no_such_tile,
    threes_without_function,
)
from companion.games.blue_moon_city.state import State
from companion.kernel.refusal import NOT_APPLICABLE, Failure, Finding, Remark, Remedy
from companion.kernel.values import Counted, Params, SeatRef

GREY_ONE, GREY_TWO = "grey:1", "grey:2"


def steps_left(state: State, action: MoveFigure) -> int:
    """The steps that the figure may take in this move, with the grey 2s played for it."""
    granted = state.facts.grey_two_steps * action.cards.count(GREY_TWO)
    return state.steps_left(action.seat, granted)


def steps_walked(state: State, action: MoveFigure) -> int:
    """The steps that a move takes; a flight takes none."""
    if GREY_ONE not in action.cards:
        return state.distance(state.standing(action.seat), action.to)
    # If the flight may not end on the market, it ends beside it, and one step follows.
    to_market = action.to == COURTYARD and state.rulings["grey_one_to_market"] == "no"
    return 1 if to_market else 0


def _walks(state: State, action: MoveFigure) -> bool:
    """Whether the move takes steps at all."""
    return GREY_ONE not in action.cards or steps_walked(state, action) > 0


def _card_not_grey(_state: State, action: MoveFigure) -> Finding:
    # Only grey cards move the figure.
    if not action.cards:
        return NOT_APPLICABLE
    wrong = tuple(card for card in action.cards if COLOUR_OF[card] != "grey")
    return Failure({"cards": terms.cards(wrong)}) if wrong else None


def _grey_functions(_state: State, action: MoveFigure) -> tuple[str, ...]:
    found = {"powers.grey_one": GREY_ONE, "powers.grey_two": GREY_TWO}
    return tuple(section for section, card in found.items() if card in action.cards)


def _only_greys(_state: State, action: MoveFigure) -> Iterator[Remedy]:
    greys = tuple(card for card in action.cards if card in (GREY_ONE, GREY_TWO))
    yield Remedy("walk_without_cards", change={"cards": ()})
    for cards in dict.fromkeys((greys, (GREY_TWO,), (GREY_ONE,))):
        if cards:
            yield Remedy("play_only", {"cards": terms.counted(cards)}, {"cards": cards})


def _figure_already_there(state: State, action: MoveFigure) -> Finding:
    # Nobody has to move: staying is no action.
    if state.standing(action.seat) != action.to:
        return None
    return Failure({"tile": terms.place(action.to)})


def _flight_to_market(state: State, action: MoveFigure) -> Finding:
    # A grey 1 takes the figure to any building tile; whether the market is one is a ruling.
    if GREY_ONE not in action.cards:
        return NOT_APPLICABLE
    ruling = "grey_one_to_market"
    if action.to != COURTYARD or state.rulings[ruling] == "yes":
        return None
    if state.rulings["grey_one_with_steps"] == "yes" and steps_left(state, action) > 0:
        # It flies beside the market and walks the last step.
        return Remark(ruling=ruling)
    return Failure(ruling=ruling)


def _walk_instead(_state: State, action: MoveFigure) -> Iterator[Remedy]:
    for twos in range(3):
        cards = (GREY_TWO,) * twos
        params: Params = {"tile": terms.place(action.to), "cards": terms.counted(cards)}
        yield Remedy("walk_to_with" if cards else "walk_to", params, {"cards": cards})


def _flight_with_steps(state: State, action: MoveFigure) -> Finding:
    # Whether a flight and steps go together in one turn is a ruling.
    ruling, turn = "grey_one_with_steps", state.turn_of(action.seat)
    flies = GREY_ONE in action.cards
    if state.rulings[ruling] == "yes" or not (flies or turn.flights):
        return NOT_APPLICABLE
    walks = not flies or GREY_TWO in action.cards
    mixed = (flies and (walks or turn.steps > 0)) or (walks and turn.flights > 0)
    return Failure(ruling=ruling) if mixed else None


def _fly_or_walk(_state: State, action: MoveFigure) -> Iterator[Remedy]:
    if GREY_ONE in action.cards:
        yield Remedy("only_fly", change={"cards": (GREY_ONE,)})
        yield Remedy("walk_without_cards", change={"cards": ()})
    else:
        yield Remedy("fly_again", change={"cards": (GREY_ONE,)})


def _steps_used_up(state: State, action: MoveFigure) -> Finding:
    # Two tiles a turn, and two more for each grey 2, in one move or in several.
    if not _walks(state, action):
        return NOT_APPLICABLE
    if steps_left(state, action) > 0:
        return None
    turn = state.turn_of(action.seat)
    extra = ("powers.grey_two",) if turn.extra else ()
    params: Params = {"seat": SeatRef(action.seat), "steps": Counted(turn.steps, "paso")}
    return Failure(params, cites=extra)


def _diagonal_step(state: State, action: MoveFigure) -> Finding:
    # Horizontally or vertically: what is near in a diagonal may be too far.
    steps, left = steps_walked(state, action), steps_left(state, action)
    if not _walks(state, action) or not left:
        return NOT_APPLICABLE
    if steps <= left:
        return None
    here = state.standing(action.seat)
    if diagonal_distance(state.layout, here, action.to) > left:
        return NOT_APPLICABLE
    return Failure(_far(action.to, steps, left))


def _far(tile: str, steps: int, left: int) -> Params:
    return {
        "tile": terms.place(tile),
        "steps": Counted(steps, "paso"),
        "left": Counted(left, "paso"),
    }


def _too_far(state: State, action: MoveFigure) -> Finding:
    # Two tiles, horizontally or vertically, and two more for each grey 2.
    if not _walks(state, action):
        return NOT_APPLICABLE
    steps, left = steps_walked(state, action), steps_left(state, action)
    if steps <= left:
        return None
    cites = ("powers.grey_two",) if GREY_TWO in action.cards else ()
    return Failure(_far(action.to, steps, left), cites=cites)


def _get_there(state: State, action: MoveFigure) -> Iterator[Remedy]:
    """Grey cards that carry the figure so far, and tiles on the way."""
    steps, left = steps_walked(state, action), steps_left(state, action)
    more = -(-(steps - left) // state.facts.grey_two_steps)
    if more > 0:
        greys = tuple(sorted((*action.cards, *(GREY_TWO,) * more)))
        said = terms.counted((GREY_TWO,) * more)
        yield Remedy("add_cards", {"cards": said}, {"cards": greys})
    said = terms.counted((GREY_ONE,))
    flight = (GREY_ONE,) if state.rulings["grey_one_with_steps"] == "no" else None
    cards = flight or tuple(sorted((*action.cards, GREY_ONE)))
    yield Remedy("add_cards", {"cards": said}, {"cards": cards})
    here = state.standing(action.seat)
    for tile in _on_the_way(state, here, action.to, left):
        yield Remedy("stop_nearer", {"tile": terms.place(tile)}, {"to": tile})


def _on_the_way(state: State, here: str, to: str, reach: int) -> list[str]:
    """The tiles within reach that lie nearest to a destination, nearest first."""
    near = [tile for tile in state.layout if 0 < state.distance(here, tile) <= reach]
    return sorted(near, key=lambda tile: state.distance(tile, to))[:2]


def _figure_cards(action: MoveFigure) -> tuple[str, ...]:
    return action.cards


_MOVED = ("no_such_seat", "no_such_tile", "figure_already_there")

MOVE_FIGURE = (
    *OWN_TURN,
    FINALE_ONLY_OFFERINGS,
    movement_over("turn.phases"),
    no_such_tile(),
    *cards_in_hand("cards", _figure_cards, "powers.grey_one", "powers.grey_two"),
    Rule(
        "card_not_grey",
        ("powers.grey_one", "powers.grey_two"),
        _card_not_grey,
        ("cards",),
        mend=_only_greys,
        grounds=_grey_functions,
    ),
    threes_without_function("cards", _figure_cards, mend=_only_greys),
    Rule(
        "figure_already_there",
        ("move.optional",),
        _figure_already_there,
        ("to",),
        ("no_such_seat", "no_such_tile"),
        grounds=(),
    ),
    Rule(
        "flight_to_market",
        ("powers.grey_one",),
        _flight_to_market,
        ("to", "cards"),
        _MOVED,
        mend=_walk_instead,
    ),
    Rule(
        "flight_with_steps",
        ("powers.grey_one",),
        _flight_with_steps,
        ("cards",),
        ("no_such_seat",),
        mend=_fly_or_walk,
    ),
    Rule(
        "steps_used_up",
        ("move.steps",),
        _steps_used_up,
        ("to", "cards"),
        _MOVED,
        mend=_get_there,
    ),
    Rule(
        "diagonal_step",
        ("move.steps", "move.turning"),
        _diagonal_step,
        ("to", "cards"),
        _MOVED,
        mend=_get_there,
    ),
    Rule("too_far", ("move.steps",), _too_far, ("to", "cards"), _MOVED, mend=_get_there),
)


def _wrong_card_for_dragon(_state: State, action: MoveDragon) -> Finding:
    # Black moves the Vulca dragon, red the Terrah's, blue the Aqua's.
    if COLOUR_OF[action.card] == DRAGON_COLOUR[action.dragon]:
        return None
    params = {"dragon": terms.dragon(action.dragon), "card": terms.card(action.card)}
    return Failure(params)


def _dragon_function(_state: State, action: MoveDragon) -> tuple[str, ...]:
    flies = VALUE_OF[action.card] == 1
    return ("powers.dragons", "powers.dragon_one" if flies else "powers.dragon_two")


def _cards_of_dragon(
    _state: State, action: MoveDragon, values: tuple[int, ...] = (1, 2)
) -> Iterator[Remedy]:
    for value in values:
        card = f"{DRAGON_COLOUR[action.dragon]}:{value}"
        yield Remedy("use_card", {"card": terms.card(card)}, {"card": card})


_with_a_one = partial(_cards_of_dragon, values=(1,))


def _dragon_already_there(state: State, action: MoveDragon) -> Finding:
    # A dragon that stays where it is was not moved.
    if state.dragons[action.dragon] != action.to:
        return None
    return Failure({"dragon": terms.dragon(action.dragon), "tile": terms.place(action.to)})


def _dragon_outside(state: State, action: MoveDragon) -> Finding:
    # A value 2 only moves a dragon that is in the city.
    if VALUE_OF[action.card] != 2:
        return NOT_APPLICABLE
    if state.dragons[action.dragon] != OUT:
        return None
    return Failure({"dragon": terms.dragon(action.dragon)})


def _two_takes_no_dragon_out(_state: State, action: MoveDragon) -> Finding:
    # A value 2 moves over tiles; only a value 1 takes a dragon out.
    if action.to != OUT:
        return NOT_APPLICABLE
    if VALUE_OF[action.card] == 1:
        return None
    return Failure({"dragon": terms.dragon(action.dragon)})


def _dragon_stays_in_city(state: State, action: MoveDragon) -> Finding:
    # Whether a value 1 may take its dragon out is a ruling.
    if action.to != OUT:
        return NOT_APPLICABLE
    if state.rulings["dragon_leaves_city"] == "yes":
        return None
    return Failure({"dragon": terms.dragon(action.dragon)}, ruling="dragon_leaves_city")


def _dragon_diagonal(state: State, action: MoveDragon) -> Finding:
    # Its steps, too, are horizontal or vertical.
    if VALUE_OF[action.card] != 2:
        return NOT_APPLICABLE
    here, reach = state.dragons[action.dragon], state.facts.dragon_steps
    steps = state.distance(here, action.to)
    if steps <= reach:
        return None
    if diagonal_distance(state.layout, here, action.to) > reach:
        return NOT_APPLICABLE
    return Failure(_dragon_far(action, steps, reach))


def _dragon_too_far(state: State, action: MoveDragon) -> Finding:
    # Up to three tiles with a value 2.
    if VALUE_OF[action.card] != 2:
        return NOT_APPLICABLE
    steps = state.distance(state.dragons[action.dragon], action.to)
    reach = state.facts.dragon_steps
    return None if steps <= reach else Failure(_dragon_far(action, steps, reach))


def _dragon_far(action: MoveDragon, steps: int, reach: int) -> Params:
    return {
        "dragon": terms.dragon(action.dragon),
        "tile": terms.place(action.to),
        "steps": Counted(steps, "paso"),
        "reach": Counted(reach, "paso"),
    }


def _dragon_gets_there(state: State, action: MoveDragon) -> Iterator[Remedy]:
    yield from _with_a_one(state, action)
    here = state.dragons[action.dragon]
    for tile in _on_the_way(state, here, action.to, state.facts.dragon_steps):
        yield Remedy("dragon_stops_nearer", {"tile": terms.place(tile)}, {"to": tile})


def _dragon_card(action: MoveDragon) -> tuple[str, ...]:
    return (action.card,)


_IN_CITY = ("no_such_tile", "dragon_outside", "two_takes_no_dragon_out")

MOVE_DRAGON = (
    *OWN_TURN,
    FINALE_ONLY_OFFERINGS,
    movement_over("turn.phases", "powers.phase"),
    no_such_tile(frozenset({OUT})),
    *cards_in_hand("card", _dragon_card, "move.dragons"),
    threes_without_function("card", _dragon_card, mend=_cards_of_dragon, needs=("dragon", "card")),
    Rule(
        "wrong_card_for_dragon",
        ("powers.dragons",),
        _wrong_card_for_dragon,
        ("dragon", "card"),
        mend=_cards_of_dragon,
        grounds=_dragon_function,
    ),
    Rule(
        "dragon_outside",
        ("powers.dragon_two.in_city",),
        _dragon_outside,
        ("dragon", "card"),
        mend=_with_a_one,
        grounds=(),
    ),
    Rule(
        "dragon_already_there",
        ("move.dragons",),
        _dragon_already_there,
        ("dragon", "to"),
        grounds=(),
    ),
    Rule(
        "two_takes_no_dragon_out",
        ("powers.dragon_two", "powers.dragon_one"),
        _two_takes_no_dragon_out,
        ("dragon", "card", "to"),
        mend=_with_a_one,
        grounds=(),
    ),
    Rule(
        "dragon_stays_in_city",
        ("powers.dragon_one",),
        _dragon_stays_in_city,
        ("dragon", "to"),
    ),
    Rule(
        "dragon_diagonal",
        ("move.dragons", "powers.dragon_two"),
        _dragon_diagonal,
        ("dragon", "card", "to"),
        _IN_CITY,
        mend=_dragon_gets_there,
    ),
    Rule(
        "dragon_too_far",
        ("powers.dragon_two", "move.dragons"),
        _dragon_too_far,
        ("dragon", "card", "to"),
        _IN_CITY,
        mend=_dragon_gets_there,
    ),
)
