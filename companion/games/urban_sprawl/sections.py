"""Sections of the rules that say who has to do a due task, and why now."""

from collections.abc import Mapping
from typing import Final

from companion.games.urban_sprawl.cards.elections import decider
from companion.games.urban_sprawl.cards.offers import MOVE
from companion.games.urban_sprawl.components import OFFICES, PLANNING
from companion.games.urban_sprawl.state import Phase, State
from companion.kernel.agenda import Task
from companion.kernel.box import by_hand
from companion.kernel.conditions import Sections

ACTIVE_DECIDES: Final = "table.active_decides"


CHOOSER: Final = "elections.chooser"
"""Section for ties that the office of the rulebook cannot break, or breaks for its own holder."""


_OF_TASK: Final[Mapping[str, str]] = {
    Phase.CLAIM: "setup.buildings",
    Phase.ACT: "turn",
    Phase.LINE: "payout.table",
    Phase.VOCATION: "vocation.take",
    Phase.CASH: "vocation.score",
    Phase.TRIBUTE: "payments.mandatory",
    Phase.MEDIA: "setup.media",
    Phase.MAY_PAY: "payments.optional",
    by_hand.BY_HAND: "table.by_hand",
}


ELECTED_BY: Final[Mapping[str, str]] = {
    office: f"elections.{name}"
    for office, name in zip(
        OFFICES, ("mayor", "attorney", "treasurer", "police", "boss", "contractor"), strict=True
    )
}
"""Section on the election of each office."""


def sections_of(state: State, task: Task) -> Sections:
    """Return the sections that leave a task to the seats it waits for, the closest first."""
    match task.code:
        case Phase.SHOW:
            return (_of_card(state, task),)
        case Phase.ELECT | Phase.CONTRACTOR:
            return _of_tie(task)
        case Phase.WHICH_BUILDING if task.of("then") != MOVE:
            return (ACTIVE_DECIDES,)
    return (_OF_TASK.get(task.code) or task.of("rule") or ACTIVE_DECIDES,)


def section_of_chosen(task: Task, answer: str) -> Sections:
    """Return the section by which whoever breaks a tie may choose the own seat, if it does."""
    tied = task.code in (Phase.ELECT, Phase.CONTRACTOR)
    own = tied and answer in (f"seat.{seat}" for seat in task.seats)
    return (CHOOSER,) if own else ()


def _of_card(state: State, task: Task) -> str:
    """Return the section by which a card is turned up: to begin with, or at the end of a turn."""
    if state.turns:
        return "upkeep"
    return "setup.deal" if task.of("deck") == PLANNING else "setup.row"


def _of_tie(task: Task) -> Sections:
    """Return the section on a tied office; first the one for when nobody holds what decides."""
    prize, by = task.of("prize"), task.of("by")
    section = ELECTED_BY[prize]
    return (section,) if by == decider(prize) else (CHOOSER, section)
