"""Look of the flowers, goods and pieces of Santiago de Cuba: colour, shape and name."""

from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Final

import flet as ft

from companion.ui.boards.face import BoardLook, SignLook
from companion.ui.games.santiago_de_cuba.board_view import CAR_SHAPE, PAWN, TRANSPARENT, UNKNOWN
from companion.ui.widgets import Picture, SeatIdentity, outline, seat_mark, sign, sign_on

_WEDGES = "".join(
    f'<path d="M12 10.8 9.2 6.3A6.6 6.6 0 0 1 14.8 6.3z" transform="rotate({60 * n} 12 12)"/>'
    for n in range(6)
)
_RING = (
    '<path fill-rule="evenodd" d="M12 1.8a10.2 10.2 0 1 0 0 20.4 10.2 10.2 0 0 0 0-20.4z'
    'm0 2a8.2 8.2 0 1 1 0 16.4 8.2 8.2 0 0 1 0-16.4z"/>'
)
CANE = Picture(
    "M5 5.5h3.2v4.2H5zM5 11h3.2v4.2H5zM5 16.5h3.2V22H5zM10.4 7.5h3.2v4.2h-3.2z"
    "M10.4 13h3.2v4.2h-3.2z"
    "M10.4 18.5h3.2V22h-3.2zM15.8 5.5H19v4.2h-3.2zM15.8 11H19v4.2h-3.2zM15.8 16.5H19V22h-3.2z"
    "M11.2 6.3C10.8 3.8 9 2.2 5.5 2c.6 2.7 2.5 4 5.7 4.3z"
    "M12.8 6.3C13.2 3.8 15 2.2 18.5 2c-.6 2.7-2.5 4-5.7 4.3z"
)
SLICE = Picture(_RING + _WEDGES)
LEAF = Picture(
    "M11.2 22V19.5C4.5 17 3 9 11.2 1.5v5.3L8.5 5l2.7 4.5v2.3L7.5 9l3.7 5.5v2.3L8 14l3.2 4.5z"
    "M12.8 22V19.5C19.5 17 21 9 12.8 1.5v5.3L15.5 5l-2.7 4.5v2.3L16.5 9l-3.7 5.5v2.3L16 14l-3.2"
    " 4.5z"
)
BOTTLE = Picture(
    "M10 1.5h4v2h-4zM10.2 4.5h3.6V8l2.7 3v9.5a1.7 1.7 0 0 1-1.7 1.7H9.2a1.7 1.7 0 0 1-1.7-1.7V1"
    "1l2.7-3z"
    "M9.2 13v5.5h5.6V13z"
)
CIGAR = Picture(
    "M1.8 17.2 11.3 13.5l1.5 3.8-9.5 3.7zM12.5 13l3-1.2 1.5 3.8-3 1.2z"
    "M16.7 11.3l3.6-1.4 1.5 3.8-3.6 1.4z"
    "M18.5 8.5c-1.5-1.5-.2-2.7.3-3.7.4-.9.2-1.8-.3-2.8 1.9 1 2.5 2.3 2 3.7-.4 1-1.5 1.6-2 2.8z"
)
LOG = Picture(
    "M3.5 6h11.3a7.5 7.5 0 0 0 0 12H3.5zM18 5.5c2.3 0 4 2.9 4 6.5s-1.7 6.5-4 6.5-4-2.9-4-6.5 1."
    "7-6.5 4-6.5z"
    "m0 2.2c-1 0-1.9 1.9-1.9 4.3s.9 4.3 1.9 4.3 1.9-1.9 1.9-4.3-.9-4.3-1.9-4.3z"
)
COIN = Picture(
    "M12 1.8a10.2 10.2 0 1 0 0 20.4 10.2 10.2 0 0 0 0-20.4z"
    "m0 2a8.2 8.2 0 1 1 0 16.4 8.2 8.2 0 0 1 0-16.4z"
    "M9 6.8h4a3.6 3.6 0 0 1 0 7.2h-1.7v3.5H9zM11.3 8.9v3H13a1.5 1.5 0 0 0 0-3z"
)
LAUREL = Picture(
    "M12 2l2.3 5.1 5.5.6-4.1 3.7 1.2 5.5L12 14.1l-4.9 2.8 1.2-5.5L4.2 7.7l5.5-.6z"
    "M3 13.5c1 4.5 4 7.3 8.2 7.8l-.4 1.7C5.5 22 2 18.5 1.5 13.8z"
    "M21 13.5c-1 4.5-4 7.3-8.2 7.8l.4 1.7"
    "c5.3-1 8.8-4.5 9.3-9.2z"
)
HOUSE = Picture("M12 2.5 22 11.5h-2.8V21.5h-5v-6h-4.4v6h-5V11.5H2z")
CUBE = Picture(
    "M12 1.8l9 4.7-9 4.7-9-4.7zM2.5 8.2l8.7 4.6v9.4L2.5 17.6zM21.5 8.2l-8.7 4.6v9.4l8.7-4.6z"
)
MASK = Picture(
    "M1.5 8c6.5-3 14.5-3 21 0-.3 6.5-3.8 9.5-8.3 7.5-.8-.4-1.5-1.3-2.2-1.3s-1.4.9-2.2 1.3C5.3 1"
    "7.5 1.8 14.5 1.5 8z"
    "M5 10.3c1 2.2 3.3 2.7 5 1.2-1.3-1.6-3.2-2-5-1.2z"
    "M19 10.3c-1 2.2-3.3 2.7-5 1.2 1.3-1.6 3.2-2 5-1.2z"
)
SCROLL = Picture(
    "M6 2.5h13a2.5 2.5 0 0 1 2.5 2.5v3H18v10.5a3 3 0 0 1-3 3H5a3 3 0 0 1-3-3V17h4zM8 6v1.6h7V6z"
    "M8 9.5v1.6h7V9.5z"
    "M8 13v1.6h7V13z"
)

GOOD_PICTURES: Final = {
    "sugar": CANE,
    "citrus": SLICE,
    "tobacco": LEAF,
    "rum": BOTTLE,
    "cigars": CIGAR,
    "wood": LOG,
}


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
