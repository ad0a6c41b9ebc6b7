"""Automatic flow of a turn, and the card texts that apply in it."""

from collections.abc import Callable, Mapping
from typing import Final

from companion.games.blue_moon import play as cards
from companion.games.blue_moon import power, terms
from companion.games.blue_moon.catalogue import (
    CARDS,
    INFLUENCE,
    ON_TABLE,
    Card,
    CardId,
    TextLine,
)
from companion.games.blue_moon.demands import unmet_demands
from companion.games.blue_moon.fights import attract, lose_fight
from companion.games.blue_moon.pending_tasks import (
    ACTIVE,
    LINE,
    TextDecision,
    barred_by,
    in_play,
    of_task,
    with_room,
)
from companion.games.blue_moon.play import Play, refresh
from companion.games.blue_moon.power import Cards
from companion.games.blue_moon.state import (
    DECK,
    DISCARD,
    HAND,
    SHIPS,
    Due,
    Fight,
    State,
    Step,
    Turn,
    turn_of,
)
from companion.kernel.agenda import Task
from companion.kernel.play import evolved
from companion.kernel.values import Seat


def queue_text(play: Play, seat: Seat, name: CardId, at: str) -> None:
    """Queue the lines of a card for a moment, the first one due first."""
    play.push(
        *(
            Task(LINE, about=(("card", name), ("line", number), ("owner", seat)))
            for number, line in enumerate(CARDS[name].lines)
            if line.at == at
        )
    )


_SPEAK_AT: Final = {
    at: frozenset(card.id for card in CARDS.values() if any(line.at == at for line in card.lines))
    for at in ("start", "support", "end", "after")
}
"""Cards that act at each moment."""


def lines_at(state: State, seat: Seat, at: str) -> tuple[tuple[Card, TextLine], ...]:
    """Return the lines that a seat's active cards carry out at a moment."""
    mine = state.active(seat)
    if _SPEAK_AT[at].isdisjoint(mine):
        return ()
    return power.effective_lines_at(mine, state.active(1 - seat), at)


def go_on(play: Play) -> None:
    """Run everything that follows by itself."""
    play.go_on(_RUN)


def _line(play: Play, task: Task) -> None:
    """Run a line, or wait for a decision if it leaves one and has a possible effect."""
    decision = of_task(play.state, task)
    assert decision is not None
    if _idle(play, decision):
        _say_idle(play, decision)
        drop_rest(play, decision)
        return
    if decision.blind and decision.place == HAND and not decision.line.up_to:
        # Nobody may know which cards these are, so there is nothing to ask.
        carry_out(play, decision, (), decision.number)
        return
    # Ask the seat that names the cards first. For an optional text, then ask its owner, who may
    # skip it.
    deciding = (decision.chooser, decision.owner) if decision.line.optional else (decision.chooser,)
    seats = tuple(dict.fromkeys(deciding))
    play.push(task._replace(code=Due.TEXT, seats=seats))


def _say_idle(play: Play, decision: TextDecision) -> None:
    """Say that a text does nothing, and which card keeps it from it, if any."""
    card, owner = terms.card(decision.card.id), decision.owner
    ban = barred_by(play.state, decision)
    if ban is not None:
        params = {"card": card, "by": terms.card(ban.id)}
        play.say("text_barred", ban.section, owner, **params)
    elif decision.spared:
        spared = terms.cards(decision.spared)
        play.say("text_spared", "icons.protected", owner, card=card, cards=spared)
    else:
        play.say("text_idle", "cards.text", owner, card=card)


def _idle(play: Play, decision: TextDecision) -> bool:
    if decision.price is not None:
        return not play.held(decision.owner, HAND)
    return decision.number == 0


def drop_rest(play: Play, decision: TextDecision) -> None:
    """Drop the lines that depend on one that was not carried out."""
    while play.waits_for(LINE):
        task = play.state.due
        if task.of("card") != decision.card.id or not decision.card.lines[task.of("line")].then:
            return
        play.done()


def carry_out(
    play: Play, decision: TextDecision, names: Cards, number: int, ship: CardId = ""
) -> None:
    """Apply a text to the named cards, or to a number of unseen ones.

    Args:
        play: action being applied.
        decision: decision that the text leaves open.
        names: named cards.
        number: number of cards.
        ship: ship they go onto, if stated.
    """
    card, line, owner, holder = decision.card, decision.line, decision.owner, decision.holder
    section, cause = card.section, terms.card(card.id)
    if decision.blind:
        if decision.place == DECK:
            cards.draw(play, owner, number, section, cause)
        elif line.dst == "own.deck":
            cards.shuffle_in(play, owner, number, section, cause, decision.place)
        elif decision.place == DISCARD:
            cards.take_at_random(play, owner, number, section, cause)
        return
    if line.do == "disclose":
        cards.disclose(play, holder, names, section)
        return
    if line.dst in ("own.ship", "own.influence"):
        _to_ships(play, decision, names, ship)
        return
    for name in names:
        source = decision.place
        if source == ACTIVE:
            source = cards.place_of(play, holder, name)
        if line.dst == "own.hand":
            cards.move(play, holder, name, source, HAND, section, cause)
        else:
            cards.discard(play, holder, (name,), source, section, cause)
    if line.dst != "own.hand" and decision.lies_open:
        cards.ask_to_show(play, holder, sum(ON_TABLE[name].face_down for name in names))
    if line.dst == "own.hand" and decision.place == DECK:
        if not line.search:
            play.in_turn(shown=names)
            cards.note_drawn(play, owner, len(names))
        elif play.ruling("search_under_draw_ban") != "allowed":
            cards.note_drawn(play, owner, len(names))
    if decision.price is not None:
        attract(play, owner, line.amount, section, cause)


def _to_ships(play: Play, decision: TextDecision, names: Cards, ship: CardId) -> None:
    """Load cards onto a ship; play those that are ships themselves."""
    card, seat = decision.card, decision.owner
    section, cause = card.section, terms.card(card.id)
    if decision.place == DECK and play.ruling("search_under_draw_ban") != "allowed":
        cards.note_drawn(play, seat, len(names))
    for name in names:
        if CARDS[name].type == INFLUENCE:
            cards.move(play, seat, name, decision.place, SHIPS, section, cause)
            take_effect(play, seat, name)
        else:
            onto = card.id if card.capacity else ship or with_room(play.state, seat)[0]
            cards.load(play, seat, name, decision.place, onto, section, cause)


def take_effect(play: Play, seat: Seat, name: CardId) -> None:
    """Apply the text of a ship that was just played."""
    if CARDS[name].lines and not cards.text_works(play, seat, name):
        cards.say_ignored(play, seat, name)
        return
    queue_text(play, seat, name, "play")


# End of a turn


def end_turn(play: Play, seat: Seat) -> None:
    """End the turn after the announcement: refill the hand, run texts, pass the turn."""
    play.in_turn(step=Step.END)
    about, state = (("seat", seat),), play.state
    # Queue these tasks only if needed: most turns end without a landed ship or a card face down.
    first = (
        *((Task(Due.CALLING, about=about),) if state.face_down(seat) else ()),
        Task(Due.SUPPORT_TEXTS, about=about),
        *((Task(Due.SHIPS_AWAY, about=about),) if state.landed(seat) else ()),
    )
    last = (Due.FORCED_RETREAT, Due.END_TEXTS)
    if play.ruling("flood_moment") == "before":
        last = last[::-1]
    play.change(
        agenda=(
            Task(Due.NEXT_TURN, about=about),
            *(Task(code, about=about) for code in last),
            Task(Due.REFRESH, about=about),
            *first,
        )
    )


def _refresh(play: Play, task: Task) -> None:
    refresh(play, task.of("seat"), "phase.refresh")


def _ships_away(play: Play, task: Task) -> None:
    cards.ships_away(play, task.of("seat"))


def _calling(play: Play, task: Task) -> None:
    """Ask the opponent whether face-down cards that count are a bluff."""
    seat: Seat = task.of("seat")
    if can_be_called(play.state, seat):
        play.push(Task(Due.CALL, (1 - seat,), about=(("seat", seat),)))


def can_be_called(state: State, seat: Seat) -> bool:
    """Return whether a seat has face-down cards that count and that may be called."""
    if not state.face_down(seat) or state.in_force(seat, "forbid_call"):
        return False
    lies = power.resolve_active(state.active(seat), state.active(1 - seat))
    return any(one.card.face_down and "values" not in one.ignored for one in lies)


def _texts_at(at: str) -> Callable[[Play, Task], None]:
    """Return a runner of the active cards' texts at a moment, in the order they lie."""

    def texts(play: Play, task: Task) -> None:
        seat: Seat = task.of("seat")
        state = play.state
        spoken = lines_at(state, seat, at)
        for name in reversed(dict.fromkeys(card.id for card, _ in spoken)):
            queue_text(play, seat, name, at)

    return texts


def _forced_retreat(play: Play, task: Task) -> None:
    """Make the opponent retreat at once if active cards say so."""
    seat: Seat = task.of("seat")
    state = play.state
    spoken = lines_at(state, seat, "after")
    cause = next((card for card, line in spoken if enough_of(state, seat, line)), None)
    if cause is None:
        return
    play.say("forced_retreat", cause.section, 1 - seat, card=terms.card(cause.id))
    owes = play.ruling("sirens_on_forced_retreat") == "yes"
    if not (owes and give_dragons(play, 1 - seat)):
        lose_fight(play, 1 - seat)


def give_dragons(play: Play, seat: Seat) -> bool:
    """Give the opponent dragons for the demands that a seat did not meet.

    Returns:
        Whether that ended the game.
    """
    ended = len(play.state.ends)
    for demand in unmet_demands(play.state, seat):
        if demand.line.otherwise == "dragon":
            card = demand.card
            attract(play, 1 - seat, 1, card.section, terms.card(card.id))
            if len(play.state.ends) > ended:
                return True
    return False


def _next_turn(play: Play, task: Task) -> None:
    following: Seat = 1 - task.of("seat")
    fight: Fight = play.state.fight
    play.change(
        turn=Turn(following, play.state.turn.number + 1),
        fight=evolved(fight, {"opening": False}) if fight.opening else fight,
    )
    play.change(agenda=(turn_of(following),))
    play.push(Task(Due.START_TEXTS, about=(("seat", following),)))


def enough_of(state: State, seat: Seat, line: TextLine) -> bool:
    """Return whether a seat has enough active cards of a line's family."""
    there = [name for name in in_play(state, seat) if ON_TABLE[name].family == line.family]
    return len(there) >= line.least


def _start_texts(play: Play, task: Task) -> None:
    """Pay the dragons due as a turn begins, once per family."""
    seat: Seat = task.of("seat")
    state = play.state
    heard = set[str]()
    for card, line in lines_at(state, seat, "start"):
        if line.family not in heard and enough_of(state, seat, line):
            heard.add(line.family)
            attract(play, seat, line.amount, card.section, terms.card(card.id))


_RUN: Final[Mapping[str, Callable[[Play, Task], None]]] = {
    LINE: _line,
    Due.START_TEXTS: _start_texts,
    Due.REFRESH: _refresh,
    Due.SHIPS_AWAY: _ships_away,
    Due.CALLING: _calling,
    Due.SUPPORT_TEXTS: _texts_at("support"),
    Due.END_TEXTS: _texts_at("end"),
    Due.FORCED_RETREAT: _forced_retreat,
    Due.NEXT_TURN: _next_turn,
}
