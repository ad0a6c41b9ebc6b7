"""Frozen view models of a table: blocks, numbers, offices, cards, steps."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.games.urban_sprawl.grid import ZONES
from companion.kernel.values import Seat


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
class NumberView:
    """Place around the city with its number."""

    place: str
    text: str
    """Letter and number; empty for a circle without a marker."""
    wealth: bool
    """True for wealth, False for prestige."""
    line: str
    """Name of the line or column of blocks that begins there, if it is a single one."""
    spoken: str


@dataclass(frozen=True, slots=True)
class OfficeView:
    """Space of the election track, or the contractor."""

    id: str
    name: str
    holder: Seat | None
    pawn: bool
    filled: bool
    """True if its politician is in play; before the Airport only the mayor is."""
    spoken: str


@dataclass(frozen=True, slots=True)
class CardView:
    """Space for a card, and its card."""

    place: str
    cost: int
    """Cost in action points."""
    there: bool
    name: str
    zones: tuple[str, ...]
    codes: tuple[str, ...]
    """Letters of those zones."""
    size: str
    """Lots of a contract, permits of a permit; empty if unknown."""
    number: int | None
    """Number that it pays out."""
    wealth: bool
    """True if it pays wealth, False for prestige."""
    ballot: bool
    deck: str
    """Letters of its deck; empty if it is not on a deck."""
    owner: Seat | None
    """Owner of the favor."""
    spoken: str


@dataclass(frozen=True, slots=True)
class TableView:
    """Whole table."""

    blocks: tuple[BlockView, ...]
    numbers: tuple[NumberView, ...]
    offices: tuple[OfficeView, ...]
    planning: tuple[CardView, ...]
    contracts: tuple[CardView, ...]
    favors: tuple[CardView, ...]
    """Favors of the seat whose turn it is."""
    points: int | None
    """Remaining action points; None if no seat spends any."""
    points_word: str
    points_spoken: str
    ask_word: str
    """Label of the tile that opens the forecast of elections and payouts."""
    ask_spoken: str


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
