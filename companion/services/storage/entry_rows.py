"""Storage form of entries: one line each, with its format version."""

from collections.abc import Sequence

from companion.match.entries import FORMAT, Entry
from companion.match.errors import ActaError
from companion.match.files import acta_file
from companion.match.resumable import Resumable, done
from companion.services.storage.store import Row, StoreCode, StoreError


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
