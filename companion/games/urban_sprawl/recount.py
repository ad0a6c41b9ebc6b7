"""Tasks and points after an adjustment, reckoned again from the table as it is now."""

from collections.abc import Iterator

from companion.games.urban_sprawl import elections, flow, offers, triggers
from companion.games.urban_sprawl.components import BOSS, CHIEF, MAYOR
from companion.games.urban_sprawl.filters import counted
from companion.games.urban_sprawl.play import Play
from companion.games.urban_sprawl.state import Phase, State, Then, Turn
from companion.kernel.agenda import Task
from companion.kernel.pieces.effects import Effect
from companion.kernel.values import Seat


def follow(before: State, after: State) -> tuple[State, tuple[Effect, ...]]:
    """Reckon again the points of a turn, whom tasks wait for, and the election that is due."""
    if after.over or not after.agenda:
        return after, ()
    play = Play(after)
    _begin_again(play, before)
    play.change(agenda=tuple(_waiting_again(after)))
    again = None if play.due is None else _asked_again(after, play.due)
    if again is not None:
        play.done()
        if again.code == Then.ELECTION and play.waits_for(Then.CONTRACTOR_GIVEN):
            # The election asks for the contractor itself.
            play.done()
        play.push(again)
    flow.go_on(play)
    return play.finished()


def _begin_again(play: Play, before: State) -> None:
    """Begin a turn in which nothing was done yet with the points of whoever is boss now."""
    turn, after = before.turn, play.state
    untouched = turn == after.turn == Turn(turn.seat, before.points_to_begin(turn.seat))
    if untouched and before.turns and before.holder(BOSS) != after.holder(BOSS):
        play.change_in("turn", points=after.points_to_begin(turn.seat))


# Seats that tasks wait for


def _waiting_again(state: State) -> Iterator[Task]:
    """Yield the tasks, each waiting for those whom it concerns now; without any it ends."""
    for task in state.agenda:
        concerned = _concerned(state, task)
        if concerned is None:
            yield task
            continue
        asked = task.of("asked") or task.seats
        later = tuple(seat for seat in concerned if seat not in asked)
        seats = (*(seat for seat in task.seats if seat in concerned), *later)
        if seats:
            again = task if task.of("asked") is None else task.with_of(asked=(*asked, *later))
            yield _debts_again(state, again).waiting_for(seats)


def _concerned(state: State, task: Task) -> tuple[Seat, ...] | None:
    """Return the seats that a task concerns as the table is; None: it is always the same ones."""
    everybody = state.order_from(state.turn.seat)
    match task.code:
        case Phase.SPARE:
            return tuple(seat for seat in everybody if offers.offered(state, task, seat))
        case Phase.CASH:
            # The police chief cashes without being asked.
            holders, chief = state.holders(task.of("vocation")), state.holder(CHIEF)
            return tuple(s for s in everybody if s in holders and (s in task.seats or s != chief))
        case Phase.TRIBUTE if task.of("counts") is not None:
            debts = _debts(state, task)
            return tuple(seat for seat in everybody if debts[seat])
        case Phase.PARK if task.of("rule") == "politicians.mayor":
            return _holder(state, MAYOR) or task.seats
        case Phase.DROP_CONTROL if task.of("office") is not None:
            return _holder(state, task.of("office"))
    return None


def _holder(state: State, office: str) -> tuple[Seat, ...]:
    seat = state.holder(office)
    return () if seat is None else (seat,)


def _debts(state: State, task: Task) -> tuple[int, ...]:
    """Return for how many buildings each seat owes a tribute as the city is."""
    seats = range(state.players)
    count = (counted(state, task.of("counts"), seat, *task.of("origin")) for seat in seats)
    return tuple(0 if seat == task.of("to") else n for seat, n in zip(seats, count, strict=True))


def _debts_again(state: State, task: Task) -> Task:
    """Return a tribute with what those owe who have not paid yet."""
    if task.of("counts") is None:
        return task
    return task.with_of(owed=_debts(state, task))


# Elections and payouts


def _asked_again(state: State, task: Task) -> Task | None:
    """Return the task that asks again what a due task asks, if the table asks otherwise now."""
    match task.code:
        case Phase.ELECT:
            race, then = elections.race(state, task.of("prize")), Then.ELECTION
        case Phase.CONTRACTOR:
            race, then = elections.least_prestige(state), Then.CONTRACTOR_GIVEN
        case Phase.MEDIA:
            race, then = elections.first_media(state), Then.MEDIA_GIVEN
        case Phase.VOCATION if task.of("vocation") is not None:
            return Task(Then.GAIN_VOCATION, about=task.about)
        case Phase.LINE:
            return Task(Then.PAYOUT, about=task.about)
        case _:
            return None
    if (
        race.winner is None
        and race.chooser is not None
        and triggers.tie(Phase(task.code), race) == task
    ):
        return None
    about = (("office", task.of("prize")),) if then is Then.ELECTION else ()
    return Task(then, about=about)
