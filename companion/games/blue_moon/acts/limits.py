"""Limits of what is laid in a turn, for cards laid together in an order that keeps them."""

from collections.abc import Callable
from functools import wraps
from typing import Any, Final, TypeAlias

from companion.games.blue_moon import terms
from companion.games.blue_moon.acts.allowance import (
    Allowance,
    allowance,
    grants_with,
    one_pair,
    opens,
    silenced,
    without_some,
)
from companion.games.blue_moon.acts.common import not_crowded, own_turn
from companion.games.blue_moon.acts.play_cards import (
    ONE_TYPE,
    OUT_OF_HAND,
    PLAY,
    PlayCards,
    counts_as,
    first_card,
    laid_cards_of,
    mixed_types,
    phase_passed,
    stopped,
)
from companion.games.blue_moon.catalogue import BOOSTER, CHARACTER, LOADED, SUPPORT, Card
from companion.games.blue_moon.power import Cards
from companion.games.blue_moon.state import State, Step
from companion.games.blue_moon.units import (
    characters_of_turn,
    counting,
    gang_of,
    icons_off,
    is_unit,
    makes_way,
    silenced_freedom,
)
from companion.kernel.conditions import memoise_per_report
from companion.kernel.play import read_as
from companion.kernel.refusal import NOT_APPLICABLE, ConditionKind, Failure, Finding
from companion.kernel.values import Params, SeatRef

Test: TypeAlias = Callable[[State, Any], Finding]


def _lay_first(state: State, act: Any) -> tuple[State, PlayCards, PlayCards] | None:
    """Return a card laid before the others, the others, and the table between, if that is legal.

    None if they are legal at once, or in no order.
    """
    if act.kind != "play_cards" or len(act.cards) < 2 or act.edition == 1:
        return None
    if not own_turn(state, act.seat) or all(_holds(test, state, act) for test in _IN_ORDER):
        return None
    if not all(_holds(one.test, state, act) for one in (*OUT_OF_HAND, mixed_types)):
        return None
    for name in (name for name in act.cards if makes_way(name, act.cards)):
        others = tuple(other for other in act.cards if other != name)
        first, then = (
            PlayCards(seat=act.seat, cards=cards, target=act.target) for cards in ((name,), others)
        )
        if all(_holds(test, state, first) for test in _IN_ORDER):
            between = PLAY.apply(state, first)[0]
            if between.agenda == state.agenda and _fits(between, then):
                return between, first, then
    return None


def _fits(state: State, act: PlayCards) -> bool:
    """Return whether cards may be laid, at once or one before the others."""
    at_once = all(_holds(test, state, act) for test in (stopped.test, *_IN_ORDER))
    return at_once or _lay_first(state, act) is not None


def _holds(test: Test, state: State, act: Any) -> bool:
    return not isinstance(test(state, act), Failure)


_IN_ORDER: Final[list[Test]] = []
"""Tests that cards laid together pass in one order at least."""


def in_some_order(test: Test) -> Test:
    """Let a test hold where it holds for the cards one after another, in one order."""
    _IN_ORDER.append(test)

    @wraps(test)
    def tested(state: State, act: Any) -> Finding:
        finding = test(state, act)
        one_by_one = isinstance(finding, Failure) and _in_parts(state, act)
        return None if one_by_one else finding

    return tested


@memoise_per_report
def _in_parts(state: State, act: Any) -> bool:
    return _lay_first(state, act) is not None


def parts(state: State, act: PlayCards) -> tuple[PlayCards, ...]:
    """Return the reports that cards laid together amount to, one after another."""
    split = _lay_first(state, act)
    if split is None:
        return (act,)
    between, first, then = split
    return (first, *parts(between, then))


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
    if not holds(read_as(state, ICONS, "printed")):
        return {"by": ()}, ()
    return {"by": terms.card(by.id)}, (by.section,)


ICONS: Final = "icons_of_the_hand"
"""Ruling on the icons of cards that are being played."""


def _granted(state: State, act: Any, plays: Allowance) -> tuple[Params, Cards]:
    """Return the words and the section for what allows extra plays, and for what silences that."""
    card_type = first_card(act).type
    # What cannot be played itself allows nothing.
    alone = ((name, allowance(state, act.seat, card_type, (name,))) for name in counts_as(act))
    playable = tuple(name for name, then in alone if then.over <= then.limit)
    grants: Params = {"grants": terms.cards(grants_with(playable, card_type, plays))}
    silent, sections = _silent(silenced(state, act.seat, card_type))
    return {**grants, **silent}, sections


def _silent(pair: tuple[Card, Card] | None) -> tuple[Params, Cards]:
    """Return the words and the section for a silenced card and the one that silences it."""
    if pair is None:
        return {"silent": (), "silencer": ()}, ()
    silent, by = pair
    return {"silent": terms.card(silent.id), "silencer": terms.card(by.id)}, (by.section,)


@PLAY.rule(
    "fight.opening",
    code="opening_turn",
    fields="cards",
    requires=ONE_TYPE,
    suggest=without_some("play_only", PLAY, "opening_turn"),
)
@in_some_order
def opening_turn(state: State, act: Any) -> Finding:
    """Whoever opens a fight plays neither booster nor support, unless cards allow more of them."""
    card_type = first_card(act).type
    if card_type not in (BOOSTER, SUPPORT) or not opens(state, act.seat):
        return NOT_APPLICABLE
    if not _more(state, act):
        return None
    plays = allowance(state, act.seat, card_type, counts_as(act))
    if plays.over <= plays.limit:
        return None
    by, cites = _without_icons(state, act, lambda printed: opening_turn.test(printed, act) is None)
    words, silencing = _granted(state, act, plays)
    params: Params = {
        "seat": SeatRef(act.seat),
        "cards": laid_cards_of(act),
        **by,
        **words,
    }
    if cites:
        return Failure(params, cites=(*cites, *silencing), ruling=ICONS)
    pair = one_pair(state, act.seat, counts_as(act))
    return Failure(params, cites=silencing, ruling="booster_pair_opening" if pair else None)


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
    if first_card(act).type not in (BOOSTER, SUPPORT):
        return NOT_APPLICABLE
    turn = state.turn
    if turn.seat == act.seat and turn.step >= Step.CHARACTER:
        return None
    return Failure({"cards": laid_cards_of(act)})


@PLAY.rule(
    "icons.pair",
    code="no_pair",
    fields="cards",
    requires=ONE_TYPE,
    legal_basis=(),
    suggest=without_some("play_only", PLAY, "no_pair"),
)
@in_some_order
def no_pair(state: State, act: Any) -> Finding:
    """Several characters are laid together only as a pair or a gang, besides FREE ones."""
    if first_card(act).type != CHARACTER or len(counts_as(act)) == 1:
        return NOT_APPLICABLE
    if is_unit(state, act.seat, _more(state, act)):
        return None
    by, cites = _without_icons(state, act, lambda printed: no_pair.test(printed, act) is None)
    silent, silencing = _silent(silenced_freedom(state, act.seat, act.cards))
    params = {"cards": laid_cards_of(act), **by, **silent}
    sections = ("icons.gang", *cites, *silencing)
    return Failure(params, cites=sections, ruling=ICONS if cites else None)


@PLAY.rule(
    "phase.character",
    code="second_character",
    fields="cards",
    requires=ONE_TYPE,
    legal_basis=("phase.character",),
    suggest=without_some("play_only", PLAY, "second_character"),
)
@in_some_order
def second_character(state: State, act: Any) -> Finding:
    """One character a turn, or one pair, or one gang; FREE ones besides."""
    if first_card(act).type != CHARACTER:
        return NOT_APPLICABLE
    more = _more(state, act)
    before = state.turn.counted(CHARACTER) if own_turn(state, act.seat) else ()
    if not before or not more or is_unit(state, act.seat, (*before, *more)):
        return None
    by, cites = _without_icons(
        state, act, lambda printed: second_character.test(printed, act) is None
    )
    silent, silencing = _silent(silenced_freedom(state, act.seat, act.cards))
    params = {"seat": SeatRef(act.seat), "cards": terms.cards(before), **by, **silent}
    return Failure(params, cites=(*cites, *silencing), ruling=ICONS if cites else None)


@PLAY.rule(
    "icons.gang",
    code="gang_begun_late",
    fields="cards",
    requires=("no_pair", "second_character"),
    legal_basis=(),
)
@in_some_order
def gang_begun_late(state: State, act: Any) -> Finding:
    """A gang of several starts the phase of characters: no FREE one comes before it."""
    if first_card(act).type != CHARACTER:
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
    if first_card(act).type not in (BOOSTER, SUPPORT):
        return ()
    return ("phase.support",)


@PLAY.rule(
    "phase.support",
    code="limit_reached",
    fields="cards",
    requires=ONE_TYPE,
    legal_basis=_how_many,
    suggest=without_some("play_only", PLAY, "limit_reached"),
)
@in_some_order
def limit_reached(state: State, act: Any) -> Finding:
    """One booster or one support a turn, and what cards allow besides."""
    card_type = first_card(act).type
    if card_type not in (BOOSTER, SUPPORT) or opens(state, act.seat):
        return NOT_APPLICABLE
    plays = allowance(state, act.seat, card_type, counts_as(act))
    if plays.over <= plays.limit or not _more(state, act):
        return None
    turn = state.turn
    counted = (*turn.counted(BOOSTER), *turn.counted(SUPPORT)) if turn.seat == act.seat else ()
    before = (*(name for name in counted if name != LOADED), *(turn.loaded if counted else ()))
    by, cites = _without_icons(state, act, lambda printed: limit_reached.test(printed, act) is None)
    words, silencing = _granted(state, act, plays)
    params: Params = {
        "seat": SeatRef(act.seat),
        "before": terms.cards(before),
        "cards": laid_cards_of(act),
        **by,
        **words,
    }
    return Failure(params, cites=(*cites, *silencing), ruling=ICONS if cites else None)


@PLAY.rule(
    "cards.text", code="too_many_characters", fields="cards", requires=ONE_TYPE, legal_basis=()
)
def too_many_characters(state: State, act: Any) -> Finding:
    """With more active characters than a card of the opponent allows the phase does not end."""
    if first_card(act).type not in (BOOSTER, SUPPORT):
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
