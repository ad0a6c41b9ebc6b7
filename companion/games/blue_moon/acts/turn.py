"""The turn besides playing cards: retrieving, retreating, declining, announcing the power."""

from collections.abc import Iterator
from itertools import combinations, pairwise
from typing import Any, Final, Literal

from companion.games.blue_moon import power, terms
from companion.games.blue_moon.acts.common import (
    OWN_TURN,
    SEAT,
    Act,
    Bag,
    from_hand,
    laid_cards,
    not_crowded,
    nothing_laid,
    whole_deck,
)
from companion.games.blue_moon.acts.demands import nothing_owed, nothing_owed_in_dragons
from companion.games.blue_moon.catalogue import (
    CARDS,
    CHARACTER,
    ELEMENTS,
    FOR_LEADERS,
    ON_TABLE,
    RETRIEVE,
)
from companion.games.blue_moon.demands import compels, crowded
from companion.games.blue_moon.flow import end_turn, fights_again, give_dragons, laid
from companion.games.blue_moon.play import (
    Play,
    discard,
    end_by_cards,
    is_out,
    lose_fight,
    move,
    new_fight,
    place_of,
    refresh,
    ships_away,
    takeable,
)
from companion.games.blue_moon.power import Cards, Total
from companion.games.blue_moon.state import AT, HAND, SHIPS, State, Step
from companion.kernel.form import Draft
from companion.kernel.models import Action
from companion.kernel.picks import choice
from companion.kernel.refusal import (
    NOT_APPLICABLE,
    Failure,
    Finding,
    Kind,
    Remark,
    Remedy,
    Unverified,
)
from companion.kernel.values import Params, Seat, SeatRef, Term, Value

NEXT_TURN: Final = "next_turn"


# Retrieving.


class RetrieveCards(Action):
    """Active cards with the icon come back to the hand at the start of the turn."""

    kind: Literal["retrieve_cards"] = "retrieve_cards"
    cards: Bag


def retrievable(state: State, seat: Seat) -> Cards:
    """The active cards of a seat that show the icon."""
    return tuple(name for name in laid(state, seat) if ON_TABLE[name].has(RETRIEVE))


def _some(state: State, draft: Draft) -> tuple[Cards, ...]:
    there = retrievable(state, draft.seat)
    return tuple(some for n in range(1, len(there) + 1) for some in combinations(there, n))[:8]


RETRIEVE_CARDS = Act(
    RetrieveCards,
    *OWN_TURN,
    fields={"cards": laid_cards(_some, whole_deck, lambda _state, _draft: 60)},
)


RETRIEVE_CARDS.also(nothing_laid)


@RETRIEVE_CARDS.rule("phase.start", presumes=SEAT, kind=Kind.PHASE, grounds=())
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


@RETRIEVE_CARDS.rule("icons.retrieve", needs="cards", presumes=SEAT, kind=Kind.EXISTENCE)
def not_active(state: State, act: RetrieveCards) -> Finding:
    """Only what lies active before the seat comes back."""
    active = laid(state, act.seat)
    gone = tuple(name for name in act.cards if name not in active or act.cards.count(name) > 1)
    if not gone:
        return None
    return Failure({"cards": tuple(map(_named, gone)), "seat": SeatRef(act.seat)})


def _named(name: str) -> Term:
    return terms.card(name) if name in CARDS else Term("card.unknown")


@RETRIEVE_CARDS.rule(
    "icons.retrieve", needs="cards", presumes="not_active", grounds=("icons.retrieve",)
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


def _ignored_icons(state: State, seat: Seat, name: str) -> "Any":
    for one in power.lying(state.active(seat), state.active(1 - seat)):
        if one.card.id == name and "icons" in one.ignored:
            return one.by
    return None


@RETRIEVE_CARDS.rule("icons.retrieve_exception", needs="cards", presumes="not_active", grounds=())
def rival_retrieves(state: State, act: RetrieveCards) -> Finding:
    """No character comes back while the opponent has an active character with the icon."""
    if not any(ON_TABLE[name].type == CHARACTER for name in act.cards):
        return NOT_APPLICABLE
    other = 1 - act.seat
    for one in power.lying(state.active(other), state.active(act.seat)):
        if one.card.type != CHARACTER or not one.card.has(RETRIEVE):
            continue
        ruling = "ignored_icons_block_retrieve"
        if "icons" in one.ignored and state.rulings[ruling] == "working":
            continue
        return Failure({"card": terms.card(one.card.id), "rival": SeatRef(other)})
    return None


@RETRIEVE_CARDS.rule("cards.text", needs="cards", presumes="not_active", grounds=())
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


# Retreating.


class Retreat(Action):
    """The fight is given up."""

    kind: Literal["retreat"] = "retreat"


RETREAT = Act(Retreat, *OWN_TURN)


@RETREAT.rule("fight.decline", presumes=SEAT, grounds=())
def starter_cannot_retreat(state: State, act: Retreat) -> Finding:
    """Whoever starts a fight does not retreat in the turn that opens it."""
    fight = state.fight
    if not fight.opening or fight.starter != act.seat:
        return None
    return Failure({"seat": SeatRef(act.seat)})


def laid_this_turn(state: State, seat: Seat) -> Cards:
    """The characters, boosters and supports that a seat has played in this turn."""
    turn = state.turn
    if turn.seat != seat:
        return ()
    active = laid(state, seat)
    return tuple(
        name for name in turn.played if ON_TABLE[name].type not in FOR_LEADERS and name in active
    )


def can_announce(state: State, seat: Seat) -> bool:
    """Whether the power of a seat is enough now, and nothing that it has to do is left."""
    if compels(state, seat) or crowded(state, seat):
        return False
    element = state.fight.element
    if element is None:
        return True
    mine = state.total(seat, element)
    return mine.shield is not None or mine.amount >= state.total(1 - seat, element).amount


@RETREAT.rule("phase.retreat", presumes=SEAT, kind=Kind.PHASE, grounds=("phase.retreat",))
def after_character(state: State, act: Retreat) -> Finding:
    """One retreats before the character; cards that do not reach the power should not be there."""
    if state.turn.seat != act.seat or state.turn.step < Step.CHARACTER:
        return None
    there = terms.cards(laid_this_turn(state, act.seat))
    if can_announce(state, act.seat):
        return Failure({"seat": SeatRef(act.seat), "cards": there}, until=NEXT_TURN)
    return Remark({"seat": SeatRef(act.seat), "cards": there})


RETREAT.also(nothing_owed_in_dragons())


@RETREAT.play
def _retreat(play: Play, act: Retreat) -> None:
    seat = act.seat
    _take_back(play, seat)
    if not give_dragons(play, seat):
        lose_fight(play, seat)


def _take_back(play: Play, seat: Seat) -> None:
    """What could not be played is taken back: it had to be a retreat before.

    What came from a ship goes to the discard pile with the ship, which had landed already.
    """
    for name in laid_this_turn(play.state, seat):
        place = place_of(play, seat, name)
        if name not in play.state.turn.ashore:
            move(play, seat, name, place, HAND, "phase.retreat")
        elif ON_TABLE[name].face_down:
            # It is shown with the others that lie face down.
            continue
        else:
            discard(play, seat, (name,), place, "ships.away")
    if play.state.turn.seat == seat:
        for name in play.state.turn.loaded:
            if name in play.state.piles[AT[SHIPS][seat]]:
                move(play, seat, name, SHIPS, HAND, "phase.retreat")


# Declining.


class Decline(Action):
    """Instead of starting a fight: cards are discarded, and the other one starts."""

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
    fields={
        "cards": laid_cards(
            _worth_declining, whole_deck, lambda state, _draft: state.facts["decline.most"]
        )
    },
)


@DECLINE.rule("fight.decline", presumes=SEAT)
def not_starter(state: State, act: Decline) -> Finding:
    """Only a fight that has not begun is declined, by whoever would start it."""
    fight = state.fight
    if fight.opening and fight.starter == act.seat:
        return None
    return Failure({"seat": SeatRef(act.seat)}, until=NEXT_TURN if fight.opening else None)


@DECLINE.rule("fight.decline", presumes="not_starter", kind=Kind.PHASE, grounds=())
def fight_begun(state: State, act: Decline) -> Finding:
    """With the first character the fight has begun."""
    if state.turn.seat != act.seat or state.turn.step < Step.CHARACTER:
        return None
    return Failure({"cards": terms.cards(laid_this_turn(state, act.seat))})


@DECLINE.rule("fight.decline", presumes="not_starter")
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
    needs="cards",
    presumes=("card_not_in_deck", "card_laid_twice"),
    grounds=(),
    mend=_as_many,
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


# Announcing.

SAME: Final = "same"
"""The element of the fight, which is fixed."""


class Announce(Action):
    """The power is announced, and the turn ends."""

    kind: Literal["announce"] = "announce"
    element: Literal["fire", "earth", "same"] = "same"
    """In the turn that opens a fight: in which element it is fought."""


def _elements(state: State, _draft: Draft) -> tuple[str, ...]:
    return ELEMENTS if state.fight.element is None else (SAME,)


def _element_label(name: str) -> Value:
    return Term(f"element.{name}")


ANNOUNCE = Act(
    Announce,
    *OWN_TURN,
    fields={"element": choice(_elements, _element_label, told=None, optional=True)},
)


def _element(state: State, act: Announce) -> str | None:
    if state.fight.element is not None:
        return state.fight.element
    return None if act.element == SAME else act.element


@ANNOUNCE.told
def _told(state: State, act: Announce) -> Params:
    element = _element(state, act)
    if element is None or act.seat >= state.players:
        return {"element": Term("element.same"), "power": 0, "power_sum": "", "rival_power": ()}
    theirs = state.total(1 - act.seat, element).amount
    return {
        "element": terms.element(element),
        "rival": SeatRef(1 - act.seat),
        "rival_power": (theirs,) if state.fight.element else (),
        **_sums("power", state.total(act.seat, element)),
    }


@ANNOUNCE.rule("phase.character", presumes=SEAT, kind=Kind.PHASE, grounds=())
def no_character_played(state: State, act: Announce) -> Finding:
    """To go on with a fight a character is played."""
    turn = state.turn
    if turn.seat == act.seat and turn.step >= Step.CHARACTER:
        return None
    if fights_again(state, act.seat):
        return NOT_APPLICABLE
    return Failure({"seat": SeatRef(act.seat)})


ANNOUNCE.also(nothing_owed(), nothing_owed_in_dragons())


@ANNOUNCE.rule("cards.text", presumes=SEAT, grounds=())
def too_many_characters(state: State, act: Announce) -> Finding:
    """No more active characters than a card of the opponent allows."""
    return not_crowded(state, act)


@ANNOUNCE.rule("fight.element", needs="element", presumes=SEAT, kind=Kind.EXISTENCE, grounds=())
def element_missing(state: State, act: Announce) -> Finding:
    """Whoever opens a fight says in which element."""
    return Failure() if _element(state, act) is None else None


def _chosen(state: State, _act: Announce) -> tuple[str, ...]:
    """The element decides something where it is chosen."""
    return ("fight.element",) if state.fight.element is None else ()


@ANNOUNCE.rule("fight.element", needs="element", presumes=SEAT, grounds=_chosen)
def element_fixed(state: State, act: Announce) -> Finding:
    """It stays the same for the whole fight, unless a mutant changes it."""
    fixed = state.fight.element
    if fixed is None or act.element in (SAME, fixed):
        return None
    return Failure({"element": terms.element(fixed)})


@ANNOUNCE.rule("power.match", needs="element", presumes=("element_missing", "element_fixed"))
def below_power(state: State, act: Announce) -> Finding:
    """At least as much as the opponent has now, unless a shield lifts that."""
    element = _element(state, act)
    assert element is not None
    mine, theirs = state.total(act.seat, element), state.total(1 - act.seat, element)
    if mine.shield is not None:
        return NOT_APPLICABLE
    if mine.amount >= theirs.amount:
        return None
    because = (*mine.because, *theirs.because)
    params: Params = {
        "seat": SeatRef(act.seat),
        "rival": SeatRef(1 - act.seat),
        "element": terms.element(element),
        **_sums("own", mine),
        **_sums("other", theirs),
        "short": theirs.amount - mine.amount,
    }
    return Failure(params, cites=tuple(dict.fromkeys(_sections(because))))


def _sums(name: str, found: Total) -> dict[str, Value]:
    floor = () if found.floor is None else terms.card(found.floor.id)
    return {name: found.amount, f"{name}_sum": found.sum, f"{name}_floor": floor}


def _sections(names: Cards) -> Iterator[str]:
    return (ON_TABLE[name].section for name in names if ON_TABLE[name].lines)


@ANNOUNCE.rule(
    "icons.shield", needs="element", presumes="element_missing", grounds=("icons.shield",)
)
def no_shield(state: State, act: Announce) -> Finding:
    """With a shield in the element of the fight nothing has to be matched."""
    element = _element(state, act)
    assert element is not None
    mine = state.total(act.seat, element)
    if mine.shield is None:
        return NOT_APPLICABLE
    return Remark({"card": terms.card(mine.shield.id), "element": terms.element(element)})


@ANNOUNCE.play
def _announce(play: Play, act: Announce) -> None:
    seat = act.seat
    element = _element(play.state, act)
    assert element is not None
    if play.state.turn.seat == seat and give_dragons(play, seat):
        return
    found = play.state.total(seat, element)
    shield = () if found.shield is None else terms.card(found.shield.id)
    play.say(
        "announced",
        "power.announce",
        seat,
        **_sums("power", found),
        element=terms.element(element),
        shield=shield,
    )
    if play.state.turn.seat != seat:
        return
    if play.state.fight.element is None:
        play.in_fight(element=element)
    end_turn(play, seat)
