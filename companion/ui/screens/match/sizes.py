"""Heights of the fixed parts of the match screen. The board gets the rest."""

from dataclasses import dataclass

import flet as ft

from companion.ui.context import AppContext


@dataclass(frozen=True, slots=True)
class Sizes:
    """Heights in logical pixels, at 100 % text."""

    head: float
    race: float
    last: float
    acts: float
    """Row of the primary actions."""
    ways: float
    """Row of the secondary actions."""
    space: float
    scale: float
    """Text scale, 1 for 100 %."""
    low: bool = False
    """True if the screen is low."""

    @property
    def fixed(self) -> float:
        """Return the total height of the fixed parts."""
        rows = self.head + self.race + self.last + self.acts + self.ways
        return rows * self.scale + 3 * self.space + 18


_LOW = 800
"""Height below which the parts are as low as a touch target allows."""


def sizes_of(ctx: AppContext) -> Sizes:
    """Return the sizes for the height of the screen."""
    scale = ctx.settings.grown
    if (ft.context.page.height or 915) < _LOW:
        return Sizes(52, 50, 48, 50, 50, 4, scale, low=True)
    return Sizes(58, 58, 56, 60, 54, 6, scale)
