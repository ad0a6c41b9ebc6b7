"""Cuadre: what lies on the table differs from the acta; where that may have come from.

The table counts, and says what it found. One report that was forgotten, made twice, made for
another seat or with another choice moves certain things by certain amounts: those causes are tried,
the latest first, and what explains the whole difference is offered, each as the correction that
would make acta and table agree. Knows no game by name.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, TypeAlias

from companion.kernel import game as kernel
from companion.kernel.effects import Effect, Transfer
from companion.kernel.form import Choices, Draft, Field, OpenBag, OpenNumber
from companion.kernel.ledger import Ledger, family
from companion.kernel.models import Action
from companion.match.entries import Adjusted, Edit, Insert, Posted, Remove, Replace, Reported
from companion.match.errors import ActaError
from companion.match.fold import Match, Step, play
from companion.match.review import amended
from companion.match.timeline import Item

Place: TypeAlias = tuple[str, str]
"""An account and a family of items."""
Difference: TypeAlias = Mapping[Place, int]
"""How many more (or fewer) lie there than the acta says."""

MOST = 8
"""How many causes are offered."""
_TRIES = 4000
"""How many alternatives are looked at, at most: a bound on the time it takes."""
_PLAYED = 60
"""Of those that do not move just what differs, how many are played to the end."""
_CANDIDATE = "candidate-0"


class Cause(StrEnum):
    """What may have gone wrong."""

    FORGOTTEN = "forgotten"
    """Something was done and not reported."""
    TWICE = "twice"
    """Something was reported and not done, or reported twice."""
    OTHERWISE = "otherwise"
    """It was done with another choice or amount."""
    OTHER_SEAT = "other_seat"
    """It was done by another seat."""
    MISCOUNTED = "miscounted"
    """What the rules move by themselves was moved otherwise by hand."""


@dataclass(frozen=True, slots=True)
class Suspect:
    """One way in which the difference may have come about."""

    cause: Cause
    edits: tuple[Edit, ...]
    """The correction that makes acta and table agree; nothing is recorded by it."""
    step: Step | None
    """The step in question, or before which something is missing; None: at the end."""
    action: Action | None
    """What would be reported instead, or besides."""
    whole: bool
    """Whether everything after it still holds."""


def difference(match: Match, counted: Mapping[Place, int]) -> dict[Place, int]:
    """What was counted, against the acta; what agrees is left out."""
    ledger: Ledger = match.state.ledger
    found = {place: n - ledger.total(*place) for place, n in counted.items()}
    return {place: n for place, n in found.items() if n}


def suspects(match: Match, wanted: Difference, new_id: str) -> tuple[Suspect, ...]:
    """The likely causes of a difference, the likeliest first; none if nothing explains it.

    Args:
        match: as the acta has it.
        wanted: what the table counted more or fewer; every other place agrees or was not counted.
        new_id: for an entry that is to be inserted.
    """
    if not wanted or match.broken:
        return ()
    search = _Search(match, wanted, new_id)
    found = sorted(search.found(), key=_rank)
    return tuple(_different(found))[:MOST]


def earliest(match: Match, wanted: Difference) -> Step | None:
    """The first step after which what differs was last moved: before it the table agreed."""
    moved = [step for step in match.steps if any(p in wanted for p in net(step.effects))]
    return moved[0] if moved else None


def adjustment(wanted: Difference, reason: str = "") -> Adjusted:
    """What makes the acta agree with the table where nothing explains the difference."""
    postings = tuple(
        Posted(account=account, item=item, amount=n) for (account, item), n in wanted.items()
    )
    return Adjusted(postings=postings, reason=reason)


def net(effects: tuple[Effect, ...]) -> dict[Place, int]:
    """What effects move in all, by place."""
    moved: Counter[Place] = Counter()
    for effect in effects:
        if isinstance(effect, Transfer):
            moved[effect.source, family(effect.item)] -= effect.amount
            moved[effect.target, family(effect.item)] += effect.amount
    return {place: n for place, n in moved.items() if n}


def _rank(suspect: Suspect) -> tuple[bool, int, int]:
    """What leaves the rest standing first; then the commonest slips; then the latest."""
    at = suspect.step.item.entry.seq if suspect.step else 1 << 30
    return not suspect.whole, _COMMON[suspect.cause], -at


_COMMON = {
    Cause.FORGOTTEN: 0,
    Cause.TWICE: 0,
    Cause.OTHERWISE: 1,
    Cause.OTHER_SEAT: 1,
    Cause.MISCOUNTED: 2,
}


def _different(found: list[Suspect]) -> Iterator[Suspect]:
    """One of each, where several say the same of one step."""
    seen = set()
    for suspect in found:
        key = (suspect.cause, suspect.step.item.id if suspect.step else "", suspect.action)
        if key not in seen:
            seen.add(key)
            yield suspect


@dataclass(frozen=True, slots=True)
class _Lead:
    """A correction that may explain the difference, before the whole match is played with it."""

    off: int
    """By how much what it moves at once misses what is wanted; later reports may make up for it."""
    suspect: Suspect


class _Search:
    """One difference being looked into."""

    def __init__(self, match: Match, wanted: Difference, new_id: str) -> None:
        self.match = match
        self.wanted = dict(wanted)
        self.new_id = new_id
        self.tries = _TRIES

    def found(self) -> Iterator[Suspect]:
        """Every explanation: those that move just what differs, then those that do in the end."""
        leads = sorted(self._leads(), key=lambda lead: (lead.off, _rank(lead.suspect)))
        exact = sum(lead.off == 0 for lead in leads)
        for lead in leads[: exact + _PLAYED]:
            suspect = self._checked(lead)
            if suspect:
                yield suspect

    def _leads(self) -> Iterator[_Lead]:
        """From the end of the match to its beginning."""
        match = self.match
        yield from self._forgotten(match.state, None)
        following: str | None = None
        for index in range(len(match.steps) - 1, -1, -1):
            if self.tries <= 0:
                return
            step = match.steps[index]
            before = match.steps[index - 1].state if index else match.start
            if step.action is not None:
                yield from self._twice(step)
                yield from self._otherwise(step, before)
                yield from self._forgotten(before, step)
                yield from self._miscounted(step, following)
            following = step.item.id

    def _twice(self, step: Step) -> Iterator[_Lead]:
        gone = {place: -n for place, n in net(step.effects).items()}
        yield from self._lead(gone, Cause.TWICE, Remove(target=step.item.id), step, None)

    def _otherwise(self, step: Step, before: Any) -> Iterator[_Lead]:
        """Another value in one field, or another seat."""
        assert step.action is not None
        was = net(step.effects)
        for cause, action in _neighbours(self.match, before, step.action):
            effects = self._played(before, action)
            if effects is None:
                continue
            moved = Counter(net(effects))
            moved.subtract(was)
            edit = Replace(target=step.item.id, body=_report(action))
            yield from self._lead(moved, cause, edit, step, action)

    def _forgotten(self, before: Any, step: Step | None) -> Iterator[_Lead]:
        """Something legal at that moment that was not reported."""
        at = step.item.id if step else None
        for action in kernel.legal_actions(self.match.game, before):
            effects = self._played(before, action)
            if effects is None:
                return
            edit = Insert(id=self.new_id, before=at, body=_report(action))
            yield from self._lead(net(effects), Cause.FORGOTTEN, edit, step, action)

    def _miscounted(self, step: Step, following: str | None) -> Iterator[_Lead]:
        """What the rules move by themselves was moved by nobody, or twice."""
        edit = Insert(id=self.new_id, before=following, body=adjustment(self.wanted))
        for effect in step.effects:
            if isinstance(effect, Transfer) and effect.automatic:
                once = net((effect,))
                for sign in (-1, 1):
                    moved = {place: sign * n for place, n in once.items()}
                    if self._off(moved) == 0:
                        yield from self._lead(moved, Cause.MISCOUNTED, edit, step, None)

    def _played(self, before: Any, action: Action) -> tuple[Effect, ...] | None:
        """What an action would do there; None when enough was tried, nothing if it cannot."""
        self.tries -= 1
        if self.tries <= 0:
            return None
        item = Item(_CANDIDATE, _report(action), self.match.entries[0])
        made = play(self.match.game, self.match.started, before, item)
        return made.effects if isinstance(made, Step) else ()

    def _off(self, moved: Mapping[Place, int]) -> int:
        """By how much it misses what differs. What was not counted may move too."""
        return sum(abs(n - moved.get(place, 0)) for place, n in self.wanted.items())

    def _lead(
        self,
        moved: Mapping[Place, int],
        cause: Cause,
        edit: Edit,
        step: Step | None,
        action: Action | None,
    ) -> Iterator[_Lead]:
        """The lead, if it explains some of the difference."""
        off = self._off(moved)
        if off < sum(map(abs, self.wanted.values())):
            yield _Lead(off, Suspect(cause, (edit,), step, action, True))

    def _checked(self, lead: _Lead) -> Suspect | None:
        """The suspect, if the match with its correction agrees with what was counted.

        Where something later no longer holds, the table has to mend that too: it is offered last.
        """
        after = _amended(self.match, lead.suspect.edits)
        if after is None:
            return None
        if after.broken is None:
            return lead.suspect if self._agrees(after) else None
        return None if lead.off else replace(lead.suspect, whole=False)

    def _agrees(self, after: Match) -> bool:
        old, new = self.match.state.ledger, after.state.ledger
        return all(new.total(*p) - old.total(*p) == n for p, n in self.wanted.items())


def _report(action: Action) -> Reported:
    return Reported(action=action.model_dump(mode="json"))


def _amended(match: Match, edits: tuple[Edit, ...]) -> Match | None:
    try:
        return amended(match, edits, _CANDIDATE, match.entries[-1].at)
    except ActaError:
        return None


def _neighbours(match: Match, before: Any, action: Action) -> Iterator[tuple[Cause, Action]]:
    """The actions that differ from one in a single field, or in the seat alone."""
    values = {name: getattr(action, name) for name in action.form_fields()}
    for seat in range(len(match.options.players)):
        if seat != action.seat:
            yield from _completed(match, Cause.OTHER_SEAT, Draft(action.kind, seat, values))
    earlier: dict[str, Any] = {}
    for name, value in values.items():
        found = match.game.candidates(before, Draft(action.kind, action.seat, {**earlier}), name)
        for other in _alternatives(found, value):
            draft = Draft(action.kind, action.seat, {**values, name: other})
            yield from _completed(match, Cause.OTHERWISE, draft)
        earlier[name] = value


def _completed(match: Match, cause: Cause, draft: Draft) -> Iterator[tuple[Cause, Action]]:
    try:
        yield cause, kernel.complete(match.game, draft)
    except ValueError:
        return


def _alternatives(found: Field, value: Any) -> Iterator[Any]:
    """What else a field could have held: near it where it is open."""
    match found:
        case Choices(values=values):
            yield from (other for other in values if other != value)
        case OpenNumber(minimum=low, maximum=high):
            yield from (n for n in range(low, min(high, low + 40) + 1) if n != value)
        case OpenBag(items=items):
            held = list(value or ())
            for item, _ in items:
                yield (*held, item)
                if item in held:
                    rest = held.copy()
                    rest.remove(item)
                    yield tuple(rest)
        case _:
            return
