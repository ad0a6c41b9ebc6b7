"""A part of a screen that is drawn again only when what it shows has changed."""

from collections.abc import Callable
from dataclasses import dataclass, field

import flet as ft


@dataclass(frozen=True)
class Drawing:
    """Something to draw, equal to another one that would look the same.

    What is drawn may stay while its surroundings move on: its handlers must ask for the present
    state, and hold nothing of the moment they were made in.
    """

    content: object
    """Everything that its look depends on, compared with `==`."""
    draw: Callable[[], ft.Control] = field(compare=False)


@ft.component
def _drawn(drawing: Drawing) -> ft.Control:
    return drawing.draw()


_memoised: Callable[[Callable[..., ft.Control]], Callable[..., ft.Control]] = ft.memo
still = _memoised(_drawn)
"""A `Drawing` as a control. It takes a `key` too."""
