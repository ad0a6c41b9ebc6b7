"""Parts of a screen that stay as they are for as long as what they show does.

What stays is the control itself, so the toolkit does not look into it, and nothing of it is sent.
"""

from collections.abc import Callable
from contextvars import ContextVar
from functools import wraps
from typing import Any, NamedTuple, ParamSpec

import flet as ft

P = ParamSpec("P")


class Parts:
    """What was drawn last of a screen, or of one part of it, by key."""

    __slots__ = ("_last", "_now")

    def __init__(self) -> None:
        self._last: dict[str, _Part] = {}
        self._now: dict[str, _Part] = {}

    def drawn(self, draw: Callable[..., ft.Control], *content: object) -> ft.Control:
        """`draw(*content)`, made of these parts. What it does not ask for is kept no longer."""
        self._now = {}
        token = _around.set(self)
        try:
            return draw(*content)
        finally:
            _around.reset(token)
            self._last = self._now

    def get(
        self, key: str, draw: Callable[..., ft.Control], content: tuple[Any, ...]
    ) -> ft.Control:
        """The part with that key, drawn again if it shows something else than before."""
        assert key not in self._now, key
        part = self._last.get(key)
        if part is None or part.content != content:
            inner = part.inner if part else Parts()
            control = inner.drawn(draw, *content)
            # By its key it is told apart from whatever else stands where it stood.
            control.key = control.key or key
            part = _Part(content, control, inner)
        self._now[key] = part
        return part.control


class _Part(NamedTuple):
    content: tuple[Any, ...]
    control: ft.Control
    inner: Parts


_around: ContextVar[Parts | None] = ContextVar("parts", default=None)


def kept(key: str, draw: Callable[..., ft.Control], *content: object) -> ft.Control:
    """A part of a screen, `draw(*content)`: the same control as before while `content` is equal.

    It stands in a list (of a row, a column, a stack), not alone within something that is drawn
    anew. Its handlers may be called long after it was drawn: they ask for the present state, and
    hold nothing of the moment they were made in.

    Args:
        key: tells it apart among its neighbours, and becomes its key.
        draw: a function of `content` alone, best one of a module, so that it can forget nothing;
            it may be made of such parts, too.
        content: everything that its look and its handlers depend on.
    """
    around = _around.get()
    return around.get(key, draw, content) if around is not None else draw(*content)


def kept_by(
    key: str | Callable[..., str],
) -> Callable[[Callable[P, ft.Control]], Callable[P, ft.Control]]:
    """The function below draws such a part. It is given all its content by position.

    Args:
        key: of the part, or what makes it of the same content.
    """

    def made(draw: Callable[P, ft.Control]) -> Callable[P, ft.Control]:
        @wraps(draw)
        def part(*content: P.args, **named: P.kwargs) -> ft.Control:
            if named:
                raise TypeError(f"given by name: {sorted(named)}")
            return kept(key if isinstance(key, str) else key(*content), draw, *content)

        return part

    return made
