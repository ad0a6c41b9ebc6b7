"""Double-buffered file: two files opened at once, the current one and the next one."""

import errno
import re
from typing import Protocol

_HEAD = 16
_UNFINISHED = re.compile(rb"(?:j?|jo|jou|jour|journ|journa|journal|journal \d*) *")
"""Incomplete header of a file that is being written: the header is written last."""


class Slot(Protocol):
    """Open file. Every method may raise `OSError`; `flush` makes writes durable."""

    def read(self) -> bytes:
        """Return the whole content."""

    def write(self, data: bytes, at: int) -> None:
        """Write bytes at an offset."""

    def truncate(self, size: int) -> None:
        """Truncate the file."""

    def flush(self) -> None:
        """Return once everything written is durable."""


class DoubleBufferedFile:
    """Double-buffered `Tape`, which is rewritten atomically.

    Each file begins with its generation, which is written last and so marks the rest as complete. A
    file with a corrupt header is still read and appended to, since the reader checks every line
    itself. Only content that was read is ever overwritten.
    """

    def __init__(self, slots: tuple[Slot, Slot]) -> None:
        files = [_FileState(slot, slot.read()) for slot in slots]
        files.sort(key=lambda each: each.rank, reverse=True)
        now, other = files
        self._slot, self._other = now.slot, other.slot
        self._generation = max(now.generation, 1) if now.content else now.generation
        self._size = len(now.raw) if self._generation else 0
        self._data = now.content
        self._other_is_unread = other.is_spoilt

    def read(self) -> bytes:
        """Return the whole content, as it was when the file was opened."""
        return self._data

    def append(self, data: bytes) -> None:
        """Append data."""
        if not self._generation:
            self._begin(self._slot, data, 1)
            return
        try:
            self._slot.write(data, self._size)
            self._slot.flush()
        except OSError:
            # The next write overwrites the part that was written.
            self._cut_back()
            raise
        self._size += len(data)

    def rewrite(self, data: bytes) -> None:
        """Replace the whole content."""
        if self._other_is_unread:
            raise OSError(errno.EIO, "the other file holds what nobody has read")
        old = self._slot
        self._begin(self._other, data, self._generation + 1)
        self._other = old
        old.truncate(0)

    def _begin(self, slot: Slot, data: bytes, generation: int) -> None:
        slot.truncate(0)
        slot.write(b" " * _HEAD + data, 0)
        slot.flush()
        slot.write(f"journal {generation:07d}\n".encode(), 0)
        slot.flush()
        self._slot, self._generation, self._size = slot, generation, _HEAD + len(data)

    def _cut_back(self) -> None:
        try:
            self._slot.truncate(self._size)
        except OSError:
            return


class _FileState:
    """State of one of the files when it was opened."""

    def __init__(self, slot: Slot, raw: bytes) -> None:
        self.slot = slot
        self.raw = raw
        self.generation = _generation(raw)
        self.is_spoilt = not self.generation and not _UNFINISHED.fullmatch(raw[:_HEAD])
        """True if its header is corrupt or foreign, rather than still being written."""

    @property
    def content(self) -> bytes:
        """Return the part to read; with a corrupt header, all of it."""
        return self.raw if self.is_spoilt else self.raw[_HEAD:]

    @property
    def rank(self) -> tuple[int, bool, int]:
        """Return the sort key: the file with the highest one is current."""
        return (self.generation, self.is_spoilt, len(self.raw))


def _generation(data: bytes) -> int:
    """Return the generation of a file, from 1; 0 if its header has none."""
    head = data[:_HEAD]
    if not head.startswith(b"journal ") or not head.endswith(b"\n"):
        return 0
    return int(head[8:-1]) if head[8:-1].isdigit() else 0
