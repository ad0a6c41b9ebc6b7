"""Callbacks and match controller of the touched screen, for cached parts."""

from companion.ui.hooks import CurrentScreenCallback
from companion.ui.panels.control.match_controller import MatchController

TOUCHED, TURN, OPEN, PEEK, TICK, COUNTED = (
    CurrentScreenCallback(name) for name in ("touched", "turn", "open", "peek", "tick", "counted")
)
"""Callbacks of the current screen.

In order: touch a place of the board, turn it, open a part of it, touch a seat, tick a handout,
touch a counter.
"""
CONTROLLER = CurrentScreenCallback("controller")


def current_controller() -> MatchController:
    """Return the match controller of the screen being touched."""
    controller = CONTROLLER()
    assert isinstance(controller, MatchController)
    return controller
