"""Garbage collection while the server is idle."""

import asyncio
import gc
import time

_LOOK = 2.0
"""Seconds over which idleness is measured."""
_QUIET = 0.02
"""Seconds of processor time in that span that still count as idle."""
_WORTH_IT = 0.5
"""Seconds of processor time since the last collection that make another worth it."""
_LONGEST = 300.0
"""Seconds after which it collects although the server is busy."""
_OFTEN = (5000, 4, 75)
"""Thresholds of the collector: it looks at what is young only once much of it has gone by itself,
at what has outlived that a little at a time, because whoever waits then waits for all of it, and at
everything only after what some two hundred pages leave behind, so that memory cannot fill up."""


def swept() -> None:
    """Runs a full collection, and freezes what survives so that it is not scanned until the next.

    Otherwise Python would run one whenever the heap has grown by a quarter: hundreds of
    milliseconds, while somebody waits.
    """
    gc.unfreeze()
    gc.collect()
    gc.freeze()


async def sweep_when_quiet() -> None:
    """Collects whenever the server is idle; runs until it is cancelled."""
    gc.set_threshold(*_OFTEN)
    last, worked = time.monotonic(), time.process_time()
    while True:
        before = time.process_time()
        await asyncio.sleep(_LOOK)
        now = time.process_time()
        due = now - before < _QUIET or time.monotonic() - last > _LONGEST
        if due and now - worked > _WORTH_IT:
            swept()
            last, worked = time.monotonic(), time.process_time()
