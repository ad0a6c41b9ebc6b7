"""Act of retrieving active cards with the icon as a turn begins."""

from itertools import combinations
from typing import Final, Literal

from companion.games.blue_moon import power, terms
from companion.games.blue_moon.acts.common import (
    OWN_TURN,
    SEAT,
    Act,
    Bag,
    laid_cards,
    laid_twice,
    nothing_laid,
    whole_deck,
)
from companion.games.blue_moon.acts.fewer import without_some
from companion.games.blue_moon.catalogue import (
    CARDS,
    CHARACTER,
    ON_TABLE,
    RETRIEVE,
    Card,
)
from companion.games.blue_moon.pending_tasks import in_play
from companion.games.blue_moon.play import Play, move, place_of, takeable
from companion.games.blue_moon.power import Cards
from companion.games.blue_moon.state import HAND, State, Step
from companion.kernel.forms.form import Draft
from companion.kernel.models import Action
from companion.kernel.refusal import (
    NOT_APPLICABLE,
    ConditionKind,
    Failure,
    Finding,
)
from companion.kernel.values import Params, Seat, SeatRef, Term

NEXT_TURN: Final = "next_turn"


class RetrieveCards(Action):
    """Active cards with the icon, taken back to the hand at the start of the turn."""

    kind: Literal["retrieve_cards"] = "retrieve_cards"
    cards: Bag


def retrievable(state: State, seat: Seat) -> Cards:
    """Return the active cards of a seat that show the icon."""
    return tuple(name for name in in_play(state, seat) if ON_TABLE[name].has(RETRIEVE))


def _some(state: State, draft: Draft) -> tuple[Cards, ...]:
    there = retrievable(state, draft.seat)
    return tuple(some for n in range(1, len(there) + 1) for some in combinations(there, n))[:8]


RETRIEVE_CARDS = Act(
    RetrieveCards,
    *OWN_TURN,
    fields={"cards": laid_cards(_some, whole_deck, lambda _state, _draft: 60)},
)


RETRIEVE_CARDS.also(nothing_laid)


@RETRIEVE_CARDS.rule(
    "phase.start", code="start_passed", requires=SEAT, kind=ConditionKind.PHASE, legal_basis=()
)
def start_passed(state: State, act: RetrieveCards) -> Finding:
    """At the start of the turn, before anything else."""
    turn = state.turn
    if turn.seat != act.seat:
        return NOT_APPLICABLE
    if turn.step is Step.START:
        return None
    params: Params = {
        "seat": SeatRef(act.seat),
        "step": Term(f"step.{turn.step.name.lower()}"),
    }
    return Failure(params, until=NEXT_TURN)


RETRIEVE_CARDS.also(laid_twice(SEAT))


@RETRIEVE_CARDS.rule(
    "icons.retrieve",
    code="not_active",
    fields="cards",
    requires="card_laid_twice",
    kind=ConditionKind.EXISTENCE,
    suggest=without_some("retrieve_only", RETRIEVE_CARDS, "not_active"),
)
def not_active(state: State, act: RetrieveCards) -> Finding:
    """Only what lies active before the seat comes back."""
    active = in_play(state, act.seat)
    gone = tuple(name for name in act.cards if name not in active)
    if not gone:
        return None
    return Failure({"cards": tuple(map(_named, gone)), "seat": SeatRef(act.seat)})


def _named(name: str) -> Term:
    return terms.card(name) if name in CARDS else Term("card.unknown")


@RETRIEVE_CARDS.rule(
    "icons.retrieve",
    code="no_retrieve_icon",
    fields="cards",
    requires="not_active",
    legal_basis=("icons.retrieve",),
    suggest=without_some("retrieve_only", RETRIEVE_CARDS, "no_retrieve_icon"),
)
def no_retrieve_icon(state: State, act: RetrieveCards) -> Finding:
    """Only cards that show the icon come back."""
    for name in act.cards:
        if not ON_TABLE[name].has(RETRIEVE):
            return Failure({"card": terms.card(name)})
        lies = _ignored_icons(state, act.seat, name)
        if lies is not None:
            params = {"card": terms.card(name), "by": terms.card(lies.id)}
            return Failure(params, cites=(lies.section,))
    return None


def _ignored_icons(state: State, seat: Seat, name: str) -> Card | None:
    for one in power.resolve_active(state.active(seat), state.active(1 - seat)):
        if one.card.id == name:
            return one.ignored_by("icons")
    return None


@RETRIEVE_CARDS.rule(
    "icons.retrieve_exception",
    code="rival_retrieves",
    fields="cards",
    requires="not_active",
    legal_basis=(),
    suggest=without_some("retrieve_only", RETRIEVE_CARDS, "rival_retrieves"),
)
def rival_retrieves(state: State, act: RetrieveCards) -> Finding:
    """No character comes back while the opponent has an active character with the icon."""
    if not any(ON_TABLE[name].type == CHARACTER for name in act.cards):
        return NOT_APPLICABLE
    other = 1 - act.seat
    for one in power.resolve_active(state.active(other), state.active(act.seat)):
        if one.card.type != CHARACTER or not one.card.has(RETRIEVE):
            continue
        ruling = "ignored_icons_block_retrieve"
        if "icons" in one.ignored and state.rulings[ruling] == "working":
            continue
        return Failure({"card": terms.card(one.card.id), "rival": SeatRef(other)})
    return None


@RETRIEVE_CARDS.rule(
    "cards.text",
    code="hand_capped",
    fields="cards",
    requires="not_active",
    legal_basis=(),
    suggest=without_some("retrieve_only", RETRIEVE_CARDS, "hand_capped"),
)
def hand_capped(state: State, act: RetrieveCards) -> Finding:
    """No more cards come into a hand than an active card of the opponent allows."""
    number = len(act.cards)
    allowed, ban = takeable(state, act.seat, number)
    if ban is None:
        return NOT_APPLICABLE if not state.in_force(1 - act.seat, "draw_cap") else None
    params: Params = {
        "card": terms.card(ban.id),
        "seat": SeatRef(act.seat),
        "held": terms.so_many(state.hand(act.seat)),
        "allowed": allowed,
    }
    return Failure(params, cites=(ban.section,))


@RETRIEVE_CARDS.play
def _retrieve(play: Play, act: RetrieveCards) -> None:
    for name in act.cards:
        move(play, act.seat, name, place_of(play, act.seat, name), HAND, "icons.retrieve")
