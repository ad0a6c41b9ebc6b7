"""Frozen view models of a table: blocks, numbers, offices, cards, steps."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.games.urban_sprawl.grid import ZONES
from companion.kernel.values import Seat
from companion.ui.boards.tile import Tile

WEALTH_BACK, WEALTH_INK = "#f2c93b", "#2b2100"
PRESTIGE_BACK, PRESTIGE_INK = "#a3201a", "#ffffff"
"""Colours of the prestige numbers around the city."""
WATER_BACK, WATER_INK = "#1d5a80", "#ffffff"
WILD_BACK, WILD_INK = "#33582c", "#ffffff"
"""Colours of the land edges of the city."""
CHIP, CHIP_INK = "#fffdf6", "#23201a"
"""Colours of the chips on buildings: the owner's mark, the value of the block."""


@dataclass(frozen=True, slots=True)
class BuildingView:
    """Building of the city."""

    id: str
    """First lot of the building."""
    colour: str
    code: str
    """Letters of its zone."""
    lots: tuple[str, ...]
    owner: Seat | None


@dataclass(frozen=True, slots=True)
class BlockView:
    """Block with its buildings."""

    id: str
    value: int
    buildings: tuple[BuildingView, ...]
    spoken: str


@dataclass(frozen=True, slots=True)
class BlockFace:
    """Picture of a block: what stands on it, and its value."""

    block: BlockView
    asked: bool
    """True if its value is a price now, which is drawn larger."""


@dataclass(frozen=True, slots=True)
class TableView:
    """Whole table."""

    blocks: tuple[BlockView, ...]
    numbers: tuple[Tile, ...]
    """Places around the city with their numbers."""
    offices: tuple[Tile, ...]
    """Offices that are shown."""
    pawn: str
    """Office with the pawn of the elections; empty if there is none."""
    planning: tuple[Tile, ...]
    contracts: tuple[Tile, ...]
    favors: tuple[Tile, ...]
    """Favors of the seat whose turn it is."""
    points: Tile | None
    """Remaining action points; None if no seat spends any."""
    ask: Tile
    """Tile that opens the forecast of elections and payouts."""


@dataclass(frozen=True, slots=True)
class StepView:
    """Step of the end of a turn."""

    text: str
    state: str
    """`done`, `now` or `next`."""
    seats: tuple[Seat, ...] = ()
    """Awaited seats."""


@dataclass(frozen=True, slots=True)
class ChoiceView:
    """Possible site of a building in a block."""

    value: str
    """Answer that it gives."""
    lots: tuple[str, ...]
    spoken: str
    gone: tuple[str, ...] = ()
    """Lots of the site with a building to be demolished."""
    loss_text: str = ""
    """Buildings to be demolished, with their owners; empty for none."""


def zones_of(facts: Mapping[str, Any], card: str) -> tuple[str, ...]:
    """Return the zones of a permit or a contract; none if unknown."""
    value = facts.get(f"{card}.zones") or facts.get(f"{card}.zone")
    named = value.split("-") if isinstance(value, str) else ()
    return tuple(zone for zone in ZONES if zone in named)
