"""Modules of a game's screens, imported on first use."""

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any

from companion.games import package_of


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
    """Return what a module of a game's screens exports, or the default if it has none."""
    screens = module_of(game_id, module)
    return default if screens is None else getattr(screens, name)
