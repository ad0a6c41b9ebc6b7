"""Possibly skipped duties, shown once before the turn passes; nothing is blocked."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from companion.kernel import legality
from companion.kernel.duties import Duty
from companion.kernel.form import Draft
from companion.kernel.models import Action
from companion.kernel.values import Seat
from companion.match.fold import Match
from companion.match.steps import Step
from companion.match.timeline import recorded_together
from companion.rulebook.wording import Wording
from companion.ui.views.table.consequences import Handout, handouts


@dataclass(frozen=True, slots=True)
class SkippedDuties:
    """Unreported things when the turn is about to pass."""

    duties: tuple[str, ...]
    """Obligations that nobody reported."""
    handouts: tuple[Handout, ...]
    """Handouts that nobody ticked off."""


@dataclass(frozen=True, slots=True)
class PrerequisiteReport:
    """Something that must be done first, and the draft that reports it."""

    text: str
    draft: Draft


def skipped_duties(
    match: Match,
    wording: Wording,
    action: Action,
    ticked: Collection[str],
    seats: Collection[Seat],
    nouns: Mapping[str, str],
) -> SkippedDuties | None:
    """Return what is skipped if an action passes the turn; else None.

    Args:
        match: match before the action.
        wording: its words.
        action: action about to be recorded.
        ticked: handouts ticked off on this device; if empty, none is missed.
        seats: seats whose hidden things this device may show.
        nouns: noun that counts each item family.
    """
    if action.seat not in seats or legality.check(match.game, match.state, action) is not None:
        return None
    after, _ = match.game.apply(match.state, action)
    if action.seat in match.game.awaiting(after):
        return None
    # If nobody is awaited any more, the match is over, and so are the pending duties of its turn.
    goes_on = bool(match.game.awaiting(after))
    due = _lost(match, action, match.game.duties(after)) if goes_on else ()
    lost = tuple(map(wording.duty, due))
    left = tuple(
        handout
        for step in of_turn(match)
        for handout in handouts(match, step, wording, seats, nouns)
        if ticked and handout.key not in ticked
    )
    return SkippedDuties(lost, left) if lost or left else None


def _lost(match: Match, action: Action, after: Collection[Duty]) -> Iterator[Duty]:
    """Yield the obligations of the acting seat that are neither fulfilled nor still possible.

    A duty that can be done in several ways names no act, so it cannot be checked here.
    """
    still = {(duty.code, duty.seats) for duty in after}
    for duty in match.game.duties(match.state):
        owed = duty.action and not duty.optional and action.seat in duty.seats
        done = action.kind in (duty.action, *duty.others)
        if owed and not done and (duty.code, duty.seats) not in still:
            yield duty


def of_turn(match: Match) -> tuple[Step, ...]:
    """Return the steps of the current turn, including what passed the turn to it.

    What was recorded together with the passing step passed it, too.
    """
    now = match.game.awaiting(match.state)
    first = len(match.steps)
    while first and match.game.awaiting(match.steps[first - 1].state) == now:
        first -= 1
    passing = match.steps[first].item.id if first < len(match.steps) else ""
    together = {step.entry.id for step in recorded_together(match.timeline, passing)}
    while first and match.steps[first - 1].item.id in together:
        first -= 1
    return match.steps[first:]


def owed(
    match: Match, wording: Wording, seat: Seat, mine: Collection[Seat]
) -> tuple[PrerequisiteReport, ...]:
    """Return what others must do before a seat can act, as far as `mine` includes them."""
    return tuple(
        PrerequisiteReport(wording.duty(duty), Draft(duty.action, doer, {}))
        for duty in match.game.duties(match.state)
        if duty.action and not duty.optional and seat not in duty.seats
        for doer in [one for one in duty.seats if one in mine][:1]
    )
