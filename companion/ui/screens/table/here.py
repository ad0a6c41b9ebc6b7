"""Callbacks and match controller of the touched screen, for parts that screens share."""

from companion.ui.hooks import AtHand
from companion.ui.panels.clerk import Clerk

TOUCHED, TURN, OPEN, PEEK, TICK = (
    AtHand(name) for name in ("touched", "turn", "open", "peek", "tick")
)
"""Callbacks of the current screen.

In order: touch a place of the board, turn it, open a part of it, touch a seat, tick a handout.
"""
CLERK = AtHand("clerk")


def current_controller() -> Clerk:
    """Return the match controller of the screen being touched."""
    clerk = CLERK()
    assert isinstance(clerk, Clerk)
    return clerk
