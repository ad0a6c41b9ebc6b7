"""Emblem and colours of a game."""

from dataclasses import dataclass
from functools import lru_cache

import flet as ft

from companion.games import GAMES
from companion.ui.boards.parts import part_of
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
    """Return the look of a game, `LOOK` in its `emblem.py`, or the default one."""
    look: GameLook = part_of(game_id, "emblem", "LOOK", GameLook())
    return look


def coloured(view: DressedView, game_id: str, theme: str) -> DressedView:
    """Return a view in the colours of a game and the device's brightness.

    Without a game it keeps the app's colours.
    """
    return view.dressed(game_look(game_id).palette, theme) if game_id in GAMES else view


__all__ = ["GameLook", "Palette", "Picture", "coloured", "game_look"]
