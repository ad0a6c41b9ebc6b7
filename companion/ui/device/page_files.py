"""Files that the page lets a person choose, and hands over in pieces (`page/assets/files.js`)."""

import json
from base64 import b64decode
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from companion.match.entries import fresh_id
from companion.match.files.acta_file import MAX_BYTES
from companion.services.matches.keepsakes import MAX_PHOTO

PHOTO, FILE = "photo", "file"
"""Names of the page's own events, and of the keys under which one is asked for."""
TAKES_KEY = "takes_files"
"""Key of the page's script: that it can take a photo and a file."""
MAX_FILE: Final = 100_000_000
"""Bytes of a file that the host may bring: a backup with some hundreds of photos."""
_SMALL: Final = 45_000
"""Letters of a piece that fits into a frame of a guest. A multiple of four, as all of them."""
_LARGE: Final = 1_000_000
"""The same for the host. The page answers between two pieces, so it never stands still."""

Chosen = Callable[[bytes], None]


@dataclass(frozen=True, slots=True)
class Pieces:
    """Limits of what is handed over: bytes of the whole, and letters of a piece."""

    most: int
    piece: int = _SMALL

    @property
    def count(self) -> int:
        """Return the maximum number of pieces."""
        return -(-self.most * 4 // 3 // self.piece) + 1


PHOTOS = Pieces(MAX_PHOTO)
FILES = Pieces(MAX_FILE, _LARGE)
GUEST_FILES = Pieces(MAX_BYTES)


@dataclass
class _Request:
    """File that was asked for, as far as it has come."""

    then: Chosen
    too_large: Callable[[], None]
    id: str = field(default_factory=fresh_id)
    pieces: list[str] = field(default_factory=list)


class PageFiles:
    """Files of one session, one at a time.

    Args:
        ask: writes the request where the page's script finds it.
        limits: of each file.
    """

    def __init__(self, ask: Callable[[str], None], limits: Pieces = PHOTOS) -> None:
        self._ask = ask
        self.limits = limits
        self._now: _Request | None = None

    def choose(self, then: Chosen, too_large: Callable[[], None] = lambda: None) -> None:
        """Ask for a file.

        Args:
            then: called with it; empty if it was none that the browser can read.
            too_large: called instead if it is larger than the limit.
        """
        self._now = _Request(then, too_large)
        asked = {"id": self._now.id, "most": self.limits.most, "piece": self.limits.piece}
        self._ask(json.dumps(asked))

    @property
    def waits(self) -> bool:
        """Return whether a file was asked for, and has not come yet."""
        return self._now is not None

    def came(self, data: object) -> None:
        """Take one more piece; what was not asked for, or is out of order, is dropped."""
        piece = data.split(":", 3) if isinstance(data, str) else []
        now = self._now
        if now is None or len(piece) != 4 or piece[0] != now.id:
            return
        _, number, total, text = piece
        if total == "0":
            self._now = None
            now.too_large() if text else now.then(b"")
            return
        right = number == str(len(now.pieces)) and len(text) <= self.limits.piece
        if not right or not self._is_count(total):
            self._now = None
            return
        now.pieces.append(text)
        if len(now.pieces) >= int(total):
            self._now = None
            now.then(_decoded(now.pieces))

    def _is_count(self, total: str) -> bool:
        return total.isdecimal() and len(total) < 4 and int(total) <= self.limits.count


def _decoded(pieces: list[str]) -> bytes:
    """Return the bytes of the pieces. Each stands for whole bytes, so none is joined as text."""
    try:
        return b"".join(b64decode(piece, validate=True) for piece in pieces)
    except ValueError:
        return b""
