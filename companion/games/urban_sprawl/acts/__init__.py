"""Acts that players can report, in menu order; one file per chapter of the rulebook."""

from typing import Any, Final

from companion.games.urban_sprawl.acts.cards import BY_HAND, CARRY_OUT, CHOOSE, PAY_RIVAL
from companion.games.urban_sprawl.acts.payout_line import LEAVE_LINE, READ_LINE
from companion.games.urban_sprawl.acts.reveal import SHOW_CARD
from companion.games.urban_sprawl.acts.setup import CLAIM_START, SHOW_ALL
from companion.games.urban_sprawl.acts.site import BUILD
from companion.games.urban_sprawl.acts.turn import (
    DISCARD_FAVOR,
    END_TURN,
    INVEST,
    TAKE_CARD,
    TAKE_FAVOR,
)
from companion.games.urban_sprawl.acts.vocations import (
    CASH_VOCATIONS,
    NO_VOCATION,
    TAKE_VOCATION,
)
from companion.games.urban_sprawl.state import State
from companion.kernel.acts import Act

ACTS: Final[tuple[Act[State, Any, Any], ...]] = (
    CLAIM_START,
    SHOW_CARD,
    SHOW_ALL,
    READ_LINE,
    LEAVE_LINE,
    INVEST,
    TAKE_CARD,
    TAKE_FAVOR,
    BUILD,
    TAKE_VOCATION,
    NO_VOCATION,
    CASH_VOCATIONS,
    PAY_RIVAL,
    CHOOSE,
    CARRY_OUT,
    END_TURN,
    DISCARD_FAVOR,
    BY_HAND,
)
