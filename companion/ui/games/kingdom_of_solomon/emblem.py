"""Emblem of Kingdom of Solomon: the columns of the Temple under a golden gable."""

from companion.ui.boards.look import GameLook, Palette, Picture

_EMBLEM = (
    '<circle cx="12" cy="12" r="11.5" fill="#6b3f1d"/>'
    '<path fill="#f2c14e" d="M12 4 20.5 9.2v1.6h-17V9.2z"/>'
    '<path fill="#f6e7c4" d="M5 11.8h2.6v5.4H5zM10.7 11.8h2.6v5.4h-2.6zM16.4 11.8H19v5.4h-2.6z"/>'
    '<path fill="#d9b77a" d="M3.6 17.8h16.8v2H3.6z"/>'
)
LOOK = GameLook(Picture(_EMBLEM, coloured=True), Palette("#8A6D00", 0.016))
