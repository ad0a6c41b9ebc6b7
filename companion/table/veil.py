"""A match with what a device may not see out of its reach: what every screen is given.

Whoever draws or judges has a match as anybody else: the same functions answer, on the same state.
Only what is hidden cannot be read from it. A number raises `Hidden`, and what forbids a report by a
hidden number says no more than that it does. So a screen that forgets to ask shows nothing.
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
from companion.kernel.once import ById
from companion.kernel.refusal import (
    Refusal,
)
from companion.kernel.values import Seat
from companion.match.fold import Match
from companion.match.otherwise import Earlier, Otherwise, earlier, other_tables
from companion.match.reconcile import Search, amount, compared
from companion.match.slips import Place
from companion.match.steps import Broken, Step
from companion.match.suspects import Difference, Suspect
from companion.match.work import Work
from companion.table import sight
from companion.table.answers import Recorded, Refused
from companion.table.veiled import (
    COVERED,
    Eyes,
    Hidden,
    Veiled,
    VeiledLedger,
    closed,
    lifted,
    told,
    veiled_game,
)

__all__ = [
    "COVERED",
    "Hidden",
    "Seen",
    "Veiled",
    "VeiledLedger",
    "agrees",
    "cut",
    "differing",
    "held_by",
    "reading_otherwise",
    "search",
    "seen_by_all",
    "suspects",
    "table_of",
    "told_by",
    "veil",
]

T = TypeVar("T")


@dataclass(frozen=True)
class Seen(Match):
    """A match as one device may see it now."""

    whole: Match = field(repr=False, compare=False)
    """All of it, for the table alone: no screen reads it (`tests/ui/test_veil.py`)."""
    mine: frozenset[Seat]
    """The seats of the device."""
    looking: Seat | None = None
    """Of several, the one whose owner holds it to look."""
    covered: frozenset[str] = frozenset()
    """The families of items of which only who gives or gets them sees how many."""

    @cached_property
    @override
    def problems(self) -> tuple[Problem, ...]:
        """What cannot be as it is: nothing, as far as anybody sees, where there is nothing."""
        return super().problems if self.whole.problems else ()

    @cached_property
    def by_all(self) -> Seen:
        """The same as somebody without a seat sees it."""
        return veil(self.whole, (), before=vars(self).pop(_EARLIER, None))

    @property
    @override
    def state(self) -> Veiled:
        """The table now, veiled."""
        found: Veiled = self.steps[-1].state if self.steps else self.start
        return found

    def held_by(self, seat: Seat | None) -> Seen:
        """The same while the owner of one of several seats looks; None: nobody does."""
        return self if seat == self.looking else veil(self.whole, self.mine, seat)


def veil(
    match: Match, mine: Collection[Seat], looking: Seat | None = None, before: Seen | None = None
) -> Seen:
    """A match as a device with these seats may see it; the same for all that may see the same.

    Args:
        match: all of it.
        mine: the seats of the device.
        looking: of several, the one whose owner holds the device to look.
        before: the match as it was seen earlier, of which what still holds is taken over.
    """
    if isinstance(match, Seen):
        return match if match.mine == frozenset(mine) else veil(match.whole, mine, looking)
    # Whoever sees a match holds it, and not the other way round: it goes when nobody does.
    shown: WeakValueDictionary[Any, Seen]
    shown = vars(match).setdefault("_shown", WeakValueDictionary())
    key = frozenset(mine), looking
    found = shown.get(key)
    if found is None:
        found = shown[key] = _veiled(match, *key, before)
    return found


def _veiled(match: Match, mine: frozenset[Seat], looking: Seat | None, before: Seen | None) -> Seen:
    seats = sight.seen(match, mine, looking)
    eyes = Eyes(seats, len(match.options.players))
    game, covered = match.game, closed(match.game, match.state)
    found = Seen(
        game=veiled_game(ById(game), eyes),
        started=match.started,
        options=match.options,
        entries=match.entries,
        timeline=match.timeline,
        facts=match.facts,
        start=Veiled(game, match.start, eyes),
        steps=_steps(match, eyes, covered, before),
        broken=_broken(match, match.broken, eyes),
        finished=match.finished,
        whole=match,
        mine=mine,
        looking=looking,
        covered=covered,
    )
    if before is not None:
        vars(found)[_EARLIER] = vars(before).get("by_all") or vars(before).get(_EARLIER)
    return found


_EARLIER = "_earlier"
"""Where a match as somebody sees it keeps, until it is asked for, how everybody saw it before."""


def seen_by_all(match: Match) -> Match:
    """The match as somebody without a seat sees it: what is worked out of it is alike for all."""
    if not isinstance(match, Seen) or (not match.mine and match.looking is None):
        return match
    return match.by_all


def _steps(
    match: Match, eyes: Eyes, covered: frozenset[str], before: Seen | None
) -> tuple[Step, ...]:
    """Every step as these eyes see it; those that were seen so before are not looked at again."""
    same = 0
    if before and before.covered == covered and before.game is veiled_game(ById(match.game), eyes):
        same = _alike(before.whole.steps, match.steps)
    kept = before.steps[:same] if before else ()
    return (*kept, *(_step(match, step, eyes, covered) for step in match.steps[same:]))


def _alike(before: tuple[Step, ...], after: tuple[Step, ...]) -> int:
    """How many of the first steps are the same ones."""
    if all(map(is_, before, after)):
        return min(len(before), len(after))
    pairs = enumerate(zip(before, after, strict=False))
    return next(n for n, (old, new) in pairs if old is not new)


def _step(match: Match, step: Step, eyes: Eyes, covered: Collection[str]) -> Step:
    judgement = step.judgement
    if judgement.notes and step.action and step.action.seat not in eyes.seats:
        judgement = replace(judgement, notes=sight.notes_told(match, step, eyes.seats))
    if judgement.refusal and step.action:
        bare = _refusal(match, step.action.kind, step.action.seat, judgement.refusal, eyes)
        judgement = replace(judgement, refusal=bare)
    return Step(
        step.item,
        step.action,
        judgement,
        told(step.effects, eyes, covered),
        Veiled(match.game, step.state, eyes),
        step.read,
    )


def _broken(match: Match, broken: Broken | None, eyes: Eyes) -> Broken | None:
    if broken is None or broken.refusal is None or broken.action is None:
        return broken
    action = broken.action
    bare = _refusal(match, action.kind, action.seat, broken.refusal, eyes)
    return replace(broken, refusal=bare)


def _refusal(match: Match, kind: str, seat: Seat, refusal: Refusal, eyes: Eyes) -> Refusal:
    """A refusal without a fact that may not be told."""
    if not sight.secret(match, seat, kind, refusal.code, eyes.seats):
        return refusal
    return replace(refusal, params={})


def cut(answer: T, seen: Seen) -> T:
    """An answer of the hub with the match as it may be seen, and no fact that may not be told."""
    match answer:
        case Recorded(step=step):
            own = step and next((s for s in seen.steps if s.item.id == step.item.id), None)
            return replace(answer, match=seen, step=own)
        case Refused(judgement=judgement, action=action) if action and judgement.refusal:
            eyes = Eyes(sight.seen(seen, seen.mine), len(seen.options.players))
            bare = _refusal(seen.whole, action.kind, action.seat, judgement.refusal, eyes)
            return replace(answer, match=seen, judgement=replace(judgement, refusal=bare))
        case _ if is_dataclass(answer) and not isinstance(answer, type):
            return replace(answer, match=seen)
        case _:
            return answer


# What the table answers without laying anything open


def _whole(match: Match) -> Match:
    return match.whole if isinstance(match, Seen) else match


def table_of(match: Match) -> object:
    """What is one and the same as long as a match is set up as it was; nothing to be read."""
    return _whole(match).start


def held_by(match: Match, seat: Seat | None) -> Match:
    """The match while the owner of one of several seats looks; the same if it is not veiled."""
    return match.held_by(seat) if isinstance(match, Seen) else match


def agrees(match: Match, place: Place, counted: int | None) -> bool:
    """Whether as much lies in a place as somebody counted there."""
    return counted == amount(_whole(match).state.ledger, place)


def differing(match: Match, counted: Mapping[Place, int]) -> dict[Place, int]:
    """What was counted, against the acta, with 0 for what agrees."""
    return compared(_whole(match), counted)


def search(match: Match, mine: Collection[Seat], wanted: Difference, new_id: str) -> Search:
    """What may explain a difference, as far as a device with these seats may be told."""
    return Search(_whole(match), wanted, new_id, sight.judging(match, mine))


def reading_otherwise(
    match: Match,
    mine: Collection[Seat],
    draft: Draft,
    readings: Mapping[str, Sequence[str]],
    *,
    private: bool,
) -> Work[tuple[Earlier, ...]]:
    """The rulings that worked earlier in the match and without which a report had another answer.

    With pauses. Nothing, where this device may not know what comes of judging it all once more; nor
    of a ruling about what is hidden.
    """
    if not sight.replayed(match, mine):
        return ()
    whole = _whole(match).before_step(len(match.steps))
    kept: dict[int, tuple[Otherwise, ...]] = vars(_whole(match)).setdefault("_otherwise", {})
    tables = kept.get(len(match.steps))
    if tables is None:
        tables = kept[len(match.steps)] = yield from other_tables(whole, readings)
    told = [t for t in tables if not sight.about_hidden(whole, t.ruling, t.reading)]
    return earlier(whole, told, draft, private=private)


def suspects(match: Match, found: Iterable[Suspect]) -> tuple[Suspect, ...]:
    """What such a search found, on the steps of this match."""
    steps = {step.item.id: step for step in match.steps}
    return tuple(replace(s, step=steps.get(s.step.item.id)) if s.step else s for s in found)


def told_by(match: Match, function: Callable[..., T], *args: object) -> T:
    """What a function of the game tells of the state: it answers for hiding what is hidden."""
    return function(lifted(match.state), *args)
