"""Requests that screens make of the hub and its results: data, without wording."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any, TypeAlias

from pydantic import ValidationError

from companion.kernel.box.facts import FactValue
from companion.kernel.models import Action
from companion.kernel.refusal import Judgement, Refusal
from companion.kernel.values import NO_PARAMS, Params, Seat
from companion.match.entries import Body, Entry, FactsEntered, Reported
from companion.match.files.acta_reader import OpenedActa
from companion.match.fold import Match
from companion.match.steps import Step


@dataclass(frozen=True, slots=True)
class NewMatch:
    """Choices a table makes before its first turn."""

    game: str
    options: Mapping[str, Any]
    rulings: Mapping[str, str] = field(default_factory=dict)
    """Readings chosen; a missing ruling takes its default."""
    facts: Mapping[str, FactValue] = field(default_factory=dict)
    """Printed values of the box, as far as they are known."""
    box: str = ""
    title: str = ""
    example: bool = False
    colours: tuple[int, ...] = ()
    """Index of the app's colour for each seat; empty: in the order of the seats."""
    author: str = ""
    device: str = ""
    id: str = ""
    """Id of the match, made by the screen once per plan: the same one never begins twice.

    Empty: a fresh one.
    """


@dataclass(frozen=True, slots=True)
class Submission:
    """Request of one screen to record one entry."""

    id: str
    """Idempotency key, made by the screen once per act: the same one is never recorded twice."""
    body: Body
    author: str = ""
    device: str = ""
    seen: int | None = None
    """Version of the match that the screen was showing; None: the current one."""
    anyway: bool = False
    """True if the table confirmed after a `LookAlike` or `Overtaken`."""
    values: FactsEntered | None = None
    """Printed values typed for a report: recorded just before it, or not at all."""
    first: tuple[Reported, ...] = ()
    """Reports recorded just before it, after the values, or not at all: one act with it."""


@dataclass(frozen=True, slots=True)
class FieldError:
    """Validation error of one field, as a code."""

    field: str
    code: str
    params: Params = NO_PARAMS


@dataclass(frozen=True, slots=True)
class Recorded:
    """Result: saved to disk. `step` is its effect, if the entry is an action or a correction."""

    match: Match
    entry: Entry
    step: Step | None


@dataclass(frozen=True, slots=True)
class AlreadyRecorded:
    """Result: the same submission was recorded earlier; nothing was done again."""

    match: Match


@dataclass(frozen=True, slots=True)
class LookAlike:
    """Result: another device reported the same since.

    It may be the same act; `anyway` records it.
    """

    match: Match
    entry: Entry


@dataclass(frozen=True, slots=True)
class Overtaken:
    """Result: an undo would also strike later entries of others. `anyway` undoes them all."""

    match: Match
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class Refused:
    """Result: the rules do not allow it in the current state; nothing was recorded."""

    match: Match
    judgement: Judgement
    action: Action | None

    @property
    def refusal(self) -> Refusal:
        """Return the refusal of the judgement."""
        assert self.judgement.refusal is not None
        return self.judgement.refusal


@dataclass(frozen=True, slots=True)
class Blocked:
    """Result: an earlier entry no longer holds (`match.broken`) and has to be settled first."""

    match: Match


@dataclass(frozen=True, slots=True)
class UnreadableInput:
    """Result: the input cannot be read; nothing was recorded."""

    match: Match | None
    errors: tuple[FieldError, ...]


@dataclass(frozen=True, slots=True)
class NotSaved:
    """Result: it could not be saved, so it does not count. Worded under `store.<code>`."""

    code: str


@dataclass(frozen=True, slots=True)
class NotAllowed:
    """Result: this device lacks the permission. Worded under `share.not_allowed.<code>`."""

    match: Match
    code: str


Answer: TypeAlias = (
    Recorded
    | AlreadyRecorded
    | LookAlike
    | Overtaken
    | Refused
    | Blocked
    | UnreadableInput
    | NotSaved
    | NotAllowed
)


@dataclass(frozen=True, slots=True)
class ScoreAmount:
    """Line of a seat's final score."""

    seat: Seat
    code: str
    amount: int


class MatchEnd(StrEnum):
    """Way in which a match ended."""

    RULES = "rules"
    AGREED = "agreed"
    """Agreement of the table before the end by the rules."""
    GAVE_UP = "gave_up"
    RETOLD = "retold"
    """Told afterwards, of a match played without the app."""


@dataclass(frozen=True, slots=True)
class MatchResult:
    """Numbers of a finished match."""

    begun: datetime
    ended: datetime
    seconds: int
    """Playing time, without stretches of more than half an hour without an entry."""
    turns: int
    entries: int
    """Number of actions and corrections that count."""
    scores: tuple[ScoreAmount, ...]
    """Score lines; one that the table has named has that name as its code."""
    played: str = ""
    """Name of what was played, where the options tell it."""
    end: MatchEnd = MatchEnd.RULES
    gave_up: tuple[Seat, ...] = ()
    """Seats that gave up."""


@dataclass(frozen=True, slots=True)
class MatchSummary:
    """Line of the list of matches."""

    id: str
    game: str = ""
    title: str = ""
    players: tuple[str, ...] = ()
    colours: tuple[int, ...] = ()
    """Colours by seat, where they were chosen."""
    updated_at: datetime | None = None
    count: int = 0
    awaiting: tuple[Seat, ...] = ()
    """Seats that must act."""
    winners: tuple[Seat, ...] | None = None
    """Winning seats; None while the match is being played, empty while nobody knows who won."""
    broken: bool = False
    """True if an entry no longer holds."""
    example: bool = False
    damaged: str | None = None
    """Reason why it cannot be opened, as a wording key: `store.damaged`, `acta.newer_rules`."""
    result: MatchResult | None = None
    """Result of a finished match, where it was computed; `Hub.results` fills it in."""

    @property
    def finished(self) -> bool:
        """Return whether the match has ended."""
        return self.winners is not None


@dataclass(frozen=True, slots=True)
class Unplayable:
    """Result: no match can begin with the given printed values; nothing was saved."""

    match: Match
    """Match as it would begin: its problems say what is impossible."""


@dataclass(frozen=True, slots=True)
class Imported:
    """Result: a match that was not here now is (or a copy, under an id of its own)."""

    match: Match
    sealed: bool = True
    """True if a checksum showed that nothing was changed in transit."""


@dataclass(frozen=True, slots=True)
class Continued:
    """Result: the match was here and now has `added` more entries."""

    match: Match
    added: int


@dataclass(frozen=True, slots=True)
class AlreadyHere:
    """Result: the match is here, as far on or further; nothing was done."""

    match: Match


@dataclass(frozen=True, slots=True)
class PartsWays:
    """Result: the match here differs from entry `seq` on. It can be imported as a copy."""

    match: Match
    seq: int


@dataclass(frozen=True, slots=True)
class Waits:
    """Result: it can be imported; nothing was changed, confirmation is pending."""

    match: Match
    """Match as it would be here."""
    added: int | None = None
    """Number of entries the match here would gain; None: it is not here."""


@dataclass(frozen=True, slots=True)
class InPart:
    """Result: the file is damaged. Nothing was changed; the intact part can be imported."""

    opened: OpenedActa


@dataclass(frozen=True, slots=True)
class NotImported:
    """Result: nothing was changed.

    Holds a wording key (`acta.<code>`, `store.<code>`) and parameters.
    """

    key: str
    params: Params = NO_PARAMS


ImportResult: TypeAlias = (
    Imported | Continued | AlreadyHere | PartsWays | Waits | InPart | NotImported
)


def field_errors(error: ValidationError) -> tuple[FieldError, ...]:
    """Return the validation errors of a model, by field."""
    return tuple(
        FieldError(".".join(str(part) for part in detail["loc"]), detail["type"])
        for detail in error.errors(include_url=False, include_context=False, include_input=False)
    )
