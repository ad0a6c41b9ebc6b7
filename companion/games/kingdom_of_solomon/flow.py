"""Automatic flow of a round: tasks of the agenda that wait for nobody."""

from collections.abc import Callable, Mapping
from typing import Final

from companion.games.kingdom_of_solomon.components import CARDS
from companion.games.kingdom_of_solomon.effects import VERBS
from companion.games.kingdom_of_solomon.play import Play, pawns_put_aside
from companion.games.kingdom_of_solomon.state import (
    BLOCK,
    CARD,
    CARD_ITEM,
    DECK,
    FINISH,
    OFFER,
    OFFERED,
    PHASES,
    PIECES,
    ROUND,
    Phase,
    State,
    Then,
    waits,
)
from companion.kernel.agenda import Task
from companion.kernel.box import lines
from companion.kernel.pieces.ledger import Ledger, Transfer, family
from companion.kernel.values import Seat


def go_on(play: Play) -> None:
    """Run everything that follows by itself."""
    play.go_on(_RUN)
    while _done_with(play):
        play.go_on(_RUN)


def announce_last_round(play: Play) -> None:
    """Report the last round as soon as its cause occurs."""
    if not any(isinstance(e, Transfer) and family(e.item) in _BUILT for e in play.effects):
        return
    why = play.state.ends
    if why is not None and play.before.ends is None:
        play.say("last_round", f"end.{why}")


_BUILT: Final = frozenset({family(PIECES[0]), family(CARD_ITEM[CARDS[0]]), BLOCK})
"""Item families whose moves can bring about the end."""


def _done_with(play: Play) -> bool:
    """Stop waiting for a seat with nothing left to do, and return whether there was one."""
    task = play.due
    if task is None or play.state.over:
        return False
    over = _ASKS_NOTHING.get(task.code)
    if over is None:
        return False
    gone = next((seat for seat in task.awaited if over(play.state, seat)), None)
    if gone is None:
        return False
    play.stop_waiting_for(gone)
    return True


def offer_full(state: State) -> bool:
    """Return whether no more cards are turned up: four lie open, or the deck is empty."""
    return lies_open(state.ledger) >= OFFERED or state.ledger.balance(DECK, CARD) <= 0


def lies_open(ledger: Ledger) -> int:
    """Return the number of building cards open on the board."""
    return sum(ledger.balances(OFFER, CARD_ITEM.values()))


_ASKS_NOTHING: Final[Mapping[str, Callable[[State, Seat], bool]]] = {
    Phase.TURN_UP: lambda state, _seat: offer_full(state),
    Phase.PLACE: lambda state, seat: not state.pawns(seat) or state.claimed(seat),
    Phase.RESOLVE: lambda state, seat: not state.left_on_board(seat),
    Phase.TRIM: lambda state, seat: state.fortunes(seat) <= state.facts["fortune.kept"],
    Phase.REVEAL: lambda state, seat: not state.fortunes(seat),
}
"""Test of whether a seat has nothing left to do, by due task."""


def upcoming(state: State) -> Seat | None:
    """Return who acts next in the phase that is due; None if nobody else does."""
    over = _ASKS_NOTHING.get(state.phase)
    rest = state.due.seats[1:] if state.due.one_by_one else ()
    return next((seat for seat in rest if over is None or not over(state, seat)), None)


def _round(play: Play, _task: Task) -> None:
    """Begin a new round: fill the offer, then run the phases."""
    state = play.state
    play.change(
        round=state.round + 1, order=state.next_order, priest_used=False, built=(), stood=()
    )
    play.do(*pawns_put_aside(state))
    play.push(waits(Phase.TURN_UP, state.order[0]), *PHASES)


def _placing(play: Play, _task: Task) -> None:
    play.push(waits(Phase.PLACE, *play.state.order))


def _resolving(play: Play, _task: Task) -> None:
    play.push(waits(Phase.RESOLVE, *play.state.order))
    play.change(stood=play.state.standing)


def _marketing(play: Play, _task: Task) -> None:
    play.push(waits(Phase.MARKET, *play.state.order[::-1]))
    play.change(stood=())


def _building(play: Play, _task: Task) -> None:
    play.push(waits(Phase.BUILD, *play.state.order))


def _closing(play: Play, _task: Task) -> None:
    """End the round: discard fortune cards beyond three, or show them in the last one."""
    state = play.state
    if state.ends is None:
        play.push(ROUND)
    else:
        play.say("last_round_over", f"end.{state.ends}")
        play.push(*_among(Phase.REVEAL, tuple(filter(state.fortunes, state.order))), FINISH)
    # Whether the limit at the end of a round also applies when the match ends is a ruling.
    if state.ends is None or state.rulings["last_round_fortunes"] == "limit":
        most = state.facts["fortune.kept"]
        play.push(*_among(Phase.TRIM, tuple(s for s in state.order if state.fortunes(s) > most)))


def _among(phase: Phase, seats: tuple[Seat, ...]) -> tuple[Task, ...]:
    return (waits(phase, *seats),) if seats else ()


def _finish(play: Play, _task: Task) -> None:
    """End the match; pending tasks stay, in case the end is taken back."""
    play.change(over=True, agenda=play.kept)


def _carry_on(play: Play, task: Task) -> None:
    lines.carry_on(play, task, VERBS)


_RUN: Final[Mapping[str, Callable[[Play, Task], None]]] = {
    Then.ROUND: _round,
    Then.PLACING: _placing,
    Then.RESOLVING: _resolving,
    Then.MARKETING: _marketing,
    Then.BUILDING: _building,
    Then.CLOSING: _closing,
    Then.FINISH: _finish,
    lines.REST: _carry_on,
}
