"""Parts that a game adds to the set-up of a match, beyond players, box and rulings."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import flet as ft

from companion.match.fold import Match
from companion.ui.boards.parts import part_of
from companion.ui.context import AppContext


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
    """Options laid out on the table, which differ from match to match."""
    draw: Callable[[Mapping[str, Any], Mapping[str, str]], Mapping[str, Any]] | None = None
    """Function that draws those options at random, for given options and readings."""
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
