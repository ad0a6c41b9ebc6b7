"""Long work in slices, so that nobody else waits for it: there is one loop for every screen."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Hashable, Iterator
from typing import TypeVar
from weakref import WeakSet

import flet as ft

from companion.match.work import Work, done
from companion.ui.hooks import current_page, in_page

T = TypeVar("T")

SLICE = 0.02
"""Seconds of work before other tasks of the loop get their turn."""


async def sliced(run: Iterator[T]) -> AsyncIterator[T]:
    """The steps of some work, yielding to the loop in between."""
    rested = time.monotonic()
    for each in run:
        if time.monotonic() - rested > SLICE:
            await asyncio.sleep(0)
            rested = time.monotonic()
        yield each


async def worked(work: Work[T]) -> T:
    """The result of some work, done in slices."""
    found: list[T] = []

    def whole() -> Iterator[None]:
        found.append((yield from work))

    async for _ in sliced(whole()):
        pass
    return found[0]


def carry_out(work: Work[T], then: Callable[[T], None] = lambda _: None) -> None:
    """Does some work that something touched wants: at once, or in slices where it takes long.

    Whoever touches something meanwhile means no more than what is being done.

    Args:
        work: what is to be done.
        then: told what it came to.
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
            found = await worked(work)
        finally:
            _busy.discard(session)
        then(found)

    in_page(page, rest)


def _page_here() -> ft.Page | None:
    """The page whose event is being handled; None where nobody touched anything."""
    try:
        return current_page()
    except RuntimeError:
        return None


_busy: WeakSet[object] = WeakSet()
"""The sessions in which the work started by a touch is still running."""


def use_slices(
    name: Hashable, is_done: Callable[[], bool], work: Callable[[], Iterator[object]]
) -> bool:
    """Whether some work is done; where it is not, it begins once the component is on the screen.

    Args:
        name: tells one work from another.
        is_done: whether there is nothing to do, or hardly anything.
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
    """How many of so many things are drawn: some at once, and the others little by little.

    Args:
        name: tells one list of things from another, of which drawing begins anew.
        whole: how many there are.
        step: how many more each time.
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
