"""View model of the city: tiles in their cells, and the objects beside them."""

from dataclasses import dataclass

from companion.games.blue_moon_city.components import (
    CELLS,
    COLOUR_AND_SECTIONS,
    COURTYARD,
    FIGURE_COLOUR,
    OUT,
    read_facts,
)
from companion.games.blue_moon_city.state import OBELISK, stone
from companion.games.blue_moon_city.view import CityTable
from companion.kernel.box.facts import FactValues, row
from companion.kernel.pieces.effects import Transfer
from companion.kernel.values import Seat
from companion.match.fold import Match
from companion.rulebook.wording import Wording

REWARD_KINDS = ("crystals", "cards", "scales")


@dataclass(frozen=True, slots=True)
class SectionView:
    """Section of a building."""

    value: int | None
    """Printed value; None if not established."""
    owner: Seat | None


@dataclass(frozen=True, slots=True)
class RewardView:
    """Symbol of a reward; its amount may be unknown."""

    kind: str
    amount: int | None


@dataclass(frozen=True, slots=True)
class TileView:
    """Tile in its cell."""

    id: str
    name: str
    row: int
    column: int
    colour: str
    """Colour of a people, `any`, or empty for the courtyard."""
    sections: tuple[SectionView, ...]
    finished: bool
    each: tuple[RewardView, ...]
    """Reward for every stone in it once it is finished."""
    star: tuple[RewardView, ...]
    """Additional reward for most stones."""
    neighbour: tuple[RewardView, ...]
    figures: tuple[Seat, ...]
    dragons: tuple[str, ...]
    spoken: str
    """Whole tile as one sentence."""


@dataclass(frozen=True, slots=True)
class CityView:
    """City with the dragons outside it."""

    tiles: tuple[TileView, ...]
    outside: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ObeliskSpace:
    """Space of the obelisk."""

    price: int
    owner: Seat | None
    following: bool
    """True if it is filled next."""


def city(view: CityTable, facts: FactValues, wording: Wording) -> CityView:
    """Return the city of a public view."""
    dragons = view.dragons
    tiles = tuple(
        _tile(tile, cell, view, facts, wording)
        for tile, cell in zip(view.layout, CELLS, strict=True)
    )
    return CityView(tiles, tuple(d for d, where in dragons.items() if where == OUT))


def _tile(
    tile: str, cell: tuple[int, int], view: CityTable, facts: FactValues, wording: Wording
) -> TileView:
    colour = "" if tile == COURTYARD else COLOUR_AND_SECTIONS[tile][0]
    sections = _sections(tile, view, facts)
    finished = tile in view.finished
    figures = tuple(seat for seat, where in enumerate(view.figures) if where == tile)
    dragons = tuple(d for d, where in view.dragons.items() if where == tile)
    neighbour = _reward(tile, "neighbour", facts) if colour else ()
    return TileView(
        id=tile,
        name=wording.term(f"tile.{tile}"),
        row=cell[0],
        column=cell[1],
        colour=colour,
        sections=sections,
        finished=finished,
        each=_reward(tile, "each", facts) if colour else (),
        star=_reward(tile, "star", facts) if colour else (),
        neighbour=neighbour,
        figures=figures,
        dragons=dragons,
        spoken=_spoken(tile, colour, sections, finished, figures, dragons, wording),
    )


def _sections(tile: str, view: CityTable, facts: FactValues) -> tuple[SectionView, ...]:
    owners = view.stones.get(tile, ())
    values = row(facts.get(f"tile.{tile}.values")) or (None,) * len(owners)
    return tuple(SectionView(v, o) for v, o in zip(values, owners, strict=False))


def _reward(tile: str, of: str, facts: FactValues) -> tuple[RewardView, ...]:
    amounts = ((kind, facts.get(f"tile.{tile}.{of}.{kind}")) for kind in REWARD_KINDS)
    return tuple(
        RewardView(kind, amount if isinstance(amount, int) else None)
        for kind, amount in amounts
        if amount != 0
    )


def _spoken(
    tile: str,
    colour: str,
    sections: tuple[SectionView, ...],
    finished: bool,
    figures: tuple[Seat, ...],
    dragons: tuple[str, ...],
    wording: Wording,
) -> str:
    own = wording.own
    parts = [wording.term(f"tile.{tile}")]
    if colour:
        parts.append(wording.term(f"colour.{colour}"))
    if finished:
        parts.append(own("board.spoken.finished"))
    else:
        parts += [_spoken_section(section, wording) for section in sections]
    parts += [own("board.spoken.figure", name=wording.player(seat)) for seat in figures]
    parts += [wording.term(f"dragon_short.{dragon}") for dragon in dragons]
    return ", ".join(parts)


def _spoken_section(section: SectionView, wording: Wording) -> str:
    own = wording.own
    value: str | int = own("board.spoken.unknown") if section.value is None else section.value
    if section.owner is None:
        return own("board.spoken.free", value=value)
    return own("board.spoken.built", value=value, name=wording.player(section.owner))


def changed(before: CityView, after: CityView) -> frozenset[str]:
    """Return the tiles that differ from before."""
    old = {tile.id: tile for tile in before.tiles}
    return frozenset(tile.id for tile in after.tiles if tile.id not in old or old[tile.id] != tile)


def dragon_colour(dragon: str) -> str:
    """Return the colour of a dragon's figure."""
    return FIGURE_COLOUR[dragon]


def obelisk(players: int, facts: FactValues, owners: tuple[Seat, ...]) -> tuple[ObeliskSpace, ...]:
    """Return the spaces of the obelisk in the order they are filled.

    Args:
        players: number of players.
        facts: facts of the box.
        owners: owner of the stone on each filled space, in order.
    """
    return tuple(
        ObeliskSpace(price, owners[index] if index < len(owners) else None, index == len(owners))
        for index, price in enumerate(read_facts(facts).prices(players))
    )


def obelisk_owners(match: Match) -> tuple[Seat, ...]:
    """Return the owners of the stones on the obelisk, in the order of arrival."""
    stones = {stone(seat): seat for seat in range(len(match.options.players))}
    owners: list[Seat] = []
    for step in match.steps:
        for effect in step.effects:
            if not isinstance(effect, Transfer) or effect.item not in stones:
                continue
            added = effect.amount * ((effect.target == OBELISK) - (effect.source == OBELISK))
            _add(owners, stones[effect.item], added)
    for seat in stones.values():
        # Adjustments may have removed more than the acts placed. The ledger balance decides.
        there = match.state.ledger.balance(OBELISK, stone(seat))
        _add(owners, seat, max(0, there) - owners.count(seat))
    return tuple(owners)


def _add(owners: list[Seat], seat: Seat, number: int) -> None:
    """Add that many stones of a seat; a negative number removes its latest ones."""
    owners += [seat] * number
    for _ in range(min(-number, owners.count(seat))):
        del owners[len(owners) - 1 - owners[::-1].index(seat)]
