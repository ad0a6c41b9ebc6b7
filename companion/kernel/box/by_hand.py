"""Lines that the table carries out by hand, and the act that reports them as done.

This is the last resort of a vocabulary: a card says something for which there is no verb. While the
task is due, the table records what moved as an adjustment with its reason. The act reports that it
is done, and the interrupted task resumes.
"""

from collections.abc import Callable, Iterable
from typing import Any, Final, Literal, Protocol, TypeVar

from companion.kernel.acts import Act
from companion.kernel.agenda import AgendaPlay, Task, WithAgenda
from companion.kernel.box.lines import EffectLine, LineContext, Verb
from companion.kernel.conditions import Condition
from companion.kernel.duties import Duty
from companion.kernel.models import Action
from companion.kernel.refusal import ConditionKind, Failure, Finding
from companion.kernel.values import Params

S = TypeVar("S", bound=WithAgenda)


class Ending(WithAgenda, Protocol):
    """Protocol of a state with an agenda and an end."""

    @property
    def over(self) -> bool:
        """Return whether the match is over."""


W = TypeVar("W", bound=Ending)

BY_HAND: Final = "by_hand"
"""Code of the task, and of the effect that reports it as done."""
KIND: Final = "done_by_hand"
UNREAD: Final = "effect_by_hand"
"""Code of the effect that leaves to the table what nobody has read."""


class DoneByHand(Action):
    """Report that the table did by hand what a line left to it, and recorded what moved."""

    kind: Literal["done_by_hand"] = "done_by_hand"


def _left_to_the_table(play: AgendaPlay[Any], doing: LineContext, line: EffectLine) -> None:
    about = (("text", line.text), ("rule", doing.rule), ("cause", doing.cause))
    play.push(Task(BY_HAND, (doing.seat,), about=about))


MANUAL: Final[Verb[AgendaPlay[Any]]] = Verb(_left_to_the_table, words=True)
"""Verb for the vocabulary of a game."""


def due(state: WithAgenda) -> Task | None:
    """Return the task that the table has to do by hand now, or None."""
    task = state.agenda[-1] if state.agenda else None
    return task if task and task.code == BY_HAND else None


def duty(task: Task) -> Duty:
    """Return the task as a duty."""
    return Duty("by_hand_due", task.awaited, task.of("rule"), KIND, _params(task))


def asked(duties: Iterable[Duty]) -> Duty | None:
    """Return the duty to do something by hand, or None."""
    return next((one for one in duties if one.action == KIND), None)


def first(
    duties: Callable[[W], tuple[Duty, ...]],
) -> Callable[[W], tuple[Duty, ...]]:
    """Wrap the duties of a state with an end: a task done by hand comes before all others."""

    def with_it(state: W) -> tuple[Duty, ...]:
        if state.over:
            return ()
        task = due(state)
        return (duty(task),) if task else duties(state)

    return with_it


def _params(task: Task) -> Params:
    return {"text": task.of("text"), "cause": task.of("cause") or ""}


class Acts(Protocol):
    """Factory of acts of one game."""

    def __call__(self, model: type[DoneByHand], *rules: Condition[Any]) -> Act[Any, Any, Any]:
        """Return the act."""


def act(
    make: Acts, *rules: Condition[Any], section: str, turn: Condition[Any] | None = None
) -> Act[Any, Any, Any]:
    """Create the act that reports the task as done.

    Args:
        make: class of the game's acts.
        rules: conditions of every act of that game: no such seat, the end of the match.
        section: section to cite when nothing is to be done.
        turn: condition that the table waits for the seat. With it, the wrong seat is told who is
            awaited; without it, that nothing is to be done.
    """
    made = make(DoneByHand, *rules)

    @made.rule(section, code="nothing_by_hand", kind=ConditionKind.PHASE, legal_basis=(section,))
    def nothing_by_hand(state: WithAgenda, act: DoneByHand) -> Finding:
        """The table does by hand only what a line leaves to it, and whoever it concerns says so."""
        task = due(state)
        awaited = task is not None and (turn is not None or act.seat in task.awaited)
        return None if awaited else Failure(acts_first=False)

    if turn is not None:
        made.also(turn)

    @made.play
    def _done(play: AgendaPlay[Any], act: DoneByHand) -> None:
        task = due(play.state)
        if task:
            play.say(BY_HAND, task.of("rule"), act.seat, **_params(task))
            play.done()

    return made
