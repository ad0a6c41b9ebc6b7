"""What screens ask of the hub and what it answers: data, no words."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, TypeAlias

from pydantic import ValidationError

from companion.kernel.facts import FactValue
from companion.kernel.form import Draft
from companion.kernel.models import Action
from companion.kernel.refusal import Judgement, Refusal
from companion.kernel.values import NO_PARAMS, Params, Seat
from companion.match.entries import Body, Entry
from companion.match.fold import Match
from companion.match.reading import Opened
from companion.match.steps import Step


@dataclass(frozen=True, slots=True)
class NewMatch:
    """What a table agreed on before its first turn."""

    game: str
    options: Mapping[str, Any]
    rulings: Mapping[str, str] = field(default_factory=dict)
    """The readings chosen; those left out take their default."""
    facts: Mapping[str, FactValue] = field(default_factory=dict)
    """What is printed in the box, as far as it is known."""
    box: str = ""
    title: str = ""
    example: bool = False
    colours: tuple[int, ...] = ()
    """By seat, which of the app's colours stands for it; empty: in the order of the seats."""
    author: str = ""
    device: str = ""


@dataclass(frozen=True, slots=True)
class Submission:
    """One thing to record, sent by one screen."""

    id: str
    """Made by the screen, once per act: the same one again is never recorded twice."""
    body: Body
    author: str = ""
    device: str = ""
    seen: int | None = None
    """The version of the match that the screen was showing; None: the present one."""
    anyway: bool = False
    """The table was asked (`LookAlike`, `Overtaken`) and says yes."""


@dataclass(frozen=True, slots=True)
class FieldError:
    """One field that cannot be read: which, and why, as a code."""

    field: str
    code: str
    params: Params = NO_PARAMS


@dataclass(frozen=True, slots=True)
class Recorded:
    """It is on disk. `step` is what it did, if it is an action or a correction."""

    match: Match
    entry: Entry
    step: Step | None


@dataclass(frozen=True, slots=True)
class AlreadyRecorded:
    """The same submission came before; nothing was done again."""

    match: Match


@dataclass(frozen=True, slots=True)
class LookAlike:
    """Another device reported the same since: is it the same act? `anyway` records it."""

    match: Match
    entry: Entry


@dataclass(frozen=True, slots=True)
class Overtaken:
    """An undo would also strike what others recorded since. `anyway` undoes it all."""

    match: Match
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class Refused:
    """The rules do not allow it on the present table; nothing was recorded."""

    match: Match
    judgement: Judgement
    action: Action | None

    @property
    def refusal(self) -> Refusal:
        """Why not."""
        assert self.judgement.refusal is not None
        return self.judgement.refusal


@dataclass(frozen=True, slots=True)
class Blocked:
    """An earlier entry no longer holds (`match.broken`): it must be settled first."""

    match: Match


@dataclass(frozen=True, slots=True)
class Malformed:
    """Something cannot be read; nothing was recorded."""

    match: Match | None
    errors: tuple[FieldError, ...]


@dataclass(frozen=True, slots=True)
class NotSaved:
    """It could not be kept, so it does not count: words under `store.<code>`."""

    code: str


@dataclass(frozen=True, slots=True)
class NotAllowed:
    """It is not for this device to record: words under `share.not_allowed.<code>`."""

    match: Match
    code: str


Answer: TypeAlias = (
    Recorded
    | AlreadyRecorded
    | LookAlike
    | Overtaken
    | Refused
    | Blocked
    | Malformed
    | NotSaved
    | NotAllowed
)


@dataclass(frozen=True, slots=True)
class ScoreAmount:
    """One line of a seat's final score."""

    seat: Seat
    code: str
    amount: int


@dataclass(frozen=True, slots=True)
class Result:
    """How a finished match went, in numbers."""

    begun: datetime
    ended: datetime
    seconds: int
    """How long it was played: stretches of more than half an hour without an entry left out."""
    turns: int
    entries: int
    """The actions and corrections that count."""
    scores: tuple[ScoreAmount, ...]


@dataclass(frozen=True, slots=True)
class MatchSummary:
    """One line of the list of matches."""

    id: str
    game: str = ""
    title: str = ""
    players: tuple[str, ...] = ()
    colours: tuple[int, ...] = ()
    """By seat, where they were chosen."""
    updated_at: datetime | None = None
    count: int = 0
    awaiting: tuple[Seat, ...] = ()
    """The seats that must act."""
    winners: tuple[Seat, ...] | None = None
    """None while it is being played."""
    broken: bool = False
    """Whether an entry no longer holds."""
    example: bool = False
    damaged: str | None = None
    """Why it cannot be opened, as the key of its words: `store.damaged`, `acta.newer_rules`."""
    result: Result | None = None
    """Of a finished match, where it was worked out; `Hub.results` sees to it."""

    @property
    def finished(self) -> bool:
        """Whether it has an end."""
        return self.winners is not None


@dataclass(frozen=True, slots=True)
class Unplayable:
    """No match can begin with what is said to be in the box; nothing was kept."""

    match: Match
    """As it would begin: its problems say what cannot be."""


@dataclass(frozen=True, slots=True)
class Imported:
    """A match that was not here now is (or a copy, under an id of its own)."""

    match: Match
    sealed: bool = True
    """Whether anything showed that nothing of it was changed on its way."""


@dataclass(frozen=True, slots=True)
class Continued:
    """The match was here and now has `added` entries more."""

    match: Match
    added: int


@dataclass(frozen=True, slots=True)
class AlreadyHere:
    """The match is here, as far on or further; nothing was done."""

    match: Match


@dataclass(frozen=True, slots=True)
class PartsWays:
    """The match is here, but differs from entry `seq` on; it can be imported as a copy."""

    match: Match
    seq: int


@dataclass(frozen=True, slots=True)
class Waits:
    """It can be taken in, and nothing was touched yet: it is asked first."""

    match: Match
    """As it would be here."""
    added: int | None = None
    """How many entries the match that is here would have more; None: it is not here."""


@dataclass(frozen=True, slots=True)
class InPart:
    """The file is damaged and nothing was touched yet: what is whole can be taken in, if wanted."""

    opened: Opened


@dataclass(frozen=True, slots=True)
class NotImported:
    """Nothing was touched: the key of its words (`acta.<code>`, `store.<code>`), and parameters."""

    key: str
    params: Params = NO_PARAMS


ImportResult: TypeAlias = (
    Imported | Continued | AlreadyHere | PartsWays | Waits | InPart | NotImported
)


def field_errors(error: ValidationError) -> tuple[FieldError, ...]:
    """The errors of a model, by field."""
    return tuple(
        FieldError(".".join(str(part) for part in found["loc"]), found["type"])
        for found in error.errors(include_url=False, include_context=False, include_input=False)
    )


def draft_of(action: Action) -> Draft:
    """The complete draft of an action."""
    return Draft(action.kind, action.seat, {n: getattr(action, n) for n in action.form_fields()})
