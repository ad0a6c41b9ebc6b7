"""Hold still what differs from one run to the next: time, chance, and the zone."""

import asyncio
import os
import random
import sys
import time
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, tzinfo
from itertools import count
from types import FunctionType, ModuleType
from typing import Any, TypeVar
from unittest import mock

T = TypeVar("T")

NOW = datetime(2026, 11, 20, 19, 30, tzinfo=UTC)
"""When everything happens: days after the recorded matches."""


class _SameMoment(type):
    """The kind of a clock that stands still, and takes every moment for one of its own."""

    def __instancecheck__(cls, thing: object) -> bool:
        return isinstance(thing, datetime)


class _Stopped(datetime, metaclass=_SameMoment):
    """A clock that stands still."""

    @classmethod
    def now(cls, tz: tzinfo | None = None) -> datetime:  # type: ignore[override]
        """Return the same moment each time."""
        return NOW.astimezone(tz) if tz else NOW.replace(tzinfo=None)


class _Loop(asyncio.SelectorEventLoop):
    """A loop in which time passes only when it is told to."""

    passed = 1000.0

    def time(self) -> float:
        """Return the seconds that have passed."""
        return self.passed


def let_time_pass(seconds: float) -> None:
    """Let so many seconds pass at once in the loop that is running."""
    loop = asyncio.get_running_loop()
    assert isinstance(loop, _Loop)
    loop.passed += seconds


def run(work: Coroutine[Any, Any, T]) -> T:
    """Carry out some work in a loop in which time passes only when it is told to."""
    with asyncio.Runner(loop_factory=_Loop) as runner:
        return runner.run(work)


@contextmanager
def held(package: str) -> Iterator[None]:
    """Hold clock, chance and zone still for all modules of a package."""
    chance, before, zone = random.Random(1), random.getstate(), os.environ.get("TZ")
    with (
        mock.patch("os.urandom", chance.randbytes),
        mock.patch("random._urandom", chance.randbytes),
        _stopped(package),
    ):
        random.seed(1)
        os.environ["TZ"] = "UTC"
        time.tzset()
        try:
            yield
        finally:
            random.setstate(before)
            os.environ.pop("TZ") if zone is None else os.environ.update(TZ=zone)
            time.tzset()


@contextmanager
def _stopped(package: str) -> Iterator[None]:
    modules = [
        module for name, module in tuple(sys.modules.items()) if name.partition(".")[0] == package
    ]
    inside = [module for module in modules if vars(module).get("datetime") is datetime]
    timed = [function for module in modules for function in _timed(module)]
    defaults, leaps = [function.__defaults__ for function in timed], count()
    for module in inside:
        vars(module)["datetime"] = _Stopped
    for function in timed:
        function.__defaults__ = tuple(
            (lambda: float(next(leaps))) if each is time.monotonic else each
            for each in function.__defaults__ or ()
        )
    try:
        yield
    finally:
        for module in inside:
            vars(module)["datetime"] = datetime
        for function, before in zip(timed, defaults, strict=True):
            function.__defaults__ = before


def _timed(module: ModuleType) -> Iterator[FunctionType]:
    """Yield the functions of a module that go by a clock unless they are given another.

    They are given one that leaps a second each time: nothing is touched too soon after another.
    """
    for function in vars(module).values():
        if isinstance(function, FunctionType) and time.monotonic in (function.__defaults__ or ()):
            yield function
