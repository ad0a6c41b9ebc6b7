"""Second computation of elections, payouts and the final score, from the rulebook alone.

Slow and plain: a city is its houses lot by lot. No code is shared with the game.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

Lot = tuple[int, int]
"""Row from the water above and column from the wilderness on the left, each from 1 to 12."""

PARK = "park"
ZONES = ("civic", "commercial", "industrial", "residential", PARK)
"""Zones as the box names them."""


def _lots(rows: Sequence[int], columns: Sequence[int]) -> tuple[Lot, ...]:
    return tuple((row, column) for row in rows for column in columns)


_ALL = tuple(range(1, 13))


def _across(first: int, last: int) -> tuple[Lot, ...]:
    """Return the lots of some rows of blocks."""
    return _lots(range(2 * first - 1, 2 * last + 1), _ALL)


def _down(first: int, last: int) -> tuple[Lot, ...]:
    """Return the lots of some columns of blocks."""
    return _lots(_ALL, range(2 * first - 1, 2 * last + 1))


PRINTED: Mapping[str, Sequence[Lot]] = {
    "p3": _across(1, 2),
    "p1": _across(3, 4),
    "p2": _across(5, 6),
    "w1": _down(1, 1),
    "w4": _down(2, 2),
    "w5": _down(3, 3),
    "w6": _down(4, 4),
    "w3": _down(5, 5),
    "w2": _down(6, 6),
}
"""Lots of each row by the number printed beside the city."""

CIRCLES: Mapping[str, Sequence[Lot]] = {
    **{f"t{n}": _down(2 * n - 1, 2 * n) for n in (1, 2, 3)},
    **{f"r{n}": _across(n, n) for n in range(1, 7)},
}
"""Lots of each row by grey circle: above two columns of blocks, on the right one row."""


@dataclass(frozen=True)
class House:
    """Building in the city; parks are buildings, too."""

    zone: str
    lots: frozenset[Lot]
    owner: int | None


@dataclass(frozen=True)
class City:
    """Buildings of the city, and the marker on each circle."""

    houses: tuple[House, ...]
    markers: Mapping[str, str]

    def rows(self) -> dict[str, Sequence[Lot]]:
        """Return the lots of each row by its number, printed or on a marker."""
        return {**PRINTED, **{self.markers[c]: CIRCLES[c] for c in self.markers}}

    def value(self, lot: Lot) -> int:
        """Return the sum of the numbers of all rows in which a lot lies."""
        return sum(int(number[1:]) for number, lots in self.rows().items() if lot in lots)

    def worth(self, house: House) -> int:
        """Return the value of a building, which is that of any of its lots."""
        (value,) = {self.value(lot) for lot in house.lots}
        return value


def touch(one: House, other: House) -> bool:
    """Return whether two buildings are adjacent, also over a street or at a corner."""
    return any(max(abs(a - c), abs(b - d)) == 1 for a, b in one.lots for c, d in other.lots)


def payout(
    city: City, number: str, line: Sequence[int], players: int, with_none: bool = False
) -> list[int]:
    """Return what each seat gains when a row pays.

    Args:
        city: the city.
        number: that of the row.
        line: what first, second, third and fourth get.
        players: how many play.
        with_none: whether somebody without a building there can have a place.
    """
    lots = city.rows().get(number)
    if lots is None:
        return [0] * players
    counts = [
        sum(house.owner == seat and not house.lots.isdisjoint(lots) for house in city.houses)
        for seat in range(players)
    ]
    columns = list(line)[:players]
    gained = []
    for count in counts:
        ahead = sum(other > count for other in counts)
        level = sum(other == count for other in counts)
        share = sum(columns[ahead : ahead + level]) // level
        gained.append(share if count or with_none else 0)
    return gained


ORDER = ("mayor", "attorney", "treasurer", "police", "boss")
"""Offices around the track; each decides the tie for the next."""
ZONE_OF = {"attorney": "civ", "treasurer": "com", "police": "res", "boss": "ind"}


def elected(
    city: City, office: str, players: int, vocations: Sequence[int]
) -> tuple[tuple[int, ...], str]:
    """Return the candidates for an office, and who decides if there are several.

    Without candidates nobody can have it. The decider is an office, or `media`.
    """
    if office == "mayor":
        most = max(vocations)
        return tuple(seat for seat in range(players) if vocations[seat] == most), "media"
    zone = ZONE_OF[office]
    worth = {
        seat: sorted(city.worth(h) for h in city.houses if (h.owner, h.zone) == (seat, zone))
        for seat in range(players)
    }
    in_question = [seat for seat in range(players) if worth[seat]]
    dearest = max((worth[seat][-1] for seat in in_question), default=0)
    in_question = [seat for seat in in_question if worth[seat][-1] == dearest]
    many = max((len(worth[seat]) for seat in in_question), default=0)
    tied = tuple(seat for seat in in_question if len(worth[seat]) == many)
    return tied, ORDER[ORDER.index(office) - 1]


def contractor(prestige: Sequence[int]) -> tuple[int, ...]:
    """Return the candidates for the contractor: the seats with least prestige."""
    return tuple(seat for seat, amount in enumerate(prestige) if amount == min(prestige))


def bonus(city: City, office: str, seat: int, uncontrolled: bool = True) -> int:
    """Return the prestige of an office at the end of the game."""
    if office == "mayor":
        parks = [house for house in city.houses if house.zone == PARK]
        return sum(
            house.owner == seat and house.zone != PARK and any(touch(house, park) for park in parks)
            for house in city.houses
        )
    return sum(
        house.zone == ZONE_OF[office] and (uncontrolled or house.owner is not None)
        for house in city.houses
    )


@dataclass(frozen=True)
class Table:
    """Input of the final score."""

    city: City
    wealth: Sequence[int]
    prestige: Sequence[int]
    offices: Mapping[str, int]
    lines: Mapping[str, Sequence[int]]
    """Payout line of each row by number."""
    with_none: bool = False
    uncontrolled: bool = True


def final(table: Table) -> list[tuple[int, int]]:
    """Return prestige and wealth by seat at the end: rows first, then wealth, then offices."""
    players = len(table.wealth)
    totals = list(table.prestige)
    for number in table.city.rows():
        if number.startswith("p"):
            paid = payout(table.city, number, table.lines[number], players, table.with_none)
            totals = [total + gained for total, gained in zip(totals, paid, strict=True)]
    totals = [total + wealth // 10 for total, wealth in zip(totals, table.wealth, strict=True)]
    for office, seat in table.offices.items():
        totals[seat] += bonus(table.city, office, seat, table.uncontrolled)
    return list(zip(totals, table.wealth, strict=True))


def winners(totals: Sequence[tuple[int, int]]) -> tuple[int, ...]:
    """Return the winners: most prestige, then most wealth; full ties share the victory."""
    return tuple(seat for seat, total in enumerate(totals) if total == max(totals))
