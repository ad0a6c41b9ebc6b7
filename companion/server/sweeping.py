"""What Python throws away by going through everything there is, when nobody waits for anything."""

import asyncio
import gc
import time

_LOOK = 2.0
"""Seconds over which it is seen whether anybody is served."""
_QUIET = 0.02
"""Seconds of work in those that are hardly any."""
_WORTH_IT = 0.5
"""Seconds of work since the last time that leave enough behind."""
_LONGEST = 300.0
"""Seconds after which it is done all the same."""
_OFTEN = (700, 10, 200)
"""Of what is new Python throws away as often as ever. Through everything it goes by itself after so
much was made that memory would fill up: what some two hundred pages leave behind."""


def swept() -> None:
    """Throws away what nobody uses. What is there after it is not gone through again until then.

    Otherwise it would be whenever a quarter has been added: hundreds of milliseconds, in the midst
    of whatever somebody waits for.
    """
    gc.unfreeze()
    gc.collect()
    gc.freeze()


async def sweep_when_quiet() -> None:
    """Goes on for as long as the server does."""
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
