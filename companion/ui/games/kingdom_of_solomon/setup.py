"""Set-up of Kingdom of Solomon: the order in which the tokens were drawn."""

import random
from collections.abc import Callable, Mapping
from typing import Any, Final

import flet as ft

from companion.ui import widgets
from companion.ui.boards.parts import GameSetup
from companion.ui.context import AppContext
from companion.ui.shell import screen
from companion.ui.widgets import Option

GAME: Final = "kingdom_of_solomon"
Change = Callable[..., None]
"""Callback with the changed options, and whether the app has drawn them."""
_NOBODY: Final[tuple[int, ...]] = ()


@screen
def Panel(
    ctx: AppContext, options: Mapping[str, Any], _rulings: Mapping[str, str], change: Change
) -> ft.Control:
    """Render the turn order: random, or touched name by name as the tokens lie."""
    words, players = ctx.game_words(GAME), tuple(options.get("players", ()))
    chosen, set_chosen = ft.use_state(tuple(options.get("order") or _NOBODY))
    here = tuple(seat for seat in chosen if seat < len(players))

    def take(order: tuple[int, ...], *, drawn: bool = False) -> None:
        set_chosen(order)
        change({"order": order if len(order) == len(players) else None}, drawn=drawn)

    def touched(seat: str) -> None:
        if seat == _BY_CHANCE:
            take(tuple(random.sample(range(len(players)), len(players))), drawn=True)
        elif int(seat) in here:
            take(tuple(other for other in here if other != int(seat)))
        else:
            take(_with_the_last((*here, int(seat)), len(players)))

    def label(seat: int) -> str:
        name = players[seat] or ctx.words("new.player_n", n=seat + 1)
        return f"{here.index(seat) + 1}. {name}" if seat in here else name

    picks = [
        Option(_BY_CHANCE, words("setup.random"), icon=ft.Icons.SHUFFLE),
        *(Option(str(n), label(n), selected=n in here) for n in range(len(players))),
    ]
    return ft.Column(
        [ft.Text(words("setup.hint"), size=15), widgets.choices(picks, touched, key="order")],
        spacing=12,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
        key="order-setup",
    )


def _with_the_last(order: tuple[int, ...], players: int) -> tuple[int, ...]:
    """Append the last remaining seat, which need not be asked."""
    left = [seat for seat in range(players) if seat not in order]
    return (*order, *left) if len(left) == 1 else order


_BY_CHANCE: Final = "random"


def draw(options: Mapping[str, Any], _rulings: Mapping[str, str]) -> Mapping[str, Any]:
    """Draw a random order."""
    seats = range(len(options.get("players", ())))
    return {"order": tuple(random.sample(seats, len(seats)))}


def to_count(options: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the order in which people sit."""
    return {"order": tuple(range(len(options.get("players", ()))))}


SETUP = GameSetup(
    options={"order": None}, panel=Panel, board=("order",), draw=draw, to_count=to_count
)
