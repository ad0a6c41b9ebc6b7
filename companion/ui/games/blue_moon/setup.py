"""Setting up Blue Moon: who plays which people, and whether one game or a series is played."""

from collections.abc import Callable, Mapping
from typing import Any, Final

import flet as ft

from companion.games.blue_moon.catalogue import DECKS
from companion.ui import widgets
from companion.ui.boards.setup import GameSetup
from companion.ui.context import AppContext
from companion.ui.games.blue_moon.look import PEOPLES
from companion.ui.shell import screen
from companion.ui.widgets import Option

GAME: Final = "blue_moon"

Change = Callable[..., None]
"""Takes the options that change."""


@screen
def Panel(
    ctx: AppContext, options: Mapping[str, Any], _rulings: Mapping[str, str], change: Change
) -> ft.Control:
    """The deck of each seat, and how long the evening is."""
    words = ctx.game_words(GAME)
    decks = _decks(options)
    parts: list[ft.Control] = [ft.Text(words("setup.hint"), size=15)]
    for seat, people in enumerate(decks):
        parts += _of_seat(ctx, options, seat, people, lambda found: change({"decks": found}))
    if len(set(decks)) < len(decks):
        parts.append(widgets.message(words("setup.same"), key="same-deck"))
    parts.append(_how_long(ctx, options, change))
    return ft.Column(
        parts, spacing=12, horizontal_alignment=ft.CrossAxisAlignment.STRETCH, key="moon-setup"
    )


def _decks(options: Mapping[str, Any]) -> tuple[str, ...]:
    return tuple(options.get("decks") or _OPTIONS["decks"])


def _of_seat(
    ctx: AppContext,
    options: Mapping[str, Any],
    seat: int,
    people: str,
    take: Callable[[tuple[str, ...]], None],
) -> list[ft.Control]:
    words, wording = ctx.game_words(GAME), ctx.game_wording(GAME)
    names = tuple(options.get("players", ()))
    name = (
        names[seat] if seat < len(names) and names[seat] else ctx.words("new.player_n", n=seat + 1)
    )
    decks = _decks(options)
    picks = [
        Option(
            each,
            wording.term(f"people.{each}"),
            selected=each == people,
            icon=PEOPLES[each].icon,
            colour=PEOPLES[each].back,
        )
        for each in DECKS
    ]

    def chosen(each: str) -> None:
        found = (*decks[:seat], each, *decks[seat + 1 :])
        # With one box each takes what the other one leaves.
        other = decks[1 - seat]
        if other == each and len(DECKS) > 1:
            found = tuple(each if n == seat else decks[seat] for n in range(len(decks)))
        take(found)

    title = widgets.heading(words("setup.deck_of", name=name), 18, level=3)
    return [title, widgets.choices(picks, chosen, key=f"deck:{seat}")]


def _how_long(ctx: AppContext, options: Mapping[str, Any], change: Change) -> ft.Control:
    words = ctx.game_words(GAME)
    goal = ctx.rulebook(GAME).default_facts()["series.goal"]
    series = bool(options.get("series"))
    picks = [
        Option(
            False,
            words("setup.one"),
            detail=words("setup.one_hint"),
            selected=not series,
            icon=ft.Icons.LOOKS_ONE,
        ),
        Option(
            True,
            words("setup.series", n=int(goal)),  # type: ignore[arg-type]
            detail=words("setup.series_hint"),
            selected=series,
            icon=ft.Icons.REPEAT,
        ),
    ]
    return widgets.choices(picks, lambda found: change({"series": found}), key="series")


_OPTIONS: Final[Mapping[str, Any]] = {"decks": ("vulca", "hoax"), "built": (), "series": False}

SETUP = GameSetup(options=_OPTIONS, panel=Panel)
