"""Citizens: their names, their gifts, and the questions of those who ask.

What is particular to one is here, and in the acts of those who ask (`acts.citizens`).
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, Literal, TypeAlias, get_args

from companion.games.santiago_de_cuba.turn import Phase
from companion.kernel.box.lines import EffectLine, Lines, PrintedNumber, ReportField

Citizen: TypeAlias = Literal[
    "pedro", "maria", "jose", "martinez", "conchita", "miguel", "zorro", "pablo", "alonso"
]
CITIZENS: Final[tuple[str, ...]] = get_args(Citizen)
"""Citizens in rulebook order."""

ZORRO: Final = "zorro"
PABLO: Final = "pablo"
ALONSO: Final = "alonso"

FLOWERLESS: Final = (ZORRO,)
"""Citizens with a transparent flower, after whom nobody visits a building."""
STAYS_WITH: Final = "visit.stay_zorro"
"""Section by which the pawn stays where it is then."""
WITH_FLOWER: Final = tuple(citizen for citizen in CITIZENS if citizen not in FLOWERLESS)

CITIZENS_GIVE: Final[Mapping[str, Lines]] = MappingProxyType(
    {
        "pedro": (EffectLine("gain", "good:tobacco", each=PrintedNumber("citizen.pedro")),),
        "maria": (EffectLine("gain", "point", each=PrintedNumber("citizen.maria")),),
        "jose": (EffectLine("gain", "good:sugar", each=PrintedNumber("citizen.jose")),),
        "martinez": (EffectLine("gain", "peso", each=PrintedNumber("citizen.martinez")),),
        "conchita": (EffectLine("gain", "good:citrus", each=PrintedNumber("citizen.conchita")),),
        "miguel": (EffectLine("gain", "good:wood", each=PrintedNumber("citizen.miguel")),),
        PABLO: (EffectLine("gain", ReportField("good"), each=PrintedNumber("citizen.pablo")),),
    }
)
"""Effect lines of the citizens; the others do something of their own."""

ASKS: Final[Mapping[str, Phase]] = MappingProxyType(
    {PABLO: Phase.GOOD, ALONSO: Phase.LAWYER, ZORRO: Phase.TRIBUTE}
)
"""Task that the table waits for at a citizen who asks for something."""
ASKED_BY: Final[Mapping[Phase, str]] = MappingProxyType({what: who for who, what in ASKS.items()})

ANSWERS: Final[Mapping[Phase, tuple[str, ...]]] = MappingProxyType(
    {
        Phase.GOOD: ("choose_good",),
        Phase.LAWYER: ("claim_building", "use_own_building"),
        Phase.TRIBUTE: ("give_to_zorro",),
    }
)
"""Kinds of acts that answer each task, the likeliest first."""

CITIZEN_NUMBERS: Final = ("zorro.tribute",)
"""Rulebook numbers about what the citizens ask."""
