"""Review of a match: verdicts, provenance of a number, effects of a change, and hindsight."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from itertools import islice
from typing import Final

from companion.kernel import legality
from companion.kernel.advice import remedies
from companion.kernel.form import Draft
from companion.kernel.models import Action
from companion.kernel.pieces.ledger import Conceal, Reveal, Transfer, family
from companion.kernel.values import Seat, Value
from companion.match.entries import Amended, Edit, Entry
from companion.match.fold import Match, appending
from companion.match.resumable import Resumable
from companion.match.steps import Broken, Step
from companion.match.value_conflicts import with_told


class EntryVerdict(StrEnum):
    """Present verdict of an entry of the acta."""

    LEGAL = "legal"
    UNVERIFIABLE = "unverifiable"
    CONSENTED = "consented"
    REFUSED = "refused"
    MALFORMED = "malformed"
    STRUCK = "struck"
    """Undone, removed or replaced: it stays visible and counts for nothing."""
    NOT_JUDGED = "not_judged"
    """It comes after the first entry that no longer holds."""


@dataclass(frozen=True, slots=True)
class Reviewed:
    """Entry with its verdict, and its present step, if it is one."""

    entry: Entry
    verdict: EntryVerdict
    step: Step | None = None


def review(match: Match) -> tuple[Reviewed, ...]:
    """Return every entry of the acta with its verdict, in order."""
    steps = {step.item.entry.id: step for step in match.steps if _own(step)}
    live = {item.entry.id for item in match.timeline.items if item.id == item.entry.id}
    past = {undo.entry.id for undo in match.timeline.past}
    return tuple(
        _reviewed(match, entry, steps.get(entry.id), live, past) for entry in match.entries
    )


def left_unsure(before: Match, after: Match) -> int:
    """Return how many entries could be checked before a correction, and cannot after it."""

    def unsure(match: Match) -> set[str]:
        unverifiable = (
            step for step in match.steps if verdict_of(step) is EntryVerdict.UNVERIFIABLE
        )
        return {step.item.id for step in unverifiable}

    return len(unsure(after) - unsure(before))


def _own(step: Step) -> bool:
    return step.item.id == step.item.entry.id


def _reviewed(
    match: Match, entry: Entry, step: Step | None, live: set[str], past: set[str]
) -> Reviewed:
    if entry.body.type in ("started", "undone", "redone", "noted", "clocked", "finished"):
        return Reviewed(entry, EntryVerdict.LEGAL)
    if match.broken and match.broken.item.entry.id == entry.id:
        return Reviewed(entry, verdict_of_broken(match.broken))
    if isinstance(entry.body, Amended):
        verdict = EntryVerdict.LEGAL if entry.id in past else EntryVerdict.STRUCK
        return Reviewed(entry, verdict)
    if entry.id not in live:
        return Reviewed(entry, EntryVerdict.STRUCK)
    if step:
        return Reviewed(entry, verdict_of(step), step)
    return Reviewed(entry, EntryVerdict.NOT_JUDGED)


def verdict_of(step: Step) -> EntryVerdict:
    """Return the verdict of a step that stands."""
    return EntryVerdict.CONSENTED if step.consented else EntryVerdict(step.judgement.verdict)


def verdict_of_broken(broken: Broken) -> EntryVerdict:
    """Return the verdict of an entry that no longer holds."""
    return EntryVerdict.REFUSED if broken.refusal else EntryVerdict.MALFORMED


@dataclass(frozen=True, slots=True)
class BalanceChange:
    """One change of a balance: the step, the change and the balance after it."""

    step: Step
    change: int
    balance: int
    rule: str
    cause: "Value | None" = None
    """Card or place behind it."""


def held_at_start(match: Match, account: str, items: Collection[str]) -> int:
    """Return what an account held at set-up of these items; a family stands for all its items."""
    held: Mapping[str, int] = match.start.ledger.held(account)
    return sum(n for item, n in held.items() if _among(item, items))


def _among(item: str, items: Collection[str]) -> bool:
    return item in items or family(item) in items


def provenance(match: Match, account: str, items: Collection[str]) -> Iterator[BalanceChange]:
    """Yield the changes of an account's balance of these items, oldest first.

    A family stands for all of its items. The balance before is `held_at_start`.
    """
    balance = held_at_start(match, account, items)
    for step in match.steps:
        for effect in step.effects:
            if not isinstance(effect, Transfer) or not _among(effect.item, items):
                continue
            change = effect.amount * ((effect.target == account) - (effect.source == account))
            if change:
                balance += change
                yield BalanceChange(step, change, balance, effect.rule, effect.cause)


def moved_accounts(step: Step) -> frozenset[tuple[str, str]]:
    """Return the (account, family) pairs whose amounts this step changed, to highlight them."""
    pairs = set()
    for effect in step.effects:
        match effect:
            case Transfer(item=item, source=source, target=target):
                pairs |= {(source, family(item)), (target, family(item))}
            case Reveal() | Conceal() | _:
                pass
    return frozenset(pairs)


@dataclass(frozen=True, slots=True)
class ScoreChange:
    """Difference of one line of a seat's score between two matches."""

    seat: Seat
    code: str
    before: int
    after: int


def score_changes(before: Match, after: Match) -> tuple[ScoreChange, ...]:
    """Return the score lines that differ, in the order of the score."""
    old, new = _open_score(before), _open_score(after)
    return tuple(
        ScoreChange(seat, code, old.get((seat, code), 0), new.get((seat, code), 0))
        for seat, code in {**old, **new}
        if old.get((seat, code), 0) != new.get((seat, code), 0)
    )


def _open_score(match: Match) -> dict[tuple[Seat, str], int]:
    lines = match.game.score(match.state)
    return {(line.seat, line.code): line.amount for line in lines if not line.covered}


def amending(
    match: Match, edits: tuple[Edit, ...], entry_id: str, at: datetime, known: Match | None = None
) -> Resumable[Match]:
    """Return the match after an amendment, without recording it.

    Steps of the `known` match are not judged again.

    Raises:
        ActaError: an edit refers to a missing target.
    """
    entry = Entry(
        seq=len(match.entries), id=entry_id, at=at, body=Amended(edits=with_told(match, edits))
    )
    return (yield from appending(match, entry, known))


_BACK: Final = 40
"""Maximum of steps looked back."""


def earlier_moments(match: Match, draft: Draft, *, private: bool, turns: int = 1) -> Iterator[str]:
    """Yield the entries of the seat's last turns before which a report was legal, latest first.

    Args:
        match: the match.
        draft: the report, whole or as far as it is filled in.
        private: True if the viewer may know what its seat holds.
        turns: number of turns looked back.
    """
    for item_id in last_turns(match, draft.seat, turns):
        if next(_legal_ways(match, item_id, draft, private=private), None) is not None:
            yield item_id


def last_turns(match: Match, seat: Seat, turns: int = 1) -> Iterator[str]:
    """Yield the entries in the last turns of a seat, latest first."""
    begun, left = False, turns
    for step in islice(reversed(match.steps), _BACK):
        before, begun = begun, seat in match.game.awaiting(match.state_before(step.item.id))
        left -= before and not begun
        if not left:
            return
        if begun:
            yield step.item.id


_WAYS: Final = 4
"""Number of ways to fill in a report that are tried at an earlier moment."""


def ways_at(match: Match, item_id: str, draft: Draft, *, private: bool) -> Iterator[Action]:
    """Yield the first ways to fill in a report that were legal just before an entry."""
    return islice(_legal_ways(match, item_id, draft, private=private), _WAYS)


def told_since(match: Match, item_id: str, draft: Draft) -> bool:
    """Return whether a report is, as far as it is filled in, the same as one since an entry.

    One in which nothing is filled in may be any.
    """
    if not draft.values:
        return False
    for step in reversed(match.steps):
        action = step.action
        if action is not None and (action.kind, action.seat) == (draft.kind, draft.seat):
            told = remedies.draft_of(action).values
            if all(told.get(name) == value for name, value in draft.values.items()):
                return True
        if step.item.id == item_id:
            break
    return False


def _legal_ways(match: Match, item_id: str, draft: Draft, *, private: bool) -> Iterator[Action]:
    """Yield the legal ways to fill in a draft just before an entry."""
    state = match.state_before(item_id)
    if legality.check_draft(match.game, state, draft, private=private) is None:
        yield from remedies.completions(match.game, state, draft, private=private)
