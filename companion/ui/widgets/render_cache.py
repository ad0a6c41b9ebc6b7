"""Cache of the rendered parts of a screen, valid while their content is equal.

A cached part is the same control, so the toolkit does not compare it, and nothing of it is sent.
"""

import weakref
from collections.abc import Callable
from contextvars import ContextVar
from functools import wraps
from typing import Any, NamedTuple, ParamSpec, TypeAlias

import flet as ft

from companion.toolkit import fast_flet
from companion.toolkit.shared_subtrees import ControlNumbers, settle

P = ParamSpec("P")
Draw: TypeAlias = Callable[..., ft.Control]


class RenderCache:
    """Cache of the last render of a screen, or of one part of it, by key."""

    __slots__ = ("_last", "_now")

    def __init__(self) -> None:
        self._last: dict[str, _Part] = {}
        self._now: dict[str, _Part] = {}

    def render(self, draw: Callable[..., ft.Control], *content: object) -> ft.Control:
        """Render `draw(*content)` with this cache, and drop parts that it does not use."""
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
        """Return the part with that key, rendered again if its content has changed."""
        part = self._asked_for(key)
        if part is None or part.content != content:
            inner = part.inner if part and isinstance(part.inner, RenderCache) else RenderCache()
            control = inner.render(draw, *content)
            # The key distinguishes the part from whatever else is rendered at the same position.
            control.key = control.key or key
            part = _Part(content, control, inner)
        self._now[key] = part
        return part.control

    def get_shared(
        self, table: "_Table", key: str, draw: Draw, content: tuple[Any, ...]
    ) -> ft.Control:
        """Return a part that is shared with other screens of a table."""
        part = self._asked_for(key)
        if part is None or part.inner is not table or part.content != content:
            part = _Part(content, table.render((key,), draw, content), table)
        self._now[key] = part
        return part.control

    def _asked_for(self, key: str) -> "_Part | None":
        """Return the last render of a part; each key may be used once."""
        assert key not in self._now, key
        return self._last.get(key)


class _Table:
    """Parts shared by the screens of a table, by position; dropped with the last screen."""

    __slots__ = ("__weakref__", "_numbers", "_shown")

    def __init__(self) -> None:
        self._shown: dict[tuple[str, ...], list[_Shown]] = {}
        self._numbers = ControlNumbers()

    def render(self, place: tuple[str, ...], draw: Draw, content: tuple[Any, ...]) -> ft.Control:
        """Return the part with this content at a position, alive while a screen shows it."""
        shown = self._shown.get(place, ())
        for known in shown:
            control = known.control()
            if control is not None and known.content == content:
                return control
        token = _around.set(_Place(self, place))
        try:
            control = draw(*content)
        finally:
            _around.reset(token)
        control.key = control.key or place[-1]
        settle(control, place, self._numbers)
        still = (known for known in shown if known.control() is not None)
        self._shown[place] = [_Shown(content, weakref.ref(control)), *still]
        return control


class _Place:
    """Position of nested parts within a shared part."""

    __slots__ = ("_place", "_seen", "_table")

    def __init__(self, table: _Table, place: tuple[str, ...]) -> None:
        self._table, self._place, self._seen = table, place, set[str]()

    def get(self, key: str, draw: Draw, content: tuple[Any, ...]) -> ft.Control:
        assert key not in self._seen, key
        self._seen.add(key)
        return self._table.render((*self._place, key), draw, content)


class _Shown(NamedTuple):
    content: tuple[Any, ...]
    control: weakref.ref[ft.Control]


class _Part(NamedTuple):
    content: tuple[Any, ...]
    control: ft.Control
    inner: RenderCache | _Table


_around: ContextVar[RenderCache | _Place | None] = ContextVar("parts", default=None)
_tables: weakref.WeakValueDictionary[str, _Table] = weakref.WeakValueDictionary()


def shared_part(
    table: str, key: str, draw: Callable[..., ft.Control], *content: object
) -> ft.Control:
    """Return a cached part that is one control on all screens of a table with equal content.

    It is rendered, compared and packed once. Its handlers may be called from any screen, so they
    ask for the current one (`hooks.CurrentScreenCallback`). Nothing within it holds state.

    Args:
        table: match that the screens show; empty: the part is not shared.
        key: as in `cached_part`; unique on a screen.
        draw: as in `cached_part`.
        content: as in `cached_part`.
    """
    around = _around.get()
    if not table or not isinstance(around, RenderCache) or not fast_flet.is_installed():
        return cached_part(key, draw, *content)
    shared = _tables.get(table)
    if shared is None:
        shared = _tables[table] = _Table()
    return around.get_shared(shared, key, draw, content)


def cached_part(key: str, draw: Callable[..., ft.Control], *content: object) -> ft.Control:
    """Return `draw(*content)`: the same control as before while `content` is equal.

    Put it in a list (of a row, a column, a stack), not alone within a control that is rendered
    again. Its handlers may be called long after the render, so they read the current state and hold
    none.

    Args:
        key: key among its siblings, and of the control.
        draw: function of `content` alone, preferably of a module; it may use cached parts itself.
        content: everything that its look and its handlers depend on.
    """
    around = _around.get()
    return around.get(key, draw, content) if around is not None else draw(*content)


def as_cached_part(
    key: str | Callable[..., str],
) -> Callable[[Callable[P, ft.Control]], Callable[P, ft.Control]]:
    """Make the decorated function a cached part; all its content is positional.

    Args:
        key: key of the part, or a function of its content that gives the key.
    """

    def made(draw: Callable[P, ft.Control]) -> Callable[P, ft.Control]:
        @wraps(draw)
        def part(*content: P.args, **named: P.kwargs) -> ft.Control:
            if named:
                raise TypeError(f"given by name: {sorted(named)}")
            return cached_part(key if isinstance(key, str) else key(*content), draw, *content)

        return part

    return made
