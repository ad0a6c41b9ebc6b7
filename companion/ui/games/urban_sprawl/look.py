"""Look of the zones and numbers of Urban Sprawl: colour, picture and letters."""

from typing import Final

import flet as ft

from companion.rulebook.wording import Wording
from companion.ui.boards.face import SignLook
from companion.ui.games.urban_sprawl.views import zones_of
from companion.ui.widgets import Picture, sign

_COLUMNS = Picture(
    "M12 2.5 21.5 8v1.8h-19V8zM4.5 11h2.6v7H4.5zM10.7 11h2.6v7h-2.6zM16.9 11h2.6v7h-2.6z"
    "M3 19h18v2.5H3z"
)
_SHOP = Picture(
    "M4 3h16l2 6.2a2.6 2.6 0 0 1-5 .6 2.6 2.6 0 0 1-5 0 2.6 2.6 0 0 1-5 0 2.6 2.6 0 0 1-5-.6z"
    "M4 12.8h16V21h-6v-5.5H9.5V21H4z"
)
_WORKS = Picture(
    "M3 21V11l5.5 3.5V11l5.5 3.5V11l3 1.9V3.5h4V21zM6 16.5v2.2h3v-2.2zM12 16.5v2.2h3v-2.2z"
)
_HOUSE = Picture("M12 2.8 22 11.5h-3V21h-5.2v-6h-3.6v6H5v-9.5H2z")
_TREE = Picture(
    "M12 2a6 6 0 0 1 5.3 8.8A4.8 4.8 0 0 1 15.5 18H13.2v4h-2.4v-4H8.5"
    "a4.8 4.8 0 0 1-1.8-7.2A6 6 0 0 1 12 2z"
)

ZONE_LOOKS: Final = {
    "civic": SignLook("#b3261e", "#ffffff", _COLUMNS),
    "commercial": SignLook("#e3b129", "#2b2100", _SHOP),
    "industrial": SignLook("#1f5fae", "#ffffff", _WORKS),
    "residential": SignLook("#6d3aa8", "#ffffff", _HOUSE),
    "park": SignLook("#2c6e3b", "#ffffff", _TREE),
}
"""Looks by zone, in the colours of its tiles."""

COIN: Final = ft.Icons.PAID
"""Picture of wealth."""
SCROLL = Picture(
    "M5 2.5h11l4 4v15H5zM15 4.5v3.5h3.5zM7.5 11h9v1.6h-9zM7.5 14.3h9v1.6h-9zM7.5 17.6h5.5v1.6H7.5z"
)
"""Picture of a permit."""
MASK = Picture(
    "M8.5 3h7v3H21v14H3V6h5.5zM10.3 4.8V6h3.4V4.8zM3.8 11.5h6v2h4.4v-2h6v1.6h-4.5v2H8.3v-2H3.8z"
)
"""Picture of a vocation marker."""


def permit_mark(item: str, wording: Wording) -> ft.Control:
    """Return a small permit of a payment with all that tells it from others.

    These are its zones by colour and letters, its size, its number and its ballot box.
    """
    zones, size = zones_of(wording.facts, item), wording.facts.get(f"{item}.size")
    if not zones and not isinstance(size, int):
        return ft.Text(wording.item_label(item), size=16)
    chips: list[ft.Control] = [
        ft.Container(
            ft.Text(
                wording.own(f"board.code.{zone}"),
                size=14,
                weight=ft.FontWeight.BOLD,
                color=ZONE_LOOKS[zone].ink,
            ),
            bgcolor=ZONE_LOOKS[zone].back,
            border_radius=4,
            padding=ft.Padding.symmetric(horizontal=4, vertical=2),
        )
        for zone in zones
    ]
    if isinstance(size, int):
        said = wording.own("board.permits", n=size)
        chips.append(ft.Text(said, size=17, weight=ft.FontWeight.BOLD))
    number = wording.facts.get(f"{item}.payout")
    if isinstance(number, int) and number:
        chips.append(sign(COIN, 14, ft.Colors.ON_SURFACE))
        chips.append(ft.Text(str(number), size=13))
    if wording.facts.get(f"{item}.ballot") == "yes":
        chips.append(ft.Icon(ft.Icons.HOW_TO_VOTE, size=14))
    return ft.Row(chips, spacing=2, tight=True)
