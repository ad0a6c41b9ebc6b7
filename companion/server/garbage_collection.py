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
"""Seconds of idleness after which somebody is unlikely to come back at that moment."""
_WORTH_IT = 0.5
"""Seconds of processor time since the last full collection that justify another one."""
_MUCH = 10.0
"""Same limit where the server is idle only for moments: the garbage of a few hundred pages."""
_NEW = 0.2
"""Same limit for a collection of new objects."""
_LONGEST = 300.0
"""Seconds after which a full collection runs although the server is busy."""
_OFTEN = (5000, 40, 75)
"""Thresholds of the collector.

The youngest generation is collected only once much of it has gone by itself, the middle one if
nothing requests it in between, and the oldest only after the garbage of some two hundred pages, so
that memory cannot fill up.
"""
_OUTLIVED = 4
"""Young collections after which the middle generation is collected between two callbacks.

Inside a callback, whoever waits for it would wait for the collection, too.
"""


def collect_full() -> None:
    """Run a full collection, and freeze the survivors until the next one.

    Otherwise Python would run one whenever the heap has grown by a quarter: hundreds of
    milliseconds while somebody waits.
    """
    gc.unfreeze()
    collect_new()


def collect_new() -> None:
    """Collect new objects only, and freeze the survivors.

    Older objects may be garbage too, but scanning them takes a hundred milliseconds and more.
    """
    gc.collect()
    gc.freeze()


class InBetween(AbstractContextManager["InBetween"]):
    """Context that collects the middle generation between two callbacks of an event loop."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop, self._thread, self._asked = loop, threading.get_ident(), False

    def __enter__(self) -> "InBetween":
        gc.callbacks.append(self._schedule_if_due)
        return self

    def __exit__(self, *_: object) -> None:
        gc.callbacks.remove(self._schedule_if_due)

    def _schedule_if_due(self, phase: str, _info: Mapping[str, int]) -> None:
        """Schedule a collection if one is due; called by the collector, on any thread."""
        due = phase == "stop" and gc.get_count()[1] > _OUTLIVED
        if due and not self._asked and threading.get_ident() == self._thread:
            self._asked = True
            self._loop.call_soon(self._look)

    def _look(self) -> None:
        self._asked = False
        gc.collect(1)


async def sweep_when_quiet() -> None:
    """Collect garbage whenever the server is idle; run until it is cancelled."""
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
            collect_full()
            last = time.monotonic()
            all_of_it = new = time.process_time()
        elif quiet and now - new > _NEW:
            collect_new()
            new = time.process_time()
