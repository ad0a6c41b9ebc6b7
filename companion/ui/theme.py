"""Colours and shapes: three themes, and seats marked by more than colour."""

from dataclasses import dataclass

import flet as ft

from companion.ui.palette import OWN, Palette, themes

RADIUS = 16
GAP = 8
TOUCH = 48
"""Minimum side of a touch target, in logical pixels."""
BRANCH, ON_BRANCH = "#7A1FA2", "#FFFFFF"
"""Colours of an unrecorded branch; no seat and no theme uses them."""


@dataclass(frozen=True)
class SeatLook:
    """Look of a seat: colour, text colour on it, and shape."""

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
"""Default looks in seat order.

The shapes are filled: white text on them has a contrast of at least 4.5:1, and they of 3:1 on any
theme.
"""


def seat_look(colour: int) -> SeatLook:
    """Return the look of a colour index."""
    return SEATS[colour % len(SEATS)]


_MODES = {
    "light": ft.ThemeMode.LIGHT,
    "dark": ft.ThemeMode.DARK,
    "black": ft.ThemeMode.DARK,
}


def dress(page: ft.Page, name: str) -> None:
    """Set the theme of a page: `system`, `light`, `dark` or `black`; and Spanish for Material."""
    own_themes = themes(OWN)
    page.theme = own_themes.light
    page.dark_theme = own_themes.black if name == "black" else own_themes.dark
    page.theme_mode = _MODES.get(name, ft.ThemeMode.SYSTEM)
    page.locale_configuration = ft.LocaleConfiguration(
        supported_locales=[ft.Locale("es")], current_locale=ft.Locale("es")
    )


@ft.control("View")  # type: ignore[arg-type]
class DressedView(ft.View):
    """View with its own palette, including its bar and background."""

    # Flet accepts a theme on any control, although only some of its classes declare one.
    theme: ft.Theme | None = None
    dark_theme: ft.Theme | None = None
    theme_mode: ft.ThemeMode | None = None

    def dressed(self, palette: Palette, name: str) -> "DressedView":
        """Apply a palette in the theme of the device, and return the view."""
        palette_themes = themes(palette)
        # The client reads a theme only once. A new key makes a changed palette another view.
        self.key = f"{palette.seed}:{name}"
        self.theme = palette_themes.light
        self.dark_theme = palette_themes.black if name == "black" else palette_themes.dark
        # Without a mode, the client ignores the seed.
        self.theme_mode = _MODES.get(name, ft.ThemeMode.SYSTEM)
        return self
