"""Acts that players can report, in menu order; one file per chapter of the rulebook."""

from typing import Any, Final

from companion.games.kingdom_of_solomon.acts.build import BUILD_CARD, END_BUILDING
from companion.games.kingdom_of_solomon.acts.end_of_round import (
    BY_HAND,
    DISCARD_FORTUNE,
    END_FORTUNES,
)
from companion.games.kingdom_of_solomon.acts.fortune import PLAY_FORTUNE
from companion.games.kingdom_of_solomon.acts.market import BUY, PASS, SELL
from companion.games.kingdom_of_solomon.acts.placement import CLAIM, KEEP, PLACE, TURN_UP
from companion.games.kingdom_of_solomon.acts.roads import BUILD_ROAD
from companion.games.kingdom_of_solomon.acts.spaces import SKIP, USE_SPACE
from companion.games.kingdom_of_solomon.acts.temple import BUILD_TEMPLE
from companion.games.kingdom_of_solomon.acts.territories import COLLECT_ALL, HARVEST, TAKE_BONUS
from companion.games.kingdom_of_solomon.state import State
from companion.kernel.acts import Act

ACTS: Final[tuple[Act[State, Any, Any], ...]] = (
    TURN_UP,
    PLACE,
    CLAIM,
    KEEP,
    COLLECT_ALL,
    HARVEST,
    TAKE_BONUS,
    USE_SPACE,
    SKIP,
    SELL,
    BUY,
    PASS,
    BUILD_CARD,
    BUILD_ROAD,
    BUILD_TEMPLE,
    END_BUILDING,
    PLAY_FORTUNE,
    DISCARD_FORTUNE,
    END_FORTUNES,
    BY_HAND,
)
