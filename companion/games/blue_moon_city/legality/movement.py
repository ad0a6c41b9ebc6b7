"""Phase 1: the figure walks or flies, cards move dragons."""

from companion.games.blue_moon_city import terms
from companion.games.blue_moon_city.actions import MoveDragon, MoveFigure
from companion.games.blue_moon_city.components import (
    COLOUR_OF,
    COURTYARD,
    DRAGON_COLOUR,
    OUT,
    VALUE_OF,
)
from companion.games.blue_moon_city.legality.common import (
    FINALE_ONLY_OFFERINGS,
    MOVEMENT_OVER,
    OWN_TURN,
    Rule,
    cards_in_hand,
    no_such_tile,
    threes_without_function,
)
from companion.games.blue_moon_city.state import State
from companion.kernel.refusal import Failure, Finding, Remedy
from companion.kernel.values import Counted, Params

GREY_ONE, GREY_TWO = "grey:1", "grey:2"


def steps_left(state: State, cards: tuple[str, ...] = ()) -> int:
    """The steps that the figure still has, with the grey 2s played now."""
    turn, facts = state.turn, state.facts
    return facts.steps + turn.extra + facts.grey_two_steps * cards.count(GREY_TWO) - turn.steps


def steps_walked(state: State, action: MoveFigure) -> int:
    """The steps that a move takes; a flight takes none."""
    if GREY_ONE not in action.cards:
        return state.distance(state.standing(action.seat), action.to)
    # If the flight may not end on the market, it ends beside it, and one step follows.
    to_market = action.to == COURTYARD and state.rulings["grey_one_to_market"] == "no"
    return 1 if to_market else 0


def _card_not_grey(_state: State, action: MoveFigure) -> Finding:
    # Only grey cards move the figure.
    wrong = tuple(card for card in action.cards if COLOUR_OF[card] != "grey")
    return Failure({"cards": terms.cards(wrong)}, (Remedy("use_grey"),)) if wrong else None


def _figure_already_there(state: State, action: MoveFigure) -> Finding:
    # Nobody has to move: staying is no action.
    if state.standing(action.seat) != action.to:
        return None
    return Failure({"tile": terms.place(action.to)}, (Remedy("stay_without_moving"),))


def _flight_to_market(state: State, action: MoveFigure) -> Finding:
    # A grey 1 takes the figure to any building tile; whether the market is one is a ruling.
    if GREY_ONE not in action.cards or action.to != COURTYARD:
        return None
    if state.rulings["grey_one_to_market"] == "yes":
        return None
    walks_on = state.rulings["grey_one_with_steps"] == "yes" and steps_left(state, action.cards) > 0
    if walks_on:
        return None
    remedy = Remedy("walk_to", {"tile": terms.place(COURTYARD)})
    return Failure({}, (remedy,), ruling="grey_one_to_market")


def _flight_with_steps(state: State, action: MoveFigure) -> Finding:
    # Whether a flight and steps go together in one turn is a ruling.
    if state.rulings["grey_one_with_steps"] == "yes":
        return None
    flies = GREY_ONE in action.cards
    walks = not flies or GREY_TWO in action.cards
    mixed = (flies and (walks or state.turn.steps > 0)) or (walks and state.turn.flights > 0)
    return Failure(ruling="grey_one_with_steps") if mixed else None


def _too_far(state: State, action: MoveFigure) -> Finding:
    # Two tiles, horizontally or vertically, and two more for each grey 2.
    steps, left = steps_walked(state, action), steps_left(state, action.cards)
    if steps <= left:
        return None
    more = -(-(steps - left) // state.facts.grey_two_steps)
    params: Params = {
        "tile": terms.place(action.to),
        "steps": Counted(steps, "paso"),
        "left": Counted(left, "paso"),
    }
    remedies = [Remedy("add_grey_two", {"cards": Counted(more, "gris")})]
    if action.to != COURTYARD or state.rulings["grey_one_to_market"] == "yes":
        remedies.append(Remedy("add_grey_one"))
    if left > 0:
        remedies.append(Remedy("stop_nearer", {"left": Counted(left, "paso")}))
    return Failure(params, tuple(remedies))


def _figure_cards(action: MoveFigure) -> tuple[str, ...]:
    return action.cards


MOVE_FIGURE = (
    *OWN_TURN,
    FINALE_ONLY_OFFERINGS,
    MOVEMENT_OVER,
    no_such_tile(),
    *cards_in_hand("cards", _figure_cards),
    Rule("card_not_grey", ("powers.grey_one", "powers.grey_two"), _card_not_grey, ("cards",)),
    threes_without_function("cards", _figure_cards),
    Rule(
        "figure_already_there",
        ("move.optional", "turn.optional"),
        _figure_already_there,
        ("to",),
        ("no_such_seat", "no_such_tile"),
    ),
    Rule("flight_to_market", ("powers.grey_one",), _flight_to_market, ("to", "cards")),
    Rule("flight_with_steps", ("powers.grey_one",), _flight_with_steps, ("cards",)),
    Rule(
        "too_far",
        ("move.steps", "move.turning", "powers.grey_two"),
        _too_far,
        ("to", "cards"),
        ("not_your_turn", "no_such_tile"),
    ),
)


def _wrong_card_for_dragon(_state: State, action: MoveDragon) -> Finding:
    # Black moves the Vulca dragon, red the Terrah's, blue the Aqua's.
    right = DRAGON_COLOUR[action.dragon]
    if COLOUR_OF[action.card] == right:
        return None
    params = {"dragon": terms.dragon(action.dragon), "card": terms.card(action.card)}
    return Failure(params, (Remedy("use_colour", {"colour": terms.colour_f(right)}),))


def _dragon_already_there(state: State, action: MoveDragon) -> Finding:
    # A dragon that stays where it is was not moved.
    if state.dragons[action.dragon] != action.to:
        return None
    return Failure({"dragon": terms.dragon(action.dragon), "tile": terms.place(action.to)})


def _dragon_outside(state: State, action: MoveDragon) -> Finding:
    # A value 2 only moves a dragon that is in the city.
    if VALUE_OF[action.card] != 2 or state.dragons[action.dragon] != OUT:
        return None
    one = terms.card(f"{DRAGON_COLOUR[action.dragon]}:1")
    return Failure({"dragon": terms.dragon(action.dragon)}, (Remedy("use_card", {"card": one}),))


def _two_takes_no_dragon_out(_state: State, action: MoveDragon) -> Finding:
    # A value 2 moves over tiles; only a value 1 takes a dragon out.
    if VALUE_OF[action.card] != 2 or action.to != OUT:
        return None
    one = terms.card(f"{DRAGON_COLOUR[action.dragon]}:1")
    return Failure({"dragon": terms.dragon(action.dragon)}, (Remedy("use_card", {"card": one}),))


def _dragon_stays_in_city(state: State, action: MoveDragon) -> Finding:
    # Whether a value 1 may take its dragon out is a ruling.
    if action.to != OUT or state.rulings["dragon_leaves_city"] == "yes":
        return None
    return Failure({"dragon": terms.dragon(action.dragon)}, ruling="dragon_leaves_city")


def _dragon_too_far(state: State, action: MoveDragon) -> Finding:
    # Up to three tiles with a value 2.
    if VALUE_OF[action.card] != 2:
        return None
    steps = state.distance(state.dragons[action.dragon], action.to)
    reach = state.facts.dragon_steps
    if steps <= reach:
        return None
    params: Params = {
        "dragon": terms.dragon(action.dragon),
        "tile": terms.place(action.to),
        "steps": Counted(steps, "paso"),
        "reach": Counted(reach, "paso"),
    }
    one = terms.card(f"{DRAGON_COLOUR[action.dragon]}:1")
    return Failure(params, (Remedy("use_card", {"card": one}),))


def _dragon_card(action: MoveDragon) -> tuple[str, ...]:
    return (action.card,)


MOVE_DRAGON = (
    *OWN_TURN,
    FINALE_ONLY_OFFERINGS,
    MOVEMENT_OVER,
    no_such_tile(frozenset({OUT})),
    *cards_in_hand("card", _dragon_card),
    threes_without_function("card", _dragon_card),
    Rule("wrong_card_for_dragon", ("powers.dragons",), _wrong_card_for_dragon, ("dragon", "card")),
    Rule("dragon_outside", ("powers.dragon_two.in_city",), _dragon_outside, ("dragon", "card")),
    Rule("dragon_already_there", ("move.dragons",), _dragon_already_there, ("dragon", "to")),
    Rule(
        "two_takes_no_dragon_out",
        ("powers.dragon_two",),
        _two_takes_no_dragon_out,
        ("dragon", "card", "to"),
    ),
    Rule(
        "dragon_stays_in_city",
        ("powers.dragon_one",),
        _dragon_stays_in_city,
        ("dragon", "to"),
    ),
    Rule(
        "dragon_too_far",
        ("powers.dragon_two", "move.dragons"),
        _dragon_too_far,
        ("dragon", "card", "to"),
        ("no_such_tile", "dragon_outside", "two_takes_no_dragon_out"),
    ),
)
