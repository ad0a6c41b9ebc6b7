"""Agenda after an adjustment: decisions about cards that lie there, and how many are shown."""

from companion.games.blue_moon.acts.common import run_on
from companion.games.blue_moon.catalogue import CARD, CardId
from companion.games.blue_moon.pending_tasks import of_task
from companion.games.blue_moon.play import Play
from companion.games.blue_moon.state import (
    AID,
    AT,
    DISCARD,
    LAID,
    Due,
    State,
)
from companion.kernel.agenda import Task
from companion.kernel.pieces.ledger import Effect
from companion.kernel.values import Seat


def follow(before: State, after: State) -> tuple[State, tuple[Effect, ...]]:
    """End the calls, the showing and the texts of cards that were taken away by hand.

    Whoever was called shows what lies face down now.
    """
    tasks = (_reckoned(after, task) for task in after.agenda)
    agenda = tuple(task for task in tasks if _stands(before, after, task))
    if after.over or agenda == after.agenda:
        return after, ()
    play = Play(after)
    play.change(agenda=agenda)
    if len(agenda) < len(after.agenda):
        run_on(play)
    return play.finished()


def _reckoned(state: State, task: Task) -> Task:
    """Return a task with the number of cards that it concerns now."""
    if task.code != Due.SHOW or not task.of("called"):
        return task
    number = len(state.face_down(task.of("seat")))
    return task._replace(about=tuple({**dict(task.about), "number": number}.items()))


def _stands(before: State, state: State, task: Task) -> bool:
    """Return whether the cards that a task is about still lie where it needs them."""
    if task.code == Due.CALL:
        return bool(state.face_down(task.of("seat")))
    if task.code == Due.SHOW:
        place = AID if task.of("called") else DISCARD
        lying = state.ledger.balance(AT[place][task.of("seat")], CARD)
        return bool(lying >= task.of("number") > 0)
    if task.code == Due.TEXT:
        owner, card = task.of("owner"), task.of("card")
        taken_away = _lies(before, owner, card) and not _lies(state, owner, card)
        return not taken_away and (_number(state, task) > 0 or not _number(before, task))
    return True


def _number(state: State, task: Task) -> int:
    """Return how many cards a text takes now; 0 if it takes none, or as many as needed."""
    decision = of_task(state, task)
    return 0 if decision is None else decision.number


def _lies(state: State, seat: Seat, card: CardId) -> bool:
    """Return whether a card lies in an area of a seat."""
    return state.known_place(seat, card) in LAID
