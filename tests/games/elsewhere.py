"""Games that are not shipped: the template of new games, and a sixth game made from it."""

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from typing import Any

from companion.games import GAMES, admitted
from companion.kernel.game import Game
from companion.rulebook.loader import GameData, load

ELSEWHERE = {"pebbles": "tests.games.pebbles.game", "molino": "tests.games.molino.game"}
"""Package of each game by id."""


FEW_ACTS = 6
"""Acts of a real game; random play of one with fewer does not reach the counts of the tests."""


def is_small(game: Game[Any]) -> bool:
    """Return whether a game has too few acts for counts of what random play meets."""
    return len(game.acts) < FEW_ACTS


def data_of(name: str) -> GameData:
    """Return the words and printed values of a game, shipped or not."""
    with opened(name):
        return load(name)


@contextmanager
def opened(name: str) -> Iterator[Game[Any]]:
    """Offer a game, shipped or not, for the time of a test."""
    with admitted(name, ELSEWHERE[name]) if name in ELSEWHERE else nullcontext():
        yield GAMES[name]
