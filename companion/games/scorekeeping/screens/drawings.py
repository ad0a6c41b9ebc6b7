"""Emblem of a count: a slate with five strokes of chalk, the last one across."""

from companion.ui.boards.parts import GameLook
from companion.ui.theme import Palette
from companion.ui.widgets import Picture

_EMBLEM = (
    '<circle cx="12" cy="12" r="11.5" fill="#8f3566"/>'
    '<path fill="#e9c98f" d="M4.6 6h14.8v12H4.6z"/>'
    '<path fill="#2f3b36" d="M6 7.4h12v9.2H6z"/>'
    '<path fill="none" stroke="#fdf6e3" stroke-width="1.3" stroke-linecap="round" '
    'd="M8.3 9.3v5.4M10.7 9.3v5.4M13.1 9.3v5.4M15.5 9.3v5.4"/>'
    '<path fill="none" stroke="#f2b84b" stroke-width="1.3" stroke-linecap="round" '
    'd="M7 14l9.8-4"/>'
)
LOOK = GameLook(Picture(_EMBLEM, coloured=True), Palette("#A23B72", 0.012))
