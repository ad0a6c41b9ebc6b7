"""Automatic flow of a match: set-up, turns, end of a turn, triggers of a card."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from companion.games.urban_sprawl import terms
from companion.games.urban_sprawl.cards import effects, elections, offers, triggers
from companion.games.urban_sprawl.components import (
    AIRPORT,
    ATTORNEY,
    BOSS,
    CHIEF,
    CONTRACT_ROW,
    CONTRACTOR,
    DECKS,
    MEDIA,
    OLYMPICS,
    PLANNING,
    PLANNING_ROW,
    PRESTIGE_ROWS,
    SPORTS_TEAM,
    TOP,
    TREASURER,
)
from companion.games.urban_sprawl.play import (
    Play,
    lose,
    move_card,
    reshuffle,
)
from companion.games.urban_sprawl.state import (
    CHOICES,
    ITEM,
    ON,
    PENDING,
    PRESTIGE,
    SEATS,
    WEALTH,
    Phase,
    State,
    Then,
    Turn,
    waits,
)
from companion.kernel.agenda import Task
from companion.kernel.box import lines
from companion.kernel.box.facts import Unknown
from companion.kernel.pieces.ledger import SUPPLY
from companion.kernel.values import Seat


def show(seat: Seat, deck: str, place: str) -> Task:
    """Return the task of turning up a card, on a place or, if empty, for that seat."""
    return Task(Phase.SHOW, (seat,), about=(("deck", deck), ("place", place)))


def _slide(play: Play, places: Sequence[str], rule: str) -> int:
    """Slide open cards towards the cheapest place over empty ones.

    Returns:
        Number of cards; the places after these are empty.
    """
    state = play.state
    lying = [(place, card) for place in places if (card := state.card_at(place))]
    for (place, card), target in zip(lying, places, strict=False):
        if place != target:
            move_card(play, card, ON[place], ON[target], rule)
    return len(lying)


def planning(play: Play, task: Task) -> None:
    """Slide planning cards, then show a card for the next gap, until there is none."""
    number = _slide(play, PLANNING_ROW, "upkeep.slide")
    state = play.state
    if number == len(PLANNING_ROW) or not (state.face_down(PLANNING) or reshuffle(play)):
        return
    play.push(show(state.turn.seat, PLANNING, PLANNING_ROW[number]), task)


def segments(state: State) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return the path of each deck in play, the cheapest place first, its top last.

    An exhausted deck leaves its places to the one before it.
    """
    starts = dict(zip(DECKS, (5, 4, 3), strict=True))
    decks = [d for d in state.active if d == DECKS[0] or not _exhausted(state, d)]
    result = []
    for deck, after in zip(decks, (*decks[1:], None), strict=True):
        low = 0 if after is None else starts[after]
        result.append((deck, (*CONTRACT_ROW[low : starts[deck]], TOP[deck])))
    return tuple(result)


def _exhausted(state: State, deck: str) -> bool:
    return not state.face_down(deck) and state.card_at(TOP[deck]) is None


def contracts(play: Play, task: Task) -> None:
    """Slide contracts, then show a card for the next gap, until there is none."""
    for _, places in segments(play.state):
        _slide(play, places, "upkeep.contract_slide")
    state = play.state
    next_gap = _next_gap(state)
    if next_gap is not None:
        deck, gap = next_gap
        play.push(show(state.turn.seat, deck, gap), task)


def _next_gap(state: State) -> tuple[str, str] | None:
    """Return deck and place of the next contract to show: spaces first, then the tops."""
    parts = segments(state)
    deck_of = {place: deck for deck, places in parts for place in places}
    tops = (TOP[deck] for deck in state.active)
    for place in (*CONTRACT_ROW, *tops):
        deck = deck_of.get(place)
        if deck is not None and state.card_at(place) is None and state.face_down(deck):
            return deck, place
    return None


def go_on(play: Play) -> None:
    """Run everything that follows by itself, including choices with only one result."""
    while True:
        play.go_on(_RUN)
        task = play.due
        if task is None or task.code not in CHOICES:
            return
        answers = tuple(offers.offered(play.state, task, seat) for seat in task.seats)
        only = offers.only_answer(play.state, task, answers[0])
        if only is None and any(answers):
            return
        play.done()
        if only is None:
            play.say("impossible", "events.impossible", task.seats[0])
        else:
            offers.AFTER[task.code](play, task.seats[0], only, task)


# Before the first turn


def _media_given(play: Play, _task: Task) -> None:
    race = elections.first_media(play.state)
    if race.winner is None and race.chooser is not None:
        play.push(triggers.tie(Phase.MEDIA, race))
    elif race.winner is not None:
        give_media(play, race.winner)


def give_media(play: Play, seat: Seat) -> None:
    """Give the marker of Media before the first turn."""
    rule = "setup.media"
    play.move(ITEM[MEDIA], 1, SUPPLY, SEATS[seat], rule, True, terms.term(MEDIA))


def _first_cards(play: Play, _task: Task) -> None:
    """Deal contracts, then permits (one more for each seat after the first), then the row."""
    order = play.state.order_from(play.state.options.first_seat)
    deals = (
        show(seat, PLANNING, "") for number, seat in enumerate(order, 1) for _ in range(number)
    )
    play.push(Task(Then.CONTRACTS), *deals, Task(Then.PLANNING))


# Turns


def _begin(play: Play, _task: Task) -> None:
    state = play.state
    seat = state.turn.seat
    if state.holder(TREASURER) == seat:
        for other in state.order_from(seat)[1:]:
            tax, cause = state.facts["treasurer.tax"], terms.term(TREASURER)
            lose(play, other, WEALTH, tax, "politicians.treasurer", cause, to=seat)
    play.change(turn=Turn(seat, state.points_to_begin(seat)), turns=state.turns + 1)
    play.push(waits(Phase.ACT, seat))


def end_turn(play: Play) -> None:
    """End the turn: refill planning cards and contracts, and pass the turn."""
    play.push(Task(Then.PLANNING), Task(Then.CONTRACTS), Task(Then.PASS))


def _pass(play: Play, _task: Task) -> None:
    state = play.state
    seat = (state.turn.seat + 1) % state.players
    play.change(turn=Turn(seat))
    play.push(Task(Then.BEGIN))


# Triggers of a card


def card_triggers(play: Play, ballot: bool, row: str | None) -> None:
    """Trigger the election, then the payout, of a card just shown."""
    tasks = [Task(Then.ADVANCE)] if ballot else []
    if row is not None:
        tasks.append(Task(Then.PAYOUT, about=(("row", row),)))
    play.push(*tasks)


def event_shown(play: Play, card: str, deck: str, place: str, shower: Seat) -> None:
    """Carry out an event, then show the next card in its place."""
    seat = play.state.turn.seat
    about = (("card", card), ("seat", seat), ("rule", "events"))
    then = [Task(Then.EFFECTS, about=about)]
    if card in _KEY_EVENTS:
        then.insert(0, Task(Then.KEY_CARD, about=(("card", card),)))
        # Which deck fills the place when another deck became active there is a ruling.
        old = play.state.rulings["mid_refill_activation"] == "old_deck"
        if old and place and play.state.face_down(deck):
            then.append(show(seat, deck, place))
    if not place:
        # A card dealt to a seat: the seat still gets its permit.
        then.append(show(shower, deck, place))
    play.push(*then)


def deal_again(play: Play, seat: Seat) -> None:
    """Show the next card to a seat that was to get a permit."""
    play.push(show(seat, PLANNING, ""))


def _effects(play: Play, task: Task) -> None:
    card, seat, rule = task.of("card"), task.of("seat"), task.of("rule")
    building = task.of("building") or ""
    if not effects.carry_out(play, card, seat, rule, building):
        play.push(Task(Phase.EFFECT, (seat,), about=task.about))


def _airport(play: Play) -> None:
    for office in (ATTORNEY, TREASURER, CHIEF, BOSS):
        _enters(play, office, "events.airport")
    _opens(play, "city", "events.airport")


def _sports_team(play: Play) -> None:
    _enters(play, CONTRACTOR, "events.sports")
    _opens(play, "metropolis", "events.sports")


def _enters(play: Play, office: str, rule: str) -> None:
    if play.balance(PENDING, ITEM[office]) > 0:
        play.move(ITEM[office], 1, PENDING, SUPPLY, rule, True)


def _opens(play: Play, deck: str, rule: str) -> None:
    active = {*play.state.active, deck}
    play.change(active=tuple(d for d in DECKS if d in active))
    play.say("deck_opened", rule, deck=terms.term(f"deck.{deck}"))


def _olympics(play: Play) -> None:
    """End the match at once and drop the pending tasks."""
    play.say("match_stopped", "end.stop")
    rows = (r for r in PRESTIGE_ROWS if play.state.city.place_of(r) is not None)
    finals = (Task(Then.FINAL_ROW, about=(("row", row), ("final", True))) for row in rows)
    play.change(agenda=())
    play.push(*finals, Task(Then.FINISH))


_KEY_EVENTS: Final[Mapping[str, Callable[[Play], None]]] = {
    AIRPORT: _airport,
    SPORTS_TEAM: _sports_team,
    OLYMPICS: _olympics,
}


def _election(play: Play, task: Task) -> None:
    effects.say_rights(play)
    triggers.election(play, task)


def _key_card(play: Play, task: Task) -> None:
    _KEY_EVENTS[task.of("card")](play)


def _finish(play: Play, _task: Task) -> None:
    """End the match; pending tasks stay, in case the end is taken back."""
    play.change(over=True, agenda=play.kept)


def _carry_on(play: Play, task: Task) -> None:
    lines.carry_on(play, task, effects.VERBS)


# What runs by itself may rest on payouts that were left for later


def _taxed(state: State, _task: Task) -> tuple[str, ...]:
    """Return wealth if the treasurer's tax takes what somebody may not have."""
    seat, tax = state.turn.seat, state.facts["treasurer.tax"]
    held = (state.between(other, WEALTH) for other in state.order_from(seat)[1:])
    doubtful = any(not one.certain and one.least < tax for one in held)
    return (WEALTH,) if doubtful and state.holder(TREASURER) == seat else ()


def _compared(state: State, _task: Task) -> tuple[str, ...]:
    """Return prestige if it decides who is contractor."""
    return (PRESTIGE,) if state.in_play(CONTRACTOR) and not elections.settled(state) else ()


def _taken(state: State, task: Task) -> frozenset[str]:
    printed = state.lines_of(task.of("card"))
    known = () if isinstance(printed, Unknown) else lines.typed(printed)
    return effects.taken_by(state, known)


def _taken_later(state: State, task: Task) -> frozenset[str]:
    return effects.taken_by(state, task.of("lines"))


_RUN: Final[Mapping[str, Callable[[Play, Task], None]]] = {
    Then.MEDIA_GIVEN: _media_given,
    Then.FIRST_CARDS: _first_cards,
    Then.BEGIN: triggers.once_read(_taxed, _begin),
    Then.PLANNING: planning,
    Then.CONTRACTS: contracts,
    Then.PASS: _pass,
    Then.ADVANCE: triggers.advance,
    Then.ELECTION: _election,
    Then.CONTRACTOR_GIVEN: triggers.once_read(_compared, triggers.appoint_contractor),
    Then.PAYOUT: triggers.payout,
    Then.FINAL_ROW: triggers.payout,
    Then.FINISH: _finish,
    Then.GAIN_VOCATION: triggers.gain_vocation,
    Then.SCORE_VOCATION: triggers.score_vocation,
    Then.EFFECTS: triggers.once_read(_taken, _effects),
    Then.KEY_CARD: _key_card,
    Then.EACH_MAY: effects.each_may,
    lines.REST: triggers.once_read(_taken_later, _carry_on),
}
