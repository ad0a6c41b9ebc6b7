"""Diagrams that a game shows beside its rules."""

from collections.abc import Mapping
from functools import lru_cache
from importlib import import_module
from importlib.util import find_spec
from types import MappingProxyType

from companion.ui.widgets import Diagram


@lru_cache
def drawings(game_id: str) -> Mapping[str, Diagram]:
    """Return the diagrams of a game by name.

    They are `DRAWINGS` in `companion/ui/games/<game>/drawings.py`.
    """
    name = f"companion.ui.games.{game_id}.drawings"
    if find_spec(name) is None:
        return MappingProxyType({})
    diagrams: Mapping[str, Diagram] = import_module(name).DRAWINGS
    return diagrams
