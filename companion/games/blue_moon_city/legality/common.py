"""Conditions that several kinds of action share: seat, turn, phase and the cards laid down."""

from collections.abc import Callable
from typing import Any

from companion.games.blue_moon_city import terms
from companion.games.blue_moon_city.components import (
    CARD_KINDS,
    COLOUR_OF,
    COLOURS,
    TILES,
    VALUE_OF,
)
from companion.games.blue_moon_city.scoring import outcome
from companion.games.blue_moon_city.state import CARD, DISCARD, Phase, State, hand, known, stone
from companion.kernel import table
from companion.kernel.conditions import Condition
from companion.kernel.models import Action
from companion.kernel.refusal import Failure, Finding, Kind, Remedy
from companion.kernel.values import Counted, SeatRef, Term, Value

Rule = Condition[State]

_TILES = frozenset(TILES)
_KINDS = {
    colour: tuple(kind for kind in CARD_KINDS if COLOUR_OF[kind] == colour) for colour in COLOURS
}


def _match_over(state: State, _action: Action) -> Finding:
    # The match ends at once when someone makes the required offerings.
    ended = outcome(state)
    if ended is None:
        return None
    return Failure({"winners": terms.seats(ended.winners)})


def _not_your_turn(state: State, action: Action) -> Finding:
    # Clockwise, one at a time.
    if state.turn.seat == action.seat:
        return None
    turn = SeatRef(state.turn.seat)
    return Failure({"turn": turn}, (Remedy("finish_turn_first", {"turn": turn}),))


def _finale_only_offerings(state: State, _action: Action) -> Finding:
    # With the whole city built, only the last offerings remain.
    return Failure() if state.turn.phase is Phase.FINALE else None


def _movement_over(state: State, action: Action) -> Finding:
    # Phase 1 comes before phase 2: nothing moves once something was built or offered.
    if state.turn.phase is not Phase.BUILD:
        return None
    stones = state.turn.stones
    done = Term("done.built" if stones else "done.offered")
    return Failure({"done": done, "seat": SeatRef(action.seat)}, (Remedy("finish_turn"),))


NO_SUCH_SEAT = table.no_such_seat("setup.players")
MATCH_OVER = Rule(
    "match_over", ("end.offerings", "end.at_once", "overview.goal"), _match_over, kind=Kind.PHASE
)
NOT_YOUR_TURN = Rule(
    "not_your_turn",
    ("turn.direction",),
    _not_your_turn,
    presumes=("no_such_seat",),
    kind=Kind.TURN,
)
FINALE_ONLY_OFFERINGS = Rule(
    "finale_only_offerings",
    ("additions.all_built",),
    _finale_only_offerings,
    presumes=("not_your_turn",),
    kind=Kind.PHASE,
)
MOVEMENT_OVER = Rule(
    "movement_over",
    ("turn.phases", "powers.phase"),
    _movement_over,
    presumes=("not_your_turn",),
    kind=Kind.PHASE,
)
OWN_TURN = (NO_SUCH_SEAT, MATCH_OVER, NOT_YOUR_TURN)
"""In every action of a turn."""


def no_such_tile(also: frozenset[str] = frozenset()) -> Rule:
    """The place an action goes to is part of the city."""
    places = _TILES | also

    def test(_state: State, action: Any) -> Finding:
        return None if action.to in places else Failure({"tile": action.to})

    return Rule("no_such_tile", ("components.tiles",), test, ("to",), kind=Kind.EXISTENCE)


def cards_in_hand(field: str, laid: Callable[[Any], tuple[str, ...]]) -> tuple[Rule, ...]:
    """The cards laid down can have been in that hand: enough of them, and no more than exist."""

    def hand_too_small(state: State, action: Any) -> Finding:
        played, held = len(laid(action)), state.hand_size(action.seat)
        if played <= held:
            return None
        params = {"played": Counted(played, "carta"), "held": Counted(held, "carta")}
        return Failure(params, (Remedy("adjust_hand"),))

    def more_copies_than_exist(state: State, action: Any) -> Finding:
        return _too_many_of_a_kind(state, laid(action))

    def more_of_people_than_exist(state: State, action: Any) -> Finding:
        return _too_many_of_a_colour(state, laid(action))

    return (
        Rule(
            "hand_too_small",
            ("cards.discard",),
            hand_too_small,
            (field,),
            ("no_such_seat",),
            Kind.SHORTAGE,
        ),
        Rule("more_copies_than_exist", ("components.cards",), more_copies_than_exist, (field,)),
        Rule(
            "more_of_people_than_exist",
            ("components.cards",),
            more_of_people_than_exist,
            (field,),
            ("more_copies_than_exist",),
        ),
    )


def _too_many_of_a_kind(state: State, cards: tuple[str, ...]) -> Finding:
    # A kind cannot appear more often than there are copies, since the last shuffle.
    if not cards or state.rulings["deck_split_4_4_2"] == "off":
        return None
    copies, balance = state.facts.copies, state.ledger.balance
    for card in set(cards):
        if card == CARD:
            continue
        seen, laid = balance(DISCARD, known(card)), cards.count(card)
        if seen + laid > copies[card]:
            params: dict[str, Value] = {
                "card": terms.card(card),
                "copies": Counted(copies[card], "copia"),
                "seen": seen,
                "laid": laid,
            }
            return Failure(params, ruling="deck_split_4_4_2")
    return None


def _too_many_of_a_colour(state: State, cards: tuple[str, ...]) -> Finding:
    # There are ten cards of each people.
    if not cards:
        return None
    laid = [COLOUR_OF[card] for card in cards if card != CARD]
    for colour in set(laid):
        kinds, number = _KINDS[colour], laid.count(colour)
        seen = sum(state.ledger.balance(DISCARD, known(kind)) for kind in kinds)
        total = sum(state.facts.copies[kind] for kind in kinds)
        if seen + number > total:
            params: dict[str, Value] = {
                "colour": terms.colour(colour),
                "total": Counted(total, "carta"),
            }
            return Failure({**params, "seen": seen, "laid": number})
    return None


def powerless(cards: tuple[str, ...]) -> tuple[str, ...]:
    """The cards of value 3, which have no function."""
    return tuple(card for card in cards if VALUE_OF[card] == 3)


def threes_without_function(field: str, laid: Callable[[Any], tuple[str, ...]]) -> Rule:
    """A card played for its function has one: values 1 and 2."""

    def test(_state: State, action: Any) -> Finding:
        found = powerless(laid(action))
        return Failure({"cards": terms.cards(found)}) if found else None

    return Rule("threes_without_function", ("cards.threes",), test, (field,))


def _no_stones_left(state: State, action: Action) -> Finding:
    # Ten stones each, for buildings and for the obelisk.
    if state.ledger.balance(hand(action.seat), stone(action.seat)) > 0:
        return None
    cites = ("additions.out_of_stones",) if additions_on(state) else ()
    return Failure({"seat": SeatRef(action.seat)}, (Remedy("wait_for_stones"),), cites)


NO_STONES_LEFT = Rule(
    "no_stones_left",
    ("components.figures_stones", "place_stone.own_stone", "offering.stone"),
    _no_stones_left,
    presumes=("no_such_seat",),
    kind=Kind.SHORTAGE,
)


def additions_on(state: State) -> bool:
    """Whether the table plays with the publisher's additions of 2007."""
    return state.rulings["stalemate_additions_2007"] == "on"


def _additions_not_in_force(state: State, _action: Action) -> Finding:
    # The additions of 2007 are not in the rulebook: the table decides.
    return None if additions_on(state) else Failure(ruling="stalemate_additions_2007")


def additions_in_force(rule: str) -> Rule:
    """The table plays with the additions of 2007."""
    return Rule("additions_not_in_force", (rule,), _additions_not_in_force)
