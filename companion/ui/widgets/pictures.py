"""Small pictures of our own: of pieces, peoples, goods, and what a game is known by.

A game declares its pictures beside its look; what draws them is here. They say nothing to a screen
reader: whoever shows one names what it stands for.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

import flet as ft

SIDE = 24
"""The side of the square that shapes are drawn in."""


@dataclass(frozen=True, slots=True)
class Picture:
    """Shapes in a square, of 24 by 24 as a rule."""

    shapes: str
    """SVG elements, or the data of one path: it takes the ink of what stands around it."""
    coloured: bool = False
    """Whether the elements have colours of their own."""
    side: float = SIDE
    """The side of the square that they are drawn in."""


Sign: TypeAlias = ft.IconData | Picture
"""What stands for something: a picture, or an icon where that says it as well."""


@lru_cache(maxsize=256)
def svg_of(picture: Picture) -> str:
    """A picture as a text in SVG."""
    shapes = picture.shapes
    if not shapes.startswith("<"):
        shapes = f'<path fill-rule="evenodd" d="{shapes}"/>'
    square = f"0 0 {picture.side:g} {picture.side:g}"
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{square}">{shapes}</svg>'


def sign(of: Sign, size: float, ink: str | None = None) -> ft.Control:
    """A picture or an icon, so large, in that ink."""
    if not isinstance(of, Picture):
        return ft.Icon(of, size=size, color=ink)
    tint = None if of.coloured else ink or ft.Colors.ON_SURFACE
    return ft.Image(
        src=svg_of(of),
        width=size,
        height=size,
        color=tint,
        color_blend_mode=ft.BlendMode.SRC_IN if tint else None,
        exclude_from_semantics=True,
    )
