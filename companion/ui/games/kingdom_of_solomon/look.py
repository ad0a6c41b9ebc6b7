"""Look of the goods of Kingdom of Solomon: the colour of the cube and its own shape."""

from collections.abc import Mapping, Sequence
from typing import Final

import flet as ft

from companion.games.kingdom_of_solomon.components import EXTRA_CARD, EXTRA_FIRST, EXTRA_POINT
from companion.kernel.form import OpenBag
from companion.rulebook.wording import Wording
from companion.ui.boards.face import BoardLook, SignLook
from companion.ui.games.kingdom_of_solomon.board_view import HOUSE
from companion.ui.theme import seat_look
from companion.ui.widgets import BagItem, Picture, SeatIdentity, Sign, sign_on

_BAR = Picture("M7 7h10l4 10H3z")
_RING = Picture(
    "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zm0 4.6a4.4 4.4 0 1 1 0 8.8 4.4 4.4 0 0 1 0-8.8z"
)
_BLOCK = Picture("M3 5h8v6H3zM13 5h8v6h-8zM3 13h5v6H3zM10 13h11v6H10z")
_BEAM = Picture("M2.5 9.5h14a4 4 0 0 1 0 7h-14zM19 8.6c1.9 0 3.2 2 3.2 4.4S20.9 17.4 19 17.4z")
_EAR = Picture(
    "M11.2 22V9h1.6v13zM12 2c1.8 1.6 1.8 4 0 5.6C10.2 6 10.2 3.6 12 2zM6 6.5c3 .2 4.8 1.8 5 4.6"
    "C8 11 6.2 9.4 6 6.5zM18 6.5c-.2 2.9-2 4.5-5 4.6.2-2.8 2-4.4 5-4.6zM6 12c3 .2 4.8 1.8 5 4.6"
    "C8 16.500 6.200 14.900 6 12zM18 12c-.2 2.900-2 4.500-5 4.600.2-2.800 2-4.400 5-4.600z"
)

GOOD_LOOKS: Final = {
    "gold": SignLook("#f2c12e", "#3a2a00", _BAR),
    "copper": SignLook("#e07b1f", "#2b1500", _RING),
    "stone": SignLook("#8b9096", "#101214", _BLOCK),
    "timber": SignLook("#7a4f2a", "#ffffff", _BEAM),
    "food": SignLook("#2f7a3b", "#ffffff", _EAR),
}
"""Looks by good, in the colours of its cubes."""


SPACE_SIGNS: Final[Mapping[str, Sign]] = {
    "action.fortune": ft.Icons.STYLE,
    "action.wisdom": ft.Icons.AUTO_STORIES,
    "action.thief": ft.Icons.BACK_HAND,
    "action.trader": ft.Icons.SWAP_HORIZ,
    "action.artisan": ft.Icons.HANDYMAN,
    "bonus.tribute": ft.Icons.TOLL,
    "bonus.ark": ft.Icons.INVENTORY_2,
    "bonus.altar": ft.Icons.LOCAL_FIRE_DEPARTMENT,
}
"""Signs by action space or bonus space."""
PART_SIGNS: Final[Mapping[str, Sign]] = {
    "temple.foundation": Picture("M5 11h14v4H5zM2 16h20v5H2z"),
    "temple.structure": Picture("M4 8l8-5 8 5v13h-5v-7H9v7H4z"),
    "temple.pillars": Picture(
        "M3 3h18v3H3zM5 7.500h3v10H5zM10.500 7.500h3v10h-3zM16 7.500h3v10h-3zM3 19h18v2.500H3z"
    ),
}
"""Signs by part of the Temple."""
_EXTRA_SIGNS: Final[Mapping[str, Sign]] = {
    EXTRA_POINT: ft.Icons.STAR,
    EXTRA_CARD: ft.Icons.STYLE,
    EXTRA_FIRST: ft.Icons.LOOKS_ONE,
}
"""Signs of what a space or a card gives besides cubes."""


def _house(person: SeatIdentity, size: float) -> ft.Control:
    return ft.Icon(ft.Icons.HOME, size=size, color=seat_look(person.colour).colour)


LOOK: Final = BoardLook({**GOOD_LOOKS, **SPACE_SIGNS, **PART_SIGNS}, {HOUSE: _house})


def item_mark(item: str, wording: Wording) -> ft.Control | None:
    """Return a cube of a bag drawn small; None for a fortune card, which is written."""
    if item not in GOOD_LOOKS:
        return None
    return ft.Semantics(label=wording.term(f"cube.{item}"), content=cube(item, 30))


def bag_rows(wording: Wording, field: OpenBag) -> Sequence[tuple[str, Sequence[BagItem]]]:
    """Return the picker: a row of cubes with a column per good, one of cards, one of the rest."""
    cubes = [_cube_item(wording, i, most, field) for i, most in field.items if i in GOOD_LOOKS]
    cards = [
        BagItem(i, wording.term(i), i.rpartition(".")[2], min(most, field.maximum))
        for i, most in field.items
        if i not in GOOD_LOOKS and i not in _EXTRA_SIGNS
    ]
    extras = [
        BagItem(i, wording.term(i), "", min(most, field.maximum), icon=_EXTRA_SIGNS[i])
        for i, most in field.items
        if i in _EXTRA_SIGNS
    ]
    told = {"board.cubes": cubes, "board.cards": cards, "board.extras": extras}
    rows = [(wording.own(title), row) for title, row in told.items()]
    return [(title, row) for title, row in rows if row]


def _cube_item(wording: Wording, good: str, most: int, field: OpenBag) -> BagItem:
    look = GOOD_LOOKS[good]
    name, number = wording.term(f"cube.{good}"), min(most, field.maximum)
    return BagItem(good, name, "", number, look.back, look.ink, look.picture)


def cube(good: str, size: float) -> ft.Control:
    """Return the cube of a good, with its shape."""
    look = GOOD_LOOKS[good]
    return sign_on(look.back, look.picture, look.ink, size, share=0.8, round_by=0.2)
