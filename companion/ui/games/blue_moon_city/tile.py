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
    COURTYARD_ICON,
    GOODS,
    PEOPLES,
    dragon,
    people_mark,
)
from companion.ui.widgets import seat_badge, tappable


def tile_height(size: TileSize) -> float:
    """Room for two lines of name, the sections and the figures."""
    return (118 if size.large else 92) * size.scale


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
        _face(tile, size, names),
        marks.named(tile.spoken),
        lambda _e: on_touch(tile.id),
        radius=10,
        width=size.width,
        height=tile_height(size),
        # Border and padding together stay the same, so that nothing moves when a tile is marked.
        padding=ft.Padding.all(4 - edge.top.width),
        bgcolor=_ground(tile),
        border=edge,
        opacity=marks.opacity,
    )


city_tile: Tile = memoised(_tile)
"""One tile, by `TileView`, `Marks`, `TileSize`, the names of the players and `on_touch`."""


def _ground(tile: TileView) -> str:
    if tile.finished:
        return ft.Colors.TERTIARY_CONTAINER
    return ft.Colors.SURFACE_CONTAINER_HIGHEST if tile.colour else ft.Colors.SECONDARY_CONTAINER


def _ink(tile: TileView) -> str:
    if tile.finished:
        return ft.Colors.ON_TERTIARY_CONTAINER
    return ft.Colors.ON_SURFACE if tile.colour else ft.Colors.ON_SECONDARY_CONTAINER


def _face(tile: TileView, size: TileSize, names: tuple[str, ...]) -> ft.Control:
    name = ft.Text(
        tile.name,
        size=size.text(11),
        weight=ft.FontWeight.W_600,
        color=_ink(tile),
        max_lines=2,
        overflow=ft.TextOverflow.ELLIPSIS,
        text_align=ft.TextAlign.CENTER,
        style=ft.TextStyle(height=1.05),
    )
    building = bool(tile.colour) and not tile.finished
    middle = _sections(tile, size, names) if building else _finished(tile, size)
    return ft.Column(
        [name, middle, _pieces(tile, size, names)],
        spacing=1,
        alignment=ft.MainAxisAlignment.SPACE_BETWEEN,
        horizontal_alignment=ft.CrossAxisAlignment.CENTER,
    )


def _sections(tile: TileView, size: TileSize, names: tuple[str, ...]) -> ft.Control:
    count = len(tile.sections)
    room = min((size.width - 8 - 2 * (count - 1)) / max(3, count), 36 * size.scale)
    return ft.Row(
        [_section(section, tile.colour, room, size, names) for section in tile.sections],
        spacing=2,
        alignment=ft.MainAxisAlignment.CENTER,
    )


def _section(
    section: SectionView,
    colour: str,
    room: float,
    size: TileSize,
    names: tuple[str, ...],
) -> ft.Control:
    people = PEOPLES[colour]
    value = "?" if section.value is None else str(section.value)
    token = min(room - 3, 24 if size.large else 18)
    slot = (
        seat_badge(section.owner, names[section.owner], token)
        if section.owner is not None
        else ft.Container(
            width=token * 0.6,
            height=token * 0.6,
            border=ft.Border.all(1, people.text),
            border_radius=token,
        )
    )
    number = ft.Text(
        value,
        size=size.text(14),
        weight=ft.FontWeight.BOLD,
        color=people.text,
        style=ft.TextStyle(height=1.0),
    )
    ground = people.back if section.owner is None else ft.Colors.SURFACE
    return ft.Column(
        [
            ft.Container(
                number,
                width=room,
                height=size.box(17),
                bgcolor=people.back,
                border=ft.Border.all(1, ft.Colors.OUTLINE),
                border_radius=ft.BorderRadius.only(top_left=5, top_right=5),
                alignment=ft.Alignment.CENTER,
            ),
            ft.Container(
                slot,
                width=room,
                height=token + 2,
                bgcolor=ground,
                border=ft.Border.all(1, ft.Colors.OUTLINE),
                border_radius=ft.BorderRadius.only(bottom_left=5, bottom_right=5),
                alignment=ft.Alignment.CENTER,
            ),
        ],
        spacing=0,
        tight=True,
    )


def _finished(tile: TileView, size: TileSize) -> ft.Control:
    if not tile.colour:
        return ft.Icon(COURTYARD_ICON, size=size.box(24), color=_ink(tile))
    return ft.Row(
        [
            ft.Icon(ft.Icons.CHECK_CIRCLE, size=size.box(17), color=_ink(tile)),
            *(_reward(reward, size, _ink(tile)) for reward in tile.neighbour),
        ],
        spacing=3,
        alignment=ft.MainAxisAlignment.CENTER,
    )


def _reward(reward: RewardView, size: TileSize, ink: str) -> ft.Control:
    amount = "?" if reward.amount is None else str(reward.amount)
    return ft.Row(
        [
            ft.Text(amount, size=size.text(13), weight=ft.FontWeight.BOLD, color=ink),
            ft.Icon(GOODS[reward.kind], size=size.box(13), color=ink),
        ],
        spacing=0,
        tight=True,
    )


def _pieces(tile: TileView, size: TileSize, names: tuple[str, ...]) -> ft.Control:
    """The symbol of the people at the corner, then figures and dragons."""
    count = len(tile.figures) + len(tile.dragons)
    room = size.width - 8 - (size.box(17) if tile.colour and not tile.finished else 0)
    token = min(23 if size.large else 17, room / max(1, count) - 5)
    pieces = [
        *(_figure(seat, names[seat], token) for seat in tile.figures),
        *(dragon(dragon_colour(d), d[0].upper(), token + 4) for d in tile.dragons),
    ]
    mark = [people_mark(tile.colour, size.box(15))] if tile.colour and not tile.finished else []
    return ft.Container(
        ft.Row(
            [*mark, ft.Row(pieces, spacing=0, tight=True)],
            spacing=2,
            alignment=ft.MainAxisAlignment.SPACE_BETWEEN if mark else ft.MainAxisAlignment.CENTER,
        ),
        height=30 if size.large else 22,
    )


def _figure(seat: int, name: str, size: float) -> ft.Control:
    return ft.Container(
        seat_badge(seat, name, size),
        bgcolor=ft.Colors.SURFACE,
        border=ft.Border.all(1.5, ft.Colors.ON_SURFACE),
        border_radius=size,
        padding=1,
    )
