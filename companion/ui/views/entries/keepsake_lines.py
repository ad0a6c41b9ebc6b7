"""Notes and photos of a table as displayed: under their entry of the acta, and with the result."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from companion.rulebook.loader import AppWords
from companion.services.matches.keepsakes import Keepsake
from companion.ui.views.entries.entry_lines import local_time


@dataclass(frozen=True, slots=True)
class KeepsakeLine:
    """Note or photo as displayed."""

    id: str
    entry: str
    """Entry of the acta with which it was kept."""
    text: str
    author: str
    under: str
    """Time and author."""
    photo: bytes
    opens: str
    """Name of the touch that shows it large."""


def keepsake_lines(
    kept: Iterable[Keepsake], words: AppWords, now: datetime
) -> tuple[KeepsakeLine, ...]:
    """Return notes and photos as displayed, in their order."""
    return tuple(_line(one, words, now) for one in kept)


def _line(one: Keepsake, words: AppWords, now: datetime) -> KeepsakeLine:
    opens = words("keepsake.see_photo" if one.photo else "keepsake.see_note", text=one.text)
    under = " · ".join(part for part in (local_time(one.at, now), one.author) if part)
    return KeepsakeLine(one.id, one.entry, one.text, one.author, under, one.photo, opens)
