"""How entries lie in storage: one line each, with the version of the form it is written in."""

from collections.abc import Sequence

from companion.match import acta_file
from companion.match.entries import FORMAT, Entry
from companion.match.errors import ActaError
from companion.match.work import Work, done
from companion.table.store import Row, StoreCode, StoreError


def rows_of(entries: Sequence[Entry]) -> list[Row]:
    """What is kept of entries."""
    return [(FORMAT, acta_file.dump_entry(entry)) for entry in entries]


def entries_of(rows: Sequence[Row]) -> tuple[Entry, ...]:
    """The entries of what was kept.

    Raises:
        StoreError: `damaged`, or `newer_data` where a newer program wrote it.
    """
    return done(_read(rows))


def _read(rows: Sequence[Row]) -> Work[tuple[Entry, ...]]:
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
    """What was kept as a file, line by line: also where it is no whole acta any more."""
    return "".join(acta_file.relined(line, version) + "\n" for version, line in rows).encode(
        errors="surrogateescape"
    )


def whole_acta(rows: Sequence[Row]) -> Work[tuple[Entry, ...]]:
    """The entries of a whole acta, none missing, with a pause after each that is read.

    Raises:
        StoreError: as `entries_of`.
    """
    entries = yield from _read(rows)
    try:
        acta_file.check_sequence(entries)
    except ActaError as error:
        raise StoreError("damaged", error.code) from error
    return entries
