"""Bluffs: cards laid face down as a support, and the calls that reveal them."""

from dataclasses import replace
from itertools import combinations, islice
from typing import Annotated, ClassVar, Final, Literal

from pydantic import Field

from companion.games.blue_moon import power, terms
from companion.games.blue_moon.acts.common import (
    HIDDEN,
    OWN_TURN,
    SEAT,
    Act,
    Bag,
    Rule,
    from_hand,
    in_decks,
    laid_cards,
    step,
    where_it_lies,
)
from companion.games.blue_moon.acts.lay import report_extra_plays
from companion.games.blue_moon.acts.limits import AS_SUPPORT
from companion.games.blue_moon.acts.play_cards import from_ship_only
from companion.games.blue_moon.acts.restrictions import capped_by_card, forbidden_by_card
from companion.games.blue_moon.catalogue import CARD, CARDS, FACE_DOWN, SUPPORT, Card
from companion.games.blue_moon.fights import attract, lose_fight
from companion.games.blue_moon.flow import can_be_called
from companion.games.blue_moon.play import Play, ask_to_show, lay_face_down, turn_up
from companion.games.blue_moon.power import Cards
from companion.games.blue_moon.state import AID, AT, DISCARD, HAND, SHIPS, Due, State, Step
from companion.games.blue_moon.units import counting
from companion.kernel.acts import rule
from companion.kernel.form import Draft, choice
from companion.kernel.models import Action
from companion.kernel.refusal import NOT_APPLICABLE, ConditionKind, Failure, Finding, Unverified
from companion.kernel.values import Params, Seat, SeatRef, Term, Value, seat_refs

_MOST_OFFERED: Final = 24


class PlayBluff(Action):
    """Card laid face down in place of a support."""

    kind: Literal["play_bluff"] = "play_bluff"
    card: Annotated[str, Field(max_length=40)] = HIDDEN
    """Unseen card of the hand, or a public card of a ship that has landed."""


def _sources(state: State, draft: Draft) -> tuple[str, ...]:
    if draft.seat >= state.players:
        return (HIDDEN,)
    aboard = (name for name in state.aboard(draft.seat) if CARDS[name].bluff is not None)
    return (HIDDEN, *aboard)


def _label(name: str) -> Value:
    return Term("bluff.unseen") if name == HIDDEN else terms.card(name)


_in_play: Final = in_decks(lambda card: card.bluff is not None)


BLUFF = Act(
    PlayBluff,
    *OWN_TURN,
    available=_in_play,
    fields={
        "card": choice(
            _sources, _label, sentence=lambda n: () if n == HIDDEN else terms.card(n), optional=True
        )
    },
)

BLUFF.also(*(replace(each, fields=(), requires=(SEAT,)) for each in AS_SUPPORT))
BLUFF.also(replace(forbidden_by_card, fields=(), requires=(SEAT,)))
BLUFF.also(replace(capped_by_card, fields=(), requires=(SEAT,)))
BLUFF.also(replace(from_ship_only, fields=("card",), requires=(SEAT,)))


@BLUFF.rule(
    "bluff.play",
    code="no_bluff_left",
    fields="card",
    requires=SEAT,
    kind=ConditionKind.EXISTENCE,
    legal_basis=(),
)
def no_bluff_left(state: State, act: PlayBluff) -> Finding:
    """There can be a card with a bluff icon where it is said to come from."""
    if act.card != HIDDEN:
        there = act.card in state.aboard(act.seat) and CARDS[act.card].bluff is not None
        return None if there else Failure({"seat": SeatRef(act.seat)})
    held = state.playable(act.seat)
    if any(CARDS[name].bluff is not None for name in held):
        return None
    return Failure({"seat": SeatRef(act.seat)})


@BLUFF.rule(
    "bluff.play",
    code="bluff_icon",
    fields="card",
    requires="no_bluff_left",
    legal_basis=("bluff.play",),
)
def bluff_icon(_state: State, act: PlayBluff) -> Finding:
    """It shows a bluff icon, which nobody sees before it is turned up."""
    return Unverified({"seat": SeatRef(act.seat)}) if act.card == HIDDEN else None


@BLUFF.rule("bluff.play", code="bluff_off_ship", fields="card", requires=SEAT, legal_basis=())
def bluff_off_ship(state: State, act: PlayBluff) -> Finding:
    """By ruling, what comes from a ship is not laid face down."""
    if act.card == HIDDEN:
        return NOT_APPLICABLE
    ruling = "bluff_from_ship"
    if state.rulings[ruling] == "allowed":
        return NOT_APPLICABLE
    return Failure({"card": terms.card(act.card)}, ruling=ruling)


@BLUFF.rule("bluff.play", code="bluff_ignored", requires=SEAT, legal_basis=())
def bluff_ignored(state: State, act: PlayBluff) -> Finding:
    """What would be ignored at once is not laid face down, unless a ruling allows it."""
    ruling = "bluff_ignored"
    last = state.face_down_as[-1]
    lies = power.resolve_active((*state.active(act.seat), last), state.active(1 - act.seat))[-1]
    if "values" not in lies.ignored:
        return None
    if state.rulings[ruling] == "allowed":
        return NOT_APPLICABLE
    by = lies.ignored_by("values")
    assert by is not None
    return Failure({"card": terms.card(by.id)}, cites=(by.section,), ruling=ruling)


@BLUFF.play
def _bluff(play: Play, act: PlayBluff) -> None:
    seat, name = act.seat, None if act.card == HIDDEN else act.card
    source = HAND if name is None else SHIPS
    more = counting(play.state, seat, FACE_DOWN[:1])
    laid = lay_face_down(play, seat, source, name, "bluff.play")
    turn = play.state.turn
    if turn.seat != seat:
        return
    play.in_turn(
        next_free=None,
        step=max(turn.step, Step.SUPPORT),
        played=(*turn.played, laid),
        counting=(*turn.counting, *((laid,) if more else ())),
        ashore=(*turn.ashore, *((laid,) if name else ())),
    )
    report_extra_plays(play, seat, SUPPORT)


# Calling a bluff


class CallBluff(Action):
    """Demand to turn up all the cards that lie face down."""

    kind: Literal["call_bluff"] = "call_bluff"


class TrustBluff(Action):
    """Decision to leave face-down cards as they are."""

    kind: Literal["trust_bluff"] = "trust_bluff"


@rule("bluff.call", code="no_bluff_there", requires=SEAT, kind=ConditionKind.PHASE, legal_basis=())
def no_bluff_there(state: State, act: Action) -> Finding:
    """The opponent has cards face down."""
    return None if state.face_down(1 - act.seat) else Failure({"rival": SeatRef(1 - act.seat)})


@rule(
    "bluff.call",
    code="call_forbidden",
    requires="no_bluff_there",
    kind=ConditionKind.PHASE,
    legal_basis=(),
)
def call_forbidden(state: State, act: Action) -> Finding:
    """No card keeps the face-down cards from being called, or from counting."""
    rival: Seat = 1 - act.seat
    if can_be_called(state, rival):
        return None
    bans = state.in_force(rival, "forbid_call")
    params: Params = {
        "rival": SeatRef(rival),
        "due": Term(f"due.{state.due.code}"),
        "waited": seat_refs(state.awaited),
        "void": int(not bans),
    }
    card = bans[0][0] if bans else _voiding(state, rival)
    return Failure({**params, "card": terms.card(card.id)}, cites=(card.section,))


def _voiding(state: State, seat: Seat) -> Card:
    """Return the card for which the face-down cards of a seat do not count."""
    lies = power.resolve_active(state.active(seat), state.active(1 - seat))
    hidden = (one.ignored_by("values") for one in lies if one.card.face_down)
    return next(card for card in hidden if card is not None)


def _called() -> tuple[Rule, ...]:
    """Return the conditions of a decision on face-down cards."""
    *first, other_step = step(Due.CALL, ("bluff.call",))
    return (*first, no_bluff_there, call_forbidden, other_step)


CALL = Act(CallBluff, *_called(), available=_in_play)
TRUST = Act(TrustBluff, *_called(), available=_in_play)


@CALL.sentence_params
def _call_params(_state: State, act: CallBluff) -> Params:
    return {"rival": SeatRef(1 - act.seat if act.seat in (0, 1) else 0)}


@CALL.play
def _call(play: Play, act: CallBluff) -> None:
    if play.waits_for(Due.CALL):
        play.done()
    rival: Seat = 1 - act.seat
    play.say("bluff_called", "bluff.call", act.seat, rival=SeatRef(rival))
    ask_to_show(play, rival, len(play.state.face_down(rival)), called=True)


@TRUST.play
def _trust(play: Play, _act: TrustBluff) -> None:
    if play.waits_for(Due.CALL):
        play.done()


# Showing the bluffs


class ShowBluffs(Action):
    """Identity of the cards that lay face down."""

    kind: Literal["show_bluffs"] = "show_bluffs"
    results: ClassVar[frozenset[str]] = frozenset({"cards"})
    cards: Bag


def _to_show(state: State) -> int:
    """Return the number of cards to show now; 0 if none is due."""
    return state.due.of("number") if state.due.code == Due.SHOW else 0


def _may_be_bluffs(state: State, draft: Draft) -> Cards:
    if draft.seat >= state.players:
        return ()
    return tuple(n for n in state.unseen(draft.seat) if CARDS[n].bluff is not None)


def _offered(state: State, draft: Draft) -> tuple[Cards, ...]:
    there = _may_be_bluffs(state, draft)
    return tuple(islice(combinations(there, _to_show(state) or 1), _MOST_OFFERED))


SHOW = Act(
    ShowBluffs,
    *step(Due.SHOW)[:-1],
    available=_in_play,
    fields={
        "cards": laid_cards(_offered, _may_be_bluffs, lambda state, _draft: _to_show(state) or 18)
    },
)


@SHOW.rule(
    "bluff.show",
    code="nothing_to_show",
    requires=SEAT,
    kind=ConditionKind.EXISTENCE,
    legal_basis=(),
)
def nothing_to_show(state: State, act: ShowBluffs) -> Finding:
    """Cards of one's own that lay face down are to be shown now."""
    due = state.due
    if due.code == Due.SHOW and due.of("seat") == act.seat:
        # At the end of a game, a pending task may concern cards that have left the area: look for
        # them in the discard pile.
        place = AID if due.of("called") else DISCARD
        if state.ledger.balance(AT[place][act.seat], CARD) >= due.of("number"):
            return None
    return Failure({"seat": SeatRef(act.seat)})


_KNOWN: Final = from_hand()[:2]
SHOW.also(*_KNOWN)


@SHOW.rule(
    "bluff.show",
    code="bluff_elsewhere",
    fields="cards",
    requires="card_not_in_deck",
    kind=ConditionKind.EXISTENCE,
)
def bluff_elsewhere(state: State, act: ShowBluffs) -> Finding:
    """What was seen elsewhere does not lie face down."""
    for name in act.cards:
        where = state.known_place(act.seat, name)
        if where is not None:
            lies = terms.place(where_it_lies(state, act.seat, name, where))
            return Failure({"card": terms.card(name), "place": lies})
    return None


@SHOW.rule(
    "bluff.play",
    code="no_bluff_icon",
    fields="cards",
    requires="card_not_in_deck",
    legal_basis=("bluff.play",),
)
def no_bluff_icon(_state: State, act: ShowBluffs) -> Finding:
    """Only cards with a bluff icon are laid face down."""
    strange = tuple(name for name in act.cards if CARDS[name].bluff is None)
    return Failure({"cards": terms.cards(strange)}) if strange else None


@SHOW.rule(
    "bluff.show",
    code="wrong_number_shown",
    fields="cards",
    requires="nothing_to_show",
    kind=ConditionKind.EXISTENCE,
    legal_basis=(),
)
def wrong_number_shown(state: State, act: ShowBluffs) -> Finding:
    """All of them, and no more."""
    number = _to_show(state)
    if len(act.cards) == number:
        return None
    return Failure({"wanted": terms.so_many(number), "number": terms.so_many(len(act.cards))})


@SHOW.play
def _show(play: Play, act: ShowBluffs) -> None:
    called = play.state.due.of("called")
    play.done()
    turn_up(play, act.seat, act.cards, AID if called else DISCARD, "bluff.show")
    if called:
        _resolve_called(play, act.seat, act.cards)


def _resolve_called(play: Play, seat: Seat, cards: Cards) -> None:
    """Give a dragon for a true bluff, else one to the caller, and make its owner retreat."""
    element = play.state.fight.element
    ended = len(play.state.ends)
    if all(CARDS[name].bluff == element for name in cards):
        play.say("bluff_good", "bluff.call", seat, element=terms.element(str(element)))
        attract(play, seat, 1, "bluff.call")
        return
    play.say("bluff_bad", "bluff.call", seat, rival=SeatRef(1 - seat))
    attract(play, 1 - seat, 1, "bluff.call")
    if len(play.state.ends) == ended:
        lose_fight(play, seat)
