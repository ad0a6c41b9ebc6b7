"""Refusals: reasons why the rules forbid an action, as data for the words."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Literal, TypeAlias

from companion.kernel.box.facts import FactValue
from companion.kernel.models import Action
from companion.kernel.values import NO_PARAMS, Params


class ConditionKind(StrEnum):
    """Subject of a condition. It decides whether the table may overrule it."""

    TURN = "turn"
    PHASE = "phase"
    RULE = "rule"
    EXISTENCE = "existence"
    """The thing does not exist at all: fixed by an adjustment, never by consent."""
    SHORTAGE = "shortage"
    """There is not enough of it: fixed by an adjustment, never by consent."""


OVERRULABLE = frozenset({ConditionKind.TURN, ConditionKind.PHASE, ConditionKind.RULE})


@dataclass(frozen=True, slots=True)
class Remedy:
    """Proposal that may make the action legal: its words, and the change as data.

    It is unproved until `remedies.find_remedies` has carried it out.
    """

    code: str
    params: Params = NO_PARAMS
    change: Mapping[str, Any] | None = None
    """Required values of fields of this report, also its `seat`."""
    first: Action | None = None
    """Action that would have to be reported before it."""
    then: Action | None = None
    """Action to report after the first one, and before it."""
    instead: Action | None = None
    """Action of another kind that says what this report means to say."""


@dataclass(frozen=True, slots=True)
class Failure:
    """Result of a condition that does not hold, with the facts of this table."""

    params: Params = NO_PARAMS
    cites: tuple[str, ...] = ()
    """Rule sections besides the condition's own, such as a card in play that forbids it."""
    ruling: str | None = None
    """Table ruling that this failure rests on, if any."""
    until: str | None = None
    """Code of the moment before which nothing makes it legal, if the rules make that certain."""
    acts_first: bool = True
    """False if no act before is worth advising: what is reported is so already, or answers nothing
    that is due."""


@dataclass(frozen=True, slots=True)
class NotApplicable:
    """Result of a condition that does not apply to this action, or that a ruling lifts."""


NOT_APPLICABLE = NotApplicable()


@dataclass(frozen=True, slots=True)
class Unverified:
    """Result of a condition that depends on something unknown or hidden."""

    params: Params = NO_PARAMS
    fact: str | None = None
    """Unknown printed value, if that is what is missing."""
    shows: FactValue | None = None
    """Printed value there, if the rules allow the action with that value and no other."""
    exceptional: bool = False
    """True if few things have that value: the report is told before it is recorded."""


@dataclass(frozen=True, slots=True)
class Remark:
    """Result of a condition that holds, with something players should know."""

    params: Params = NO_PARAMS
    ruling: str | None = None
    wasteful: bool = False
    """True if something that was paid is lost for nothing; no remedy advises that."""


Finding: TypeAlias = Failure | Unverified | Remark | NotApplicable | None
"""Result of one condition; None when it holds, as its name says."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """First condition that an action fails."""

    code: str
    kind: ConditionKind
    rules: tuple[str, ...]
    params: Params = NO_PARAMS
    ruling: str | None = None
    until: str | None = None
    acts_first: bool = True

    @property
    def overrulable(self) -> bool:
        """Return whether the table may record the action by consent all the same."""
        return self.kind in OVERRULABLE


@dataclass(frozen=True, slots=True)
class Note:
    """Remark beside an accepted action."""

    code: str
    rules: tuple[str, ...]
    params: Params = NO_PARAMS
    unverified: bool = False
    fact: str | None = None
    ruling: str | None = None
    shows: FactValue | None = None
    wasteful: bool = False
    exceptional: bool = False


AnswerVerdict: TypeAlias = Literal["refused", "unverifiable", "legal"]


@dataclass(frozen=True, slots=True)
class Judgement:
    """Answer to a report: a refusal, or the notes to an accepted action."""

    refusal: Refusal | None = None
    notes: tuple[Note, ...] = ()

    @property
    def verdict(self) -> AnswerVerdict:
        """Return whether it is legal, refused, or depends on something unknown or hidden."""
        if self.refusal:
            return "refused"
        return "unverifiable" if any(n.unverified for n in self.notes) else "legal"


LEGAL = Judgement()
