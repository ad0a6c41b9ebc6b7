"""Emblem of Blue Moon City: a tower between domes under a crescent, on night blue."""

from companion.ui.boards.look import GameLook, Palette, Picture

_EMBLEM = (
    '<circle cx="12" cy="12" r="11.5" fill="#173f7a"/>'
    '<path fill="#f6d77c" d="M16.5 3.2a4.6 4.6 0 1 0 3.3 7.7 5.2 5.2 0 0 1-3.3-7.7z"/>'
    '<path fill="#9fc3f0" d="M2.6 17.5a3 3.2 0 0 1 5.8 0V20.4a11.5 11.5 0 0 1-5.4-2.4z'
    'M15.6 17.5a3 3.2 0 0 1 5.8 0l-.4.6a11.5 11.5 0 0 1-5.4 3.2z"/>'
    '<path fill="#ffffff" d="M12 5.5l1.7 2.3 1 15.4a11.5 11.5 0 0 1-5.4 0l1-15.4z"/>'
)
LOOK = GameLook(Picture(_EMBLEM, coloured=True), Palette("#0A73C0", 0.014))
