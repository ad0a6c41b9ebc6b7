"""What players report, one frozen model per act, in the order of the report menu."""

from typing import Annotated, ClassVar, Final, Literal, TypeAlias

from pydantic import Field

from companion.games.santiago_de_cuba.components import (
    DEMANDED,
    Building,
    Citizen,
    Demanded,
    Good,
    Stop,
)
from companion.kernel import models
from companion.kernel.models import Action

MOST_AT_ONCE: Final = 99
MOST_LAPS: Final = 20
"""The most that can be reported, whatever a box holds."""

Amount: TypeAlias = Annotated[int, Field(ge=1, le=MOST_AT_ONCE)]
Face: TypeAlias = Annotated[int, Field(ge=0, le=9)]

VERSION: Final = 2
"""Goes up when an old acta could be judged or carried out differently."""


class Deed(models.Deed):
    """An act of this game."""

    edition: Annotated[int, Field(ge=1, le=VERSION, exclude=True)] = VERSION


class Drive(Deed):
    """The car moves clockwise to a citizen or to the port."""

    kind: Literal["drive"] = "drive"
    to: Stop
    decline: bool = False
    """Whether the citizen's action is not wanted."""
    laps: Annotated[int, Field(ge=0, le=MOST_LAPS)] = 0
    """Full rounds of the street on the way; without one, the stop where the car is means that
    it did not move."""


def rounds(action: Drive, car: str) -> int:
    """The full rounds of a drive, with the car where it is.

    Version 1 took a drive to that same stop for one round more than was said.
    """
    return action.laps + (action.edition == 1 and action.to == car)


class ChooseGood(Deed):
    """Pablo: one good of any kind but wood."""

    kind: Literal["choose_good"] = "choose_good"
    good: Good


class ClaimBuilding(Deed):
    """Alonso: a property marker on a building that nobody owns."""

    kind: Literal["claim_building"] = "claim_building"
    building: Building


class UseOwnBuilding(Deed):
    """Alonso: the action of a building of one's own, wherever the pawns are."""

    kind: Literal["use_own_building"] = "use_own_building"
    building: Building


class GiveToZorro(Deed):
    """El Zorro: what this seat chose to give to whoever drove there."""

    kind: Literal["give_to_zorro"] = "give_to_zorro"
    what: Literal["peso", "point", Good, "nothing"]


class VisitBuilding(Deed):
    """The pawn goes to a building under the citizen's flower."""

    kind: Literal["visit_building"] = "visit_building"
    building: Building
    decline: bool = False
    """Whether its action is not wanted."""


class UseBank(Deed):
    """Pesos from the supply."""

    kind: Literal["use_bank"] = "use_bank"


class UseChurch(Deed):
    """Points from the supply."""

    kind: Literal["use_church"] = "use_church"


class UseCasino(Deed):
    """Pesos into points, or points into pesos."""

    kind: Literal["use_casino"] = "use_casino"
    into: Literal["points", "pesos"]
    times: Amount
    """How many points are bought or sold."""


class UseHarbourOffice(Deed):
    """The value marker moves one flag."""

    kind: Literal["use_harbour_office"] = "use_harbour_office"
    direction: Literal["right", "left"]


class UseDistillery(Deed):
    """Sugar cane into as much rum."""

    kind: Literal["use_distillery"] = "use_distillery"
    amount: Amount


class UseCigarFactory(Deed):
    """Tobacco into as many cigars."""

    kind: Literal["use_cigar_factory"] = "use_cigar_factory"
    amount: Amount


class UseOffice(Deed):
    """One good that the ship asks for, for a fixed number of points."""

    kind: Literal["use_office"] = "use_office"
    good: Good


class UseBlackMarket(Deed):
    """One good for one of another kind."""

    kind: Literal["use_black_market"] = "use_black_market"
    give: Good
    take: Good


class UseSawmill(Deed):
    """One wood for points and pesos."""

    kind: Literal["use_sawmill"] = "use_sawmill"


class UseNewspaper(Deed):
    """Pesos from the supply, and perhaps a citizen is turned face down."""

    kind: Literal["use_newspaper"] = "use_newspaper"
    citizen: Literal[Citizen, "port", "none"] = "none"


class UseCafe(Deed):
    """Cigars and rum back to the supply, for points."""

    kind: Literal["use_cafe"] = "use_cafe"
    cigars: Annotated[int, Field(ge=0, le=99)]
    rum: Annotated[int, Field(ge=0, le=99)]


class UseCustoms(Deed):
    """A die of the ship is set to 0."""

    kind: Literal["use_customs"] = "use_customs"
    good: Demanded


class Decline(Deed):
    """The optional action that is pending, of a citizen or a building, is not used."""

    kind: Literal["decline"] = "decline"


class RollShip(Deed):
    """The dice of a new ship as they were rolled, and which of them was set aside."""

    kind: Literal["roll_ship"] = "roll_ship"
    aside: Demanded | Literal["none"]
    """The die left beside the board; what it shows does not matter. `none`: all five were kept."""
    sugar: Face | None = None
    citrus: Face | None = None
    tobacco: Face | None = None
    rum: Face | None = None
    cigars: Face | None = None

    results: ClassVar[frozenset[str]] = frozenset(DEMANDED)


class SettleEmptyShip(Deed):
    """The table says what becomes of a ship without dice whose marker reached the last flag."""

    kind: Literal["settle_empty_ship"] = "settle_empty_ship"
    fate: Literal["leaves", "stays"]


ACTIONS: tuple[type[Action], ...] = (
    Drive,
    ChooseGood,
    ClaimBuilding,
    UseOwnBuilding,
    GiveToZorro,
    VisitBuilding,
    UseCasino,
    UseBank,
    UseChurch,
    UseHarbourOffice,
    UseDistillery,
    UseCigarFactory,
    UseOffice,
    UseBlackMarket,
    UseSawmill,
    UseNewspaper,
    UseCafe,
    UseCustoms,
    Decline,
    RollShip,
    SettleEmptyShip,
)
BUILDING_OF = {
    "use_bank": "bank",
    "use_church": "church",
    "use_casino": "casino",
    "use_harbour_office": "harbour_office",
    "use_distillery": "distillery",
    "use_cigar_factory": "cigar_factory",
    "use_office": "office",
    "use_black_market": "black_market",
    "use_sawmill": "sawmill",
    "use_newspaper": "newspaper",
    "use_cafe": "cafe",
    "use_customs": "customs",
}
"""The building that each kind of action uses."""
USE_OF = {building: kind for kind, building in BUILDING_OF.items()}
