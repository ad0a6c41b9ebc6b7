"""Photos that the page lets a person choose, and hands over in pieces (`page/assets/photo.js`)."""

import json
from base64 import b64decode
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from companion.match.entries import fresh_id
from companion.services.matches.keepsakes import MAX_PHOTO

EVENT = "photo"
"""Name of the page's own event."""
TAKES_KEY, ASKED_KEY = "takes_photos", "photo"
"""Keys of the page's script: whether it can take a photo, and the request for one."""
_PIECE: Final = 45_000
"""Letters of a piece, which fit into a frame of a guest."""
_MOST: Final = -(-MAX_PHOTO * 4 // 3 // _PIECE) + 1
"""Maximum number of pieces."""

Chosen = Callable[[bytes], None]


@dataclass
class _Request:
    """Photo that was asked for, as far as it has come."""

    then: Chosen
    id: str = field(default_factory=fresh_id)
    pieces: list[str] = field(default_factory=list)


class Photos:
    """Photos of one session, one at a time.

    Args:
        ask: writes the request where the page's script finds it.
    """

    def __init__(self, ask: Callable[[str], None]) -> None:
        self._ask = ask
        self._now: _Request | None = None

    def choose(self, then: Chosen) -> None:
        """Ask for a photo; `then` gets it, empty if it was none that the browser can read."""
        self._now = _Request(then)
        self._ask(json.dumps({"id": self._now.id, "most": MAX_PHOTO, "piece": _PIECE}))

    def came(self, data: object) -> None:
        """Take one more piece; what was not asked for, or is out of order, is dropped."""
        piece = data.split(":", 3) if isinstance(data, str) else []
        now = self._now
        if now is None or len(piece) != 4 or piece[0] != now.id:
            return
        _, number, total, text = piece
        right = number == str(len(now.pieces)) and len(text) <= _PIECE
        if not right or not total.isdecimal() or len(total) > 2 or int(total) > _MOST:
            self._now = None
            return
        now.pieces.append(text)
        if len(now.pieces) >= int(total):
            self._now = None
            now.then(_decoded("".join(now.pieces)))


def _decoded(text: str) -> bytes:
    try:
        return b64decode(text, validate=True)
    except ValueError:
        return b""
