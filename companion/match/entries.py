"""Entries of an acta: the append-only record of one match.

ActaError           an invalid or damaged file or entry
"""

import hashlib
import secrets
from datetime import UTC, datetime
from typing import Annotated, Any, ClassVar, Literal, Self, TypeAlias

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    SerializerFunctionWrapHandler,
    TypeAdapter,
    field_validator,
    model_serializer,
    model_validator,
)

from companion.kernel.box.facts import FactValue
from companion.kernel.models import LINES, ONE_LINE
from companion.kernel.values import NO_PARAMS, Params

FORMAT = 4
"""Version of the file format; older ones are upcast by `upcasts`."""

Identifier: TypeAlias = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{4,64}$")]
ShortText: TypeAlias = Annotated[str, Field(max_length=80), ONE_LINE]
LongText: TypeAlias = Annotated[str, Field(max_length=2000), LINES]
SeatNumber: TypeAlias = Annotated[int, Field(ge=0, le=9)]
Version: TypeAlias = Annotated[int, Field(ge=0, le=1_000_000)]


def _in_utc(moment: datetime) -> datetime:
    if moment.tzinfo is None:
        raise ValueError("a time without its zone")
    try:
        return moment.astimezone(UTC)
    except OverflowError as error:
        raise ValueError("a time before the first or after the last year") from error


COLOURS = 6
"""Number of player colours in the app."""

Moment: TypeAlias = Annotated[datetime, AfterValidator(_in_utc)]


class _FrozenEntry(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class _Sparse(_FrozenEntry):
    """Part of a file that is written without some of its fields where they say nothing."""

    sparse: ClassVar[tuple[str, ...]]
    """Names of those fields, which files of earlier versions do not have."""

    @model_serializer(mode="wrap")
    def _as_written(self, write: SerializerFunctionWrapHandler) -> dict[str, Any]:
        said: dict[str, Any] = write(self)
        unsaid = {n for n in self.sparse if getattr(self, n) == type(self).model_fields[n].default}
        return {name: value for name, value in said.items() if name not in unsaid}


class Consent(_FrozenEntry):
    """Consent of the table to an illegal action, with author and reason."""

    by: ShortText
    reason: LongText = ""


class Started(_FrozenEntry):
    """Header: agreements before the first turn."""

    type: Literal["started"] = "started"
    format: int = FORMAT
    match: Identifier
    game: Annotated[str, Field(pattern=r"^[a-z_]{1,40}$")]
    rules_version: Version
    title: ShortText = ""
    options: dict[str, Any]
    facts: dict[str, FactValue]
    rulings: dict[str, str]
    box: ShortText = ""
    """Name of the box profile that the facts come from."""
    example: bool = False
    colours: Annotated[
        tuple[Annotated[int, Field(ge=0, lt=COLOURS)], ...], Field(max_length=10)
    ] = ()
    """Index of the app's colour by seat; empty: in the order of the seats."""
    shipped: Version | None = None
    """Version of the shipped values that `facts` leaves out.

    None: nothing is left out, as in memory and in files of earlier versions.
    """
    unknown: Annotated[tuple[ShortText, ...], Field(max_length=1000)] = ()
    """Shipped values that this box does not know."""
    learns: bool = False
    """True if what a report shows of the box is in force from then on.

    False in matches of earlier versions, where it counts only once it is typed.
    """

    @model_serializer(mode="wrap")
    def _as_written(self, write: SerializerFunctionWrapHandler) -> dict[str, Any]:
        said: dict[str, Any] = write(self)
        if self.shipped is None:
            for name in ("shipped", "unknown"):
                said.pop(name, None)
        if not self.colours:
            said.pop("colours", None)
        if not self.learns:
            said.pop("learns", None)
        return said

    @field_validator("colours")
    @classmethod
    def _told_apart(cls, colours: tuple[int, ...]) -> tuple[int, ...]:
        if len(set(colours)) < len(colours):
            raise ValueError("two seats with one colour")
        return colours


class Reported(_FrozenEntry):
    """Report of what a player did."""

    type: Literal["reported"] = "reported"
    action: dict[str, Any]
    consent: Consent | None = None
    rules_version: Version | None = None
    """Version of the rules it was written under; None: that of the header."""


class FactsEntered(_Sparse):
    """Printed values typed by the table, valid from the start of the match."""

    sparse: ClassVar = ("told",)
    type: Literal["facts_entered"] = "facts_entered"
    facts: Annotated[dict[ShortText, FactValue | None], Field(min_length=1, max_length=200)]
    """Values by id; None makes a value unknown again."""
    told: Annotated[tuple[ShortText, ...], Field(max_length=200)] = ()
    """Names of those that reports before it had answered: there it stays as it was told."""


class RulingChanged(_FrozenEntry):
    """Choice of another reading by the table, valid from here on."""

    type: Literal["ruling_changed"] = "ruling_changed"
    ruling: ShortText
    reading: ShortText


class Reseated(_FrozenEntry):
    """Correction of who sits where and who begins, valid from the start of the match.

    What was reported stays with its seat.
    """

    type: Literal["reseated"] = "reseated"
    players: Annotated[
        tuple[Annotated[str, Field(min_length=1, max_length=40), ONE_LINE], ...],
        Field(min_length=1, max_length=10),
    ]
    colours: Annotated[
        tuple[Annotated[int, Field(ge=0, lt=COLOURS)], ...], Field(max_length=10)
    ] = ()
    """Index of the app's colour by seat; empty: unchanged."""
    options: dict[str, Any] = {}
    """Other corrected options of the header, such as who begins."""
    reason: LongText = ""


class Left(_FrozenEntry):
    """Departure of a player before the end; the table decides what follows."""

    type: Literal["left"] = "left"
    seat: SeatNumber
    reason: LongText = ""


class Posted(_Sparse):
    """Correction of a balance: how much more (or less) the account holds than the app thought."""

    sparse: ClassVar = ("lies",)
    account: ShortText
    item: ShortText
    amount: Annotated[int, Field(ge=-10_000, le=10_000)]
    lies: Annotated[int, Field(ge=-10_000, le=10_000)] | None = None
    """Amount counted there if what the app thought rested on unread values, which it settles."""


class Setting(_FrozenEntry):
    """Correction of the state outside the ledger."""

    code: ShortText
    value: ShortText


class Adjusted(_FrozenEntry):
    """Adjustment of the app to the physical table where they differ."""

    type: Literal["adjusted"] = "adjusted"
    postings: tuple[Posted, ...] = ()
    settings: tuple[Setting, ...] = ()
    reason: LongText = ""


class Refereed(_Sparse):
    """Choice of the table whether reports are judged from here on, or it counts by itself."""

    sparse: ClassVar = ("assumed",)
    type: Literal["refereed"] = "refereed"
    judged: bool
    assumed: bool = False
    """True if the app laid out what a table that only counts had not said."""


class Closed(_Sparse):
    """End of the match by agreement of the table, or because somebody gives up.

    What is counted so far decides, unless somebody gives up.
    """

    sparse: ClassVar = ("gave_up", "winners")
    type: Literal["closed"] = "closed"
    reason: LongText = ""
    gave_up: Annotated[tuple[SeatNumber, ...], Field(max_length=9)] = ()
    """Seats that give up."""
    winners: Annotated[tuple[SeatNumber, ...], Field(max_length=10)] = ()
    """Seats that win when somebody gives up, as the table decides."""

    @model_validator(mode="after")
    def _decided(self) -> Self:
        if bool(self.gave_up) != bool(self.winners) or set(self.gave_up) & set(self.winners):
            raise ValueError("who gives up does not win, and somebody does")
        return self


class Retold(_FrozenEntry):
    """Result of a match that was played without the app, as the table tells it afterwards."""

    type: Literal["retold"] = "retold"
    played: Moment
    """Time of its end, as far as the table knows it."""
    winners: Annotated[tuple[SeatNumber, ...], Field(min_length=1, max_length=10)]
    points: Annotated[
        tuple[Annotated[int, Field(ge=-1_000_000, le=1_000_000)], ...], Field(max_length=10)
    ] = ()
    """Points by seat; empty: nobody knows them any more."""
    code: ShortText = ""
    """Score line that these points are."""
    minutes: Annotated[int, Field(ge=0, le=100_000)] = 0
    """Time that it took; 0: not told."""
    note: LongText = ""


class Undone(_FrozenEntry):
    """Undo of the effective entry `to` and everything after it."""

    type: Literal["undone"] = "undone"
    to: Identifier


class Redone(_FrozenEntry):
    """Redo of what was undone, up to and with the entry `to`."""

    type: Literal["redone"] = "redone"
    to: Identifier


EffectiveBody: TypeAlias = (
    Reported
    | FactsEntered
    | RulingChanged
    | Adjusted
    | Refereed
    | Closed
    | Reseated
    | Left
    | Retold
)
"""Bodies that change what counts, one undo step each."""
Recordable: TypeAlias = Annotated[EffectiveBody, Field(discriminator="type")]


class Replace(_FrozenEntry):
    """Replacement of the body of an earlier entry."""

    edit: Literal["replace"] = "replace"
    target: Identifier
    body: Recordable


class Insert(_FrozenEntry):
    """Insertion of a forgotten entry before another one (None: at the end)."""

    edit: Literal["insert"] = "insert"
    id: Identifier
    before: Identifier | None
    body: Recordable


class Remove(_FrozenEntry):
    """Removal of an entry that never happened."""

    edit: Literal["remove"] = "remove"
    target: Identifier


class Move(_FrozenEntry):
    """Move of an entry to its proper place."""

    edit: Literal["move"] = "move"
    target: Identifier
    before: Identifier | None


class ConsentTo(_FrozenEntry):
    """Consent of the table to an earlier action."""

    edit: Literal["consent"] = "consent"
    target: Identifier
    consent: Consent


Edit: TypeAlias = Annotated[
    Replace | Insert | Remove | Move | ConsentTo, Field(discriminator="edit")
]


class Amended(_FrozenEntry):
    """Correction of the past: one list of edits, one undo step."""

    type: Literal["amended"] = "amended"
    edits: Annotated[tuple[Edit, ...], Field(min_length=1, max_length=1000)]
    reason: LongText = ""


class Noted(_FrozenEntry):
    """Remark of the table, without consequence."""

    type: Literal["noted"] = "noted"
    text: LongText


class Clocked(_FrozenEntry):
    """Start or stop of the turn clock from here on, without other consequence."""

    type: Literal["clocked"] = "clocked"
    running: bool
    since: Moment | None = None
    """Time since which the clock should have been paused, as the table says afterwards."""


class Finished(_FrozenEntry):
    """Recorded end of the match."""

    type: Literal["finished"] = "finished"
    winners: tuple[int, ...]
    reason: ShortText


Body: TypeAlias = Annotated[
    Started | EffectiveBody | Undone | Redone | Amended | Noted | Clocked | Finished,
    Field(discriminator="type"),
]


class Entry(_FrozenEntry):
    """One line of the acta."""

    seq: Annotated[int, Field(ge=0, le=1_000_000)]
    id: Identifier
    at: Moment
    author: ShortText = ""
    device: ShortText = ""
    body: Body


ENTRY: TypeAdapter[Entry] = TypeAdapter(Entry)


ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
LENGTH, BYTES = 12, 9
"""Twelve of 62 letters: 71 bits, which fit into nine bytes."""


def fresh_id() -> str:
    """Return a new identifier, unique across devices."""
    return "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))


def id_before(report: str) -> str:
    """Return the identifier of what is recorded just before a report, as one act with it.

    It follows from that of the report, so both are known to be one act in every copy of an acta.
    """
    return _derived(f"values:{report}".encode())


def id_of_copy(data: bytes) -> str:
    """Return the identifier of the match that a file becomes beside the others.

    It follows from the file, so that the same file becomes one match however often it is brought.
    """
    return _derived(b"copy:" + data)


def _derived(data: bytes) -> str:
    number, letters = int.from_bytes(hashlib.sha256(data).digest(), "big"), ""
    for _ in range(LENGTH):
        number, value = divmod(number, len(ALPHABET))
        letters += ALPHABET[value]
    return letters


ActaCode = Literal[
    "not_acta",
    "truncated",
    "too_large",
    "newer_format",
    "newer_rules",
    "unknown_game",
    "bad_sequence",
    "duplicate_id",
    "bad_header",
    "bad_line",
    "bad_setup",
    "unknown_target",
    "unknown_ruling",
    "unknown_fact",
]


class ActaError(Exception):
    """Unreadable acta: a code with words under `acta.<code>`, and its parameters."""

    def __init__(self, code: ActaCode, params: Params = NO_PARAMS) -> None:
        super().__init__(f"{code} {dict(params)}")
        self.code: ActaCode = code
        self.params = params
