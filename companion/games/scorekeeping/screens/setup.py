"""Set-up of a count: the game that is played, what is counted, and who wins."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final

import flet as ft

from companion.games.scorekeeping import LONGEST, THINGS
from companion.ui import widgets
from companion.ui.boards.parts import GameSetup
from companion.ui.context import AppContext
from companion.ui.shell import screen
from companion.ui.widgets import Option

GAME: Final = "scorekeeping"
Change = Callable[..., None]
"""Callback with the changed options."""
_OFTEN: Final = tuple(
    f"setup.things_often.{name}" for name in ("points", "coins", "lives", "tricks", "wins", "cards")
)
_MOST, _FEWEST = "most", "fewest"


@screen
def Panel(
    ctx: AppContext, options: Mapping[str, Any], _rulings: Mapping[str, str], change: Change
) -> ft.Control:
    """Render the name of the game, the names of what is counted, and who wins."""
    words, things = ctx.game_words(GAME), tuple(options["things"])

    def put(names: tuple[str, ...]) -> None:
        change({"things": names})

    name = widgets.text_field(
        words("setup.name"),
        options["name"],
        lambda text: change({"name": text}),
        key="played",
        maximum=40,
        hint=words("setup.name_hint"),
    )
    fewest = bool(options["fewest"])
    wins = [
        Option(_MOST, words("setup.most"), selected=not fewest),
        Option(_FEWEST, words("setup.fewest"), selected=fewest),
    ]
    return ft.Column(
        [
            name,
            *(_thing(ctx, things, nth, put) for nth in range(len(things))),
            *_further(ctx, things, put),
            ft.Text(words("setup.wins"), size=16),
            widgets.choices(wins, lambda way: change({"fewest": way == _FEWEST}), key="wins"),
        ],
        spacing=12,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
        key="count-setup",
    )


def _thing(
    ctx: AppContext, things: tuple[str, ...], nth: int, put: Callable[[tuple[str, ...]], None]
) -> ft.Control:
    """Render the name of one thing that is counted, with the button that removes it."""
    words = ctx.game_words(GAME)
    label = words("setup.thing_n", n=nth + 1)
    before, after = things[:nth], things[nth + 1 :]
    field = widgets.text_field(
        label,
        things[nth],
        lambda text: put((*before, text, *after)),
        key=f"notch:{nth}",
        maximum=LONGEST,
        expand=True,
    )
    remove = widgets.icon_button(
        ft.Icons.CLOSE,
        words("setup.remove", thing=things[nth] or label),
        lambda _e: put((*before, *after)),
        key=f"remove:{nth}",
        disabled=len(things) == 1,
    )
    return ft.Row([field, remove], key=f"thing-row:{nth}")


def _further(
    ctx: AppContext, things: tuple[str, ...], put: Callable[[tuple[str, ...]], None]
) -> list[ft.Control]:
    """Render what is often counted, and a field for something else, while there is room."""
    if len(things) == len(THINGS):
        return []
    words = ctx.game_words(GAME)
    left = [name for name in map(words, _OFTEN) if name not in things]
    options = [Option(name, name, icon=ft.Icons.ADD) for name in left]
    other = widgets.text_button(
        words("setup.add"),
        lambda _e: put((*things, "")),
        icon=ft.Icons.ADD,
        key="add-thing",
    )
    return [
        widgets.choices(options, partial(_added, things, put), key="often"),
        widgets.in_own_row(other),
    ]


def _added(things: tuple[str, ...], put: Callable[[tuple[str, ...]], None], name: str) -> None:
    """Add a thing; the first empty name is filled in before there is a further one."""
    if "" in things:
        at = things.index("")
        put((*things[:at], name, *things[at + 1 :]))
    else:
        put((*things, name))


SETUP = GameSetup(options={"name": "", "things": ("Puntos",), "fewest": False}, panel=Panel)
