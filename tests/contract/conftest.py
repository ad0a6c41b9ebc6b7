"""Fixture of the contract tests: every game runs through them, also those that are not shipped."""

from collections.abc import Iterator
from typing import Any

import pytest

from companion.games import GAMES
from companion.kernel.game import Game
from tests.games.elsewhere import ELSEWHERE, opened


@pytest.fixture(params=sorted({*GAMES, *ELSEWHERE}), ids=str)
def game(request: pytest.FixtureRequest) -> Iterator[Game[Any]]:
    """Return one game."""
    with opened(request.param) as each:
        yield each
