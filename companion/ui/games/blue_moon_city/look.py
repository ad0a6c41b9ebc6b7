"""Look of the peoples, dragons and goods of Blue Moon City: colour, symbol and letter."""

from typing import Final

import flet as ft

from companion.ui.boards.face import BoardLook, SignLook
from companion.ui.games.blue_moon_city import pictures
from companion.ui.games.blue_moon_city.pictures import CARD, CRYSTAL, PEOPLE_PICTURES, SCALE
from companion.ui.widgets import Picture, sign, sign_on

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
        "market": pictures.MARKET,
        "deck": pictures.DECK,
        "discard": pictures.DISCARD,
        "obelisk": pictures.OBELISK,
    }
)
