"""Store interface of the hub. It uses no threads, so a browser can provide one."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final, Literal, Protocol, TypeAlias

from companion.match.entries import FORMAT, ActaError, Entry
from companion.match.files import acta_file
from companion.match.resumable import Resumable, done

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

    def attachments(self, match_id: str) -> tuple[str, ...]:
        """Return the ids of what is kept beside an acta, in the order in which it came."""

    def attachment(self, match_id: str, attached: str) -> str:
        """Return one of them; `damaged` if it is not as it was stored."""

    def attach(self, match_id: str, attached: str, data: str) -> None:
        """Keep a text beside an acta under an id of its own; it goes wherever the match goes."""

    def detach(self, match_id: str, attached: str) -> None:
        """Delete what is kept under an id, if there is something."""

    def size(self) -> int:
        """Return roughly the bytes of all matches that are not in the bin."""

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


_FORMER: Final = {
    "backup_entries": "guardado_todo",
    "box_of_match:": "caja:",
    "bin:": "papelera:",
    "checklist:": "lista:",
    "dispute/": "disputa/",
    "disputes": "disputas",
    "draft/": "borrador/",
    "host_names": "quien-organiza",
    "incoming/": "llegado/",
    "last_box:": "ultima_caja:",
    "last_match:": "ultima:",
    "last_players": "ultimos",
    "new_match:": "borrador:",
    "player_names": "nombres",
    "shared_tables": "mesas",
    "site_address": "sitio",
}
"""By name or prefix of today, the former one. Never give an entry to something else."""


def former_key(key: str) -> str | None:
    """Return the key under which earlier versions kept a setting, or None if it had no other."""
    if key in _FORMER:
        return _FORMER[key]
    for mark in (":", "/"):
        prefix, separator, rest = key.partition(mark)
        if separator and (former := _FORMER.get(prefix + mark)) is not None:
            return former + rest
    return None


def rows_of(entries: Sequence[Entry]) -> list[Row]:
    """Serialize entries to stored rows."""
    return [(FORMAT, acta_file.dump_entry(entry)) for entry in entries]


def entries_of(rows: Sequence[Row]) -> tuple[Entry, ...]:
    """Parse entries from stored rows.

    Raises:
        StoreError: `damaged`, or `newer_data` where a newer program wrote it.
    """
    return done(_read(rows))


def _read(rows: Sequence[Row]) -> Resumable[tuple[Entry, ...]]:
    entries: list[Entry] = []
    try:
        for version, line in rows:
            entries.append(acta_file.load_entry(line, version))
            yield
    except ActaError as error:
        code: StoreCode = "newer_data" if error.code == "newer_format" else "damaged"
        raise StoreError(code, error.code) from error
    if not entries:
        raise StoreError("damaged", "no entries")
    return tuple(entries)


def as_file(rows: Sequence[Row]) -> bytes:
    """Join stored rows to a file, line by line, even if they are no whole acta."""
    return "".join(acta_file.upcast_line(line, version) + "\n" for version, line in rows).encode(
        errors="surrogateescape"
    )


def whole_acta(rows: Sequence[Row]) -> Resumable[tuple[Entry, ...]]:
    """Parse a whole acta without gaps, as resumable work with a pause after each entry.

    Raises:
        StoreError: as `entries_of`.
    """
    entries = yield from _read(rows)
    try:
        acta_file.check_sequence(entries)
    except ActaError as error:
        raise StoreError("damaged", error.code) from error
    return entries
