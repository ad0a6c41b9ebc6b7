"""What is still to be done at a table, as a stack of tasks: the one on top is due.

Some wait for seats, others run by themselves. What interrupts something is laid on top of it, and
what it interrupted goes on when it is done: nobody has to remember how.
"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, Protocol, TypeAlias, TypeVar

from companion.kernel import play
from companion.kernel.ledger import Ledger
from companion.kernel.values import Seat


class Task(NamedTuple):
    """Something to be done."""

    code: str
    """Conditions, duties and words hang on it."""
    seats: tuple[Seat, ...] = ()
    """Who has to do something for it; nobody: it runs by itself."""
    one_by_one: bool = False
    """Whether they do it one after the other, the first one now; else in any order."""
    about: tuple[tuple[str, Any], ...] = ()
    """What it is about, by name."""

    @property
    def awaited(self) -> tuple[Seat, ...]:
        """Whom it waits for now."""
        return self.seats[:1] if self.one_by_one else self.seats

    def of(self, name: str) -> Any:
        """One thing that it is about, or None."""
        return next((value for key, value in self.about if key == name), None)

    def with_of(self, **about: Any) -> "Task":
        """The same task about something else."""
        return self._replace(about=tuple({**dict(self.about), **about}.items()))


Agenda: TypeAlias = tuple[Task, ...]
"""The tasks, the one that is due last."""


class WithAgenda(Protocol):
    """A state that has one."""

    @property
    def ledger(self) -> Ledger:
        """Everything that can be counted."""

    @property
    def agenda(self) -> Agenda:
        """What is still to be done."""


S = TypeVar("S", bound=WithAgenda)


class AgendaPlay(play.Play[S]):
    """An action being played out where there is an agenda."""

    __slots__ = ("_tasks", "_touched", "kept", "laid")

    def __init__(self, state: S) -> None:
        """With what is still to be done as it is."""
        super().__init__(state)
        self._tasks = list(state.agenda)
        self._touched = False
        self.kept = state.agenda
        """What the table waits for again, should the end of the match be taken back."""
        self.laid = 0
        """How many tasks were laid on top so far."""

    def _gather(self) -> None:
        if self._touched:
            self._touched = False
            self._changes["agenda"] = tuple(self._tasks)
        if self._postings:
            self._post()

    @property
    def due(self) -> Task | None:
        """What is to be done now."""
        return self._tasks[-1] if self._tasks else None

    def waits_for(self, *codes: str) -> bool:
        """Whether one of these is to be done now."""
        return bool(self._tasks) and self._tasks[-1].code in codes

    @property
    def agenda(self) -> Agenda:
        """What is still to be done."""
        return tuple(self._tasks)

    @agenda.setter
    def agenda(self, tasks: Agenda) -> None:
        self._tasks, self._touched = list(tasks), True

    def push(self, *tasks: Task) -> None:
        """Tasks that come before everything else; the first of them is due first."""
        self._tasks += reversed(tasks)
        self._touched = True
        self.laid += len(tasks)

    def put_under(self, number: int, task: Task) -> None:
        """A task that comes after so many others."""
        self._tasks.insert(len(self._tasks) - number, task)
        self._touched = True

    def done(self) -> None:
        """What is due is done."""
        del self._tasks[-1:]
        self._touched = True

    def answered(self, seat: Seat) -> bool:
        """What is due waits for that seat no more; whether it is done with that."""
        top = self._tasks[-1]
        left = tuple(other for other in top.seats if other != seat)
        self._tasks[-1:] = (top._replace(seats=left),) if left else ()
        self._touched = True
        return not left

    def to_the_back(self, seat: Seat) -> None:
        """Of what is due, that seat has its next go after all the others."""
        top = self._tasks[-1]
        others = tuple(other for other in top.seats if other != seat)
        self._tasks[-1] = top._replace(seats=(*others, seat))
        self._touched = True

    def go_on(self, run: Mapping[str, Callable[[Any, Task], None]]) -> None:
        """Everything that runs by itself, until somebody is awaited or nothing is left."""
        tasks = self._tasks
        while tasks and not tasks[-1].seats:
            top = tasks.pop()
            self._touched = True
            run[top.code](self, top)
            tasks = self._tasks
