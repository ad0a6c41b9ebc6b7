"""Small pictures of our own: of pieces, peoples, goods, and what a game is known by.

A game declares its pictures beside its look; what draws them is here. They say nothing to a screen
reader: whoever shows one names what it stands for.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any, TypeAlias

import flet as ft

from companion.toolkit.edges import outline

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


def svg_image(svg: str, width: float, height: float) -> ft.Image:
    """A picture of its own colours, given as a text in SVG, so large. It says nothing."""
    return ft.Image(src=svg, width=width, height=height, exclude_from_semantics=True)


def sign(of: Sign, size: float, ink: str | None = None, **where: Any) -> ft.Control:
    """A picture or an icon, so large, in that ink; `where` it stands is as in Flet."""
    if not isinstance(of, Picture):
        return ft.Icon(of, size=size, color=ink, **where)
    tint = None if of.coloured else ink or ft.Colors.ON_SURFACE
    return ft.Image(
        src=svg_of(of),
        width=size,
        height=size,
        color=tint,
        color_blend_mode=ft.BlendMode.SRC_IN if tint else None,
        exclude_from_semantics=True,
        **where,
    )


def sign_on(
    back: str, of: Sign, ink: str, size: float, *, share: float, round_by: float, opacity: float = 1
) -> ft.Control:
    """A sign on a square of its colour.

    Args:
        back: the colour of the square.
        of: what is drawn on it.
        ink: in which colour.
        size: of a side.
        share: how much of a side the sign takes.
        round_by: how much of a side each corner is rounded by.
        opacity: of all of it.
    """
    return ft.Container(
        sign(of, size * share, ink),
        width=size,
        height=size,
        bgcolor=back,
        border=outline(1, ft.Colors.OUTLINE),
        border_radius=size * round_by,
        alignment=ft.Alignment.CENTER,
        opacity=opacity,
    )
