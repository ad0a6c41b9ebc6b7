"""What may have been left undone, told once before the turn passes. It blocks nothing."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from companion.kernel import game as kernel
from companion.kernel.duties import Duty
from companion.kernel.form import Draft
from companion.kernel.models import Action
from companion.kernel.values import Seat
from companion.match.fold import Match
from companion.match.steps import Step
from companion.rulebook.wording import Wording
from companion.ui.views.brought import Handout, handouts


@dataclass(frozen=True, slots=True)
class Missed:
    """What the app has not been told of, with the turn about to pass."""

    duties: tuple[str, ...]
    """What the rules oblige to, and nobody reported."""
    handouts: tuple[Handout, ...]
    """What was to be handed out, and nobody ticked off."""


@dataclass(frozen=True, slots=True)
class Owed:
    """Something that somebody must do first, and how it is reported."""

    text: str
    draft: Draft


def missed(
    match: Match,
    wording: Wording,
    action: Action,
    ticked: Collection[str],
    seats: Collection[Seat],
    nouns: Mapping[str, str],
) -> Missed | None:
    """What was left undone if an action passes the turn; None if it does not, or nothing was.

    Args:
        match: before the action.
        wording: its words.
        action: about to be recorded.
        ticked: the handouts that were ticked off on this device; without any, none is missed.
        seats: those whose hidden things this device may show.
        nouns: by item family, the noun that counts it.
    """
    if action.seat not in seats or kernel.check(match.game, match.state, action) is not None:
        return None
    after, _ = match.game.apply(match.state, action)
    if action.seat in match.game.awaiting(after):
        return None
    # Once nobody is waited for any more, the match is over, and what its turn still asked as well.
    goes_on = bool(match.game.awaiting(after))
    due = _lost(match, action, match.game.duties(after)) if goes_on else ()
    lost = tuple(map(wording.duty, due))
    left = tuple(
        handout
        for step in of_turn(match)
        for handout in handouts(match, step, wording, seats, nouns)
        if ticked and handout.key not in ticked
    )
    return Missed(lost, left) if lost or left else None


def _lost(match: Match, action: Action, after: Collection[Duty]) -> Iterator[Duty]:
    """The obligations of the acting seat that this action does not fulfil, and nobody can later.

    What can be done in several ways names no act, so it is not told from here whether it was.
    """
    still = {(duty.code, duty.seats) for duty in after}
    for duty in match.game.duties(match.state):
        owed = duty.action and not duty.optional and action.seat in duty.seats
        done = action.kind in (duty.action, *duty.others)
        if owed and not done and (duty.code, duty.seats) not in still:
            yield duty


def of_turn(match: Match) -> tuple[Step, ...]:
    """The steps of the present turn, with the one that passed the turn before it."""
    now = match.game.awaiting(match.state)
    found: list[Step] = []
    for index in range(len(match.steps) - 1, -1, -1):
        step = match.steps[index]
        if match.game.awaiting(step.state) != now:
            break
        found.append(step)
    return tuple(reversed(found))


def owed(match: Match, wording: Wording, seat: Seat, mine: Collection[Seat]) -> tuple[Owed, ...]:
    """What others must do before a seat can act, as far as a device with these seats reports it."""
    return tuple(
        Owed(wording.duty(duty), Draft(duty.action, doer, {}))
        for duty in match.game.duties(match.state)
        if duty.action and not duty.optional and seat not in duty.seats
        for doer in [one for one in duty.seats if one in mine][:1]
    )
