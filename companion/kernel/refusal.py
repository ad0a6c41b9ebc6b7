"""Why the rules do not allow an action, as data that words are made from."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Literal, TypeAlias

from companion.kernel.facts import FactValue
from companion.kernel.models import Action
from companion.kernel.values import NO_PARAMS, Params


class Kind(StrEnum):
    """What a condition is about. It decides whether the table may overrule it."""

    TURN = "turn"
    PHASE = "phase"
    RULE = "rule"
    EXISTENCE = "existence"
    """The thing is not there at all: mended by an adjustment, never by consent."""
    SHORTAGE = "shortage"
    """There is not enough of it: mended by an adjustment, never by consent."""


OVERRULABLE = frozenset({Kind.TURN, Kind.PHASE, Kind.RULE})


@dataclass(frozen=True, slots=True)
class Remedy:
    """One thing that may make the action legal: its words, and what to do, as data.

    A proposal, until `remedies.ways` has carried it out.
    """

    code: str
    params: Params = NO_PARAMS
    change: Mapping[str, Any] | None = None
    """Fields of this report, also its `seat`, as they would have to be."""
    first: Action | None = None
    """What would have to be reported before it."""


@dataclass(frozen=True, slots=True)
class Failure:
    """What a condition returns when it does not hold: the facts of this table."""

    params: Params = NO_PARAMS
    cites: tuple[str, ...] = ()
    """Rule sections besides the condition's own, such as a card in play that forbids it."""
    ruling: str | None = None
    """The table ruling that this failure rests on, if any."""
    until: str | None = None
    """The moment before which nothing makes it legal, where the rules make that certain: a code."""


@dataclass(frozen=True, slots=True)
class NotApplicable:
    """What a condition returns when it asks nothing of this action, or a ruling lifts it."""


NOT_APPLICABLE = NotApplicable()


@dataclass(frozen=True, slots=True)
class Unverified:
    """What a condition returns when it meets something unknown or hidden: on what it depends."""

    params: Params = NO_PARAMS
    fact: str | None = None
    """The unknown printed value, if that is what is missing."""
    shows: FactValue | None = None
    """What is printed there, where the rules allow the action with that value and no other."""


@dataclass(frozen=True, slots=True)
class Remark:
    """What a condition returns when it holds but players should know something."""

    params: Params = NO_PARAMS
    ruling: str | None = None


Finding: TypeAlias = Failure | Unverified | Remark | NotApplicable | None
"""The verdict of one condition; None when it holds, by the words of its name."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """The first condition that an action fails."""

    code: str
    kind: Kind
    rules: tuple[str, ...]
    params: Params = NO_PARAMS
    ruling: str | None = None
    until: str | None = None

    @property
    def overrulable(self) -> bool:
        """Whether the table may record the action as consented all the same."""
        return self.kind in OVERRULABLE


@dataclass(frozen=True, slots=True)
class Note:
    """Something said beside an accepted action."""

    code: str
    rules: tuple[str, ...]
    params: Params = NO_PARAMS
    unverified: bool = False
    fact: str | None = None
    ruling: str | None = None
    shows: FactValue | None = None


AnswerVerdict: TypeAlias = Literal["refused", "unverifiable", "legal"]


@dataclass(frozen=True, slots=True)
class Judgement:
    """The answer to a report: a refusal, or the notes to an accepted action."""

    refusal: Refusal | None = None
    notes: tuple[Note, ...] = ()

    @property
    def verdict(self) -> AnswerVerdict:
        """Whether it is legal, or that depends on something unknown or hidden."""
        if self.refusal:
            return "refused"
        return "unverifiable" if any(n.unverified for n in self.notes) else "legal"


LEGAL = Judgement()
