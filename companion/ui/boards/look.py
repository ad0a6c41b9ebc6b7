"""What a game is known by wherever it is named."""

from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from importlib.util import find_spec

import flet as ft

from companion.games import GAMES
from companion.ui.palette import OWN, Palette
from companion.ui.theme import DressedView
from companion.ui.widgets import Picture, Sign


@dataclass(frozen=True, slots=True)
class GameLook:
    """Its emblem and its colours."""

    emblem: Sign = ft.Icons.EXTENSION_OUTLINED
    palette: Palette = OWN


@lru_cache
def game_look(game_id: str) -> GameLook:
    """The look of a game, or the plain one: `LOOK` in `companion/ui/games/<game>/emblem.py`."""
    name = f"companion.ui.games.{game_id}.emblem"
    if find_spec(name) is None:
        return GameLook()
    found: GameLook = import_module(name).LOOK
    return found


def coloured(view: DressedView, game_id: str, theme: str) -> DressedView:
    """A screen in the colours of a game, as bright as a device has chosen; of none in the app's."""
    return view.dressed(game_look(game_id).palette, theme) if game_id in GAMES else view


__all__ = ["GameLook", "Palette", "Picture", "coloured", "game_look"]
