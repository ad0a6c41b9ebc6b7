"""Packed data as text: in the fragment of a link, or as QR codes that a camera can read."""

import base64
import binascii
import re
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from companion.match.entries import ActaError

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


PACKED_VERSION = 1
_SUM = 4

ParcelCode = Literal["damaged", "newer_format", "too_large"]


class ParcelError(Exception):
    """Error of a packet that cannot be read."""

    def __init__(self, code: ParcelCode) -> None:
        super().__init__(code)
        self.code: ParcelCode = code


def pack(text: bytes) -> bytes:
    """Compress a text into a packet."""
    deflater = zlib.compressobj(9, zlib.DEFLATED, -15, 9)
    data = bytes([PACKED_VERSION]) + deflater.compress(text) + deflater.flush()
    return data + zlib.crc32(data).to_bytes(_SUM, "big")


def unpack(data: bytes, limit: int) -> bytes:
    """Return the text of a packet, of at most `limit` bytes.

    Raises:
        ParcelError: `newer_format`, `too_large`, or `damaged` where it is not what was packed.
    """
    if data and data[0] > PACKED_VERSION:
        raise ParcelError("newer_format")
    body, checked = data[1:-_SUM], data[-_SUM:]
    if not body or zlib.crc32(data[:-_SUM]) != int.from_bytes(checked, "big"):
        raise ParcelError("damaged")
    inflater = zlib.decompressobj(-15)
    try:
        text = inflater.decompress(body, limit)
    except zlib.error as error:
        raise ParcelError("damaged") from error
    if inflater.unconsumed_tail:
        raise ParcelError("too_large")
    if not inflater.eof:
        raise ParcelError("damaged")
    return text
