"""Agenda: an interruption comes first, and the interrupted task goes on afterwards."""

from dataclasses import dataclass

from companion.kernel.agenda import Agenda, AgendaPlay, Task
from companion.kernel.pieces.ledger import Ledger


@dataclass(frozen=True)
class State:
    """State that has an agenda and nothing else."""

    agenda: Agenda = ()
    ledger: Ledger = Ledger()  # noqa: RUF009
    log: tuple[str, ...] = ()


ASKED = Task("asked", (0, 1, 2))
IN_TURN = Task("asked", (0, 1, 2), one_by_one=True)


def test_task_awaits_all_its_seats_or_the_first_one_by_one() -> None:
    assert ASKED.awaited == (0, 1, 2)
    assert IN_TURN.awaited == (0,)
    assert Task("by itself").awaited == ()


def test_task_gives_what_it_is_about() -> None:
    task = Task("use", (1,), about=(("building", "bank"),))
    assert (task.of("building"), task.of("card")) == ("bank", None)
    other = task.with_of(building="church", twice=True)
    assert (other.of("building"), other.of("twice"), other.seats) == ("church", True, (1,))


def test_first_pushed_task_is_due_first() -> None:
    play = AgendaPlay(State((Task("later"),)))
    play.push(Task("first"), Task("second"))
    assert [task.code for task in play.state.agenda] == ["later", "second", "first"]
    play.done()
    assert play.waits_for("second")
    assert not play.waits_for("first", "later")


def test_task_is_done_once_every_seat_has_answered() -> None:
    play = AgendaPlay(State((Task("later"), ASKED)))
    assert not play.stop_waiting_for(1)
    assert not play.stop_waiting_for(1)
    assert play.state.agenda[-1].seats == (0, 2)
    assert not play.stop_waiting_for(0)
    assert play.stop_waiting_for(2)
    assert play.state.agenda == (Task("later"),)


def test_seat_moved_to_the_back_is_last_of_the_round() -> None:
    play = AgendaPlay(State((IN_TURN,)))
    play.to_the_back(0)
    assert play.state.agenda[-1].awaited == (1,)
    play.to_the_back(2)
    assert play.state.agenda[-1].seats == (1, 0, 2)


def test_interrupting_task_runs_first_and_the_rest_resumes() -> None:
    def note(play: AgendaPlay[State], task: Task) -> None:
        play.change(log=(*play.state.log, task.code))

    def ask(play: AgendaPlay[State], task: Task) -> None:
        note(play, task)
        play.push(Task("asked", (3,)))

    run = {"begin": note, "ask": ask, "end": note}
    play = AgendaPlay(State((Task("end"), Task("ask"), Task("begin"))))
    play.go_on(run)
    assert list(play.state.log) == ["begin", "ask"]
    assert play.state.agenda[-1] == Task("asked", (3,))
    play.stop_waiting_for(3)
    play.go_on(run)
    assert list(play.state.log) == ["begin", "ask", "end"]
    assert play.state.agenda == ()
    assert play.due is None


def test_play_does_not_change_the_state_before_it() -> None:
    before = State((ASKED,))
    play = AgendaPlay(before)
    play.push(Task("more"))
    play.done()
    play.stop_waiting_for(0)
    assert before == State((ASKED,))
