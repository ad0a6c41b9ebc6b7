"""Zones of a card, and their letters."""

from collections.abc import Mapping
from typing import Any

from companion.games.urban_sprawl.grid import ZONES


def zones_of(facts: Mapping[str, Any], card: str) -> tuple[str, ...]:
    """Return the zones of a permit or a contract; none if unknown."""
    value = facts.get(f"{card}.zones") or facts.get(f"{card}.zone")
    named = value.split("-") if isinstance(value, str) else ()
    return tuple(zone for zone in ZONES if zone in named)


def short(code: str) -> str:
    """Return the first two letters of a zone, for lack of room."""
    return code[:1] + code[1:2].lower()
