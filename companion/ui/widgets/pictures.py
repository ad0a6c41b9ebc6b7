"""Small pictures drawn for the app: pieces, peoples, goods and emblems.

A game declares its pictures beside its look; this module draws them. Screen readers skip them: the
caller names what they stand for.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any, TypeAlias, TypedDict

import flet as ft

from companion.toolkit.edges import outline

SIDE = 24
"""Side of the square of the shapes."""


@dataclass(frozen=True, slots=True)
class Picture:
    """Shapes in a square, usually of 24 by 24."""

    shapes: str
    """SVG elements, or the data of one path that takes the surrounding ink."""
    coloured: bool = False
    """True if the elements have their own colours."""
    side: float = SIDE
    """Side of the square of the shapes."""


Sign: TypeAlias = ft.IconData | Picture
"""Symbol: a picture, or an icon that serves as well."""


@lru_cache(maxsize=256)
def svg_of(picture: Picture) -> str:
    """Return a picture as SVG text."""
    shapes = picture.shapes
    if not shapes.startswith("<"):
        shapes = f'<path fill-rule="evenodd" d="{shapes}"/>'
    square = f"0 0 {picture.side:g} {picture.side:g}"
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{square}">{shapes}</svg>'


def as_source(svg: str) -> bytes:
    """Return SVG text as the source of an image.

    The client draws text anew whenever it builds what is around the image, and bytes only once.
    """
    return svg.encode()


def svg_image(svg: str, width: float, height: float) -> ft.Image:
    """Return an image of SVG text in its own colours, hidden from screen readers."""
    return ft.Image(src=as_source(svg), width=width, height=height, exclude_from_semantics=True)


def sign(of: Sign, size: float, ink: str | None = None, **where: Any) -> ft.Control:
    """Return a picture or an icon of that size and ink; `where` is its position, as in Flet."""
    if not isinstance(of, Picture):
        return ft.Icon(of, size=size, color=ink, **where)
    tint = None if of.coloured else ink or ft.Colors.ON_SURFACE
    return ft.Image(
        src=as_source(svg_of(of)),
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
    """Return a sign on a coloured square.

    Args:
        back: colour of the square.
        of: sign to draw.
        ink: colour of the sign.
        size: side of the square.
        share: share of the side that the sign takes.
        round_by: corner radius as a share of the side.
        opacity: opacity of the whole.
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


class FrameStyle(TypedDict):
    """Arguments of a control for a frame."""

    border: ft.Border
    padding: ft.Padding


def frame_style(line: float, colour: ft.ColorValue, *, across: float, down: float) -> FrameStyle:
    """Return a border that grows inward, so that its width does not change the size.

    Args:
        line: border width.
        colour: border colour.
        across: free space at the sides with a border of 1.
        down: free space above and below with a border of 1.
    """
    within = line - 1
    return FrameStyle(
        border=outline(line, colour),
        padding=ft.Padding.symmetric(horizontal=across - within, vertical=down - within),
    )
