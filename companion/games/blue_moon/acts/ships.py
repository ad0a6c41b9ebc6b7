"""Acts as a turn begins: retrieving cards, landing ships; and loading instead of a support."""

from dataclasses import replace
from itertools import combinations
from typing import Annotated, Final, Literal

from pydantic import Field

from companion.games.blue_moon import power, terms
from companion.games.blue_moon.acts.allowance import without_some
from companion.games.blue_moon.acts.common import (
    NEXT_TURN,
    OWN_TURN,
    SEAT,
    Act,
    Bag,
    card_label,
    from_hand,
    in_decks,
    laid_cards,
    laid_twice,
    nothing_laid,
    whole_deck,
)
from companion.games.blue_moon.acts.limits import AS_SUPPORT
from companion.games.blue_moon.acts.restrictions import capped_by_card
from companion.games.blue_moon.catalogue import (
    CARDS,
    CARGO,
    CHARACTER,
    LOADED,
    ON_TABLE,
    RETRIEVE,
    SUPPORT,
    Card,
    CardId,
)
from companion.games.blue_moon.pending_tasks import in_play
from companion.games.blue_moon.play import Play, load, move, place_of, takeable
from companion.games.blue_moon.power import Cards
from companion.games.blue_moon.state import HAND, State, Step
from companion.kernel.form import Draft, choice
from companion.kernel.models import Action
from companion.kernel.refusal import NOT_APPLICABLE, ConditionKind, Failure, Finding
from companion.kernel.values import Params, Seat, SeatRef, Term

Name = Annotated[str, Field(max_length=40)]


def _ships(state: State, draft: Draft) -> Cards:
    """Return the ships of a seat, or its whole deck if it has none."""
    if draft.seat >= state.players:
        return ()
    return state.ships(draft.seat) or state.decks[draft.seat]


# Landing


class LandShip(Action):
    """Landing of a ship, whose cargo is played in this turn."""

    kind: Literal["land_ship"] = "land_ship"
    ship: Name


_in_play: Final = in_decks(lambda card: card.capacity > 0)


LAND = Act(LandShip, *OWN_TURN, available=_in_play, fields={"ship": choice(_ships, card_label)})


@LAND.rule(
    "ships.land", code="landing_late", requires=SEAT, kind=ConditionKind.PHASE, legal_basis=()
)
def landing_late(state: State, act: LandShip) -> Finding:
    """As the turn begins; by ruling, until a character is played."""
    turn, ruling = state.turn, "landing_moment"
    if turn.seat != act.seat:
        return NOT_APPLICABLE
    until = Step.START if state.rulings[ruling] == "start" else Step.LEADERSHIP
    if turn.step <= until:
        return None
    params: Params = {
        "seat": SeatRef(act.seat),
        "step": Term(f"step.{turn.step.name.lower()}"),
    }
    by_ruling = ruling if turn.step is Step.LEADERSHIP else None
    return Failure(params, until=NEXT_TURN, ruling=by_ruling)


@LAND.rule(
    "ships.land",
    code="not_at_sea",
    fields="ship",
    requires=SEAT,
    kind=ConditionKind.EXISTENCE,
    legal_basis=("ships.land",),
)
def not_at_sea(state: State, act: LandShip) -> Finding:
    """A ship of one's own that has not landed yet."""
    if act.ship in state.at_sea(act.seat):
        return None
    return Failure({"seat": SeatRef(act.seat), "ship": card_label(act.ship)})


@LAND.play
def _land(play: Play, act: LandShip) -> None:
    ship = terms.card(act.ship)
    cargo = terms.cards(play.state.cargo(act.seat, act.ship))
    if play.state.turn.seat == act.seat:
        play.in_turn(landed=(*play.state.turn.landed, act.ship))
        play.say("landed", "ships.land", act.seat, ship=ship, cargo=cargo)


# Loading


class LoadCard(Action):
    """Card of the hand laid face up onto a ship."""

    kind: Literal["load_card"] = "load_card"
    card: Name
    ship: Name


def _cards(state: State, draft: Draft) -> tuple[CardId, ...]:
    return () if draft.seat >= state.players else state.decks[draft.seat]


LOAD = Act(
    LoadCard,
    *OWN_TURN,
    available=_in_play,
    fields={"card": choice(_cards, card_label), "ship": choice(_ships, card_label)},
)

_IN_HAND: Final = tuple(replace(each, fields=("card",)) for each in from_hand())

LOAD.also(*(replace(each, fields=(), requires=(SEAT,)) for each in AS_SUPPORT), *_IN_HAND)


@LOAD.rule("ships.load", code="no_cargo", fields="card", requires="card_not_in_deck")
def no_cargo(_state: State, act: LoadCard) -> Finding:
    """Characters, boosters and supports are loaded."""
    card = CARDS[act.card]
    if card.type in CARGO:
        return None
    return Failure({"card": terms.card(card.id), "type": terms.card_type(card.type)})


@LOAD.rule("ships.load", code="loading_forbidden", requires=SEAT, legal_basis=())
def loading_forbidden(state: State, act: LoadCard) -> Finding:
    """Where a card of the opponent forbids supports nothing is loaded, unless a ruling says so."""
    ruling = "load_under_ban"
    for card, line in state.in_force(1 - act.seat, "forbid"):
        if line.concerns(SUPPORT) and line.text is None and line.over is None:
            if state.rulings[ruling] == "allowed":
                return NOT_APPLICABLE
            params: Params = {"card": terms.card(card.id), "seat": SeatRef(act.seat)}
            return Failure(params, cites=(card.section,), ruling=ruling)
    return None


LOAD.also(replace(capped_by_card, fields=(), requires=(SEAT,)))


@LOAD.rule(
    "ships.load",
    code="no_such_ship",
    fields="ship",
    requires=SEAT,
    kind=ConditionKind.EXISTENCE,
    legal_basis=(),
)
def no_such_ship(state: State, act: LoadCard) -> Finding:
    """Onto a ship of one's own that has not landed."""
    if act.ship in state.at_sea(act.seat):
        return None
    return Failure({"seat": SeatRef(act.seat), "ship": card_label(act.ship)})


@LOAD.rule(
    "ships.load",
    code="ship_full",
    fields="ship",
    requires="no_such_ship",
    kind=ConditionKind.SHORTAGE,
    legal_basis=(),
)
def ship_full(state: State, act: LoadCard) -> Finding:
    """A ship carries no more than it prints."""
    if state.room(act.seat, act.ship):
        return None
    most = CARDS[act.ship].capacity
    return Failure({"ship": terms.card(act.ship), "most": terms.so_many(most)})


@LOAD.play
def _load(play: Play, act: LoadCard) -> None:
    load(play, act.seat, act.card, HAND, act.ship, "ships.load")
    turn = play.state.turn
    if turn.seat == act.seat:
        play.in_turn(
            step=max(turn.step, Step.SUPPORT),
            counting=(*turn.counting, LOADED),
            loaded=(*turn.loaded, act.card),
        )


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
