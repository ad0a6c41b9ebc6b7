"""The match screen at hand, for what several screens of a table show at once."""

from companion.ui.hooks import AtHand
from companion.ui.panels.clerk import Clerk

TOUCHED, TURN, OPEN, PEEK, TICK = (
    AtHand(name) for name in ("touched", "turn", "open", "peek", "tick")
)
"""A place of the board was touched, it is to be turned, a part of it opened; a seat was touched;
something was handed out."""
CLERK = AtHand("clerk")


def here() -> Clerk:
    """The clerk of the screen that is touched, at this moment."""
    clerk = CLERK()
    assert isinstance(clerk, Clerk)
    return clerk
