"""Colours and shapes: three themes, and a palette of seats that is never colour alone."""

from dataclasses import dataclass

import flet as ft

SEED = "#9A5B13"
RADIUS = 16
GAP = 8
TOUCH = 48
"""The least side of a target, in logical pixels."""
BRANCH, ON_BRANCH = "#7A1FA2", "#FFFFFF"
"""Of what nobody recorded: no seat and no theme has them."""


@dataclass(frozen=True)
class SeatLook:
    """How a seat is told apart: colour, the colour of what is written on it, and a shape."""

    name: str
    """Term key of the colour, under `colour.` in app.toml."""
    colour: str
    on_colour: str
    icon: ft.IconData


SEATS: tuple[SeatLook, ...] = (
    SeatLook("purple", "#9656D2", "#FFFFFF", ft.Icons.CIRCLE),
    SeatLook("grey", "#6A7681", "#FFFFFF", ft.Icons.SQUARE),
    SeatLook("blue", "#3272DC", "#FFFFFF", ft.Icons.WATER_DROP),
    SeatLook("orange", "#BE5700", "#FFFFFF", ft.Icons.STAR),
    SeatLook("green", "#268643", "#FFFFFF", ft.Icons.HEXAGON),
    SeatLook("red", "#D13F35", "#FFFFFF", ft.Icons.FAVORITE),
)
"""In seat order, where no others are chosen.

Filled shapes: white text on them is at least 4.5:1, they on any theme 3:1.
"""


def seat_look(colour: int) -> SeatLook:
    """The look of whoever has a colour."""
    return SEATS[colour % len(SEATS)]


def _theme(scheme: ft.ColorScheme | None = None, background: str | None = None) -> ft.Theme:
    return ft.Theme(
        color_scheme_seed=SEED,
        color_scheme=scheme,
        scaffold_bgcolor=background,
        use_material3=True,
        visual_density=ft.VisualDensity.STANDARD,
    )


LIGHT = _theme(ft.ColorScheme(primary="#7C4A0C"))
"""What is written on a button can be read while it is touched, too."""
CHOSEN = "#3D2400"
DARK = _theme(ft.ColorScheme(primary_container=CHOSEN, surface_container_highest="#312822"))
"""No ground is so light that a seat no longer stands out from it."""
BLACK = _theme(
    ft.ColorScheme(
        primary_container=CHOSEN,
        surface="#000000",
        surface_container_lowest="#000000",
        surface_container_low="#0B0B0B",
        surface_container="#101010",
        surface_container_high="#181818",
        surface_container_highest="#202020",
    ),
    "#000000",
)


def dress(page: ft.Page, name: str) -> None:
    """Sets the theme of a page: `system`, `light`, `dark` or `black`; and Spanish for Material."""
    page.theme = LIGHT
    page.dark_theme = BLACK if name == "black" else DARK
    page.theme_mode = {
        "light": ft.ThemeMode.LIGHT,
        "dark": ft.ThemeMode.DARK,
        "black": ft.ThemeMode.DARK,
    }.get(name, ft.ThemeMode.SYSTEM)
    page.locale_configuration = ft.LocaleConfiguration(
        supported_locales=[ft.Locale("es")], current_locale=ft.Locale("es")
    )
