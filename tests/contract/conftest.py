"""Every registered game goes through the same suite."""

from typing import Any

import pytest

from companion.games import GAMES
from companion.kernel.game import Game


@pytest.fixture(params=sorted(GAMES), ids=str)
def game(request: pytest.FixtureRequest) -> Game[Any]:
    """One registered game."""
    return GAMES[request.param]
