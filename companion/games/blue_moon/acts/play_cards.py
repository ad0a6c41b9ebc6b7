"""Act of playing cards, whose type gives the phase; the conditions decide how they count.

Cards laid face down or onto a ship count as a support (`counts_as`).
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Annotated, Any, Final, Literal, NamedTuple

from pydantic import Field

from companion.games.blue_moon import power, terms
from companion.games.blue_moon.acts.common import (
    OWN_TURN,
    SEAT,
    Act,
    Bag,
    EditionAction,
    from_hand,
    laid_cards,
    named_cards,
    not_crowded,
    nothing_laid,
    own_turn,
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
from companion.games.blue_moon.state import STEP_OF, State, Step
from companion.games.blue_moon.units import (
    characters_of_turn,
    counting,
    gang_of,
    icons_off,
    is_pair,
    is_unit,
    units,
)
from companion.kernel.conditions import memoise_per_report
from companion.kernel.form import Draft
from companion.kernel.picks import choice
from companion.kernel.play import frozen
from companion.kernel.refusal import NOT_APPLICABLE, ConditionKind, Failure, Finding
from companion.kernel.values import Params, Seat, SeatRef, Term, Value

BEST: Final = "best"
"""Target of a single-character card that is applied where it serves best."""

NEXT_TURN: Final = "next_turn"


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


PLAY.also(nothing_laid, *from_hand(ashore=True))


_COUNTS_AS: Final = {"play_bluff": FACE_DOWN[:1], "load_card": (LOADED,)}
"""Stand-in for a support, by kind of report."""


def counts_as(act: Any) -> Cards:
    """Return the cards laid, or their stand-in if laid face down or onto a ship."""
    return _COUNTS_AS.get(act.kind) or tuple(act.cards)


def _card(act: Any) -> Card:
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


ONE_TYPE: Final = (*LAID, "mixed_types")


def _phase_of(_state: State, act: Any) -> tuple[str, ...]:
    return (PHASE_OF[_card(act).type],)


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
    card_type = _card(act).type
    if turn.step <= STEP_OF[card_type]:
        return None
    params: Params = {
        "type": terms.card_type(card_type),
        "step": Term(f"step.{turn.step.name.lower()}"),
    }
    return Failure(params, cites=_phase_of(state, act))


@PLAY.rule("phase.leadership", code="second_leadership", fields="cards", requires=ONE_TYPE)
def second_leadership(state: State, act: Any) -> Finding:
    """One leadership card a turn, or one ship."""
    if _card(act).type not in FOR_LEADERS:
        return NOT_APPLICABLE
    turn = state.turn
    if turn.seat != act.seat:
        return NOT_APPLICABLE
    if not turn.called and len(act.cards) == 1:
        return None
    return Failure({"cards": terms.cards(turn.called or act.cards)})


# Limits


@memoise_per_report
def _more(state: State, act: Any) -> Cards:
    """Return the laid cards that count towards the limits."""
    return counting(
        state, act.seat, counts_as(act), in_order=act.kind != "play_cards" or act.edition > 1
    )


def _without_icons(state: State, act: Any, holds: Callable[[State], bool]) -> tuple[Params, Cards]:
    """Return the words and the sections for icons that the opponent switches off.

    Args:
        state: state of the table.
        act: report of cards laid.
        holds: whether the condition holds on a table; if it does with the icons, they are named.
    """
    by = icons_off(state, act.seat)
    if by is None:
        return {"by": ()}, ()
    printed = frozen({**state.rulings, ICONS: "printed"})
    if not holds(replace(state, rulings=printed)):
        return {"by": ()}, ()
    return {"by": terms.card(by.id)}, (by.section,)


ICONS: Final = "icons_of_the_hand"
"""Ruling on the icons of cards that are being played."""


class Allowance(NamedTuple):
    """Boosters and supports of a turn, compared with the limit."""

    over: int
    """Number of plays beyond the extra ones that cards allow."""
    limit: int
    """One; zero in the turn that opens a fight, unless a ruling allows a pair there."""
    grants: tuple[CardId, ...]
    """Cards that allow extra plays."""


def allowance(state: State, seat: Seat, card_type: str, more: Cards) -> Allowance:
    """Return the allowance of a turn after some more cards of one type."""
    turn = state.turn
    limit = _limit(state, seat, more)
    over, grants = 0, list[CardId]()
    more = counting(state, seat, more)
    for each in (BOOSTER, SUPPORT):
        before = turn.counted(each) if turn.seat == seat else ()
        number = units(state, seat, (*before, *more) if each == card_type else before)
        extra = 0
        for card, line in state.in_force(seat, "extra_play"):
            if line.concerns(each):
                extra += number if line.n == "any" else line.amount
                grants.append(card.id)
        over += max(0, number - extra)
    return Allowance(over, limit, tuple(grants))


def _limit(state: State, seat: Seat, more: Cards) -> int:
    if not opens(state, seat):
        return 1
    allowed = state.rulings["booster_pair_opening"] == "allowed"
    return int(allowed and _one_pair(state, seat, more))


def opens(state: State, seat: Seat) -> bool:
    """Return whether a seat is in the turn that opens the fight."""
    fight = state.fight
    return fight.opening and fight.starter == seat


@PLAY.rule("fight.opening", code="opening_turn", fields="cards", requires=ONE_TYPE)
def opening_turn(state: State, act: Any) -> Finding:
    """Whoever opens a fight plays neither booster nor support, unless cards allow more of them."""
    card_type = _card(act).type
    if card_type not in (BOOSTER, SUPPORT) or not opens(state, act.seat):
        return NOT_APPLICABLE
    if not _more(state, act):
        return None
    plays = allowance(state, act.seat, card_type, counts_as(act))
    if plays.over <= plays.limit:
        return None
    by, cites = _without_icons(state, act, lambda printed: opening_turn.test(printed, act) is None)
    params: Params = {
        "seat": SeatRef(act.seat),
        "cards": terms.cards(counts_as(act)),
        "grants": terms.cards(dict.fromkeys(plays.grants)),
        **by,
    }
    if cites:
        return Failure(params, cites=cites, ruling=ICONS)
    if _one_pair(state, act.seat, counts_as(act)):
        return Failure(params, ruling="booster_pair_opening")
    return Failure(params)


@PLAY.rule(
    "phase.character",
    code="no_character_yet",
    fields="cards",
    requires=ONE_TYPE,
    kind=ConditionKind.PHASE,
    legal_basis=(),
)
def no_character_yet(state: State, act: Any) -> Finding:
    """A booster or a support comes after the character."""
    if _card(act).type not in (BOOSTER, SUPPORT):
        return NOT_APPLICABLE
    turn = state.turn
    if turn.seat == act.seat and turn.step >= Step.CHARACTER:
        return None
    return Failure({"cards": terms.cards(counts_as(act))})


def _one_pair(state: State, seat: Seat, more: Cards) -> bool:
    """Return whether the boosters of a turn, with some more, form one pair."""
    before = state.turn.counted(BOOSTER) if own_turn(state, seat) else ()
    laid = (*before, *(name for name in more if ON_TABLE[name].type == BOOSTER))
    return len(laid) == 2 and units(state, seat, laid) == 1


@PLAY.rule("icons.pair", code="no_pair", fields="cards", requires=ONE_TYPE, legal_basis=())
def no_pair(state: State, act: Any) -> Finding:
    """Several characters are laid together only as a pair or a gang, besides FREE ones."""
    if _card(act).type != CHARACTER or len(counts_as(act)) == 1:
        return NOT_APPLICABLE
    if is_unit(state, act.seat, _more(state, act)):
        return None
    by, cites = _without_icons(state, act, lambda printed: no_pair.test(printed, act) is None)
    params = {"cards": terms.cards(counts_as(act)), **by}
    return Failure(params, cites=("icons.gang", *cites), ruling=ICONS if cites else None)


@PLAY.rule(
    "phase.character",
    code="second_character",
    fields="cards",
    requires=ONE_TYPE,
    legal_basis=("phase.character",),
)
def second_character(state: State, act: Any) -> Finding:
    """One character a turn, or one pair, or one gang; FREE ones besides."""
    if _card(act).type != CHARACTER:
        return NOT_APPLICABLE
    more = _more(state, act)
    before = state.turn.counted(CHARACTER) if own_turn(state, act.seat) else ()
    if not before or not more or is_unit(state, act.seat, (*before, *more)):
        return None
    by, cites = _without_icons(
        state, act, lambda printed: second_character.test(printed, act) is None
    )
    params = {"seat": SeatRef(act.seat), "cards": terms.cards(before), **by}
    return Failure(params, cites=cites, ruling=ICONS if cites else None)


@PLAY.rule(
    "icons.gang",
    code="gang_begun_late",
    fields="cards",
    requires=("no_pair", "second_character"),
    legal_basis=(),
)
def gang_begun_late(state: State, act: Any) -> Finding:
    """A gang of several starts the phase of characters: no FREE one comes before it."""
    if _card(act).type != CHARACTER:
        return NOT_APPLICABLE
    laid = characters_of_turn(state, act.seat)
    before = state.turn.counted(CHARACTER) if laid else ()
    gang = (*before, *_more(state, act))
    if len(gang) < 2 or gang_of(gang) is None or len(before) == len(gang):
        return NOT_APPLICABLE
    free = tuple(name for name in laid if name not in before)
    if not free:
        return None
    ruling = "gang_after_free"
    if state.rulings[ruling] == "several":
        return NOT_APPLICABLE
    return Failure({"cards": terms.cards(gang), "free": terms.cards(free)}, ruling=ruling)


def _how_many(_state: State, act: Any) -> tuple[str, ...]:
    if _card(act).type not in (BOOSTER, SUPPORT):
        return ()
    return ("phase.support",)


@PLAY.rule(
    "phase.support", code="limit_reached", fields="cards", requires=ONE_TYPE, legal_basis=_how_many
)
def limit_reached(state: State, act: Any) -> Finding:
    """One booster or one support a turn, and what cards allow besides."""
    card_type = _card(act).type
    if card_type not in (BOOSTER, SUPPORT) or opens(state, act.seat):
        return NOT_APPLICABLE
    plays = allowance(state, act.seat, card_type, counts_as(act))
    if plays.over <= plays.limit or not _more(state, act):
        return None
    turn = state.turn
    counted = (*turn.counted(BOOSTER), *turn.counted(SUPPORT)) if turn.seat == act.seat else ()
    before = (*(name for name in counted if name != LOADED), *(turn.loaded if counted else ()))
    by, cites = _without_icons(state, act, lambda printed: limit_reached.test(printed, act) is None)
    params: Params = {
        "seat": SeatRef(act.seat),
        "before": terms.cards(before),
        "cards": terms.cards(counts_as(act)),
        "grants": terms.cards(dict.fromkeys(plays.grants)),
        **by,
    }
    return Failure(params, cites=cites, ruling=ICONS if cites else None)


@PLAY.rule(
    "cards.text", code="too_many_characters", fields="cards", requires=ONE_TYPE, legal_basis=()
)
def too_many_characters(state: State, act: Any) -> Finding:
    """With more active characters than a card of the opponent allows the phase does not end."""
    if _card(act).type not in (BOOSTER, SUPPORT):
        return NOT_APPLICABLE
    return not_crowded(state, act)


AS_SUPPORT: Final = (
    stopped,
    phase_passed,
    opening_turn,
    no_character_yet,
    limit_reached,
    too_many_characters,
)
"""Conditions on cards laid in place of a support."""
