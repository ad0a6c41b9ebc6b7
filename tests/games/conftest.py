"""Fixture of the tests of one game: it is offered, even if it is not shipped."""

from collections.abc import Iterator
from contextlib import nullcontext

import pytest

from tests.games.elsewhere import ELSEWHERE, opened


@pytest.fixture(autouse=True)
def _offered(request: pytest.FixtureRequest) -> Iterator[None]:
    names = {part for part in request.path.parts if part in ELSEWHERE}
    with opened(names.pop()) if names else nullcontext():
        yield
