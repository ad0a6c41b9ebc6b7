"""Effects of playing cards: placement, counting and immediate changes."""

from companion.games.blue_moon import flow, terms
from companion.games.blue_moon.acts.allowance import opens
from companion.games.blue_moon.acts.common import own_turn
from companion.games.blue_moon.acts.limits import ICONS, parts
from companion.games.blue_moon.acts.play_cards import (
    BEST,
    PHASE_OF,
    PLAY,
    PlayCards,
    for_one,
)
from companion.games.blue_moon.catalogue import (
    BOOSTER,
    CARDS,
    CHARACTER,
    EARTH,
    ELEMENTS,
    FIRE,
    FOR_LEADERS,
    LEADERSHIP,
    ON_TABLE,
    STOP,
    SUPPORT,
    Card,
    CardId,
    TextLine,
)
from companion.games.blue_moon.play import Play, move, say_ignored, set_covered, text_works
from companion.games.blue_moon.power import Cards
from companion.games.blue_moon.state import AID, AT, COMBAT, HAND, LEADER, SHIPS, STEP_OF, State
from companion.games.blue_moon.units import (
    characters_of_turn,
    counting,
    freeing,
    gang_of,
    icons_count,
    icons_off,
    is_unit,
    joins_gang,
    not_free,
    units,
)
from companion.kernel.play import read_as
from companion.kernel.values import Seat


@PLAY.play
def _play(play: Play, act: PlayCards) -> None:
    each = parts(play.state, act)
    if len(each) > 1:
        cards = tuple(name for part in each for name in _in_order(play.state, part))
        play.say("laid_in_order", "phases", act.seat, cards=terms.cards(cards))
    for part in each:
        _lay(play, part, alone=len(each) == 1)


def _lay(play: Play, act: PlayCards, *, alone: bool) -> None:
    """Lay cards at once; `alone` says that the report has no others, whose order is told."""
    seat, own = act.seat, own_turn(play.state, act.seat)
    card_type, cards = CARDS[act.cards[0]].type, _in_order(play.state, act)
    if card_type == CHARACTER and not characters_of_turn(play.state, seat):
        _cover(play, seat, cards)
    one_by_one = act.edition > 1
    more = (
        () if card_type in FOR_LEADERS else counting(play.state, seat, cards, in_order=one_by_one)
    )
    if one_by_one and own and alone:
        _say_order(play, seat, cards, more)
    aboard = play.state.aboard(seat)
    for name in cards:
        source = SHIPS if name in aboard else HAND
        move(play, seat, name, source, _area(CARDS[name]), PHASE_OF[CARDS[name].type])
    if own:
        _report_unit(play, seat, cards, more)
        _count(play, cards, more, aboard)
        report_extra_plays(play, seat, card_type)
    _aim(play, act)
    for name in reversed(cards):
        _take_effect(play, seat, name, frees=not one_by_one or name == cards[-1])


def _in_order(state: State, act: PlayCards) -> Cards:
    """Sort cards laid together: a gang before FREE ones, STOP last.

    A card that makes the next one FREE comes before it, and after those that are FREE anyway.
    """
    if len(act.cards) == 1:
        return act.cards
    if act.edition > 1:
        limited = not_free(state, act.seat, act.cards)
        givers = freeing(state, act.seat, limited)
        if givers:
            rank = {
                name: 0 if name not in limited else 1 + (name not in givers) for name in limited
            }
            return tuple(
                sorted(act.cards, key=lambda name: (CARDS[name].has(STOP), rank.get(name, 0)))
            )
    free = set(act.cards) - set(counting(state, act.seat, act.cards, in_order=False))
    return tuple(sorted(act.cards, key=lambda name: (CARDS[name].has(STOP), name in free)))


def _say_order(play: Play, seat: Seat, cards: Cards, more: Cards) -> None:
    """Say in which order cards laid together count, where that matters."""
    frees = any(CARDS[name].line("next_free") for name in cards)
    mixed = 0 < len(more) < len(cards)
    if len(cards) > 1 and (frees or mixed or any(CARDS[name].has(STOP) for name in cards)):
        play.say("laid_in_order", "phases", seat, cards=terms.cards(cards))


def _cover(play: Play, seat: Seat, cards: Cards) -> None:
    """Cover earlier cards with the first character of a turn, unless it joins their gang."""
    if joins_gang(play.state, seat, cards):
        play.say("gang_joined", "icons.gang", seat, cards=terms.cards(cards))
        return
    by = icons_off(play.state, seat)
    if by is not None and joins_gang(read_as(play.state, ICONS, "printed"), seat, cards):
        params = {"card": terms.card(by.id), "cards": terms.cards(cards)}
        play.say("gang_not_joined", by.section, seat, **params)
    set_covered(play, seat, len(play.state.piles[AT[COMBAT][seat]]))


def _report_unit(play: Play, seat: Seat, cards: Cards, more: Cards) -> None:
    """Report cards that count for nothing or together as one."""
    state, card_type = play.state, CARDS[cards[0]].type
    if card_type in FOR_LEADERS:
        return
    free = tuple(name for name in cards if name not in more)
    if free:
        play.say("played_free", "icons.free", seat, cards=terms.cards(free))
    if not more or card_type not in (CHARACTER, BOOSTER):
        return
    before = state.turn.counted(card_type)
    together = (*before, *more)
    if card_type == CHARACTER and len(together) > 1 and is_unit(state, seat, together):
        pair = gang_of(together) is None
        code, rule = ("played_pair", "icons.pair") if pair else ("played_gang", "icons.gang")
        play.say(code, rule, seat, cards=terms.cards(together))
    elif card_type == BOOSTER and icons_count(state, seat):
        earlier = _pairs(before)
        for cards_of_pair in _pairs(together):
            if cards_of_pair not in earlier:
                play.say("played_pair", "icons.pair", seat, cards=terms.cards(cards_of_pair))


def _pairs(names: Cards) -> list[Cards]:
    """Return the pairs that some boosters form, each two of the same first word in turn."""
    words: dict[str, list[CardId]] = {}
    for name in names:
        if ON_TABLE[name].first_word:
            words.setdefault(ON_TABLE[name].first_word, []).append(name)
    return [
        tuple(alike[n : n + 2]) for alike in words.values() for n in range(0, len(alike) - 1, 2)
    ]


def _area(card: Card) -> str:
    if card.type in FOR_LEADERS:
        return LEADER if card.type == LEADERSHIP else SHIPS
    return AID if card.type == SUPPORT else COMBAT


def _count(play: Play, cards: Cards, more: Cards, aboard: Cards) -> None:
    turn, card_type = play.state.turn, CARDS[cards[0]].type
    stops = next((name for name in cards if CARDS[name].has(STOP)), turn.stopped)
    ashore = tuple(name for name in cards if name in aboard) if aboard else ()
    called = next((name for name in cards if CARDS[name].spans_turn), turn.leadership)
    play.in_turn(
        next_free=turn.next_free if card_type in FOR_LEADERS else None,
        step=max(turn.step, STEP_OF[card_type]),
        played=(*turn.played, *cards),
        counting=(*turn.counting, *more),
        stopped=stops,
        leadership=called,
        ashore=(*turn.ashore, *ashore),
    )


def report_extra_plays(play: Play, seat: Seat, card_type: str) -> None:
    """Report plays beyond the limit with the cards that allow them."""
    state = play.state
    if card_type not in (BOOSTER, SUPPORT):
        return
    limit = 0 if opens(state, seat) else 1
    grants = [
        card.id for card, line in state.in_force(seat, "extra_play") if line.concerns(card_type)
    ]
    laid = units(state, seat, state.turn.counted(BOOSTER)) + len(state.turn.counted(SUPPORT))
    if grants and laid > limit:
        play.say("played_extra", "phase.support", seat, grants=terms.cards(grants))


def _aim(play: Play, act: PlayCards) -> None:
    aimed = [name for name in act.cards if for_one(name)]
    if act.target == BEST or not aimed:
        return
    targets = play.state.targets
    mine = (*targets[act.seat], *((name, act.target) for name in aimed))
    play.change(targets=(*targets[: act.seat], mine, *targets[act.seat + 1 :]))


def _take_effect(play: Play, seat: Seat, name: CardId, *, frees: bool) -> None:
    card = CARDS[name]
    if not card.lines:
        return
    line = card.line("element")
    kept = line is not None and play.ruling("ignored_mutants") == "as_printed"
    if not kept and not text_works(play, seat, name):
        say_ignored(play, seat, name)
        return
    if line is not None:
        _change_element(play, seat, card, line)
    if frees and card.line("next_free") is not None and own_turn(play.state, seat):
        play.in_turn(next_free=card.id)
    ashore = name in play.state.turn.ashore
    if ashore or not any(line.from_ship for line in card.lines):
        flow.queue_text(play, seat, name, "play")


def _change_element(play: Play, seat: Seat, card: Card, line: TextLine) -> None:
    before = play.state.fight.element
    after = line.element
    if after == "swap":
        after = EARTH if before == FIRE else FIRE
    if before is None or after == before or after not in ELEMENTS:
        return
    play.in_fight(element=after)
    params = {"element": terms.element(after), "card": terms.card(card.id)}
    play.say("element_changed", "cards.mutants", seat, **params)
