"""What follows once one of several buildings was chosen, or where one is laid.

A question with one answer is not asked: what is chosen by itself goes on here like an answer.
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


def only_answer(state: State, task: Task, found: tuple[str, ...]) -> str | None:
    """What is chosen by itself: there is nothing else, or the same comes of everything.

    Args:
        state: the table.
        task: what is to be chosen.
        found: what it can be answered with.
    """
    if task.code not in AFTER:
        return None
    same = task.of("then") in (offers.GAIN, offers.LOSE)
    buildings = state.city.buildings
    if len(found) == 1 or (same and len({buildings[name].owner for name in found}) == 1):
        return found[0]
    return None


def building(play: Play, seat: Seat, name: str, task: Task) -> None:
    """What a card does with the building that was chosen."""
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
    """Everybody whom it concerns loses a building or pays, in the order that the table likes."""
    asked = Task(Phase.SPARE, about=task.about)
    everybody = play.state.order_from(play.state.turn.seat)
    seats = tuple(seat for seat in everybody if offers.offered(play.state, asked, seat))
    if seats:
        play.push(asked.waiting_for(seats))
    else:
        play.say("impossible", "events.impossible", play.state.turn.seat)


# Where a building is laid. What a card places or moves heeds no zoning, and nobody gains by it.


def block(play: Play, seat: Seat, answer: str, task: Task) -> None:
    """The block is known; then its lots are asked for."""
    play.push(Task(Phase.WHICH_LOTS, (seat,), about=task.with_of(block=answer).about))


def lots(play: Play, seat: Seat, answer: str, task: Task) -> None:
    """A building is laid there: a new one of whoever places it, or one that is moved."""
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
"""What follows from an answer, where one that is the only one is not asked for."""
