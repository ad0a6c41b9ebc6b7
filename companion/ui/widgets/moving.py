"""A piece that lies over the board, and goes where it is put instead of being there at once."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

import flet as ft

from companion.ui.widgets.kept import kept

SHORT = 220
"""Milliseconds of a movement. Whatever is touched meanwhile is answered as always."""


def moving(
    visual: ft.Control, left: float, top: float, width: float, height: float, *, still: bool
) -> ft.Control:
    """A piece at a place of a stack, from where it goes to its next one.

    It takes no touches and is not read out: the places do, and tell who stands there.

    Args:
        visual: what is drawn.
        left: of its place, in logical pixels.
        top: the same from above.
        width: of the piece.
        height: of the piece.
        still: whether it is to be there at once.
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
"""Milliseconds from where a piece comes from to where it was put."""

Centre: TypeAlias = tuple[float, float]
"""The middle of a place on a board, in logical pixels from its left and upper edges."""


@dataclass(frozen=True, slots=True)
class Flight:
    """A piece that waits out of sight where it comes from, and is seen on its way alone.

    Where it goes to, the place itself shows it.
    """

    key: str
    home: Centre
    to: Centre | None = None
    """Where it was put just now; None: it waits."""


def flying(
    flight: Flight, size: float, draw: Callable[..., ft.Control], *shown: object
) -> ft.Control:
    """A piece on its flight, drawn by `draw(*shown, size)`; kept for as long as it stays."""
    return kept(flight.key, _flying, flight, size, draw, shown)


def _flying(
    flight: Flight, size: float, draw: Callable[..., ft.Control], shown: tuple[object, ...]
) -> ft.Control:
    away = flight.to is not None
    x, y = flight.to or flight.home
    # It comes back at once, and unseen. What animates is always there: else it would be another
    # piece, which knows nothing of where it was.
    length = FLIGHT if away else 0
    piece = moving(draw(*shown, size), x - size / 2, y - size / 2, size, size, still=False)
    assert isinstance(piece, ft.Container)
    piece.animate_position = ft.Animation(length, ft.AnimationCurve.EASE_IN_OUT)
    piece.animate_opacity = ft.Animation(length, ft.AnimationCurve.EASE_IN_EXPO)
    piece.animate_scale = ft.Animation(length // 2, ft.AnimationCurve.EASE_OUT)
    piece.opacity, piece.scale = (0, 1) if away else (1, 0)
    return piece
