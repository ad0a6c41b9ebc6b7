"""Callbacks and match controller of the touched screen, for parts that screens share."""

from companion.ui.hooks import CurrentScreenCallback
from companion.ui.panels.match_controller import MatchController

TOUCHED, TURN, OPEN, PEEK, TICK = (
    CurrentScreenCallback(name) for name in ("touched", "turn", "open", "peek", "tick")
)
"""Callbacks of the current screen.

In order: touch a place of the board, turn it, open a part of it, touch a seat, tick a handout.
"""
CLERK = CurrentScreenCallback("clerk")


def current_controller() -> MatchController:
    """Return the match controller of the screen being touched."""
    clerk = CLERK()
    assert isinstance(clerk, MatchController)
    return clerk
