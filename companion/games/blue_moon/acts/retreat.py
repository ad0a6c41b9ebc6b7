"""Acts that give up a fight or decline to begin one."""

from collections.abc import Iterator
from itertools import pairwise
from typing import Any, Literal

from companion.games.blue_moon import terms
from companion.games.blue_moon.acts.announce import can_announce
from companion.games.blue_moon.acts.common import (
    NEXT_TURN,
    OWN_TURN,
    SEAT,
    Act,
    Bag,
    EditionAction,
    from_hand,
    laid_cards,
    whole_deck,
)
from companion.games.blue_moon.acts.demands import nothing_owed_in_dragons
from companion.games.blue_moon.catalogue import CHARACTER, FOR_LEADERS, ON_TABLE
from companion.games.blue_moon.fights import end_by_cards, is_out, lose_fight, new_fight
from companion.games.blue_moon.flow import give_dragons
from companion.games.blue_moon.pending_tasks import in_play
from companion.games.blue_moon.play import (
    Play,
    discard,
    move,
    place_of,
    refresh,
    ships_away,
)
from companion.games.blue_moon.power import Cards
from companion.games.blue_moon.state import AT, HAND, SHIPS, State, Step
from companion.games.blue_moon.taking_back import take_back
from companion.kernel.form import Draft
from companion.kernel.models import Action
from companion.kernel.refusal import (
    NOT_APPLICABLE,
    ConditionKind,
    Failure,
    Finding,
    Remark,
    Remedy,
    Unverified,
)
from companion.kernel.values import Seat, SeatRef


class Retreat(EditionAction):
    """Surrender of the fight."""

    kind: Literal["retreat"] = "retreat"


RETREAT = Act(Retreat, *OWN_TURN, gives_up=True)


@RETREAT.rule("fight.decline", code="starter_cannot_retreat", requires=SEAT, legal_basis=())
def starter_cannot_retreat(state: State, act: Retreat) -> Finding:
    """Whoever starts a fight does not retreat in the turn that opens it."""
    fight = state.fight
    if not fight.opening or fight.starter != act.seat:
        return None
    return Failure({"seat": SeatRef(act.seat)})


def laid_this_turn(state: State, seat: Seat) -> Cards:
    """Return the characters, boosters and supports that a seat has played in this turn."""
    turn = state.turn
    if turn.seat != seat:
        return ()
    active = in_play(state, seat)
    return tuple(
        name for name in turn.played if ON_TABLE[name].type not in FOR_LEADERS and name in active
    )


@RETREAT.rule(
    "phase.retreat",
    code="after_character",
    requires=SEAT,
    kind=ConditionKind.PHASE,
    legal_basis=("phase.retreat",),
)
def after_character(state: State, act: Retreat) -> Finding:
    """One retreats before the character; cards that do not reach the power should not be there."""
    if state.turn.seat != act.seat or state.turn.step < Step.CHARACTER:
        return None
    there = terms.cards(laid_this_turn(state, act.seat))
    if can_announce(state, act.seat):
        return Failure({"seat": SeatRef(act.seat), "cards": there}, until=NEXT_TURN)
    return Remark({"seat": SeatRef(act.seat), "cards": there})


def _from_there(state: State, act: Any) -> State:
    """Return the table from which the retreat is judged: the one before the character."""
    if act.edition == 1 or state.turn.since is None or state.turn.seat != act.seat:
        return state
    play = Play(state)
    take_back(play, act.seat)
    return play.finished()[0]


RETREAT.also(nothing_owed_in_dragons(_from_there))


@RETREAT.play
def _retreat(play: Play, act: Retreat) -> None:
    seat = act.seat
    if act.edition == 1:
        _take_cards_back(play, seat)
    elif play.state.turn.seat == seat and play.state.turn.since is not None:
        cards = terms.cards(laid_this_turn(play.state, seat))
        play.say("taken_back", "phase.retreat", seat, cards=cards)
        take_back(play, seat)
    if not give_dragons(play, seat):
        lose_fight(play, seat)


def _take_cards_back(play: Play, seat: Seat) -> None:
    """Take back cards played this turn, as version 1 did: whatever they covered stays covered.

    Cards from a landed ship go to the discard pile with it.
    """
    for name in laid_this_turn(play.state, seat):
        place = place_of(play, seat, name)
        if name not in play.state.turn.ashore:
            move(play, seat, name, place, HAND, "phase.retreat")
        elif ON_TABLE[name].face_down:
            # It is shown together with the other cards that lie face down.
            continue
        else:
            discard(play, seat, (name,), place, "ships.away")
    if play.state.turn.seat == seat:
        for name in play.state.turn.loaded:
            if name in play.state.piles[AT[SHIPS][seat]]:
                move(play, seat, name, SHIPS, HAND, "phase.retreat")


# Declining


class Decline(Action):
    """Refusal to start a fight: cards are discarded, and the other seat starts."""

    kind: Literal["decline"] = "decline"
    cards: Bag


def _worth_declining(state: State, draft: Draft) -> tuple[Cards, ...]:
    there, seat = state.playable(draft.seat), draft.seat
    number = state.hand(seat)
    if not number:
        return ((),)
    one = tuple((name,) for name in there)
    rows = (pairwise(there), zip(there, there[1:], there[2:], strict=False))
    more = tuple(tuple(some) for row in rows for some in row)
    return tuple(some for some in (*one, *more) if len(some) <= number)


DECLINE = Act(
    Decline,
    *OWN_TURN,
    gives_up=True,
    fields={
        "cards": laid_cards(
            _worth_declining, whole_deck, lambda state, _draft: state.facts["decline.most"]
        )
    },
)


@DECLINE.rule("fight.decline", code="not_starter", requires=SEAT)
def not_starter(state: State, act: Decline) -> Finding:
    """Only a fight that has not begun is declined, by whoever would start it."""
    fight = state.fight
    if fight.opening and fight.starter == act.seat:
        return None
    return Failure({"seat": SeatRef(act.seat)}, until=NEXT_TURN if fight.opening else None)


@DECLINE.rule(
    "fight.decline",
    code="fight_begun",
    requires="not_starter",
    kind=ConditionKind.PHASE,
    legal_basis=(),
)
def fight_begun(state: State, act: Decline) -> Finding:
    """With the first character the fight has begun."""
    if state.turn.seat != act.seat or state.turn.step < Step.CHARACTER:
        return None
    laid = laid_this_turn(state, act.seat)
    begun = tuple(name for name in laid if ON_TABLE[name].type == CHARACTER)
    return Failure({"cards": terms.cards(begun or laid)})


@DECLINE.rule("fight.decline", code="declined_in_turn", requires="not_starter")
def declined_in_turn(state: State, act: Decline) -> Finding:
    """By ruling, after both have declined somebody starts, if a character is there."""
    if state.rulings["declines_in_a_row"] == "unlimited" or state.fight.declined < 2:
        return NOT_APPLICABLE
    return Unverified({"seat": SeatRef(act.seat)})


DECLINE.also(*from_hand())


def _as_many(state: State, act: Decline) -> Iterator[Remedy]:
    most = state.facts["decline.most"]
    cards = tuple(getattr(act, "cards", ()))
    if len(cards) > most:
        yield Remedy("discard_fewer", {"most": terms.so_many(most)}, {"cards": cards[:most]})


@DECLINE.rule(
    "fight.decline",
    code="wrong_number_declined",
    fields="cards",
    requires=("card_not_in_deck", "card_laid_twice"),
    legal_basis=(),
    suggest=_as_many,
)
def wrong_number_declined(state: State, act: Decline) -> Finding:
    """One, two or three cards; none only where there is none."""
    number, held = len(act.cards), state.hand(act.seat)
    most = state.facts["decline.most"]
    least = min(1, held)
    if least <= number <= most:
        return None
    return Failure({"number": terms.so_many(number), "most": most})


@DECLINE.play
def _decline(play: Play, act: Decline) -> None:
    seat, fight = act.seat, play.state.fight
    if play.state.turn.seat == seat:
        ships_away(play, seat)
    discard(play, seat, act.cards, HAND, "fight.decline")
    refresh(play, seat, "fight.decline")
    if not fight.opening or fight.starter != seat:
        return
    if is_out(play, seat):
        play.say("no_new_fight", "end.deck", seat)
        end_by_cards(play)
    else:
        play.say("fight_declined", "fight.decline", seat, rival=SeatRef(1 - seat))
        new_fight(play, 1 - seat, fight.declined + 1)
