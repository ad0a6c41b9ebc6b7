"""Agenda of a table: a stack of tasks, of which the top one is due.

Some tasks wait for seats, others run by themselves. An interrupting task is pushed on top, and the
interrupted one resumes when it is done: nobody has to remember how.
"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, Protocol, TypeAlias, TypeVar

from companion.kernel import play
from companion.kernel.pieces.ledger import Ledger
from companion.kernel.values import Seat


class Task(NamedTuple):
    """One task of the agenda."""

    code: str
    """Key of its conditions, duties and words."""
    seats: tuple[Seat, ...] = ()
    """Seats that have to act for it; if empty, it runs by itself."""
    one_by_one: bool = False
    """True if the seats act in order, the first one now; otherwise in any order."""
    about: tuple[tuple[str, Any], ...] = ()
    """Named data of the task."""

    @property
    def awaited(self) -> tuple[Seat, ...]:
        """Return the seats that the task waits for now."""
        return self.seats[:1] if self.one_by_one else self.seats

    def of(self, name: str) -> Any:
        """Return one named datum of the task, or None."""
        for key, value in self.about:
            if key == name:
                return value
        return None

    def with_of(self, **about: Any) -> "Task":
        """Return the same task with other data."""
        return self._replace(about=tuple({**dict(self.about), **about}.items()))

    def waiting_for(self, seats: tuple[Seat, ...]) -> "Task":
        """Return the same task, waiting for other seats."""
        return Task(self.code, seats, self.one_by_one, self.about)


Agenda: TypeAlias = tuple[Task, ...]
"""Tasks of a table; the last one is due."""


class HasAgenda:
    """Mixin of a state that waits for the top task of its agenda."""

    agenda: Agenda
    """Tasks still to be done."""

    @property
    def due(self) -> Task:
        """Return the task that the table waits for."""
        return self.agenda[-1]

    @property
    def phase(self) -> str:
        """Return the code of the task that the table waits for."""
        return self.agenda[-1].code

    @property
    def awaited(self) -> tuple[Seat, ...]:
        """Return the seats that the table waits for, unless the match is over."""
        return self.agenda[-1].awaited

    def is_due(self, seat: Seat, *codes: str) -> bool:
        """Return whether the table waits for that seat to do one of these tasks."""
        task = self.agenda[-1]
        return task.code in codes and seat in task.awaited


class HasAwaited(Protocol):
    """Protocol of a state that knows the awaited seats and its end."""

    @property
    def awaited(self) -> tuple[Seat, ...]:
        """Return the seats that the table waits for, unless the match is over."""

    @property
    def over(self) -> bool:
        """Return whether the match is over."""


def awaiting(state: HasAwaited) -> tuple[Seat, ...]:
    """Return the seats that the table waits for; none once the match is over."""
    return () if state.over else state.awaited


class WithAgenda(Protocol):
    """Protocol of a state with an agenda."""

    @property
    def ledger(self) -> Ledger:
        """Return the ledger of all countable things."""

    @property
    def agenda(self) -> Agenda:
        """Return the tasks still to be done."""


S = TypeVar("S", bound=WithAgenda)


class AgendaPlay(play.Play[S]):
    """Play of an action on a state with an agenda."""

    __slots__ = ("_kept",)

    @property
    def kept(self) -> Agenda:
        """Return the agenda to restore if the end of the match is taken back."""
        tasks: Agenda = getattr(self, "_kept", self.before.agenda)
        return tasks

    @kept.setter
    def kept(self, tasks: Agenda) -> None:
        self._kept = tasks

    @property
    def due(self) -> Task | None:
        """Return the task to be done now, or None."""
        tasks: Agenda = self.state.agenda
        return tasks[-1] if tasks else None

    def waits_for(self, *codes: str) -> bool:
        """Return whether one of these tasks is due now."""
        tasks = self.state.agenda
        return bool(tasks) and tasks[-1].code in codes

    def push(self, *tasks: Task) -> None:
        """Push tasks before all others; the first of them is due first."""
        self._parts["agenda"] += tasks[::-1]
        self.laid += len(tasks)

    def put_under(self, number: int, task: Task) -> None:
        """Insert a task to be done after `number` others."""
        tasks: Agenda = self.state.agenda
        at = len(tasks) - number
        self.change(agenda=(*tasks[:at], task, *tasks[at:]))

    def done(self) -> None:
        """Remove the task that is due."""
        self._parts["agenda"] = self.state.agenda[:-1]

    def stop_waiting_for(self, seat: Seat) -> bool:
        """Stop waiting for a seat in the task that is due; return whether the task is done."""
        *rest, top = self.state.agenda
        left = tuple(other for other in top.seats if other != seat)
        self.change(agenda=(*rest, top.waiting_for(left)) if left else tuple(rest))
        return not left

    def to_the_back(self, seat: Seat) -> None:
        """Move a seat behind all others in the task that is due."""
        *rest, top = self.state.agenda
        others = tuple(other for other in top.seats if other != seat)
        self.change(agenda=(*rest, top.waiting_for((*others, seat))))

    def go_on(self, run: Mapping[str, Callable[[Any, Task], None]]) -> None:
        """Run tasks that need nobody, until a seat is awaited or none are left."""
        parts = self._parts
        while (tasks := parts["agenda"]) and not tasks[-1].seats:
            parts["agenda"] = tasks[:-1]
            run[tasks[-1].code](self, tasks[-1])
