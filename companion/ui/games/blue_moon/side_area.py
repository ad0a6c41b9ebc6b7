"""Half of the table: leader, hand and deck at its edge, combat next to the middle."""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import flet as ft

from companion.ui.boards.tiles import Marks, TileSize
from companion.ui.games.blue_moon.board_view import CardView, ShipView, SideView
from companion.ui.games.blue_moon.card import card_tile
from companion.ui.games.blue_moon.look import DECK, DISCARD, HAND, PEOPLES
from companion.ui.theme import seat_look
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


GAP = 4
SHIP = 48
"""Least height of a ship, so that it can be touched."""
_LARGE = 1.4
"""Text scale from which the cargo of a ship takes the width of the area."""


def _edge_width(scale: float) -> float:
    """Return the width of the edge: its numbers grow, the room around them does not."""
    return 30 + 32 * scale


def _pile_width(scale: float) -> float:
    """Return the width of the covered pile."""
    return 22 + 26 * scale


def deck_place(seat: int) -> str:
    """Return the place of the leader, the hand and the deck of a seat."""
    return f"deck:{seat}"


def pile_place(seat: int) -> str:
    """Return the place of the covered cards."""
    return f"pile:{seat}"


@as_cached_part(lambda shown, *_: f"half:{shown.side.seat}")
def half(shown: "SideArea") -> ft.Control:
    """Return a half as a cached part."""
    return ft.Container(shown.drawn(), rotate=math.pi if shown.turned else 0)


@dataclass(frozen=True)
class SideArea:
    """View of one half."""

    side: SideView
    marks: Mapping[str, Marks]
    """Marks from the match screen for each card, by place."""
    element: str | None
    width: float
    height: float
    scale: float
    upper: bool
    """True if the reader sees the middle below it."""
    turned: bool
    """True if it is read from the other side of the table."""
    touch: Callable[[str], None]

    def drawn(self) -> ft.Control:
        """Render ships, combat and support of one side."""
        ships_high = self._ships_high
        rest = self.height - (ships_high + GAP if ships_high else 0)
        combat_high = round((rest - GAP) * 0.54)
        support_high = round(rest - GAP - combat_high)
        rows = [
            self._row(self._pile(combat_high), self.side.combat, combat_high, "combat"),
            self._row([], self._aside(), support_high, "support"),
            *([self._ships(ships_high)] if ships_high else []),
        ]
        if self.upper:
            rows.reverse()
        look = seat_look(self.side.colour)
        return ft.Container(
            ft.Row(
                [
                    self._edge(),
                    ft.Column(rows, spacing=GAP, tight=True),
                ],
                spacing=GAP,
                tight=True,
            ),
            bgcolor=ft.Colors.SURFACE_CONTAINER_LOW,
            border=outline(
                3 if self.side.acting else 1,
                look.colour if self.side.acting else ft.Colors.OUTLINE_VARIANT,
            ),
            border_radius=12,
            padding=2,
            width=self.width,
            height=self.height + 10,
        )

    @property
    def _room(self) -> float:
        return self.width - _edge_width(self.scale) - 3 * GAP - 10

    @property
    def _ships_high(self) -> int:
        """Return the height of the area of influence; 0 if it is empty."""
        if not self.side.ships:
            return 0
        return round(max(SHIP, 38 * self.scale, min(self.height * 0.24, 60 * self.scale)))

    def _ships(self, high: int) -> ft.Control:
        """Return the area of influence: ships side by side, each with its cargo."""
        ships: tuple[ShipView, ...] = self.side.ships
        # A single ship takes half of the area, unless its cargo would not fit there.
        least = 1 if self.scale > _LARGE else 2
        wide = (self._room - GAP * (len(ships) - 1)) / max(least, len(ships))
        tiles: list[ft.Control] = [
            ship_tile(ship, self.marks[ship.place], wide, high, self.scale, self.touch)
            for ship in ships
        ]
        return ft.Container(
            ft.Row(tiles, spacing=GAP),
            key=f"ships:{self.side.seat}",
            width=self._room,
            height=high,
        )

    def _aside(self) -> tuple[CardView, ...]:
        """Return the supports and the leadership card that is active this turn."""
        called = self.side.called
        return (*self.side.support, *((called,) if called else ()))

    def _row(
        self, before: list[ft.Control], cards: tuple[CardView, ...], high: float, name: str
    ) -> ft.Control:
        room = self._room - len(before) * (_pile_width(self.scale) + GAP)
        least = 50 * self.scale
        most = max(120 * self.scale, min(high * 0.95, 190 * self.scale))
        each = min(most, high * 1.35, (room - GAP * len(cards)) / max(1, len(cards)))
        size = TileSize(int(max(least, each)), self.scale, int(high), roomy=106)
        tiles = [
            card_tile(card, self.marks[card.place], size, self.element, self.touch)
            for card in cards
        ]
        return ft.Container(
            ft.Row(
                [*before, *tiles],
                spacing=GAP,
                scroll=ft.ScrollMode.AUTO if each < least else None,
            ),
            key=f"{name}:{self.side.seat}",
            width=self._room,
            height=high,
        )

    def _pile(self, high: float) -> list[ft.Control]:
        """Return the covered pile with the number of cards in the areas."""
        side = self.side
        if not side.areas:
            return []
        ink = ft.Colors.ON_TERTIARY_CONTAINER if side.many else ft.Colors.ON_SURFACE
        lines: list[ft.Control] = [
            ft.Row(
                [
                    ft.Icon(ft.Icons.FILTER_NONE, size=14 * self.scale, color=ink),
                    ft.Text(str(side.areas), size=18, weight=ft.FontWeight.BOLD, color=ink),
                ],
                spacing=1,
                tight=True,
            )
        ]
        if side.many:
            lines.append(ft.Icon(ft.Icons.AUTO_AWESOME, size=14 * self.scale, color=ink))
        place = pile_place(side.seat)
        return [
            tappable(
                ft.Column(
                    lines,
                    spacing=0,
                    tight=True,
                    horizontal_alignment=ft.CrossAxisAlignment.CENTER,
                ),
                side.areas_spoken,
                lambda _e: self.touch(place),
                key=place,
                width=_pile_width(self.scale),
                height=high,
                radius=7,
                alignment=ft.Alignment.CENTER,
                bgcolor=ft.Colors.TERTIARY_CONTAINER
                if side.many
                else ft.Colors.SURFACE_CONTAINER_HIGHEST,
            )
        ]

    def _edge(self) -> ft.Control:
        """Return leader, hand and deck, from which cards are played."""
        side, look = self.side, PEOPLES[self.side.people]
        place = deck_place(side.seat)
        small = self.height / self.scale < 110

        def line(icon: ft.IconData, number: int, size: float) -> ft.Control:
            return ft.Row(
                [
                    ft.Icon(icon, size=size * 0.8 * self.scale, color=look.ink),
                    ft.Text(
                        str(number),
                        size=size,
                        weight=ft.FontWeight.BOLD,
                        color=look.ink,
                        style=ft.TextStyle(height=1.0),
                    ),
                ],
                spacing=3,
                tight=True,
            )

        lines: list[ft.Control] = [
            ft.Icon(look.icon, size=(20 if small else 26) * self.scale, color=look.ink),
            line(HAND, side.hand, 20 if small else 24),
            line(DECK, side.deck, 15),
            *([] if small else [line(DISCARD, side.discard, 14)]),
        ]
        return tappable(
            ft.Column(
                lines,
                spacing=2,
                alignment=ft.MainAxisAlignment.CENTER,
                horizontal_alignment=ft.CrossAxisAlignment.CENTER,
            ),
            side.spoken,
            lambda _e: self.touch(place),
            key=place,
            width=_edge_width(self.scale),
            height=self.height,
            radius=9,
            bgcolor=look.back,
            padding=2,
            alignment=ft.Alignment.CENTER,
        )
