"""Registry of the games, each imported when it is first looked up.

`companion/games/<game>` holds the rules of a game. `screens` and `data` stand there too; of the
five older games they are still in `companion/ui/games` and in `rules_data`.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib import import_module
from typing import Any

from companion.kernel.game import Game

_NAMES = (
    "blue_moon_city",
    "santiago_de_cuba",
    "blue_moon",
    "kingdom_of_solomon",
    "urban_sprawl",
    "scorekeeping",
)

_packages = {name: f"{__name__}.{name}" for name in _NAMES}
"""Package of each game, in the order in which they are offered."""


class _Registry(Mapping[str, Game[Any]]):
    """Games by id; a game's module is imported the first time it is looked up."""

    def __getitem__(self, name: str) -> Game[Any]:
        game: Game[Any] = import_module(_packages[name]).GAME
        return game

    def __contains__(self, name: object) -> bool:
        return name in _packages

    def __iter__(self) -> Iterator[str]:
        return iter(_packages)

    def __len__(self) -> int:
        return len(_packages)


GAMES: Mapping[str, Game[Any]] = _Registry()


def package_of(name: str) -> str:
    """Return the package of a game.

    Raises:
        KeyError: there is no such game.
    """
    return _packages[name]


@contextmanager
def admitted(name: str, package: str) -> Iterator[None]:
    """Offer a game that is not shipped, for the time of a test."""
    already = name in _packages
    _packages[name] = package
    try:
        yield
    finally:
        if not already:
            del _packages[name]
