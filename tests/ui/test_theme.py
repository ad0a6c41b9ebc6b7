"""Theme: readable colours, and seats that can be told apart without them."""

import colorsys

import flet as ft
import pytest

from companion.games import GAMES
from companion.ui.boards.parts import coloured, game_look
from companion.ui.games.blue_moon_city import board_view, look
from companion.ui.games.santiago_de_cuba.look import GOOD_LOOKS
from companion.ui.layout import Layout, layout_of
from companion.ui.theme import (
    OWN,
    SEATS,
    DressedView,
    Palette,
    SeatLook,
    schemes,
    seat_look,
    themes,
)

PALETTES = {"app": OWN, **{game: game_look(game).palette for game in GAMES}}
THEMES = ("light", "dark", "black")
GROUNDS = {
    f"{place}, {theme}, {name}": colour
    for place, palette in PALETTES.items()
    for theme in THEMES
    for name, colour in getattr(schemes(palette), theme).items()
    if name not in ("primary", "tertiary") and not name.startswith("on_")
}
"""Background colours that anything can stand on, in every theme of every palette."""


def _luminance(colour: str) -> float:
    parts = [int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours, as WCAG counts it."""
    low, high = sorted((_luminance(one), _luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("seat", SEATS, ids=lambda seat: seat.name)
def test_text_on_a_seat_colour_has_enough_contrast(seat: SeatLook) -> None:
    assert contrast(seat.colour, seat.on_colour) >= 4.5


@pytest.mark.parametrize("seat", SEATS, ids=lambda seat: seat.name)
def test_seat_colour_has_enough_contrast_in_every_theme(seat: SeatLook) -> None:
    shown = {place: contrast(seat.colour, ground) for place, ground in GROUNDS.items()}
    assert {place: seen for place, seen in shown.items() if seen < 3} == {}


def _hue(colour: str) -> float:
    parts = [int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5)]
    return colorsys.rgb_to_hls(*parts)[0] * 360


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("palette", PALETTES.values(), ids=PALETTES)
def test_what_stands_aside_is_never_red(palette: Palette, theme: str) -> None:
    """A refusal is red; a question, good news and a caution are not."""
    colours = getattr(schemes(palette), theme)
    for name in ("tertiary_container", "tertiary", "tertiary_fixed", "secondary_fixed"):
        if name in colours:
            assert 30 <= _hue(colours[name]) <= 310, name


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("palette", PALETTES.values(), ids=PALETTES)
def test_text_on_what_stands_aside_has_enough_contrast(palette: Palette, theme: str) -> None:
    colours = getattr(schemes(palette), theme)
    if ink := colours.get("on_tertiary_container"):
        assert contrast(ink, colours["tertiary_container"]) >= 7


@pytest.mark.parametrize("palette", PALETTES.values(), ids=PALETTES)
def test_text_on_a_pressed_button_has_enough_contrast(palette: Palette) -> None:
    # Material lays a tenth of the text colour over a pressed button.
    ground = schemes(palette).light["primary"]
    parts = [int(ground[n : n + 2], 16) for n in (1, 3, 5)]
    touched = "#" + "".join(f"{round(0.9 * part + 25.5):02X}" for part in parts)
    assert contrast(touched, "#FFFFFF") >= 4.5


def test_each_game_has_a_palette_of_its_own() -> None:
    for theme in THEMES:
        buttons = {getattr(schemes(one), theme)["surface_container"] for one in PALETTES.values()}
        assert len(buttons) == len(PALETTES)
    assert len({palette.seed for palette in PALETTES.values()}) == len(PALETTES)


@pytest.mark.parametrize("theme", [*THEMES, "system"])
def test_screen_of_a_game_uses_its_palette_and_others_the_default(theme: str) -> None:
    for game, palette in PALETTES.items():
        shown, dressed = coloured(DressedView(), game, theme), themes(palette)
        own = game in GAMES
        assert shown.theme is (dressed.light if own else None)
        dark = dressed.black if theme == "black" else dressed.dark
        assert shown.dark_theme is (dark if own else None)
        assert (shown.theme_mode is not None) is own
    assert coloured(DressedView(), "../nothing", theme).theme is None


def test_seats_have_distinct_shapes_and_colours() -> None:
    assert len({seat.icon for seat in SEATS}) == len(SEATS) == len({seat.colour for seat in SEATS})
    assert seat_look(7) is SEATS[1]
    assert all(isinstance(seat.icon, ft.IconData) for seat in SEATS)


TILES = {
    **{name: (people.back, people.ink) for name, people in look.PEOPLES.items()},
    "finished": (board_view.LIT, board_view.LIT_INK),
    "market": (board_view.COURT, "#ffffff"),
    "section": (board_view.CHIP, board_view.CHIP_INK),
    **{name: (good.back, good.ink) for name, good in GOOD_LOOKS.items()},
}


@pytest.mark.parametrize(("ground", "ink"), TILES.values(), ids=TILES)
def test_text_on_tiles_and_goods_has_enough_contrast(ground: str, ink: str) -> None:
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
def test_layout_depends_on_width_and_height(
    width: float | None, height: float | None, layout: Layout
) -> None:
    assert layout_of(width, height) is layout


def test_view_with_another_theme_has_another_key() -> None:
    shown = coloured(DressedView(), "blue_moon", "light")
    assert (
        len({DressedView().key, shown.key, coloured(DressedView(), "blue_moon", "black").key}) == 3
    )
