"""Cards are played: what was laid says in which phase; the rule finds how it counts."""

from typing import Annotated, Final, Literal, NamedTuple

from pydantic import Field

from companion.games.blue_moon import flow, terms
from companion.games.blue_moon.acts.common import (
    OWN_TURN,
    SEAT,
    Act,
    Bag,
    from_hand,
    laid_cards,
    nothing_laid,
    whole_deck,
)
from companion.games.blue_moon.catalogue import (
    BOOSTER,
    CARDS,
    CHARACTER,
    EARTH,
    ELEMENTS,
    FIRE,
    LEADERSHIP,
    PAIR,
    STOP,
    SUPPORT,
    Card,
    CardId,
    Line,
)
from companion.games.blue_moon.play import Play, move, set_covered, text_works
from companion.games.blue_moon.power import Cards
from companion.games.blue_moon.state import AID, AT, COMBAT, HAND, LEADER, STEP_OF, State, Step
from companion.kernel.form import Draft
from companion.kernel.models import Action
from companion.kernel.picks import choice
from companion.kernel.refusal import NOT_APPLICABLE, Failure, Finding, Kind
from companion.kernel.values import Params, Seat, SeatRef, Term, Value

BEST: Final = "best"
"""A card for one character is for whichever it serves best."""

NEXT_TURN: Final = "next_turn"


class PlayCards(Action):
    """Cards laid together in one phase."""

    kind: Literal["play_cards"] = "play_cards"
    cards: Bag
    target: Annotated[str, Field(max_length=40)] = BEST
    """The character that a card for one character is laid for, where the table chooses it."""


def _offered(state: State, draft: Draft) -> tuple[Cards, ...]:
    there = state.playable(draft.seat)
    pairs = tuple(
        (one, other)
        for n, one in enumerate(there)
        for other in there[n + 1 :]
        if is_pair(CARDS[one], CARDS[other])
    )
    return (*((name,) for name in there), *pairs)


def is_pair(one: Card, other: Card) -> bool:
    """Whether two cards may be played as a pair: both with the icon, the same first word."""
    same = one.first_word == other.first_word and one.type == other.type
    return one.has(PAIR) and other.has(PAIR) and same


def for_one(name: CardId) -> bool:
    """Whether a card is laid for one character."""
    return any(line.scope == "one" for line in CARDS[name].lines)


def _targets(state: State, draft: Draft) -> tuple[str, ...]:
    laid = draft.values.get("cards", ())
    chosen = state.rulings["boost_target"] == "chosen"
    if draft.seat >= state.players or not chosen or not any(map(_known_for_one, laid)):
        return (BEST,)
    active = flow.laid(state, draft.seat)
    return (BEST, *(name for name in active if CARDS[name].type == CHARACTER))


def _known_for_one(name: str) -> bool:
    return name in CARDS and for_one(name)


def _target_label(name: str) -> Value:
    return Term("target.best") if name == BEST else terms.card(name)


PLAY = Act(
    PlayCards,
    *OWN_TURN,
    fields={
        "cards": laid_cards(_offered, whole_deck, lambda state, draft: state.hand(draft.seat)),
        "target": choice(
            _targets,
            _target_label,
            told=lambda name: () if name == BEST else terms.card(name),
            optional=True,
        ),
    },
)


@PLAY.rule("icons.stop", presumes=SEAT, kind=Kind.PHASE)
def stopped(state: State, act: PlayCards) -> Finding:
    """After a card with the icon nothing more is played in that turn."""
    turn = state.turn
    if turn.seat != act.seat or turn.stopped is None:
        return NOT_APPLICABLE
    params: Params = {"seat": SeatRef(act.seat), "card": terms.card(turn.stopped)}
    return Failure(params, until=NEXT_TURN)


PLAY.also(nothing_laid, *from_hand())


def _card(act: PlayCards) -> Card:
    return CARDS[act.cards[0]]


LAID: Final = ("nothing_laid", "card_not_in_deck", "card_laid_twice")
"""What is presumed of whatever looks at the cards laid."""


@PLAY.rule("phases", needs="cards", presumes=LAID, grounds=())
def mixed_types(_state: State, act: PlayCards) -> Finding:
    """What is laid together belongs to one phase, and to one type."""
    types = tuple(dict.fromkeys(CARDS[name].type for name in act.cards))
    return None if len(types) == 1 else Failure({"types": tuple(map(terms.card_type, types))})


ONE_TYPE: Final = (*LAID, "mixed_types")


def _phase_of(_state: State, act: PlayCards) -> tuple[str, ...]:
    return (PHASE_OF[_card(act).type],)


PHASE_OF: Final = {
    LEADERSHIP: "phase.leadership",
    CHARACTER: "phase.character",
    BOOSTER: "phase.support",
    SUPPORT: "phase.support",
}
"""By type, the section of the phase in which it is played."""


@PLAY.rule("phases", needs="cards", presumes=ONE_TYPE, kind=Kind.PHASE, grounds=())
def phase_passed(state: State, act: PlayCards) -> Finding:
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


@PLAY.rule("phase.leadership", needs="cards", presumes=ONE_TYPE)
def second_leadership(state: State, act: PlayCards) -> Finding:
    """One leadership card a turn."""
    if _card(act).type != LEADERSHIP:
        return NOT_APPLICABLE
    turn = state.turn
    if turn.seat != act.seat:
        return NOT_APPLICABLE
    called = [name for name in turn.played if CARDS[name].type == LEADERSHIP]
    if not called and len(act.cards) == 1:
        return None
    return Failure({"cards": terms.cards(called or act.cards)})


@PLAY.rule("phase.character", needs="cards", presumes=ONE_TYPE, kind=Kind.PHASE, grounds=())
def no_character_yet(state: State, act: PlayCards) -> Finding:
    """A booster or a support comes after the character."""
    if _card(act).type not in (BOOSTER, SUPPORT):
        return NOT_APPLICABLE
    turn = state.turn
    if turn.seat == act.seat and turn.step >= Step.CHARACTER:
        return None
    return Failure({"cards": terms.cards(act.cards)})


# How many.


class Allowance(NamedTuple):
    """Boosters and supports of a turn against what may be played of them."""

    over: int
    """How many are over the limit and what cards allow besides it."""
    limit: int
    """One, or none in the turn that opens a fight."""
    grants: tuple[CardId, ...]
    """The cards that allow more."""


def allowance(state: State, seat: Seat, card_type: str, more: int) -> Allowance:
    """The boosters and supports of a turn with so many more of one type."""
    turn = state.turn
    limit = 0 if _opens(state, seat) else 1
    over, grants = 0, list[CardId]()
    for each in (BOOSTER, SUPPORT):
        before = turn.counted(each) if turn.seat == seat else 0
        number = before + (more if each == card_type else 0)
        extra = 0
        for card, line in state.in_force(seat, "extra_play"):
            if line.concerns(each):
                extra += number if line.n == "any" else _plain(line)
                grants.append(card.id)
        over += max(0, number - extra)
    return Allowance(over, limit, tuple(grants))


def _plain(line: Line) -> int:
    assert isinstance(line.n, int)
    return line.n


def _opens(state: State, seat: Seat) -> bool:
    fight = state.fight
    return fight.opening and fight.starter == seat


def units(cards: Cards) -> int:
    """How many plays some cards of one type count for: a pair is one."""
    if len(cards) == 2 and is_pair(CARDS[cards[0]], CARDS[cards[1]]):
        return 1
    return len(cards)


@PLAY.rule("fight.opening", needs="cards", presumes=ONE_TYPE)
def opening_turn(state: State, act: PlayCards) -> Finding:
    """Whoever opens a fight plays neither booster nor support, unless cards allow more of them."""
    card_type = _card(act).type
    if card_type not in (BOOSTER, SUPPORT) or not _opens(state, act.seat):
        return NOT_APPLICABLE
    found = allowance(state, act.seat, card_type, units(act.cards))
    if found.over <= found.limit:
        return None
    return Failure({"seat": SeatRef(act.seat), "cards": terms.cards(act.cards)})


@PLAY.rule("icons.pair", needs="cards", presumes=ONE_TYPE, grounds=())
def no_pair(_state: State, act: PlayCards) -> Finding:
    """Several characters are laid together only as a pair."""
    if _card(act).type != CHARACTER or len(act.cards) == 1:
        return NOT_APPLICABLE
    if units(act.cards) == 1:
        return None
    return Failure({"cards": terms.cards(act.cards)})


@PLAY.rule("phase.character", needs="cards", presumes=ONE_TYPE, grounds=("phase.character",))
def second_character(state: State, act: PlayCards) -> Finding:
    """One character a turn."""
    if _card(act).type != CHARACTER:
        return NOT_APPLICABLE
    turn = state.turn
    if turn.seat != act.seat or not turn.characters:
        return None
    laid = [name for name in turn.played if CARDS[name].type == CHARACTER]
    return Failure({"seat": SeatRef(act.seat), "cards": terms.cards(laid)})


def _how_many(_state: State, act: PlayCards) -> tuple[str, ...]:
    if _card(act).type not in (BOOSTER, SUPPORT):
        return ()
    return ("phase.support",)


@PLAY.rule("phase.support", needs="cards", presumes=ONE_TYPE, grounds=_how_many)
def limit_reached(state: State, act: PlayCards) -> Finding:
    """One booster or one support a turn, and what cards allow besides."""
    card_type = _card(act).type
    if card_type not in (BOOSTER, SUPPORT) or _opens(state, act.seat):
        return NOT_APPLICABLE
    found = allowance(state, act.seat, card_type, units(act.cards))
    if found.over <= found.limit:
        return None
    before = [name for name in state.turn.played if CARDS[name].type in (BOOSTER, SUPPORT)]
    params: Params = {"seat": SeatRef(act.seat), "cards": terms.cards(before or act.cards)}
    return Failure(params)


# What cards forbid.


@PLAY.rule("cards.text", needs="cards", presumes=LAID, grounds=())
def forbidden_by_card(state: State, act: PlayCards) -> Finding:
    """What an active card of the opponent forbids is not played."""
    for card, line in state.in_force(1 - act.seat, "forbid"):
        for name in act.cards:
            if _forbids(line, CARDS[name]):
                params: Params = {
                    "card": terms.card(card.id),
                    "played": terms.card(name),
                    "what": _what(line),
                    "over": line.over or 0,
                }
                return Failure(params, cites=(card.section,))
    return None


def _forbids(line: Line, card: Card) -> bool:
    if not line.concerns(card.type):
        return False
    if line.over is not None and max(card.values.values()) <= line.over:
        return False
    return line.text is None or card.has_text == (line.text == "with")


def _what(line: Line) -> tuple[Value, ...]:
    suffix = f".{line.text}_text" if line.text else ""
    return tuple(Term(f"forbidden.{each}{suffix}") for each in line.types or ("any",))


@PLAY.rule("cards.text", needs="cards", presumes=LAID, grounds=())
def capped_by_card(state: State, act: PlayCards) -> Finding:
    """No more cards in a turn than an active card of the opponent allows."""
    caps = state.in_force(1 - act.seat, "cap_plays")
    if not caps:
        return NOT_APPLICABLE
    turn = state.turn
    before = turn.played if turn.seat == act.seat else ()
    cards = (*before, *act.cards)
    if state.rulings["brain_drain_counts_leadership"] == "no":
        cards = tuple(name for name in cards if CARDS[name].type != LEADERSHIP)
    for card, line in caps:
        if len(cards) > _plain(line):
            params: Params = {
                "card": terms.card(card.id),
                "most": terms.so_many(_plain(line)),
                "number": terms.so_many(len(cards)),
            }
            by_ruling = len(cards) < len(before) + len(act.cards)
            ruling = "brain_drain_counts_leadership" if by_ruling else None
            return Failure(params, cites=(card.section,), ruling=ruling)
    return None


@PLAY.rule("cards.mutants", needs="cards", presumes=LAID)
def cannot_be_played(state: State, act: PlayCards) -> Finding:
    """A mutant is played only where its condition holds."""
    for name in act.cards:
        line = CARDS[name].line("only_if")
        if line is not None:
            return None if _holds(state, act.seat, line) else _unmet(state, act.seat, name, line)
    return NOT_APPLICABLE


def _holds(state: State, seat: Seat, line: Line) -> bool:
    element = state.fight.element
    if line.cond in _IN_ELEMENT and element != _IN_ELEMENT[line.cond]:
        return False
    return _rival_power(state, seat) >= _plain(line)


_IN_ELEMENT: Final = {"opp_power_earth": EARTH, "opp_power_fire": FIRE}
"""What some mutants want the fight to be."""


def _rival_power(state: State, seat: Seat) -> int:
    element = state.fight.element
    # Before the element is announced the opponent has nothing on the table.
    return 0 if element is None else state.total(1 - seat, element).amount


def _unmet(state: State, seat: Seat, name: CardId, line: Line) -> Failure:
    element = state.fight.element
    params: Params = {
        "card": terms.card(name),
        "wanted": Term(f"wanted.{line.cond}"),
        "least": _plain(line),
        "rival": SeatRef(1 - seat),
        "power": _rival_power(state, seat),
        "element": () if element is None else terms.element(element),
    }
    return Failure(params, cites=(CARDS[name].section,))


@PLAY.rule("power.one_character", needs=("cards", "target"), presumes=LAID, grounds=())
def target_not_active(state: State, act: PlayCards) -> Finding:
    """A card for one character is laid for one of one's own that is active."""
    if act.target == BEST:
        return NOT_APPLICABLE
    active = flow.laid(state, act.seat)
    if act.target in active and CARDS[act.target].type == CHARACTER:
        return None
    return Failure({"target": terms.card(act.target) if act.target in CARDS else act.target})


# What it does.


@PLAY.play
def _play(play: Play, act: PlayCards) -> None:
    seat, own = act.seat, play.state.turn.seat == act.seat
    card_type = CARDS[act.cards[0]].type
    if card_type == CHARACTER and not (own and play.state.turn.characters):
        # The character covers what was played in the turns before.
        set_covered(play, seat, len(play.state.piles[AT[COMBAT][seat]]))
    for name in act.cards:
        move(play, seat, name, HAND, _area(CARDS[name]), PHASE_OF[CARDS[name].type])
    if own:
        _count(play, act)
        _told_as_extra(play, act)
    _aim(play, act)
    for name in reversed(act.cards):
        _take_effect(play, seat, name)


def _area(card: Card) -> str:
    if card.type == LEADERSHIP:
        return LEADER
    return AID if card.type == SUPPORT else COMBAT


def _count(play: Play, act: PlayCards) -> None:
    turn, card_type = play.state.turn, CARDS[act.cards[0]].type
    number = units(act.cards)
    stops = next((name for name in act.cards if CARDS[name].has(STOP)), turn.stopped)
    called = next((name for name in act.cards if CARDS[name].spans_turn), turn.leadership)
    play.in_turn(
        step=max(turn.step, STEP_OF[card_type]),
        played=(*turn.played, *act.cards),
        characters=turn.characters + (number if card_type == CHARACTER else 0),
        boosters=turn.boosters + (number if card_type == BOOSTER else 0),
        supports=turn.supports + (number if card_type == SUPPORT else 0),
        stopped=stops,
        leadership=called,
    )


def _told_as_extra(play: Play, act: PlayCards) -> None:
    """What goes beyond the limit is said with the card that allows it."""
    state, card_type = play.state, CARDS[act.cards[0]].type
    if card_type not in (BOOSTER, SUPPORT):
        return
    limit = 0 if _opens(state, act.seat) else 1
    grants = [
        card.id for card, line in state.in_force(act.seat, "extra_play") if line.concerns(card_type)
    ]
    if grants and state.turn.boosters + state.turn.supports > limit:
        play.say("played_extra", "phase.support", act.seat, grants=terms.cards(grants))


def _aim(play: Play, act: PlayCards) -> None:
    aimed = [name for name in act.cards if for_one(name)]
    if act.target == BEST or not aimed:
        return
    targets = play.state.targets
    mine = (*targets[act.seat], *((name, act.target) for name in aimed))
    play.change(targets=(*targets[: act.seat], mine, *targets[act.seat + 1 :]))


def _take_effect(play: Play, seat: Seat, name: CardId) -> None:
    card = CARDS[name]
    if not card.lines:
        return
    line = card.line("element")
    kept = line is not None and play.ruling("ignored_mutants") == "as_printed"
    if not kept and not text_works(play, seat, name):
        play.say("text_ignored", "cards.text", seat, card=terms.card(name))
        return
    if line is not None:
        _change_element(play, seat, card, line)
    flow.speak(play, seat, name, "play")


def _change_element(play: Play, seat: Seat, card: Card, line: Line) -> None:
    before = play.state.fight.element
    after = line.element
    if after == "swap":
        after = EARTH if before == FIRE else FIRE
    if before is None or after == before or after not in ELEMENTS:
        return
    play.in_fight(element=after)
    params = {"element": terms.element(after), "card": terms.card(card.id)}
    play.say("element_changed", "cards.mutants", seat, **params)
