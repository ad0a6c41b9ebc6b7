"""The conditions of each action kind, in the order they are judged. The only home of legality."""

from collections.abc import Mapping
from typing import Final

from companion.games.santiago_de_cuba.legality import port, turn
from companion.games.santiago_de_cuba.legality.buildings import BUILDINGS_IN_USE
from companion.games.santiago_de_cuba.legality.common import Rule
from companion.games.santiago_de_cuba.legality.setup import SETUP

CONDITIONS: Final[Mapping[str, tuple[Rule, ...]]] = {
    "drive": turn.DRIVE,
    "choose_good": turn.CHOOSE_GOOD,
    "claim_building": turn.CLAIM_BUILDING,
    "use_own_building": turn.USE_OWN_BUILDING,
    "give_to_zorro": turn.GIVE_TO_ZORRO,
    "visit_building": turn.VISIT_BUILDING,
    **BUILDINGS_IN_USE,
    "decline": turn.DECLINE,
    "roll_ship": port.ROLL_SHIP,
    "settle_empty_ship": port.SETTLE_EMPTY_SHIP,
}

__all__ = ["CONDITIONS", "SETUP"]
