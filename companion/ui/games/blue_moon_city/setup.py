"""City of Blue Moon City before the first turn: preset, random or entered."""

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import flet as ft

from companion.games.blue_moon_city.components import CELLS, COLOUR_AND_SECTIONS, COURTYARD
from companion.match.fold import Match
from companion.rulebook.wording import Wording
from companion.ui import widgets
from companion.ui.boards.face import Brush
from companion.ui.boards.kit import BoardKit, Marks, laid_out
from companion.ui.boards.parts import GameSetup
from companion.ui.boards.tile import GAP, INK, QUIET, Area, Name, Symbol, Tile, line
from companion.ui.context import AppContext
from companion.ui.games.blue_moon_city import setup_view as presenter
from companion.ui.games.blue_moon_city.look import LOOK, PEOPLES
from companion.ui.games.blue_moon_city.setup_view import Entry
from companion.ui.hooks import current_page
from companion.ui.layout import Layout
from companion.ui.shell import screen
from companion.ui.widgets import Option

GAME = "blue_moon_city"
EXAMPLE, RANDOM, OWN = "example", "random", "own"

Change = Callable[..., None]
"""Callback with the changed options, and whether the app has drawn them."""


@screen
def Panel(
    ctx: AppContext, options: Mapping[str, Any], rulings: Mapping[str, str], change: Change
) -> ft.Control:
    """Render the three ways to lay out the city, and the city itself."""
    how, set_how = ft.use_state("")
    entered, set_entry = ft.use_state(_NO_ENTRY)
    picked, set_picked = ft.use_state(_NOTHING)
    interaction = _CitySetup(ctx, options, rulings, change, set_how, set_entry, picked, set_picked)
    # A city left unfinished in another session starts again from empty. The same is visible for a
    # moment when an entry is given up before the plan has the new city.
    entry = entered or interaction.complete() or interaction.empty()
    shown = entry.cells
    ways = (EXAMPLE, "setup.example"), (RANDOM, "setup.random"), (OWN, "setup.enter")
    current = how or (EXAMPLE if shown == presenter.preset() else OWN)
    picks = [Option(way, ctx.game_words(GAME)(word), selected=way == current) for way, word in ways]
    return ft.Column(
        [
            ft.Text(ctx.game_words(GAME)("setup.hint"), size=15),
            widgets.choices(picks, interaction.choose, key="city"),
            _variant(ctx, options, interaction),
            *(
                _asking(ctx, entry, interaction)
                if entry.at is not None
                else _after(ctx, current, interaction)
            ),
            grid(ctx, shown, CityTouches(entry, interaction.touch, picked)),
        ],
        spacing=14,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )


_NO_ENTRY: Entry | None = None
_NOTHING: int | None = None


@dataclass(frozen=True)
class _CitySetup:
    """Callbacks on the city of the set-up."""

    ctx: AppContext
    options: Mapping[str, Any]
    rulings: Mapping[str, str]
    change: Change
    set_how: Callable[[str], None]
    set_entry: Callable[[Any], None]
    picked: int | None
    """Cell whose tile swaps with the next one touched."""
    set_picked: Callable[[Any], None]

    @property
    def variant(self) -> bool:
        return bool(self.options.get("variant"))

    @property
    def compass(self) -> bool:
        return self.rulings.get("temple_sides") == "compass"

    def choose(self, way: str) -> None:
        """Choose another layout; a random one is drawn again each time."""
        self.set_how(way)
        if way == OWN:
            self.enter()
        else:
            self._lay(self._made(way, self.variant), self.variant, drawn=way == RANDOM)

    def _made(self, way: str, variant: bool) -> Sequence[str]:
        if way == EXAMPLE:
            return presenter.preset()
        return presenter.random_city(random.shuffle, variant=variant, compass=self.compass)

    def _lay(self, layout: Sequence[str], variant: bool, *, drawn: bool) -> None:
        self.set_entry(None)
        self.set_picked(None)
        self.change({"layout": tuple(layout), "variant": variant}, drawn=drawn)

    def empty(self) -> Entry:
        """Return a city without entered tiles."""
        return presenter.begin(variant=self.variant, compass=self.compass)

    def complete(self) -> Entry | None:
        """Return the city of the plan, if it is complete."""
        layout = self.options.get("layout")
        if not layout:
            return None
        return presenter.complete(layout, variant=self.variant, compass=self.compass)

    def enter(self) -> None:
        """Begin an empty city."""
        self.set_how(OWN)
        self.set_picked(None)
        self.update(self.empty())

    def update(self, entry: Entry) -> None:
        """Set the entry; a complete city becomes that of the plan."""
        self.set_entry(self._apply_entry(entry))

    def place(self, tile: str) -> None:
        """Put a tile on the cell being asked."""
        self._step(lambda entry: presenter.place_tile(entry, tile))

    def back(self) -> None:
        """Undo the last step."""
        self._step(presenter.undo_step)

    def touch(self, cell: int) -> None:
        """Take up the tile of a cell, or swap two tiles of a complete city."""
        whole = self.complete()
        if whole is None:
            self._step(lambda entry: presenter.taken_up(entry, cell))
        elif self.picked is None or not presenter.exchangeable(whole, self.picked, cell):
            self.set_picked(cell)
        elif self.picked == cell:
            self.set_picked(None)
        else:
            after = presenter.exchanged(whole, self.picked, cell)
            self.set_how(OWN)
            self._lay([tile for tile in after.cells if tile], self.variant, drawn=False)

    def _step(self, step: Callable[[Entry], Entry]) -> None:
        """Apply a step to the entry at the time of the touch, not of the render."""
        self.set_entry(lambda entry: self._apply_entry(step(entry or self.empty())))

    def _apply_entry(self, entry: Entry) -> Entry:
        whole = presenter.is_complete(entry)
        self.change({"layout": entry.cells if whole else None, "variant": entry.variant})
        return entry

    def set_variant(self, variant: bool) -> None:
        """Set or clear the variant; a city being entered begins again."""
        if variant == self.variant:
            return
        if self.options.get("layout") is None:
            self.update(presenter.begin(variant=variant, compass=self.compass))
        else:
            self.set_entry(None)
            self.change({"variant": variant})


def _variant(ctx: AppContext, options: Mapping[str, Any], interaction: _CitySetup) -> ft.Control:
    on = bool(options.get("variant"))
    picks = [
        Option(False, ctx.game_words(GAME)("setup.variant_off"), selected=not on),
        Option(True, ctx.game_words(GAME)("setup.variant"), selected=on),
    ]
    return widgets.choices(picks, interaction.set_variant, key="variant")


def _asking(ctx: AppContext, entry: Entry, interaction: _CitySetup) -> list[ft.Control]:
    words = ctx.game_words(GAME)
    wording = ctx.game_wording(GAME)
    cell = (entry.at or 0) + 1
    beside = entry.at in presenter.SIDE_CELLS and not entry.variant
    hint = words("setup.ask_side") if beside else words("setup.ask_hint")
    left = entry.cells.count(None)
    chips = [_chip(wording, tile) for tile in presenter.fitting(entry)]
    return [
        widgets.card(
            [
                widgets.heading(words("setup.ask", n=cell), 20),
                ft.Text(f"{hint} {words('setup.left', n=left)}.", size=15),
                widgets.choices(chips, interaction.place, key=f"tile:{cell}"),
                ft.Row(
                    [
                        widgets.secondary(
                            words("setup.step_back"),
                            lambda _e: interaction.back(),
                            icon=ft.Icons.UNDO,
                            key="city-back",
                            disabled=not entry.history,
                        ),
                        widgets.text_button(
                            words("setup.start_over"),
                            lambda _e: interaction.enter(),
                            key="city-over",
                        ),
                    ],
                    wrap=True,
                    spacing=8,
                    run_spacing=8,
                ),
            ],
            bgcolor=ft.Colors.SECONDARY_CONTAINER,
            key="city-ask",
        )
    ]


def _chip(wording: Wording, tile: str) -> Option:
    people = PEOPLES[COLOUR_AND_SECTIONS[tile][0]]
    return Option(tile, wording.term(f"tile.{tile}"), icon=people.picture)


def _after(ctx: AppContext, how: str, interaction: _CitySetup) -> list[ft.Control]:
    """Return the hint on a complete city."""
    words = ctx.game_words(GAME)
    said = {EXAMPLE: "setup.example_hint", RANDOM: "setup.random_hint"}
    hint = ft.Text(f"{words(said.get(how, 'setup.own_hint'))} {words('setup.exchange')}", size=15)
    if how != RANDOM:
        return [hint]
    again = widgets.secondary(
        words("setup.random_again"),
        lambda _e: interaction.choose(RANDOM),
        icon=ft.Icons.SHUFFLE,
        key="city-again",
    )
    return [hint, widgets.in_own_row(again)]


# Drawing of the city


@dataclass(frozen=True)
class CityTouches:
    """City that is touched cell by cell."""

    entry: Entry
    on_touch: Callable[[int], None]
    picked: int | None = None
    """Cell whose tile swaps with the next one touched."""


def grid(
    ctx: AppContext, cells: Sequence[str | None], touching: CityTouches | None = None
) -> ft.Control:
    """Return the city, cell by cell."""

    def touch(place: str) -> None:
        if touching:
            touching.on_touch(int(place.partition(":")[2]))

    side = 5 * _size(ctx) + 4 * GAP
    areas = Area(0, 0, side, side).grid(25, 5)
    kit = BoardKit(Brush(LOOK, (), ctx.settings.grown), touch, lambda _tile: Marks())
    tiles = [_cell(ctx, n, tile, touching) for n, tile in enumerate(cells)]
    drawn = kit.tiles(tiles, [areas[row * 5 + column] for row, column in CELLS])
    return ft.Row(
        [laid_out(drawn, side, side)],
        scroll=ft.ScrollMode.AUTO,
        alignment=ft.MainAxisAlignment.CENTER,
    )


def _size(ctx: AppContext) -> float:
    page, scale = current_page(), ctx.settings.grown
    width, height = page.width or 400, page.height or 800
    fits = ((width - 32 if ctx.layout is Layout.PHONE else width / 2 - 64) - 4 * GAP) / 5
    if ctx.layout is Layout.WIDE:
        # The choices stand above the city, and the whole city has to be visible at once.
        fits = min(fits, (height - _AROUND - 4 * GAP) / 5)
    return float(max(62 * scale, min(fits, 104 * scale)))


_AROUND = 510
"""Height of the content above and below the city on a wide screen."""


def _cell(ctx: AppContext, number: int, tile: str | None, touching: CityTouches | None) -> Tile:
    asked = touching is not None and touching.entry.at == number
    picked = touching is not None and touching.picked == number
    movable = touching is not None and not asked and not presenter.fixed(touching.entry, number)
    cell = Tile(
        f"cell:{number}", _label(ctx, number, tile, asked), touchable=movable, selected=picked
    )
    if tile is None:
        lines = (line(Symbol("QUESTION_MARK", 22)),) if asked else ()
        ground = "primarycontainer" if asked else "surfacecontainer"
        return replace(cell, lines=lines, ground=ground, lit="primary" if asked else "")
    colour = "" if tile == COURTYARD else COLOUR_AND_SECTIONS[tile][0]
    name = ctx.game_wording(GAME).term(f"tile.{tile}")
    return replace(
        cell,
        lines=(line(Symbol(colour or "market", 18)), line(Name((name,), 10.5, lines=3))),
        ground=f"back:{colour}" if colour else QUIET,
        ink=f"ink:{colour}" if colour else INK,
        edge="outline",
        lit="primary" if picked else "",
    )


def _label(ctx: AppContext, number: int, tile: str | None, asked: bool) -> str:
    if tile is not None:
        name = ctx.game_wording(GAME).term(f"tile.{tile}")
        return ctx.game_words(GAME)("setup.cell", n=number + 1, tile=name)
    key = "setup.cell_asked" if asked else "setup.cell_empty"
    return ctx.game_words(GAME)(key, n=number + 1)


def draw(options: Mapping[str, Any], rulings: Mapping[str, str]) -> Mapping[str, Any]:
    """Draw a random city."""
    compass = rulings.get("temple_sides") == "compass"
    variant = bool(options.get("variant"))
    return {"layout": presenter.random_city(random.shuffle, variant=variant, compass=compass)}


def picture(ctx: AppContext, match: Match) -> ft.Control:
    """Return the city of a match, for laying it out on the table."""
    options: Any = match.options
    return grid(ctx, options.layout)


SETUP = GameSetup(
    options={"layout": presenter.preset(), "variant": False},
    panel=Panel,
    picture=picture,
    board=("layout",),
    draw=draw,
    on_top=("crystals_secret",),
    first_hint="setup.first_hint",
)
