"""What a game is known by wherever it is named."""

from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from importlib.util import find_spec

import flet as ft

from companion.ui.widgets import Picture, Sign


@dataclass(frozen=True, slots=True)
class GameLook:
    """Its emblem."""

    emblem: Sign = ft.Icons.EXTENSION_OUTLINED


@lru_cache
def game_look(game_id: str) -> GameLook:
    """The look of a game, or the plain one: `LOOK` in `companion/ui/games/<game>/emblem.py`."""
    name = f"companion.ui.games.{game_id}.emblem"
    if find_spec(name) is None:
        return GameLook()
    found: GameLook = import_module(name).LOOK
    return found


__all__ = ["GameLook", "Picture", "game_look"]
