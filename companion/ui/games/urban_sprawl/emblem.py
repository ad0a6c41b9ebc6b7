"""Emblem of Urban Sprawl: towers of a growing city by the water."""

from companion.ui.boards.look import GameLook, Palette, Picture

_EMBLEM = (
    '<circle cx="12" cy="12" r="11.5" fill="#23455f"/>'
    '<path fill="#e3b129" d="M4.6 10.4h4.2v6.8H4.6z"/>'
    '<path fill="#f3efe4" d="M9.7 4.6h4.6v12.6H9.7z"/>'
    '<path fill="#d4544a" d="M15.2 8.2h4.2v9h-4.2z"/>'
    '<path fill="#23455f" d="M10.8 6.4h2.4v1.5h-2.4zM10.8 9.2h2.4v1.5h-2.4z'
    "M10.8 12h2.4v1.5h-2.4zM6 12.2h1.5v1.5H6zM16.5 10h1.6v1.5h-1.6z"
    'M16.5 12.8h1.6v1.5h-1.6z"/>'
    '<path fill="#7fb7d6" d="M3 18h18v1.6H3z"/>'
)
LOOK = GameLook(Picture(_EMBLEM, coloured=True), Palette("#2E7551", 0.012))
