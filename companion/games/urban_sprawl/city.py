"""City of a state: immutable buildings and markers, and values derived from them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import Final

from companion.games.urban_sprawl.components import (
    MARKERS,
    PRINTED_ROW,
    START_LOTS,
    marker_of,
)
from companion.games.urban_sprawl.grid import (
    BESIDE,
    BLOCKS,
    LOTS,
    PARK,
    PRINTED,
    START,
    Lots,
    around,
    block_of,
    blocks_in,
    value,
)
from companion.kernel.values import Seat

_PLACE_OF_LOT: Final[Mapping[str, int]] = MappingProxyType({lot: n for n, lot in enumerate(LOTS)})


@dataclass(frozen=True)
class Building:
    """Building or park."""

    colour: str
    """Zone, or `park`."""
    lots: Lots
    owner: Seat | None
    """Owner of the cube on it."""
    card: str = ""
    """Contract that built it, if any."""

    @property
    def size(self) -> int:
        """Return the number of lots it covers."""
        return len(self.lots)

    @cached_property
    def block(self) -> str:
        """Return the block it stands in."""
        return block_of(next(iter(self.lots)))


def name_of(lots: Lots) -> str:
    """Return the id of a building: the first of its lots, row by row."""
    return min(lots, key=_PLACE_OF_LOT.__getitem__)


@dataclass(frozen=True)
class City:
    """Buildings of the city, and the markers around it."""

    buildings: Mapping[str, Building]
    """Buildings by id, in no meaningful order."""
    markers: Mapping[str, str]
    """Marker on each occupied grey circle."""

    @cached_property
    def at(self) -> Mapping[str, str]:
        """Return the building on each occupied lot."""
        return {lot: name for name, one in self.buildings.items() for lot in one.lots}

    @cached_property
    def colours(self) -> Mapping[str, str]:
        """Return the zone or park on each occupied lot."""
        return {lot: one.colour for one in self.buildings.values() for lot in one.lots}

    @cached_property
    def numbers(self) -> Mapping[str, int]:
        """Return the number at each place of the edge."""
        return {**PRINTED, **{at: MARKERS[marker] for at, marker in self.markers.items()}}

    @cached_property
    def values(self) -> Mapping[str, int]:
        """Return the value of each block."""
        return {block: self.value_of(block) for block in BLOCKS}

    @cached_property
    def empty(self) -> tuple[str, ...]:
        """Return the empty lots."""
        at = self.at
        return tuple(lot for lot in LOTS if lot not in at)

    def value_of(self, block: str) -> int:
        """Return the value of a block."""
        return value(block, self.numbers)

    def worth(self, name: str) -> int:
        """Return the value of a building, which is that of its block."""
        return self.value_of(self.buildings[name].block)

    def standing_on(self, lots: Lots) -> tuple[str, ...]:
        """Return the buildings on some lots, sorted by id."""
        at = self.at
        return tuple(sorted({at[lot] for lot in lots if lot in at}))

    def without(self, lots: Lots) -> Mapping[str, str]:
        """Return the zone or park on each lot, as if the buildings on some lots were gone."""
        gone = self.standing_on(lots)
        if not gone:
            return self.colours
        cleared = {lot for name in gone for lot in self.buildings[name].lots}
        return {lot: colour for lot, colour in self.colours.items() if lot not in cleared}

    def beside(self, lots: Lots) -> tuple[str, ...]:
        """Return the buildings that touch some lots."""
        return self.standing_on(around(lots) - lots)

    def place_of(self, row: str) -> str | None:
        """Return the place of a row's number at the edge; None if it is not in play."""
        if row in PRINTED_ROW:
            return PRINTED_ROW[row]
        marker = marker_of(row)
        return next((place for place, lies in self.markers.items() if lies == marker), None)

    def owned_in(self, place: str, players: int) -> tuple[int, ...]:
        """Return the number of buildings of each seat in a row, by the place of its number."""
        counts = [0] * players
        within = frozenset(blocks_in(place))
        for one in self.buildings.values():
            if one.owner is not None and one.owner < players and one.block in within:
                counts[one.owner] += 1
        return tuple(counts)

    def of_colour(self, colour: str) -> Iterator[tuple[str, Building]]:
        """Yield the buildings of a zone, or the parks."""
        return ((name, one) for name, one in self.buildings.items() if one.colour == colour)

    def beside_a_park(self, one: Building) -> bool:
        """Return whether a building touches a park."""
        colours = self.colours
        return any(colours.get(near) == PARK for lot in one.lots for near in BESIDE[lot])

    # Changes

    def with_building(self, new: Building) -> "City":
        """Return the city with a new building, which replaces those on its lots."""
        gone = self.standing_on(new.lots)
        kept = {name: one for name, one in self.buildings.items() if name not in gone}
        return self._with({**kept, name_of(new.lots): new})

    def without_building(self, name: str) -> "City":
        """Return the city without a building."""
        return self._with({other: one for other, one in self.buildings.items() if other != name})

    def owned_by(self, name: str, owner: Seat | None) -> "City":
        """Return the city with another owner of a building, or none."""
        one = self.buildings[name]
        changed = Building(one.colour, one.lots, owner, one.card)
        return self._with({**self.buildings, name: changed})

    def with_marker(self, marker: str, circle: str | None) -> "City":
        """Return the city with a marker on that circle only; None: beside the board."""
        left = {at: lies for at, lies in self.markers.items() if lies != marker}
        if circle is not None:
            left[circle] = marker
        return City(self.buildings, MappingProxyType(left))

    def _with(self, buildings: Mapping[str, Building]) -> "City":
        return City(MappingProxyType(dict(buildings)), self.markers)


BEFORE_THE_MATCH: Final = City(
    MappingProxyType({lot: Building(START[lot], frozenset({lot}), None) for lot in START_LOTS}),
    MappingProxyType({}),
)
"""City with its twelve first buildings, which nobody controls yet."""
