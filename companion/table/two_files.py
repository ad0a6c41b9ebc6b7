"""A tape made of two files that are written at once: one counts, the other is the next one."""

from typing import Protocol

_HEAD = 16


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
    """

    def __init__(self, slots: tuple[Slot, Slot]) -> None:
        found = [(_generation(data := slot.read()), data, slot) for slot in slots]
        found.sort(key=lambda each: each[0], reverse=True)
        (self._generation, data, self._slot), (_, _, self._other) = found
        self._size = len(data) if self._generation else 0
        self._data = data[_HEAD:] if self._generation else b""

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


def _generation(data: bytes) -> int:
    """The generation of a file, from 1; 0 where there is nothing that counts."""
    head = data[:_HEAD]
    if not head.startswith(b"journal ") or not head.endswith(b"\n"):
        return 0
    return int(head[8:-1]) if head[8:-1].isdigit() else 0
