"""Emblem and colours of the game."""

from companion.ui.boards.parts import GameLook
from companion.ui.theme import Palette
from companion.ui.widgets import Picture

_EMBLEM = (
    '<circle cx="12" cy="12" r="11.5" fill="#d9c7a3"/>'
    '<circle cx="8" cy="15" r="4.5" fill="#5a6470"/>'
    '<circle cx="16" cy="15" r="4.5" fill="#7d8894"/>'
    '<circle cx="12" cy="8.5" r="4.5" fill="#3f4750"/>'
)
LOOK = GameLook(Picture(_EMBLEM, coloured=True), Palette("#5A6470", 0.014))
