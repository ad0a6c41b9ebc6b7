"""Player names: as they are recorded, what is wrong with some, and those a device remembers."""

import json
from collections.abc import Sequence

from companion.rulebook.loader import AppWords

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


def tidied(names: Sequence[str]) -> tuple[str, ...]:
    """Return names as they are recorded."""
    return tuple(" ".join(name.split()) for name in names)


def names_trouble(names: Sequence[str], words: AppWords) -> str:
    """Return what is wrong with tidied names by seat, or an empty text."""
    if "" in names:
        return words("new.empty_name", n=names.index("") + 1)
    folded = [name.casefold() for name in names]
    twice = next((name for name in names if folded.count(name.casefold()) > 1), None)
    return words("new.same_name", name=twice) if twice else ""
