"""Acts of ships: landing as a turn begins, and loading in place of a support."""

from dataclasses import replace
from typing import Annotated, Final, Literal

from pydantic import Field

from companion.games.blue_moon import terms
from companion.games.blue_moon.acts.common import (
    OWN_TURN,
    SEAT,
    Act,
    card_label,
    from_hand,
    in_decks,
)
from companion.games.blue_moon.acts.limits import AS_SUPPORT
from companion.games.blue_moon.acts.play_cards import NEXT_TURN
from companion.games.blue_moon.acts.restrictions import capped_by_card
from companion.games.blue_moon.catalogue import CARDS, CARGO, LOADED, SUPPORT, CardId
from companion.games.blue_moon.play import Play, load
from companion.games.blue_moon.power import Cards
from companion.games.blue_moon.state import HAND, State, Step
from companion.kernel.forms.form import Draft
from companion.kernel.forms.picks import choice
from companion.kernel.models import Action
from companion.kernel.refusal import NOT_APPLICABLE, ConditionKind, Failure, Finding
from companion.kernel.values import Params, SeatRef, Term

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
