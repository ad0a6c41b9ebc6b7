"""Box profiles: printed values of one physical copy, saved for later matches."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from companion.kernel.box.facts import FactValue
from companion.kernel.values import NO_PARAMS, Params
from companion.match.entries import Identifier, ShortText
from companion.match.files import qr_frames
from companion.match.files.qr_frames import ParcelError
from companion.match.files.value_catalog import Catalog

BOX_VERSION = 1
MAX_BOX_BYTES = 200_000

BoxCode = Literal["not_box", "damaged", "too_large", "newer_format", "unknown_game", "unknown_fact"]


class BoxError(Exception):
    """Error of a box profile that cannot be read: a code worded under `box.<code>`."""

    def __init__(self, code: BoxCode, params: Params = NO_PARAMS) -> None:
        super().__init__(f"{code} {dict(params)}")
        self.code: BoxCode = code
        self.params = params


class BoxProfile(BaseModel):
    """Printed values of one copy of a game."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    type: Literal["box"] = "box"
    version: int = BOX_VERSION
    id: Identifier
    game: Annotated[str, Field(pattern=r"^[a-z_]{1,40}$")]
    name: Annotated[ShortText, Field(min_length=1)]
    facts: dict[str, FactValue]


class _BoxVersion(BaseModel):
    type: Literal["box"]
    version: int


def dump_box(box: BoxProfile) -> bytes:
    """Serialize a box profile to its file form."""
    return box.model_dump_json(indent=1).encode() + b"\n"


def load_box(data: bytes) -> BoxProfile:
    """Parse a box profile from its file form; its values are not checked yet.

    Raises:
        BoxError: it is not one, too large, or newer than this program.
    """
    if len(data) > MAX_BOX_BYTES:
        raise BoxError("too_large", {"limit": MAX_BOX_BYTES // 1000})
    try:
        if _BoxVersion.model_validate_json(data).version > BOX_VERSION:
            raise BoxError("newer_format")
        return BoxProfile.model_validate_json(data)
    except ValidationError as error:
        raise BoxError("not_box") from error


def pack_box(box: BoxProfile) -> bytes:
    """Pack a box profile into a few bytes, for a link or a QR."""
    return qr_frames.pack(box.model_dump_json().encode())


def unpack_box(data: bytes) -> bytes:
    """Unpack a box profile to its file form.

    Raises:
        BoxError: `newer_format`, `too_large`, or `damaged` where it is not what was packed.
    """
    try:
        return qr_frames.unpack(data, MAX_BOX_BYTES)
    except ParcelError as error:
        raise BoxError(error.code, {"limit": MAX_BOX_BYTES // 1000}) from error


def is_box(data: bytes) -> bool:
    """Return whether the data claims to be a box profile."""
    try:
        return _BoxVersion.model_validate_json(data[: MAX_BOX_BYTES + 1]).type == "box"
    except ValidationError:
        return False


def check_box(catalog: Catalog, box: BoxProfile) -> None:
    """Check that every value of the box can be printed in it.

    Raises:
        BoxError: `unknown_fact`.
    """
    for fact, value in box.facts.items():
        if not catalog.could_say_fact(fact, value):
            raise BoxError("unknown_fact", {"fact": fact})
