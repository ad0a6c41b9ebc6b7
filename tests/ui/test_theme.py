"""Colours one can read, and seats one can tell apart without them."""

import flet as ft
import pytest

from companion.ui.layout import Layout, layout_of
from companion.ui.theme import SEATS, SeatLook, seat_look

GROUNDS = {
    "light": "#FFF8F5",
    "light card": "#F7EAE1",
    "dark": "#19120C",
    "dark card": "#261E18",
    "black": "#000000",
}


def _luminance(colour: str) -> float:
    parts = [int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """The contrast of two colours, as WCAG counts it."""
    low, high = sorted((_luminance(one), _luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("look", SEATS, ids=lambda look: look.name)
def test_what_is_written_on_a_seat_can_be_read(look: SeatLook) -> None:
    assert contrast(look.colour, look.on_colour) >= 4.5


@pytest.mark.parametrize("look", SEATS, ids=lambda look: look.name)
@pytest.mark.parametrize("ground", GROUNDS.values(), ids=GROUNDS)
def test_a_seat_shows_on_every_theme(look: SeatLook, ground: str) -> None:
    assert contrast(look.colour, ground) >= 3


def test_no_two_seats_share_a_shape_or_a_colour() -> None:
    assert len({look.icon for look in SEATS}) == len(SEATS) == len({look.colour for look in SEATS})
    assert seat_look(7) is SEATS[1]
    assert all(isinstance(look.icon, ft.IconData) for look in SEATS)


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
