"""Disputes: the doubt of a table, the rules' answer at that moment, and the decision.

They hold codes and facts, never sentences, and of the table only public information.
"""

import json
from collections.abc import Iterable
from hashlib import blake2s
from typing import Annotated, Any, Literal, Self, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from companion.kernel.conditions import Verdict
from companion.kernel.models import LINES, ONE_LINE, revised
from companion.kernel.refusal import OVERRULABLE, ConditionKind
from companion.kernel.values import NO_PARAMS, Counted, Params, SeatRef, Term
from companion.match.entries import Identifier, Moment, ShortText
from companion.match.files import qr_frames
from companion.match.files.qr_frames import ParcelError
from companion.match.files.value_catalog import Catalog

DISPUTES_VERSION = 1
MAX_BYTES = 2_000_000
MAX_ONE = 60_000
"""Bytes of one stored dispute at most."""
MAX_KEPT = 500
MAX_OPEN = 30
"""Number of undecided disputes of one match at most."""
MAX_QUESTION, MAX_WHY = 300, 200

DisputeCode = Literal[
    "not_disputes",
    "damaged",
    "too_large",
    "newer_format",
    "unknown_game",
    "unknown_ruling",
    "no_question",
    "undecided",
    "not_allowed",
    "full",
    "full_match",
]

Name: TypeAlias = Annotated[str, Field(min_length=1, max_length=80), ONE_LINE]
Names: TypeAlias = Annotated[tuple[Name, ...], Field(max_length=40)]
_Atom: TypeAlias = (
    Annotated[int, Field(ge=-1_000_000_000, le=1_000_000_000)]
    | Annotated[str, Field(max_length=200), ONE_LINE]
    | Term
    | SeatRef
    | Counted
)
_Fact: TypeAlias = _Atom | Annotated[tuple[_Atom, ...], Field(max_length=100)]
Facts: TypeAlias = Annotated[dict[Name, _Fact], Field(max_length=40)]
"""Parameters of a message, as data: those of the rules."""


class DisputeError(Exception):
    """Error of a dispute operation: a code worded under `dispute.<code>`."""

    def __init__(self, code: DisputeCode, params: Params = NO_PARAMS) -> None:
        super().__init__(f"{code} {dict(params)}")
        self.code: DisputeCode = code
        self.params = params


class _FrozenDispute(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class CheckedCondition(_FrozenDispute):
    """Condition that was checked, as far as it is public."""

    code: Name
    rules: Names = ()
    verdict: Verdict
    facts: Facts = {}
    fact: Name | None = None
    """Printed value that was not known."""
    ruling: Name | None = None


class DisputeRemedy(_FrozenDispute):
    """Change that would have made the action legal."""

    code: Name
    facts: Facts = {}
    certain: bool = True
    """False if it rested on what was unknown or hidden."""


class Against(_FrozenDispute):
    """Refusal by the rules, as data."""

    code: Name
    kind: ConditionKind
    rules: Names = ()
    facts: Facts = {}
    ways: Annotated[tuple[DisputeRemedy, ...], Field(max_length=20)] = ()
    ruling: Name | None = None

    @property
    def overrulable(self) -> bool:
        """Return whether the table may allow the action all the same."""
        return self.kind in OVERRULABLE


class Decision(_FrozenDispute):
    """Decision of a dispute: verdict, author and reason."""

    verdict: Literal["open", "allowed", "not_allowed", "reading"] = "open"
    reading: Annotated[str, Field(max_length=80)] = ""
    """Reading decided for the table ruling, where that was in doubt."""
    by: ShortText = ""
    why: Annotated[str, Field(max_length=MAX_WHY), LINES] = ""
    at: Moment | None = None

    @model_validator(mode="after")
    def _whole(self) -> Self:
        if (self.verdict == "reading") != bool(self.reading):
            raise ValueError("a reading without its verdict, or the other way round")
        return self


class Dispute(_FrozenDispute):
    """Dispute, with everything needed to show it again without its match."""

    id: Identifier
    game: Annotated[str, Field(pattern=r"^[a-z_]{1,40}$")]
    rules_version: int
    opened_at: Moment
    by: ShortText = ""
    question: Annotated[str, Field(min_length=1, max_length=MAX_QUESTION), ONE_LINE]
    match: Identifier | None = None
    title: ShortText = ""
    players: Annotated[tuple[ShortText, ...], Field(max_length=10)] = ()
    seq: Annotated[int, Field(ge=1)] | None = None
    """Number of entries in the acta at that moment."""
    action: Annotated[dict[str, Any], Field(max_length=40)] | None = None
    """Action in doubt, as far as it was filled in."""
    attempt: Facts | None = None
    """Parameters of the sentence about that action; None while it is incomplete."""
    rules: Names = ()
    """Sections that apply, closest first."""
    against: Against | None = None
    checked: Annotated[tuple[CheckedCondition, ...], Field(max_length=100)] = ()
    ruling: Name | None = None
    reading: Name | None = None
    """Reading of that ruling that was in force."""
    decision: Decision = Decision()
    precedent: bool = False
    """True if this host follows it from now on."""

    @model_validator(mode="after")
    def _consistent(self) -> Self:
        if self.decided != (self.decision.at is not None):
            raise ValueError("a decision without its moment, or the other way round")
        if self.decision.reading and not self.ruling:
            raise ValueError("a reading of no ruling")
        if self.precedent and self.decision.verdict == "open":
            raise ValueError("a precedent without a decision")
        if (self.ruling is None) != (self.reading is None):
            raise ValueError("a ruling without its reading")
        if self.action is not None and len(json.dumps(self.action)) > MAX_ONE // 2:
            raise ValueError("an action too long to be one")
        return self

    @property
    def recurs(self) -> bool:
        """Return whether some card can ever be near enough to offer its precedent."""
        return bool(self.code or self.ruling or self.rules or self.kind)

    @property
    def code(self) -> str | None:
        """Return the code of the refusal, or None if the rules had no objection."""
        return self.against.code if self.against else None

    @property
    def kind(self) -> str:
        """Return the kind of the action; empty without one."""
        return str(self.action.get("kind", "")) if self.action else ""

    @property
    def decided(self) -> bool:
        """Return whether there is a decision."""
        return self.decision.verdict != "open"


class _File(_FrozenDispute):
    """File form of several disputes."""

    type: Literal["disputes"] = "disputes"
    version: int = DISPUTES_VERSION
    disputes: Annotated[tuple[Dispute, ...], Field(min_length=1, max_length=MAX_KEPT)]


class _DisputeVersion(BaseModel):
    type: Literal["disputes"]
    version: int


def dump_disputes(disputes: Iterable[Dispute]) -> bytes:
    """Serialize disputes to their file form."""
    return _File(disputes=tuple(disputes)).model_dump_json(exclude_defaults=False).encode() + b"\n"


def load_disputes(data: bytes) -> tuple[Dispute, ...]:
    """Parse disputes from their file form; their claims are not checked yet.

    Raises:
        DisputeError: they are none, too large, or newer than this program.
    """
    if len(data) > MAX_BYTES:
        raise DisputeError("too_large", {"limit": MAX_BYTES // 1000})
    try:
        if _DisputeVersion.model_validate_json(data).version > DISPUTES_VERSION:
            raise DisputeError("newer_format")
        return _File.model_validate_json(data).disputes
    except (ValidationError, RecursionError) as error:
        raise DisputeError("not_disputes") from error


def is_disputes(data: bytes) -> bool:
    """Return whether the data claims to be disputes."""
    try:
        return _DisputeVersion.model_validate_json(data[: MAX_BYTES + 1]).type == "disputes"
    except (ValidationError, RecursionError):
        return False


def pack_disputes(disputes: Iterable[Dispute]) -> bytes:
    """Pack disputes into a few bytes, for a link or a series of codes."""
    return qr_frames.pack(dump_disputes(disputes))


def unpack_disputes(data: bytes) -> bytes:
    """Unpack disputes to their file form.

    Raises:
        DisputeError: `newer_format`, `too_large`, or `damaged` where it is not what was packed.
    """
    try:
        return qr_frames.unpack(data, MAX_BYTES)
    except ParcelError as error:
        raise DisputeError(error.code, {"limit": MAX_BYTES // 1000}) from error


def with_current_names(catalog: Catalog, dispute: Dispute) -> Dispute:
    """Return the dispute with the current names of its table ruling and readings."""
    if not (catalog.renames and dispute.ruling and dispute.reading):
        return dispute
    ruling, reading = catalog.reading_now(dispute.ruling, dispute.reading)
    _, decided = catalog.reading_now(dispute.ruling, dispute.decision.reading)
    decision = revised(dispute.decision, reading=decided)
    update = {"ruling": ruling, "reading": reading, "decision": decision}
    return revised(dispute, **update)


def check_dispute(catalog: Catalog, dispute: Dispute) -> None:
    """Check that the dispute's table ruling and readings exist.

    Raises:
        DisputeError: `unknown_ruling`, or `too_large`.
    """
    for reading in filter(None, (dispute.reading, dispute.decision.reading)):
        if not catalog.could_say_reading(dispute.ruling or "", reading):
            raise DisputeError("unknown_ruling", {"ruling": dispute.ruling or reading})
    if len(dispute.model_dump_json()) > MAX_ONE:
        raise DisputeError("too_large", {"limit": MAX_ONE // 1000})


def with_content_id(dispute: Dispute) -> Dispute:
    """Copy a dispute under an id made from its content, so that a second import keeps one copy."""
    content = dispute.model_dump_json().encode()
    return revised(dispute, id=f"otra-{blake2s(content, digest_size=10).hexdigest()}")


def anonymised_precedent(dispute: Dispute) -> Dispute:
    """Return a precedent without the table it comes from, for players at other tables."""
    return Dispute(
        id=dispute.id,
        game=dispute.game,
        rules_version=dispute.rules_version,
        opened_at=dispute.opened_at,
        question=dispute.question,
        rules=dispute.rules,
        ruling=dispute.ruling,
        reading=dispute.reading,
        against=dispute.against
        and Against(
            code=dispute.against.code, kind=dispute.against.kind, rules=dispute.against.rules
        ),
        action={"kind": dispute.kind} if dispute.kind else None,
        decision=dispute.decision,
        precedent=dispute.precedent,
    )
