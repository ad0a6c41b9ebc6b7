"""Conditions: a rule is a condition, and legality is an ordered list of them.

This is the only home of legality.
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Generic, TypeAlias, TypeVar

from companion.kernel.refusal import (
    LEGAL,
    NOT_APPLICABLE,
    OVERRULABLE,
    ConditionKind,
    Failure,
    Finding,
    Judgement,
    NotApplicable,
    Note,
    Refusal,
    Remark,
    Remedy,
    Unverified,
)

S = TypeVar("S")
A = TypeVar("A")
T = TypeVar("T")

Sections: TypeAlias = tuple[str, ...]
"""Ids of rule sections."""


@dataclass(frozen=True, slots=True)
class Condition(Generic[S]):
    """Requirement that must hold for an action to be legal."""

    code: str
    """Code of the obstacle: `section_taken`, not `cannot_build`."""
    rules: tuple[str, ...]
    """Rule sections it enforces."""
    test: Callable[[S, Any], Finding]
    """Test, total over well-formed actions once the presumed conditions hold; it never raises."""
    fields: tuple[str, ...] = ()
    """Fields it reads, besides `seat`; a draft is tested once they are filled in."""
    requires: tuple[str, ...] = ()
    """Codes of the conditions it makes no sense without."""
    kind: ConditionKind = ConditionKind.RULE
    private: bool = False
    """True if its verdict reveals what only the acting seat may know, such as a hidden balance."""
    suggest: Callable[[S, Any], Iterable[Remedy]] | None = None
    """Proposals that may make it hold, nearest first; proved before they are shown.

    They are requested only when a card is shown. A draft has only the fields in `fields`.
    """
    legal_basis: Sections | Callable[[S, Any], Sections] | None = None
    """Sections that a legal answer rests on because it holds; empty if it decides little.

    None: the first in dispute, if the reported values decide it and not the turn.
    """
    citation_only: bool = False
    """True if it forbids nothing that the others allow.

    It names the rule in dispute when one of them forbids the action anyway, and precedes it for
    that.
    """
    sections: Callable[[S, Any], Sections] | None = None
    """Sections in dispute over a report, where they depend on it: those of the task that is due.

    None: `rules`. A finding cites only what it alone knows, such as a card that forbids the act.
    """

    def rules_of(self, state: S, action: object) -> Sections:
        """Return the sections in dispute over a report."""
        return self.rules if self.sections is None else self.sections(state, action)

    def legal_basis_of(self, state: S, action: object) -> Sections:
        """Return the sections that a legal answer rests on because this holds of the action."""
        if self.legal_basis is None:
            decides = self.kind is ConditionKind.RULE or (
                self.fields and self.kind is ConditionKind.SHORTAGE
            )
            return self.rules_of(state, action)[:1] if decides else ()
        return self.legal_basis(state, action) if callable(self.legal_basis) else self.legal_basis


def memoise_per_report(work_out: Callable[[S, A], T]) -> Callable[[S, A], T]:
    """Memoise what several conditions compute for the same report.

    For use while one report is judged: neither the table nor the report changes then.
    """
    last: tuple[S, A, T] | None = None

    def asked(state: S, act: A) -> T:
        nonlocal last
        if last is None or last[0] is not state or last[1] is not act:
            last = (state, act, work_out(state, act))
        return last[2]

    return asked


class Verdict(StrEnum):
    """Result of one condition in an explanation."""

    HOLDS = "holds"
    FAILS = "fails"
    UNVERIFIED = "unverified"
    REMARK = "remark"
    MOOT = "moot"
    """A presumed condition failed, a needed field is not filled in, or it does not apply."""
    UNTOLD = "untold"
    """It rests on what the acting seat hides from the viewer, or presumes one that does."""


_BEARS = frozenset({Verdict.HOLDS, Verdict.REMARK, Verdict.UNVERIFIED})
_UNTESTED = frozenset({Verdict.MOOT, Verdict.UNTOLD})


@dataclass(frozen=True, slots=True)
class Checked:
    """Condition with its verdict."""

    code: str
    rules: tuple[str, ...]
    verdict: Verdict
    finding: Finding = None
    legal_basis: Sections = ()
    """Sections that a legal answer rests on because it holds."""


def public_conditions(conditions: Iterable[Condition[S]]) -> tuple[Condition[S], ...]:
    """Return the conditions with a public verdict: not private, and presuming no private one."""
    left_out: set[str] = set()
    public = []
    for condition in conditions:
        if condition.private or not left_out.isdisjoint(condition.requires):
            left_out.add(condition.code)
        else:
            public.append(condition)
    return tuple(public)


def judge(conditions: Sequence[Condition[S]], state: S, action: object) -> Judgement:
    """Return the first failure, or all notes to an action that may stand."""
    notes: list[Note] = []
    for condition in conditions:
        finding = condition.test(state, action)
        if finding is None or finding is NOT_APPLICABLE:
            continue
        if isinstance(finding, Failure):
            return Judgement(_refusal(condition, finding, state, action))
        if not isinstance(finding, NotApplicable):
            notes.append(_note(condition, finding, state, action))
    return Judgement(None, tuple(notes)) if notes else LEGAL


Tests: TypeAlias = tuple[Callable[[S, Any], Finding], ...]
"""Test functions of conditions, in order."""


def tests_of(conditions: Iterable[Condition[S]]) -> Tests[S]:
    """Return the test functions of these conditions."""
    return tuple(condition.test for condition in conditions)


def judge_by(
    tests: Tests[S], conditions: Sequence[Condition[S]], state: S, action: object
) -> Judgement:
    """Judge like `judge`, on a fast path over the `tests_of` these conditions.

    For most reports no test returns a finding, and the conditions are not needed.
    """
    for test in tests:
        finding = test(state, action)
        if finding is not None and finding is not NOT_APPLICABLE:
            return judge(conditions[tests.index(test) :], state, action)
    return LEGAL


def decisive(conditions: Iterable[Condition[S]]) -> tuple[Condition[S], ...]:
    """Return the conditions that decide whether an action is legal, in order."""
    return tuple(condition for condition in conditions if not condition.citation_only)


def beyond_consent(conditions: Iterable[Condition[S]], state: S, action: object) -> Refusal | None:
    """Return the first failure that the table cannot overrule, anywhere in the list."""
    unmet: set[str] = set()
    for condition in conditions:
        if not unmet.isdisjoint(condition.requires):
            unmet.add(condition.code)
            continue
        finding = condition.test(state, action)
        if isinstance(finding, Failure):
            if condition.kind not in OVERRULABLE:
                return _refusal(condition, finding, state, action)
            unmet.add(condition.code)
    return None


def explain(
    conditions: Iterable[Condition[S]],
    state: S,
    action: object,
    filled: Collection[str] | None = None,
    *,
    private: bool = True,
) -> tuple[Checked, ...]:
    """Return every condition with its verdict.

    Args:
        conditions: those of the action's kind, in order.
        state: state of the table.
        action: the action, or a draft of it.
        filled: fields of the draft that are filled in; None means all.
        private: True if the viewer may know what the acting seat holds.
    """
    unmet: set[str] = set()
    untold: set[str] = set()
    checked = []
    for condition in conditions:
        finding: Finding = None
        if not unmet.isdisjoint(condition.requires) or not _filled(condition, filled):
            verdict = Verdict.MOOT
            unmet.add(condition.code)
        elif (condition.private and not private) or not untold.isdisjoint(condition.requires):
            verdict = Verdict.UNTOLD
            untold.add(condition.code)
        else:
            finding = condition.test(state, action)
            verdict = _verdict(finding)
            if verdict is Verdict.FAILS:
                unmet.add(condition.code)
        legal_basis = condition.legal_basis_of(state, action) if verdict in _BEARS else ()
        rules = condition.rules if verdict in _UNTESTED else condition.rules_of(state, action)
        checked.append(Checked(condition.code, rules, verdict, finding, legal_basis))
    return tuple(checked)


def _filled(condition: Condition[Any], filled: Collection[str] | None) -> bool:
    """Return whether the needed fields are filled in; None means all."""
    return filled is None or set(condition.fields) <= set(filled)


def applicable_conditions(
    conditions: Iterable[Condition[S]], filled: Collection[str], *, private: bool = True
) -> tuple[Condition[S], ...]:
    """Return the conditions that can judge a draft with these fields filled in."""
    present = set(filled)
    skipped: set[str] = set()
    testable = []
    for condition in conditions:
        if (
            not present.issuperset(condition.fields)
            or not skipped.isdisjoint(condition.requires)
            or (condition.private and not private)
        ):
            skipped.add(condition.code)
        else:
            testable.append(condition)
    return tuple(testable)


def first_refusal(conditions: Iterable[Condition[S]], state: S, action: object) -> Refusal | None:
    """Return the first failure, without collecting notes."""
    for condition in conditions:
        finding = condition.test(state, action)
        if isinstance(finding, Failure):
            return _refusal(condition, finding, state, action)
    return None


def refusals(
    conditions: Sequence[Condition[S]],
    state: S,
    action: object,
    filled: Collection[str],
    *,
    private: bool = True,
) -> tuple[Refusal, ...]:
    """Return every failure that presumes no other one, as `explain` finds them."""
    checked = explain(conditions, state, action, filled, private=private)
    return tuple(
        _refusal(condition, one.finding, state, action)
        for condition, one in zip(conditions, checked, strict=True)
        if isinstance(one.finding, Failure)
    )


def _verdict(finding: Finding) -> Verdict:
    match finding:
        case None:
            return Verdict.HOLDS
        case Failure():
            return Verdict.FAILS
        case Unverified():
            return Verdict.UNVERIFIED
        case Remark():
            return Verdict.REMARK
        case NotApplicable():
            return Verdict.MOOT


def _refusal(condition: Condition[S], failure: Failure, state: S, action: object) -> Refusal:
    return Refusal(
        condition.code,
        condition.kind,
        tuple(dict.fromkeys(condition.rules_of(state, action) + failure.cites)),
        failure.params,
        failure.ruling,
        failure.until,
        failure.acts_first,
    )


def _note(condition: Condition[S], finding: Unverified | Remark, state: S, action: object) -> Note:
    unverified = isinstance(finding, Unverified)
    return Note(
        condition.code,
        condition.rules_of(state, action),
        finding.params,
        unverified,
        finding.fact if isinstance(finding, Unverified) else None,
        finding.ruling if isinstance(finding, Remark) else None,
        finding.shows if isinstance(finding, Unverified) else None,
        isinstance(finding, Remark) and finding.wasteful,
        isinstance(finding, Unverified) and finding.exceptional,
    )
