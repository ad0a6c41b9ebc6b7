"""View model of one step of a match: text, effects and rules."""

from collections.abc import Collection
from dataclasses import dataclass

from companion.kernel.values import Seat
from companion.match.fold import Match
from companion.match.steps import Step
from companion.rulebook.sections import Section
from companion.rulebook.wording import Wording
from companion.services.privacy import visibility
from companion.ui.views.entries.entry_lines import step_text, told_effects
from companion.ui.views.table.status import status_view


@dataclass(frozen=True, slots=True)
class ReplayStep:
    """One step of the replay."""

    seat: Seat | None
    """Seat that reported it; None: no act of a seat, such as an adjustment."""
    text: str
    effects: tuple[str, ...]
    rules: tuple[Section, ...]
    """Rules of its effects, each once, in the order of the effects."""
    then: tuple[str, ...]
    """Turn that follows, and what may be done in it."""


def frame(match: Match, wording: Wording, mine: Collection[Seat], number: int) -> ReplayStep:
    """Build a step of a match as a device with these seats may see it.

    Args:
        match: a match with at least that many steps.
        wording: its words.
        mine: the seats of the device.
        number: number of the step, from 0.
    """
    step, seats = match.steps[number], visibility.visible_seats(match, mine)
    after = status_view(match.before_step(number + 1), wording, mine)
    return ReplayStep(
        seat=step.action.seat if step.action else None,
        text=step_text(match, match.state_before(step.item.id), step, wording),
        effects=told_effects(match, step, seats, wording),
        rules=_rules(step, wording),
        then=tuple(filter(None, (after.headline, after.now))),
    )


def _rules(step: Step, wording: Wording) -> tuple[Section, ...]:
    rulebook = wording.data.rulebook
    ids = dict.fromkeys(effect.rule for effect in step.effects)
    sections = (rulebook.find(section_id) for section_id in ids)
    return tuple(section for section in sections if section and section.states_rule)
