"""Garbage collection when the server is quiet, and after some time in any case.

It runs in a process that holds hardly anything: here it would go through what other tests hold each
time, and Python's collector again ever after.
"""

import asyncio
import gc
import sys
import weakref
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import pytest

from companion.server import garbage_collection


class _Ring:
    """Cycle that only a full collection finds to be garbage."""

    def __init__(self) -> None:
        self.me = self


def _made() -> "weakref.ref[_Ring]":
    """Return a ring that survived the last full collection and is garbage now."""
    ring = _Ring()
    garbage_collection.collect_full()
    return weakref.ref(ring)


async def _for_a_while(work: float) -> None:
    """Collect while so much work is done; all of it takes less than a second."""
    task = asyncio.create_task(garbage_collection.sweep_when_quiet())
    for _ in range(20):
        garbage_collection.time.now += work  # type: ignore[attr-defined]
        await asyncio.sleep(0.02)
    task.cancel()


class _Time:
    """Processor time set by hand, and a clock that goes on by itself."""

    def __init__(self) -> None:
        self.now = self.clock = 0.0

    def process_time(self) -> float:
        """Return the time worked."""
        return self.now

    def monotonic(self) -> float:
        """Return a second more each time."""
        self.clock += 1
        return self.clock


def _set(**changed: object) -> None:
    """Set the module of this process, so that only it collects garbage."""
    gc.disable()
    for name, value in {"time": _Time(), "_LOOK": 0.06, "_LONG": 0.1, **changed}.items():
        setattr(garbage_collection, name, value)


def _waited(work: float, longest: float) -> dict[str, bool]:
    """Return whether a ring exists before any collection, and at the end of each step."""
    _set(_WORTH_IT=-1, _LONGEST=longest)
    ring = _made()
    there = {"made": ring() is not None}
    gc.collect()
    there["collected"] = ring() is not None
    asyncio.run(_for_a_while(work))
    there["after a while"] = ring() is not None
    garbage_collection.collect_full()
    there["swept"] = ring() is not None
    return there


def _nothing_done() -> dict[str, bool]:
    _set()
    ring = _made()
    asyncio.run(_for_a_while(0.0))
    return {"after a while": ring() is not None}


def _outlived() -> dict[str, bool]:
    """Return when the middle generation is collected: within a long step of the loop, or after."""

    def looks() -> int:
        runs: int = gc.get_stats()[1]["collections"]
        return runs

    async def stepped() -> dict[str, bool]:
        task = asyncio.create_task(garbage_collection.sweep_when_quiet())
        await asyncio.sleep(0)
        gc.collect()
        before = looks()
        there = [_Ring() for _ in range(60_000)]
        within = looks()
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        after = looks()
        task.cancel()
        return {"within": within > before, "after": after > within, "there": len(there) > 0}

    return asyncio.run(stepped())


def _for_a_moment(much: float) -> dict[str, bool]:
    """Return which garbage exists after a short quiet time: older, and new since."""
    _set(_WORTH_IT=-1, _NEW=-1, _LONG=1000, _MUCH=much)
    older = _made()
    newer = weakref.ref(_Ring())
    there = newer() is not None
    asyncio.run(_for_a_while(0.0))
    return {"there": there, "older": older() is not None, "newer": newer() is not None}


Apart = Callable[..., dict[str, bool]]


@pytest.fixture
def apart() -> Iterator[Apart]:
    """Yield a function that runs another in a process of its own."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        yield lambda function, *given: pool.submit(function, *given).result()


@pytest.mark.parametrize(
    ("work", "longest", "gone"), [(0.0, 300, True), (1.0, 300, False), (1.0, 3, True)]
)
def test_collection_waits_for_quiet_but_not_forever(
    work: float, longest: float, gone: bool, apart: Apart
) -> None:
    assert apart(_waited, work, longest) == {
        "made": True,
        "collected": True,
        "after a while": not gone,
        "swept": False,
    }


def test_idle_server_collects_nothing(apart: Apart) -> None:
    assert apart(_nothing_done) == {"after a while": True}


@pytest.mark.parametrize(("much", "older"), [(10.0, True), (-1.0, False)])
def test_short_quiet_collects_only_new_garbage(much: float, older: bool, apart: Apart) -> None:
    """Much work leads to a full collection."""
    assert apart(_for_a_moment, much) == {"there": True, "older": older, "newer": False}


@pytest.mark.skipif(sys.version_info >= (3, 14), reason="collects a little at a time by itself")
def test_middle_generation_is_collected_between_loop_steps(apart: Apart) -> None:
    assert apart(_outlived) == {"within": False, "after": True, "there": True}
