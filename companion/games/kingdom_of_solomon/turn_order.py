"""Turn order: what is pending follows another order."""

from dataclasses import replace

from companion.games.kingdom_of_solomon.state import Phase, State
from companion.kernel.agenda import Task
from companion.kernel.values import Seat


def in_new_order(state: State, order: tuple[Seat, ...]) -> State:
    """Return the state in which the pending tasks follow another turn order."""
    tasks = tuple(_reordered(state, task, order) for task in state.agenda)
    return replace(state, order=order, agenda=tasks)


def _reordered(state: State, task: Task, order: tuple[Seat, ...]) -> Task:
    match task.code:
        case Phase.TURN_UP:
            seats = order[:1]
        case Phase.PLACE:
            # Those who have placed fewer pawns come first.
            placed = [-state.pawns(seat) for seat in range(state.players)]
            seats = tuple(sorted(task.seats, key=lambda s: (placed[s], order.index(s))))
        case Phase.RESOLVE | Phase.BUILD:
            seats = tuple(seat for seat in order if seat in task.seats)
        case Phase.MARKET:
            seats = _around_the_market(state, task, order)
        case _:
            return task
    return task.waiting_for(seats)


def _around_the_market(state: State, task: Task, order: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """Return the seats in reverse order: from the beginning of a round of them, or from now on."""
    before, now = (tuple(s for s in o[::-1] if s in task.seats) for o in (state.order, order))
    if task.seats == before:
        return now
    start = now.index(task.seats[0])
    return (*now[start:], *now[:start])
