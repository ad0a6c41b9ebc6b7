"""Buildings, three under each flower, with their owners and pawns."""

from collections.abc import Callable
from dataclasses import replace

import flet as ft

from companion.kernel.values import Seat
from companion.ui.boards.tiles import Marks, TileSize
from companion.ui.games.santiago_de_cuba.board_view import BuildingView
from companion.ui.games.santiago_de_cuba.look import BUILDING_ICONS, flower, owner_mark, pawn
from companion.ui.layout import share
from companion.ui.widgets import People, cached_part, outline, tappable

GAP = 3


def cell_size(width: float, columns: int, scale: float, height: float = 0) -> TileSize:
    """Return the size of a building for that many flowers side by side.

    Args:
        width: width of all columns.
        columns: number of columns.
        scale: text scale, 1 for 100 %.
        height: height of a building, if limited; else it has room for name, owner and pawn.
    """
    size = TileSize(share(width, columns, GAP), scale, roomy=130)
    return replace(size, height=height or size.box(55))


def header(colour: str, name: str, size: TileSize) -> ft.Control:
    """Return the flower over three buildings."""
    return ft.Row(
        [
            flower(colour, size.box(22)),
            ft.Text(name, size=size.text(13), weight=ft.FontWeight.W_600),
        ],
        spacing=4,
        alignment=ft.MainAxisAlignment.CENTER,
    )


def building_tile(
    building: BuildingView,
    marks: Marks,
    size: TileSize,
    people: People,
    on_touch: Callable[[str], None],
    *,
    flowered: bool = False,
) -> ft.Control:
    """Return a touchable building, with its accessible name and optionally its flower."""
    key = f"building:{building.id}"
    return cached_part(key, _building, building, marks, size, people, on_touch, flowered)


def _building(
    building: BuildingView,
    marks: Marks,
    size: TileSize,
    people: People,
    on_touch: Callable[[str], None],
    flowered: bool,
) -> ft.Control:
    return tappable(
        _face(building, size, people, flowered=flowered),
        marks.named(building.spoken),
        lambda _e: on_touch(building.id),
        radius=9,
        width=size.width,
        height=size.height,
        padding=ft.Padding.symmetric(horizontal=3, vertical=3),
        bgcolor=_ground(building),
        border=_edge(building, marks),
        opacity=marks.opacity,
    )


def _ground(building: BuildingView) -> str:
    if building.pending:
        return ft.Colors.TERTIARY_CONTAINER
    return ft.Colors.PRIMARY_CONTAINER if building.open else ft.Colors.SURFACE_CONTAINER_HIGHEST


def _ink(building: BuildingView) -> str:
    if building.pending:
        return ft.Colors.ON_TERTIARY_CONTAINER
    return ft.Colors.ON_PRIMARY_CONTAINER if building.open else ft.Colors.ON_SURFACE


def _edge(building: BuildingView, marks: Marks) -> ft.Border:
    if marks.offer == "none" and (building.pending or building.open):
        colour = ft.Colors.TERTIARY if building.pending else ft.Colors.PRIMARY
        return outline(3, colour)
    return marks.edge()


def _face(building: BuildingView, size: TileSize, people: People, *, flowered: bool) -> ft.Control:
    """Return its lines as cached parts, since seldom both change."""
    ink, of_flower = _ink(building), building.flower if flowered else ""
    pieces = (building.id, building.owner, building.pawn, of_flower, ink, size, people)
    return ft.Column(
        [
            cached_part("name", _name, building.name, ink, size),
            cached_part("pieces", _pieces, *pieces),
        ],
        spacing=0,
        alignment=ft.MainAxisAlignment.SPACE_BETWEEN,
        horizontal_alignment=ft.CrossAxisAlignment.CENTER,
    )


def _name(name: str, ink: str, size: TileSize) -> ft.Control:
    return ft.Text(
        name,
        size=size.text(11.5),
        weight=ft.FontWeight.W_600,
        color=ink,
        max_lines=2,
        overflow=ft.TextOverflow.ELLIPSIS,
        text_align=ft.TextAlign.CENTER,
        style=ft.TextStyle(height=1.05),
    )


def _pieces(
    name: str,
    owner: Seat | None,
    standing: Seat | None,
    of_flower: str,
    ink: str,
    size: TileSize,
    people: People,
) -> ft.Control:
    """Return the property marker and the pawn, or else the symbol of the building."""
    parts: list[ft.Control] = []
    full = bool(of_flower) and owner is not None and standing is not None
    large = size.fit(20, 0.2) if full else size.box(20)
    if owner is not None:
        parts.append(owner_mark(people[owner], large))
    if standing is not None:
        parts.append(pawn(people[standing], large))
    if not parts:
        faint = ft.Colors.with_opacity(0.6, ink)
        parts.append(ft.Icon(BUILDING_ICONS[name], size=size.box(20), color=faint))
    if of_flower:
        parts.insert(0, flower(of_flower, large * 0.85))
    return ft.Row(
        parts,
        spacing=4,
        alignment=ft.MainAxisAlignment.CENTER
        if len(parts) == 1
        else ft.MainAxisAlignment.SPACE_AROUND,
    )
