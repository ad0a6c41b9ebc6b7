"""What is still to be done at a table, as a stack of tasks: the one on top is due.

Some wait for seats, others run by themselves. What interrupts something is laid on top of it, and
what it interrupted goes on when it is done: nobody has to remember how.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Protocol, TypeAlias, TypeVar

from companion.kernel.play import Play
from companion.kernel.values import Seat


@dataclass(frozen=True, slots=True)
class Task:
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
        return replace(self, about=tuple({**dict(self.about), **about}.items()))


Agenda: TypeAlias = tuple[Task, ...]
"""The tasks, the one that is due last."""


class WithAgenda(Protocol):
    """A state that has one."""

    @property
    def agenda(self) -> Agenda:
        """What is still to be done."""


S = TypeVar("S", bound=WithAgenda)
P = TypeVar("P", bound=Play[Any])


def now(play: Play[S]) -> Agenda:
    """What is still to be done, in the middle of an action."""
    agenda: Agenda = play.now("agenda")
    return agenda


def push(play: Play[S], *tasks: Task) -> None:
    """Tasks that come before everything else; the first of them is due first."""
    play.change(agenda=(*now(play), *reversed(tasks)))


def done(play: Play[S]) -> None:
    """What is due is done."""
    play.change(agenda=now(play)[:-1])


def answered(play: Play[S], seat: Seat) -> bool:
    """What is due waits for that seat no more; whether it is done with that."""
    *rest, top = now(play)
    left = tuple(other for other in top.seats if other != seat)
    play.change(agenda=(*rest, replace(top, seats=left)) if left else tuple(rest))
    return not left


def to_the_back(play: Play[S], seat: Seat) -> None:
    """Of what is due, that seat has its next go after all the others."""
    *rest, top = now(play)
    others = tuple(other for other in top.seats if other != seat)
    play.change(agenda=(*rest, replace(top, seats=(*others, seat))))


def go_on(play: P, run: Mapping[str, Callable[[P, Task], None]]) -> None:
    """Everything that runs by itself, until somebody is awaited or nothing is left."""
    while (agenda := now(play)) and not agenda[-1].seats:
        done(play)
        run[agenda[-1].code](play, agenda[-1])
