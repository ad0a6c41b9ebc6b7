"""Values of the box that the reports of a match show."""

from companion.kernel.box.facts import FactValues
from companion.kernel.box.inference import Shown
from companion.kernel.memo import memoised
from companion.match.entries import Started
from companion.match.fold import Match
from companion.match.steps import Step, shown_by, unread_at
from companion.match.timeline import told_later


def shown_in(match: Match) -> tuple[Shown, ...]:
    """Return what the reports of a match show of its box, in order.

    Matches of earlier versions learn nothing. It is found when it is asked for, once for each step.
    """
    if match.started.learns:
        return tuple(one for step in match.steps for one in step.shows)
    by_number, told = memoised(match.started, _memo), told_later(match.timeline)
    state, shown = match.start, list[Shown]()

    def known() -> FactValues:
        return {**{one.fact: one.value for one in shown}, **match.facts}

    for number, step in enumerate(match.steps):
        if number not in by_number or by_number[number][0] is not step:
            unread = unread_at(match.started, step.item, told, ())
            by_number[number] = step, shown_by(match.game, state, step, unread, known)
        shown += by_number[number][1]
        state = step.state
    return tuple(shown)


def _memo(_started: Started) -> dict[int, tuple[Step, tuple[Shown, ...]]]:
    """Return an empty memo of a match: by number, a step and what it shows."""
    return {}
