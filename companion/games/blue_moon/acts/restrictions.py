"""Restrictions imposed by cards, and conditions for playing mutants."""

from typing import Any, Final

from companion.games.blue_moon import terms
from companion.games.blue_moon.acts.allowance import without_some
from companion.games.blue_moon.acts.limits import in_some_order
from companion.games.blue_moon.acts.play_cards import BEST, LAID, PLAY, counts_as, laid_cards_of
from companion.games.blue_moon.catalogue import (
    BOOSTER,
    CARDS,
    CHARACTER,
    EARTH,
    FIRE,
    FOR_LEADERS,
    ON_TABLE,
    Card,
    CardId,
    TextLine,
)
from companion.games.blue_moon.pending_tasks import in_play
from companion.games.blue_moon.state import State
from companion.kernel.refusal import NOT_APPLICABLE, Failure, Finding
from companion.kernel.values import Counted, Params, SeatRef, Term, Value


@PLAY.rule(
    "cards.text",
    code="forbidden_by_card",
    fields="cards",
    requires=LAID,
    legal_basis=(),
    suggest=without_some("play_only", PLAY, "forbidden_by_card"),
)
@in_some_order
def forbidden_by_card(state: State, act: Any) -> Finding:
    """What an active card of the opponent forbids is not played."""
    for card, line in state.in_force(1 - act.seat, "forbid"):
        for name in counts_as(act):
            if forbids(line, ON_TABLE[name]):
                params: Params = {
                    "card": terms.card(card.id),
                    "played": laid_cards_of(act) if ON_TABLE[name].face_down else terms.card(name),
                    "what": _what(line),
                    "over": line.over or 0,
                }
                return Failure(params, cites=(card.section,))
    return None


def forbids(line: TextLine, card: Card) -> bool:
    """Return whether a line forbids playing a card."""
    if not line.concerns(card.type):
        return False
    if line.over is not None and max(card.values.values()) <= line.over:
        return False
    return line.text is None or card.has_text == (line.text == "with")


def _what(line: TextLine) -> tuple[Value, ...]:
    suffix = f".{line.text}_text" if line.text else ""
    return tuple(Term(f"forbidden.{each}{suffix}") for each in line.types or ("any",))


@PLAY.rule(
    "cards.text",
    code="capped_by_card",
    fields="cards",
    requires=LAID,
    legal_basis=(),
    suggest=without_some("play_only", PLAY, "capped_by_card"),
)
@in_some_order
def capped_by_card(state: State, act: Any) -> Finding:
    """No more cards in a turn than an active card of the opponent allows."""
    caps = state.in_force(1 - act.seat, "cap_plays")
    if not caps:
        return NOT_APPLICABLE
    turn = state.turn
    before = (*turn.played, *turn.loaded) if turn.seat == act.seat else ()
    more = counts_as(act)
    cards = (*before, *more)
    if state.rulings["brain_drain_counts_leadership"] == "no":
        cards = tuple(name for name in cards if ON_TABLE[name].type not in FOR_LEADERS)
    for card, line in caps:
        counted = tuple(name for name in cards if line.zone == "any" or fights(ON_TABLE[name]))
        if len(counted) > line.amount and (line.zone == "any" or fights(ON_TABLE[more[0]])):
            params: Params = {
                "card": terms.card(card.id),
                "most": terms.so_many(line.amount),
                "number": terms.so_many(len(counted)),
                "fighting": int(line.zone == "combat"),
            }
            by_ruling = line.zone == "any" and len(cards) < len(before) + len(more)
            ruling = "brain_drain_counts_leadership" if by_ruling else None
            return Failure(params, cites=(card.section,), ruling=ruling)
    return None


def fights(card: Card) -> bool:
    """Return whether a card is laid in the area of combat."""
    return card.type in (CHARACTER, BOOSTER)


@PLAY.rule("cards.mutants", code="cannot_be_played", fields="cards", requires=LAID)
@in_some_order
def cannot_be_played(state: State, act: Any) -> Finding:
    """A mutant is played only where its condition holds."""
    for name in act.cards:
        line = CARDS[name].line("only_if")
        if line is not None:
            return None if _holds(state, act, line) else _unmet(state, act, name, line)
    return NOT_APPLICABLE


def _holds(state: State, act: Any, line: TextLine) -> bool:
    if line.cond in _IN_ELEMENT and state.fight.element != _IN_ELEMENT[line.cond]:
        return False
    value = _predicate_value(state, act, line)
    return value <= line.amount if line.cond in AT_MOST else value >= line.amount


_IN_ELEMENT: Final = {"opp_power_earth": EARTH, "opp_power_fire": FIRE}
"""Element of the fight that some mutants require, by predicate."""
AT_MOST: Final = ("own_areas_most", "own_ships_most")
"""Predicates that set a maximum."""
OF_POWER: Final = ("opp_power", *_IN_ELEMENT)
"""Predicates about the opponent's power."""


def _predicate_value(state: State, act: Any, line: TextLine) -> int:
    """Return the value that a predicate compares."""
    seat, rival = act.seat, 1 - act.seat
    match line.cond:
        case "opp_active":
            return len(in_play(state, rival))
        case "opp_in_areas":
            return state.in_areas(rival)
        case "opp_hand_over_own":
            counted = state.rulings["mutant_in_hand"] == "laid"
            return state.hand(rival) - state.hand(seat) + (len(act.cards) if counted else 0)
        case "opp_dragons":
            return state.dragons(rival)
        case "own_areas_most":
            # Cards laid together with this one are there before it.
            return state.in_areas(seat) + len(act.cards) - 1
        case "own_ships_most":
            return len(state.at_sea(seat))
    element = state.fight.element
    # Before the element is announced, the opponent has no power on the table.
    return 0 if element is None else state.total(rival, element).amount


def _unmet(state: State, act: Any, name: CardId, line: TextLine) -> Failure:
    element = state.fight.element
    params: Params = {
        "card": terms.card(name),
        "kind": Term(f"wanted.{line.cond}"),
        "wanted": Counted(line.amount, f"wanted.{line.cond}"),
        "least": line.amount,
        "most": int(line.cond in AT_MOST),
        "rival": SeatRef(1 - act.seat),
        "power": max(0, _predicate_value(state, act, line)),
        "element": () if element is None else terms.element(element),
        "plain": int(line.cond not in OF_POWER),
    }
    return Failure(params, cites=(CARDS[name].section,))


@PLAY.rule(
    "power.one_character",
    code="target_not_active",
    fields=("cards", "target"),
    requires=LAID,
    legal_basis=(),
)
def target_not_active(state: State, act: Any) -> Finding:
    """A card for one character is laid for one of one's own that is active."""
    if act.target == BEST:
        return NOT_APPLICABLE
    active = in_play(state, act.seat)
    if act.target in active and ON_TABLE[act.target].type == CHARACTER:
        return None
    return Failure({"target": terms.card(act.target) if act.target in CARDS else act.target})
