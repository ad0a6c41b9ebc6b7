"""Look of the flowers, goods and pieces of Santiago de Cuba: colour, shape and name."""

from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Final

import flet as ft

from companion.ui.boards.face import BoardLook, SignLook
from companion.ui.games.santiago_de_cuba.board_view import CAR_SHAPE, PAWN, TRANSPARENT, UNKNOWN
from companion.ui.games.santiago_de_cuba.pictures import (
    COIN,
    CUBE,
    GOOD_PICTURES,
    HOUSE,
    LAUREL,
    MASK,
    SCROLL,
)
from companion.ui.widgets import Picture, SeatIdentity, outline, seat_mark, sign, sign_on

GOOD_LOOKS: Final = {
    "sugar": SignLook("#fbf8f0", "#23201a", GOOD_PICTURES["sugar"]),
    "citrus": SignLook("#f08c1e", "#23201a", GOOD_PICTURES["citrus"]),
    "tobacco": SignLook("#24703a", "#ffffff", GOOD_PICTURES["tobacco"]),
    "rum": SignLook("#b02a20", "#ffffff", GOOD_PICTURES["rum"]),
    "cigars": SignLook("#26282c", "#ffffff", GOOD_PICTURES["cigars"]),
    "wood": SignLook("#80552f", "#ffffff", GOOD_PICTURES["wood"]),
}
"""Looks by good, in the colours of its cubes and its die."""

ITEM_PICTURES: Final = {
    "peso": COIN,
    "point": LAUREL,
    "marker": HOUSE,
    "any": CUBE,
    "tribute": MASK,
    "law": SCROLL,
}

BUILDING_ICONS: Final = {
    "casino": ft.Icons.CASINO,
    "bank": ft.Icons.ACCOUNT_BALANCE,
    "church": ft.Icons.CHURCH,
    "harbour_office": ft.Icons.FLAG,
    "distillery": ft.Icons.LIQUOR,
    "cigar_factory": ft.Icons.SMOKING_ROOMS,
    "office": ft.Icons.WORK,
    "black_market": ft.Icons.SWAP_HORIZ,
    "sawmill": ft.Icons.CARPENTER,
    "newspaper": ft.Icons.NEWSPAPER,
    "cafe": ft.Icons.LOCAL_CAFE,
    "customs": ft.Icons.LOCAL_POLICE,
}

ASPHALT: Final = "#565b63"


@dataclass(frozen=True, slots=True)
class _Petals:
    count: int
    long: float
    wide: float
    fill: str
    heart: str


_FLOWERS: Final = {
    "yellow": _Petals(10, 8.0, 2.6, "#f2c12e", "#6b4a12"),
    "blue": _Petals(5, 6.2, 5.0, "#2f6fd6", "#ffffff"),
    "red": _Petals(3, 7.4, 6.0, "#d03a30", "#f7d774"),
    "white": _Petals(4, 7.6, 4.0, "#ffffff", "#e2b93b"),
    TRANSPARENT: _Petals(6, 7.0, 3.4, "none", "none"),
}
"""Petals by colour, each with its own number and shape."""
_LINE = {TRANSPARENT: "#8a8a8a"}


@lru_cache
def flower_picture(colour: str) -> Picture:
    """Return the picture of a flower in its colours."""
    look = _FLOWERS[colour]
    line = _LINE.get(colour, "#3b3428")
    petals = "".join(
        f'<ellipse cx="16" cy="{15 - look.long:.1f}" rx="{look.wide}" ry="{look.long}" '
        f'transform="rotate({turn * 360 / look.count:.1f} 16 16)"/>'
        for turn in range(look.count)
    )
    return Picture(
        f'<g transform="translate(1 1)" stroke="{line}" stroke-width="1.3">'
        f'<g fill="{look.fill}">{petals}</g><circle cx="16" cy="16" r="3.6" fill="{look.heart}"/>'
        "</g>",
        coloured=True,
        side=34,
    )


def flower(colour: str, size: float) -> ft.Control:
    """Return the flower of a colour, or a question mark if it is unknown."""
    if colour == UNKNOWN:
        return ft.Icon(ft.Icons.HELP_OUTLINE, size=size * 0.9, color=ft.Colors.ON_SURFACE_VARIANT)
    return sign(flower_picture(colour), size)


def good_cube(good: str, size: float, *, opacity: float = 1) -> ft.Control:
    """Return the cube of a good, with its symbol."""
    look = GOOD_LOOKS[good]
    return sign_on(
        look.back, look.picture, look.ink, size, share=0.78, round_by=0.25, opacity=opacity
    )


def item_picture(what: str) -> Picture:
    """Return the picture of a good or of another gain."""
    return GOOD_PICTURES[what] if what in GOOD_PICTURES else ITEM_PICTURES[what]


def car(size: float) -> ft.Control:
    """Return the car that everyone drives."""
    return ft.Container(
        ft.Icon(ft.Icons.DIRECTIONS_CAR_FILLED, size=size * 0.8, color="#ffffff"),
        width=size * CAR_SHAPE,
        height=size,
        bgcolor="#b3261e",
        border=outline(1.5, "#ffffff"),
        border_radius=size / 2,
        alignment=ft.Alignment.CENTER,
    )


def _pawn(person: SeatIdentity, size: float) -> ft.Control:
    """Return the pawn of a seat: its badge on a stand."""
    stand = ft.Container(
        width=size * 0.74,
        height=size * 0.18,
        bgcolor=ft.Colors.ON_SURFACE,
        border_radius=ft.BorderRadius.only(top_left=size / 5, top_right=size / 5),
    )
    return ft.Column(
        [seat_mark(*person, size * 0.82), stand],
        spacing=0,
        tight=True,
        horizontal_alignment=ft.CrossAxisAlignment.CENTER,
    )


LOOK: Final = BoardLook(
    {
        **GOOD_LOOKS,
        **ITEM_PICTURES,
        "dice": ft.Icons.CASINO,
        **{f"building.{name}": icon for name, icon in BUILDING_ICONS.items()},
        **{f"flower.{colour}": partial(flower, colour) for colour in (*_FLOWERS, UNKNOWN)},
    },
    {PAWN: _pawn},
)
