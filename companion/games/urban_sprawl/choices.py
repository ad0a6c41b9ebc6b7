"""Consequences of choosing a building, or the place for one.

A question with one answer is not asked: an automatic choice continues here like an answer.
"""

from collections.abc import Callable, Mapping
from typing import Final

from companion.games.urban_sprawl import offers, terms
from companion.games.urban_sprawl.city import Building
from companion.games.urban_sprawl.components import SITES
from companion.games.urban_sprawl.grid import block_of
from companion.games.urban_sprawl.play import Play, gain, lose, set_up
from companion.games.urban_sprawl.state import Phase, State
from companion.kernel.agenda import Task
from companion.kernel.values import Seat


def only_answer(state: State, task: Task, answers: tuple[str, ...]) -> str | None:
    """Return the automatic answer: the only one, or any if all have the same result.

    Args:
        state: state of the table.
        task: choice to be made.
        answers: possible answers.
    """
    if task.code not in AFTER:
        return None
    same = task.of("then") in (offers.GAIN, offers.LOSE)
    buildings = state.city.buildings
    if len(answers) == 1 or (same and len({buildings[name].owner for name in answers}) == 1):
        return answers[0]
    return None


def building(play: Play, seat: Seat, name: str, task: Task) -> None:
    """Apply a card to the chosen building."""
    one, then = play.state.city.buildings[name], task.of("then")
    if then == offers.MOVE:
        about = task.with_of(building=name, size=one.size).about
        play.push(Task(Phase.WHICH_BLOCK, (seat,), about=about))
    elif then == offers.SPARE:
        threaten(play, task.with_of(building=name))
    elif one.owner is not None:
        what, amount, rule = task.of("what"), task.of("amount"), task.of("rule")
        change = gain if then == offers.GAIN else lose
        change(play, one.owner, what, amount, rule, task.of("cause"))


def threaten(play: Play, task: Task) -> None:
    """Make every affected seat lose a building or pay, in any order."""
    asked = Task(Phase.SPARE, about=task.about)
    everybody = play.state.order_from(play.state.turn.seat)
    seats = tuple(seat for seat in everybody if offers.offered(play.state, asked, seat))
    if seats:
        play.push(asked.with_of(asked=seats).waiting_for(seats))
    else:
        play.say("impossible", "events.impossible", play.state.turn.seat)


# Place of a building. A building placed or moved by a card ignores zoning and gains nothing.


def block(play: Play, seat: Seat, answer: str, task: Task) -> None:
    """Ask for the lots after the block was chosen."""
    play.push(Task(Phase.WHICH_LOTS, (seat,), about=task.with_of(block=answer).about))


def lots(play: Play, seat: Seat, answer: str, task: Task) -> None:
    """Lay a building there: a new one of the choosing seat, or a moved one."""
    moved, place = task.of("building"), SITES[answer]
    if moved is None:
        set_up(play, Building(task.of("colour"), place, seat), task.of("rule"))
        return
    one = play.state.city.buildings[moved]
    new = Building(one.colour, place, one.owner, one.card)
    play.change(city=play.state.city.without_building(moved).with_building(new))
    play.say(
        "moved",
        task.of("rule"),
        one.owner,
        building=terms.term(moved),
        block=terms.term(block_of(answer.partition("+")[0])),
        shape=terms.shape(place),
    )


AFTER: Final[Mapping[str, Callable[[Play, Seat, str, Task], None]]] = {
    Phase.WHICH_BUILDING: building,
    Phase.WHICH_BLOCK: block,
    Phase.WHICH_LOTS: lots,
}
"""Consequence of an answer that is not asked for if it is the only one."""
