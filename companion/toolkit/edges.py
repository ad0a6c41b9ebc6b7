"""Borders as single values, so that a changed one is sent whole.

Flet diffs a border side by side and sends every difference. With selections changing, that was half
of all data sent to a screen. Flet does not look into enumeration members.
"""

from enum import Enum
from functools import lru_cache
from typing import cast

import flet as ft

_SIDES = ("top", "right", "bottom", "left")


class _Edge(Enum):
    """Border disguised as an enumeration member, readable like any other."""

    @property
    def top(self) -> ft.BorderSide:
        """Return any of its sides."""
        return ft.BorderSide(**self.value["top"])

    right = bottom = left = top


@lru_cache(maxsize=1024)
def outline(width: float, colour: ft.ColorValue) -> ft.Border:
    """Return a border on all sides, always the same object for the same arguments."""
    side = {"width": width, "color": colour}

    class Edge(_Edge):
        ALL = dict.fromkeys(_SIDES, side)

    return cast(ft.Border, Edge.ALL)
