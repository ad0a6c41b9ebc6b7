"""Citizens and buildings: what stands on the board, and what each does.

What is particular to one is here, and in the acts of those who ask (`acts.citizens`).
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, Literal, TypeAlias, get_args

from companion.games.santiago_de_cuba.turn import Phase
from companion.kernel.box.lines import EffectLine, Lines, PrintedNumber, ReportField

Building: TypeAlias = Literal[
    "casino", "bank", "church", "harbour_office", "distillery", "cigar_factory",
    "office", "black_market", "sawmill", "newspaper", "cafe", "customs",
]  # fmt: skip
BUILDINGS: Final[tuple[str, ...]] = get_args(Building)
"""Buildings in rulebook order."""

EXAMPLE_BUILDINGS: Final[tuple[str, ...]] = (
    "casino", "church", "harbour_office",
    "bank", "cigar_factory", "black_market",
    "distillery", "office", "sawmill",
    "newspaper", "cafe", "customs",
)  # fmt: skip
"""Example of three under each flower, in the order of `FLOWERS`.

The blue ones are those of the rulebook's example of a turn; the others, like the street, are to be
entered as they lie.
"""

BUILDINGS_DO: Final[Mapping[str, Lines]] = MappingProxyType(
    {
        "casino": (
            EffectLine(
                "pay",
                "peso",
                PrintedNumber("casino.pesos"),
                per=("times",),
                when=("into", "points"),
            ),
            EffectLine("gain", "point", per=("times",), when=("into", "points")),
            EffectLine("pay", "point", per=("times",), when=("into", "pesos")),
            EffectLine(
                "gain",
                "peso",
                PrintedNumber("casino.pesos"),
                per=("times",),
                when=("into", "pesos"),
            ),
        ),
        "bank": (EffectLine("gain", "peso", PrintedNumber("bank.pesos")),),
        "church": (EffectLine("gain", "point", PrintedNumber("church.points")),),
        "harbour_office": (
            EffectLine("flag_right", when=("direction", "right")),
            EffectLine("flag_left", when=("direction", "left")),
        ),
        "distillery": (
            EffectLine("pay", "good:sugar", per=("amount",)),
            EffectLine("gain", "good:rum", per=("amount",)),
        ),
        "cigar_factory": (
            EffectLine("pay", "good:tobacco", per=("amount",)),
            EffectLine("gain", "good:cigars", per=("amount",)),
        ),
        "office": (
            EffectLine("pay", ReportField("good")),
            EffectLine("gain", "point", PrintedNumber("office.points")),
            EffectLine("lower_die", ReportField("good")),
            EffectLine("leave_if_complete"),
        ),
        "black_market": (
            EffectLine("pay", ReportField("give")),
            EffectLine("gain", ReportField("take")),
        ),
        "sawmill": (
            EffectLine("pay", "good:wood"),
            EffectLine("gain", "point", PrintedNumber("sawmill.points")),
            EffectLine("gain", "peso", PrintedNumber("sawmill.pesos")),
        ),
        "newspaper": (
            EffectLine("gain", "peso", PrintedNumber("newspaper.pesos")),
            EffectLine("turn_down", ReportField("citizen")),
        ),
        "cafe": (
            EffectLine("pay", "good:cigars", per=("cigars",)),
            EffectLine("pay", "good:rum", per=("rum",)),
            EffectLine("gain", "point", PrintedNumber("cafe.points"), per=("cigars", "rum")),
        ),
        "customs": (EffectLine("clear_die", ReportField("good")), EffectLine("leave_if_complete")),
    }
)
"""Effect lines of the buildings, in rulebook order."""

BUILDING_NUMBERS: Final = (
    "bank.pesos", "church.points", "casino.pesos", "office.points", "sawmill.points",
    "sawmill.pesos", "newspaper.pesos", "cafe.points", "cafe.each",
)  # fmt: skip
"""Rulebook numbers about the buildings."""


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
