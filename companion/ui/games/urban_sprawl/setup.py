"""Set-up of Urban Sprawl: the length of the match."""

from collections.abc import Callable, Mapping
from typing import Any, Final

import flet as ft

from companion.ui import widgets
from companion.ui.boards.parts import GameSetup
from companion.ui.context import AppContext
from companion.ui.shell import screen
from companion.ui.widgets import Option

GAME: Final = "urban_sprawl"
LENGTHS: Final = ("normal", "long", "short")
_NORMAL: Final = LENGTHS[0]
Change = Callable[..., None]
"""Callback with the changed options."""


@screen
def Panel(
    ctx: AppContext, options: Mapping[str, Any], _rulings: Mapping[str, str], change: Change
) -> ft.Control:
    """Render the three lengths, each with its effect."""
    words, chosen = ctx.game_words(GAME), options.get("length") or _NORMAL
    picks = [
        Option(
            length,
            words(f"setup.length.{length}"),
            detail=words(f"setup.detail.{length}"),
            selected=length == chosen,
        )
        for length in LENGTHS
    ]
    return ft.Column(
        [
            ft.Text(words("setup.hint"), size=15),
            widgets.choices(picks, lambda length: change({"length": length}), key="length"),
        ],
        spacing=12,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
        key="length-setup",
    )


SETUP = GameSetup(options={"length": _NORMAL, "first_seat": 0}, panel=Panel)
