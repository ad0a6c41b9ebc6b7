"""Colours and shapes: three themes, and a palette of seats that is never colour alone."""

from dataclasses import dataclass

import flet as ft

from companion.ui.palette import OWN, Palette, themes

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


_MODES = {
    "light": ft.ThemeMode.LIGHT,
    "dark": ft.ThemeMode.DARK,
    "black": ft.ThemeMode.DARK,
}


def dress(page: ft.Page, name: str) -> None:
    """Sets the theme of a page: `system`, `light`, `dark` or `black`; and Spanish for Material."""
    found = themes(OWN)
    page.theme = found.light
    page.dark_theme = found.black if name == "black" else found.dark
    page.theme_mode = _MODES.get(name, ft.ThemeMode.SYSTEM)
    page.locale_configuration = ft.LocaleConfiguration(
        supported_locales=[ft.Locale("es")], current_locale=ft.Locale("es")
    )


@ft.control("View")  # type: ignore[arg-type]
class DressedView(ft.View):
    """A screen with a palette of its own, its bar and what it is painted on included."""

    # Any control of the toolkit takes a theme, though only some of its classes say so.
    theme: ft.Theme | None = None
    dark_theme: ft.Theme | None = None
    theme_mode: ft.ThemeMode | None = None

    def dressed(self, palette: Palette, name: str) -> "DressedView":
        """The same screen in the colours of a palette, in the theme that a device has chosen."""
        found = themes(palette)
        # The client looks for a theme once: what is dressed later is another screen.
        self.key = f"{palette.seed}:{name}"
        self.theme = found.light
        self.dark_theme = found.black if name == "black" else found.dark
        # Without a mode the seed would count for nothing.
        self.theme_mode = _MODES.get(name, ft.ThemeMode.SYSTEM)
        return self
