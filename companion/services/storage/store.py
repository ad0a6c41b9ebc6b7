"""Store interface of the hub. It uses no threads, so a browser can provide one."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, Protocol, TypeAlias

from companion.match.entries import Entry
from companion.match.resumable import Resumable

Row: TypeAlias = tuple[int, str]
"""Line of an acta, with its format version."""

StoreCode = Literal[
    "disk_full",
    "read_only",
    "elsewhere",
    "damaged",
    "busy_data",
    "not_found",
    "taken",
    "newer_data",
    "bad_folder",
    "io_error",
    "full",
]


Trouble = Literal[
    "boxes_aside",
    "boxes_newer",
    "box_lost",
    "tables_aside",
    "disputes_aside",
    "lock_aside",
    "journal_unread",
    "read_only",
    "disk_full",
]
"""Code of a problem of a store that is in use all the same, worded under `trouble.<code>`."""


ASIDE = "/apartado"
"""Suffix of the key under which an unreadable setting is kept."""


class StoreError(Exception):
    """Error of reading or saving: a code worded under `store.<code>`."""

    def __init__(self, code: StoreCode, detail: str = "") -> None:
        super().__init__(f"{code} {detail}".strip())
        self.code: StoreCode = code
        self.detail = detail


@dataclass(frozen=True, slots=True)
class Head:
    """Data for the list of matches, available without reading the whole acta."""

    header: Entry
    count: int
    updated_at: datetime
    digest: str
    """Summary that the hub last wrote beside the acta; it can always be recomputed."""


@dataclass(frozen=True, slots=True)
class StoredBox:
    """Stored form of one box profile."""

    id: str
    game: str
    data: str


class Store(Protocol):
    """Store of matches, boxes and settings. Every method may raise `StoreError`.

    When a writing method returns, what it wrote survives the death of the process.
    """

    @property
    def troubles(self) -> tuple[Trouble, ...]:
        """Return the problems of the store, which is in use all the same."""

    def match_ids(self) -> tuple[str, ...]:
        """Return every match that is not in the bin, including unreadable ones."""

    def head(self, match_id: str) -> Head:
        """Return the header, entry count, last change and summary of an acta."""

    def load(self, match_id: str) -> tuple[Entry, ...]:
        """Return a whole acta."""

    def loading(self, match_id: str) -> Resumable[tuple[Entry, ...]]:
        """Run `load` as resumable work, with a pause after each entry."""

    def rows(self, match_id: str) -> Sequence[Row]:
        """Return the stored lines of an acta, unchecked and as far as they are there."""

    def create(self, match_id: str, entries: Sequence[Entry], digest: str) -> None:
        """Save a new match, all of it or nothing; `taken` if its id exists."""

    def append(self, match_id: str, entries: Sequence[Entry], digest: str) -> None:
        """Append entries, all or none; `taken` unless they follow the last one."""

    def write_digest(self, match_id: str, digest: str) -> None:
        """Replace the summary beside the acta."""

    def rename(self, match_id: str, header: Entry) -> None:
        """Replace the header by one that differs in its title alone."""

    def delete(self, match_id: str) -> None:
        """Move a match to the bin."""

    def binned(self) -> tuple[str, ...]:
        """Return the matches in the bin."""

    def restore(self, match_id: str) -> None:
        """Take a match out of the bin; `taken` if its id exists by now."""

    def empty_bin(self) -> None:
        """Delete the matches in the bin for good."""

    def boxes(self) -> tuple[StoredBox, ...]:
        """Return every box profile."""

    def save_box(self, box: StoredBox) -> None:
        """Add a box profile or replaces the one with its id."""

    def delete_box(self, box_id: str) -> None:
        """Delete a box profile."""

    def setting(self, key: str) -> str | None:
        """Return the value of a setting, or None."""

    def set_setting(self, key: str, value: str) -> None:
        """Store the value of a setting."""

    def close(self) -> None:
        """Close every file."""
