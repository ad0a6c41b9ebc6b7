"""Packed data as text: in the fragment of a link, or as QR codes that a camera can read."""

import base64
import binascii
import re
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.match.errors import ActaError

FRAME_BYTES = 600
"""Bytes in one QR code: 960 letters, which any phone reads from a screen."""
MAX_FRAMES = 64
MAX_TEXT = 400_000
_FRAME = re.compile(r"^([A-Z])(\d{1,2})-(\d{1,2})-([0-9A-F]{8})-([A-Z2-7]+)$")


@dataclass(frozen=True, slots=True)
class QrFrame:
    """One QR code of a series."""

    kind: str
    """Capital letter for the type of the data."""
    number: int
    total: int
    sum: str
    """Checksum of the whole data: frames of two series never mix."""
    data: bytes

    @property
    def text(self) -> str:
        """Return the text of its QR code."""
        letters = base64.b32encode(self.data).decode().rstrip("=")
        return f"{self.kind}{self.number}-{self.total}-{self.sum}-{letters}"


@dataclass(frozen=True, slots=True)
class QrFrameSet:
    """Frames of one series that were read so far."""

    frames: Mapping[int, QrFrame] = field(default_factory=dict)

    @property
    def total(self) -> int:
        """Return the number of frames in the series; 0 before the first one."""
        return next(iter(self.frames.values())).total if self.frames else 0

    @property
    def missing(self) -> tuple[int, ...]:
        """Return the numbers of the frames still to be read, from 1."""
        return tuple(n for n in range(1, self.total + 1) if n not in self.frames)

    def with_frame(self, frame: QrFrame) -> "QrFrameSet":
        """Add a frame; one of another series starts over with that series."""
        same = [f for f in self.frames.values() if _row(f) == _row(frame)]
        kept = self.frames if same else {}
        return QrFrameSet({**kept, frame.number: frame})

    def data(self) -> bytes:
        """Return the whole data.

        Raises:
            ActaError: `truncated` while frames are missing, or the checksum is wrong.
        """
        if not self.frames or self.missing:
            raise ActaError("truncated", {"line": 1})
        whole = b"".join(self.frames[n].data for n in range(1, self.total + 1))
        if _sum(whole) != self.frames[1].sum:
            raise ActaError("truncated", {"line": 1})
        return whole


def link_text(data: bytes) -> str:
    """Encode the data as text for the fragment of a link."""
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def read_link_text(text: str) -> bytes:
    """Decode the data of such a text.

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
    """Encode the data as a series of texts in capitals and digits, which suit a QR best.

    Raises:
        ActaError: `too_large` if it takes more QR codes than anybody would read.
    """
    parts = [data[n : n + room] for n in range(0, len(data), room)]
    if len(parts) > MAX_FRAMES:
        raise ActaError("too_large", {"limit": 1})
    # Parts of equal length make QR codes of one size, which do not jump while a camera reads them.
    even = -(-len(data) // max(len(parts), 1))
    parts = [data[n : n + even] for n in range(0, len(data), even)]
    head = _sum(data)
    return tuple(QrFrame(kind, n, len(parts), head, part).text for n, part in enumerate(parts, 1))


def read_frame(text: str) -> QrFrame | None:
    """Parse one frame from its text; return None if it is none."""
    parsed = _FRAME.match(text[:4096].strip().upper())
    if parsed is None:
        return None
    kind, number, total, head, letters = parsed.groups()
    if not 1 <= int(number) <= int(total) <= MAX_FRAMES:
        return None
    try:
        data = base64.b32decode(letters + "=" * (-len(letters) % 8))
    except binascii.Error:
        return None
    return QrFrame(kind, int(number), int(total), head, data)


def _row(frame: QrFrame) -> tuple[str, int, str]:
    return frame.kind, frame.total, frame.sum


def _sum(data: bytes) -> str:
    return f"{zlib.crc32(data):08X}"
