"""What is told of a printed card, where it is no fact of a box."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Listed:
    """A printed card, told on the sheet of the rules."""

    id: str
    group: str
    """The name of those that it is listed with."""
    name: str
    lines: tuple[str, ...]
    section: str = ""
    """The section that explains it; empty: none of its own."""
