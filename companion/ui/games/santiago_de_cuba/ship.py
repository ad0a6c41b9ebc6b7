"""Ship in port: its dice and the value of its load, and the supply beside the board."""

from collections.abc import Callable

import flet as ft

from companion.ui.boards.tiles import Marks, TileSize
from companion.ui.games.santiago_de_cuba.board_view import DieView, ShipView, StockView
from companion.ui.games.santiago_de_cuba.look import GOOD_LOOKS, ON_SEA, ROAD_LINE, SEA, good_cube
from companion.ui.games.santiago_de_cuba.stop import IN_WATER, deck_height, die_height
from companion.ui.widgets import as_cached_part, outline, reading_group, sign, tappable

SHIP = "ship"
"""Place of the ship itself."""
_PIP = 7


@as_cached_part(SHIP)
def ship_deck(
    ship: ShipView, marks: Marks, size: TileSize, width: float, on_touch: Callable[[str], None]
) -> ft.Control:
    """Return the ship without its dice: number, track, flags."""
    upright = _upright(size, width)
    parts = [_number(ship, size), _flags(ship, size, width)]
    inside: ft.Control = (
        ft.Column(parts, spacing=4, tight=True, horizontal_alignment=ft.CrossAxisAlignment.CENTER)
        if upright
        else ft.Row(parts, alignment=ft.MainAxisAlignment.SPACE_BETWEEN, spacing=2)
    )
    return tappable(
        inside,
        marks.named(ship.spoken),
        lambda _e: on_touch(SHIP),
        radius=8,
        padding=ft.Padding.symmetric(horizontal=4, vertical=2),
        alignment=ft.Alignment.CENTER,
        height=size.box(96) if upright else deck_height(size),
    )


def _upright(size: TileSize, width: float) -> bool:
    """Return whether the water is too narrow for a horizontal layout."""
    return width < 150 * size.scale


def _number(ship: ShipView, size: TileSize) -> ft.Control:
    pips: list[ft.Control] = [
        ft.Container(
            width=size.fit(_PIP, 0.08),
            height=size.fit(_PIP, 0.08),
            bgcolor=ROAD_LINE if n == ship.number else ON_SEA if n < ship.number else None,
            border=outline(1, ON_SEA),
            border_radius=size.fit(_PIP, 0.08),
        )
        for n in range(1, ship.of + 1)
    ]
    title = ft.Row(
        [
            ft.Icon(ft.Icons.DIRECTIONS_BOAT_FILLED, size=size.box(18), color=ON_SEA),
            ft.Text(
                f"{ship.number}/{ship.of}",
                size=size.text(15),
                weight=ft.FontWeight.BOLD,
                color=ON_SEA,
                style=ft.TextStyle(height=1.1),
            ),
        ],
        spacing=4,
        tight=True,
    )
    return ft.Column(
        [title, ft.Row(pips, spacing=2, tight=True)],
        spacing=3,
        tight=True,
        horizontal_alignment=ft.CrossAxisAlignment.CENTER,
    )


def _flags(ship: ShipView, size: TileSize, width: float) -> ft.Control:
    """Return the value track; the flag with the marker stands out, the last one is chequered."""
    unit = min(size.box(20), (width - 20) / 4.6)
    flags: list[ft.Control] = [
        _flag(str(value), n == ship.flag, size, unit) for n, value in enumerate(ship.flags)
    ]
    last = ft.Icon(ft.Icons.SPORTS_SCORE, size=unit, color=ON_SEA)
    return ft.Row([*flags, last], spacing=2, tight=True)


def _flag(value: str, marked: bool, size: TileSize, unit: float) -> ft.Control:
    return ft.Container(
        ft.Text(
            value,
            size=size.text(17 if marked else 14),
            weight=ft.FontWeight.BOLD,
            color="#23201a" if marked else ON_SEA,
            style=ft.TextStyle(height=1.0),
        ),
        width=unit * (1.3 if marked else 1),
        height=size.box(28 if marked else 22),
        alignment=ft.Alignment.CENTER,
        bgcolor=ROAD_LINE if marked else None,
        border=outline(1, ON_SEA),
        border_radius=5,
    )


@as_cached_part(lambda die, *_: f"die:{die.good}")
def die_tile(
    die: DieView, marks: Marks, size: TileSize, width: float, on_touch: Callable[[str], None]
) -> ft.Control:
    """Return a die; its place is the good that it demands."""
    look = GOOD_LOOKS[die.good]
    number = ft.Text(
        str(die.shows),
        size=size.text(22),
        weight=ft.FontWeight.BOLD,
        color=look.ink,
        style=ft.TextStyle(height=1.0),
    )
    inside = ft.Column(
        [number, sign(look.picture, size.box(19), look.ink)],
        spacing=0,
        alignment=ft.MainAxisAlignment.CENTER,
        horizontal_alignment=ft.CrossAxisAlignment.CENTER,
    )
    lit = marks.offer == "legal" or marks.changed
    return tappable(
        inside,
        marks.named(die.spoken),
        lambda _e: on_touch(die.good),
        radius=9,
        width=width,
        height=die_height(size),
        bgcolor=look.back,
        border=outline(3 if lit else 1, ROAD_LINE if lit else ON_SEA),
        opacity=marks.opacity if die.shows else min(marks.opacity, 0.5),
    )


@as_cached_part("no-dice")
def no_dice(
    label: str, size: TileSize, width: float, on_touch: Callable[[str], None]
) -> ft.Control:
    """Return the target in place of dice that are still to be rolled."""
    text = ft.Text(label, size=size.text(14), weight=ft.FontWeight.BOLD, color="#23201a")
    return tappable(
        ft.Row(
            [
                ft.Icon(ft.Icons.CASINO, size=size.box(24), color="#23201a"),
                *([] if _upright(size, width) else [text]),
            ],
            spacing=6,
            alignment=ft.MainAxisAlignment.CENTER,
        ),
        label,
        lambda _e: on_touch(SHIP),
        radius=9,
        height=die_height(size),
        bgcolor=ROAD_LINE,
        alignment=ft.Alignment.CENTER,
    )


def harbour(parts: list[ft.Control], place: tuple[float, float, float, float]) -> ft.Control:
    """Return the water inside the street; `place` is left, top, width and height."""
    left, top, width, height = place
    inside = ft.Column(
        parts,
        spacing=IN_WATER,
        alignment=ft.MainAxisAlignment.CENTER,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )
    return ft.Container(
        reading_group(inside),
        left=left,
        top=top,
        width=width,
        height=height,
        bgcolor=SEA,
        border_radius=10,
        padding=IN_WATER / 2,
    )


@as_cached_part(lambda stock, *_: f"stock:{stock.good}")
def stock_tile(
    stock: StockView, marks: Marks, size: TileSize, on_touch: Callable[[str], None]
) -> ft.Control:
    """Return the remaining supply of a good."""
    number = ft.Text(str(stock.left), size=size.text(18), weight=ft.FontWeight.BOLD)
    # If there is little height, it is touchable only while a good is asked for.
    shown = 0 < size.height < 48 * size.scale
    return tappable(
        ft.Row(
            [good_cube(stock.good, size.box(24)), number],
            spacing=4,
            alignment=ft.MainAxisAlignment.CENTER,
        ),
        marks.named(stock.spoken),
        None if shown else lambda _e: on_touch(stock.good),
        radius=9,
        width=size.width,
        height=size.height or size.box(48),
        border=marks.edge(),
        opacity=marks.opacity if stock.left else min(marks.opacity, 0.5),
    )
