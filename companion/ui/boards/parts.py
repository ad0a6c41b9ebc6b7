"""Modules of a game's screens, imported on first use."""

from importlib import import_module
from importlib.util import find_spec
from typing import Any

from companion.games import package_of


def part_of(game_id: str, module: str, name: str, default: Any = None) -> Any:
    """Return what a module of a game's screens exports, or the default if it has none.

    The modules stand in `screens` of the game, or in `companion/ui/games/<game>`.
    """
    package = f"companion.ui.games.{game_id}"
    if find_spec(package) is None:
        package = f"{package_of(game_id)}.screens"
    if default is not None and find_spec(f"{package}.{module}") is None:
        return default
    return getattr(import_module(f"{package}.{module}"), name)
