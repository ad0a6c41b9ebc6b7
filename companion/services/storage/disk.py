"""Operations on database files: move, remove, set aside, with what SQLite keeps beside them."""

import contextlib
import errno
import os
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Literal, TypeAlias

from companion.services.storage.store import StoreCode, StoreError

Unwritten: TypeAlias = Literal["read_only", "disk_full"]
"""Reason why a readable folder cannot be written."""

_TRIED = 64 * 1024
"""Bytes of free space that a folder must have."""
_SIDE_FILES = ("", "-wal", "-shm", "-journal")


def is_there(path: Path) -> bool:
    """Return whether the name is taken, by a file or anything else."""
    return os.path.lexists(path)


def has_non_files(path: Path) -> bool:
    """Return whether the name of a database, or of a file beside it, is taken by a non-file."""
    return any(is_there(part) and not part.is_file() for part in _siblings(path))


def move(path: Path, folder: Path) -> None:
    """Move a database to another folder."""
    with store_errors():
        # Move the journal first. It is useless without its match, but it may hold the last entries
        # of the match.
        for part in reversed(tuple(_siblings(path))):
            _rename(part, folder / part.name)


def _rename(part: Path, to: Path) -> None:
    # A file beside a database disappears by itself when the last user of the database closes it.
    with contextlib.suppress(FileNotFoundError):
        part.rename(to)


def remove(path: Path) -> None:
    """Delete a database, or whatever has its name."""
    with store_errors():
        for part in _siblings(path):
            if part.is_dir() and not part.is_symlink():
                shutil.rmtree(part)
            else:
                part.unlink(missing_ok=True)


def set_aside(path: Path) -> Path:
    """Rename a database, losing nothing of it; return its new path."""
    names = (path.with_name(f"{path.name}.damaged-{n}") for n in range(1, 1000))
    with store_errors():
        target = next(name for name in names if not any(map(is_there, _siblings(name))))
        for part, to in zip(_siblings(path), _siblings(target), strict=True):
            _rename(part, to)
    return target


def tried(folder: Path) -> tuple[Unwritten, ...]:
    """Return why a trial write to a folder fails; empty if it succeeds."""
    try:
        with store_errors(), tempfile.TemporaryFile(dir=folder) as file:
            file.write(bytes(_TRIED))
            file.flush()
    except StoreError as error:
        return (unwritten(error) or "read_only",)
    return ()


def unwritten(error: StoreError) -> Unwritten | None:
    """Return why nothing can be written, if the error says so, else None."""
    return error.code if error.code == "read_only" or error.code == "disk_full" else None


def precise_error(error: StoreError, folder: Path) -> StoreError:
    """Return a more precise error, found by a trial write.

    SQLite does not say why it cannot write.
    """
    why = tried(folder) if error.code in ("bad_folder", "read_only") else ()
    return StoreError(why[0], error.detail) if why else error


def sync_folder(folder: Path) -> None:
    """Make a new name in a folder survive a power cut, where the system allows it."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def copied(path: Path, folder: Path) -> Path:
    """Copy a database byte for byte to another folder."""
    for part in _siblings(path):
        if part.is_file() and not part.name.endswith("-shm"):
            shutil.copyfile(part, folder / part.name)
    return folder / path.name


def has_journal(path: Path) -> bool:
    """Return whether a journal with pending content lies beside a database."""
    sides = (path.with_name(path.name + end) for end in ("-wal", "-journal"))
    return any(side.is_file() and side.stat().st_size for side in sides)


def _siblings(path: Path) -> Iterator[Path]:
    return (path.with_name(path.name + end) for end in _SIDE_FILES)


_SQLITE_CODES: tuple[tuple[str, StoreCode], ...] = (
    ("SQLITE_FULL", "disk_full"),
    ("SQLITE_READONLY", "read_only"),
    ("SQLITE_BUSY", "busy_data"),
    ("SQLITE_LOCKED", "busy_data"),
    ("SQLITE_CANTOPEN", "bad_folder"),
    ("SQLITE_IOERR", "io_error"),
    ("SQLITE_PERM", "read_only"),
)
_OS_CODES: Mapping[int, StoreCode] = {
    errno.ENOSPC: "disk_full",
    errno.EROFS: "read_only",
    errno.EACCES: "read_only",
    errno.EPERM: "read_only",
    errno.ENOTDIR: "bad_folder",
    errno.EEXIST: "bad_folder",
    errno.ELOOP: "bad_folder",
    errno.ENAMETOOLONG: "bad_folder",
    errno.EDQUOT: "disk_full",
    errno.ENOENT: "bad_folder",
}


@contextlib.contextmanager
def store_errors() -> Iterator[None]:
    """Convert errors of the system and of SQLite into a `StoreError`."""
    try:
        yield
    except (sqlite3.Error, MemoryError, UnicodeError) as error:
        # A damaged file may claim a huge size, and SQLite then asks for that much memory.
        raise StoreError(_code_of(error), str(error)) from error
    except OSError as error:
        raise StoreError(_OS_CODES.get(error.errno or 0, "io_error"), str(error)) from error


def _code_of(error: Exception) -> StoreCode:
    name = getattr(error, "sqlite_errorname", "")
    return next((code for start, code in _SQLITE_CODES if name.startswith(start)), "damaged")
