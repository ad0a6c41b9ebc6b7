"""What a game adds to the set-up of a match, beyond players, box and rulings."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import flet as ft

from companion.match.fold import Match
from companion.ui.context import AppContext


@dataclass(frozen=True)
class GameSetup:
    """The part of the set-up that only this game has."""

    options: Mapping[str, Any] = field(default_factory=dict)
    """What its options start from, as plain data."""
    panel: Callable[..., ft.Control] | None = None
    """A component: `(ctx, options, rulings, change)`; among the options, the names of the
    `players`; `change` takes the options that change, and whether the app has drawn them.

    An option that is not finished is None.
    """
    board: tuple[str, ...] = ()
    """Which of its options lie on the table, and are another time otherwise."""
    draw: Callable[[Mapping[str, Any], Mapping[str, str]], Mapping[str, Any]] | None = None
    """Draws these by chance, for some options and readings."""
    title: str = "setup.title"
    """The words over the panel, by their key among the game's own."""
    picture: Callable[[AppContext, Match], ft.Control] | None = None
    """What lies on the table at the start, for whoever sets it up."""
    on_top: tuple[str, ...] = ()
    """Rulings that every table should decide, shown among the options."""
    first_hint: str = ""
    """The words on who starts, by their key among the game's own."""


def game_setup(game_id: str) -> GameSetup:
    """What a game adds, or nothing: `companion/ui/games/<game>/setup.py`."""
    name = f"companion.ui.games.{game_id}.setup"
    if find_spec(name) is None:
        return GameSetup()
    found: GameSetup = import_module(name).SETUP
    return found
