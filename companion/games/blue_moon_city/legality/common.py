"""Conditions that several kinds of action share: seat, turn, phase and the cards laid down."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final, TypeAlias

from companion.games.blue_moon_city import terms
from companion.games.blue_moon_city.actions import FinishTurn
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
from companion.kernel.refusal import NOT_APPLICABLE, Failure, Finding, Kind, Remedy
from companion.kernel.values import Counted, SeatRef, Term, Value

Rule = Condition[State]
Mend: TypeAlias = Callable[[State, Any], Iterable[Remedy]]

NEXT_TURN = "next_turn"
"""Not before the seat's next turn."""
OWN_TURN_COMES = "own_turn"
"""Not before it is the seat's turn."""

_TILES = frozenset(TILES)
_KINDS = {
    colour: tuple(kind for kind in CARD_KINDS if COLOUR_OF[kind] == colour) for colour in COLOURS
}


def _match_over(state: State, _action: Action) -> Finding:
    # The match ends at once when someone makes the required offerings.
    ended = outcome(state)
    if ended is None:
        return None
    return Failure({"winners": terms.seats(ended.winners)}, cites=(ended.rule,))


def _not_your_turn(state: State, action: Action) -> Finding:
    # Clockwise, one at a time.
    if state.turn.seat == action.seat:
        return None
    return Failure({"turn": SeatRef(state.turn.seat)}, until=OWN_TURN_COMES)


def _turn_ends_first(state: State, _action: Action) -> Iterator[Remedy]:
    turn = state.turn.seat
    yield Remedy("finish_turn_first", {"turn": SeatRef(turn)}, first=FinishTurn(seat=turn))


def _finale_only_offerings(state: State, _action: Action) -> Finding:
    # With the whole city built, only the last offerings remain.
    return Failure() if state.turn.phase is Phase.FINALE else None


def _movement_over(state: State, action: Action) -> Finding:
    # Phase 1 comes before phase 2: nothing moves once something was built or offered.
    if state.turn.phase is not Phase.BUILD:
        return None
    stones = state.turn.stones
    done = Term("done.built" if stones else "done.offered")
    return Failure({"done": done, "seat": SeatRef(action.seat)}, until=NEXT_TURN)


NO_SUCH_SEAT = table.no_such_seat("overview.players")
MATCH_OVER = Rule("match_over", ("end.at_once",), _match_over, kind=Kind.PHASE)
NOT_YOUR_TURN = Rule(
    "not_your_turn",
    ("turn.direction",),
    _not_your_turn,
    presumes=("no_such_seat", "match_over"),
    kind=Kind.TURN,
    mend=_turn_ends_first,
)
FINALE_ONLY_OFFERINGS = Rule(
    "finale_only_offerings",
    ("additions.all_built",),
    _finale_only_offerings,
    kind=Kind.PHASE,
)
OWN_TURN = (NO_SUCH_SEAT, MATCH_OVER, NOT_YOUR_TURN)
"""In every action of a turn."""


def movement_over(*rules: str) -> Rule:
    """The turn is still in its first phase."""
    return Rule(
        "movement_over",
        rules,
        _movement_over,
        presumes=("not_your_turn", "finale_only_offerings"),
        kind=Kind.PHASE,
    )


def no_such_tile(also: frozenset[str] = frozenset()) -> Rule:
    """The place an action goes to is part of the city."""

    def test(_state: State, action: Any) -> Finding:
        if action.to in also:
            return NOT_APPLICABLE
        return None if action.to in _TILES else Failure({"tile": action.to})

    return Rule("no_such_tile", ("components.tiles",), test, ("to",), kind=Kind.EXISTENCE)


def cards_in_hand(
    field: str, laid: Callable[[Any], tuple[str, ...]], *rules: str
) -> tuple[Rule, ...]:
    """The cards laid down can have been in that hand: enough of them, and no more than exist.

    Args:
        field: where they are reported.
        laid: the cards of an action.
        rules: what asks for them to come from the hand.
    """

    def hand_too_small(state: State, action: Any) -> Finding:
        played, held = len(laid(action)), state.hand_size(action.seat)
        if not played:
            return NOT_APPLICABLE
        if played <= held:
            return None
        params = {"played": Counted(played, "carta"), "held": Counted(held, "carta")}
        return Failure(params)

    def fewer(state: State, action: Any) -> Iterator[Remedy]:
        kept = _there(state, laid(action))[: state.hand_size(action.seat)]
        if isinstance(getattr(action, field), tuple) and len(kept) < len(laid(action)):
            code = f"{_VERB.get(field, 'play')}_{'only' if kept else 'none'}"
            yield Remedy(code, {"cards": terms.counted(kept)}, {field: kept})

    def more_copies_than_exist(state: State, action: Any) -> Finding:
        return _too_many_of_a_kind(state, laid(action))

    def more_of_people_than_exist(state: State, action: Any) -> Finding:
        return _too_many_of_a_colour(state, laid(action))

    return (
        Rule(
            "hand_too_small",
            rules,
            hand_too_small,
            (field,),
            ("no_such_seat",),
            Kind.SHORTAGE,
            mend=fewer,
            grounds=(),
        ),
        Rule(
            "more_copies_than_exist",
            ("components.cards",),
            more_copies_than_exist,
            (field,),
            mend=fewer,
            grounds=(),
        ),
        Rule(
            "more_of_people_than_exist",
            ("components.cards",),
            more_of_people_than_exist,
            (field,),
            ("more_copies_than_exist",),
            mend=fewer,
            grounds=(),
        ),
    )


_VERB: Final = {"discards": "discard"}
"""What is done with the cards of a field, as remedies are called; else they are played."""


def _there(state: State, cards: tuple[str, ...]) -> tuple[str, ...]:
    """The cards without those that there are too many of since the last shuffle."""
    left = {
        card: len(cards)
        if card == CARD
        else max(0, state.facts.copies[card] - state.ledger.balance(DISCARD, known(card)))
        for card in set(cards)
    }
    kept = {card: min(number, left[card]) for card, number in Counter(cards).items()}
    return tuple(sorted(Counter(kept).elements()))


def _too_many_of_a_kind(state: State, cards: tuple[str, ...]) -> Finding:
    # A kind cannot appear more often than there are copies, since the last shuffle.
    shown = {card for card in cards if card != CARD}
    if not shown or state.rulings["deck_split_4_4_2"] == "off":
        return NOT_APPLICABLE
    copies, balance = state.facts.copies, state.ledger.balance
    for card in shown:
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
    laid = [COLOUR_OF[card] for card in cards if card != CARD]
    if not laid:
        return NOT_APPLICABLE
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


def threes_without_function(
    field: str,
    laid: Callable[[Any], tuple[str, ...]],
    *,
    mend: Mend,
    needs: tuple[str, ...] = (),
) -> Rule:
    """A card played for its function has one: values 1 and 2.

    Args:
        field: where the cards are reported.
        laid: the cards of an action.
        mend: the cards that would have one.
        needs: the fields that this looks at, where they are more.
    """

    def test(_state: State, action: Any) -> Finding:
        cards = laid(action)
        if not cards:
            return NOT_APPLICABLE
        found = powerless(cards)
        return Failure({"cards": terms.cards(found)}) if found else None

    return Rule(
        "threes_without_function",
        ("cards.threes",),
        test,
        needs or (field,),
        mend=mend,
        grounds=(),
    )


def _no_stones_left(state: State, action: Action) -> Finding:
    # Ten stones each, for buildings and for the obelisk.
    if state.ledger.balance(hand(action.seat), stone(action.seat)) > 0:
        return None
    cites = ("additions.out_of_stones",) if additions_on(state) else ()
    return Failure({"seat": SeatRef(action.seat)}, cites=cites)


def no_stones_left(rule: str) -> Rule:
    """A stone of its own is left to a seat.

    Args:
        rule: the section that asks for it.
    """
    return Rule(
        "no_stones_left",
        (rule, "components.figures_stones"),
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
