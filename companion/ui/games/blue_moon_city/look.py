"""Look of the peoples, dragons and goods of Blue Moon City: colour, symbol and letter."""

from typing import Final

import flet as ft

from companion.ui.boards.face import BoardLook, SignLook
from companion.ui.widgets import Picture, sign, sign_on

FLAME = Picture(
    "M12.5 2c.6 4.2 5.5 6.2 5.5 12a6 6 0 0 1-12 .5c0-3 1.4-4.6 2.6-6.2.4 1.5.9 2.4 1.9 3 "
    ".3-3.3.5-6.3 2-9.3zM12 14c-1.5 1.2-2 2.2-2 3.3a2 2 0 0 0 4 0c0-1.2-.9-2-2-3.3z"
)
PEAKS = Picture(
    "M1.5 20 9 5.5l3.3 6.3-3 2.2-1.8-1.3-1.5 2.9L3.8 20zM6 20l2.5-4.5 1.6 1.2 3-2.2L15.8 20z"
    "M17.3 20l-3.5-7 2.4-4.5L22.5 20z"
)
DROP = Picture(
    "M12 1.8c4 5 7 8.7 7 12.9a7 7 0 0 1-14 0c0-4.2 3-7.9 7-12.9zM8 14.5a4.2 4.2 0 0 0 4.3 4.3v-1.9"
    "a2.4 2.4 0 0 1-2.4-2.4z"
)
WING = Picture(
    "M1.5 4.5c9-.8 15.5 1.5 21 6.5-3.8-1.3-6.8-1.5-9.5-1 3.2.7 5.5 2.2 7 4.7-3-1.5-5.3-1.8-7.7-1.3 "
    "2 .8 3.3 2.2 4 4.4-2.8-1.6-5-1.7-7-.8C4.8 14.5 2.2 10 1.5 4.5z"
)
MASK = Picture(
    "M3.5 4c5.5 1.8 11.5 1.8 17 0 .3 9-2.3 15.5-8.5 18C5.8 19.5 3.2 13 3.5 4z"
    "M6.5 9.5c.5 2 2.8 2.7 4.5 1.2"
    "-1-1.5-2.8-2-4.5-1.2zM17.5 9.5c-1.7-.8-3.5-.3-4.5 1.2 1.7 1.5 4 .8 4.5-1.2z"
    "M8.5 15c1 3.5 6 3.5 7 0"
    "-2.2 1-4.8 1-7 0z"
)
BOOK = Picture(
    "M1.8 5c3.7-1.2 6.9-.8 9.4 1.2v13.6c-2.5-1.8-5.7-2.1-9.4-1zM22.2 5c-3.7-1.2-6.9-.8-9.4 1.2v13.6"
    "c2.5-1.8 5.7-2.1 9.4-1zM4 8v1.6c2-.3 3.6 0 5 .8V8.7C7.6 8 6 7.7 4 8z"
    "M20 8v1.6c-2-.3-3.6 0-5 .8V8.7"
    "c1.4-.7 3-1 5-.7z"
)
HALL = Picture(
    "M12 2l10 5v2.3H2V7zM4 11h3.4v7H4zM10.3 11h3.4v7h-3.4zM16.6 11H20v7h-3.4zM2 19.7h20V22H2z"
)
LEAF = Picture(
    "M21 2.5C10 2.5 4 7 4 14.5c0 1.5.3 2.7.7 3.7C7 13 11 9.5 15.5 8 11.5 11 8 15 6.3 20.3l-.6 1.7h2"
    "l.4-1.7C16 21.5 21 14 21 2.5z"
)
STAR = Picture(
    "M12 1.5l2.2 5.8 5.2-2.7-2.7 5.2 5.8 2.2-5.8 2.2 2.7 5.2-5.2-2.7L12 22.5l-2.2-5.8-5.2 2.7 2"
    ".7-5.2L1.5 12"
    "l5.8-2.2-2.7-5.2 5.2 2.7zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z"
)

CRYSTAL = Picture(
    "M7 3h3.3L7.7 8.3H2.5zM11.4 3h1.2l2.6 5.3H8.8zM13.7 3H17l4.5 5.3h-5.2zM2.6 9.6h5.1l3 10z"
    "M9 9.6h6l-3 11.4z"
    "M16.3 9.6h5.1l-8.1 10z"
)
CARD = Picture(
    "M10 2.5h9a2 2 0 0 1 2 2v15a2 2 0 0 1-2 2h-9a2 2 0 0 1-2-2v-15a2 2 0 0 1 2-2z"
    "M15.5 7.5a4.7 4.7 0 1 0 2.6 7.4"
    " 4.2 4.2 0 0 1-2.6-7.4zM6.5 5.2v13.6L3 8.3a1.7 1.7 0 0 1 1-2.2z"
)
SCALE = Picture(
    "M12 1.8c3.2 1.9 6 2.8 8.7 3 .3 8.7-2.7 14.2-8.7 17.4C6 19 3 13.5 3.3 4.8 6 4.6 8.8 3.7 12 1.8z"
    "M12 4.7v14.5c4-2.6 6.1-6.6 6.2-12.3-2.2-.3-4.2-1-6.2-2.2z"
)
OBELISK = Picture("M12 1.5l2.8 3.3 1.5 13.2H7.7L9.2 4.8zM5 19.3h14V22H5z")
MARKET = Picture(
    "M4.5 3h15l2.7 6.5a3.4 3.4 0 0 1-5.1 2.4 3.4 3.4 0 0 1-5.1 0 3.4 3.4 0 0 1-5.1 0 3.4 3.4 0 "
    "0 1-5.1-2.4z"
    "M4 13.8h2v5.7h12v-5.7h2V21.5H4z"
)
DECK = Picture(
    "M12 2l10 5-10 5L2 7zM2 10.3l10 5 10-5v2.4l-10 5-10-5zM2 15.3l10 5 10-5v2.2l-10 5-10-5z"
)
DISCARD = Picture("M12 11l10 5-10 5-10-5zM11 2h2v5h2.8L12 11 8.2 7H11z")

PEOPLE_PICTURES: Final = {
    "black": FLAME,
    "red": PEAKS,
    "blue": DROP,
    "grey": WING,
    "brown": MASK,
    "white": BOOK,
    "yellow": HALL,
    "green": LEAF,
    "any": STAR,
}
"""Symbols by the colour of a people's cards; `any` is the palace."""


PEOPLES: Final = {
    "black": SignLook("#26282c", "#ffffff", PEOPLE_PICTURES["black"]),
    "red": SignLook("#ad2a20", "#ffffff", PEOPLE_PICTURES["red"]),
    "blue": SignLook("#1c5aa6", "#ffffff", PEOPLE_PICTURES["blue"]),
    "grey": SignLook("#5f656e", "#ffffff", PEOPLE_PICTURES["grey"]),
    "brown": SignLook("#74461f", "#ffffff", PEOPLE_PICTURES["brown"]),
    "white": SignLook("#fbf8f0", "#23201a", PEOPLE_PICTURES["white"]),
    "yellow": SignLook("#f0c22b", "#23201a", PEOPLE_PICTURES["yellow"]),
    "green": SignLook("#22693f", "#ffffff", PEOPLE_PICTURES["green"]),
    "any": SignLook("#5b3f8f", "#ffffff", PEOPLE_PICTURES["any"]),
}
"""Looks by the colour of the cards; `any` is the palace."""

GOODS: Final = {
    "crystals": CRYSTAL,
    "cards": CARD,
    "scales": SCALE,
}

_WINGS: Final = (
    "M16 4 L13 9 L3 6 L6 14 L2 20 L9 18 L12 24 L16 29 L20 24 L23 18 L30 20 L26 14 L29 6 L19 9 Z"
)


def _dragon(colour: str) -> Picture:
    """Return a dragon with open wings in its figure's colour, outlined to stand out anywhere."""
    return Picture(
        f'<path d="{_WINGS}" fill="{PEOPLES[colour].back}" stroke="#ffffff" stroke-width="2" '
        'stroke-linejoin="round"/>',
        coloured=True,
        side=32,
    )


def dragon(colour: str, letter: str, size: float) -> ft.Control:
    """Return a dragon with the initial of its people."""
    return ft.Stack(
        width=size,
        height=size,
        alignment=ft.Alignment.CENTER,
        controls=[
            sign(_dragon(colour), size),
            ft.Text(letter, size=size * 0.42, weight=ft.FontWeight.BOLD, color="#ffffff"),
        ],
    )


def people_mark(colour: str, size: float) -> ft.Control:
    """Return the symbol of a people on its colour."""
    people = PEOPLES[colour]
    return sign_on(people.back, people.picture, people.ink, size, share=0.72, round_by=0.25)


LOOK: Final = BoardLook(
    {
        **PEOPLES,
        **GOODS,
        "market": MARKET,
        "deck": DECK,
        "discard": DISCARD,
        "obelisk": OBELISK,
    }
)
