"""Printed card that is not a fact of a box."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ListedCard:
    """Printed card on the sheet of the rules."""

    id: str
    group: str
    """Name of its group in the list."""
    name: str
    lines: tuple[str, ...]
    section: str = ""
    """Section that explains it; empty: none of its own."""
