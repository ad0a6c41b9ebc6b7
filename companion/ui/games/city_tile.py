"""One tile of the city: drawn once, and again only when what it shows has changed."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, TypeAlias

import flet as ft

from companion.ui.games.city_look import COURTYARD_ICON, GOODS, PEOPLES, dragon
from companion.ui.presenters.board_city import RewardView, SectionView, TileView, dragon_colour
from companion.ui.widgets import seat_badge, tappable

Offer: TypeAlias = Literal["none", "legal", "greyed"]


@dataclass(frozen=True, slots=True)
class TileSize:
    """How large a tile is. Boxes grow with the text; the text grows by itself."""

    width: float
    scale: float = 1.0
    """The text scale, 1 for 100 %."""

    @property
    def height(self) -> float:
        """Room for two lines of name, the sections and the figures."""
        return max(96 * self.scale, self.width * 0.95)

    def box(self, size: float) -> float:
        """A length that goes along with the text."""
        return size * self.scale

    @property
    def text(self) -> float:
        """The size of the name."""
        return 11 if self.width / self.scale < 92 else 13


@dataclass(frozen=True, slots=True)
class TileMarks:
    """What the match screen adds to a tile."""

    offer: Offer = "none"
    changed: bool = False
    spoken: str = ""
    """Said after the tile, such as that it cannot be chosen."""


@ft.component
def _tile(
    tile: TileView,
    marks: TileMarks,
    size: TileSize,
    names: tuple[str, ...],
    on_touch: Callable[[str], None],
) -> ft.Control:
    """A tile that can be touched, with its name for a screen reader."""
    return tappable(
        _face(tile, size, names),
        f"{tile.spoken}. {marks.spoken}" if marks.spoken else tile.spoken,
        lambda _e: on_touch(tile.id),
        radius=10,
        width=size.width,
        height=size.height,
        padding=ft.Padding.symmetric(horizontal=2, vertical=3),
        bgcolor=_ground(tile),
        border=_border(marks),
        opacity=0.4 if marks.offer == "greyed" else 1.0,
    )


Memoised: TypeAlias = Callable[..., ft.Control]
_memo: Callable[[Memoised], Memoised] = ft.memo
city_tile: Memoised = _memo(_tile)
"""`_tile`, drawn again only when its arguments differ. Takes a `key` too."""


def _ground(tile: TileView) -> str:
    if tile.finished:
        return ft.Colors.TERTIARY_CONTAINER
    return ft.Colors.SURFACE_CONTAINER_HIGHEST if tile.colour else ft.Colors.SECONDARY_CONTAINER


def _border(marks: TileMarks) -> ft.Border:
    if marks.offer == "legal":
        return ft.Border.all(3, ft.Colors.PRIMARY)
    if marks.changed:
        return ft.Border.all(3, ft.Colors.TERTIARY)
    return ft.Border.all(1, ft.Colors.OUTLINE_VARIANT)


def _ink(tile: TileView) -> str:
    if tile.finished:
        return ft.Colors.ON_TERTIARY_CONTAINER
    return ft.Colors.ON_SURFACE if tile.colour else ft.Colors.ON_SECONDARY_CONTAINER


def _face(tile: TileView, size: TileSize, names: tuple[str, ...]) -> ft.Control:
    name = ft.Text(
        tile.name,
        size=size.text,
        weight=ft.FontWeight.W_600,
        color=_ink(tile),
        max_lines=2,
        overflow=ft.TextOverflow.ELLIPSIS,
        text_align=ft.TextAlign.CENTER,
        style=ft.TextStyle(height=1.1),
    )
    middle = (
        _finished(tile, size) if tile.finished or not tile.colour else _sections(tile, size, names)
    )
    return ft.Column(
        [name, middle, _pieces(tile, names)],
        spacing=2,
        expand=True,
        alignment=ft.MainAxisAlignment.SPACE_BETWEEN,
        horizontal_alignment=ft.CrossAxisAlignment.CENTER,
    )


def _sections(tile: TileView, size: TileSize, names: tuple[str, ...]) -> ft.Control:
    count = len(tile.sections)
    room = (size.width - 10 - 2 * (count - 1)) / max(3, count)
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
    top = ft.Row(
        [
            ft.Icon(people.icon, size=size.box(9), color=people.text),
            ft.Text(value, size=13, weight=ft.FontWeight.BOLD, color=people.text),
        ],
        spacing=0,
        tight=True,
        alignment=ft.MainAxisAlignment.CENTER,
    )
    token = min(room - 2, 20)
    slot = (
        seat_badge(section.owner, names[section.owner], token)
        if section.owner is not None
        else ft.Container(
            width=token * 0.7,
            height=token * 0.7,
            border=ft.Border.all(1, people.text),
            border_radius=token,
        )
    )
    return ft.Container(
        ft.Column(
            [top, ft.Container(slot, height=token, alignment=ft.Alignment.CENTER)],
            spacing=1,
            tight=True,
            horizontal_alignment=ft.CrossAxisAlignment.CENTER,
        ),
        width=room,
        bgcolor=people.back,
        border=ft.Border.all(1, ft.Colors.OUTLINE),
        border_radius=5,
        padding=ft.Padding.only(top=1, bottom=2),
    )


def _finished(tile: TileView, size: TileSize) -> ft.Control:
    if not tile.colour:
        return ft.Icon(COURTYARD_ICON, size=size.box(26), color=_ink(tile))
    return ft.Row(
        [
            ft.Icon(ft.Icons.CHECK_CIRCLE, size=size.box(16), color=_ink(tile)),
            *(_reward(reward, size, _ink(tile)) for reward in tile.neighbour),
        ],
        spacing=3,
        wrap=False,
        alignment=ft.MainAxisAlignment.CENTER,
    )


def _reward(reward: RewardView, size: TileSize, ink: str) -> ft.Control:
    amount = "?" if reward.amount is None else str(reward.amount)
    return ft.Row(
        [
            ft.Text(amount, size=12, weight=ft.FontWeight.BOLD, color=ink),
            ft.Icon(GOODS[reward.kind], size=size.box(12), color=ink),
        ],
        spacing=0,
        tight=True,
    )


def _pieces(tile: TileView, names: tuple[str, ...]) -> ft.Control:
    crowded = len(tile.figures) + len(tile.dragons) > 3
    token = 16 if crowded else 21
    pieces = [
        *(_figure(seat, names[seat], token) for seat in tile.figures),
        *(dragon(dragon_colour(d), d[0].upper(), token + 2) for d in tile.dragons),
    ]
    return ft.Container(
        ft.Row(pieces, spacing=0, alignment=ft.MainAxisAlignment.CENTER),
        height=24,
    )


def _figure(seat: int, name: str, size: float) -> ft.Control:
    return ft.Container(
        seat_badge(seat, name, size),
        bgcolor=ft.Colors.SURFACE,
        border=ft.Border.all(1.5, ft.Colors.ON_SURFACE),
        border_radius=size,
        padding=1,
    )
