"""Frame that marks a selection without moving the content."""

from typing import TypedDict

import flet as ft

from companion.toolkit.edges import outline


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
