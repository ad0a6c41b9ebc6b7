"""Parts that a game's folder may hold beside its screen: look, diagrams, set-up."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache
from importlib import import_module
from importlib.util import find_spec
from types import MappingProxyType, ModuleType
from typing import Any

import flet as ft

from companion.games import GAMES, package_of
from companion.match.fold import Match
from companion.ui.context import AppContext
from companion.ui.theme import OWN, DressedView, Palette, in_palette
from companion.ui.widgets import Diagram, Sign, sign, tappable


@cache
def screens_of(game_id: str) -> str:
    """Return the package of a game's screens.

    It is `screens` of the game, or `companion/ui/games/<game>`.
    """
    older = f"companion.ui.games.{game_id}"
    return older if find_spec(older) else f"{package_of(game_id)}.screens"


@cache
def module_of(game_id: str, name: str) -> ModuleType | None:
    """Return a module of a game's screens, or None if it has none of that name."""
    module = f"{screens_of(game_id)}.{name}"
    return import_module(module) if find_spec(module) else None


def part_of(game_id: str, module: str, name: str, default: Any = None) -> Any:
    """Return what a module of a game's screens exports, or the default if it does not."""
    screens = module_of(game_id, module)
    return default if screens is None else getattr(screens, name, default)


@dataclass(frozen=True, slots=True)
class GameLook:
    """Emblem and palette of a game."""

    emblem: Sign = ft.Icons.EXTENSION_OUTLINED
    palette: Palette = OWN


@lru_cache
def game_look(game_id: str) -> GameLook:
    """Return the look of a game, `LOOK` in its `drawings.py`, or the default one."""
    look: GameLook = part_of(game_id, "drawings", "LOOK", GameLook())
    return look


def coloured(view: DressedView, game_id: str, theme: str) -> DressedView:
    """Return a view in the colours of a game and the device's brightness.

    Without a game it keeps the app's colours.
    """
    return view.dressed(game_look(game_id).palette, theme) if game_id in GAMES else view


def game_row(
    ctx: AppContext, game_id: str, said: str, icon: ft.IconData, route: str, key: str
) -> ft.Control:
    """Return a row in the colours of a game that leads to a screen.

    Args:
        ctx: context of the screen.
        game_id: the game, whose emblem stands in front.
        said: text of the row, also read out.
        icon: sign of what is done, at its end.
        route: where it leads.
        key: key among its siblings.
    """
    look = game_look(game_id)
    visual = ft.Row(
        [
            sign(look.emblem, 36, ft.Colors.PRIMARY),
            ft.Text(said, size=17, weight=ft.FontWeight.W_600, expand=True),
            ft.Icon(icon, size=26, color=ft.Colors.PRIMARY),
        ],
        spacing=14,
    )
    row = tappable(
        visual,
        said,
        lambda _e: ctx.go(route),
        key=key,
        padding=ft.Padding.symmetric(horizontal=16, vertical=10),
        bgcolor=ft.Colors.PRIMARY_CONTAINER,
    )
    return in_palette(row, look.palette, ctx.settings.theme)


@lru_cache
def drawings(game_id: str) -> Mapping[str, Diagram]:
    """Return the diagrams of a game by name: `DRAWINGS` in its `drawings.py`."""
    diagrams: Mapping[str, Diagram] = part_of(game_id, "drawings", "DRAWINGS", MappingProxyType({}))
    return diagrams


@dataclass(frozen=True)
class GameSetup:
    """Set-up parts of one game."""

    options: Mapping[str, Any] = field(default_factory=dict)
    """Initial options, as plain data."""
    panel: Callable[..., ft.Control] | None = None
    """Component `(ctx, options, rulings, change)`.

    The options include the names of the `players`. `change` takes the changed options, and whether
    the app has drawn them. An unfinished option is None.
    """
    board: tuple[str, ...] = ()
    """Options laid out on the table, which differ from match to match.

    The game's own words `setup.hint` say what that takes.
    """
    draw: Callable[[Mapping[str, Any], Mapping[str, str]], Mapping[str, Any]] | None = None
    """Function that draws those options at random, for given options and readings."""
    to_count: Callable[[Mapping[str, Any]], Mapping[str, Any]] | None = None
    """Function that fills in those options where the table only counts; None: they are drawn."""
    title: str = "setup.title"
    """Key of the panel's title among the game's own words."""
    picture: Callable[[AppContext, Match], ft.Control] | None = None
    """Picture of the initial layout, for setting it up."""
    on_top: tuple[str, ...] = ()
    """Rulings that every table should decide, shown among the options."""
    first_hint: str = ""
    """Key of the hint on who starts, among the game's own words."""


def game_setup(game_id: str) -> GameSetup:
    """Return the set-up parts of a game, `SETUP` in its `setup.py`, or empty ones."""
    setup: GameSetup = part_of(game_id, "setup", "SETUP", GameSetup())
    return setup
