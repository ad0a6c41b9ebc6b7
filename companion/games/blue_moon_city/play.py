"""Effects of actions on cards, scales and crystals."""

from typing import Any, Final

from companion.games.blue_moon_city.scoring import outcome, scale_payout
from companion.games.blue_moon_city.state import (
    CARD,
    CREDIT,
    CRYSTAL,
    DECK,
    DISCARD,
    OWED,
    SCALE,
    Phase,
    State,
    Turn,
    aside,
    hand,
    known,
)
from companion.kernel import play as kernel
from companion.kernel.pieces import decks
from companion.kernel.pieces.decks import Deck
from companion.kernel.pieces.ledger import SUPPLY, Transfer
from companion.kernel.play import evolved
from companion.kernel.values import Counted, Seat, SeatRef, Value


class Play(kernel.Play[State]):
    """Action of this game being applied."""

    __slots__ = ()


THE_DECK: Final = Deck(CARD, DECK, DISCARD, "draw.reshuffle", "reshuffled", "carta")


_FRESH: Final = Turn(0, 0)
"""Turn in which nothing has happened yet."""


def in_turn(play: Play, seat: Seat, **changes: Any) -> None:
    """Update the turn if the seat has it; an out-of-turn act leaves it unchanged."""
    if play.state.turn.seat == seat:
        play.change_in("turn", **changes)


def after_moving(turn: Turn) -> Phase:
    """Return the phase after building or offering; the finale stays as it is."""
    return Phase.BUILD if turn.phase is Phase.MOVE else turn.phase


def next_turn(play: Play, seat: Seat, phase: Phase) -> None:
    """Pass the turn to the left."""
    following = play.state.next_seat(seat)
    parts = {"seat": following, "number": play.state.turn.number + 1, "phase": phase}
    play.change(turn=evolved(_FRESH, parts))
    play.say("turn_passed", "turn.direction", following)


def say_if_over(play: Play) -> None:
    """Report the winner, if the match is over."""
    ended = outcome(play.state)
    if ended is not None:
        play.say("match_won", ended.rule, winners=tuple(map(SeatRef, ended.winners)))


def discard(play: Play, seat: Seat, cards: tuple[str, ...], rule: str) -> None:
    """Discard cards of a hand face up; an unknown card stays unknown."""
    if not cards:
        return
    items = [CARD if card == CARD else known(card) for card in cards]
    # Do not move noted cards first: a hand is counted face down, and cards noted in it by an
    # adjustment stay noted.
    decks.move_shown(play, items, hand(seat), DISCARD, rule, known_first=False)
    if any(play.state.owed_cards):
        _draw_what_is_owed(play)


def draw(
    play: Play,
    number: int,
    target: str,
    rule: str,
    *,
    owner: Seat,
    cause: "Value | None" = None,
) -> None:
    """Draw cards from the deck to an account, shuffling the discard when the deck runs out."""
    missing = decks.draw(play, THE_DECK, number, target, rule, cause)
    if missing:
        _cannot_draw(play, missing, owner)
    # By ruling, the discard is shuffled as soon as the deck runs out, or only when a card is
    # needed.
    if THE_DECK.left(play):
        return
    if play.state.rulings["reshuffle_moment"] == "when_emptied":
        decks.reshuffle(play, THE_DECK)
    elif missing < number and play.state.ledger.total(DISCARD, CARD):
        play.say("deck_emptied", "draw.reshuffle")


def _cannot_draw(play: Play, missing: int, owner: Seat) -> None:
    """Lose the missing cards, or note them as owed, by ruling."""
    owed = play.state.rulings["deck_and_discard_empty"] == "owed"
    code = "cards_owed" if owed else "cards_lost"
    play.say(code, "draw.no_cards_left", owner, cards=Counted(missing, "carta"))
    if owed:
        debts = list(play.state.owed_cards)
        debts[owner] += missing
        play.change(owed_cards=tuple(debts))


def _draw_what_is_owed(play: Play) -> None:
    debts = play.state.owed_cards
    play.change(owed_cards=(0,) * len(debts))
    for seat, number in enumerate(debts):
        if number:
            draw(play, number, hand(seat), "draw.no_cards_left", owner=seat)


def give_crystals(
    play: Play, seat: Seat, number: int, rule: str, cause: "Value | None" = None
) -> None:
    """Give crystals from the supply, which never runs out."""
    if number:
        play.move(CRYSTAL, number, SUPPLY, hand(seat), rule, automatic=True, cause=cause)


def give_reward_cards(
    play: Play, seat: Seat, number: int, rule: str, cause: "Value | None" = None
) -> None:
    """Draw reward cards; those of the active player wait aside, those of others by ruling."""
    if not number:
        return
    own = seat == play.state.turn.seat
    waits = play.state.rulings["reward_cards_of_others"] == "aside"
    target = aside(seat) if own or waits else hand(seat)
    before = play.state.ledger.total(target, CARD)
    draw(play, number, target, rule, owner=seat, cause=cause)
    if not own and play.state.ledger.total(target, CARD) > before:
        code = "reward_cards_wait" if waits else "reward_cards_at_once"
        play.say(code, "scoring.reward_cards.others", seat)


def take_cards_from_aside(play: Play) -> None:
    """Move reward cards set aside to their hands, after the draw."""
    rule = "draw.reward_cards"
    for seat in range(len(play.state.owed_cards)):
        number = play.balance(aside(seat), CARD)
        if number:
            play.move(CARD, number, aside(seat), hand(seat), rule, automatic=True)


def give_scales(
    play: Play, seat: Seat, number: int, rule: str, cause: "Value | None" = None
) -> None:
    """Give scales from the supply, and note missing ones as owed.

    By ruling, each scale may trigger scoring.
    """
    left = number
    each = play.state.rulings["scale_scoring_moment"] == "each_scale"
    while left:
        taken = min(left, play.balance(SUPPLY, SCALE))
        if not taken:
            # The supply is short: the missing scales are owed, and they count.
            owed = Transfer(OWED, left, CREDIT, hand(seat), "scales.owed", automatic=True)
            play.do(owed._replace(cause=cause))
            return
        play.move(SCALE, taken, SUPPLY, hand(seat), rule, automatic=True, cause=cause)
        left -= taken
        if each:
            score_scales_if_due(play)


def score_scales_if_due(play: Play) -> None:
    """Score the scales when the last one is taken."""
    if play.balance(SUPPLY, SCALE):
        return
    state = play.state
    counts = tuple(state.scales(seat) for seat in range(state.players))
    play.say("scales_scored", "scales.trigger")
    payout = scale_payout(state.facts, counts)
    for seat, crystals in enumerate(payout):
        rule, scales = _paid_by(counts, seat, crystals), Counted(counts[seat], "escama")
        code = "scales_paid" if crystals else "scales_unpaid"
        play.say(code, rule, seat, scales=scales, crystals=Counted(crystals, "cristal"))
        give_crystals(play, seat, crystals, rule)
    for seat in range(state.players):
        if counts[seat] >= state.facts["scales.minimum"]:
            _return_scales(play, seat)
    for seat in range(state.players):
        _settle_owed_scales(play, seat)


def _paid_by(counts: tuple[int, ...], seat: Seat, crystals: int) -> str:
    """Return the section by which a seat is paid, or not, in a scale scoring."""
    if not crystals:
        return "scales.minimum"
    if counts[seat] < max(counts):
        return "scales.others"
    return "scales.most" if counts.count(counts[seat]) == 1 else "scales.tie"


def _return_scales(play: Play, seat: Seat) -> None:
    # A seat that was paid returns every scale, and is owed none any more.
    held, owed = play.balance(hand(seat), SCALE), play.balance(hand(seat), OWED)
    if held:
        play.move(SCALE, held, hand(seat), SUPPLY, "scales.return", automatic=True)
    if owed:
        play.move(OWED, owed, hand(seat), CREDIT, "scales.return", automatic=True)


def _settle_owed_scales(play: Play, seat: Seat) -> None:
    # A seat that keeps its scales takes the owed ones from the new supply, or loses them, by
    # ruling.
    owed = play.balance(hand(seat), OWED)
    if not owed:
        return
    taken = min(owed, play.balance(SUPPLY, SCALE))
    lost = play.state.rulings["owed_scales_after_scoring"] == "lost"
    settled = owed if lost else taken
    if settled:
        play.move(OWED, settled, hand(seat), CREDIT, "scales.kept", automatic=True)
    if taken and not lost:
        play.move(SCALE, taken, SUPPLY, hand(seat), "scales.kept", automatic=True)
