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
        for key, value in self.about:
            if key == name:
                return value
        return None

    def with_of(self, **about: Any) -> "Task":
        """The same task about something else."""
        return self._replace(about=tuple({**dict(self.about), **about}.items()))

    def waiting_for(self, seats: tuple[Seat, ...]) -> "Task":
        """The same task, where others have to do something for it."""
        return Task(self.code, seats, self.one_by_one, self.about)


Agenda: TypeAlias = tuple[Task, ...]
"""The tasks, the one that is due last."""


class Waiting:
    """A state that waits for what is on top of its agenda."""

    agenda: Agenda
    """What is still to be done."""

    @property
    def due(self) -> Task:
        """What the table waits for."""
        return self.agenda[-1]

    @property
    def phase(self) -> str:
        """What the table waits for, by its code."""
        return self.agenda[-1].code

    @property
    def awaited(self) -> tuple[Seat, ...]:
        """Whom the table waits for, unless the match is over."""
        return self.agenda[-1].awaited

    def is_due(self, seat: Seat, *codes: str) -> bool:
        """Whether that seat is waited for to do one of these."""
        task = self.agenda[-1]
        return task.code in codes and seat in task.awaited


class AtTable(Protocol):
    """A state that knows whom it waits for, and when it is over."""

    @property
    def awaited(self) -> tuple[Seat, ...]:
        """Whom the table waits for, unless the match is over."""

    @property
    def over(self) -> bool:
        """Whether the match is over."""


def awaiting(state: AtTable) -> tuple[Seat, ...]:
    """Whom the table waits for; nobody once the match is over."""
    return () if state.over else state.awaited


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

    __slots__ = ("_kept",)

    @property
    def kept(self) -> Agenda:
        """What the table waits for again, should the end of the match be taken back."""
        found: Agenda = getattr(self, "_kept", self.before.agenda)
        return found

    @kept.setter
    def kept(self, tasks: Agenda) -> None:
        self._kept = tasks

    @property
    def due(self) -> Task | None:
        """What is to be done now."""
        tasks: Agenda = self.state.agenda
        return tasks[-1] if tasks else None

    def waits_for(self, *codes: str) -> bool:
        """Whether one of these is to be done now."""
        tasks = self.state.agenda
        return bool(tasks) and tasks[-1].code in codes

    def push(self, *tasks: Task) -> None:
        """Tasks that come before everything else; the first of them is due first."""
        self._parts["agenda"] += tasks[::-1]
        self.laid += len(tasks)

    def put_under(self, number: int, task: Task) -> None:
        """A task that comes after so many others."""
        tasks: Agenda = self.state.agenda
        at = len(tasks) - number
        self.change(agenda=(*tasks[:at], task, *tasks[at:]))

    def done(self) -> None:
        """What is due is done."""
        self._parts["agenda"] = self.state.agenda[:-1]

    def answered(self, seat: Seat) -> bool:
        """What is due waits for that seat no more; whether it is done with that."""
        *rest, top = self.state.agenda
        left = tuple(other for other in top.seats if other != seat)
        self.change(agenda=(*rest, top.waiting_for(left)) if left else tuple(rest))
        return not left

    def to_the_back(self, seat: Seat) -> None:
        """Of what is due, that seat has its next go after all the others."""
        *rest, top = self.state.agenda
        others = tuple(other for other in top.seats if other != seat)
        self.change(agenda=(*rest, top.waiting_for((*others, seat))))

    def go_on(self, run: Mapping[str, Callable[[Any, Task], None]]) -> None:
        """Everything that runs by itself, until somebody is awaited or nothing is left."""
        parts = self._parts
        while (tasks := parts["agenda"]) and not tasks[-1].seats:
            parts["agenda"] = tasks[:-1]
            run[tasks[-1].code](self, tasks[-1])
