"""What a line leaves to the table: it is done by hand, and what moved is written down.

The last resort of a vocabulary, for what a card says and no verb does. While it is due, what moved
is corrected like any other difference between table and app (an adjustment, with its reason); the
act here says that it is done, and what interrupted it goes on.
"""

from collections.abc import Callable
from typing import Any, Final, Literal, Protocol, TypeVar

from companion.kernel.acts import Act
from companion.kernel.agenda import AgendaPlay, Task, WithAgenda
from companion.kernel.conditions import Condition
from companion.kernel.duties import Duty
from companion.kernel.lines import Doing, Line, Verb
from companion.kernel.models import Action
from companion.kernel.refusal import Failure, Finding, Kind
from companion.kernel.values import Params

S = TypeVar("S", bound=WithAgenda)


class Ending(WithAgenda, Protocol):
    """A state with an agenda that knows when it is over."""

    @property
    def over(self) -> bool:
        """Whether the match is over."""


W = TypeVar("W", bound=Ending)

BY_HAND: Final = "by_hand"
"""The code of the task, and of the effect that says that it is done."""
KIND: Final = "done_by_hand"


class DoneByHand(Action):
    """What a line left to the table was done; what moved is written down."""

    kind: Literal["done_by_hand"] = "done_by_hand"


def _left_to_the_table(play: AgendaPlay[Any], doing: Doing, line: Line) -> None:
    about = (("text", line.text), ("rule", doing.rule), ("cause", doing.cause))
    play.push(Task(BY_HAND, (doing.seat,), about=about))


MANUAL: Final[Verb[AgendaPlay[Any]]] = Verb(_left_to_the_table, words=True)
"""The verb, for a game's vocabulary."""


def due(state: WithAgenda) -> Task | None:
    """What the table has to do by hand now, or None."""
    task = state.agenda[-1] if state.agenda else None
    return task if task and task.code == BY_HAND else None


def duty(task: Task) -> Duty:
    """The same as something that is due."""
    return Duty("by_hand_due", task.awaited, task.of("rule"), KIND, _told(task))


def first(
    duties: Callable[[W], tuple[Duty, ...]],
) -> Callable[[W], tuple[Duty, ...]]:
    """What is due, of a state with an end: what is done by hand comes before everything else."""

    def with_it(state: W) -> tuple[Duty, ...]:
        if state.over:
            return ()
        task = due(state)
        return (duty(task),) if task else duties(state)

    return with_it


def _told(task: Task) -> Params:
    return {"text": task.of("text"), "cause": task.of("cause") or ""}


class Acts(Protocol):
    """How a game makes an act of its own."""

    def __call__(self, model: type[DoneByHand], *rules: Condition[Any]) -> Act[Any, Any, Any]:
        """The act."""


def act(make: Acts, *rules: Condition[Any], section: str) -> Act[Any, Any, Any]:
    """The act that says that it is done.

    Args:
        make: the class of the game's acts.
        rules: what forbids any act of that game: no such seat, the end of the match.
        section: the one that is cited where nothing is to be done.
    """
    made = make(DoneByHand, *rules)

    @made.rule(section, code="nothing_by_hand", kind=Kind.PHASE, grounds=(section,))
    def nothing_by_hand(state: WithAgenda, act: DoneByHand) -> Finding:
        """The table does by hand only what a line leaves to it, and whoever it concerns says so."""
        task = due(state)
        return None if task and act.seat in task.awaited else Failure()

    @made.play
    def _done(play: AgendaPlay[Any], act: DoneByHand) -> None:
        task = due(play.state)
        if task:
            play.say(BY_HAND, task.of("rule"), act.seat, **_told(task))
            play.answered(act.seat)

    return made
