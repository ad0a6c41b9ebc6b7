"""Acts that players can report, in menu order."""

from typing import Any, Final

from companion.games.blue_moon.acts.announce import ANNOUNCE
from companion.games.blue_moon.acts.bluffs import BLUFF, CALL, SHOW, TRUST
from companion.games.blue_moon.acts.demands import MEET_DEMAND
from companion.games.blue_moon.acts.play_cards import PLAY
from companion.games.blue_moon.acts.retreat import DECLINE, RETREAT
from companion.games.blue_moon.acts.setup import NEXT_GAME
from companion.games.blue_moon.acts.ships import LAND, LOAD, RETRIEVE_CARDS
from companion.games.blue_moon.acts.texts import MOVE_CARDS, SKIP
from companion.games.blue_moon.acts.use import MOVE_UNSEEN, USE_TEXT
from companion.games.blue_moon.state import State
from companion.kernel.acts import Act

ACTS: Final[tuple[Act[State, Any, Any], ...]] = (
    PLAY,
    ANNOUNCE,
    RETRIEVE_CARDS,
    RETREAT,
    DECLINE,
    MEET_DEMAND,
    USE_TEXT,
    MOVE_CARDS,
    MOVE_UNSEEN,
    SKIP,
    LAND,
    LOAD,
    BLUFF,
    CALL,
    TRUST,
    SHOW,
    NEXT_GAME,
)
