"""Recount (cuadre): likely causes of a difference between the table and the acta.

The table counts and states what is there. A single report that was forgotten, made twice, or made
for another seat or with another choice moves certain things by certain amounts; so does a wrong
payment or handout. These causes are tried, the latest first. Those that explain the whole
difference are offered as corrections that make acta and table agree.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from companion.kernel import legality
from companion.kernel.memo import memoised
from companion.kernel.models import Action
from companion.kernel.pieces.ledger import ADJUSTMENTS, Effect, Ledger, Transfer, family, misplaced
from companion.kernel.pieces.standings import sign_at
from companion.kernel.values import Seat
from companion.match.entries import (
    ActaError,
    Adjusted,
    Edit,
    Insert,
    Posted,
    Remove,
    Replace,
    Reported,
)
from companion.match.files.error_models import (
    Cause,
    Moves,
    Place,
    handled,
    manual_errors,
    neighbours,
    net,
)
from companion.match.fold import Match
from companion.match.hypotheses import Difference, Hypotheses, Hypothesis, rank
from companion.match.resumable import done
from companion.match.review import amending, left_unsure
from companion.match.steps import Step, impossible, play
from companion.match.timeline import Item

MayJudge: TypeAlias = Callable[[Seat, str], bool]
"""Predicate: the viewer may be told if an action of a kind by a seat was possible."""

_TRIES = 4000
"""Maximum of alternatives tried, to bound the time."""
_PLAYED = 60
"""Maximum of alternatives replayed to the end that do not move exactly the difference."""
_CANDIDATE = "candidate-0"


def countable(match: Match) -> tuple[Place, ...]:
    """Return all places that a table can count, in a fixed order.

    Kinds are counted one by one if all of them are always known, like keys. If they lie face down
    somewhere, only their total is counted.
    """
    return memoised(match, _every_place)


def _every_place(match: Match) -> tuple[Place, ...]:
    ledger: Ledger = match.start.ledger
    every = set(ledger.names()) | {item for item, _, _ in match.moved}
    game, state = match.game, match.state
    apart = [(spec, _told_apart(every, spec.family)) for spec in game.items_of(state)]
    return tuple(
        (account, item)
        for account in game.accounts(state)
        for spec, items in apart
        for item in items
        if misplaced((spec,), account, item) != "out_of_place"
    )


def _told_apart(every: set[str], of: str) -> tuple[str, ...]:
    kinds = tuple(sorted(item for item in every if item != of and family(item) == of))
    return kinds if kinds and of not in every else (of,)


def amount(ledger: Ledger, place: Place) -> int:
    """Return the amount in a place."""
    account, item = place
    return ledger.balance(account, item) if ":" in item else ledger.total(account, item)


def difference(match: Match, counted: Mapping[Place, int]) -> dict[Place, int]:
    """Return the difference of the count to the acta, without places that agree."""
    return {place: n for place, n in compared(match, counted).items() if n}


def compared(match: Match, counted: Mapping[Place, int]) -> dict[Place, int]:
    """Return the difference of the count to the acta, with 0 for places that agree."""
    return {place: n - amount(match.state.ledger, place) for place, n in counted.items()}


def find_hypotheses(
    match: Match, wanted: Difference, new_id: str, may_judge: MayJudge | None = None
) -> tuple[Hypothesis, ...]:
    """Return the likely causes of a difference, the likeliest first; empty if none explains it.

    Args:
        match: match of the acta.
        wanted: counted differences; an absent place was not counted.
        new_id: id of an entry to be inserted.
        may_judge: if given, other actions are judged only where it allows it, and the result
            does not state what would still hold.
    """
    search = Search(match, wanted, new_id, may_judge)
    for _ in search.run():
        pass
    return search.causes


def earliest(match: Match, wanted: Difference) -> Step | None:
    """Return the first step after which what differs was moved; before it the table agreed.

    An adjustment records what the table had counted: what it set agreed from there on.
    """
    places = {place for place, n in wanted.items() if n}
    first: dict[Place, Step] = {}
    for step in match.steps:
        for place in places & net(step.effects).keys():
            if _adjusts(step, place):
                first.pop(place, None)
            else:
                first.setdefault(place, step)
    if not first:
        return None
    return next(step for step in match.steps if step in first.values())


def _adjusts(step: Step, place: Place) -> bool:
    account, _ = place
    return any(
        isinstance(e, Transfer) and e.source == ADJUSTMENTS and e.target == account
        for e in step.effects
    )


def adjustment(wanted: Difference) -> Adjusted:
    """Return the entry that makes the acta agree with the table without an explanation."""
    return Adjusted(
        postings=tuple(
            Posted(account=account, item=item, amount=n)
            for (account, item), n in wanted.items()
            if n
        )
    )


def posted(state: Any, place: Place, change: int) -> Posted:
    """Return the posting of a count, which settles what nobody has read of that place."""
    account, item = place
    unread = sign_at(state, account, item)
    lies = state.ledger.balance(account, item) + change if unread else None
    return Posted(account=account, item=item, amount=change, lies=lies)


@dataclass(frozen=True, slots=True)
class _Lead:
    """Correction that may explain the difference, before the whole match is replayed with it."""

    off: int
    """Deviation of its immediate moves from the difference; later reports may make up for it."""
    hypothesis: Hypothesis


class Search:
    """Resumable search for the causes of one difference.

    Args:
        match, wanted, new_id, may_judge: as for `suspects`.
    """

    def __init__(
        self, match: Match, wanted: Difference, new_id: str, may_judge: MayJudge | None = None
    ) -> None:
        self.match = match
        self.wanted = dict(wanted)
        self.new_id = new_id
        self.may_judge = may_judge
        self.places = frozenset(countable(match))
        self.tries = _TRIES
        self.causes: tuple[Hypothesis, ...] = ()
        """Result, once the search has run to its end."""

    def run(self) -> Iterator[float]:
        """Search for causes, yielding the progress from 0 to 1."""
        if not any(self.wanted.values()) or self.match.broken:
            return
        leads: list[_Lead] = []
        for part, lead in self._leads():
            if lead:
                leads.append(lead)
            yield part / 2
        leads.sort(key=lambda lead: (lead.off, rank(lead.hypothesis)))
        exact = sum(lead.off == 0 for lead in leads)
        most = exact + _PLAYED if self.may_judge is None else exact
        likely = Hypotheses()
        for index, lead in enumerate(leads[:most]):
            hypothesis = self._checked(lead) if likely.wants(lead.hypothesis) else None
            if hypothesis:
                likely.take(hypothesis)
            yield 0.5 + index / most / 2
        self.causes = likely.causes()

    def _leads(self) -> Iterator[tuple[float, _Lead | None]]:
        """Yield leads from the end of the match to its beginning, with the progress."""
        match, last = self.match, len(self.match.steps)
        for lead in self._forgotten(match.state, None):
            yield 0, lead
        following: str | None = None
        for index in range(last - 1, -1, -1):
            step = match.steps[index]
            before = match.steps[index - 1].state if index else match.start
            if step.action is not None:
                for lead in self._of_step(step, before, following):
                    yield 1 - index / last, lead
            following = step.item.id

    def _of_step(self, step: Step, before: Any, following: str | None) -> Iterator[_Lead | None]:
        yield self._twice(step)
        yield from self._moved_otherwise(step, following)
        yield from self._otherwise(step, before)
        yield from self._forgotten(before, step)

    def _twice(self, step: Step) -> _Lead | None:
        gone = {place: -n for place, n in net(step.effects).items()}
        return self._lead(
            gone, Hypothesis(Cause.TWICE, (Remove(target=step.item.id),), step, None, None)
        )

    def _otherwise(self, step: Step, before: Any) -> Iterator[_Lead | None]:
        """Yield leads with another value in one field, or another seat."""
        assert step.action is not None
        was = net(step.effects)
        for cause, action in neighbours(self.match, before, step.action):
            if self.tries <= 0:
                return
            if self._may_judge(action.seat, action.kind):
                moved = Counter(net(self._played(before, action)))
                moved.subtract(was)
                edit = Replace(target=step.item.id, body=_report(action))
                yield self._lead(moved, Hypothesis(cause, (edit,), step, action, None))

    def _forgotten(self, before: Any, step: Step | None) -> Iterator[_Lead | None]:
        """Yield leads for each action legal at that moment that was not reported."""
        at = step.item.id if step else None
        for action in self._legal(before):
            if self.tries <= 0:
                return
            edit = Insert(id=self.new_id, before=at, body=_report(action))
            moved = net(self._played(before, action))
            yield self._lead(moved, Hypothesis(Cause.FORGOTTEN, (edit,), step, action, None))

    def _legal(self, before: Any) -> Iterator[Action]:
        game = self.match.game
        for seat in game.awaiting(before):
            for kind in game.action_models:
                if self._may_judge(seat, kind):
                    yield from legality.legal_of_kind(game, before, seat, kind)

    def _moved_otherwise(self, step: Step, following: str | None) -> Iterator[_Lead | None]:
        """Yield leads for things paid, drawn or handed out differently from the acta."""
        for moves in handled(step.effects):
            for cause, moved in manual_errors(moves, self.wanted, len(self.match.options.players)):
                posted = {place: n for place, n in moved.items() if place in self.places}
                body = adjustment(posted)
                edit = Insert(id=self.new_id, before=following, body=body)
                lead = self._lead(moved, Hypothesis(cause, (edit,), step, None, None, moves, moved))
                # Skip leads that could not be recorded, such as a payment of more than there was.
                possible = lead and not impossible(self.match.game, step.state, body)
                yield lead if possible else None

    def _may_judge(self, seat: Seat, kind: str) -> bool:
        return self.may_judge is None or self.may_judge(seat, kind)

    def _played(self, before: Any, action: Action) -> tuple[Effect, ...]:
        """Return the effects of an action there; none if it is impossible."""
        self.tries -= 1
        item = Item(_CANDIDATE, _report(action), self.match.entries[0])
        made = play(self.match.game, self.match.started, before, item)
        return made.effects if isinstance(made, Step) else ()

    def _off(self, moved: Moves) -> int:
        """Return the deviation from the difference; places not counted may change too."""
        return sum(abs(n - moved.get(place, 0)) for place, n in self.wanted.items())

    def _lead(self, moved: Moves, hypothesis: Hypothesis) -> _Lead | None:
        """Return the lead, if it explains some of the difference."""
        off = self._off(moved)
        return _Lead(off, hypothesis) if off < sum(map(abs, self.wanted.values())) else None

    def _checked(self, lead: _Lead) -> Hypothesis | None:
        """Return the hypothesis, if the corrected match agrees with the count.

        If a later entry no longer holds, the table has to correct that too, and the hypothesis is
        offered last. That result may depend on hidden things.
        """
        if self.may_judge is not None:
            return lead.hypothesis
        after = _amended(self.match, lead.hypothesis.edits)
        if after is None:
            return None
        if after.broken is None:
            if not self._agrees(after):
                return None
            return replace(lead.hypothesis, whole=True, unsure=left_unsure(self.match, after))
        return None if lead.off else replace(lead.hypothesis, whole=False)

    def _agrees(self, after: Match) -> bool:
        old, new = self.match.state.ledger, after.state.ledger
        return all(amount(new, p) - amount(old, p) == n for p, n in self.wanted.items())


def _report(action: Action) -> Reported:
    return Reported(action=action.model_dump(mode="json"))


def _amended(match: Match, edits: tuple[Edit, ...]) -> Match | None:
    try:
        return done(amending(match, edits, _CANDIDATE, match.entries[-1].at))
    except ActaError:
        return None
