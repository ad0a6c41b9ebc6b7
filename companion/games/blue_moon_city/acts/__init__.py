"""Acts that players can report, in menu order; one file per chapter of the rulebook."""

from typing import Any, Final

from companion.games.blue_moon_city.acts.additions import CLOSE, STALEMATE
from companion.games.blue_moon_city.acts.dragons import DRAGON
from companion.games.blue_moon_city.acts.move import MOVE
from companion.games.blue_moon_city.acts.offer import ELSEWHERE, OFFERING
from companion.games.blue_moon_city.acts.pay import BUILDING
from companion.games.blue_moon_city.acts.turn import FINISH
from companion.games.blue_moon_city.state import State
from companion.kernel.acts import Act

ACTS: Final[tuple[Act[State, Any, Any], ...]] = (
    MOVE,
    DRAGON,
    BUILDING,
    OFFERING,
    ELSEWHERE,
    FINISH,
    CLOSE,
    STALEMATE,
)
