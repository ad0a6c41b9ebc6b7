"""Street of Santiago de Cuba: geometry, spoken texts, dice, and setting up."""

import random
from typing import Any

import pytest

from companion.games.santiago_de_cuba import GAME
from companion.games.santiago_de_cuba.buildings import BUILDINGS, CITIZENS
from companion.games.santiago_de_cuba.components import PORT
from companion.kernel.form import Draft
from companion.kernel.legality import check_draft
from companion.rulebook import loader
from companion.rulebook.wording import Wording
from companion.ui.boards.tile import Number, Tile
from companion.ui.games.santiago_de_cuba import dice, setup_view
from companion.ui.games.santiago_de_cuba.board_view import Street, street
from companion.ui.games.santiago_de_cuba.geometry import Space, loop
from companion.ui.games.santiago_de_cuba.look import flower_picture
from companion.ui.games.santiago_de_cuba.screen import changed

DATA = loader.load("santiago_de_cuba")
FACTS = {
    **DATA.default_facts(),
    "flower.maria": "red",
    "flower.martinez": "blue",
    "flower.conchita": "yellow",
}
ROLL = {"aside": "cigars", "sugar": 1, "citrus": 2, "tobacco": 3, "rum": 2, "cigars": None}


def _start() -> Any:
    options = GAME.options.model_validate({"players": ("Ana", "Beto"), "buildings": BUILDINGS})
    return GAME.setup(options, FACTS, DATA.default_rulings())


def _after(*reports: dict[str, Any]) -> Any:
    state = _start()
    for report in reports:
        seat = GAME.awaiting(state)[0]
        state, _ = GAME.apply(state, GAME.read_action({"seat": seat, **report}))
    return state


def _drawn(state: Any) -> Street:
    wording = Wording("santiago_de_cuba", ("Ana", "Beto"))
    return street(GAME.public_view(state, None), FACTS, wording)


def _stop(view: Street, name: str) -> Tile:
    return next(stop for stop in view.stops if stop.id == name)


def _building(view: Street, name: str) -> Tile:
    return next(tile for *_, tiles in view.districts for tile in tiles if tile.id == name)


@pytest.mark.parametrize(
    "reports",
    [
        (),
        ({"kind": "roll_ship", **ROLL},),
        ({"kind": "roll_ship", **ROLL}, {"kind": "drive", "to": "pedro"}),
        (
            {"kind": "roll_ship", **ROLL},
            {"kind": "drive", "to": "pedro"},
            {"kind": "visit_building", "building": "newspaper"},
        ),
    ],
)
def test_board_calls_nothing_possible_after_the_end(reports: tuple[dict[str, Any], ...]) -> None:
    state = _after(*reports)
    assert GAME.close
    view, open_ = _drawn(GAME.close(state)), _drawn(state)

    def said(drawn: Street) -> set[str]:
        tiles = [*drawn.stops, *(tile for *_, tiles in drawn.districts for tile in tiles)]
        return {part for tile in tiles for part in tile.spoken.split(", ")}

    possible = {"queda decidir si se usa", "el peón puede ir", "ir es gratis", "ir cuesta 1 peso"}
    assert not said(view) & possible
    assert (not reports) == (not said(open_) & possible)


@pytest.mark.parametrize("width", [360.0, 396.0, 700.0])
@pytest.mark.parametrize("text_scale", [100, 150, 200])
def test_ten_stops_form_a_loop_around_the_ship(width: float, text_scale: int) -> None:
    where = loop(width, text_scale / 100)
    assert len(set(where.cells)) == len(CITIZENS) + 1
    steps = zip(where.cells, (*where.cells[1:], where.cells[0]), strict=True)
    assert all(abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1 for a, b in steps)
    assert where.cells[0][0] == 0
    assert where.cells[1][1] < where.cells[0][1], "clockwise: from the port upwards"
    assert where.width <= width + 1
    assert where.inside.right < where.width
    assert where.inside.foot < where.height


@pytest.mark.parametrize("width", [344, 384, 420, 800])
@pytest.mark.parametrize("text_scale", [100, 104])
def test_ship_and_dice_fit_at_every_height(width: float, text_scale: int) -> None:
    whole = loop(width, text_scale / 100)
    least = round(whole.height * 0.83)
    for height in range(least, round(whole.height) + 2):
        where = loop(width, text_scale / 100, height)
        assert where.inside.height >= where.water, height
        assert where.height <= max(height, whole.height * 0.83 + 2), height


@pytest.mark.parametrize(
    ("width", "height", "low", "high"),
    [(396, 527, 54, 56), (804, 790, 90, 96), (770, 884, 90, 96)],
)
def test_buildings_fill_the_height_left_by_the_street(
    width: float, height: float, low: float, high: float
) -> None:
    """Phones give as much as a finger needs; on tablets they are no flat bars."""
    space = Space(width, height, 1.0)
    assert low <= space.cell <= high
    assert space.loop.height + space.rest <= height


def test_every_flower_colour_has_a_shape_of_its_own() -> None:
    colours = ("yellow", "blue", "red", "white")
    shapes = [flower_picture(colour).shapes.count("<ellipse") for colour in colours]
    assert len(set(shapes)) == len(shapes)


def _cost(stop: Tile) -> str | None:
    """Return the price at the foot of a stop."""
    return next((p.text for p in stop.lines[-1].parts if isinstance(p, Number)), None)


def test_cost_of_a_stop_is_shown_only_while_driving() -> None:
    assert _cost(_stop(_drawn(_start()), "pedro")) is None
    view = _drawn(_after({"kind": "roll_ship", **ROLL}))
    # The stop of the car shows no price, since staying is no drive.
    assert list(map(_cost, view.stops)) == [None, "0", *(f"−{n}" for n in range(1, 9))]
    said = " ".join(_stop(view, "pedro").spoken.split())
    assert said == "Pedro, flor blanca, da 2 tabacos, ir es gratis"
    assert "flor de color sin anotar" in _stop(view, "pablo").spoken


def test_buildings_that_the_pawn_may_enter_are_marked_open() -> None:
    view = _drawn(_after({"kind": "roll_ship", **ROLL}, {"kind": "drive", "to": "pedro"}))
    free = {b.id for *_, tiles in view.districts for b in tiles if b.lit == "primary"}
    assert free == set(BUILDINGS[-3:])


def test_building_is_read_out_with_its_pawn_and_pending_use() -> None:
    before = _after({"kind": "roll_ship", **ROLL}, {"kind": "drive", "to": "pedro"})
    after = _after(
        {"kind": "roll_ship", **ROLL},
        {"kind": "drive", "to": "pedro"},
        {"kind": "visit_building", "building": "cafe"},
    )
    cafe = _building(_drawn(after), "cafe")
    assert (cafe.state, cafe.lit) == ((None, 0), "tertiary")
    assert cafe.spoken == "Café, flor blanca, con el peón de Ana, queda decidir si se usa"
    assert changed(_drawn(before), _drawn(after)) == {"building:cafe"}


def test_dice_fill_in_the_report_without_the_one_set_aside() -> None:
    shown = {"sugar": 1, "citrus": 2, "tobacco": 3, "rum": 2, "cigars": 0}
    values = dice.filled_in(shown, "cigars")
    assert values == ROLL
    assert check_draft(GAME, _start(), Draft("roll_ship", 1, values)) is None
    assert "aside" not in dice.filled_in(shown, None)
    # While a number is missing there is nothing to judge.
    fewer = {good: number for good, number in shown.items() if good != "sugar"}
    assert "aside" not in dice.filled_in(fewer, "cigars")


def test_keeping_five_dice_is_a_complete_report_that_is_refused() -> None:
    shown = {"sugar": 1, "citrus": 2, "tobacco": 3, "rum": 2, "cigars": 0}
    values = dice.filled_in(shown, dice.ALL_FIVE)
    assert GAME.read_action({"kind": "roll_ship", "seat": 1, **values})
    refusal = check_draft(GAME, _start(), Draft("roll_ship", 1, values))
    assert refusal is not None
    assert refusal.code == "none_set_aside"


def test_dice_rolled_by_the_app_show_existing_faces() -> None:
    faces = _start().facts.faces
    shown = dice.rolled(faces, random.Random(1).choice)
    assert all(number in faces[good] for good, number in shown.items())


def test_board_is_set_up_in_seventeen_touches() -> None:
    entry, touches = setup_view.Entry(), 0
    while entry.part != "done":
        entry = setup_view.place_piece(entry, entry.left[0])
        touches += 1
    assert (entry.street, entry.buildings) == (CITIZENS, BUILDINGS)
    assert touches == 17
    back = setup_view.undo_step(entry)
    assert back.part == "buildings"
    assert len(back.buildings) == 8


def test_random_board_is_complete_and_its_citizens_can_be_swapped() -> None:
    entry = setup_view.random_board(random.Random(2).shuffle)
    assert entry.part == "done"
    assert sorted(entry.street) == sorted(CITIZENS)
    one, other = entry.street[0], entry.street[5]
    street = setup_view.swapped(entry.street, one, other)
    assert (street[0], street[5]) == (other, one)
    assert PORT not in street
