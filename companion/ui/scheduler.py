"""Cooperative scheduling of long work: all screens share one loop, and none must wait."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Hashable, Iterator
from typing import TypeVar
from weakref import WeakSet

import flet as ft

from companion.match.resumable import Resumable, done
from companion.ui.hooks import current_page, in_page

T = TypeVar("T")

SLICE = 0.02
"""Seconds of work before other tasks of the loop get their turn."""


async def sliced(run: Iterator[T]) -> AsyncIterator[T]:
    """Iterate over the steps of some work, yielding to the loop in between."""
    rested = time.monotonic()
    for each in run:
        if time.monotonic() - rested > SLICE:
            await asyncio.sleep(0)
            rested = time.monotonic()
        yield each


async def run_in_slices(work: Resumable[T]) -> T:
    """Run resumable work in slices and return its result."""
    results: list[T] = []

    def whole() -> Iterator[None]:
        results.append((yield from work))

    async for _ in sliced(whole()):
        pass
    return results[0]


def use_idle_work(work: Callable[[], Iterator[object]], name: Hashable, wait: float) -> None:
    """Do some work in slices once a screen has been shown for a while; stop if it is left.

    Args:
        work: begins the work.
        name: name of it; the same is done once for each screen.
        wait: seconds before it begins.
    """

    async def begin() -> None:
        await asyncio.sleep(wait)
        async for _ in sliced(work()):
            pass

    # An effect with a cleanup is cancelled when the screen is left.
    ft.use_effect(begin, [name], cleanup=lambda: None)


def carry_out(work: Resumable[T], then: Callable[[T], None] = lambda _: None) -> None:
    """Run the work that a touch needs: at once, or in slices if it takes long.

    Further touches during that time are ignored.

    Args:
        work: the resumable work.
        then: gets the result.
    """
    page = _page_here()
    if page is None:
        then(done(work))
        return
    session = page.session
    if session in _busy:
        return
    began = time.monotonic()
    try:
        while time.monotonic() - began < SLICE or session.connection is None:
            next(work)
    except StopIteration as end:
        then(end.value)
        return

    async def rest() -> None:
        _busy.add(session)
        try:
            result = await run_in_slices(work)
        finally:
            _busy.discard(session)
        then(result)

    in_page(page, rest)


def _page_here() -> ft.Page | None:
    """Return the page whose event is being handled; None outside of an event."""
    try:
        return current_page()
    except RuntimeError:
        return None


_busy: WeakSet[object] = WeakSet()
"""Sessions in which work started by a touch is still running."""


def use_slices(
    name: Hashable, is_done: Callable[[], bool], work: Callable[[], Iterator[object]]
) -> bool:
    """Return whether some work is done; if not, start it once the component is mounted.

    Args:
        name: identity of the work.
        is_done: tells whether there is nothing, or hardly anything, to do.
        work: does it.
    """
    asked: ft.MutableRef[Hashable] = ft.use_ref(None)
    over: ft.MutableRef[Hashable] = ft.use_ref(None)
    _, redraw = ft.use_state(0)
    page, ready = current_page(), over.current == name or is_done()

    async def job() -> None:
        async for _ in sliced(work()):
            if asked.current != name:
                return
        over.current = name
        redraw(lambda count: count + 1)

    def begin() -> None:
        asked.current = name
        if not ready:
            in_page(page, job)

    def end() -> None:
        asked.current = None

    ft.use_effect(begin, [name, ready], cleanup=end)
    return ready


def use_growing(name: Hashable, whole: int, step: int) -> int:
    """Return how many of the things to render: some at once, the others little by little.

    Args:
        name: identity of the list; a new one starts over.
        whole: total number.
        step: number added each time.
    """
    page = current_page()
    grown: tuple[Hashable, int] = (name, step)
    at, set_at = ft.use_state(grown)
    count = at[1] if at[0] == name else step

    async def more() -> None:
        set_at(lambda now: (name, max(now[1] if now[0] == name else step, count) + step))

    def grow() -> None:
        if count < whole:
            in_page(page, more)

    ft.use_effect(grow, [name, count, whole])
    return min(count, whole)
