"""Payouts of rows with the origin of each share, as pure functions usable beforehand."""

from collections.abc import Sequence
from typing import NamedTuple

from companion.games.urban_sprawl.components import PRESTIGE, WEALTH
from companion.games.urban_sprawl.state import State
from companion.kernel.box.facts import Known, Unknown
from companion.kernel.pieces.standings import paid_by_place, places
from companion.kernel.values import Seat


class Share(NamedTuple):
    """Share of one seat in a row."""

    seat: Seat
    buildings: int
    """Number of buildings it controls there."""
    place: int
    """Rank, 1 for most buildings."""
    level: int
    """Number of seats on that rank, itself included."""
    worth: int
    """Total value of the ranks that these seats share."""
    amount: int
    """Amount that it is paid."""


class Payout(NamedTuple):
    """Payout of a row now."""

    row: str
    kind: str
    """Currency: `wealth` or `prestige`."""
    place: str | None
    """Place of its number at the edge; None: nowhere, so it pays nothing."""
    counts: tuple[int, ...]
    """Buildings of each seat in the row."""
    line: Known[tuple[int, ...]]
    """Values of the ranks, the first one first."""
    shares: tuple[Share, ...]
    """Share of each seat; empty if nothing is paid or the line is unknown."""


def kind_of(row: str) -> str:
    """Return the currency of a row."""
    return WEALTH if row.startswith("payout.w") else PRESTIGE


def payout(state: State, row: str, line: Sequence[int] | None = None) -> Payout:
    """Return the payout of a row now.

    Args:
        state: state of the table.
        row: line of the table of payouts.
        line: values of its places as read; None: those of the box.
    """
    place, printed = state.city.place_of(row), state.printed[f"{row}.line"]
    worth: Known[tuple[int, ...]] = printed if line is None else tuple(line)
    if place is None:
        return Payout(row, kind_of(row), None, (), worth, ())
    counts = state.city.owned_in(place, state.players)
    read = state.lines_read.get(row, ())
    if isinstance(worth, Unknown) and len(read) >= len(takers(state, row)):
        worth = read
    shares = () if isinstance(worth, Unknown) else _shares(counts, worth, _least(state))
    return Payout(row, kind_of(row), place, counts, worth, shares)


def pays_somebody(state: State, result: Payout) -> bool:
    """Return whether any seat may get a share, so that the line must be known."""
    return result.place is not None and any(count >= _least(state) for count in result.counts)


def takers(state: State, row: str) -> tuple[tuple[Seat, ...], ...]:
    """Return who takes each place of a row that is paid now; several share a place."""
    place = state.city.place_of(row)
    if place is None:
        return ()
    counts = state.city.owned_in(place, state.players)
    at = places(counts)
    paid = tuple(seat for seat, count in enumerate(counts) if count >= _least(state))
    return tuple(
        tuple(seat for seat in paid if at[seat] <= nth < at[seat] + at.count(at[seat]))
        for nth in range(len(paid))
    )


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
