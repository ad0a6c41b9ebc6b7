"""Tiles of the city, and the objects beside them."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

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
from companion.kernel.pieces.ledger import Transfer
from companion.kernel.values import Seat
from companion.match.fold import Match
from companion.rulebook.wording import Wording
from companion.ui.boards.tile import (
    Chip,
    Name,
    Number,
    Part,
    Piece,
    Symbol,
    Tile,
    TileLine,
    changed_tiles,
    line,
)

REWARD_KINDS = ("crystals", "cards", "scales")
CHIP, CHIP_INK = "#fffdf6", "#23201a"
"""Colours of the price of a section."""
LIT, LIT_INK = "#f4cf6b", "#33270a"
"""Colours of a finished building."""
COURT, COURT_INK = "#1f6b66", "#ffffff"
FOOT: Final = 22
"""Height of the line of figures and dragons, which lie over the board."""
TITLE: Final = 11.5
_LOW: Final = 84
"""Height below which there is no room for the reward."""
_IN_A_LINE = 3
"""Maximum number of rewards on a line."""


@dataclass(frozen=True, slots=True)
class SectionView:
    """Section of a building."""

    value: int | None
    """Printed value; None if not established."""
    owner: Seat | None


@dataclass(frozen=True, slots=True)
class CityTile:
    """Tile of the city with the pieces on it."""

    tile: Tile
    cell: tuple[int, int]
    """Row and column."""
    figures: tuple[Seat, ...]
    dragons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CityView:
    """City with what lies beside it."""

    tiles: tuple[CityTile, ...]
    outside: tuple[str, ...]
    """Dragons outside the city."""
    corners: tuple[Tile, ...]
    """Dragons outside, decks, scales: the upper right corner, and the lower ones."""


@dataclass(frozen=True, slots=True)
class ObeliskSpace:
    """Space of the obelisk."""

    price: int
    owner: Seat | None
    following: bool
    """True if it is filled next."""


def city(view: CityTable, facts: FactValues, wording: Wording) -> CityView:
    """Return the city of a public view."""
    tiles = tuple(
        _tile(tile, cell, view, facts, wording)
        for tile, cell in zip(view.layout, CELLS, strict=True)
    )
    away = tuple(d for d, where in view.dragons.items() if where == OUT)
    own = wording.own
    names = ", ".join(wording.term(f"dragon_short.{d}") for d in away) or own("board.nobody")
    outside = beside(
        OUT,
        own("board.outside_spoken", names=names),
        line(Name((own("board.outside"),), TITLE, bold=False)),
        line(high=26),
        key="tile:out",
    )
    deck, discard = own("board.deck"), own("board.discard")
    cards = beside(
        "cards",
        f"{deck}: {view.deck}. {discard}: {view.discard}",
        *_pile(deck, "deck", view.deck),
        *_pile(discard, "discard", view.discard),
    )
    label = own("board.scales")
    scales = beside("scales", f"{label}: {view.scales}", *_pile(label, "scales", view.scales))
    return CityView(tiles, away, (outside, cards, scales))


def beside(place: str, spoken: str, *lines: TileLine, key: str = "") -> Tile:
    """Return objects in a free corner beside the city."""
    return Tile(place, spoken, lines, ground="", edge="", touchable=False, key=key)


def _pile(label: str, picture: str, amount: int) -> tuple[TileLine, ...]:
    title = line(Name((label,), TITLE, bold=False))
    return title, line(Symbol(picture, 16), Number(str(amount), 16), gap=2)


def _tile(
    tile: str, cell: tuple[int, int], view: CityTable, facts: FactValues, wording: Wording
) -> CityTile:
    colour = "" if tile == COURTYARD else COLOUR_AND_SECTIONS[tile][0]
    sections = _sections(tile, view, facts)
    finished = tile in view.finished
    figures = tuple(seat for seat, where in enumerate(view.figures) if where == tile)
    dragons = tuple(d for d, where in view.dragons.items() if where == tile)
    name = wording.term(f"tile.{tile}")
    spoken = _spoken(tile, colour, sections, finished, figures, dragons, wording)
    title = line(Name((name,), TITLE, lines=2))
    lines: tuple[TileLine, ...]
    low: tuple[TileLine, ...] = ()
    ground, ink = (LIT, LIT_INK) if finished else (COURT, COURT_INK)
    if colour and not finished:
        values = line(*map(_section, sections), gap=2)
        foot = line(Symbol(colour, 17), align="start", high=FOOT)
        lines, low = (title, values, *_gives(tile, facts), foot), (title, values, foot)
        ground, ink = f"back:{colour}", f"ink:{colour}"
    else:
        emblem = _finished(tile, colour, facts) if colour else (line(Symbol("market", 30)),)
        lines = (title, *emblem, line(high=FOOT))
    drawn = Tile(
        tile,
        spoken,
        lines,
        low=low,
        high=_LOW,
        ground=ground,
        ink=ink,
        spread=True,
        key=f"tile:{tile}",
        state=(spoken, lines, ground, figures, dragons),
    )
    return CityTile(drawn, cell, figures, dragons)


def _sections(tile: str, view: CityTable, facts: FactValues) -> tuple[SectionView, ...]:
    owners = view.stones.get(tile, ())
    values = row(facts.get(f"tile.{tile}.values")) or (None,) * len(owners)
    return tuple(SectionView(v, o) for v, o in zip(values, owners, strict=False))


@lru_cache
def _section(section: SectionView) -> Chip:
    """Return the price of a section, faint if unknown, or the owner's stone."""
    number = Number("?" if section.value is None else str(section.value), 16, CHIP_INK)
    part: Part = number if section.owner is None else Piece(section.owner)
    unknown = section.value is None and section.owner is None
    opacity = 0.55 if unknown else 1
    return Chip((line(part),), 22, 25, CHIP, CHIP_INK, 5, opacity)


def _gives(tile: str, facts: FactValues) -> tuple[TileLine, ...]:
    """Return the reward for each stone, and the additional one for most stones."""
    each, most = _rewards(tile, "each", facts), _rewards(tile, "star", facts)
    star: list[Part] = [Symbol("STAR", 10)] if most else []
    if len(each) + len(most) <= _IN_A_LINE:
        return (line(*each, *star, *most, gap=2),)
    return line(*each, gap=2), line(*star, *most, gap=2)


def _finished(tile: str, colour: str, facts: FactValues) -> tuple[TileLine, ...]:
    """Return a finished building with its reward for neighbours."""
    done = (Symbol(colour, 20), Symbol("CHECK_CIRCLE", 15))
    given = _rewards(tile, "neighbour", facts)
    if len(given) < 2:
        return (line(*done, *given, gap=2),)
    return line(*done, gap=2), line(*given, gap=2)


def _rewards(tile: str, of: str, facts: FactValues) -> list[Chip]:
    """Return the symbols of a reward; its amounts may be unknown."""
    amounts = {kind: facts.get(f"tile.{tile}.{of}.{kind}") for kind in REWARD_KINDS}
    return [_reward(k, n if isinstance(n, int) else None) for k, n in amounts.items() if n != 0]


@lru_cache
def _reward(kind: str, amount: int | None) -> Chip:
    number = Number("?" if amount is None else str(amount), 12)
    return Chip((line(number, Symbol(kind, 13), gap=0),))


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
    """Return the names of the tiles that differ from before."""
    return changed_tiles((one.tile for one in before.tiles), (one.tile for one in after.tiles))


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


def obelisk_tile(match: Match, wording: Wording) -> Tile:
    """Return the filled spaces of the obelisk with their owners, and its next price."""
    spaces = obelisk(len(match.options.players), match.facts, obelisk_owners(match))
    owners = [space.owner for space in spaces if space.owner is not None]
    following = next((space.price for space in spaces if space.following), None)
    return beside(
        "obelisk",
        wording.own(
            "board.obelisk_spoken",
            filled=len(owners),
            total=len(spaces),
            price=following or "–",
        ),
        line(Symbol("obelisk", 15), Number(f"{len(owners)}/{len(spaces)}", 11.5), gap=2),
        line(Number(str(following or "–"), 20), Symbol("crystals", 17), gap=1),
        line(*(Piece(seat, 16) for seat in owners[-4:]), gap=0),
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
