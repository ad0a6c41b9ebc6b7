"""Whole board: the street around the ship, the buildings and the supply."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import inf

import flet as ft

from companion.games.santiago_de_cuba.buildings import CITIZENS
from companion.games.santiago_de_cuba.components import FLOWERS, PORT
from companion.rulebook.templates import capitalised
from companion.ui.boards.face import Brush
from companion.ui.boards.kit import BoardKit, Marks, caption, laid_out
from companion.ui.boards.tile import GAP, QUIET, Area, Number, Tile, line
from companion.ui.context import AppContext
from companion.ui.games.santiago_de_cuba.board_view import (
    CAR_HIGH,
    CAR_SHAPE,
    ROAD_LINE,
    SEA,
    Street,
    building_tile,
    flower_of,
    flower_symbol,
    flowered,
    gain_of,
    stop_tile,
)
from companion.ui.games.santiago_de_cuba.geometry import IN_WATER, WITHIN, Cell, Loop, Space
from companion.ui.games.santiago_de_cuba.look import ASPHALT, LOOK, car
from companion.ui.games.santiago_de_cuba.setup_view import EACH, Entry
from companion.ui.hooks import current_page
from companion.ui.layout import Layout
from companion.ui.widgets import cached_part, moving, reading_group

_MIDDLE = 2
"""Row of the loop before which the middle is read out."""


@dataclass(frozen=True)
class Drawing:
    """Renderer of one board."""

    kit: BoardKit
    now: Street
    space: Space
    still: bool
    """True if the movement of the car is not animated."""

    def drawn(self) -> ft.Control:
        """Render the board."""
        loop = self.space.loop
        left = max(0.0, (self.space.width - loop.width) / 2)
        street = road(
            self.kit, loop, self.now.stops, self.harbour(loop), self.now.car, still=self.still
        )
        placed = ft.Container(street, left=left, top=0)
        top = loop.height + GAP
        below, foot = districts(self.kit, self.space, self.now.districts, top)
        supply, high = self.supply(foot + GAP)
        return laid_out([placed, *below, *supply], self.space.width, high)

    def harbour(self, loop: Loop) -> ft.Control:
        """Return the ship with its dice on the water inside the street."""
        dice = self.now.dice
        marks = tuple(map(self.kit.marks, (self.now.ship, *dice)))
        return cached_part(
            "harbour", lambda *_: self.ship(loop), self.now.ship, dice, marks, loop, self.kit.brush
        )

    def ship(self, loop: Loop) -> ft.Control:
        """Return the water with the ship and its dice."""
        dice = self.now.dice
        width, height = loop.inside.width - IN_WATER, loop.inside.height - IN_WATER
        columns = min(2, len(dice)) if loop.upright else len(dice)
        rows = -(-len(dice) // columns)
        high = rows * loop.die + (rows - 1) * IN_WATER
        top = max(0.0, (height - loop.deck - IN_WATER - high) / 2)
        deck = Area(0, top, width, loop.deck)
        under = Area(0, deck.foot + IN_WATER, width, high)
        tiles = [
            self.kit.tile(self.now.ship, deck),
            *self.kit.tiles(dice, under.grid(len(dice), columns, WITHIN)),
        ]
        return on_water(reading_group(laid_out(tiles, width, height)), loop)

    def supply(self, top: float) -> tuple[list[ft.Control], float]:
        """Return the supply, and where it ends."""
        goods = self.now.supply
        asked = any(self.kit.marks(stock).offer != "none" for stock in goods)
        title, area, columns = self.space.supply(top, asked=asked)
        # If there is little height, it is touchable only while a good is asked for.
        touchable = bool(self.space.header) or asked
        tiles = [stock if touchable else replace(stock, touchable=False) for stock in goods]
        said = caption("supply", self.now.title, title, self.kit.brush, 14)
        return [said, *self.kit.tiles(tiles, area.grid(len(goods), columns))], area.foot


def on_water(inside: ft.Control, loop: Loop) -> ft.Control:
    """Return the water in the middle of the loop, with what lies there."""
    left, top, width, height = loop.inside
    return ft.Container(
        inside,
        left=left,
        top=top,
        width=width,
        height=height,
        bgcolor=SEA,
        border_radius=10,
        padding=IN_WATER / 2,
        alignment=ft.Alignment.CENTER,
    )


def road(
    kit: BoardKit,
    loop: Loop,
    stops: Sequence[Tile],
    middle: ft.Control,
    car_at: int,
    *,
    still: bool = True,
) -> ft.Control:
    """Return the stops on their road, each in its cell, around the middle.

    Args:
        kit: kit of the board.
        loop: sizes of the street.
        stops: stops in its order.
        middle: control in the middle.
        car_at: number of the stop with the car.
        still: True if the movement of the car is not animated.
    """
    placed = sorted(zip(loop.cells, stops, strict=True), key=lambda pair: pair[0][1])
    # Order from the top down: the accessible area of a tile may overlap the tile below, never the
    # one above.
    tiles = [(row, kit.tile(stop, loop.area((c, row)))) for (c, row), stop in placed]
    above = [tile for row, tile in tiles if row < _MIDDLE]
    below = [tile for row, tile in tiles if row >= _MIDDLE]
    driven = cached_part("car", _car, loop, loop.cells[car_at], still)
    parts = [cached_part("arrows", _arrows, loop), *above, middle, *below, driven]
    return ft.Container(
        laid_out(parts, loop.width, loop.height),
        bgcolor=ASPHALT,
        border_radius=14,
        width=loop.width,
        height=loop.height,
    )


_INSET = 6
"""Border and padding of the stop with the car."""


def _car(loop: Loop, cell: Cell, still: bool) -> ft.Control:
    """Return the car at the foot of its stop, or at its side if there is little room."""
    left, top, width, height = loop.area(cell)
    high = CAR_HIGH * loop.box
    wide = high * CAR_SHAPE
    if loop.low and cell[1] != 1:
        aside, down = width - _INSET - wide, (height - high) / 2 + high / 3
    else:
        aside, down = (width - wide) / 2, height - _INSET - high
    return moving(car(high), left + aside, top + down, wide, high, still=still)


def _arrows(loop: Loop) -> ft.Control:
    """Return the direction of the car, on the road between two stops."""
    following = (*loop.cells[1:], loop.cells[0])
    arrows = [_arrow(loop, *pair) for pair in zip(loop.cells, following, strict=True)]
    return laid_out(arrows, loop.width, loop.height)


def _arrow(loop: Loop, here: Cell, there: Cell) -> ft.Control:
    size = GAP + 13
    icons = {
        (1, 0): ft.Icons.ARROW_RIGHT,
        (-1, 0): ft.Icons.ARROW_LEFT,
        (0, 1): ft.Icons.ARROW_DROP_DOWN,
        (0, -1): ft.Icons.ARROW_DROP_UP,
    }
    icon = icons[there[0] - here[0], there[1] - here[1]]
    (x, y), (to_x, to_y) = loop.area(here).centre, loop.area(there).centre
    across = here[1] == there[1]
    first = loop.area(min(here, there))
    left = first.right + GAP / 2 if across else (x + to_x) / 2
    top = (y + to_y) / 2 if across else first.foot + GAP / 2
    return ft.Container(
        ft.Semantics(exclude_semantics=True, content=ft.Icon(icon, size=size, color=ROAD_LINE)),
        left=left - size / 2,
        top=top - size / 2,
        width=size,
        height=size,
    )


def districts(
    kit: BoardKit,
    space: Space,
    shown: Sequence[tuple[str, str, tuple[Tile, ...]]],
    top: float,
) -> tuple[list[ft.Control], float]:
    """Return the buildings under their flowers, and where they end."""
    columns, rows = space.columns, -(-len(shown) // space.columns)
    high = space.header + 3 * (space.cell + WITHIN)
    areas = Area(0, top, space.width, rows * high).grid(len(shown), columns, WITHIN)
    parts: list[ft.Control] = []
    for (flower, name, tiles), area in zip(shown, areas, strict=True):
        inside = tiles if space.header else tuple(flowered(tile, flower) for tile in tiles)
        if space.header:
            head = area._replace(height=space.header)
            parts.append(caption(flower, name, head, kit.brush, 13, flower_symbol(flower, 22)))
        cells = Area(area.left, area.top + space.header, area.width, 3 * (space.cell + WITHIN))
        for n, tile in enumerate(inside):
            cell = cells._replace(top=cells.top + n * (space.cell + WITHIN), height=space.cell)
            parts.append(kit.tile(tile, cell))
    return parts, top + rows * high


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
