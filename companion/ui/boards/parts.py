"""Modules of a game's screens, imported on first use."""

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any

from companion.games import package_of


@cache
def module_of(game_id: str, name: str) -> ModuleType | None:
    """Return a module of a game's screens, or None if it has none of that name.

    They stand in `screens` of the game, or in `companion/ui/games/<game>`.
    """
    package = f"companion.ui.games.{game_id}"
    if find_spec(package) is None:
        package = f"{package_of(game_id)}.screens"
    module = f"{package}.{name}"
    return import_module(module) if find_spec(module) else None


def part_of(game_id: str, module: str, name: str, default: Any = None) -> Any:
    """Return what a module of a game's screens exports, or the default if it has none."""
    screens = module_of(game_id, module)
    return default if screens is None else getattr(screens, name)
