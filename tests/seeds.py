"""Seeds of chance: with the first a test runs on every Python, with the others on one of them."""

from typing import Any

import pytest


def seeds(count: int, *others: int) -> list[Any]:
    """So many from 0 on, and others that once showed something."""
    further = (*range(1, count), *others)
    return [0, *(pytest.param(seed, marks=pytest.mark.deep) for seed in further)]
