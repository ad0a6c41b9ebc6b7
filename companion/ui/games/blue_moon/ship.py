"""Ship in the area of influence, with its capacity and cargo."""

from collections.abc import Callable

import flet as ft

from companion.ui.boards.tiles import Marks
from companion.ui.games.blue_moon.board_view import ShipView
from companion.ui.games.blue_moon.look import PEOPLES
from companion.ui.widgets import as_cached_part, outline, tappable

_AFLOAT, _ASHORE = ft.Icons.SAILING, ft.Icons.ANCHOR


@as_cached_part(lambda ship, *_: ship.place)
def ship_tile(
    ship: ShipView,
    marks: Marks,
    width: float,
    height: float,
    scale: float,
    on_touch: Callable[[str], None],
) -> ft.Control:
    """Return a touchable ship."""
    look = PEOPLES[ship.people]
    edge = marks.edge(look.back)
    inside: ft.Control = _name(ship) if not ship.cargo else _cargo(ship, scale)
    if len(ship.cargo) > _most(width, height, scale):
        # If the cargo does not fit, its number is shown beside the ship and its cards are listed on
        # a touch.
        inside = ft.Container()
    return tappable(
        ft.Row(
            [
                _hull(ship, scale),
                ft.Container(inside, expand=True),
            ],
            spacing=4,
        ),
        marks.named(ship.spoken),
        lambda _e: on_touch(ship.place),
        key=ship.place,
        width=width,
        height=height,
        radius=8,
        padding=4,
        bgcolor=look.back,
        border=outline(3, ft.Colors.PRIMARY) if ship.ready else edge,
        clip_behavior=ft.ClipBehavior.HARD_EDGE,
    )


def _hull(ship: ShipView, scale: float) -> ft.Control:
    """Return the ship itself: afloat or ashore, and its used capacity."""
    ink = PEOPLES[ship.people].ink
    return ft.Column(
        [
            ft.Icon(_ASHORE if ship.landed else _AFLOAT, size=16 * scale, color=ink),
            ft.Text(
                f"{len(ship.cargo)}/{ship.most}",
                size=14,
                weight=ft.FontWeight.BOLD,
                color=ink,
                style=ft.TextStyle(height=1.0),
            ),
        ],
        spacing=1,
        tight=True,
        alignment=ft.MainAxisAlignment.CENTER,
        horizontal_alignment=ft.CrossAxisAlignment.CENTER,
    )


def _most(width: float, height: float, scale: float) -> int:
    """Return how many of the cards aboard fit."""
    across = (width - 12 - 24 * scale) // (31 * scale + 2)
    return int(max(0, across) * max(0, (height - 8) // (17 * scale + 2)))


def _cargo(ship: ShipView, scale: float) -> ft.Control:
    return ft.Row(
        [_carried(people, number, scale) for people, number in ship.cargo],
        spacing=2,
        wrap=True,
        run_spacing=2,
    )


def _name(ship: ShipView) -> ft.Control:
    """Return the name of a ship without cargo."""
    ink = PEOPLES[ship.people].ink
    return ft.Text(ship.name, size=12, color=ink, max_lines=2, style=ft.TextStyle(height=1.1))


def _carried(people: str, number: str, scale: float) -> ft.Control:
    """Return a card aboard with its people and number."""
    look = PEOPLES[people]
    return ft.Container(
        ft.Row(
            [
                ft.Icon(look.icon, size=11 * scale, color=look.ink),
                ft.Text(
                    number,
                    size=13,
                    weight=ft.FontWeight.W_600,
                    color=look.ink,
                    style=ft.TextStyle(height=1.0),
                ),
            ],
            spacing=1,
            tight=True,
        ),
        bgcolor=look.back,
        border=outline(1, look.ink),
        border_radius=4,
        padding=ft.Padding.symmetric(horizontal=3, vertical=2),
    )
