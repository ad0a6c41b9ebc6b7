"""Emblem of Blue Moon: the moon over a mountain, and a flame before it."""

from companion.ui.boards.look import GameLook, Palette, Picture

_EMBLEM = (
    '<circle cx="12" cy="12" r="11.5" fill="#16244d"/>'
    '<path fill="#8fb6ff" d="M14.5 3.2a6 6 0 1 0 4.9 8.7 5 5 0 0 1-4.9-8.7z"/>'
    '<path fill="#5f4a1c" d="M1.6 17 7.2 9.6l3 3.4 2.4-2.2L22.4 17a11.5 11.5 0 0 1-20.8 0z"/>'
    '<path fill="#f0641e" d="M12.2 11.4c.4 2.2 3 3.4 3 6.2a3.2 3.2 0 0 1-6.4 0c0-1.5.8-2.3 1.5-3.3'
    '.1.9.5 1.3 1 1.5-.3-1.6 0-3 .9-4.4z"/>'
    '<path fill="#ffd166" d="M12.1 16.2c.2 1 1.3 1.4 1.3 2.6'
    'a1.4 1.4 0 0 1-2.8 0c0-1.1 1-1.5 1.5-2.6z"/>'
)
LOOK = GameLook(Picture(_EMBLEM, coloured=True), Palette("#5A4FB8", 0.014))
