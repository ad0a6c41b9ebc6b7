"""The zones of a card, and their letters."""

from collections.abc import Mapping
from typing import Any

from companion.games.urban_sprawl.grid import ZONES


def zones_of(facts: Mapping[str, Any], card: str) -> tuple[str, ...]:
    """The zones of a permit or of a contract; none while nobody knows."""
    found = facts.get(f"{card}.zones") or facts.get(f"{card}.zone")
    named = found.split("-") if isinstance(found, str) else ()
    return tuple(zone for zone in ZONES if zone in named)


def short(code: str) -> str:
    """The first two letters of a zone, where there is no room for all."""
    return code[:1] + code[1:2].lower()
