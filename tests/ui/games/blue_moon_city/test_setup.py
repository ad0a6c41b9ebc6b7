"""Layout of the city, tile by tile."""

import asyncio
import itertools
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import flet as ft
import pytest

from companion.bootstrap import own_hub
from companion.games import GAMES
from companion.games.blue_moon_city.components import CENTRE, COURTYARD, EXAMPLE_CITY, SIDES
from companion.kernel import legality
from companion.rulebook import loader
from companion.services.client import Client
from companion.toolkit.render_order import OutermostFirst
from companion.ui.context import AppContext
from companion.ui.games.blue_moon_city import setup_view as city
from companion.ui.games.blue_moon_city.setup import Panel
from tests.ui.drawn import InnermostFirst, drawn, texts
from tests.ui.tables import context

RULES = [(False, False), (False, True), (True, False), (True, True)]


def _refused(layout: tuple[str, ...], variant: bool, compass: bool) -> object:
    data, game = loader.load("blue_moon_city"), GAMES["blue_moon_city"]
    options = game.options.model_validate(
        {"players": ("Ana", "Beto"), "layout": layout, "variant": variant}
    )
    sides = "compass" if compass else "any_side"
    rulings = {**data.default_rulings(), "temple_sides": sides}
    return legality.check_setup(game, options, data.default_facts(), rulings)


@pytest.mark.parametrize(("variant", "compass"), RULES)
def test_random_city_layout_is_legal(variant: bool, compass: bool) -> None:
    chance = random.Random(7)
    for _ in range(20):
        layout = city.random_city(chance.shuffle, variant=variant, compass=compass)
        assert _refused(layout, variant, compass) is None


@pytest.mark.parametrize(("variant", "compass"), RULES)
def test_placing_the_first_offered_tile_each_time_is_legal(variant: bool, compass: bool) -> None:
    entry = city.begin(variant=variant, compass=compass)
    while not city.is_complete(entry):
        entry = city.place_tile(entry, city.fitting(entry)[0])
    layout = tuple(tile for tile in entry.cells if tile)
    assert _refused(layout, variant, compass) is None
    assert entry.at is None


def test_cells_are_filled_in_reading_order_around_the_market() -> None:
    entry = city.begin(variant=False, compass=False)
    assert (entry.at, entry.cells[CENTRE]) == (0, COURTYARD)
    entry = city.place_tile(entry, "mill")
    assert (entry.at, entry.cells[0]) == (1, "mill")


def test_beside_the_market_only_palace_and_temples_are_offered() -> None:
    entry = city.begin(variant=False, compass=False)
    assert not set(city.fitting(entry)) & set(SIDES)
    beside = city.taken_up(entry, SIDES["fire_temple"])
    assert set(city.fitting(beside)) == set(SIDES)


def test_last_tile_is_placed_without_a_touch() -> None:
    entry = city.begin(variant=True, compass=False)
    for tile in [tile for tile in EXAMPLE_CITY if tile != COURTYARD][:-1]:
        entry = city.place_tile(entry, tile)
    assert city.is_complete(entry)


def test_step_back_removes_the_last_placed_tile() -> None:
    entry = city.place_tile(city.begin(variant=False, compass=False), "mill")
    assert city.undo_step(entry) == city.begin(variant=False, compass=False)
    assert city.undo_step(city.begin(variant=False, compass=False)).at == 0


def test_tile_taken_up_is_offered_again() -> None:
    entry = city.taken_up(city.complete(EXAMPLE_CITY, variant=False, compass=False), 0)
    assert city.fitting(entry) == ("mill",)
    assert city.is_complete(city.place_tile(entry, "mill"))


def test_market_tile_cannot_be_taken_up() -> None:
    whole = city.complete(EXAMPLE_CITY, variant=False, compass=False)
    assert city.taken_up(whole, CENTRE) == whole


@ft.component
def _Setup(ctx: AppContext, plans: list[dict[str, Any]]) -> ft.Control:
    """Render the panel within the options of a plan, and keep each state of them."""
    options, set_options = ft.use_state({"layout": city.preset(), "variant": False})
    plans.append(options)

    def change(new: Any, *, drawn: bool = False) -> None:
        assert not drawn
        set_options(lambda old: {**old, **new})

    return ft.Column([Panel(ctx, options, {}, change)])


async def _touched(
    folder: Path, order: Callable[[], OutermostFirst], *keys: str
) -> tuple[dict[str, Any], set[str]]:
    """Return the last options of the plan, and the texts drawn after the last touch."""
    plans: list[dict[str, Any]] = []
    with own_hub(folder) as hub:
        ctx = context(Client(hub, "device", owner=True), "device")
        screen = await drawn(_Setup, ctx, plans, order=order)
        for key in keys:
            screen.news()
            await screen.touch(key)
        said = set(texts(screen.news()))
        screen.close()
    return plans[-1], said


@pytest.mark.parametrize(("variant", "compass"), RULES)
def test_tiles_are_exchangeable_exactly_where_the_city_stays_legal(
    variant: bool, compass: bool
) -> None:
    whole = city.complete(city.preset(), variant=variant, compass=compass)
    for one, other in itertools.combinations(range(len(whole.cells)), 2):
        after = city.exchanged(whole, one, other)
        layout = tuple(tile for tile in after.cells if tile)
        legal = _refused(layout, variant, compass) is None
        assert legal == city.exchangeable(whole, one, other), (one, other)


def test_touching_two_tiles_exchanges_them(tmp_path: Path) -> None:
    options, said = asyncio.run(_touched(tmp_path, OutermostFirst, "cell:0", "cell:3"))
    first, *_, last = city.preset()[:4]
    assert (options["layout"][0], options["layout"][3]) == (last, first)
    assert sorted(options["layout"]) == sorted(city.preset())
    assert any("toca dos baldosas" in text for text in said)


def test_touching_a_tile_that_cannot_be_exchanged_changes_nothing(tmp_path: Path) -> None:
    side = f"cell:{SIDES['fire_temple']}"
    options, _said = asyncio.run(_touched(tmp_path / "a", OutermostFirst, "cell:0", side))
    assert options["layout"] == city.preset()
    options, _said = asyncio.run(_touched(tmp_path / "b", OutermostFirst, "cell:0", "cell:0"))
    assert options["layout"] == city.preset()


@pytest.mark.parametrize("order", [OutermostFirst, InnermostFirst])
def test_rulebook_city_replaces_one_half_entered(
    tmp_path: Path, order: Callable[[], OutermostFirst]
) -> None:
    begun = "city:2", "tile:1:0"
    options, _said = asyncio.run(_touched(tmp_path / "a", order, *begun))
    assert options["layout"] is None
    options, said = asyncio.run(_touched(tmp_path / "b", order, *begun, "city:0"))
    assert options["layout"] == city.preset()
    assert any("cópiala en la mesa" in text for text in said)
