"""How high the fixed parts of the match screen are: the board gets what is left."""

from dataclasses import dataclass

import flet as ft

from companion.ui.context import AppContext


@dataclass(frozen=True, slots=True)
class Sizes:
    """In logical pixels, at 100 % text."""

    head: float
    race: float
    last: float
    acts: float
    """The row of what is likely to be done."""
    ways: float
    """The row below it."""
    space: float
    scale: float
    """The text scale, 1 for 100 %."""
    low: bool = False
    """Whether the screen has little height."""

    @property
    def fixed(self) -> float:
        """All of it, one below the other."""
        rows = self.head + self.race + self.last + self.acts + self.ways
        return rows * self.scale + 3 * self.space + 18


_LOW = 800
"""Below this height, the parts are as low as a finger allows."""


def sizes_of(ctx: AppContext) -> Sizes:
    """As high as the screen allows."""
    scale = ctx.settings.grown
    if (ft.context.page.height or 915) < _LOW:
        return Sizes(52, 50, 48, 50, 50, 4, scale, low=True)
    return Sizes(58, 58, 56, 60, 54, 6, scale)
