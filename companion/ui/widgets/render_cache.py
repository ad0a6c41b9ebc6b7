"""Cache of the rendered parts of a screen, valid while their content is equal.

A cached part is the same control, so the toolkit does not compare it, and nothing of it is sent.
"""

from collections.abc import Callable
from contextvars import ContextVar
from dataclasses import dataclass
from functools import wraps
from typing import Any, NamedTuple, ParamSpec, TypeAlias

import flet as ft

P = ParamSpec("P")


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
            inner = part.inner if part else RenderCache()
            control = inner.render(draw, *content)
            # The key distinguishes the part from whatever else is rendered at the same position.
            control.key = control.key or key
            part = _Part(content, control, inner)
        self._now[key] = part
        return part.control

    def _asked_for(self, key: str) -> "_Part | None":
        """Return the last render of a part; each key may be used once."""
        assert key not in self._now, key
        return self._last.get(key)


class _Part(NamedTuple):
    content: tuple[Any, ...]
    control: ft.Control
    inner: RenderCache


_around: ContextVar[RenderCache | None] = ContextVar("parts", default=None)


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


SHORT = 220
"""Duration of a movement in milliseconds. Touches are handled meanwhile."""


def moving(
    visual: ft.Control, left: float, top: float, width: float, height: float, *, still: bool
) -> ft.Control:
    """Return a piece at a position of a stack, from which it moves to the next one.

    It takes no touches and is not read out; the places take them and tell who stands there.

    Args:
        visual: control to draw.
        left: left position in logical pixels.
        top: top position in logical pixels.
        width: width of the piece.
        height: height of the piece.
        still: True if the movement is not animated.
    """
    return ft.Container(
        ft.Semantics(exclude_semantics=True, content=visual),
        left=left,
        top=top,
        width=width,
        height=height,
        alignment=ft.Alignment.CENTER,
        ignore_interactions=True,
        animate_position=None if still else ft.Animation(SHORT, ft.AnimationCurve.EASE_OUT),
    )


FLIGHT = 420
"""Duration of a flight in milliseconds."""

Centre: TypeAlias = tuple[float, float]
"""Centre of a place in logical pixels from the left and upper edges of the board."""


@dataclass(frozen=True, slots=True)
class Flight:
    """Piece that waits invisibly at its origin and is visible only on its way.

    The target place itself shows the piece that has arrived.
    """

    key: str
    home: Centre
    to: Centre | None = None
    """Centre of its target just now; None while it waits."""


def flying(
    flight: Flight, size: float, draw: Callable[..., ft.Control], *shown: object
) -> ft.Control:
    """Return a cached piece on its flight, drawn by `draw(*shown, size)`."""
    return cached_part(flight.key, _flying, flight, size, draw, shown)


def _flying(
    flight: Flight, size: float, draw: Callable[..., ft.Control], shown: tuple[object, ...]
) -> ft.Control:
    away = flight.to is not None
    x, y = flight.to or flight.home
    # The way back takes no time and is invisible. The control is always present: a new control
    # would not know its previous position and could not be animated.
    length = FLIGHT if away else 0
    piece = moving(draw(*shown, size), x - size / 2, y - size / 2, size, size, still=False)
    assert isinstance(piece, ft.Container)
    piece.animate_position = ft.Animation(length, ft.AnimationCurve.EASE_IN_OUT)
    piece.animate_opacity = ft.Animation(length, ft.AnimationCurve.EASE_IN_EXPO)
    piece.animate_scale = ft.Animation(length // 2, ft.AnimationCurve.EASE_OUT)
    piece.opacity, piece.scale = (0, 1) if away else (1, 0)
    return piece
