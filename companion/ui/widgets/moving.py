"""A piece that lies over the board, and goes where it is put instead of being there at once."""

import flet as ft

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
