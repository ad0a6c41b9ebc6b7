"""Numbers under the other readings of a ruling, told where a ruling changes them."""

from collections.abc import Iterator
from typing import Final

from companion.games.urban_sprawl.state import (
    State,
)
from companion.kernel.play import read_as
from companion.kernel.values import Term

NO_BUILDING: Final = "no_building_in_row"


THESE_ROWS: Final = "these_rows"


SHORT_PAYER: Final = "short_payer"


PRESTIGE_FLOOR: Final = "prestige_floor"


_READINGS: Final = {
    NO_BUILDING: ("pays_nothing", "next_place"),
    THESE_ROWS: ("block_lines", "printed_rows", "all_four"),
    SHORT_PAYER: ("pays_all", "other_kind"),
    PRESTIGE_FLOOR: ("zero", "below"),
}
"""Readings of each ruling that changes a number, never whether a report is legal."""


def as_ruled(state: State, ruling: str) -> Term:
    """Return the words for what a ruling says on this table."""
    return Term(f"as_ruled.{ruling}_{state.rulings[ruling]}")


def others(state: State, ruling: str) -> Iterator[tuple[Term, State]]:
    """Yield the same table under every other reading of a ruling, with its words."""
    for reading in _READINGS[ruling]:
        if reading != state.rulings[ruling]:
            yield Term(f"as_ruled.{ruling}_{reading}"), read_as(state, ruling, reading)
