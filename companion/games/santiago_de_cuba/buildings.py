"""Buildings: their names, their places in the example, and their effect lines.

What is particular to one is here, and with the act that uses it (`acts.buildings`,
`acts.exchange`).
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, Literal, TypeAlias, get_args

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
