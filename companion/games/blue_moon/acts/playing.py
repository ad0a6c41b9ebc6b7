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
    own_turn,
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
    STOP,
    SUPPORT,
    Card,
    CardId,
    Line,
)
from companion.games.blue_moon.play import Play, move, set_covered, text_works
from companion.games.blue_moon.power import Cards
from companion.games.blue_moon.state import AID, AT, COMBAT, HAND, LEADER, STEP_OF, State, Step
from companion.games.blue_moon.units import (
    characters_of_turn,
    counting,
    gang_of,
    is_pair,
    is_unit,
    joins_gang,
    units,
)
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
    couples = tuple(
        (one, other)
        for n, one in enumerate(there)
        for other in there[n + 1 :]
        if is_pair(CARDS[one], CARDS[other]) or gang_of((one, other))
    )
    return (*((name,) for name in there), *couples)


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
    """One, or none in the turn that opens a fight, unless a ruling allows a pair there."""
    grants: tuple[CardId, ...]
    """The cards that allow more."""


def allowance(state: State, seat: Seat, card_type: str, more: Cards) -> Allowance:
    """The boosters and supports of a turn with some more of one type."""
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
                extra += number if line.n == "any" else _plain(line)
                grants.append(card.id)
        over += max(0, number - extra)
    return Allowance(over, limit, tuple(grants))


def _limit(state: State, seat: Seat, more: Cards) -> int:
    if not _opens(state, seat):
        return 1
    allowed = state.rulings["booster_pair_opening"] == "allowed"
    return int(allowed and _one_pair(state, seat, more))


def _plain(line: Line) -> int:
    assert isinstance(line.n, int)
    return line.n


def _opens(state: State, seat: Seat) -> bool:
    fight = state.fight
    return fight.opening and fight.starter == seat


@PLAY.rule("fight.opening", needs="cards", presumes=ONE_TYPE)
def opening_turn(state: State, act: PlayCards) -> Finding:
    """Whoever opens a fight plays neither booster nor support, unless cards allow more of them."""
    card_type = _card(act).type
    if card_type not in (BOOSTER, SUPPORT) or not _opens(state, act.seat):
        return NOT_APPLICABLE
    if not counting(state, act.seat, act.cards):
        return None
    found = allowance(state, act.seat, card_type, act.cards)
    if found.over <= found.limit:
        return None
    params: Params = {"seat": SeatRef(act.seat), "cards": terms.cards(act.cards)}
    if _one_pair(state, act.seat, act.cards):
        return Failure(params, ruling="booster_pair_opening")
    return Failure(params)


def _one_pair(state: State, seat: Seat, more: Cards) -> bool:
    """Whether the boosters of a turn, with some more, are one pair."""
    before = state.turn.counted(BOOSTER) if own_turn(state, seat) else ()
    laid = (*before, *(name for name in more if CARDS[name].type == BOOSTER))
    return len(laid) == 2 and units(state, seat, laid) == 1


@PLAY.rule("icons.pair", needs="cards", presumes=ONE_TYPE, grounds=())
def no_pair(state: State, act: PlayCards) -> Finding:
    """Several characters are laid together only as a pair or a gang, besides FREE ones."""
    if _card(act).type != CHARACTER or len(act.cards) == 1:
        return NOT_APPLICABLE
    if is_unit(state, act.seat, counting(state, act.seat, act.cards)):
        return None
    return Failure({"cards": terms.cards(act.cards)}, cites=("icons.gang",))


@PLAY.rule("phase.character", needs="cards", presumes=ONE_TYPE, grounds=("phase.character",))
def second_character(state: State, act: PlayCards) -> Finding:
    """One character a turn, or one pair, or one gang; FREE ones besides."""
    if _card(act).type != CHARACTER:
        return NOT_APPLICABLE
    more = counting(state, act.seat, act.cards)
    before = state.turn.counted(CHARACTER) if own_turn(state, act.seat) else ()
    if not before or not more or is_unit(state, act.seat, (*before, *more)):
        return None
    return Failure({"seat": SeatRef(act.seat), "cards": terms.cards(before)})


@PLAY.rule("icons.gang", needs="cards", presumes=("no_pair", "second_character"), grounds=())
def gang_begun_late(state: State, act: PlayCards) -> Finding:
    """A gang of several starts the phase of characters: no FREE one comes before it."""
    if _card(act).type != CHARACTER:
        return NOT_APPLICABLE
    laid = characters_of_turn(state, act.seat)
    before = state.turn.counted(CHARACTER) if laid else ()
    gang = (*before, *counting(state, act.seat, act.cards))
    if len(gang) < 2 or gang_of(gang) is None or len(before) == len(gang):
        return NOT_APPLICABLE
    free = tuple(name for name in laid if name not in before)
    if not free:
        return None
    ruling = "gang_after_free"
    if state.rulings[ruling] == "several":
        return NOT_APPLICABLE
    return Failure({"cards": terms.cards(gang), "free": terms.cards(free)}, ruling=ruling)


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
    found = allowance(state, act.seat, card_type, act.cards)
    if found.over <= found.limit or not counting(state, act.seat, act.cards):
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
        counted = tuple(name for name in cards if line.zone == "any" or fights(CARDS[name]))
        if len(counted) > _plain(line) and (line.zone == "any" or fights(_card(act))):
            params: Params = {
                "card": terms.card(card.id),
                "most": terms.so_many(_plain(line)),
                "number": terms.so_many(len(counted)),
                "fighting": int(line.zone == "combat"),
            }
            by_ruling = line.zone == "any" and len(cards) < len(before) + len(act.cards)
            ruling = "brain_drain_counts_leadership" if by_ruling else None
            return Failure(params, cites=(card.section,), ruling=ruling)
    return None


def fights(card: Card) -> bool:
    """Whether a card is laid in the area of combat."""
    return card.type in (CHARACTER, BOOSTER)


@PLAY.rule("cards.mutants", needs="cards", presumes=LAID)
def cannot_be_played(state: State, act: PlayCards) -> Finding:
    """A mutant is played only where its condition holds."""
    for name in act.cards:
        line = CARDS[name].line("only_if")
        if line is not None:
            return None if _holds(state, act, line) else _unmet(state, act, name, line)
    return NOT_APPLICABLE


def _holds(state: State, act: PlayCards, line: Line) -> bool:
    if line.cond in _IN_ELEMENT and state.fight.element != _IN_ELEMENT[line.cond]:
        return False
    found = _found(state, act, line)
    return found <= _plain(line) if line.cond in AT_MOST else found >= _plain(line)


_IN_ELEMENT: Final = {"opp_power_earth": EARTH, "opp_power_fire": FIRE}
"""What some mutants want the fight to be."""
AT_MOST: Final = ("own_areas_most",)
"""The predicates by which there is no more of something."""
OF_POWER: Final = ("opp_power", *_IN_ELEMENT)
"""Those that are about the opponent's power."""


def _found(state: State, act: PlayCards, line: Line) -> int:
    """What a predicate counts."""
    seat, rival = act.seat, 1 - act.seat
    match line.cond:
        case "opp_active":
            return len(flow.laid(state, rival))
        case "opp_in_areas":
            return state.in_areas(rival)
        case "opp_hand_over_own":
            laid = state.rulings["mutant_in_hand"] == "laid"
            return state.hand(rival) - state.hand(seat) + (len(act.cards) if laid else 0)
        case "opp_dragons":
            return state.dragons(rival)
        case "own_areas_most":
            # What is laid together with it lies there before it.
            return state.in_areas(seat) + len(act.cards) - 1
    element = state.fight.element
    # Before the element is announced the opponent has nothing on the table.
    return 0 if element is None else state.total(rival, element).amount


def _unmet(state: State, act: PlayCards, name: CardId, line: Line) -> Failure:
    element = state.fight.element
    params: Params = {
        "card": terms.card(name),
        "wanted": Term(f"wanted.{line.cond}"),
        "least": _plain(line),
        "rival": SeatRef(1 - act.seat),
        "power": _found(state, act, line),
        "element": () if element is None else terms.element(element),
        "plain": int(line.cond not in OF_POWER),
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
    seat, own = act.seat, own_turn(play.state, act.seat)
    card_type, cards = CARDS[act.cards[0]].type, _in_order(play.state, act)
    if card_type == CHARACTER and not characters_of_turn(play.state, seat):
        _cover(play, seat, cards)
    for name in cards:
        move(play, seat, name, HAND, _area(CARDS[name]), PHASE_OF[CARDS[name].type])
    if own:
        _told_as_unit(play, seat, cards)
        _count(play, seat, cards)
        _told_as_extra(play, act)
    _aim(play, act)
    for name in reversed(cards):
        _take_effect(play, seat, name)


def _in_order(state: State, act: PlayCards) -> Cards:
    """Cards laid together in the order that serves best: a gang before FREE ones, STOP last."""
    if len(act.cards) == 1:
        return act.cards
    free = set(act.cards) - set(counting(state, act.seat, act.cards))
    return tuple(sorted(act.cards, key=lambda name: (CARDS[name].has(STOP), name in free)))


def _cover(play: Play, seat: Seat, cards: Cards) -> None:
    """The first character of a turn covers what was played before, unless it joins its gang."""
    if joins_gang(play.state, seat, cards):
        play.say("gang_joined", "icons.gang", seat, cards=terms.cards(cards))
        return
    set_covered(play, seat, len(play.state.piles[AT[COMBAT][seat]]))


def _told_as_unit(play: Play, seat: Seat, cards: Cards) -> None:
    """What counts for nothing, or together for one, is said."""
    state, card_type = play.state, CARDS[cards[0]].type
    more = counting(state, seat, cards)
    free = tuple(name for name in cards if name not in more)
    if free:
        play.say("played_free", "icons.free", seat, cards=terms.cards(free))
    if not more or card_type not in (CHARACTER, BOOSTER):
        return
    together = (*state.turn.counted(card_type), *more)
    if card_type == CHARACTER and len(together) > 1:
        pair = gang_of(together) is None
        code, rule = ("played_pair", "icons.pair") if pair else ("played_gang", "icons.gang")
        play.say(code, rule, seat, cards=terms.cards(together))
    elif card_type == BOOSTER and units(state, seat, together) < len(together):
        pairs = tuple(name for name in together if CARDS[name].first_word)
        play.say("played_pair", "icons.pair", seat, cards=terms.cards(pairs))


def _area(card: Card) -> str:
    if card.type == LEADERSHIP:
        return LEADER
    return AID if card.type == SUPPORT else COMBAT


def _count(play: Play, seat: Seat, cards: Cards) -> None:
    turn, card_type = play.state.turn, CARDS[cards[0]].type
    stops = next((name for name in cards if CARDS[name].has(STOP)), turn.stopped)
    called = next((name for name in cards if CARDS[name].spans_turn), turn.leadership)
    more = () if card_type == LEADERSHIP else counting(play.state, seat, cards)
    play.in_turn(
        next_free=turn.next_free if card_type == LEADERSHIP else None,
        step=max(turn.step, STEP_OF[card_type]),
        played=(*turn.played, *cards),
        counting=(*turn.counting, *more),
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
    laid = units(state, act.seat, state.turn.counted(BOOSTER)) + len(state.turn.counted(SUPPORT))
    if grants and laid > limit:
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
    if card.line("next_free") is not None and own_turn(play.state, seat):
        play.in_turn(next_free=card.id)
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
