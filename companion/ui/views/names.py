"""The names that a device remembers."""

import json
from collections.abc import Sequence

NAMES_KEY = "player_names"
"""Where they are kept."""
REMEMBERED = 12


def remember(names: Sequence[str], text: str | None) -> str:
    """The names known to this device with these in front, as text."""
    others = [name for name in known_names(text) if name not in names]
    return json.dumps([*names, *others][:REMEMBERED])


def known_names(text: str | None) -> tuple[str, ...]:
    """The names known to this device, the last ones first."""
    try:
        raw = json.loads(text or "[]")
    except (ValueError, RecursionError):
        return ()
    return tuple(name for name in raw if isinstance(name, str)) if isinstance(raw, list) else ()
