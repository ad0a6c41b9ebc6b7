"""How a match goes on by itself: the set-up, the turns, the end of a turn, what a card triggers."""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from companion.games.urban_sprawl import effects, elections, payouts, terms
from companion.games.urban_sprawl.components import (
    AIRPORT,
    ATTORNEY,
    BOSS,
    CHIEF,
    CONTRACT_ROW,
    CONTRACTOR,
    DECKS,
    MAYOR,
    MEDIA,
    OLYMPICS,
    PLANNING,
    PLANNING_ROW,
    PRESTIGE_ROWS,
    SPORTS_TEAM,
    SUPPLY_SOURCE,
    TOP,
    TRACK,
    TREASURER,
)
from companion.games.urban_sprawl.play import (
    Play,
    gain,
    hand_over,
    lose,
    move_card,
    reshuffled,
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
from companion.kernel import lines
from companion.kernel.agenda import Task
from companion.kernel.effects import Transfer
from companion.kernel.ledger import SUPPLY
from companion.kernel.values import Seat


def go_on(play: Play) -> None:
    """Everything that follows by itself; what leaves nothing to choose from is skipped."""
    while True:
        play.go_on(_RUN)
        task = play.due
        if task is None or task.code not in CHOICES or effects.offered(play.state, task):
            return
        play.say("impossible", "events.impossible", task.seats[0])
        play.done()


# Before the first turn


def _media_given(play: Play, _task: Task) -> None:
    race = elections.first_media(play.state)
    if race.winner is None and race.chooser is not None:
        play.push(_choice(Phase.MEDIA, race))
    elif race.winner is not None:
        give_media(play, race.winner)


def give_media(play: Play, seat: Seat) -> None:
    """The marker of Media before the first turn."""
    rule = "setup.media"
    play.do(Transfer(ITEM[MEDIA], 1, SUPPLY, SEATS[seat], rule, True, terms.term(MEDIA)))


def _choice(phase: Phase, race: elections.Race) -> Task:
    """Somebody breaks a tie."""
    assert race.chooser is not None
    about = (("prize", race.prize), ("among", race.tied), ("by", race.by))
    return Task(phase, (race.chooser,), about=about)


def _first_cards(play: Play, _task: Task) -> None:
    """Contracts, then permits for each: one more for each seat after the first; then the row."""
    order = play.state.order_from(play.state.options.first_seat)
    deals = (
        _show(seat, PLANNING, "") for number, seat in enumerate(order, 1) for _ in range(number)
    )
    play.push(Task(Then.CONTRACTS), *deals, Task(Then.PLANNING))


def _show(seat: Seat, deck: str, place: str) -> Task:
    """A card of a deck is turned up, on a place or, without one, for that seat."""
    return Task(Phase.SHOW, (seat,), about=(("deck", deck), ("place", place)))


# Turns


def _begin(play: Play, _task: Task) -> None:
    state = play.state
    seat = state.turn.seat
    if state.holder(TREASURER) == seat:
        for other in state.order_from(seat)[1:]:
            tax, cause = state.facts["treasurer.tax"], terms.term(TREASURER)
            lose(play, other, WEALTH, tax, "politicians.treasurer", cause, to=seat)
    points = state.facts["ap.boss" if state.holder(BOSS) == seat else "ap"]
    play.change(turn=Turn(seat, points), turns=state.turns + 1)
    play.push(waits(Phase.ACT, seat))


def end_turn(play: Play) -> None:
    """Planning cards, contracts, and the next one's turn."""
    play.push(Task(Then.PLANNING), Task(Then.CONTRACTS), Task(Then.PASS))


def _pass(play: Play, _task: Task) -> None:
    state = play.state
    seat = (state.turn.seat + 1) % state.players
    play.change(turn=Turn(seat))
    play.push(Task(Then.BEGIN))


# Cards move up, gaps are filled


def _slide(play: Play, places: Sequence[str], rule: str) -> None:
    """Open cards move towards the cheapest place, over places that are empty."""
    state = play.state
    lying = [(place, card) for place in places if (card := state.card_at(place))]
    for (place, card), target in zip(lying, places, strict=False):
        if place != target:
            move_card(play, card, ON[place], ON[target], rule)


def _planning(play: Play, task: Task) -> None:
    _slide(play, PLANNING_ROW, "upkeep.slide")
    state = play.state
    gap = next((place for place in PLANNING_ROW if state.card_at(place) is None), None)
    if gap is None or not (state.face_down(PLANNING) or reshuffled(play)):
        return
    play.push(_show(state.turn.seat, PLANNING, gap), task)


def segments(state: State) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """By deck in play, the places that its cards move over, the cheapest first, its top last.

    A deck that has no cards left leaves its places to the one before it.
    """
    starts = dict(zip(DECKS, (5, 4, 3), strict=True))
    decks = [d for d in state.active if d == DECKS[0] or not _exhausted(state, d)]
    found = []
    for deck, after in zip(decks, (*decks[1:], None), strict=True):
        low = 0 if after is None else starts[after]
        found.append((deck, (*CONTRACT_ROW[low : starts[deck]], TOP[deck])))
    return tuple(found)


def _exhausted(state: State, deck: str) -> bool:
    return not state.face_down(deck) and state.card_at(TOP[deck]) is None


def _contracts(play: Play, task: Task) -> None:
    for _, places in segments(play.state):
        _slide(play, places, "upkeep.contract_slide")
    state = play.state
    found = _next_gap(state)
    if found is not None:
        deck, gap = found
        play.push(_show(state.turn.seat, deck, gap), task)


def _next_gap(state: State) -> tuple[str, str] | None:
    """The deck and the place of the next contract to be shown: spaces first, then the tops."""
    parts = segments(state)
    deck_of = {place: deck for deck, places in parts for place in places}
    tops = (TOP[deck] for deck in state.active)
    for place in (*CONTRACT_ROW, *tops):
        deck = deck_of.get(place)
        if deck is not None and state.card_at(place) is None and state.face_down(deck):
            return deck, place
    return None


# What a card triggers


def triggers(play: Play, ballot: bool, row: str | None) -> None:
    """A new card was shown: first its election, then its payout."""
    tasks = [Task(Then.ADVANCE)] if ballot else []
    if row is not None:
        tasks.append(Task(Then.PAYOUT, about=(("row", row),)))
    play.push(*tasks)


def event_shown(play: Play, card: str, deck: str, place: str, shower: Seat) -> None:
    """An event is carried out, then the next card is shown in its place."""
    seat = play.state.turn.seat
    about = (("card", card), ("seat", seat), ("rule", "events"))
    then = [Task(Then.EFFECTS, about=about)]
    if card in _KEY_EVENTS:
        then.insert(0, Task(Then.KEY_CARD, about=(("card", card),)))
        # Which deck fills the place at which another one became active is a ruling.
        old = play.state.rulings["mid_refill_activation"] == "old_deck"
        if old and place and play.state.face_down(deck):
            then.append(_show(seat, deck, place))
    if not place:
        # A card for a seat: it still gets its permit.
        then.append(_show(shower, deck, place))
    play.push(*then)


def deal_again(play: Play, seat: Seat) -> None:
    """A seat that was to get a permit gets the next card."""
    play.push(_show(seat, PLANNING, ""))


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
        play.do(Transfer(ITEM[office], 1, PENDING, SUPPLY, rule, True))


def _opens(play: Play, deck: str, rule: str) -> None:
    active = {*play.state.active, deck}
    play.change(active=tuple(d for d in DECKS if d in active))
    play.say("deck_opened", rule, deck=terms.term(f"deck.{deck}"))


def _olympics(play: Play) -> None:
    """The match ends at once: whatever was pending is dropped."""
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


def _key_card(play: Play, task: Task) -> None:
    _KEY_EVENTS[task.of("card")](play)


# Elections


def _advance(play: Play, _task: Task) -> None:
    state = play.state
    office = TRACK[(TRACK.index(state.track) + 1) % len(TRACK)]
    play.change(track=office)
    play.say("pawn_moved", "elections.track", office=terms.term(office))
    if state.in_play(office):
        play.push(Task(Then.ELECTION, about=(("office", office),)))
    else:
        play.say("blank_space", "elections.before_airport", office=terms.term(office))


def _election(play: Play, task: Task) -> None:
    office, state = task.of("office"), play.state
    if not state.in_play(office):
        play.say("blank_space", "elections.before_airport", office=terms.term(office))
        return
    race = elections.race(state, office)
    play.push(Task(Then.CONTRACTOR_GIVEN))
    if race.decided == elections.NOBODY:
        _nobody(play, office)
    elif race.winner is not None:
        elected(play, office, race.winner)
    else:
        play.push(_choice(Phase.ELECT, race))


def _nobody(play: Play, office: str) -> None:
    """Nobody can be elected: whether whoever has the office keeps it is a ruling."""
    holder = play.state.holder(office)
    play.say("nobody_elected", "elections.nobody", office=terms.term(office))
    if holder is not None and play.state.rulings["nobody_has_zone"] == "vacant":
        play.do(Transfer(ITEM[office], 1, SEATS[holder], SUPPLY, "elections.nobody", True))


def elected(play: Play, office: str, seat: Seat) -> None:
    """Somebody wins an election; a mayor lays out a park."""
    hand_over(play, office, seat, "elections")
    play.say("elected", "elections", seat, office=terms.term(office))
    if office == MAYOR:
        about = (("rule", "politicians.mayor"), ("cause", terms.term(MAYOR)))
        play.push(Task(Phase.PARK, (seat,), about=about))


def _contractor_given(play: Play, _task: Task) -> None:
    if not play.state.in_play(CONTRACTOR):
        return
    race = elections.least_prestige(play.state)
    if race.winner is None:
        play.push(_choice(Phase.CONTRACTOR, race))
    else:
        hand_over(play, CONTRACTOR, race.winner, "elections.contractor")


# Payouts


def _payout(play: Play, task: Task) -> None:
    row, state = task.of("row"), play.state
    found = payouts.payout(state, row)
    if found.place is None:
        play.say("row_absent", "payout.matching", row=terms.term(row))
    elif not payouts.pays_somebody(state, found):
        play.say("row_empty", "payout.none", row=terms.term(row))
    elif not found.shares:
        play.push(Task(Phase.LINE, (state.turn.seat,), about=task.about))
    else:
        pay_out(play, found, final=bool(task.of("final")))


def pay_out(play: Play, found: payouts.Payout, *, final: bool) -> None:
    """The shares of a row: at once, or as a line of the score sheet at the end."""
    row, cause = found.row, terms.term(found.row)
    if final:
        amounts = tuple(share.amount for share in found.shares)
        play.change(final=MappingProxyType({**play.state.final, row: amounts}))
    for share in found.shares:
        if not final:
            rule = "payout.ties" if share.level > 1 else "payout"
            gain(play, share.seat, found.kind, share.amount, rule, cause)
        play.say(
            "final_share" if final else "row_share",
            "end.rows" if final else "payout",
            share.seat,
            row=cause,
            place=share.place,
            buildings=share.buildings,
            level=share.level,
            amount=share.amount,
            kind=terms.term(found.kind),
        )


def _finish(play: Play, _task: Task) -> None:
    """The match is over; what was pending last stays, for the case that its end is taken back."""
    play.change(over=True, agenda=play.kept)


# Vocations


def _gain_vocation(play: Play, task: Task) -> None:
    """A marker from the supply; where it is not plain which, whoever built chooses."""
    name, seat, state = task.of("vocation"), task.of("seat"), play.state
    left = play.balance(SUPPLY, ITEM[name])
    rivals = tuple(s for s in state.holders(name) if s != seat)
    # When a marker may come from somebody else is a ruling.
    from_rivals = (left > 0) == (state.rulings["vocation_from_rival"] == "if_some_left")
    if rivals and from_rivals:
        play.push(Task(Phase.VOCATION, (seat,), about=task.about))
        return
    if left > 0:
        take_vocation(play, seat, name, SUPPLY_SOURCE)
    play.push(scoring(name, task.of("number")))


def take_vocation(play: Play, seat: Seat, name: str, source: str) -> None:
    """A marker from the supply, or from somebody."""
    account = SUPPLY if source == SUPPLY_SOURCE else SEATS[int(source.partition(".")[2])]
    rule = "vocation.take" if source == SUPPLY_SOURCE else "vocation.rival"
    play.do(Transfer(ITEM[name], 1, account, SEATS[seat], rule, True, terms.term(name)))


def scoring(name: str, number: int) -> Task:
    """Everybody with that vocation cashes it."""
    return Task(Then.SCORE_VOCATION, about=(("vocation", name), ("number", number)))


def _score_vocation(play: Play, task: Task) -> None:
    name, number, state = task.of("vocation"), task.of("number"), play.state
    holders, chief = state.holders(name), state.holder(CHIEF)
    if chief in holders and chief is not None:
        amount = state.has(chief, name) * number
        for what in (WEALTH, PRESTIGE):
            gain(play, chief, what, amount, "politicians.police", terms.term(name))
    others = tuple(s for s in state.order_from(state.turn.seat) if s in holders and s != chief)
    if others:
        play.push(Task(Phase.CASH, others, about=task.about))
    play.say("vocation_scored", "vocation.score", vocation=terms.term(name), number=number)


def tribute_paid(play: Play, seat: Seat, in_prestige: int, task: Task) -> None:
    """What a seat owes, some of it in prestige: as far as it can."""
    each, owed, to = task.of("each"), task.of("owed")[seat], task.of("to")
    rule, cause = task.of("rule"), task.of("cause")
    due = {PRESTIGE: in_prestige * each, WEALTH: (owed - in_prestige) * each}
    short = {
        what: amount - lose(play, seat, what, amount, rule, cause, to=to)
        for what, amount in due.items()
    }
    # Whether somebody who is short pays in the other kind instead is a ruling.
    if play.state.rulings["short_payer"] == "other_kind":
        lose(play, seat, WEALTH, short[PRESTIGE], rule, cause, to=to)
        lose(play, seat, PRESTIGE, short[WEALTH], rule, cause, to=to)


def _carry_on(play: Play, task: Task) -> None:
    lines.carry_on(play, task, effects.VERBS)


_RUN: Final[Mapping[str, Callable[[Play, Task], None]]] = {
    Then.MEDIA_GIVEN: _media_given,
    Then.FIRST_CARDS: _first_cards,
    Then.BEGIN: _begin,
    Then.PLANNING: _planning,
    Then.CONTRACTS: _contracts,
    Then.PASS: _pass,
    Then.ADVANCE: _advance,
    Then.ELECTION: _election,
    Then.CONTRACTOR_GIVEN: _contractor_given,
    Then.PAYOUT: _payout,
    Then.FINAL_ROW: _payout,
    Then.FINISH: _finish,
    Then.GAIN_VOCATION: _gain_vocation,
    Then.SCORE_VOCATION: _score_vocation,
    Then.EFFECTS: _effects,
    Then.KEY_CARD: _key_card,
    lines.REST: _carry_on,
}
