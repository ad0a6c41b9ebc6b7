"""Fake durable file in memory that can be cut, corrupted and filled up."""

import errno
from dataclasses import dataclass, field


@dataclass
class Reel:
    """Durable file in memory."""

    data: bytes = b""
    room: int | None = None
    """Number of bytes that still fit; None for any number."""
    writes: list[int] = field(default_factory=list)
    """Length after each append."""

    def read(self) -> bytes:
        """Return the whole content."""
        return self.data

    def append(self, data: bytes) -> None:
        """Append to the end, as far as there is room."""
        if self.room is not None and len(data) > self.room:
            self.data += data[: self.room]
            self.room = 0
            raise OSError(errno.ENOSPC, "full")
        if self.room is not None:
            self.room -= len(data)
        self.data += data
        self.writes.append(len(self.data))

    def rewrite(self, data: bytes) -> None:
        """Replace the content."""
        self.data = data
