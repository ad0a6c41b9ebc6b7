"""Theme of the app: palette, text styles and sizes.

Lightness decides the contrast, so it is set here, whatever the hue. The toolkit derives the rest
from the seed.
"""

from dataclasses import dataclass
from functools import lru_cache
from math import atan2, cos, pi, sin

import flet as ft

_FAINTEST = 0.001
"""Chroma below which a colour counts as grey."""


@dataclass(frozen=True, slots=True)
class Palette:
    """Colours that identify a place in every theme."""

    seed: str
    """Colour from which all others are derived."""
    tint: float = 0.012
    """Amount of it in the backgrounds."""


OWN = Palette("#9A5B13", 0.01)
"""Palette of the app itself, and of what belongs to no game."""

_LIGHT = {
    "surface": 98,
    "surface_bright": 98,
    "surface_container_low": 96,
    "surface_container": 94,
    "surface_container_high": 92,
    "surface_container_highest": 90,
}
# No background is so light that a seat colour no longer stands out from it.
_DARK = {
    "surface": 6,
    "surface_bright": 17,
    "surface_container_lowest": 4,
    "surface_container_low": 10,
    "surface_container": 12,
    "surface_container_high": 15,
    "surface_container_highest": 17,
}
_BLACK = {
    "surface": 0,
    "surface_bright": 12,
    "surface_container_lowest": 0,
    "surface_container_low": 3,
    "surface_container": 5,
    "surface_container_high": 8,
    "surface_container_highest": 12,
}
"""Lightness of each background, from 0 to 100."""
_PRIMARY, _LIGHT_CHOSEN, _CHOSEN = 36, 90, 17
"""Lightness of buttons and of chosen things.

Text on a button stays readable while it is touched; a chosen thing counts as a background.
"""
_INK, _LIT = 12, 80
"""Lightness of text on a light container, and of a sign on a dark background."""
_VIVID, _QUIET, _MUTED = 0.13, 0.07, 0.03
"""Maximum chroma of a button, of a chosen thing, and of what stands back."""
_ASIDE = pi / 3
"""Hue rotation for what is neither chosen nor a background."""
_RED, _NEAR = 0.15 * pi, 0.3 * pi
"""Hue of refusals, and how far from it another colour stays."""
_GREEN, _AMBER = 0.82 * pi, 0.48 * pi
"""Hues of good news and of a caution. Those of a palette would say good news in pink."""
GOOD, CARE = ft.Colors.TERTIARY_FIXED, ft.Colors.SECONDARY_FIXED
"""Backgrounds of good news and of a caution. The toolkit uses these roles for nothing."""


@dataclass(frozen=True, slots=True)
class Schemes:
    """Colours of a palette in each theme; the rest comes from the toolkit."""

    light: dict[str, str]
    dark: dict[str, str]
    black: dict[str, str]


@lru_cache
def schemes(palette: Palette) -> Schemes:
    """Build the colour schemes of a palette."""
    chroma, hue = _polar(palette.seed)

    def grounds(tones: dict[str, int], tint: float) -> dict[str, str]:
        return {name: toned(hue, tint, tone) for name, tone in tones.items()}

    def chosen(tone: int) -> dict[str, str]:
        return {
            "primary_container": toned(hue, min(chroma, _QUIET), tone),
            "tertiary_fixed": toned(_GREEN, _QUIET, tone),
            "secondary_fixed": toned(_AMBER, _QUIET, tone),
        }

    aside, turned = _aside(hue)
    # The toolkit turns its colours in one direction alone.
    light_aside = {
        "tertiary": toned(aside, min(chroma, _VIVID), _PRIMARY),
        "tertiary_container": toned(aside, min(chroma, _QUIET), _LIGHT_CHOSEN),
        "on_tertiary_container": toned(aside, min(chroma, _QUIET), _INK),
    }
    dark_aside = {
        "tertiary": toned(aside, min(chroma, _QUIET), _LIT),
        "on_tertiary_container": toned(aside, min(chroma, _MUTED), _LIGHT_CHOSEN),
    }
    light_aside, dark_aside = (light_aside, dark_aside) if turned else ({}, {})
    # In dark themes, seats are also drawn on these containers. The toolkit's light ones are light
    # enough.
    marked = {
        "secondary_container": toned(hue, min(chroma, _MUTED), _CHOSEN),
        "tertiary_container": toned(aside, min(chroma, _QUIET), _CHOSEN),
        **dark_aside,
    }
    primary = {"primary": toned(hue, min(chroma, _VIVID), _PRIMARY)}
    return Schemes(
        {**primary, **chosen(_LIGHT_CHOSEN), **light_aside, **grounds(_LIGHT, palette.tint)},
        {**chosen(_CHOSEN), **marked, **grounds(_DARK, 1.5 * palette.tint)},
        {**chosen(_CHOSEN), **marked, **grounds(_BLACK, 0.5 * palette.tint)},
    )


def _aside(hue: float) -> tuple[float, bool]:
    """Return the hue beside that of a palette, and whether it is turned back, away from red."""
    near = abs((hue + _ASIDE - _RED + pi) % (2 * pi) - pi) < _NEAR
    return hue - _ASIDE if near else hue + _ASIDE, near


@dataclass(frozen=True, slots=True)
class Themes:
    """Palette as themes of the toolkit."""

    light: ft.Theme
    dark: ft.Theme
    black: ft.Theme


@lru_cache
def themes(palette: Palette) -> Themes:
    """Build the themes of a palette; cached, so that nothing is rendered again for them."""

    def theme(colours: dict[str, str]) -> ft.Theme:
        return ft.Theme(
            color_scheme_seed=palette.seed,
            color_scheme=ft.ColorScheme(**colours),
            scaffold_bgcolor=colours["surface"],
            use_material3=True,
            visual_density=ft.VisualDensity.STANDARD,
        )

    colour_schemes = schemes(palette)
    return Themes(
        theme(colour_schemes.light), theme(colour_schemes.dark), theme(colour_schemes.black)
    )


def toned(hue: float, chroma: float, tone: float) -> str:
    """Return the colour of a hue and lightness (0 to 100), with as much chroma as possible."""
    wanted = ((tone + 16) / 116) ** 3 if tone > 8 else tone / 903.3
    while True:
        parts = _so_light(hue, chroma, wanted)
        if chroma < _FAINTEST or all(-0.0005 <= part <= 1.0005 for part in parts):
            return "#" + "".join(f"{_byte(part):02X}" for part in parts)
        chroma *= 0.95


def _so_light(hue: float, chroma: float, wanted: float) -> tuple[float, float, float]:
    low, high = 0.0, 1.0
    for _ in range(18):
        middle = (low + high) / 2
        red, green, blue = _linear(middle, chroma, hue)
        if 0.2126 * red + 0.7152 * green + 0.0722 * blue < wanted:
            low = middle
        else:
            high = middle
    return _linear(high, chroma, hue)


# Oklab: colours with the same lightness value look equally light, and a hue looks the same at any
# lightness.
def _linear(light: float, chroma: float, hue: float) -> tuple[float, float, float]:
    a, b = chroma * cos(hue), chroma * sin(hue)
    long = (light + 0.3963377774 * a + 0.2158037573 * b) ** 3
    middle = (light - 0.1055613458 * a - 0.0638541728 * b) ** 3
    short = (light - 0.0894841775 * a - 1.2914855480 * b) ** 3
    return (
        4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short,
        -1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short,
        -0.0041960863 * long - 0.7034186147 * middle + 1.7076147010 * short,
    )


def _polar(colour: str) -> tuple[float, float]:
    """Return the chroma and hue of a colour."""
    red, green, blue = (_light(int(colour[n : n + 2], 16)) for n in (1, 3, 5))
    long = (0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue) ** (1 / 3)
    middle = (0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue) ** (1 / 3)
    short = (0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue) ** (1 / 3)
    a = 1.9779984951 * long - 2.4285922050 * middle + 0.4505937099 * short
    b = 0.0259040371 * long + 0.7827717662 * middle - 0.8086757660 * short
    return (a * a + b * b) ** 0.5, atan2(b, a)


def _light(byte: int) -> float:
    part = byte / 255
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4


def _byte(light: float) -> int:
    part = min(1.0, max(0.0, light))
    return round(255 * (12.92 * part if part <= 0.0031308 else 1.055 * part ** (1 / 2.4) - 0.055))


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


def in_palette(inside: ft.Control, palette: Palette, name: str) -> ft.Container:
    """Return something in a palette of its own, in the theme of the device."""
    own = themes(palette)
    return ft.Container(
        inside,
        key=f"{palette.seed}:{name}",
        theme=own.light,
        dark_theme=own.black if name == "black" else own.dark,
        theme_mode=_MODES.get(name, ft.ThemeMode.SYSTEM),
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
