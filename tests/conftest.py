"""How tests run here: the same examples in CI, data folders in memory where there is room, the
browser tests first, in two halves, and Python's collector seldom.
"""

import gc
import os
import shutil
from collections.abc import Generator
from pathlib import Path

import pytest
from hypothesis import settings

# No time limits, since machines differ.
settings.register_profile("here", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("ci" if os.environ.get("CI") else "here")

_MEMORY = Path("/dev/shm")
_ROOM = 4 * 2**30


def _in_memory() -> None:
    """Each entry is on the disk before it counts: there, a disk is not waited for."""
    if _MEMORY.is_dir() and shutil.disk_usage(_MEMORY).free > _ROOM:
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(_MEMORY))


_in_memory()


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Nothing that is loaded meanwhile goes away: the collector has nothing to look for."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()


def pytest_collection_finish() -> None:
    """What is loaded by now stays: the collector never goes through it, nor often through the rest.

    By default it does so after every 700 objects, which takes a tenth of the time of what draws
    or plays a match.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 10)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A worker begins with one half of the browser tests and waits, while others reckon.

    Workers are given what is collected in parts of the same length; whoever is done takes from
    the end of another's.
    """
    waiting = [item for item in items if item.get_closest_marker("browser")]
    others = [item for item in items if not item.get_closest_marker("browser")]
    half, middle = _end_of_file(waiting, len(waiting) // 2), len(items) // 2
    before, after = others[: middle - half], others[middle - half :]
    items[:] = [*waiting[:half], *before, *waiting[half:], *after]


def _end_of_file(items: list[pytest.Item], start: int) -> int:
    """Where the tests of a file end, from there on: they share a server."""
    for n in range(start, len(items)):
        if n and items[n].path != items[n - 1].path:
            return n
    return len(items)
