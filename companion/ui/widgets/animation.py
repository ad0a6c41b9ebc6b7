"""Piece over the board that moves to its new place instead of jumping."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

import flet as ft

from companion.ui.widgets.render_cache import cached_part

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
