"""Act of playing cards, whose type gives the phase; the conditions decide how they count.

Cards laid face down or onto a ship count as a support (`counts_as`).
"""

from typing import Annotated, Any, Final, Literal

from pydantic import Field

from companion.games.blue_moon import power, terms
from companion.games.blue_moon.acts.common import (
    NEXT_TURN,
    OWN_TURN,
    SEAT,
    Act,
    Bag,
    EditionAction,
    from_hand,
    laid_cards,
    named_cards,
    nothing_laid,
    whole_deck,
)
from companion.games.blue_moon.catalogue import (
    BOOSTER,
    CARDS,
    CARGO,
    CHARACTER,
    FACE_DOWN,
    FOR_LEADERS,
    INFLUENCE,
    LEADERSHIP,
    LOADED,
    ON_TABLE,
    SUPPORT,
    Card,
    CardId,
)
from companion.games.blue_moon.pending_tasks import in_play
from companion.games.blue_moon.power import Cards
from companion.games.blue_moon.state import STEP_OF, State
from companion.games.blue_moon.units import (
    gang_of,
    is_pair,
)
from companion.kernel.form import Draft, choice
from companion.kernel.refusal import NOT_APPLICABLE, ConditionKind, Failure, Finding
from companion.kernel.values import Params, Seat, SeatRef, Term, Value

BEST: Final = "best"
"""Target of a single-character card that is applied where it serves best."""


class PlayCards(EditionAction):
    """Cards played together in one phase."""

    kind: Literal["play_cards"] = "play_cards"
    cards: Bag
    target: Annotated[str, Field(max_length=40)] = BEST
    """Character chosen for a single-character card, where the table chooses it."""


def _offered(state: State, draft: Draft) -> tuple[Cards, ...]:
    there = _could_be_laid(state, draft.seat)
    couples = tuple(
        (one, other)
        for n, one in enumerate(there)
        for other in there[n + 1 :]
        if is_pair(CARDS[one], CARDS[other]) or gang_of((one, other))
    )
    return (*((name,) for name in there), *couples)


def _could_be_laid(state: State, seat: Seat) -> Cards:
    """Return the cards that may be in a seat's hand, and those of landed ships."""
    return (*state.playable(seat), *state.aboard(seat))


def for_one(name: CardId) -> bool:
    """Return whether a card applies to a single character."""
    return any(line.scope == "one" for line in CARDS[name].lines)


def _targets(state: State, draft: Draft) -> tuple[str, ...]:
    laid = draft.values.get("cards", ())
    chosen = state.rulings["boost_target"] == "chosen"
    if draft.seat >= state.players or not chosen or not any(map(_known_for_one, laid)):
        return (BEST,)
    active = in_play(state, draft.seat)
    return (BEST, *(name for name in active if ON_TABLE[name].type == CHARACTER))


def _known_for_one(name: str) -> bool:
    return name in CARDS and for_one(name)


def _target_label(name: str) -> Value:
    return Term("target.best") if name == BEST else terms.card(name)


def _most(state: State, draft: Draft) -> int:
    return state.hand(draft.seat) + len(state.aboard(draft.seat))


PLAY = Act(
    PlayCards,
    *OWN_TURN,
    fields={
        "cards": laid_cards(_offered, whole_deck, _most),
        "target": choice(
            _targets,
            _target_label,
            sentence=lambda name: () if name == BEST else terms.card(name),
            optional=True,
        ),
    },
)


@PLAY.rule("icons.stop", code="stopped", requires=SEAT, kind=ConditionKind.PHASE)
def stopped(state: State, act: Any) -> Finding:
    """After a card with the icon nothing more is played in that turn."""
    turn = state.turn
    if turn.seat != act.seat or turn.stopped is None:
        return NOT_APPLICABLE
    params: Params = {"seat": SeatRef(act.seat), "card": terms.card(turn.stopped)}
    return Failure(params, until=NEXT_TURN)


OUT_OF_HAND: Final = (nothing_laid, *from_hand(ashore=True))
PLAY.also(*OUT_OF_HAND)


_COUNTS_AS: Final = {"play_bluff": FACE_DOWN[:1], "load_card": (LOADED,)}
"""Stand-in for a support, by kind of report."""


def counts_as(act: Any) -> Cards:
    """Return the cards laid, or their stand-in if laid face down or onto a ship."""
    return _COUNTS_AS.get(act.kind) or tuple(act.cards)


def laid_cards_of(act: Any) -> Value:
    """Return the words for the cards laid, or for one laid face down or onto a ship."""
    face_down = act.kind == "play_bluff"
    return (Term("card.face_down"),) if face_down else terms.cards(counts_as(act))


def first_card(act: Any) -> Card:
    """Return the first of the cards laid, or their stand-in; they are of one type."""
    return ON_TABLE[counts_as(act)[0]]


LAID: Final = ("nothing_laid", "card_not_in_deck", "card_laid_twice")
"""Conditions presumed by every condition that reads the cards laid."""


@PLAY.rule("ships.land", code="from_ship_only", fields="cards", requires=LAID, legal_basis=())
def from_ship_only(state: State, act: Any) -> Finding:
    """In a turn in which a ship lands, what is laid comes from it, unless the ship says otherwise.

    Cards of the phase of leadership come out of the hand all the same.
    """
    ships = state.landed(act.seat)
    if not ships:
        return NOT_APPLICABLE
    aboard = state.aboard(act.seat)
    named = named_cards(act)
    hand = tuple(n for n in named if n not in aboard and CARDS[n].type in CARGO)
    hidden = not named
    if not hand and not hidden:
        return None
    if any(CARDS[ship].line("hand_too") and ship_speaks(state, act.seat, ship) for ship in ships):
        return None
    params: Params = {"seat": SeatRef(act.seat), "ships": terms.cards(ships)}
    return Failure({**params, "cards": terms.cards(hand)}, until=NEXT_TURN)


def ship_speaks(state: State, seat: Seat, ship: CardId) -> bool:
    """Return whether the text of a ship is not ignored."""
    lies = power.resolve_active((*state.active(seat), ship), state.active(1 - seat))
    return lies[-1].works


@PLAY.rule("phases", code="mixed_types", fields="cards", requires=LAID, legal_basis=())
def mixed_types(_state: State, act: Any) -> Finding:
    """What is laid together belongs to one phase, and to one type."""
    types = tuple(dict.fromkeys(CARDS[name].type for name in act.cards))
    return None if len(types) == 1 else Failure({"types": tuple(map(terms.card_type, types))})


@PLAY.in_parts
def _by_phase(_state: State, act: PlayCards) -> tuple[PlayCards, ...]:
    """Return the cards of each type in the order of the phases, if several are laid in one go."""
    if not all(name in CARDS for name in act.cards):
        return (act,)
    types = sorted(dict.fromkeys(CARDS[n].type for n in act.cards), key=lambda kind: STEP_OF[kind])
    if len(types) < 2:
        return (act,)
    return tuple(
        act.model_copy(update={"cards": tuple(n for n in act.cards if CARDS[n].type == kind)})
        for kind in types
    )


ONE_TYPE: Final = (*LAID, "mixed_types")


def _phase_of(_state: State, act: Any) -> tuple[str, ...]:
    return (PHASE_OF[first_card(act).type],)


PHASE_OF: Final = {
    LEADERSHIP: "phase.leadership",
    INFLUENCE: "ships.play",
    CHARACTER: "phase.character",
    BOOSTER: "phase.support",
    SUPPORT: "phase.support",
}
"""Rule section of the phase of each card type."""


@PLAY.rule(
    "phases",
    code="phase_passed",
    fields="cards",
    requires=ONE_TYPE,
    kind=ConditionKind.PHASE,
    legal_basis=(),
)
def phase_passed(state: State, act: Any) -> Finding:
    """Phases follow each other; what was passed is over."""
    turn = state.turn
    if turn.seat != act.seat:
        return NOT_APPLICABLE
    card_type = first_card(act).type
    if turn.step <= STEP_OF[card_type]:
        return None
    params: Params = {
        "seat": SeatRef(act.seat),
        "type": terms.card_type(card_type),
        "step": Term(f"step.{turn.step.name.lower()}"),
    }
    return Failure(params, cites=_phase_of(state, act), until=NEXT_TURN)


@PLAY.rule("phase.leadership", code="second_leadership", fields="cards", requires=ONE_TYPE)
def second_leadership(state: State, act: Any) -> Finding:
    """One leadership card a turn, or one ship."""
    if first_card(act).type not in FOR_LEADERS:
        return NOT_APPLICABLE
    turn = state.turn
    if turn.seat != act.seat:
        return NOT_APPLICABLE
    if not turn.called and len(act.cards) == 1:
        return None
    named = turn.called or act.cards
    params: Params = {"seat": SeatRef(act.seat), "cards": terms.cards(named)}
    ship = any(ON_TABLE[name].type == INFLUENCE for name in (*named, *act.cards))
    return Failure({**params, "before": int(bool(turn.called)), "ship": int(ship)})
