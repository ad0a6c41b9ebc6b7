"""Parts of a screen that stay as they are for as long as what they show does.

What stays is the control itself, so the toolkit does not look into it, and nothing of it is sent.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass

import flet as ft


class Parts:
    """What was drawn last of a screen, or of one part of it, by key."""

    def __init__(self) -> None:
        self._last: dict[str, _Part] = {}
        self._now: dict[str, _Part] = {}

    @contextmanager
    def drawing(self) -> Iterator[None]:
        """While the screen is drawn. What it does not ask for is kept no longer."""
        self._now = {}
        token = _around.set(self)
        try:
            yield
        finally:
            _around.reset(token)
            self._last = self._now

    def get(self, key: str, content: object, draw: Callable[[], ft.Control]) -> ft.Control:
        """The part with that key, drawn again if it shows something else than before."""
        assert key not in self._now, key
        part = self._last.get(key)
        if part is None or part.content != content:
            inner = part.inner if part else Parts()
            with inner.drawing():
                control = draw()
            # By its key it is told apart from whatever else stands where it stood.
            control.key = control.key or key
            part = _Part(content, control, inner)
        self._now[key] = part
        return part.control


@dataclass(frozen=True)
class _Part:
    content: object
    control: ft.Control
    inner: Parts


_around: ContextVar[Parts | None] = ContextVar("parts", default=None)


def kept(key: str, content: object, draw: Callable[[], ft.Control]) -> ft.Control:
    """A part of a screen: the same control as before while `content` is equal.

    It stands in a list (of a row, a column, a stack), not alone within something that is drawn
    anew. Its handlers may be called long after it was drawn: they ask for the present state, and
    hold nothing of the moment they were made in.

    Args:
        key: tells it apart among its neighbours, and becomes its key.
        content: everything that its look and its handlers depend on.
        draw: draws it; it may be made of such parts, too.
    """
    around = _around.get()
    return around.get(key, content, draw) if around is not None else draw()
