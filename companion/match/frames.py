"""Packed data as text: in the fragment of a link, or in a row of QR codes that fit a camera."""

import base64
import binascii
import re
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.match.errors import ActaError

FRAME_BYTES = 600
"""What one QR holds: 960 letters, which any phone reads from a screen."""
MAX_FRAMES = 64
MAX_TEXT = 400_000
_FRAME = re.compile(r"^([A-Z])(\d{1,2})-(\d{1,2})-([0-9A-F]{8})-([A-Z2-7]+)$")


@dataclass(frozen=True, slots=True)
class Frame:
    """One QR of a row."""

    kind: str
    """A capital: what is carried."""
    number: int
    total: int
    sum: str
    """Of the whole: frames of two different rows never mix."""
    data: bytes

    @property
    def text(self) -> str:
        """As it stands in its QR."""
        letters = base64.b32encode(self.data).decode().rstrip("=")
        return f"{self.kind}{self.number}-{self.total}-{self.sum}-{letters}"


@dataclass(frozen=True, slots=True)
class Gathered:
    """The frames of one row that were read so far."""

    frames: Mapping[int, Frame] = field(default_factory=dict)

    @property
    def total(self) -> int:
        """How many there are; 0 before the first one."""
        return next(iter(self.frames.values())).total if self.frames else 0

    @property
    def missing(self) -> tuple[int, ...]:
        """Those still to be read, from 1."""
        return tuple(n for n in range(1, self.total + 1) if n not in self.frames)

    def with_frame(self, frame: Frame) -> "Gathered":
        """One more; one of another row begins that row."""
        same = [f for f in self.frames.values() if _row(f) == _row(frame)]
        kept = self.frames if same else {}
        return Gathered({**kept, frame.number: frame})

    def data(self) -> bytes:
        """The whole.

        Raises:
            ActaError: `truncated` while some are missing, or they are not what they claim.
        """
        if not self.frames or self.missing:
            raise ActaError("truncated", {"line": 1})
        whole = b"".join(self.frames[n].data for n in range(1, self.total + 1))
        if _sum(whole) != self.frames[1].sum:
            raise ActaError("truncated", {"line": 1})
        return whole


def link_text(data: bytes) -> str:
    """The data as one text for the fragment of a link."""
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def read_link_text(text: str) -> bytes:
    """The data of such a text.

    Raises:
        ActaError: `not_acta` or `too_large`.
    """
    if len(text) > MAX_TEXT:
        raise ActaError("too_large", {"limit": 1})
    try:
        padded = text + "=" * (-len(text) % 4)
        return base64.b64decode(padded.encode("ascii"), altchars=b"-_", validate=True)
    except (ValueError, binascii.Error) as error:
        raise ActaError("not_acta") from error


def frames(data: bytes, kind: str, room: int = FRAME_BYTES) -> tuple[str, ...]:
    """The data as a row of texts, in capitals and digits alone: a QR holds more of those.

    Raises:
        ActaError: `too_large` for any number of QR codes that somebody would read.
    """
    parts = [data[n : n + room] for n in range(0, len(data), room)]
    if len(parts) > MAX_FRAMES:
        raise ActaError("too_large", {"limit": 1})
    # Even parts make codes of one size, which do not jump while a camera looks at them.
    even = -(-len(data) // max(len(parts), 1))
    parts = [data[n : n + even] for n in range(0, len(data), even)]
    head = _sum(data)
    return tuple(Frame(kind, n, len(parts), head, part).text for n, part in enumerate(parts, 1))


def read_frame(text: str) -> Frame | None:
    """One frame of its text; None if it is none."""
    found = _FRAME.match(text[:4096].strip().upper())
    if found is None:
        return None
    kind, number, total, head, letters = found.groups()
    if not 1 <= int(number) <= int(total) <= MAX_FRAMES:
        return None
    try:
        data = base64.b32decode(letters + "=" * (-len(letters) % 8))
    except binascii.Error:
        return None
    return Frame(kind, int(number), int(total), head, data)


def _row(frame: Frame) -> tuple[str, int, str]:
    return frame.kind, frame.total, frame.sum


def _sum(data: bytes) -> str:
    return f"{zlib.crc32(data):08X}"
