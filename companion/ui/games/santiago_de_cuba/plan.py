"""Board before the first turn: placed citizens and buildings, and the empty places."""

from collections.abc import Callable
from functools import partial

import flet as ft

from companion.games.santiago_de_cuba.citizens import CITIZENS
from companion.games.santiago_de_cuba.components import FLOWERS, PORT
from companion.rulebook.templates import capitalised
from companion.ui import widgets
from companion.ui.boards.tiles import Marks, TileSize
from companion.ui.context import AppContext
from companion.ui.games.santiago_de_cuba import building as buildings
from companion.ui.games.santiago_de_cuba import stop as stops
from companion.ui.games.santiago_de_cuba.board_view import (
    BuildingView,
    StopView,
    flower_of,
    gain_of,
)
from companion.ui.games.santiago_de_cuba.look import SEA
from companion.ui.games.santiago_de_cuba.setup_view import EACH, Entry
from companion.ui.hooks import current_page
from companion.ui.layout import Layout

GAME = "santiago_de_cuba"

Touch = Callable[[str], None]


def board(
    ctx: AppContext, entry: Entry, picked: str = "", on_touch: Touch | None = None
) -> ft.Control:
    """Return the street and the buildings as far as they are known; a touch picks a piece."""
    width = _room(ctx)
    parts = [_street(ctx, entry, picked, on_touch, width)]
    if entry.part != "street":
        parts.append(_districts(ctx, entry, picked, on_touch, width))
    return ft.Column(
        parts, spacing=12, tight=True, horizontal_alignment=ft.CrossAxisAlignment.CENTER
    )


def _room(ctx: AppContext) -> float:
    width = float(current_page().width or 400)
    return min(width - 32 if ctx.layout is Layout.PHONE else width / 2 - 64, 620)


def _marks(picked: str, name: str) -> Marks:
    return Marks("legal" if picked == name else "none")


def _ignored(_place: str) -> None:
    """Ignore a touch on a picture."""


def _street(
    ctx: AppContext, entry: Entry, picked: str, on_touch: Touch | None, width: float
) -> ft.Control:
    where = stops.loop(width, ctx.settings.text_scale)
    empty = (None,) * (len(CITIZENS) - len(entry.street))
    tiles = list[ft.Control]()
    for number, name in enumerate((PORT, *entry.street, *empty)):
        cell = where.cells[number]
        if name is None:
            asked = number == len(entry.street) + 1
            size = where.tile.width, where.heights[cell[1]]
            tiles.append(where.placed(_empty(ctx, number, *size, asked=asked), cell))
        else:
            touched = on_touch if on_touch and name != PORT else _ignored
            tiles.append(
                stops.stop_tile(
                    _stop(ctx, name, number),
                    _marks(picked, name),
                    where,
                    cell,
                    touched,
                )
            )
    return stops.road(where, tiles, _water(ctx, where), where.cells[0])


def _water(ctx: AppContext, where: stops.Loop) -> ft.Control:
    text = ctx.game_words(GAME)("setup.way")
    left, top, width, height = where.inside()
    return ft.Container(
        left=left,
        top=top,
        width=width,
        height=height,
        content=ft.Text(text, size=14, color="#ffffff", text_align=ft.TextAlign.CENTER),
        bgcolor=SEA,
        border_radius=10,
        padding=8,
        alignment=ft.Alignment.CENTER,
    )


def _stop(ctx: AppContext, name: str, number: int) -> StopView:
    wording, facts = ctx.game_wording(GAME), ctx.rulebook(GAME).default_facts()
    flowers = {c: str(facts[f"flower.{c}"]) for c in CITIZENS if f"flower.{c}" in facts}
    label = capitalised(wording.term(f"stop.{name}"))
    said = label if name == PORT else ctx.game_words(GAME)("setup.stop", n=number, name=label)
    flower = flower_of(name, flowers)
    return StopView(
        id=name,
        name=label,
        flower=flower,
        active=True,
        car=name == PORT,
        cost=None,
        gain=gain_of(name, facts),
        spoken=said,
    )


def _empty(ctx: AppContext, number: int, width: float, height: float, *, asked: bool) -> ft.Control:
    """Return a stop whose citizen is not known yet."""
    key = "setup.stop_asked" if asked else "setup.stop_empty"
    return widgets.tappable(
        ft.Text(str(number), size=20, weight=ft.FontWeight.BOLD),
        ctx.game_words(GAME)(key, n=number),
        None,
        key=f"empty:{number}",
        radius=10,
        width=width,
        height=height,
        alignment=ft.Alignment.CENTER,
        bgcolor=ft.Colors.PRIMARY_CONTAINER if asked else ft.Colors.SURFACE_CONTAINER_HIGHEST,
        border=widgets.outline(
            3 if asked else 1, ft.Colors.PRIMARY if asked else ft.Colors.OUTLINE_VARIANT
        ),
        opacity=1 if asked else 0.6,
    )


def _districts(
    ctx: AppContext, entry: Entry, picked: str, on_touch: Touch | None, width: float
) -> ft.Control:
    scale = ctx.settings.grown
    columns = 4 if width / scale >= 330 else 2
    size = buildings.cell_size(width, columns, scale)
    districts = [
        _district(ctx, flower, entry.buildings[n * EACH : (n + 1) * EACH], picked, on_touch, size)
        for n, flower in enumerate(FLOWERS)
    ]
    rows = [districts[n : n + columns] for n in range(0, len(districts), columns)]
    made = partial(
        ft.Row,
        spacing=buildings.GAP,
        tight=True,
        vertical_alignment=ft.CrossAxisAlignment.START,
    )
    return ft.Column([made(row) for row in rows], spacing=8, tight=True)


def _district(
    ctx: AppContext,
    flower: str,
    names: tuple[str, ...],
    picked: str,
    on_touch: Touch | None,
    size: TileSize,
) -> ft.Control:
    wording = ctx.game_wording(GAME)
    colour = wording.term(f"flower.{flower}")
    tiles = [
        buildings.building_tile(
            _building(wording.term(f"building.{name}"), colour, name, flower),
            _marks(picked, name),
            size,
            (),
            on_touch or _ignored,
        )
        for name in names
    ]
    head = buildings.header(flower, colour, size)
    return ft.Column([head, *tiles], spacing=buildings.GAP, tight=True, width=size.width)


def _building(label: str, colour: str, name: str, flower: str) -> BuildingView:
    return BuildingView(name, label, flower, None, None, False, False, f"{label}, {colour}")
