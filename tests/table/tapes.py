"""Tapes to test on: one in memory that can be cut, spoilt and filled up."""

import errno
from dataclasses import dataclass, field


@dataclass
class Reel:
    """A tape in memory."""

    data: bytes = b""
    room: int | None = None
    """How many bytes more it takes; None: any number."""
    writes: list[int] = field(default_factory=list)
    """The length after each append."""

    def read(self) -> bytes:
        """All of it."""
        return self.data

    def append(self, data: bytes) -> None:
        """Adds to its end, as far as there is room."""
        if self.room is not None and len(data) > self.room:
            self.data += data[: self.room]
            self.room = 0
            raise OSError(errno.ENOSPC, "full")
        if self.room is not None:
            self.room -= len(data)
        self.data += data
        self.writes.append(len(self.data))

    def rewrite(self, data: bytes) -> None:
        """Puts other content in its place."""
        self.data = data
