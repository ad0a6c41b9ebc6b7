"""Parts of a screen that stay as they are for as long as what they show does.

What stays is the control itself, so the toolkit does not look into it, and nothing of it is sent.
"""

import weakref
from collections.abc import Callable
from contextvars import ContextVar
from functools import wraps
from typing import Any, NamedTuple, ParamSpec, TypeAlias

import flet as ft

from companion.toolkit import swift
from companion.toolkit.swift_common import Numbers, settle

P = ParamSpec("P")
Draw: TypeAlias = Callable[..., ft.Control]


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
        part = self._asked_for(key)
        if part is None or part.content != content:
            inner = part.inner if part and isinstance(part.inner, Parts) else Parts()
            control = inner.drawn(draw, *content)
            # By its key it is told apart from whatever else stands where it stood.
            control.key = control.key or key
            part = _Part(content, control, inner)
        self._now[key] = part
        return part.control

    def of_table(
        self, table: "_Table", key: str, draw: Draw, content: tuple[Any, ...]
    ) -> ft.Control:
        """The same of what other screens of a table show, too."""
        part = self._asked_for(key)
        if part is None or part.inner is not table or part.content != content:
            part = _Part(content, table.drawn((key,), draw, content), table)
        self._now[key] = part
        return part.control

    def _asked_for(self, key: str) -> "_Part | None":
        """As it was drawn last, where it was; for each key once."""
        assert key not in self._now, key
        return self._last.get(key)


class _Table:
    """What the screens of a table show alike, by where it stands; it goes with the last of them."""

    __slots__ = ("__weakref__", "_numbers", "_shown")

    def __init__(self) -> None:
        self._shown: dict[tuple[str, ...], list[_Shown]] = {}
        self._numbers = Numbers()

    def drawn(self, place: tuple[str, ...], draw: Draw, content: tuple[Any, ...]) -> ft.Control:
        """What shows that in some place, as long as any screen does."""
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
    """Where parts of a part of a table stand."""

    __slots__ = ("_place", "_seen", "_table")

    def __init__(self, table: _Table, place: tuple[str, ...]) -> None:
        self._table, self._place, self._seen = table, place, set[str]()

    def get(self, key: str, draw: Draw, content: tuple[Any, ...]) -> ft.Control:
        """As of `Parts`."""
        assert key not in self._seen, key
        self._seen.add(key)
        return self._table.drawn((*self._place, key), draw, content)


class _Shown(NamedTuple):
    content: tuple[Any, ...]
    control: weakref.ref[ft.Control]


class _Part(NamedTuple):
    content: tuple[Any, ...]
    control: ft.Control
    inner: Parts | _Table


_around: ContextVar[Parts | _Place | None] = ContextVar("parts", default=None)
_tables: weakref.WeakValueDictionary[str, _Table] = weakref.WeakValueDictionary()


def common(table: str, key: str, draw: Callable[..., ft.Control], *content: object) -> ft.Control:
    """A part, as `kept`, that is one and the same on every screen of a table that shows the same.

    It is drawn once, compared once and sent alike. So its handlers may be called from any screen:
    they ask for the one that is at hand (`hooks.AtHand`). Nothing within it remembers anything.

    Args:
        table: the match that the screens show; empty: this screen shows it alone.
        key: as of `kept`; a screen shows one such part with that key.
        draw: as of `kept`.
        content: as of `kept`.
    """
    around = _around.get()
    if not table or not isinstance(around, Parts) or not swift.in_place():
        return kept(key, draw, *content)
    found = _tables.get(table)
    if found is None:
        found = _tables[table] = _Table()
    return around.of_table(found, key, draw, content)


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
