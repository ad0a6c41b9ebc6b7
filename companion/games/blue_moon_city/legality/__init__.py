"""The conditions of each action kind, in the order they are judged. The only home of legality."""

from collections.abc import Mapping
from typing import Final

from companion.games.blue_moon_city.legality.building import PLACE_STONE
from companion.games.blue_moon_city.legality.common import Rule
from companion.games.blue_moon_city.legality.ending import (
    CLOSE_CITY,
    DECLARE_STALEMATE,
    FINISH_TURN,
)
from companion.games.blue_moon_city.legality.movement import MOVE_DRAGON, MOVE_FIGURE
from companion.games.blue_moon_city.legality.setup import SETUP

CONDITIONS: Final[Mapping[str, tuple[Rule, ...]]] = {
    "move_figure": MOVE_FIGURE,
    "move_dragon": MOVE_DRAGON,
    "place_stone": PLACE_STONE,
    "finish_turn": FINISH_TURN,
    "close_city": CLOSE_CITY,
    "declare_stalemate": DECLARE_STALEMATE,
}

__all__ = ["CONDITIONS", "SETUP"]
