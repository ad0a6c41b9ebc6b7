"""Taking something to another device: its link and its row of codes, and how large they are."""

from dataclasses import dataclass

from companion.match import frames
from companion.match.errors import ActaError
from companion.table.arrivals import KINDS, PART

_KIND = {what: kind for kind, what in KINDS.items()}


@dataclass(frozen=True, slots=True)
class CarryView:
    """What leads to another device."""

    link: str
    """Empty where it would be too long."""
    size: str
    """Of the link, in kilobytes, as it is written in Spanish."""
    codes: tuple[str, ...]
    """What each QR of the row holds; empty where there would be too many."""


def carried(what: str, packed: bytes, site: str) -> CarryView:
    """The ways that go by an address.

    Args:
        what: `acta`, `caja` or `disputa`.
        packed: the whole.
        site: the address that the other device opens.
    """
    text = frames.link_text(packed)
    # One that is longer would not be read again.
    link = f"{site}#{what}={text}" if len(text) <= frames.MAX_TEXT else ""
    return CarryView(link, kilobytes(len(link)), _codes(what, packed, site))


def _codes(what: str, packed: bytes, site: str) -> tuple[str, ...]:
    try:
        row = frames.frames(packed, _KIND[what])
    except ActaError:
        return ()
    return tuple(f"{site}#{PART}={text}" for text in row)


def kilobytes(size: int) -> str:
    """A size with one decimal."""
    return f"{max(size, 100) / 1000:.1f}".replace(".", ",")
