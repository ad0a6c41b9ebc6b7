"""A frame that shows what is chosen, and moves nothing."""

from typing import TypedDict

import flet as ft

from companion.toolkit.edges import outline


class Frame(TypedDict):
    """What a control is given for a frame."""

    border: ft.Border
    padding: ft.Padding


def framed(line: float, colour: ft.ColorValue, *, across: float, down: float) -> Frame:
    """A border that grows inward: with any other one, what has it is as large.

    Args:
        line: how thick it is.
        colour: of the line.
        across: what is left free at the sides within a border of 1.
        down: what is left free above and below within it.
    """
    within = line - 1
    return Frame(
        border=outline(line, colour),
        padding=ft.Padding.symmetric(horizontal=across - within, vertical=down - within),
    )
