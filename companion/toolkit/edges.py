"""Borders that are one value: one that is another than before is sent whole.

Flet looks into a border, and sends of each of its four sides what is different about it: of what is
marked, or no longer marked, that was half of all that a screen is sent. What is one of an
enumeration it does not look into.
"""

from enum import Enum
from functools import lru_cache
from typing import cast

import flet as ft

_SIDES = ("top", "right", "bottom", "left")


class _Edge(Enum):
    """A border as one of an enumeration, which can be read as any other."""

    @property
    def top(self) -> ft.BorderSide:
        """Any of its sides."""
        return ft.BorderSide(**self.value["top"])

    right = bottom = left = top


@lru_cache(maxsize=1024)
def outline(width: float, colour: ft.ColorValue) -> ft.Border:
    """A border all around, the same one whenever it is asked for."""
    side = {"width": width, "color": colour}

    class Edge(_Edge):
        ALL = dict.fromkeys(_SIDES, side)

    return cast(ft.Border, Edge.ALL)
