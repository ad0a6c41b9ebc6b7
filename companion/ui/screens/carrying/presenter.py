"""Taking something to another device: its link and its row of codes, and how large they are."""

from dataclasses import dataclass
from urllib.parse import urlsplit, urlunsplit

from companion.match import frames
from companion.match.errors import ActaError
from companion.table.arrivals import KINDS, PART
from companion.table.visit import MAX_SITE

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


def site_address(typed: str) -> str | None:
    """The address of a published copy as it is kept, of what was typed; None if it cannot be one.

    Links are made by adding a fragment to it, so it ends where its page is.
    """
    text = typed.strip()
    if "://" not in text:
        text = f"https://{text}"
    try:
        parts = urlsplit(text)
        port_is_one = parts.port is None or parts.port > 0
    except ValueError:
        return None
    host = parts.hostname or ""
    known = parts.scheme in ("http", "https") and bool(host) and port_is_one and not parts.username
    if not known or any(c.isspace() or c in '<>"\\^`{|}' for c in text):
        return None
    path = parts.path or "/"
    if not path.endswith("/") and "." not in path.rsplit("/", 1)[-1]:
        path += "/"
    found = urlunsplit((parts.scheme, parts.netloc, path, "", ""))
    return found if len(found) <= MAX_SITE and _reachable(host) else None


def _reachable(host: str) -> bool:
    return "." in host or ":" in host or host == "localhost"
