"""Redaction of a match for one device: every screen gets a redacted match.

The same functions draw and judge it, on the same state, but what is hidden cannot be read from it:
a hidden number raises `Hidden`, and a refusal by a hidden number says nothing more. So a screen
that forgets to check shows nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, is_dataclass, replace
from functools import cached_property
from operator import is_
from typing import Any, TypeVar
from weakref import WeakValueDictionary

from typing_extensions import override

from companion.kernel.duties import Problem
from companion.kernel.form import Draft
from companion.kernel.memo import ById
from companion.kernel.pieces.standings import fits
from companion.kernel.refusal import (
    Refusal,
)
from companion.kernel.values import Seat
from companion.match.counterfactual import (
    Counterfactual,
    CounterfactualAnswer,
    counterfactual_answers,
    counterfactuals,
)
from companion.match.files.error_models import Place
from companion.match.fold import Match
from companion.match.hypotheses import Difference, Hypothesis
from companion.match.reconcile import Search, amount, compared
from companion.match.resumable import Resumable
from companion.match.steps import Broken, Step
from companion.services.matches.results import Recorded, Refused
from companion.services.privacy import visibility
from companion.services.privacy.redacted_state import (
    COVERED,
    Hidden,
    RedactedLedger,
    RedactedState,
    Viewer,
    covered_families,
    redacted_effects,
    redacted_game,
    unredacted,
)

__all__ = [
    "COVERED",
    "Hidden",
    "RedactedLedger",
    "RedactedMatch",
    "RedactedState",
    "agrees",
    "call_on_whole_state",
    "differing",
    "held_by",
    "redact",
    "redact_answer",
    "redacted_counterfactuals",
    "redacted_for_all",
    "redacted_hypotheses",
    "search",
    "table_of",
]

T = TypeVar("T")


@dataclass(frozen=True)
class RedactedMatch(Match):
    """Match as one device may see it now."""

    whole: Match = field(repr=False, compare=False)
    """Unredacted match, for services only: no screen reads it (`tests/ui/test_redaction.py`)."""
    mine: frozenset[Seat]
    """Seats of the device."""
    looking: Seat | None = None
    """Seat whose owner presses to look, on a device with several."""
    covered: frozenset[str] = frozenset()
    """Families of items whose transferred amounts only giver and receiver see."""

    @cached_property
    @override
    def problems(self) -> tuple[Problem, ...]:
        """Return the broken invariants as far as they are visible; none if there are none."""
        return super().problems if self.whole.problems else ()

    @cached_property
    def by_all(self) -> RedactedMatch:
        """Return the match as a viewer without a seat sees it."""
        return redact(self.whole, (), before=vars(self).pop(_EARLIER, None))

    @property
    @override
    def state(self) -> RedactedState:
        """Return the redacted current state."""
        current: RedactedState = self.steps[-1].state if self.steps else self.start
        return current

    @override
    def before_step(self, number: int) -> RedactedMatch:
        """Return the match after so many steps, with what everybody may see of that part alone."""
        if number >= len(self.steps):
            return self
        # What is drawn of a part is kept by its `whole`, so each part has one while it is used.
        parts: WeakValueDictionary[int, Match]
        parts = vars(self.whole).setdefault("_parts", WeakValueDictionary())
        whole = parts.get(number)
        if whole is None:
            whole = parts[number] = self.whole.before_step(number)
        steps = self.steps[:number]
        return replace(self, steps=steps, broken=None, known=whole.known, whole=whole)

    def held_by(self, seat: Seat | None) -> RedactedMatch:
        """Return the match while the owner of one of several seats looks; None: nobody does."""
        return self if seat == self.looking else redact(self.whole, self.mine, seat)


def redact(
    match: Match,
    mine: Collection[Seat],
    looking: Seat | None = None,
    before: RedactedMatch | None = None,
) -> RedactedMatch:
    """Redact a match for a device with these seats; equal viewers share one result.

    Args:
        match: the whole match.
        mine: the seats of the device.
        looking: of several, the one whose owner presses to look.
        before: an earlier redaction, whose valid steps are reused.
    """
    if isinstance(match, RedactedMatch):
        return match if match.mine == frozenset(mine) else redact(match.whole, mine, looking)
    # The match only holds weak references to its redactions, and each redaction holds its match.
    # Unused redactions are thus freed.
    shown: WeakValueDictionary[Any, RedactedMatch]
    shown = vars(match).setdefault("_shown", WeakValueDictionary())
    key = frozenset(mine), looking
    redacted = shown.get(key)
    if redacted is None:
        redacted = shown[key] = _redacted(match, *key, before)
    return redacted


def _redacted(
    match: Match, mine: frozenset[Seat], looking: Seat | None, before: RedactedMatch | None
) -> RedactedMatch:
    seats = visibility.visible_seats(match, mine, looking)
    viewer = Viewer(seats, len(match.options.players))
    game, covered = match.game, covered_families(match.game, match.state)
    redacted = RedactedMatch(
        game=redacted_game(ById(game), viewer),
        started=match.started,
        options=match.options,
        entries=match.entries,
        timeline=match.timeline,
        facts=match.facts,
        known=match.known,
        start=RedactedState(game, match.start, viewer),
        steps=_steps(match, viewer, covered, before),
        broken=_broken(match, match.broken, viewer),
        finished=match.finished,
        whole=match,
        mine=mine,
        looking=looking,
        covered=covered,
    )
    if before is not None:
        vars(redacted)[_EARLIER] = vars(before).get("by_all") or vars(before).get(_EARLIER)
    return redacted


_EARLIER = "_earlier"
"""Key under which a redacted match holds its previous public view until that is needed."""


def redacted_for_all(match: Match) -> Match:
    """Return the match as a viewer without a seat sees it; results from it suit all viewers."""
    if not isinstance(match, RedactedMatch) or (not match.mine and match.looking is None):
        return match
    return match.by_all


def _steps(
    match: Match, viewer: Viewer, covered: frozenset[str], before: RedactedMatch | None
) -> tuple[Step, ...]:
    """Redact every step for this viewer, reusing those of an earlier redaction."""
    same = 0
    if (
        before
        and before.covered == covered
        and before.game is redacted_game(ById(match.game), viewer)
    ):
        same = _alike(before.whole.steps, match.steps)
    kept = before.steps[:same] if before else ()
    return (*kept, *(_step(match, step, viewer, covered) for step in match.steps[same:]))


def _alike(before: tuple[Step, ...], after: tuple[Step, ...]) -> int:
    """Count the leading steps that are identical."""
    if all(map(is_, before, after)):
        return min(len(before), len(after))
    pairs = enumerate(zip(before, after, strict=False))
    return next(n for n, (old, new) in pairs if old is not new)


def _step(match: Match, step: Step, viewer: Viewer, covered: Collection[str]) -> Step:
    judgement = step.judgement
    if judgement.notes and step.action and step.action.seat not in viewer.seats:
        judgement = replace(judgement, notes=visibility.visible_notes(match, step, viewer.seats))
    if judgement.refusal and step.action:
        bare = _refusal(match, step.action.kind, step.action.seat, judgement.refusal, viewer)
        judgement = replace(judgement, refusal=bare)
    return Step(
        step.item,
        step.action,
        judgement,
        redacted_effects(step.effects, viewer, covered),
        RedactedState(match.game, step.state, viewer),
        step.read,
        step.shows,
    )


def _broken(match: Match, broken: Broken | None, viewer: Viewer) -> Broken | None:
    if broken is None or broken.refusal is None or broken.action is None:
        return broken
    action = broken.action
    bare = _refusal(match, action.kind, action.seat, broken.refusal, viewer)
    return replace(broken, refusal=bare)


def _refusal(match: Match, kind: str, seat: Seat, refusal: Refusal, viewer: Viewer) -> Refusal:
    """Return a refusal without its parameters if they are secret."""
    if not visibility.secret(match, seat, kind, refusal.code, viewer.seats):
        return refusal
    return replace(refusal, params={})


def redact_answer(answer: T, seen: RedactedMatch) -> T:
    """Redact an answer of the hub, including its match."""
    match answer:
        case Recorded(step=step):
            own = step and next((s for s in seen.steps if s.item.id == step.item.id), None)
            return replace(answer, match=seen, step=own)
        case Refused(judgement=judgement, action=action) if action and judgement.refusal:
            viewer = Viewer(visibility.visible_seats(seen, seen.mine), len(seen.options.players))
            bare = _refusal(seen.whole, action.kind, action.seat, judgement.refusal, viewer)
            return replace(answer, match=seen, judgement=replace(judgement, refusal=bare))
        case _ if is_dataclass(answer) and not isinstance(answer, type):
            return replace(answer, match=seen)
        case _:
            return answer


# Answers that reveal nothing hidden


def _whole(match: Match) -> Match:
    return match.whole if isinstance(match, RedactedMatch) else match


def table_of(match: Match) -> object:
    """Return an identity of the setup of a match, not meant to be read."""
    return _whole(match).start


def held_by(match: Match, seat: Seat | None) -> Match:
    """Return the match while the owner of one of several seats looks; unchanged if not redacted."""
    return match.held_by(seat) if isinstance(match, RedactedMatch) else match


def agrees(match: Match, place: Place, counted: int | None) -> bool:
    """Return whether a counted amount equals the one in the acta."""
    return counted == amount(_whole(match).state.ledger, place)


def differing(match: Match, counted: Mapping[Place, int]) -> dict[Place, int]:
    """Return the differences of the counted amounts from the acta, 0 for equal ones."""
    return compared(_whole(match), counted)


def certain(match: Match, wanted: Difference) -> dict[Place, int]:
    """Return the differences, 0 for those that may come from what nobody has read."""
    state = _whole(match).state
    return {
        place: 0 if n and fits(state, *place, amount(state.ledger, place) + n) else n
        for place, n in wanted.items()
    }


def search(match: Match, mine: Collection[Seat], wanted: Difference, new_id: str) -> Search:
    """Create a search for explanations of a difference, limited to what these seats may know."""
    return Search(_whole(match), certain(match, wanted), new_id, visibility.judging(match, mine))


def redacted_counterfactuals(
    match: Match,
    mine: Collection[Seat],
    draft: Draft,
    readings: Mapping[str, Sequence[str]],
    *,
    private: bool,
) -> Resumable[tuple[CounterfactualAnswer, ...]]:
    """Return rulings applied earlier without which a report would have another answer.

    Resumable. Returns nothing where this device may not know the outcome of judging all again, and
    no ruling about what is hidden.
    """
    if not visibility.replayed(match, mine):
        return ()
    whole = _whole(match).before_step(len(match.steps))
    kept: dict[int, tuple[Counterfactual, ...]] = vars(_whole(match)).setdefault("_otherwise", {})
    tables = kept.get(len(match.steps))
    if tables is None:
        tables = kept[len(match.steps)] = yield from counterfactuals(whole, readings)
    allowed = [t for t in tables if not visibility.about_hidden(whole, t.ruling, t.reading)]
    return counterfactual_answers(whole, allowed, draft, private=private)


def redacted_hypotheses(match: Match, hypotheses: Iterable[Hypothesis]) -> tuple[Hypothesis, ...]:
    """Return the hypotheses of a search, mapped to the steps of this match."""
    steps = {step.item.id: step for step in match.steps}
    return tuple(replace(s, step=steps.get(s.step.item.id)) if s.step else s for s in hypotheses)


def call_on_whole_state(match: Match, function: Callable[..., T], *args: object) -> T:
    """Call a function of the game on the unredacted state; it has to hide what is hidden itself."""
    return function(unredacted(match.state), *args)
