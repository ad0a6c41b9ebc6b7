"""Phase 1: walking, or flying with a grey card."""

from collections.abc import Iterator
from itertools import combinations
from typing import ClassVar, Final, Literal

from companion.games.blue_moon_city import terms
from companion.games.blue_moon_city.acts.common import (
    Act,
    Deed,
    Laid,
    TileId,
    cards_in_hand,
    hand_cards,
    no_such_tile,
    threes_without_function,
)
from companion.games.blue_moon_city.acts.turn import still_moving
from companion.games.blue_moon_city.components import COLOUR_OF, COURTYARD, diagonal_distance
from companion.games.blue_moon_city.play import Play, discard, in_turn
from companion.games.blue_moon_city.state import State
from companion.kernel.conditions import memoise_per_report
from companion.kernel.form import choice
from companion.kernel.refusal import NOT_APPLICABLE, Failure, Finding, Remark, Remedy
from companion.kernel.values import Counted, Params, SeatRef

GREY_ONE: Final = "grey:1"
GREY_TWO: Final = "grey:2"
_OFFERED: Final = ((), (GREY_TWO,), (GREY_ONE,), (GREY_TWO,) * 2, (GREY_TWO,) * 3)


class MoveFigure(Deed):
    """Move of the figure, on foot or flying with a grey 1."""

    kind: Literal["move_figure"] = "move_figure"
    payments: ClassVar[frozenset[str]] = frozenset({"cards"})
    to: TileId
    cards: Laid = ()
    """Grey cards played for it."""


def only_greys(_state: State, act: MoveFigure) -> Iterator[Remedy]:
    """Propose the move with the grey cards alone, or without any."""
    greys = tuple(card for card in act.cards if card in (GREY_ONE, GREY_TWO))
    yield Remedy("walk_without_cards", change={"cards": ()})
    for cards in dict.fromkeys((greys, (GREY_TWO,), (GREY_ONE,))):
        if cards:
            yield Remedy("play_only", {"cards": terms.counted(cards)}, {"cards": cards})


def _functions(_state: State, act: MoveFigure) -> tuple[str, ...]:
    sections = {"powers.grey_one": GREY_ONE, "powers.grey_two": GREY_TWO}
    return tuple(section for section, card in sections.items() if card in act.cards)


_BY_GREYS: Final = ("powers.grey_one", "powers.grey_two")


def _in_hand(state: State, act: MoveFigure) -> tuple[str, ...]:
    """Return the functions of the cards laid; both if none of them has any."""
    return _functions(state, act) or _BY_GREYS


MOVE = Act(
    MoveFigure,
    *still_moving("turn.phases"),
    no_such_tile(),
    *cards_in_hand(
        "cards",
        *_BY_GREYS,
        sections=_in_hand,
        without="walk_without_cards",
    ),
    fields={
        "to": choice(lambda state, _draft: state.layout, terms.place, param_name="tile"),
        "cards": hand_cards((GREY_ONE, GREY_TWO), _OFFERED),
    },
)

# Cards played for the move


@MOVE.rule(
    "powers.grey_one",
    "powers.grey_two",
    code="card_not_grey",
    fields="cards",
    suggest=only_greys,
    legal_basis=_functions,
)
def card_not_grey(_state: State, act: MoveFigure) -> Finding:
    """Only grey cards move the figure."""
    if not act.cards:
        return NOT_APPLICABLE
    wrong = tuple(card for card in act.cards if COLOUR_OF[card] != "grey")
    return Failure({"cards": terms.cards(wrong)}) if wrong else None


MOVE.also(threes_without_function("cards", suggest=only_greys))


@MOVE.rule(
    "move.optional",
    code="figure_already_there",
    fields="to",
    requires=("no_such_seat", "no_such_tile"),
    legal_basis=(),
)
def figure_already_there(state: State, act: MoveFigure) -> Finding:
    """Nobody has to move: staying is no act."""
    if state.standing(act.seat) != act.to:
        return None
    return Failure({"tile": terms.place(act.to)}, acts_first=False)


# Flying

_GOES_SOMEWHERE: Final = ("no_such_seat", "no_such_tile", "figure_already_there")
_WHERE_AND_HOW: Final = ("to", "cards")


def _walk_instead(_state: State, act: MoveFigure) -> Iterator[Remedy]:
    for twos in range(3):
        cards = (GREY_TWO,) * twos
        params: Params = {"tile": terms.place(act.to), "cards": terms.counted(cards)}
        yield Remedy("walk_to_with" if cards else "walk_to", params, {"cards": cards})


@MOVE.rule(
    "powers.grey_one",
    code="flight_to_market",
    fields=_WHERE_AND_HOW,
    requires=_GOES_SOMEWHERE,
    suggest=_walk_instead,
)
def flight_to_market(state: State, act: MoveFigure) -> Finding:
    """A grey 1 takes the figure to any building tile; whether the market is one is a ruling."""
    if GREY_ONE not in act.cards:
        return NOT_APPLICABLE
    ruling = "grey_one_to_market"
    if act.to != COURTYARD or state.rulings[ruling] == "yes":
        return None
    if state.rulings["grey_one_with_steps"] == "yes" and _left(state, act) > 0:
        # The figure flies next to the market and walks the last step.
        return Remark(ruling=ruling)
    return Failure(ruling=ruling)


def _fly_or_walk(_state: State, act: MoveFigure) -> Iterator[Remedy]:
    if GREY_ONE in act.cards:
        yield Remedy("only_fly", change={"cards": (GREY_ONE,)})
        yield Remedy("walk_without_cards", change={"cards": ()})
    else:
        yield Remedy("fly_again", change={"cards": (GREY_ONE,)})


@MOVE.rule(
    "powers.grey_one",
    code="flight_with_steps",
    fields="cards",
    requires="no_such_seat",
    suggest=_fly_or_walk,
)
def flight_with_steps(state: State, act: MoveFigure) -> Finding:
    """Whether a flight and steps go together in one turn is a ruling."""
    ruling, turn = "grey_one_with_steps", state.turn_of(act.seat)
    flies = GREY_ONE in act.cards
    if state.rulings[ruling] == "yes" or not (flies or turn.flights):
        return NOT_APPLICABLE
    walks = not flies or GREY_TWO in act.cards
    mixed = (flies and (walks or turn.steps > 0)) or (walks and turn.flights > 0)
    return Failure(ruling=ruling) if mixed else None


# Walking: two tiles a turn, plus two for each grey 2, in one move or in several


@memoise_per_report
def _left(state: State, act: MoveFigure) -> int:
    """Return the steps available for this move, with the grey 2s played for it."""
    granted = state.facts["grey_two.steps"] * act.cards.count(GREY_TWO)
    return state.steps_left(act.seat, granted)


@memoise_per_report
def _walked(state: State, act: MoveFigure) -> int:
    """Return the steps that a move takes; a flight takes none."""
    if GREY_ONE not in act.cards:
        return state.distance(state.standing(act.seat), act.to)
    # If a flight may not end on the market, it ends next to it, and one step follows.
    to_market = act.to == COURTYARD and state.rulings["grey_one_to_market"] == "no"
    return 1 if to_market else 0


def _walks(state: State, act: MoveFigure) -> bool:
    """Return whether the move takes any steps."""
    return GREY_ONE not in act.cards or _walked(state, act) > 0


def _get_there(state: State, act: MoveFigure) -> Iterator[Remedy]:
    """Propose grey cards that reach the destination, and tiles on the way."""
    steps, left = _walked(state, act), _left(state, act)
    more = -(-(steps - left) // state.facts["grey_two.steps"])
    if more > 0:
        greys = tuple(sorted((*act.cards, *(GREY_TWO,) * more)))
        yield Remedy("add_cards", {"cards": terms.counted((GREY_TWO,) * more)}, {"cards": greys})
    one = terms.counted((GREY_ONE,))
    flight = MoveFigure(seat=act.seat, to=act.to, cards=(GREY_ONE,))
    alone = _walked(state, flight) <= _left(state, flight)
    if act.cards and (alone or state.rulings["grey_one_with_steps"] == "no"):
        back: Params = {"back": terms.counted(act.cards), "cards": one}
        yield Remedy("swap_cards", back, {"cards": flight.cards})
    else:
        yield Remedy("add_cards", {"cards": one}, {"cards": tuple(sorted((*act.cards, GREY_ONE)))})
    for tile in state.on_the_way(state.standing(act.seat), act.to, left):
        yield Remedy("stop_nearer", {"tile": terms.place(tile)}, {"to": tile})


def _far(tile: str, steps: int, left: int) -> Params:
    return {
        "tile": terms.place(tile),
        "steps": Counted(steps, "paso"),
        "left": Counted(left, "paso"),
    }


@MOVE.rule(
    "move.steps",
    code="steps_used_up",
    fields=_WHERE_AND_HOW,
    requires=_GOES_SOMEWHERE,
    suggest=_get_there,
)
def steps_used_up(state: State, act: MoveFigure) -> Finding:
    """Some of the turn's steps are left."""
    if not _walks(state, act):
        return NOT_APPLICABLE
    if _left(state, act) > 0:
        return None
    turn = state.turn_of(act.seat)
    params: Params = {"seat": SeatRef(act.seat), "steps": Counted(turn.steps, "paso")}
    return Failure(params, cites=("powers.grey_two",) if turn.extra else ())


@MOVE.rule(
    "move.steps",
    "move.turning",
    code="diagonal_step",
    fields=_WHERE_AND_HOW,
    requires=_GOES_SOMEWHERE,
    suggest=_get_there,
)
def diagonal_step(state: State, act: MoveFigure) -> Finding:
    """Horizontally or vertically: what is near in a diagonal may be too far."""
    steps, left = _walked(state, act), _left(state, act)
    if not _walks(state, act) or not left:
        return NOT_APPLICABLE
    if steps <= left:
        return None
    if diagonal_distance(state.layout, state.standing(act.seat), act.to) > left:
        return NOT_APPLICABLE
    return Failure(_far(act.to, steps, left))


@MOVE.rule(
    "move.steps",
    code="too_far",
    fields=_WHERE_AND_HOW,
    requires=_GOES_SOMEWHERE,
    suggest=_get_there,
)
def too_far(state: State, act: MoveFigure) -> Finding:
    """It is no farther than there are steps left."""
    if not _walks(state, act):
        return NOT_APPLICABLE
    steps, left = _walked(state, act), _left(state, act)
    if steps <= left:
        return None
    cites = ("powers.grey_two",) if GREY_TWO in act.cards else ()
    return Failure(_far(act.to, steps, left), cites=cites)


def _gets_there(state: State, act: MoveFigure) -> bool:
    rules = (flight_to_market, flight_with_steps, steps_used_up, diagonal_step, too_far)
    return not any(isinstance(rule.test(state, act), Failure) for rule in rules)


@MOVE.rule(
    "powers.grey_one",
    "powers.grey_two",
    code="needless_grey",
    fields=_WHERE_AND_HOW,
    requires=(*_GOES_SOMEWHERE, "card_not_grey", "threes_without_function", "too_far"),
    legal_basis=(),
)
def needless_grey(state: State, act: MoveFigure) -> Finding:
    """Nobody has to be thrifty, but whoever gets there with fewer cards is told."""
    if not act.cards:
        return NOT_APPLICABLE
    fewer = (bag for size in range(len(act.cards)) for bag in combinations(act.cards, size))
    less = (
        bag for bag in fewer if _gets_there(state, MoveFigure(seat=act.seat, to=act.to, cards=bag))
    )
    enough = next(less, None)
    if enough is None:
        return None
    params: Params = {"tile": terms.place(act.to), "cards": terms.counted(enough)}
    return Remark(params, wasteful=True)


@MOVE.play
def _move(play: Play, act: MoveFigure) -> None:
    state, seat, flights = play.state, act.seat, act.cards.count(GREY_ONE)
    discard(play, seat, act.cards, "powers.grey_one" if flights else "powers.grey_two")
    walked, turn = _walked(state, act), state.turn
    places = {"source": terms.place(state.standing(seat)), "tile": terms.place(act.to)}
    play.change(figures=(*state.figures[:seat], act.to, *state.figures[seat + 1 :]))
    extra = turn.extra + act.cards.count(GREY_TWO) * state.facts["grey_two.steps"]
    steps = turn.steps + walked
    if act.edition > 1:
        # A move that the table allowed, however long, uses no more than the steps available.
        steps = min(steps, state.facts["move.steps"] + extra)
    in_turn(play, seat, steps=steps, extra=extra, flights=turn.flights + flights)
    if flights:
        play.say("figure_flew", "powers.grey_one", seat, **places)
    else:
        play.say("figure_moved", "move.steps", seat, steps=Counted(walked, "paso"), **places)
