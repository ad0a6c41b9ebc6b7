"""Board before the first turn: placed citizens and buildings, and the empty places."""

from collections.abc import Callable
from math import inf

import flet as ft

from companion.games.santiago_de_cuba.citizens import CITIZENS
from companion.games.santiago_de_cuba.components import FLOWERS, PORT
from companion.rulebook.templates import capitalised
from companion.ui.boards.face import Brush
from companion.ui.boards.kit import BoardKit, laid_out
from companion.ui.boards.marks import Marks
from companion.ui.boards.tile import QUIET, Number, Tile, line
from companion.ui.context import AppContext
from companion.ui.games.santiago_de_cuba.board import districts, on_water, road
from companion.ui.games.santiago_de_cuba.board_view import (
    building_tile,
    flower_of,
    gain_of,
    stop_tile,
)
from companion.ui.games.santiago_de_cuba.geometry import Loop, Space
from companion.ui.games.santiago_de_cuba.look import LOOK
from companion.ui.games.santiago_de_cuba.setup_view import EACH, Entry
from companion.ui.hooks import current_page
from companion.ui.layout import Layout

GAME = "santiago_de_cuba"
_BETWEEN = 12
"""Gap between the street and the buildings."""

Touch = Callable[[str], None]


def board(
    ctx: AppContext, entry: Entry, picked: str = "", on_touch: Touch | None = None
) -> ft.Control:
    """Return the street and the buildings as far as they are known; a touch picks a piece."""

    def touch(place: str) -> None:
        if on_touch and place != PORT:
            on_touch(place)

    def marks(tile: Tile) -> Marks:
        return Marks("legal" if tile.id == picked else "none")

    space = Space(_room(ctx), inf, ctx.settings.grown)
    kit = BoardKit(Brush(LOOK, (), space.scale), touch, marks)
    loop = space.loop
    parts, foot = [road(kit, loop, _stops(ctx, entry), _water(ctx, loop), 0)], loop.height
    if entry.part != "street":
        below, foot = districts(kit, space, _districts(ctx, entry), loop.height + _BETWEEN)
        parts += below
    return laid_out(parts, space.width, foot)


def _room(ctx: AppContext) -> float:
    width = float(current_page().width or 400)
    return min(width - 32 if ctx.layout is Layout.PHONE else width / 2 - 64, 620)


def _water(ctx: AppContext, loop: Loop) -> ft.Control:
    text = ctx.game_words(GAME)("setup.way")
    return on_water(ft.Text(text, size=14, color="#ffffff", text_align=ft.TextAlign.CENTER), loop)


def _stops(ctx: AppContext, entry: Entry) -> list[Tile]:
    known = [_stop(ctx, name, n) for n, name in enumerate((PORT, *entry.street))]
    empty = range(len(known), len(CITIZENS) + 1)
    return [*known, *(_empty(ctx, n, asked=n == len(known)) for n in empty)]


def _stop(ctx: AppContext, name: str, number: int) -> Tile:
    wording, facts = ctx.game_wording(GAME), ctx.rulebook(GAME).default_facts()
    flowers = {c: str(facts[f"flower.{c}"]) for c in CITIZENS if f"flower.{c}" in facts}
    label = capitalised(wording.term(f"stop.{name}"))
    said = label if name == PORT else ctx.game_words(GAME)("setup.stop", n=number, name=label)
    flower = flower_of(name, flowers)
    return stop_tile(name, label, flower, gain_of(name, facts), said, car=name == PORT)


def _empty(ctx: AppContext, number: int, *, asked: bool) -> Tile:
    """Return a stop whose citizen is not known yet."""
    key = "setup.stop_asked" if asked else "setup.stop_empty"
    return Tile(
        f"empty:{number}",
        ctx.game_words(GAME)(key, n=number),
        (line(Number(str(number), 20)),),
        ground="primarycontainer" if asked else QUIET,
        lit="primary" if asked else "",
        opacity=1 if asked else 0.6,
        radius=10,
        touchable=False,
    )


def _districts(ctx: AppContext, entry: Entry) -> list[tuple[str, str, tuple[Tile, ...]]]:
    term = ctx.game_wording(GAME).term
    shown = []
    for n, flower in enumerate(FLOWERS):
        colour = term(f"flower.{flower}")
        labels = {name: term(f"building.{name}") for name in entry.buildings[n * EACH :][:EACH]}
        tiles = (building_tile(name, a, f"{a}, {colour}") for name, a in labels.items())
        shown.append((flower, colour, tuple(tiles)))
    return shown
