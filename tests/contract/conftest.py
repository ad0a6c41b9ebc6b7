"""Fixture of the contract tests: every registered game runs through them."""

from typing import Any

import pytest

from companion.games import GAMES
from companion.kernel.game import Game


@pytest.fixture(params=sorted(GAMES), ids=str)
def game(request: pytest.FixtureRequest) -> Game[Any]:
    """Return one registered game."""
    return GAMES[request.param]
