"""A tape made of two files that are written at once: one counts, the other is the next one."""

import errno
import re
from typing import Protocol

_HEAD = 16
_UNFINISHED = re.compile(rb"(?:j?|jo|jou|jour|journ|journa|journal|journal \d*) *")
"""The beginning of a file that is being written: it comes last."""


class Slot(Protocol):
    """A file that is open. Every method may raise `OSError`; `flush` makes it survive."""

    def read(self) -> bytes:
        """All of it."""

    def write(self, data: bytes, at: int) -> None:
        """Puts bytes at a place."""

    def truncate(self, size: int) -> None:
        """Cuts it off."""

    def flush(self) -> None:
        """Returns once everything written is there for good."""


class TwoFiles:
    """A `Tape` that can be written anew: whole or not at all.

    Each file begins with its generation; that is written last, and so says that the rest is there.
    A file whose beginning is spoilt is read and added to all the same: whoever reads the tape knows
    by themselves what of it is whole. Only what was read is ever written over.
    """

    def __init__(self, slots: tuple[Slot, Slot]) -> None:
        found = [_Found(slot, slot.read()) for slot in slots]
        found.sort(key=lambda each: each.rank, reverse=True)
        now, other = found
        self._slot, self._other = now.slot, other.slot
        self._generation = max(now.generation, 1) if now.content else now.generation
        self._size = len(now.raw) if self._generation else 0
        self._data = now.content
        self._other_is_unread = other.is_spoilt

    def read(self) -> bytes:
        """All of it, as it was when it was opened."""
        return self._data

    def append(self, data: bytes) -> None:
        """Adds to its end."""
        if not self._generation:
            self._begin(self._slot, data, 1)
            return
        try:
            self._slot.write(data, self._size)
            self._slot.flush()
        except OSError:
            # What is there of it will be overwritten by the next one.
            self._cut_back()
            raise
        self._size += len(data)

    def rewrite(self, data: bytes) -> None:
        """Puts other content in the place of all of it."""
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


class _Found:
    """A file as it was found."""

    def __init__(self, slot: Slot, raw: bytes) -> None:
        self.slot = slot
        self.raw = raw
        self.generation = _generation(raw)
        self.is_spoilt = not self.generation and not _UNFINISHED.fullmatch(raw[:_HEAD])
        """Whether it was in use, or is somebody else's, and not only being written."""

    @property
    def content(self) -> bytes:
        """What of it is to be read; what came before a beginning could be written, too."""
        return self.raw if self.is_spoilt else self.raw[_HEAD:]

    @property
    def rank(self) -> tuple[int, bool, int]:
        """The file that counts is the one with the highest."""
        return (self.generation, self.is_spoilt, len(self.raw))


def _generation(data: bytes) -> int:
    """The generation of a file, from 1; 0 where its beginning does not say."""
    head = data[:_HEAD]
    if not head.startswith(b"journal ") or not head.endswith(b"\n"):
        return 0
    return int(head[8:-1]) if head[8:-1].isdigit() else 0
