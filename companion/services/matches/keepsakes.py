"""Keepsakes: notes and photos that a table keeps with a moment of a match.

They lie beside the acta, never in it: no link and no code carries them. Photos are bytes that the
browser shows. Nothing here decodes one.
"""

import json
import logging
from collections import OrderedDict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator, model_validator

from companion.kernel.models import ONE_LINE
from companion.kernel.values import NO_PARAMS, Params
from companion.match.entries import Identifier, Moment, ShortText
from companion.services.storage.store import Store, StoreError

log = logging.getLogger(__name__)

MAX_NOTE = 500
"""Maximum length of a note, in characters."""
MAX_PHOTO = 400_000
"""Maximum size of a photo, in bytes; the page makes larger ones smaller."""
MAX_PHOTOS, MAX_KEEPSAKES = 12, 60
"""Maximum numbers in one match."""
MAX_TOTAL = 80_000_000
"""Bytes of all matches with their keepsakes up to which another photo is taken."""
_CACHED = 60

KeepsakeCode = Literal[
    "no_photo", "photo_large", "photos_many", "many", "full", "empty", "not_allowed", "unreadable"
]
PhotoKind = Literal["jpg", "png", "webp"]
PHOTO_KINDS: tuple[PhotoKind, ...] = ("jpg", "png", "webp")


class KeepsakeError(Exception):
    """Error of keeping something: a code worded under `keepsake.<code>`."""

    def __init__(self, code: KeepsakeCode, params: Params = NO_PARAMS) -> None:
        super().__init__(code)
        self.code: KeepsakeCode = code
        self.params = params


def photo_kind(data: bytes) -> PhotoKind | None:
    """Return the kind of a photo by its first bytes; None if it is no photo of a known kind."""
    if data.startswith(b"\xff\xd8\xff"):
        return "jpg"
    if data.startswith(b"\x89PNG\r\n\x1a\n"):
        return "png"
    return "webp" if data[:4] == b"RIFF" and data[8:12] == b"WEBP" else None


class Keepsake(BaseModel):
    """Note, photo, or photo with a note."""

    model_config = ConfigDict(
        frozen=True, extra="forbid", ser_json_bytes="base64", val_json_bytes="base64"
    )

    id: Identifier
    entry: Identifier
    """Last entry of the acta when it was made."""
    at: Moment
    author: ShortText = ""
    device: ShortText = ""
    text: Annotated[str, Field(max_length=MAX_NOTE), ONE_LINE] = ""
    photo: Annotated[bytes, Field(max_length=MAX_PHOTO)] = b""

    @field_validator("photo")
    @classmethod
    def _is_photo(cls, data: bytes) -> bytes:
        if data and photo_kind(data) is None:
            raise ValueError("no photo of a known kind")
        return data

    @model_validator(mode="after")
    def _says_something(self) -> Self:
        if not (self.text or self.photo):
            raise ValueError("neither a note nor a photo")
        return self


@dataclass(frozen=True, slots=True)
class NewKeepsake:
    """Note or photo that somebody wants to keep."""

    id: str
    """Made with the form, so that two touches keep one."""
    text: str = ""
    photo: bytes = b""
    author: str = ""


class Keepsakes:
    """Keepsakes of all matches.

    Args:
        store: where the matches are stored.
        clock: returns the current time, with its zone.
        redraw: makes the screens of a match draw it again.
    """

    def __init__(
        self, store: Store, clock: Callable[[], datetime], redraw: Callable[[str], None]
    ) -> None:
        self._store = store
        self._clock = clock
        self._redraw = redraw
        self._read: OrderedDict[tuple[str, str], Keepsake] = OrderedDict()
        """Keepsakes read last. One that is stored never changes."""

    def of(self, match_id: str) -> tuple[Keepsake, ...]:
        """Return the keepsakes of a match as far as they can be read, the first one first."""
        try:
            ids = self._store.attachments(match_id)
        except StoreError as error:
            log.warning("the keepsakes of a match cannot be read: %s", error.code)
            return ()
        readable = (self._one(match_id, one) for one in ids)
        return tuple(one for one in readable if one)

    def count(self, match_id: str) -> int:
        """Return the number of keepsakes of a match, readable or not."""
        try:
            return len(self._store.attachments(match_id))
        except StoreError:
            return 0

    def _one(self, match_id: str, keepsake_id: str) -> Keepsake | None:
        key = match_id, keepsake_id
        if key not in self._read:
            try:
                data = self._store.attachment(match_id, keepsake_id)
                self._read[key] = Keepsake.model_validate_json(data)
            except (StoreError, ValidationError):
                log.warning("a keepsake cannot be read")
                return None
        self._read.move_to_end(key)
        while len(self._read) > _CACHED:
            self._read.popitem(last=False)
        return self._read.get(key)

    def add(self, match_id: str, entry: str, new: NewKeepsake, device: str) -> None:
        """Keep something with a moment; the same asked for again changes nothing.

        Raises:
            KeepsakeError: it cannot be kept.
            StoreError: it could not be saved.
        """
        if new.photo and photo_kind(new.photo) is None:
            raise KeepsakeError("no_photo")
        if len(new.photo) > MAX_PHOTO:
            raise KeepsakeError("photo_large", {"limit": MAX_PHOTO // 1000})
        if not (new.photo or new.text):
            raise KeepsakeError("empty")
        try:
            keepsake = Keepsake(
                id=new.id,
                entry=entry,
                at=self._clock(),
                author=new.author,
                device=device,
                text=new.text,
                photo=new.photo,
            )
        except ValidationError as error:
            raise KeepsakeError("unreadable") from error
        self.put(match_id, keepsake)

    def put(self, match_id: str, keepsake: Keepsake) -> bool:
        """Store a keepsake unless it is there, and return whether it is new.

        Raises:
            KeepsakeError: there is no room for it.
            StoreError: it could not be saved.
        """
        there = self._store.attachments(match_id)
        if keepsake.id in there:
            return False
        data = keepsake.model_dump_json()
        if len(there) >= MAX_KEEPSAKES:
            raise KeepsakeError("many", {"limit": MAX_KEEPSAKES})
        if keepsake.photo:
            if sum(bool(one.photo) for one in self.of(match_id)) >= MAX_PHOTOS:
                raise KeepsakeError("photos_many", {"limit": MAX_PHOTOS})
            if self._store.size() + len(data) > MAX_TOTAL:
                raise KeepsakeError("full", {"limit": MAX_TOTAL // 1_000_000})
        self._store.attach(match_id, keepsake.id, data)
        self._redraw(match_id)
        return True

    def remove(self, match_id: str, keepsake_id: str) -> None:
        """Delete a keepsake; one that is not there stays away.

        Raises:
            StoreError: it could not be deleted.
        """
        self._store.detach(match_id, keepsake_id)
        self._read.pop((match_id, keepsake_id), None)
        self._redraw(match_id)


# As files of a backup: what is said about a keepsake, and its photo beside it, to be seen anywhere.

_FILE_START = b'{"keepsake_of": '


def is_keepsake(data: bytes) -> bool:
    """Return whether the data claims to be a keepsake."""
    return data.startswith(_FILE_START)


def dump_keepsake(match_id: str, keepsake: Keepsake) -> bytes:
    """Serialize a keepsake to its file form, without its photo."""
    said = keepsake.model_dump(mode="json", exclude={"photo"})
    said["photo"] = photo_kind(keepsake.photo)
    return json.dumps({"keepsake_of": match_id, **said}, ensure_ascii=False).encode()


def read_keepsake(data: bytes, photo: bytes) -> tuple[str, Keepsake]:
    """Parse a keepsake and the id of its match from a file, with the photo beside it.

    Raises:
        KeepsakeError: it is none, or its photo is missing or no photo.
    """
    try:
        said = json.loads(data)
        match_id = said.pop("keepsake_of")
        if not isinstance(match_id, str) or said.get("photo") != photo_kind(photo):
            raise ValueError("no match, or another photo")
        return match_id, Keepsake.model_validate({**said, "photo": photo})
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise KeepsakeError("unreadable") from error


def photo_names(stem: str) -> Iterable[str]:
    """Return the names that the photo beside a file can have."""
    return (f"{stem}.{kind}" for kind in PHOTO_KINDS)
