"""Acts that players can report, in menu order; one file per chapter of the rulebook."""

from typing import Any, Final

from companion.games.santiago_de_cuba.acts.buildings import USES
from companion.games.santiago_de_cuba.acts.citizens import ANSWERING
from companion.games.santiago_de_cuba.acts.drive import DRIVE
from companion.games.santiago_de_cuba.acts.load import LOAD_GOODS, LOAD_WOOD, PASS
from companion.games.santiago_de_cuba.acts.ship import EMPTY_SHIP, ROLL
from companion.games.santiago_de_cuba.acts.visit import DECLINE, VISIT
from companion.games.santiago_de_cuba.state import State
from companion.kernel.acts import Act

ACTS: Final[tuple[Act[State, Any, Any], ...]] = (
    DRIVE,
    *ANSWERING,
    VISIT,
    *USES,
    DECLINE,
    LOAD_GOODS,
    LOAD_WOOD,
    PASS,
    ROLL,
    EMPTY_SHIP,
)
