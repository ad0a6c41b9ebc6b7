"""Tile of the city, rendered again only if its content has changed."""

from collections.abc import Callable

import flet as ft

from companion.ui.boards.tiles import Marks, TileSize
from companion.ui.games.blue_moon_city.board_view import (
    RewardView,
    SectionView,
    TileView,
)
from companion.ui.games.blue_moon_city.look import (
    CHIP,
    CHIP_INK,
    COURT,
    GOODS,
    LIT,
    LIT_INK,
    PEOPLES,
)
from companion.ui.games.blue_moon_city.pictures import MARKET
from companion.ui.widgets import (
    People,
    Sign,
    as_cached_part,
    cached_part,
    outline,
    seat_badge,
    sign,
    tappable,
)

GAP = 4
"""Gap between two tiles."""
INSET = 3
"""Border and padding of a tile together."""
_PAD = 2
_HIGH = 84
"""Least height with room for the reward."""
_IN_A_LINE = 3
"""Maximum number of rewards on a line."""
_OFFERED = {
    "legal": ft.Icons.TOUCH_APP,
    "helped": ft.Icons.ADD_CIRCLE,
    "greyed": ft.Icons.BLOCK,
}


@as_cached_part(lambda tile, *_: f"tile:{tile.id}")
def city_tile(
    tile: TileView,
    marks: Marks,
    size: TileSize,
    people: People,
    on_touch: Callable[[str], None],
) -> ft.Control:
    """Return a tile, the same control while its content is equal."""
    return tappable(
        _face(tile, marks, size, people),
        marks.named(tile.spoken),
        lambda _e: on_touch(tile.id),
        radius=9,
        width=size.width,
        height=size.height,
        # Border plus padding stays constant, so that nothing moves when a tile is marked.
        padding=ft.Padding.all(_PAD + 1 - marks.line),
        bgcolor=_ground(tile),
        border=marks.edge(),
        opacity=marks.opacity,
    )


def _ground(tile: TileView) -> str:
    """Return the colour of its people, or the lit colour of a finished building."""
    if tile.finished:
        return LIT
    return PEOPLES[tile.colour].back if tile.colour else COURT


def _ink(tile: TileView) -> str:
    if tile.finished:
        return LIT_INK
    return PEOPLES[tile.colour].text if tile.colour else "#ffffff"


def _face(tile: TileView, marks: Marks, size: TileSize, people: People) -> ft.Control:
    """Return its lines as cached parts, since seldom more than one changes."""
    high, ink = size.height / size.scale >= _HIGH, _ink(tile)
    building = bool(tile.colour) and not tile.finished
    parts = [cached_part("name", _name, tile.name, ink, high, size)]
    if building:
        parts.append(
            cached_part("sections", _sections, tile.sections, _crowded(tile), size, people)
        )
    else:
        parts.append(cached_part("emblem", _emblem, tile.colour, tile.neighbour, ink, size))
    if building and high:
        parts.append(cached_part("gives", _gives, tile.each, tile.star, ink, size))
    symbol = symbol_of(tile, marks.offer)
    return ft.Column(
        [*parts, cached_part("foot", _foot, symbol, ink, size)],
        spacing=0,
        alignment=ft.MainAxisAlignment.SPACE_BETWEEN,
        horizontal_alignment=ft.CrossAxisAlignment.CENTER,
    )


def _name(name: str, ink: str, high: bool, size: TileSize) -> ft.Control:
    return ft.Text(
        name,
        size=size.text(11.5 if high else 10.5),
        weight=ft.FontWeight.W_600,
        color=ink,
        max_lines=2,
        overflow=ft.TextOverflow.ELLIPSIS,
        text_align=ft.TextAlign.CENTER,
        style=ft.TextStyle(height=1.0),
    )


def _sections(
    sections: tuple[SectionView, ...], crowded: bool, size: TileSize, people: People
) -> ft.Control:
    count = len(sections)
    wide = min((size.width - 2 * _PAD - 2 - 2 * (count - 1)) / max(3, count), 46 * size.scale)
    high = min(size.height * (0.25 if crowded else 0.3), 44 * size.scale)
    return ft.Row(
        [
            cached_part(f"section:{n}", _section, section, wide, high, size, people)
            for n, section in enumerate(sections)
        ],
        spacing=2,
        alignment=ft.MainAxisAlignment.CENTER,
    )


def _crowded(tile: TileView) -> bool:
    """Return whether its reward takes two lines."""
    return len(tile.each) + len(tile.star) > _IN_A_LINE


def _section(
    section: SectionView, wide: float, high: float, size: TileSize, people: People
) -> ft.Control:
    """Return the price of a section, faint if unknown, or the owner's stone."""
    inside: ft.Control
    if section.owner is not None:
        inside = seat_badge(*people[section.owner], min(wide, high) - 3)
    else:
        inside = ft.Text(
            "?" if section.value is None else str(section.value),
            size=size.text(16),
            weight=ft.FontWeight.BOLD,
            color=CHIP_INK,
            style=ft.TextStyle(height=1.0),
        )
    unknown = section.value is None and section.owner is None
    return ft.Container(
        inside,
        width=wide,
        height=high,
        bgcolor=CHIP,
        border=outline(1, CHIP_INK),
        border_radius=5,
        alignment=ft.Alignment.CENTER,
        opacity=0.55 if unknown else 1,
    )


def _gives(
    each: tuple[RewardView, ...], besides: tuple[RewardView, ...], ink: str, size: TileSize
) -> ft.Control:
    """Return the reward for each stone, and the additional one for most stones."""
    star = [ft.Icon(ft.Icons.STAR, size=size.box(10), color=ink)] if besides else []
    return ft.Row(
        [
            *(_reward(reward, size, ink) for reward in each),
            *star,
            *(_reward(reward, size, ink) for reward in besides),
        ],
        spacing=2,
        run_spacing=0,
        wrap=len(each) + len(besides) > _IN_A_LINE,
        alignment=ft.MainAxisAlignment.CENTER,
    )


def _emblem(colour: str, neighbour: tuple[RewardView, ...], ink: str, size: TileSize) -> ft.Control:
    """Return the market, or a finished building with its reward for neighbours."""
    if not colour:
        return sign(MARKET, size.box(30), ink)
    people = sign(PEOPLES[colour].picture, size.box(20), ink)
    done = ft.Icon(ft.Icons.CHECK_CIRCLE, size=size.box(15), color=ink)
    return ft.Row(
        [people, done, *(_reward(reward, size, ink) for reward in neighbour)],
        spacing=2,
        run_spacing=2,
        wrap=len(neighbour) > 1,
        alignment=ft.MainAxisAlignment.CENTER,
    )


def _reward(reward: RewardView, size: TileSize, ink: str) -> ft.Control:
    amount = "?" if reward.amount is None else str(reward.amount)
    return ft.Row(
        [
            ft.Text(
                amount,
                size=size.text(12),
                weight=ft.FontWeight.BOLD,
                color=ink,
                style=ft.TextStyle(height=1.0),
            ),
            sign(GOODS[reward.kind], size.box(13), ink),
        ],
        spacing=0,
        tight=True,
    )


def _foot(symbol: Sign | None, ink: str, size: TileSize) -> ft.Control:
    """Return the people's symbol or the mark of the offer, with room for pieces beside it."""
    mark = [sign(symbol, size.box(17), ink)] if symbol else []
    return ft.Container(ft.Row(mark), height=foot_height(size))


def foot_height(size: TileSize) -> float:
    """Return the height of the line of figures and dragons."""
    return 30 if size.large else min(22 * size.scale, size.height * 0.33)


def symbol_of(tile: TileView, offer: str) -> Sign | None:
    """Return the symbol in the corner of a tile: its people, or the mark of the offer."""
    building = bool(tile.colour) and not tile.finished
    return _OFFERED.get(offer, PEOPLES[tile.colour].picture if building else None)
