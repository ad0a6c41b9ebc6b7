"""One tile of the city: drawn once, and again only when what it shows has changed."""

from collections.abc import Callable

import flet as ft

from companion.ui.boards.tiles import Marks, Tile, TileSize, memoised
from companion.ui.games.blue_moon_city.board_view import (
    RewardView,
    SectionView,
    TileView,
    dragon_colour,
)
from companion.ui.games.blue_moon_city.look import (
    CHIP,
    CHIP_INK,
    COURT,
    COURTYARD_ICON,
    GOODS,
    LIT,
    LIT_INK,
    PEOPLES,
    dragon,
)
from companion.ui.widgets import seat_badge, tappable

_PAD = 2
_HIGH = 84
"""From this height on there is room for what a tile gives."""
_IN_A_LINE = 3
"""So many rewards stand side by side."""
_OFFERED = {
    "legal": ft.Icons.TOUCH_APP,
    "helped": ft.Icons.ADD_CIRCLE,
    "greyed": ft.Icons.BLOCK,
}


@ft.component
def _tile(
    tile: TileView,
    marks: Marks,
    size: TileSize,
    names: tuple[str, ...],
    on_touch: Callable[[str], None],
) -> ft.Control:
    """A tile that can be touched, with its name for a screen reader."""
    edge = marks.edge()
    return tappable(
        _face(tile, marks, size, names),
        marks.named(tile.spoken),
        lambda _e: on_touch(tile.id),
        radius=9,
        width=size.width,
        height=size.height,
        # Border and padding together stay the same, so that nothing moves when a tile is marked.
        padding=ft.Padding.all(_PAD + 1 - edge.top.width),
        bgcolor=_ground(tile),
        border=edge,
        opacity=marks.opacity,
    )


city_tile: Tile = memoised(_tile)
"""One tile, by `TileView`, `Marks`, `TileSize`, the names of the players and `on_touch`."""


def _ground(tile: TileView) -> str:
    """The colour of its people; a finished building is lit."""
    if tile.finished:
        return LIT
    return PEOPLES[tile.colour].back if tile.colour else COURT


def _ink(tile: TileView) -> str:
    if tile.finished:
        return LIT_INK
    return PEOPLES[tile.colour].text if tile.colour else "#ffffff"


def _face(tile: TileView, marks: Marks, size: TileSize, names: tuple[str, ...]) -> ft.Control:
    high = size.height / size.scale >= _HIGH
    name = ft.Text(
        tile.name,
        size=size.text(11.5 if high else 10.5),
        weight=ft.FontWeight.W_600,
        color=_ink(tile),
        max_lines=2,
        overflow=ft.TextOverflow.ELLIPSIS,
        text_align=ft.TextAlign.CENTER,
        style=ft.TextStyle(height=1.0),
    )
    building = bool(tile.colour) and not tile.finished
    parts = [name, _sections(tile, size, names) if building else _emblem(tile, size)]
    if building and high:
        parts.append(_gives(tile, size))
    return ft.Column(
        [*parts, _pieces(tile, marks, size, names)],
        spacing=0,
        alignment=ft.MainAxisAlignment.SPACE_BETWEEN,
        horizontal_alignment=ft.CrossAxisAlignment.CENTER,
    )


def _sections(tile: TileView, size: TileSize, names: tuple[str, ...]) -> ft.Control:
    count = len(tile.sections)
    wide = min((size.width - 2 * _PAD - 2 - 2 * (count - 1)) / max(3, count), 46 * size.scale)
    high = min(size.height * (0.25 if _crowded(tile) else 0.3), 44 * size.scale)
    return ft.Row(
        [_section(section, wide, high, size, names) for section in tile.sections],
        spacing=2,
        alignment=ft.MainAxisAlignment.CENTER,
    )


def _crowded(tile: TileView) -> bool:
    """Whether what it gives takes two lines."""
    return len(tile.each) + len(tile.star) > _IN_A_LINE


def _section(
    section: SectionView, wide: float, high: float, size: TileSize, names: tuple[str, ...]
) -> ft.Control:
    """What a section asks for, or whose stone lies on it; what nobody knows is faint."""
    inside: ft.Control
    if section.owner is not None:
        inside = seat_badge(section.owner, names[section.owner], min(wide, high) - 3)
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
        border=ft.Border.all(1, CHIP_INK),
        border_radius=5,
        alignment=ft.Alignment.CENTER,
        opacity=0.55 if unknown else 1,
    )


def _gives(tile: TileView, size: TileSize) -> ft.Control:
    """What it gives for each stone, and besides for most of them."""
    ink = _ink(tile)
    star = [ft.Icon(ft.Icons.STAR, size=size.box(10), color=ink)] if tile.star else []
    return ft.Row(
        [
            *(_reward(reward, size, ink) for reward in tile.each),
            *star,
            *(_reward(reward, size, ink) for reward in tile.star),
        ],
        spacing=2,
        run_spacing=0,
        wrap=_crowded(tile),
        alignment=ft.MainAxisAlignment.CENTER,
    )


def _emblem(tile: TileView, size: TileSize) -> ft.Control:
    """The market, or a finished building with what it gives its neighbours."""
    if not tile.colour:
        return ft.Icon(COURTYARD_ICON, size=size.box(26), color=_ink(tile))
    people = ft.Icon(PEOPLES[tile.colour].icon, size=size.box(20), color=_ink(tile))
    done = ft.Icon(ft.Icons.CHECK_CIRCLE, size=size.box(15), color=_ink(tile))
    return ft.Row(
        [people, done, *(_reward(reward, size, _ink(tile)) for reward in tile.neighbour)],
        spacing=2,
        run_spacing=2,
        wrap=len(tile.neighbour) > 1,
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
            ft.Icon(GOODS[reward.kind], size=size.box(12), color=ink),
        ],
        spacing=0,
        tight=True,
    )


def _pieces(tile: TileView, marks: Marks, size: TileSize, names: tuple[str, ...]) -> ft.Control:
    """The symbol of the people at the corner, or how the tile may be chosen; figures, dragons."""
    offered = _OFFERED.get(marks.offer)
    symbol = offered or (PEOPLES[tile.colour].icon if tile.colour and not tile.finished else None)
    mark = [ft.Icon(symbol, size=size.box(16), color=_ink(tile))] if symbol else []
    count = len(tile.figures) + len(tile.dragons)
    room = size.width - 2 * _PAD - 2 - (size.box(17) if mark else 0)
    token = min(26 if size.large else 19, room / max(1, count) - 3)
    pieces = [
        *(_figure(seat, names[seat], token) for seat in tile.figures),
        *(dragon(dragon_colour(d), d[0].upper(), token + 3) for d in tile.dragons),
    ]
    return ft.Container(
        ft.Row(
            [*mark, ft.Row(pieces, spacing=0, tight=True)],
            spacing=0,
            alignment=ft.MainAxisAlignment.SPACE_BETWEEN if mark else ft.MainAxisAlignment.CENTER,
        ),
        height=30 if size.large else min(22 * size.scale, size.height * 0.33),
    )


def _figure(seat: int, name: str, size: float) -> ft.Control:
    """A figure stands on white, so that it is seen on every tile."""
    return ft.Container(
        seat_badge(seat, name, size),
        bgcolor="#ffffff",
        border=ft.Border.all(1, "#23201a"),
        border_radius=size,
        padding=1,
    )
