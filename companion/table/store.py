"""What the hub needs of a place that keeps matches. It uses no threads, so a browser can be one."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, Protocol, TypeAlias

from companion.match.entries import Entry
from companion.match.work import Work

Row: TypeAlias = tuple[int, str]
"""One line of an acta, and the version of the form it is written in."""

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
"""What is wrong with a place that is in use all the same: words under `trouble.<code>`."""


ASIDE = "/apartado"
"""Added to the key of a setting that cannot be read, under which it is kept then."""


class StoreError(Exception):
    """Something could not be read or kept: a code with words under `store.<code>`."""

    def __init__(self, code: StoreCode, detail: str = "") -> None:
        super().__init__(f"{code} {detail}".strip())
        self.code: StoreCode = code
        self.detail = detail


@dataclass(frozen=True, slots=True)
class Head:
    """What a list of matches shows, without reading the whole acta."""

    header: Entry
    count: int
    updated_at: datetime
    digest: str
    """What the hub last wrote beside the acta: a summary that can always be made again."""


@dataclass(frozen=True, slots=True)
class StoredBox:
    """One box profile as it is kept."""

    id: str
    game: str
    data: str


class Store(Protocol):
    """Matches, boxes and settings. Every method may raise `StoreError`.

    When a writing method returns, what it wrote survives the death of the process.
    """

    @property
    def troubles(self) -> tuple[Trouble, ...]:
        """What is wrong with it, although it is in use."""

    def match_ids(self) -> tuple[str, ...]:
        """Every match that is not in the bin, also those that cannot be read."""

    def head(self, match_id: str) -> Head:
        """The beginning and the end of an acta."""

    def load(self, match_id: str) -> tuple[Entry, ...]:
        """A whole acta."""

    def loading(self, match_id: str) -> Work[tuple[Entry, ...]]:
        """As `load`, with a pause after each entry."""

    def rows(self, match_id: str) -> Sequence[Row]:
        """What is kept of an acta, line by line, whatever it says and as far as it is there."""

    def create(self, match_id: str, entries: Sequence[Entry], digest: str) -> None:
        """Keeps a new match, all of it or nothing; `taken` if there is one with that id."""

    def append(self, match_id: str, entries: Sequence[Entry], digest: str) -> None:
        """Adds entries, all or none; `taken` unless they follow the last one."""

    def write_digest(self, match_id: str, digest: str) -> None:
        """Replaces the summary beside the acta."""

    def rename(self, match_id: str, header: Entry) -> None:
        """Replaces the header by one that differs in its title alone."""

    def delete(self, match_id: str) -> None:
        """Moves a match to the bin."""

    def binned(self) -> tuple[str, ...]:
        """The matches in the bin."""

    def restore(self, match_id: str) -> None:
        """Takes a match out of the bin; `taken` if there is another one with its id by now."""

    def empty_bin(self) -> None:
        """Deletes what is in the bin for good."""

    def boxes(self) -> tuple[StoredBox, ...]:
        """Every box profile."""

    def save_box(self, box: StoredBox) -> None:
        """Adds a box profile or replaces the one with its id."""

    def delete_box(self, box_id: str) -> None:
        """Forgets a box profile."""

    def setting(self, key: str) -> str | None:
        """The value kept under a key."""

    def set_setting(self, key: str, value: str) -> None:
        """Keeps a value under a key."""

    def close(self) -> None:
        """Lets go of every file."""
