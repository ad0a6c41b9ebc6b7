"""Registry of the games, each imported when it is first looked up."""

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Any

from companion.kernel.game import Game

_NAMES = ("blue_moon_city", "santiago_de_cuba", "blue_moon", "kingdom_of_solomon", "urban_sprawl")


class _Registry(Mapping[str, Game[Any]]):
    """Games by id; a game's module is imported the first time it is looked up."""

    def __getitem__(self, name: str) -> Game[Any]:
        if name not in _NAMES:
            raise KeyError(name)
        game: Game[Any] = import_module(f"{__name__}.{name}").GAME
        return game

    def __iter__(self) -> Iterator[str]:
        return iter(_NAMES)

    def __len__(self) -> int:
        return len(_NAMES)


GAMES: Mapping[str, Game[Any]] = _Registry()
