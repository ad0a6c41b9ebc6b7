"""Emblem and colours of the game."""

from companion.ui.boards.parts import GameLook
from companion.ui.theme import Palette
from companion.ui.widgets import Picture

_EMBLEM = (
    '<circle cx="12" cy="12" r="11.5" fill="#e8d3a9"/>'
    '<path fill="none" stroke="#6b4a22" stroke-width="1.3" '
    'd="M5 5h14v14H5zM8.5 8.5h7v7h-7zM12 5v3.500M12 15.500V19M5 12h3.500M15.500 12H19"/>'
    '<circle cx="5" cy="5" r="2.2" fill="#2b2b2b"/><circle cx="12" cy="5" r="2.2" fill="#2b2b2b"/>'
    '<circle cx="19" cy="5" r="2.2" fill="#2b2b2b"/>'
)
LOOK = GameLook(Picture(_EMBLEM, coloured=True), Palette("#8A5A20", 0.014))
