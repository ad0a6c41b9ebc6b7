"""Set-up of the street: drawn by the app for the table to copy, or touched in order."""

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import flet as ft

from companion.games.santiago_de_cuba.buildings import BUILDINGS
from companion.games.santiago_de_cuba.citizens import CITIZENS
from companion.match.fold import Match
from companion.ui import widgets
from companion.ui.boards.setup import GameSetup
from companion.ui.context import AppContext
from companion.ui.games.santiago_de_cuba import setup_view as presenter
from companion.ui.games.santiago_de_cuba.board_view import gain_of
from companion.ui.games.santiago_de_cuba.look import BUILDING_ICONS, item_picture
from companion.ui.games.santiago_de_cuba.plan import GAME, board
from companion.ui.games.santiago_de_cuba.setup_view import Entry
from companion.ui.shell import screen
from companion.ui.widgets import Option

RANDOM, OWN = "random", "own"

Change = Callable[..., None]
"""Callback with the changed options, and whether the app has drawn them."""


@screen
def Panel(
    ctx: AppContext, options: Mapping[str, Any], _rulings: Mapping[str, str], change: Change
) -> ft.Control:
    """Render the two ways to lay out the board, and the board itself."""
    entry, set_entry = ft.use_state(_of(options))
    picked, set_picked = ft.use_state("")
    interaction = _BoardSetup(entry, picked, change, set_entry, set_picked)
    begun = bool(entry.street) or bool(entry.history)
    picks = [
        Option(RANDOM, ctx.game_words(GAME)("setup.random"), icon=ft.Icons.SHUFFLE),
        Option(OWN, ctx.game_words(GAME)("setup.enter"), icon=ft.Icons.TOUCH_APP),
    ]
    parts: list[ft.Control] = [
        ft.Text(ctx.game_words(GAME)("setup.hint"), size=15),
        widgets.choices(picks, interaction.choose, key="street"),
    ]
    if entry.part == "done":
        parts.append(ft.Text(ctx.game_words(GAME)("setup.done_hint"), size=15))
    else:
        parts.append(_asking(ctx, interaction))
    if begun:
        parts.append(board(ctx, entry, picked, interaction.touch))
    return ft.Column(
        parts, spacing=14, horizontal_alignment=ft.CrossAxisAlignment.STRETCH, key="street-setup"
    )


def _of(options: Mapping[str, Any]) -> Entry:
    """Return the board of the options, empty if unfinished."""
    return Entry(tuple(options.get("street") or ()), tuple(options.get("buildings") or ()))


@dataclass(frozen=True)
class _BoardSetup:
    """Callbacks on the board of the set-up."""

    entry: Entry
    picked: str
    """Piece that swaps with the next one touched."""
    change: Change
    set_entry: Callable[[Any], None]
    set_picked: Callable[[Any], None]

    def choose(self, way: str) -> None:
        """Draw a random board, again each time, or begin an empty one."""
        by_chance = way == RANDOM
        self.take(presenter.random_board(random.shuffle) if by_chance else Entry(), drawn=by_chance)

    def take(self, entry: Entry, *, drawn: bool = False) -> None:
        """Set the board; a finished one becomes that of the plan."""
        done = entry.part == "done"
        self.set_entry(entry)
        self.set_picked("")
        self.change(
            {
                "street": entry.street if done else None,
                "buildings": entry.buildings if done else None,
            },
            drawn=drawn,
        )

    def place(self, name: str) -> None:
        """Place the next piece."""
        self.take(presenter.place_piece(self.entry, name))

    def back(self) -> None:
        """Undo the last touch."""
        self.take(presenter.undo_step(self.entry))

    def touch(self, name: str) -> None:
        """Pick a piece, or swap it with the picked one of its kind."""
        if self.picked == name:
            self.set_picked("")
        elif not self.picked or (self.picked in CITIZENS) != (name in CITIZENS):
            self.set_picked(name)
        else:
            entry, two = self.entry, (self.picked, name)
            self.take(
                Entry(
                    presenter.swapped(entry.street, *two),
                    presenter.swapped(entry.buildings, *two),
                )
            )


def _asking(ctx: AppContext, interaction: _BoardSetup) -> ft.Control:
    """Return the question for the next piece, with its options."""
    words, wording, entry = ctx.game_words(GAME), ctx.game_wording(GAME), interaction.entry
    if entry.part == "street":
        title = words("setup.ask_stop", n=len(entry.street) + 1)
        hint = words("setup.ask_stop_hint")
    else:
        flower = wording.term(f"flower.{entry.flower}")
        title = words("setup.ask_buildings", flower=flower)
        hint = words("setup.ask_buildings_hint", n=presenter.EACH)
    kind, every = ("stop", CITIZENS) if entry.part == "street" else ("building", BUILDINGS)
    # Placed pieces stay in the list, so that nothing moves under the finger.
    chips = [
        Option(
            name,
            wording.term(f"{kind}.{name}"),
            selected=name not in entry.left,
            icon=_icon(ctx, name) if name in entry.left else ft.Icons.CHECK,
        )
        for name in every
    ]
    back = widgets.secondary(
        words("setup.step_back"),
        lambda _e: interaction.back(),
        icon=ft.Icons.UNDO,
        key="street-back",
        disabled=not entry.history,
    )
    return widgets.card(
        [
            widgets.heading(title, 20),
            ft.Text(hint, size=15),
            widgets.choices(chips, interaction.place, key=kind),
            widgets.in_own_row(back),
        ],
        bgcolor=ft.Colors.SECONDARY_CONTAINER,
        key="street-ask",
    )


def _icon(ctx: AppContext, name: str) -> widgets.Sign | None:
    if name in BUILDINGS:
        return BUILDING_ICONS[name]
    gain = gain_of(name, ctx.rulebook(GAME).default_facts())
    return item_picture(gain.what) if gain else None


def draw(_options: Mapping[str, Any], _rulings: Mapping[str, str]) -> Mapping[str, Any]:
    """Draw a random board."""
    entry = presenter.random_board(random.shuffle)
    return {"street": entry.street, "buildings": entry.buildings}


def picture(ctx: AppContext, match: Match) -> ft.Control:
    """Return the board of a match, for laying it out on the table."""
    options: Any = match.options
    return board(ctx, Entry(options.street, options.buildings))


SETUP = GameSetup(
    options={"street": None, "buildings": None},
    panel=Panel,
    picture=picture,
    board=("street", "buildings"),
    draw=draw,
    on_top=("hidden_holdings",),
)
