"""Board of Urban Sprawl: sizes, shapes, colours, the meaning of a touch, and descriptions."""

import asyncio
import re
from dataclasses import replace
from itertools import islice
from random import Random
from types import SimpleNamespace
from typing import Any

import flet as ft
import pytest

from companion.games.urban_sprawl import GAME, terms
from companion.games.urban_sprawl.components import ANSWERS, CONTRACTS
from companion.games.urban_sprawl.grid import BLOCKS, CIRCLES, FOOTPRINTS, ZONES, lots_of
from companion.games.urban_sprawl.state import CHOICES, Phase, Then
from companion.kernel.form import Draft
from companion.rulebook.loader import load
from companion.rulebook.wording import Wording
from companion.ui.boards.face import brush_of
from companion.ui.boards.kit import Marks, drawn_tile
from companion.ui.boards.tile import Area, Name
from companion.ui.games.urban_sprawl import (
    chain,
    city,
    geometry,
    look,
    open_block,
    plan,
    views,
)
from companion.ui.games.urban_sprawl.board import Drawing
from companion.ui.games.urban_sprawl.board_view import changed, table
from companion.ui.games.urban_sprawl.chain import steps_of
from companion.ui.games.urban_sprawl.geometry import Room
from companion.ui.games.urban_sprawl.holdings import holdings
from companion.ui.games.urban_sprawl.place_details import place_detail
from companion.ui.games.urban_sprawl.screen import follows, quick, starts
from companion.ui.games.urban_sprawl.views import (
    BlockView,
    BuildingView,
    ChoiceView,
    StepView,
    TableView,
)
from companion.ui.panels.report.form_fields import latest
from companion.ui.theme import SEATS, TOUCH
from companion.ui.views.report.interaction import Start
from companion.ui.views.report.report_form import dead_end
from companion.ui.widgets import RenderCache, SeatIdentity
from tests.games.random_play import play
from tests.games.urban_sprawl import sample
from tests.ui.drawn import drawn
from tests.ui.test_theme import contrast

GAME_ID = "urban_sprawl"
NAMES = ("Ana", "Beto", "Clara")
DATA = load(GAME_ID)
FACTS = DATA.default_facts()
SIZES = ((396.0, 527.0), (344.0, 376.0), (770.0, 884.0), (399.0, 396.0))
"""Room left for the board on phones, a desktop, and a phone on its side."""


def sample_lots() -> list[tuple[str, ...]]:
    """Return every place that a building can take in a block."""
    return [tuple(sorted(lots)) for each in FOOTPRINTS["block.1.1"].values() for lots in each]


def _start() -> Any:
    options = GAME.options.model_validate({"players": NAMES})
    return GAME.setup(options, FACTS, DATA.default_rulings())


def _shown(state: Any, facts: Any = FACTS) -> TableView:
    return table(GAME.public_view(state, None), facts, Wording(GAME_ID, NAMES, None, facts))


def _claimed(state: Any, lot: str) -> Any:
    seat = GAME.awaiting(state)[0]
    report = {"kind": "claim_start", "seat": seat, "building": lot}
    after, _ = GAME.apply(state, GAME.read_action(report))
    return after


def _drawing(size: tuple[float, float], offers: dict[str, Any], **changes: Any) -> Drawing:
    plain = Drawing(
        now=_shown(_start()),
        steps=(),
        back="Toda la ciudad",
        chain_spoken="",
        fresh=frozenset(),
        offers=offers,
        marks=lambda place: Marks(offers.get(place, "none")),
        people=tuple(SeatIdentity(seat + 2, name) for seat, name in enumerate(NAMES)),
        width=size[0],
        height=size[1],
        scale=1.0,
        low=False,
        touch=lambda _place: None,
        site_said=str,
    )
    return replace(plain, **changes)


# Sizes


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("asked", [False, True])
def test_city_fits_the_width_with_targets_of_finger_size(
    size: tuple[float, float], asked: bool
) -> None:
    room = Room(*size, scale=1.0, rows=3, asked=asked)
    # A block has to be large enough to touch, unless the form asks for a circle.
    assert asked or room.block_width >= TOUCH
    assert room.block_height >= TOUCH
    assert room.row >= TOUCH
    assert room.city[0] <= size[0] + 0.01


@pytest.mark.parametrize("width", [264.0, 304.0])
def test_whole_city_fits_the_width_of_a_very_narrow_phone(width: float) -> None:
    room = Room(width, 376, scale=1.0, rows=3)
    assert room.city[0] <= width + 0.01


@pytest.mark.parametrize(
    ("height", "low", "where"), [(355.0, True, 0), (430.0, True, 1), (700.0, False, 1)]
)
def test_city_comes_first_on_a_board_of_little_height(height: float, low: bool, where: int) -> None:
    board = _drawing((344.0, height), {}, low=low)
    drawn = board.drawn()
    assert isinstance(drawn, ft.Stack)
    parts: list[Any] = drawn.controls
    (at,) = [part.top for part in parts if part.key == "city"]
    assert len({part.top for part in parts if part.top < at}) == where


@pytest.mark.parametrize("size", SIZES)
def test_blocks_and_edge_numbers_do_not_overlap(size: tuple[float, float]) -> None:
    room = Room(*size, scale=1.0, rows=3)
    areas = [room.around(number.id) for number in _shown(_start()).numbers]
    areas += map(room.block, BLOCKS)
    for n, one in enumerate(areas):
        assert min(one.left, one.top) >= 0
        assert one.right <= room.city[0] + 0.01
        assert one.foot <= room.city[1] + 0.01
        for other in areas[:n]:
            beside = max(one.left, other.left) >= min(one.right, other.right) - 0.01
            below = max(one.top, other.top) >= min(one.foot, other.foot) - 0.01
            assert beside or below


def test_requested_circles_have_finger_size() -> None:
    room = Room(396, 527, 1.0, 3, asked=True)
    for place in CIRCLES:
        where = room.around(place)
        assert min(where.width, where.height) >= TOUCH


@pytest.mark.parametrize("width", [328.0, 344.0, 396.0, 770.0])
@pytest.mark.parametrize("cards", range(1, 14))
def test_all_cards_fit_in_rows_with_finger_size(width: float, cards: int) -> None:
    room = Room(width, 500, 1.0, 3)
    columns = room.columns(cards)
    assert room.card_width(columns) >= TOUCH
    rows = -(-cards // columns)
    assert columns * rows >= cards
    assert columns * (rows - 1) < cards


# Shapes and colours


@pytest.mark.parametrize("size", [1, 2, 3, 4])
def test_rectangles_of_a_building_cover_exactly_its_lots(size: int) -> None:
    for footprint in FOOTPRINTS["block.2.5"][size]:
        quarters = plan.quarters_of(tuple(footprint), "block.2.5")
        covered = {
            (column + x, row + y)
            for column, row, columns, rows in plan.shapes_of(quarters)
            for x in range(columns)
            for y in range(rows)
        }
        assert covered == {(n % 2, n // 2) for n in quarters}
        assert {lots_of("block.2.5")[n] for n in quarters} == footprint


PAIRS = {
    **{name: (zone.back, zone.ink) for name, zone in look.ZONE_LOOKS.items()},
    "wealth": (views.WEALTH_BACK, views.WEALTH_INK),
    "prestige": (views.PRESTIGE_BACK, views.PRESTIGE_INK),
    "value": (views.CHIP, views.CHIP_INK),
    "price": (views.WEALTH_BACK, views.CHIP_INK),
}


@pytest.mark.parametrize(("ground", "ink"), PAIRS.values(), ids=PAIRS)
def test_text_on_buildings_and_numbers_has_enough_contrast(ground: str, ink: str) -> None:
    assert contrast(ground, ink) >= 4.5


@pytest.mark.parametrize("seat", SEATS, ids=lambda seat: seat.name)
def test_owner_mark_has_enough_contrast_on_every_zone(seat: Any) -> None:
    assert contrast(seat.colour, views.CHIP) >= 3


def test_zones_have_distinct_letters_and_pictures() -> None:
    words = Wording(GAME_ID)
    codes = [words.own(f"board.code.{zone}") for zone in look.ZONE_LOOKS]
    assert len(set(codes)) == len(codes)
    assert len({zone.picture for zone in look.ZONE_LOOKS.values()}) == len(codes)


@pytest.mark.parametrize("width", [48.0, 55.0, 56.0, 75.0])
@pytest.mark.parametrize("number", [6, 12])
def test_number_of_a_card_is_never_cut_off(width: float, number: int) -> None:
    view = GAME.public_view(_start(), None)
    card = CONTRACTS["town"][1]
    facts = {**FACTS, f"{card}.payout": number, f"{card}.ballot": "yes"}
    rails = {**view.rails, "rail.town": replace(view.rails["rail.town"], card=card, price=5)}
    now = table(replace(view, rails=rails), facts, Wording(GAME_ID, NAMES, None, facts))
    top = next(one for one in now.contracts if one.id == "rail.town")
    tile = drawn_tile(top, Area(0, 0, width, 50), Marks("none"), brush_of(city.LOOK, ()), print)
    (head,) = [c for c in _below(tile) if isinstance(c, ft.Row) and c.alignment == _APART]
    wide = 0.0
    for part in _below(head):
        if isinstance(part, ft.Icon):
            wide += float(part.size or 0) + 2
        elif isinstance(part, ft.Text):
            wide += len(part.value) * float(part.size or 0) * 0.6 + 2
    sizes = {c.value: float(c.size or 0) for c in _below(head) if isinstance(c, ft.Text)}
    assert sizes[str(number)] >= 8
    assert wide <= width - 8


_APART = ft.MainAxisAlignment.SPACE_BETWEEN


def test_letters_in_an_open_block_fit_their_lot_at_any_text_size() -> None:
    block = next(b for b in _shown(_start()).blocks if b.buildings)
    choices = [ChoiceView(lots_of(block.id)[0], lots_of(block.id)[:1], "", loss_text="Derriba")]
    marks = {choices[0].value: Marks("legal")}

    def sizes(text: open_block.Text) -> dict[str, float]:
        drawn = open_block.sites(block, choices, marks, (396, 400), (), print, text)
        return {c.value: float(c.size or 0) for c in _below(drawn) if isinstance(c, ft.Text)}

    plain, large = sizes(open_block.Text()), sizes(open_block.Text(grown=2, share=0.6))
    code = block.buildings[0].code
    assert large[code] == pytest.approx(plain[code] / 2)
    assert large["Derriba"] == pytest.approx(plain["Derriba"] * 0.6)


def test_long_report_shows_its_latest_answers_that_fit() -> None:
    parts = ("Construir un contrato", "Casino", "comercial", "bloque D4")
    assert latest(parts, 60) == "Construir un contrato · Casino · comercial · bloque D4"
    assert latest(parts, 23) == "Casino · comercial · bloque D4"
    assert latest(parts, 3) == "bloque D4"
    assert latest(parts[:1], 3) == "Construir un contrato"


def test_circle_shows_a_number_only_once_a_marker_lies_there() -> None:
    before = _start()
    after = replace(before, city=before.city.with_marker("marker.p5", "top.2"))
    empty, full = _shown(before), _shown(after)
    assert next(n.state for n in empty.numbers if n.id == "top.2") == (None,)
    assert next(n.state for n in full.numbers if n.id == "top.2") == (5,)
    raised = changed(empty, full)
    assert "top.2" in raised
    values = [(a.value, b.value) for a, b in zip(empty.blocks, full.blocks, strict=True)]
    assert sum(new - old for old, new in values) == 5 * 12


# Spoken descriptions


def test_block_is_read_out_with_its_value_and_owners() -> None:
    state = _claimed(_start(), "lot.2.2")
    block = _shown(state).blocks[0]
    assert block.spoken == "Bloque A1, vale 4; residencial de 1\u00a0solar, de Ana"
    other = _shown(state).blocks[1]
    assert other.spoken == "Bloque B1, vale 7; sin edificios"


def test_claim_changes_one_block_only() -> None:
    before = _start()
    assert changed(_shown(before), _shown(_claimed(before, "lot.6.7"))) == {"block.3.4"}


def test_office_shows_whether_it_is_in_play() -> None:
    offices = {one.id: one for one in _shown(_start()).offices}
    assert offices["office.mayor"].state == (None, True, True)
    assert offices["office.boss"].state == (None, False, False)


# End of a turn


def _steps(*states: str) -> tuple[StepView, ...]:
    return tuple(StepView(str(n), state) for n, state in enumerate(states))


def test_current_step_is_always_shown_with_neighbours_that_fit() -> None:
    steps = _steps("done", "done", "done", "now", "next", "next")
    assert [s.text for s in chain.around_now(steps, 3)] == ["2", "3", "4"]
    # A step that would be cut off is left out. No earlier step takes its place.
    assert chain.readable(steps, 1) == steps
    assert [s.text for s in chain.readable(steps, 0)] == ["3", "4", "5"]
    assert [s.text for s in chain.around_now(steps, 1)] == ["3"]
    assert [s.text for s in chain.around_now(steps, 2)] == ["3", "4"]
    last = _steps("done", "done", "now")
    assert [s.text for s in chain.around_now(last, 3)] == ["0", "1", "2"]
    assert chain.around_now(_steps("now"), 3) == _steps("now")


def test_current_step_is_shown_whole_at_the_cost_of_its_neighbours() -> None:
    said = "Descubre: casilla 2 de contratos"
    steps = (*_steps("done"), StepView(said, "now", (0,)), *_steps("next", "next"))
    assert [s.text for s in chain.around_now(steps, 3, 40)] == ["0", said, "0"]
    # If it takes two lines there is room for one more step; with three there is none.
    assert [s.text for s in chain.around_now(steps, 3, 22)] == ["0", said]
    assert [s.text for s in chain.around_now(steps, 3, 14)] == [said]


@pytest.mark.parametrize(("width", "most"), [(344.0, 5), (396.0, 5)])
def test_streets_shrink_to_fit_the_city_on_the_first_screen(width: float, most: int) -> None:
    """Streets give way where a few pixels are missing, and only then."""
    plain = Room(width, 600, 1.0, 3, low=True)
    need = plain.row + geometry.GAP + plain.edge + plain.circles + 6 * 48 + 7 * geometry.STREET
    short = Room(width, need - most, 1.0, 3, low=True)
    assert short.row + geometry.GAP + short.city[1] <= short.height
    assert Room(width, need, 1.0, 3, low=True).street == geometry.STREET
    assert Room(width, need - 30, 1.0, 3, low=True).street == geometry.STREET


def test_steps_in_large_text_include_the_current_one() -> None:
    steps = _steps("done", "done", "done", "done", "now", "next")
    shown = _drawing((396.0, float("inf")), {}, steps=steps, scale=2.0)
    plain = _drawing((396.0, 527.0), {}, steps=steps)
    for board, said in ((shown, ["3", "4", "5"]), (plain, ["3", "4", "5"])):
        area, scales = Area(0, 0, 300, board.room.row), (board.scale, board.share)
        tile = chain.chain_tile("chain", steps, "", area, scales, (), print)
        texts = [c.value for c in _below(tile) if isinstance(c, ft.Text)]
        assert texts == said


@pytest.mark.parametrize("favors", [0, 1, 2])
def test_scrolled_board_grows_only_while_all_of_it_is_in_view(favors: int) -> None:
    plain = _drawing((396.0, float("inf")), {}, scale=2.0)
    held = tuple(replace(plain.now.planning[0], id=f"favor.{n}") for n in range(favors))
    plain = replace(plain, now=replace(plain.now, favors=held))
    seen = plain.seen_whole(742)
    assert seen.room.whole <= 742 < plain.room.whole
    assert 1 < seen.scale < plain.scale
    # The scale of every text shrinks in the same proportion as the boxes.
    assert seen.share == pytest.approx(seen.scale / 2)
    assert seen.room.grown == 2
    assert plain.seen_whole(2000).scale == 2, "where there is room enough, with the text"


def _below(control: Any) -> Any:
    yield control
    inside = getattr(control, "controls", None) or [getattr(control, "content", None)]
    for one in inside:
        if isinstance(one, ft.Control):
            yield from _below(one)


def test_every_following_task_has_a_text() -> None:
    words = Wording(GAME_ID).own
    silent = [Phase.CLAIM, Phase.ACT]
    assert [code for code in (*Phase, *Then) if f"chain.{code}" not in words] == silent


@pytest.mark.parametrize("scale", [1.0, 1.3, 2.0])
@pytest.mark.parametrize("width", [344.0, 396.0])
def test_office_names_are_readable_at_any_text_size(width: float, scale: float) -> None:
    board = _drawing((width, float("inf")), {}, scale=scale)
    tiles = [tile for tile in board.offices(0) if isinstance(tile, ft.Container)]
    rows = -(-board.above // board.plain.columns(board.above, geometry.OFFICE))
    assert len(tiles) == board.above
    assert len({tile.top for tile in tiles}) == rows
    assert all(float(tile.left or 0) + (tile.width or 0) <= width + 0.01 for tile in tiles)
    sizes = {name: size for tile in tiles for name, size in _written(tile).items()}
    for office in board.now.offices:
        name = office.low[0].parts[0]
        assert isinstance(name, Name)
        assert sizes[name.texts[0]] * scale >= 7 * scale**0.5, (name, sizes)


def _written(control: Any) -> dict[str, float]:
    """Return the texts of a control, with their sizes."""
    return {c.value: float(c.size or 0) for c in _below(control) if isinstance(c, ft.Text)}


@pytest.mark.parametrize("lots", sample_lots())
def test_value_of_a_block_covers_no_building(lots: tuple[str, ...]) -> None:
    block = BlockView("block.1.1", 4, (BuildingView("x", "civic", "CIV", lots, 0),), "")
    where = city.free_quarter(block)
    assert (where is None) == (len(lots) == 4)
    assert where is None or lots_of("block.1.1")[where] not in lots


def test_value_of_an_empty_block_stands_in_its_middle() -> None:
    assert city.free_quarter(BlockView("block.1.1", 4, (), "")) is None


def test_greyed_lot_still_answers_a_touch() -> None:
    touched: list[str] = []
    first, second, third, _ = lots_of("block.3.1")
    offers = {first: "greyed", second: "legal", third: "legal"}
    board = _drawing((396.0, 527.0), offers, touch=touched.append)
    tiles = {c.key: c.content for c in _below(board.shown_city(board.room)) if c.key in offers}
    for lot in offers:
        tiles[lot].on_click(None)
    assert touched == [first, second, third]


def test_moving_a_building_asks_for_its_place_next() -> None:
    about = {"then": "move", "filter": "filter:any", "rule": "events"}
    asking = _match(_laid(tasks=[{"code": "which_block", "seats": [0], "about": about}]))
    assert follows(asking, "choose") == Start("choose")
    assert follows(asking, "show_card") is None
    assert follows(_match(_start()), "choose") is None


# Answers to a touch


def _whole(drawing: Drawing) -> str:
    async def run() -> str:
        @ft.component
        def Board() -> ft.Control:
            return RenderCache().render(lambda: ft.Column([drawing.drawn()]))

        screen = await drawn(Board)
        return str(screen.news())

    return asyncio.run(run())


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(
    "offers",
    [
        {},
        dict.fromkeys(BLOCKS, "legal"),
        dict.fromkeys(CIRCLES, "legal"),
        {"lot.5.7+lot.5.8": "legal", "lot.6.7+lot.6.8": "greyed"},
        dict.fromkeys(lots_of("block.3.4"), "legal"),
        {lot: "legal" for block in BLOCKS[:3] for lot in lots_of(block)},
    ],
    ids=["idle", "blocks", "circles", "sites", "lots", "anywhere"],
)
def test_board_is_drawn_with_every_kind_of_offer(
    size: tuple[float, float], offers: dict[str, Any]
) -> None:
    assert "Semantics" in _whole(_drawing(size, offers))


def test_block_stands_for_its_single_offered_lot() -> None:
    drawing = _drawing((396, 527), {"lot.2.2": "legal", "lot.4.4": "greyed"})
    blocks = {block.id: block for block in drawing.now.blocks}
    assert drawing.block_marks(blocks["block.1.1"]) == ("lot.2.2", Marks("legal"))
    assert drawing.block_marks(blocks["block.2.2"]) == ("lot.4.4", Marks("greyed"))
    assert drawing.block_marks(blocks["block.6.6"])[0] == "block.6.6"


def test_block_is_offered_if_one_of_its_lots_is() -> None:
    offers = {"lot.1.1": "greyed", "lot.1.2": "legal", "lot.3.3": "legal"}
    drawing = _drawing((396, 527), offers)
    block = drawing.now.blocks[0]
    assert drawing.block_marks(block) == ("block.1.1", Marks("legal"))


# Positions of the rules tests


def _laid(**given: Any) -> Any:
    return sample.lay({"players": 3, **given})


def _match(state: Any, facts: Any = None) -> Any:
    """Return a match as the screens are given it, in that position."""
    return SimpleNamespace(
        game=GAME,
        state=state,
        facts=facts or FACTS,
        known=facts or FACTS,
        learned={},
        options=state.options,
        outcome=GAME.outcome(state),
        steps=(),
    )


def _wording(facts: Any = FACTS) -> Wording:
    return Wording(GAME_ID, NAMES, None, facts)


CONTRACT = {"rails": {"rail.c1": "town.t9"}, "cards": {0: ["permit.p2"]}}


def test_block_without_a_legal_completion_shows_why() -> None:
    state = _laid(**CONTRACT)
    draft = Draft("build", 0, {"place": "rail.c1", "zone": "civic"})
    among_homes = dead_end(GAME, state, draft.with_value("block", "block.1.1"))
    assert among_homes is not None
    assert among_homes.code == "zoning"
    assert dead_end(GAME, state, draft.with_value("block", "block.3.1")) is None
    full = _laid(**CONTRACT, buildings=[["civic", "+".join(lots_of("block.1.2")), 1]])
    taken = dead_end(GAME, full, draft.with_value("block", "block.1.2"))
    assert taken is not None
    assert taken.code == "no_renewal"


def test_block_with_one_legal_completion_is_no_dead_end() -> None:
    state = _laid(**CONTRACT)
    draft = Draft("build", 0, {"place": "rail.c1", "zone": "residential"})
    # A residential building may stand next to others, but not in every half of the block.
    assert dead_end(GAME, state, draft.with_value("block", "block.1.1")) is None
    assert dead_end(GAME, state, Draft("end_turn", 0, {})) is None
    payment = {"block": "block.3.1", "lots": "lot.5.1+lot.6.1"}
    asked = Draft("build", 0, {**draft.values, **payment})
    assert dead_end(GAME, state, asked) is None, "what is open can always be answered"


def test_touched_place_starts_the_acts_possible_there() -> None:
    idle = _match(_laid(**CONTRACT))
    # Nobody has read the zone of the contract, so building asks for it with the same touch.
    assert [(s.kind, s.values.get("zone")) for s in starts(idle, 0, "rail.c1")] == [
        *(("build", zone) for zone in ZONES),
        ("take_favor", None),
    ]
    assert [s.kind for s in starts(idle, 0, "rail.p3")] == ["take_card"]
    assert [s.kind for s in starts(idle, 0, "favor.one")] == ["build"]
    assert starts(idle, 0, "block.3.4") == ()
    claiming = _match(_start())
    assert starts(claiming, 0, "block.3.4") == (Start("claim_start", {"building": "lot.6.7"}),)
    assert starts(claiming, 0, "block.3.1") == ()


def test_lot_asked_by_a_card_is_chosen_on_the_board() -> None:
    tasks = [{"code": "park", "seats": [1], "about": {"rule": "politicians.mayor"}}]
    asking = _match(_laid(tasks=tasks))
    assert starts(asking, 1, "block.3.1") == (Start("choose"),), "which of its lots is asked"
    assert starts(asking, 1, "lot.5.1") == (Start("choose", {"answer": "lot.5.1"}),)
    assert starts(asking, 1, "lot.6.7") == (), "a building stands there"


def test_tie_offers_a_button_for_each_candidate() -> None:
    about = {"prize": "office.mayor", "among": [0, 2], "by": "vocation.media"}
    asking = _match(_laid(tasks=[{"code": "elect", "seats": [1], "about": about}]))
    buttons = quick(asking, _wording(), 1, "choose")
    assert [(q.value, q.label) for q in buttons] == [("seat.0", "Ana"), ("seat.2", "Clara")]
    park = [{"code": "park", "seats": [1], "about": {"rule": "politicians.mayor"}}]
    assert quick(_match(_laid(tasks=park)), _wording(), 1, "choose") == ()


def test_two_candidates_have_full_names_on_their_buttons() -> None:
    about = {"prize": "office.mayor", "among": [0, 1], "by": "vocation.media"}
    asking = _match(_laid(tasks=[{"code": "elect", "seats": [1], "about": about}]))
    assert [q.text for q in quick(asking, _wording(), 1, "choose")] == ["Ana", "Beto"]


def test_buttons_that_part_a_payment_name_what_is_paid() -> None:
    about = {"to": 0, "each": 2, "owed": [0, 2, 0], "rule": "payments.rivals", "cause": ""}
    owing = _match(_laid(tasks=[{"code": "tribute", "seats": [1], "about": about}]))
    buttons = quick(owing, _wording(), 1, "pay_rival")
    said = [q.text.replace("\u00a0", " ") for q in buttons]
    assert said == ["4 de riqueza", "2 de cada", "4 de prestigio"]


LOSES = {"what": "wealth", "amount": 5, "filter": "filter:any", "building": None}


def test_only_building_to_lose_is_named_on_its_button() -> None:
    about = {**LOSES, "rule": "payments.optional", "cause": ""}
    tasks = [{"code": "lose_or_pay", "seats": [0], "about": about}]
    one = _match(_laid(tasks=tasks, owners={"lot.7.6": 0}))
    buttons = quick(one, _wording(), 0, "choose")
    said = [(q.value, *(t.replace("\u00a0", " ") for t in (q.text, q.label))) for q in buttons]
    assert (
        said
        == [
            ("lot.7.6", "C4", "perder el edificio: solar de arriba a la derecha de C4"),
            ("ransom", "5 de riqueza", "pagar 5 de riqueza"),
        ][::-1]
    )
    # With several candidates, the board itself has to be touched.
    two = _match(_laid(tasks=tasks, owners={"lot.7.6": 0, "lot.6.7": 0}))
    assert quick(two, _wording(), 0, "choose") == ()


def test_every_possible_answer_has_a_label_in_words() -> None:
    words = _wording()
    read = [words.value_label(terms.answer(value), "choose", "answer") for value in ANSWERS]
    assert len(read) > 468
    assert [text for text in read if "." in text or "+" in text] == []


def test_every_choice_has_a_question() -> None:
    own = _wording().own
    assert [code for code in CHOICES if f"asked.{code}_due.answer" not in own] == []


def test_office_details_forecast_the_election_with_its_counts() -> None:
    state = _laid(
        owners={"lot.7.7": 0, "lot.9.9": 1},
        offices={"attorney": 1, "mayor": 2},
    )
    detail = place_detail(_match(state), _wording(), "office.attorney")
    assert detail is not None
    assert detail.title == "Abogado del Distrito"
    assert detail.lines == (
        "Lo es Beto.",
        "Ganaría Ana (Ana 7 con 1\u00a0edificio y Beto 5 con 1\u00a0edificio)",
    )
    nobody = place_detail(_match(state), _wording(), "office.mayor")
    assert nobody is not None
    assert nobody.lines[1] == "Nadie tiene nada que cuente"


def test_row_details_forecast_payouts_with_their_buildings() -> None:
    state = _laid(owners={"lot.7.7": 0, "lot.6.7": 0, "lot.11.11": 1})
    detail = place_detail(_match(state), _wording(), "ask")
    assert detail is not None
    paid = "Fila de riqueza 6: Ana 6\u00a0de riqueza (1.º, 2\u00a0edificios)"
    rows = {row.spoken: row for row in detail.rows}
    assert paid in rows, "by the line that is known of every box"
    assert rows[paid].label == "Fila de riqueza 6"
    assert rows[paid].cells == (("6", "2 ed.", True), ("", "", False), ("", "", False))
    unread = _laid(owners={"lot.7.7": 0}, unknown=["payout.p1.line"])
    unknown = place_detail(_match(unread), _wording(), "ask")
    assert unknown is not None
    rows = {row.spoken: row for row in unknown.rows}
    unpaid = rows["Fila de prestigio 1: la línea está sin anotar (Ana 1\u00a0edificio)"]
    assert (unpaid.note, unpaid.cells[0]) == ("Línea sin anotar", ("?", "1 ed.", False))
    assert rows["Fila de riqueza 1: nadie tiene edificios"].note == "Nadie tiene edificios"


def test_table_of_elections_marks_who_would_win_and_who_would_choose() -> None:
    offices = {"attorney": 1, "mayor": 2}
    won = place_detail(
        _match(_laid(owners={"lot.7.7": 0, "lot.9.9": 1}, offices=offices)), _wording(), "ask"
    )
    assert won is not None
    attorney = next(row for row in won.rows if row.label == "Abogado del Distrito")
    assert attorney.cells == (("7", "1 ed.", True), ("5", "1 ed.", False), ("0", "", False))
    assert attorney.note == ""
    mayor = next(row for row in won.rows if row.label == "Alcalde")
    assert mayor.note == "Nadie tiene nada que cuente"
    vocations = {0: {"energy": 1}, 1: {"finance": 1}}
    tied = place_detail(_match(_laid(vocations=vocations)), _wording(), "ask")
    assert tied is not None
    mayor = next(row for row in tied.rows if row.label == "Alcalde")
    assert mayor.note.startswith("Empate: elige ")
    assert mayor.cells == (("1", "", False), ("1", "", False), ("0", "", False))


def test_block_details_show_its_sum_and_buildings() -> None:
    state = _laid(owners={"lot.6.7": 2})
    detail = place_detail(_match(state), _wording(), "block.3.4")
    assert detail is not None
    assert detail.title == "Bloque D3, vale 7"
    assert detail.lines[:2] == ("Vale 1 + 6 = 7.", "Comercial de 1\u00a0solar, de Clara")


def test_steps_of_a_turn_end_show_current_seat_and_next_tasks() -> None:
    tasks = [
        {"code": "show", "seats": [1], "about": {"deck": "planning", "place": "rail.p4"}},
        {"code": "contracts"},
        {"code": "pass"},
    ]
    steps = steps_of(_match(_laid(tasks=tasks, seat=1)), _wording())
    assert [(step.state, step.text) for step in steps] == [
        ("now", "Descubre: casilla 4 de Planificación"),
        ("next", "Cartas de contratos"),
        ("next", "Pasa el turno"),
    ]
    assert steps[0].seats == (1,)
    assert steps_of(_match(_laid()), _wording()) == ()


@pytest.mark.parametrize(
    ("turns", "section"), [(0, "setup.row"), (1, "upkeep")], ids=["set-up", "turn"]
)
def test_steps_are_explained_by_the_section_of_the_first(turns: int, section: str) -> None:
    tasks = [{"code": "show", "seats": [1], "about": {"deck": "town", "place": "rail.c1"}}]
    state = replace(_laid(tasks=tasks, seat=1), turns=turns)
    detail = place_detail(_match(state), _wording(), "chain")
    assert detail is not None
    assert detail.section == section


@pytest.mark.deep
def test_steps_of_a_turn_end_show_no_codes() -> None:
    seen = 0
    for seed in range(2):
        for step in islice(play(GAME, Random(seed), 400), 0, None, 3):
            match = _match(step.after, step.after.facts)
            for each in steps_of(match, _wording()):
                seen += 1
                assert not re.search(r"Term\(|[a-z_]\.[a-z0-9]|[{}]", each.text), each.text
    assert seen > 50


def test_contractor_step_appears_only_when_in_play() -> None:
    tasks = [
        {"code": "park", "seats": [1], "about": {"rule": "politicians.mayor"}},
        {"code": "contractor_given"},
        {"code": "pass"},
    ]
    before = steps_of(_match(_laid(tasks=tasks)), _wording())
    assert [step.text for step in before] == ["Pone un parque", "Pasa el turno"]
    after = steps_of(_match(_laid(tasks=tasks, sports=True)), _wording())
    assert [step.text for step in after] == ["Pone un parque", "Contratista", "Pasa el turno"]


@pytest.mark.parametrize(
    ("task", "said"),
    [
        ({"code": "may_pay", "seats": [1]}, "¿Pagas 5 de riqueza?"),
        ({"code": "lose_or_pay", "seats": [0, 2]}, "Da 5 de riqueza o un edificio"),
        (
            {"code": "which_building", "seats": [0], "then": "lose"},
            "Elige un edificio: quien lo controla pierde 5 de riqueza",
        ),
        (
            {"code": "which_block", "seats": [0], "building": "lot.7.7", "size": 1},
            "Traslada el edificio: ¿a qué bloque?",
        ),
    ],
)
def test_duty_text_names_the_amount(task: dict[str, Any], said: str) -> None:
    about = {"what": "wealth", "amount": 5, "filter": "filter:any", "building": None}
    task, said_of = {k: task[k] for k in ("code", "seats")}, {**about, **task}
    del said_of["code"], said_of["seats"]
    state = _laid(tasks=[{**task, "about": {**said_of, "rule": "payments.optional", "cause": ""}}])
    duty = GAME.duties(state)[0]
    shown = _wording().of_table(f"now.{duty.code}", duty.params)
    assert shown.replace("\u00a0", " ") == said


def test_holdings_of_a_seat_are_counted_and_named() -> None:
    facts = {**FACTS, "permit.p2.zones": "civic-industrial", "permit.p2.size": 2}
    state = _laid(**CONTRACT, vocations={0: {"finance": 1, "energy": 2}})
    counted = {h.label: h.text for h in holdings(_match(state, facts), _wording(facts), 0, ())}
    assert "1\u00a0licencia: licencia de 2 (cívico/industrial)" in counted
    vocations = next(label for label in counted if "Finanzas 1, Energía 2" in label)
    assert counted[vocations] == "3"
    assert [h.text for h in holdings(_match(state), _wording(), 1, ())] == ["0", "20"]


def test_permits_that_differ_only_in_their_ballot_box_never_look_alike() -> None:
    """Neither in sentences, nor among the holdings, nor read out, nor drawn."""
    alike = {"zones": "civic-industrial", "size": 2, "payout": 3}
    facts = {**FACTS, **{f"permit.p{n}.{k}": v for n in (1, 2) for k, v in alike.items()}}
    facts |= {"permit.p1.ballot": "yes", "permit.p2.ballot": "no"}
    wording = _wording(facts)
    one, other = (wording.term(f"permit.p{n}") for n in (1, 2))
    assert one.replace(", urna", "") == other.replace("Licencia 2", "Licencia 1")
    assert one != other.replace("Licencia 2", "Licencia 1")
    marks = [repr(look.permit_mark(f"permit.p{n}", wording)) for n in (1, 2)]
    assert marks[0] != marks[1]
    state = sample.lay({"cards": {0: ["permit.p1", "permit.p2"]}, "rails": {}})
    (held,) = (
        h.label for h in holdings(_match(state, facts), wording, 0, ()) if "2\u00a0" in h.label
    )
    first, second = held.partition(": ")[2].split("), ")
    assert {first.strip(")"), second.strip(")")} == {
        "licencia de 2 (cívico/industrial, icono de 3\u00a0de riqueza, con urna",
        "licencia de 2 (cívico/industrial, icono de 3\u00a0de riqueza",
    }
    rails = {"rail.p1": "permit.p1", "rail.p2": "permit.p2"}
    tiles = _shown(sample.lay({"rails": rails}), facts)
    shown = [tile for tile in tiles.planning if tile.id in rails]
    assert len({repr(tile.lines) for tile in shown}) == len(shown) == 2
    assert sum(tile.spoken.endswith("con urna") for tile in shown) == 1
