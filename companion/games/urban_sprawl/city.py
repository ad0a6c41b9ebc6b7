"""The city as it stands: buildings and markers, and what follows from them. It never changes."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import Final

from companion.games.urban_sprawl.components import MARKERS, PRINTED_ROW, START_LOTS, marker_of
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
    """A building, or a park."""

    colour: str
    """Its zone, or `park`."""
    lots: Lots
    owner: Seat | None
    """Whose cube lies on it."""
    card: str = ""
    """The contract that built it, where it is one."""

    @property
    def size(self) -> int:
        """How many lots it covers."""
        return len(self.lots)

    @cached_property
    def block(self) -> str:
        """The block it stands in."""
        return block_of(next(iter(self.lots)))


def name_of(lots: Lots) -> str:
    """The id of a building: the first of its lots, row by row."""
    return min(lots, key=_PLACE_OF_LOT.__getitem__)


@dataclass(frozen=True)
class City:
    """What stands in the city, and the markers around it."""

    buildings: Mapping[str, Building]
    """By id, in no order that means anything."""
    markers: Mapping[str, str]
    """By grey circle, the marker that lies there."""

    @cached_property
    def at(self) -> Mapping[str, str]:
        """By lot, the building that stands on it."""
        return {lot: name for name, one in self.buildings.items() for lot in one.lots}

    @cached_property
    def colours(self) -> Mapping[str, str]:
        """By lot, the zone or the park that stands on it."""
        return {lot: one.colour for one in self.buildings.values() for lot in one.lots}

    @cached_property
    def numbers(self) -> Mapping[str, int]:
        """By place at the edge, the number that stands there."""
        return {**PRINTED, **{at: MARKERS[marker] for at, marker in self.markers.items()}}

    @cached_property
    def values(self) -> Mapping[str, int]:
        """By block, what it is worth."""
        return {block: self.value_of(block) for block in BLOCKS}

    @cached_property
    def empty(self) -> tuple[str, ...]:
        """The lots on which nothing stands."""
        at = self.at
        return tuple(lot for lot in LOTS if lot not in at)

    def value_of(self, block: str) -> int:
        """What a block is worth."""
        return value(block, self.numbers)

    def worth(self, name: str) -> int:
        """What a building is worth: as much as its block."""
        return self.value_of(self.buildings[name].block)

    def standing_on(self, lots: Lots) -> tuple[str, ...]:
        """The buildings on some lots, in the order of their ids."""
        at = self.at
        return tuple(sorted({at[lot] for lot in lots if lot in at}))

    def without(self, lots: Lots) -> Mapping[str, str]:
        """By lot, what stands there, as if whatever stands on some lots were gone."""
        gone = self.standing_on(lots)
        if not gone:
            return self.colours
        cleared = {lot for name in gone for lot in self.buildings[name].lots}
        return {lot: colour for lot, colour in self.colours.items() if lot not in cleared}

    def beside(self, lots: Lots) -> tuple[str, ...]:
        """The buildings that touch some lots."""
        return self.standing_on(around(lots) - lots)

    def place_of(self, row: str) -> str | None:
        """Where at the edge a row's number stands; None: it is not in play."""
        if row in PRINTED_ROW:
            return PRINTED_ROW[row]
        marker = marker_of(row)
        return next((place for place, lies in self.markers.items() if lies == marker), None)

    def owned_in(self, place: str, players: int) -> tuple[int, ...]:
        """By seat, the buildings that it controls in a row, by the place of its number."""
        found = [0] * players
        within = frozenset(blocks_in(place))
        for one in self.buildings.values():
            if one.owner is not None and one.owner < players and one.block in within:
                found[one.owner] += 1
        return tuple(found)

    def of_colour(self, colour: str) -> Iterator[tuple[str, Building]]:
        """The buildings of a zone, or the parks."""
        return ((name, one) for name, one in self.buildings.items() if one.colour == colour)

    def beside_a_park(self, one: Building) -> bool:
        """Whether a building touches a park."""
        colours = self.colours
        return any(colours.get(near) == PARK for lot in one.lots for near in BESIDE[lot])

    # What changes it

    def with_building(self, new: Building) -> "City":
        """With one more building, in the place of whatever stood on its lots."""
        gone = self.standing_on(new.lots)
        kept = {name: one for name, one in self.buildings.items() if name not in gone}
        return self._with({**kept, name_of(new.lots): new})

    def without_building(self, name: str) -> "City":
        """With one building less."""
        return self._with({other: one for other, one in self.buildings.items() if other != name})

    def owned_by(self, name: str, owner: Seat | None) -> "City":
        """With another cube on a building, or with none."""
        one = self.buildings[name]
        changed = Building(one.colour, one.lots, owner, one.card)
        return self._with({**self.buildings, name: changed})

    def with_marker(self, marker: str, circle: str | None) -> "City":
        """With a marker on that circle and nowhere else; None: it lies beside the board."""
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
"""The city with its twelve first buildings, which nobody controls yet."""
