"""Buildings: their names, their places in the example, and their effect lines.

What is particular to one is here, and with the act that uses it (`acts.buildings`,
`acts.exchange`).
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, Literal, TypeAlias, get_args

from companion.kernel.lines import Line, Lines, Printed, Said

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
            Line("pay", "peso", Printed("casino.pesos"), per=("times",), when=("into", "points")),
            Line("gain", "point", per=("times",), when=("into", "points")),
            Line("pay", "point", per=("times",), when=("into", "pesos")),
            Line("gain", "peso", Printed("casino.pesos"), per=("times",), when=("into", "pesos")),
        ),
        "bank": (Line("gain", "peso", Printed("bank.pesos")),),
        "church": (Line("gain", "point", Printed("church.points")),),
        "harbour_office": (
            Line("flag_right", when=("direction", "right")),
            Line("flag_left", when=("direction", "left")),
        ),
        "distillery": (
            Line("pay", "good:sugar", per=("amount",)),
            Line("gain", "good:rum", per=("amount",)),
        ),
        "cigar_factory": (
            Line("pay", "good:tobacco", per=("amount",)),
            Line("gain", "good:cigars", per=("amount",)),
        ),
        "office": (
            Line("pay", Said("good")),
            Line("gain", "point", Printed("office.points")),
            Line("lower_die", Said("good")),
            Line("leave_if_complete"),
        ),
        "black_market": (Line("pay", Said("give")), Line("gain", Said("take"))),
        "sawmill": (
            Line("pay", "good:wood"),
            Line("gain", "point", Printed("sawmill.points")),
            Line("gain", "peso", Printed("sawmill.pesos")),
        ),
        "newspaper": (
            Line("gain", "peso", Printed("newspaper.pesos")),
            Line("turn_down", Said("citizen")),
        ),
        "cafe": (
            Line("pay", "good:cigars", per=("cigars",)),
            Line("pay", "good:rum", per=("rum",)),
            Line("gain", "point", Printed("cafe.points"), per=("cigars", "rum")),
        ),
        "customs": (Line("clear_die", Said("good")), Line("leave_if_complete")),
    }
)
"""Effect lines of the buildings, in rulebook order."""

BUILDING_NUMBERS: Final = (
    "bank.pesos", "church.points", "casino.pesos", "office.points", "sawmill.points",
    "sawmill.pesos", "newspaper.pesos", "cafe.points", "cafe.each",
)  # fmt: skip
"""Rulebook numbers about the buildings."""
