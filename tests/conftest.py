"""Setup of test runs.

Same examples in CI, data folders in memory where there is room, browser tests first in two halves,
and Python's collector seldom.
"""

import gc
import os
import shutil
from collections import defaultdict
from collections.abc import Generator
from pathlib import Path

import pytest
from hypothesis import settings

from companion.games import GAMES
from tests.games.elsewhere import ELSEWHERE

_ALL = (*GAMES, *ELSEWHERE)

# No time limits, since machines differ.
settings.register_profile("here", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("ci" if os.environ.get("CI") else "here")

_MEMORY = Path("/dev/shm")
_ROOM = 4 * 2**30


def _in_memory() -> None:
    """Put data folders in memory: entries reach the disk before they count, and a disk is slow."""
    if _MEMORY.is_dir() and shutil.disk_usage(_MEMORY).free > _ROOM:
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(_MEMORY))


_in_memory()


_FEW = 5
"""Number of parameters tried per test under `--few`, where none is a game."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add `--few` and `--game`.

    `--few`: of a test with many parameters, one of each game or five of all. `--game`: only what
    concerns that game, by a folder or file of its name or by a parameter.
    """
    parser.addoption(
        "--few", action="store_true", help="of each test one parameter per game, or five of all"
    )
    parser.addoption("--game", choices=_ALL, help="only tests that concern this game")


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Disable the collector: nothing that is loaded meanwhile goes away."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()


def pytest_collection_finish() -> None:
    """Freeze everything loaded by now, and let the collector run seldom.

    By default it runs after every 700 objects, which takes a tenth of the time of what draws or
    plays a match.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 10)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out unwanted items under `--few`, and order the others.

    A worker begins with one half of the browser tests and waits, while others compute.

    Workers are given the collected tests in parts of the same length; a finished one takes from the
    end of another's.
    """
    if game := config.getoption("game"):
        _keep(config, items, [item for item in items if _concerns(item, game)])
    if config.getoption("few"):
        _keep(config, items, _few(items))
    waiting = [item for item in items if item.get_closest_marker("browser")]
    others = [item for item in items if not item.get_closest_marker("browser")]
    half, middle = _end_of_file(waiting, len(waiting) // 2), len(items) // 2
    before, after = others[: middle - half], others[middle - half :]
    items[:] = [*waiting[:half], *before, *waiting[half:], *after]


def _keep(config: pytest.Config, items: list[pytest.Item], kept: list[pytest.Item]) -> None:
    wanted = {*kept}
    config.hook.pytest_deselected(items=[item for item in items if item not in wanted])
    items[:] = [item for item in items if item in wanted]


def _concerns(item: pytest.Item, game: str) -> bool:
    """Return whether a test is of that game: of a folder of its name, or with it as parameter."""
    _, _, parameters = item.nodeid.partition("[")
    return game in item.path.parts or _game(parameters) == game


def _few(items: list[pytest.Item]) -> list[pytest.Item]:
    """Return the items of each test that differ most: one of each game, or some from all over."""
    alike: dict[tuple[str, str | None], list[pytest.Item]] = defaultdict(list)
    for item in items:
        test, _, parameters = item.nodeid.partition("[")
        alike[test, _game(parameters)].append(item)
    chosen = {
        each
        for (_, game), alike_items in alike.items()
        for each in _spread(alike_items, 1 if game else _FEW)
    }
    return [item for item in items if item in chosen]


def _game(parameters: str) -> str | None:
    """Return the game that the parameters name, by the longest name that fits."""
    return max((game for game in _ALL if game in parameters), key=len, default=None)


def _spread(items: list[pytest.Item], few: int) -> list[pytest.Item]:
    return [items[n * len(items) // few] for n in range(few)] if len(items) > few else items


def _end_of_file(items: list[pytest.Item], start: int) -> int:
    """Return where the tests of a file end from there on, since they share a server."""
    for n in range(start, len(items)):
        if n and items[n].path != items[n - 1].path:
            return n
    return len(items)
