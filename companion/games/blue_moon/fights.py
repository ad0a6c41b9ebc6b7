"""Effects of actions on dragons, fights and games; the score sheet, and the end of the match."""

from dataclasses import replace
from typing import Final

from companion.games.blue_moon import power, terms
from companion.games.blue_moon.catalogue import (
    CARD,
    CARDS,
    Card,
    CardId,
    TextLine,
)
from companion.games.blue_moon.play import (
    Play,
    ask_to_show,
    discard,
    note_who_ran_out,
    refresh,
    set_covered,
    ships_away,
)
from companion.games.blue_moon.power import Cards
from companion.games.blue_moon.state import (
    AID,
    AT,
    BOARD,
    COMBAT,
    CRYSTAL,
    DECK,
    DRAGON,
    HAND,
    NO_PILES,
    OPEN,
    SEATS,
    Due,
    Fight,
    GameEnd,
    State,
    Turn,
    turn_of,
)
from companion.kernel.agenda import Task
from companion.kernel.duties import Outcome, ScoreLine
from companion.kernel.pieces.ledger import SUPPLY, Conceal, Transfer
from companion.kernel.pieces.standings import compared, standing
from companion.kernel.play import read_as
from companion.kernel.values import Counted, Seat, Term, Value


def attract(
    play: Play,
    seat: Seat,
    number: int,
    rule: str,
    cause: "Value | None" = None,
    extras: Cards = (),
) -> None:
    """Move dragons to a seat one by one, which may win the game at once.

    `cause` explains the first ones, and `extras` the last ones, one by one.
    """
    all_at_first = play.balance(SEATS[seat], DRAGON) == play.fact("dragons")
    plain = number - len(extras)
    for n in range(number):
        cause = cause if n < plain else terms.card(extras[n - plain])
        if play.balance(SEATS[1 - seat], DRAGON):
            play.move(DRAGON, 1, SEATS[1 - seat], BOARD, rule, cause=cause)
        elif play.balance(BOARD, DRAGON):
            play.move(DRAGON, 1, BOARD, SEATS[seat], rule, cause=cause)
        elif all_at_first or play.ruling("two_dragons_with_two") == "wins":
            play.say("fourth_dragon", "end.instant", seat)
            end_game(play, seat, "instant_win", "end.instant")
            return
        else:
            play.say("no_dragon_left", "end.instant", seat)


MODIFIERS: Final = ("+", "-", "max", "=")
"""Modifiers of the dragons in the order of calculation."""


def payout(state: State, winner: Seat) -> tuple[int, tuple[CardId, ...]]:
    """Return the dragons that a retreat is worth, and the cards that affect it."""
    facts, loser = state.facts, 1 - winner
    number = facts["retreat.dragons"]
    if state.counted_in_areas(winner) >= facts["six.cards"]:
        number += facts["six.dragons"]
    modifiers: list[tuple[Card, TextLine]] = [
        pair for pair in state.in_force(winner, "retreat_dragons") if pair[1].who == "opponent"
    ]
    modifiers += [
        pair for pair in state.in_force(loser, "retreat_dragons") if pair[1].who == "owner"
    ]
    order = MODIFIERS
    if state.rulings["dragon_modifiers"] == "extras_last":
        order = MODIFIERS[::-1]
    for mod in order:
        for _, line in modifiers:
            if line.mod == mod:
                assert isinstance(line.n, int)
                number = _modified(number, mod, line.n)
    return number, tuple(card.id for card, _ in modifiers)


def _modified(number: int, mod: str, n: int) -> int:
    if mod == "+":
        return number + n
    if mod == "-":
        return max(0, number - n)
    return min(number, n) if mod == "max" else n


# Fights and games


def lose_fight(play: Play, loser: Seat) -> None:
    """Retreat a seat: pay dragons, clear areas, refill hands and start the next fight."""
    winner = 1 - loser
    ships_away(play, play.state.turn.seat)
    number, because = payout(play.state, winner)
    dragons = terms.dragons(number)
    _say_silenced(play, winner)
    play.say("fight_won", "win", winner, dragons=dragons, because=terms.cards(because))
    _say_other_readings(play, winner, number)
    ended = len(play.state.ends)
    attract(play, winner, number, "win.dragons", extras=_extras(because))
    if len(play.state.ends) > ended:
        return
    lay = {seat: len(play.state.face_down(seat)) for seat in (winner, loser)}
    for seat in (winner, loser):
        _clear(play, seat)
    for seat in (winner, loser):
        refresh(play, seat, "win.refresh")
    out = [seat for seat in (loser, winner) if is_out(play, seat)]
    if out:
        play.say("no_new_fight", "end.deck", out[0])
        end_by_cards(play)
    else:
        new_fight(play, loser)
        for seat in (loser, winner):
            ask_to_show(play, seat, lay[seat])


def _say_silenced(play: Play, winner: Seat) -> None:
    """Say which texts on the dragons of a retreat are ignored, and for which card."""
    state = play.state
    for seat, who in ((winner, "opponent"), (1 - winner, "owner")):
        for one in power.resolve_active(state.active(seat), state.active(1 - seat)):
            line, by = one.card.line("retreat_dragons"), one.ignored_by("text")
            if line is not None and line.who == who and by is not None:
                params = {"card": terms.card(one.card.id), "by": terms.card(by.id)}
                play.say("text_ignored", by.section, seat, **params)


def _say_other_readings(play: Play, winner: Seat, number: int) -> None:
    """Say how many dragons it would be under the other reading of each ruling that changes it."""
    for ruling, (readings, rule) in _READINGS.items():
        reading = play.state.rulings[ruling]
        other = next(each for each in readings if each != reading)
        dragons = payout(read_as(play.state, ruling, other), winner)[0]
        if dragons != number:
            said = Term(f"as_ruled.{ruling}_{reading}")
            params = {"read": said, "dragons": terms.dragons(dragons)}
            play.say("dragons_by_ruling", rule, winner, **params)


_READINGS: Final = {
    "bluff_counts_for_six": (("no", "yes"), "bluff.six"),
    "dragon_modifiers": (("limits_last", "extras_last"), "win.modifiers"),
}
"""Rulings that the dragons of a retreat depend on: their readings and a section."""


def _extras(because: Cards) -> Cards:
    """Return the cards that added a dragon each; none if others subtract some."""
    lines = [(name, CARDS[name].line("retreat_dragons")) for name in because]
    if any(line is None or line.mod != "+" for _, line in lines):
        return ()
    return tuple(name for name, line in lines if line for _ in range(_number(line)))


def _number(line: TextLine) -> int:
    return line.n if isinstance(line.n, int) else 0


def _clear(play: Play, seat: Seat) -> None:
    piles = play.state.piles
    for place in (COMBAT, AID):
        there = [name for name in piles[AT[place][seat]] if name is not None]
        discard(play, seat, there, place, "win.discard")
    set_covered(play, seat, 0)


def is_out(play: Play, seat: Seat) -> bool:
    """Return whether a seat has neither hand nor deck."""
    return not play.held(seat, DECK) and not play.held(seat, HAND)


def new_fight(play: Play, starter: Seat, declined: int = 0) -> None:
    """Begin the next fight."""
    number = play.state.fight.number + (0 if declined else 1)
    play.change(
        fight=Fight(number, starter, declined=declined),
        turn=Turn(starter, play.state.turn.number + 1),
        targets=((), ()),
    )
    play.change(agenda=(turn_of(starter),))


def end_by_cards(play: Play) -> None:
    """End the game because a seat has no cards; the holder of dragons wins."""
    holder = next((s for s in (0, 1) if play.balance(SEATS[s], DRAGON)), None)
    if holder is not None:
        end_game(play, holder, "dragons", "end.winner")
        return
    note_who_ran_out(play)
    marked = play.state.ran_out
    out = [seat for seat in (play.state.turn.seat, 1 - play.state.turn.seat) if is_out(play, seat)]
    first = (marked or out)[0]
    end_game(play, 1 - first, "neutral", "end.neutral")


def end_game(play: Play, winner: Seat, reason: str, rule: str) -> None:
    """End a game: pay crystals, and end the match if it was the last game."""
    dragons = play.balance(SEATS[winner], DRAGON)
    crystals = play.fact("crystals.win") + dragons * play.fact("crystals.dragon")
    if reason == "neutral":
        crystals = play.fact("crystals.neutral")
    goal = play.fact("series.goal")
    held = play.balance(SEATS[winner], CRYSTAL)
    series = play.state.options.series
    capped, tally = max(0, min(crystals, goal - held)), play.ruling("tally")
    free, crystals = crystals, capped if series and tally == "capped" else crystals
    play.say(f"game_won_{reason}", rule, winner, dragons=terms.dragons(dragons))
    if series and free != capped:
        params = {
            "read": Term(f"as_ruled.tally_{tally}"),
            "crystals": terms.crystals(free if tally == "capped" else capped),
        }
        play.say("crystals_by_ruling", "series.goal", winner, **params)
    if crystals:
        play.move(CRYSTAL, crystals, SUPPLY, SEATS[winner], "end.crystals", automatic=True)
    play.change(ends=(*play.state.ends, GameEnd(winner, reason, dragons, crystals)))
    if series and held + crystals < goal:
        play.change(agenda=(Task(Due.NEXT_GAME, (0, 1)),))
    else:
        play.change(over=True)


def next_game(play: Play, decks: tuple[Cards, ...], leaders: tuple[str, ...]) -> None:
    """Start another game of the series: return everything, shuffle and draw six cards each.

    The loser starts.
    """
    rule = "series.next"
    for seat in (0, 1):
        _gather(play, seat, rule)
    for seat in (0, 1):
        dragons = play.balance(SEATS[seat], DRAGON)
        if dragons:
            play.move(DRAGON, dragons, SEATS[seat], BOARD, rule)
    ends = play.state.ends
    starter = 1 - ends[-1].winner if ends else play.state.fight.starter
    play.change(
        decks=decks, leaders=leaders, piles=NO_PILES, covered=(0, 0), ran_out=(),
        fight=Fight(0, starter),
    )  # fmt: skip
    new_fight(play, starter)
    play.say("game_begins", rule, starter, number=len(ends) + 1)
    for seat in (0, 1):
        refresh(play, seat, "setup.hand")
    # The first hand is drawn before the first turn, not in it.
    play.in_turn(drawn=0)


def _gather(play: Play, seat: Seat, rule: str) -> None:
    for place in (HAND, *OPEN):
        account = AT[place][seat]
        number = play.held(seat, place)
        if number:
            play.do(
                Conceal(CARD, account, rule),
                Transfer(CARD, number, account, AT[DECK][seat], rule, automatic=True),
            )
    play.do(Conceal(CARD, AT[DECK][seat], rule))


_RULE_OF: Final = {
    "instant_win": "end.instant",
    "dragons": "end.winner",
    "neutral": "end.neutral",
}
"""Rule section of each way of ending the last game."""


def score(state: State) -> tuple[ScoreLine, ...]:
    """Return the dragons of this game and the total crystals of each seat."""
    lines = []
    for seat in range(state.players):
        lines += [
            ScoreLine(seat, "crystals", state.crystals(seat), "end.crystals"),
            ScoreLine(seat, "dragons", state.dragons(seat), "win.dragons"),
        ]
    return tuple(lines)


def outcome(state: State) -> Outcome | None:
    """Return the outcome of the match, or None."""
    if not state.over:
        return None
    if state.stopped:
        return _stopped(state)
    if not state.ends:
        return None
    last = state.ends[-1]
    held = tuple(state.crystals(seat) for seat in range(state.players))
    params = {
        "crystals": Counted(held[last.winner], "crystal"),
        "dragons": Counted(last.dragons, "dragon"),
    }
    series = state.options.series
    reason, rule = ("series", "series.goal") if series else (last.reason, _RULE_OF[last.reason])
    lines = compared([(crystals,) for crystals in held], ("crystals",), rule, 1)
    return Outcome((last.winner,), reason, rule, params, compared=lines)


def close(state: State) -> State:
    """Return the state of a table that stops here."""
    return replace(state, over=True, stopped=True)


def _stopped(state: State) -> Outcome:
    """Return the winners by crystals, then by the dragons of the game that was not played out."""
    held = [(state.crystals(seat), state.dragons(seat)) for seat in range(state.players)]
    winners, decided = standing(held)
    crystals, dragons = held[winners[0]]
    params = {"crystals": Counted(crystals, "crystal"), "dragons": Counted(dragons, "dragon")}
    lines = compared(held, ("crystals", "dragons"), "end.crystals", decided)
    return Outcome(winners, "stopped", "end.crystals", params, compared=lines)
