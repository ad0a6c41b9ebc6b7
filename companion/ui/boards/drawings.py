"""Diagrams that a game shows beside its rules."""

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType

from companion.ui.boards.parts import part_of
from companion.ui.widgets import Diagram


@lru_cache
def drawings(game_id: str) -> Mapping[str, Diagram]:
    """Return the diagrams of a game by name: `DRAWINGS` in its `drawings.py`."""
    diagrams: Mapping[str, Diagram] = part_of(game_id, "drawings", "DRAWINGS", MappingProxyType({}))
    return diagrams
