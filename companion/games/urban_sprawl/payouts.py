"""What a row pays: pure, so that it can be asked before it does, with how each share came about."""

from collections.abc import Sequence
from typing import NamedTuple

from companion.games.urban_sprawl.components import PRESTIGE, WEALTH
from companion.games.urban_sprawl.state import State
from companion.kernel.facts import Known, Unknown
from companion.kernel.standings import paid_by_place, places
from companion.kernel.values import Seat


class Share(NamedTuple):
    """What one seat gets of a row."""

    seat: Seat
    buildings: int
    """How many it controls there."""
    place: int
    """Its place, 1 for most buildings."""
    level: int
    """How many are on that place, itself included."""
    worth: int
    """What the places of all these are worth together."""
    amount: int
    """What it is paid."""


class Payout(NamedTuple):
    """What a row pays now."""

    row: str
    kind: str
    """`wealth` or `prestige`."""
    place: str | None
    """Where its number stands at the edge; None: nowhere, so it pays nothing."""
    counts: tuple[int, ...]
    """By seat, the buildings in the row."""
    line: Known[tuple[int, ...]]
    """What the places are worth, the first one first."""
    shares: tuple[Share, ...]
    """By seat; empty where nothing is paid, or where nobody knows the line."""


def kind_of(row: str) -> str:
    """What a row pays."""
    return WEALTH if row.startswith("payout.w") else PRESTIGE


def payout(state: State, row: str, line: Sequence[int] | None = None) -> Payout:
    """What a row would pay now.

    Args:
        state: the table.
        row: a line of the table of payouts.
        line: what its places are worth, where it was read off; None: as the box says.
    """
    place, found = state.city.place_of(row), state.printed[f"{row}.line"]
    worth: Known[tuple[int, ...]] = found if line is None else tuple(line)
    if place is None:
        return Payout(row, kind_of(row), None, (), worth, ())
    counts = state.city.owned_in(place, state.players)
    shares = () if isinstance(worth, Unknown) else _shares(counts, worth, _least(state))
    return Payout(row, kind_of(row), place, counts, worth, shares)


def pays_somebody(state: State, found: Payout) -> bool:
    """Whether anybody may get anything of it: only then its line has to be known."""
    return found.place is not None and any(count >= _least(state) for count in found.counts)


def _least(state: State) -> int:
    # Whether places without a building are paid is a ruling.
    return 0 if state.rulings["no_building_in_row"] == "next_place" else 1


def _shares(counts: tuple[int, ...], line: Sequence[int], least: int) -> tuple[Share, ...]:
    amounts = line[: len(counts)]

    def each(at: int, level: int) -> int:
        return sum(amounts[at : at + level]) // level

    at, paid = places(counts), paid_by_place(counts, each, least=least)
    return tuple(
        Share(
            seat,
            count,
            at[seat] + 1,
            at.count(at[seat]),
            sum(amounts[at[seat] : at[seat] + at.count(at[seat])]),
            paid[seat],
        )
        for seat, count in enumerate(counts)
    )
