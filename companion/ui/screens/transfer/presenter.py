"""View model of a transfer: the link, the row of QR codes and their sizes."""

from dataclasses import dataclass

from companion.match.errors import ActaError
from companion.match.files import qr_frames
from companion.services.transfer.incoming_data import KINDS, PART

_KIND = {what: kind for kind, what in KINDS.items()}


@dataclass(frozen=True, slots=True)
class CarryView:
    """Link and codes that another device can open."""

    link: str
    """Link to the data; empty if it would be too long."""
    size: str
    """Size of the link in kilobytes, in Spanish notation."""
    codes: tuple[str, ...]
    """Content of each QR code; empty if there would be too many."""


def carried(what: str, packed: bytes, site: str) -> CarryView:
    """Build the link and the QR codes of a packet.

    Args:
        what: `acta`, `caja` or `disputa`.
        packed: the packed data.
        site: the address that the other device opens.
    """
    text = qr_frames.link_text(packed)
    # A longer link could not be read back.
    link = f"{site}#{what}={text}" if len(text) <= qr_frames.MAX_TEXT else ""
    return CarryView(link, kilobytes(len(link)), _codes(what, packed, site))


def _codes(what: str, packed: bytes, site: str) -> tuple[str, ...]:
    try:
        row = qr_frames.frames(packed, _KIND[what])
    except ActaError:
        return ()
    return tuple(f"{site}#{PART}={text}" for text in row)


def kilobytes(size: int) -> str:
    """Format a size in kilobytes with one decimal."""
    return f"{max(size, 100) / 1000:.1f}".replace(".", ",")
