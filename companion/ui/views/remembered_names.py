"""Player names remembered by a device."""

import json
from collections.abc import Sequence

NAMES_KEY = "player_names"
"""Storage key of the names."""
REMEMBERED = 12


def remember(names: Sequence[str], text: str | None) -> str:
    """Serialize the remembered names, with these in front."""
    others = [name for name in known_names(text) if name not in names]
    return json.dumps([*names, *others][:REMEMBERED])


def known_names(text: str | None) -> tuple[str, ...]:
    """Parse the remembered names, latest first."""
    try:
        raw = json.loads(text or "[]")
    except (ValueError, RecursionError):
        return ()
    return tuple(name for name in raw if isinstance(name, str)) if isinstance(raw, list) else ()
