"""How much of what is drawn by chance is gone through: a sample every day, all before a release."""

from typing import Any

import pytest

_SHARE = 6
"""Of so many seeds one is drawn from every day."""


def seeds(count: int, *others: int) -> list[Any]:
    """So many from 0 on, and others that once showed something.

    The first runs on every Python, a sixth of them and the others every day on one Python, and all
    of them before a release.
    """
    everyday = max(1, -(-count // _SHARE))
    deep = [pytest.param(seed, marks=pytest.mark.deep) for seed in (*range(1, everyday), *others)]
    late = [pytest.param(seed, marks=pytest.mark.nightly) for seed in range(everyday, count)]
    return [0, *deep, *late]


def how_much(name: str, everyday: Any, before_release: Any) -> pytest.MarkDecorator:
    """How much of it a test goes through, every day and before a release."""
    whole = pytest.param(before_release, marks=pytest.mark.nightly)
    return pytest.mark.parametrize(name, [everyday, whole], ids=["some", "all"])
