"""Colours one can read, and seats one can tell apart without them."""

import flet as ft
import pytest

from companion.ui.games.blue_moon_city import look
from companion.ui.games.santiago_de_cuba.look import GOOD_LOOKS
from companion.ui.layout import Layout, layout_of
from companion.ui.theme import CHOSEN, SEATS, SeatLook, seat_look

GROUNDS = {
    "light": "#FFF8F5",
    "light card": "#F7EAE1",
    "light, highest": "#F0E0D6",
    "dark": "#19120C",
    "dark card": "#261E18",
    "dark, highest": "#312822",
    "dark, chosen": CHOSEN,
    "black": "#000000",
    "black, highest": "#202020",
}


def _luminance(colour: str) -> float:
    parts = [int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """The contrast of two colours, as WCAG counts it."""
    low, high = sorted((_luminance(one), _luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("seat", SEATS, ids=lambda seat: seat.name)
def test_what_is_written_on_a_seat_can_be_read(seat: SeatLook) -> None:
    assert contrast(seat.colour, seat.on_colour) >= 4.5


@pytest.mark.parametrize("seat", SEATS, ids=lambda seat: seat.name)
@pytest.mark.parametrize("ground", GROUNDS.values(), ids=GROUNDS)
def test_a_seat_shows_on_every_theme(seat: SeatLook, ground: str) -> None:
    assert contrast(seat.colour, ground) >= 3


def test_no_two_seats_share_a_shape_or_a_colour() -> None:
    assert len({seat.icon for seat in SEATS}) == len(SEATS) == len({seat.colour for seat in SEATS})
    assert seat_look(7) is SEATS[1]
    assert all(isinstance(seat.icon, ft.IconData) for seat in SEATS)


TILES = {
    **{name: (people.back, people.text) for name, people in look.PEOPLES.items()},
    "finished": (look.LIT, look.LIT_INK),
    "market": (look.COURT, "#ffffff"),
    "section": (look.CHIP, look.CHIP_INK),
    **{name: (good.back, good.ink) for name, good in GOOD_LOOKS.items()},
}


@pytest.mark.parametrize(("ground", "ink"), TILES.values(), ids=TILES)
def test_what_is_written_on_a_tile_or_a_good_can_be_read(ground: str, ink: str) -> None:
    assert contrast(ground, ink) >= 4.5


@pytest.mark.parametrize(
    ("width", "height", "layout"),
    [
        (412, 915, Layout.PHONE),
        (360, 640, Layout.PHONE),
        (915, 412, Layout.LANDSCAPE),
        (640, 360, Layout.LANDSCAPE),
        (1280, 800, Layout.WIDE),
        (1024, 768, Layout.WIDE),
        (800, 1280, Layout.PHONE),
        (None, None, Layout.PHONE),
    ],
)
def test_layout_looks_at_width_and_height(
    width: float | None, height: float | None, layout: Layout
) -> None:
    assert layout_of(width, height) is layout
