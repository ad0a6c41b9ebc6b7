"""Emblem of Santiago de Cuba: a sail before the sun, on the water of the port."""

from companion.ui.boards.look import GameLook, Palette, Picture

_EMBLEM = (
    '<circle cx="12" cy="12" r="11.5" fill="#f4a62a"/>'
    '<circle cx="12" cy="10.5" r="5" fill="#fff0b8"/>'
    '<path fill="#11647a" d="M.9 15h22.2a11.5 11.5 0 0 1-22.2 0z"/>'
    '<path fill="#ffffff" d="M12.6 4.8c3 2 4.6 5 5 8.6h-5zM11.6 7.5v5.9H8.1z"/>'
    '<path fill="#7a2f16" d="M6.4 14.4h12.4l-2 3.4H8.6z"/>'
    '<path fill="none" stroke="#bfe3ea" stroke-width="1.1" stroke-linecap="round" '
    'd="M4.5 20q1.3-1.2 2.6 0t2.6 0 2.6 0 2.6 0 2.6 0"/>'
)
LOOK = GameLook(Picture(_EMBLEM, coloured=True), Palette("#0B6B7A", 0.014))
