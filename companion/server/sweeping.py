"""Garbage collection while the server is idle."""

import asyncio
import gc
import threading
import time
from collections.abc import Mapping
from contextlib import AbstractContextManager

_LOOK = 2.0
"""Seconds over which idleness is measured."""
_QUIET = 0.02
"""Seconds of processor time in that span that still count as idle."""
_LONG = 20.0
"""Seconds of it after which nobody is likely to come back just then."""
_WORTH_IT = 0.5
"""Seconds of processor time since everything was gone through that make it worth it again."""
_MUCH = 10.0
"""The same, of what is left behind where it is quiet only for moments: a few hundred pages."""
_NEW = 0.2
"""The same, of what is new."""
_LONGEST = 300.0
"""Seconds after which it goes through everything although the server is busy."""
_OFTEN = (5000, 40, 75)
"""Thresholds of the collector: it looks at what is young only once much of it has gone by itself,
at what has outlived that where nobody asks for it in between, and at everything only after what
some two hundred pages leave behind, so that memory cannot fill up."""
_OUTLIVED = 4
"""After so many looks at what is young, what has outlived them is looked at in between: within
something that is being done, whoever waits for that would wait for this, too."""


def swept() -> None:
    """Runs a full collection, and freezes what survives so that it is not scanned until the next.

    Otherwise Python would run one whenever the heap has grown by a quarter: hundreds of
    milliseconds, while somebody waits.
    """
    gc.unfreeze()
    swept_new()


def swept_new() -> None:
    """The same with what was made since: of no use may also be what was there before, but all of
    that takes a hundred milliseconds and more to go through."""
    gc.collect()
    gc.freeze()


class InBetween(AbstractContextManager["InBetween"]):
    """Has a loop look at what has outlived its youth, between two of the things that it does."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop, self._thread, self._asked = loop, threading.get_ident(), False

    def __enter__(self) -> "InBetween":
        gc.callbacks.append(self._looked)
        return self

    def __exit__(self, *_: object) -> None:
        gc.callbacks.remove(self._looked)

    def _looked(self, phase: str, _told: Mapping[str, int]) -> None:
        """Something was looked at, in the middle of whatever is being done, by any thread."""
        due = phase == "stop" and gc.get_count()[1] > _OUTLIVED
        if due and not self._asked and threading.get_ident() == self._thread:
            self._asked = True
            self._loop.call_soon(self._look)

    def _look(self) -> None:
        self._asked = False
        gc.collect(1)


async def sweep_when_quiet() -> None:
    """Collects whenever the server is idle; runs until it is cancelled."""
    gc.set_threshold(*_OFTEN)
    with InBetween(asyncio.get_running_loop()):
        await _sweeping()


async def _sweeping() -> None:
    last = time.monotonic()
    all_of_it = new = time.process_time()
    quiet = 0.0
    while True:
        before = time.process_time()
        await asyncio.sleep(_LOOK)
        now = time.process_time()
        quiet = quiet + _LOOK if now - before < _QUIET else 0.0
        late = time.monotonic() - last > _LONGEST
        much = _MUCH if quiet < _LONG and not late else _WORTH_IT
        if (quiet or late) and now - all_of_it > much:
            swept()
            last = time.monotonic()
            all_of_it = new = time.process_time()
        elif quiet and now - new > _NEW:
            swept_new()
            new = time.process_time()
