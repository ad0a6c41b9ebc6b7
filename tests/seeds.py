"""Size of random samples: some every day, all before a release."""

from typing import Any

import pytest

_SHARE = 6
"""Number of seeds of which one runs every day."""


def seeds(count: int, *others: int) -> list[Any]:
    """Return as many seeds from 0 on, and others that once showed a failure.

    The first runs on every Python, a sixth of them and the others every day on one Python, and all
    of them before a release.
    """
    everyday = max(1, -(-count // _SHARE))
    deep = [pytest.param(seed, marks=pytest.mark.deep) for seed in (*range(1, everyday), *others)]
    late = [pytest.param(seed, marks=pytest.mark.nightly) for seed in range(everyday, count)]
    return [0, *deep, *late]


def how_much(name: str, everyday: Any, before_release: Any) -> pytest.MarkDecorator:
    """Parametrize a test by the size of its sample, every day and before a release."""
    whole = pytest.param(before_release, marks=pytest.mark.nightly)
    return pytest.mark.parametrize(name, [everyday, whole], ids=["some", "all"])
