"""Emblem and colours of a game."""

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
    """Emblem and palette of a game."""

    emblem: Sign = ft.Icons.EXTENSION_OUTLINED
    palette: Palette = OWN


@lru_cache
def game_look(game_id: str) -> GameLook:
    """Return the look of a game, or the default one.

    It is `LOOK` in `companion/ui/games/<game>/emblem.py`.
    """
    name = f"companion.ui.games.{game_id}.emblem"
    if find_spec(name) is None:
        return GameLook()
    look: GameLook = import_module(name).LOOK
    return look


def coloured(view: DressedView, game_id: str, theme: str) -> DressedView:
    """Return a view in the colours of a game and the device's brightness.

    Without a game it keeps the app's colours.
    """
    return view.dressed(game_look(game_id).palette, theme) if game_id in GAMES else view


__all__ = ["GameLook", "Palette", "Picture", "coloured", "game_look"]
