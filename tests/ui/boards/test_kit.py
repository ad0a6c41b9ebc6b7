"""Board kit: how faces are fitted, what two moments tell, and that marks move nothing."""

from collections.abc import Iterator
from typing import Any

import flet as ft
import pytest

from companion.ui.boards.face import BoardLook, SignLook, brush_of
from companion.ui.boards.kit import BoardKit, Marks, PartOpening, drawn_tile
from companion.ui.boards.tile import (
    Area,
    Chip,
    Name,
    Number,
    Piece,
    Symbol,
    Tile,
    TileLine,
    arrivals,
    changed_tiles,
    line,
)
from companion.ui.theme import SEATS
from companion.ui.widgets import SeatIdentity

PEOPLE = (SeatIdentity(2, "Ana"), SeatIdentity(0, "Beto"))
LOOK = BoardLook({"gold": SignLook("#f2c12e", "#3a2a00", ft.Icons.CIRCLE)})


def _controls(control: Any) -> Iterator[Any]:
    yield control
    inside = getattr(control, "controls", None) or [getattr(control, "content", None)]
    for one in inside:
        if isinstance(one, ft.Control):
            yield from _controls(one)


def _drawn(
    *lines: TileLine, size: tuple[float, float] = (108, 58), scale: float = 1.0, **more: Any
) -> list[Any]:
    tile = Tile("a", "A", lines, **more)
    brush = brush_of(LOOK, PEOPLE, scale)
    return [*_controls(drawn_tile(tile, Area(0, 0, *size), Marks(), brush, print))]


def _texts(controls: list[Any]) -> dict[str, float]:
    return {c.value: float(c.size or 0) for c in controls if isinstance(c, ft.Text)}


def _icons(controls: list[Any]) -> list[float]:
    return [float(c.size or 0) for c in controls if isinstance(c, ft.Icon)]


@pytest.mark.parametrize(("width", "shown"), [(120.0, "Territorio 5"), (60.0, "5")])
def test_name_gives_way_to_a_shorter_one(width: float, shown: str) -> None:
    drawn = _drawn(line(Name(("Territorio 5", "5"))), size=(width, 58))
    assert list(_texts(drawn)) == [shown]


def test_name_without_room_is_left_out_and_its_line_too() -> None:
    symbol = line(Symbol("HOME", 24))
    with_name = _drawn(symbol, line(Name(("Territorio",))), size=(50, 38))
    alone = _drawn(symbol, size=(50, 38))
    assert _icons(with_name) == _icons(alone)


def test_texts_shrink_after_signs_where_there_is_little_height() -> None:
    drawn = _drawn(line(Name(("Tob",))), line(Symbol("HOME", 26)), size=(108, 46))
    (icon,) = _icons(drawn)
    assert icon < 26
    assert _texts(drawn)["Tob"] > 13 * icon / 26


def test_numbers_shrink_after_signs_where_there_is_little_width() -> None:
    drawn = _drawn(line(Symbol("HOME"), Symbol("STAR"), Number("12", 16)), size=(58, 58))
    icons = _icons(drawn)
    assert _texts(drawn)["12"] / 16 > max(icons) / 24
    assert sum(icons) + 2 * 0.6 * _texts(drawn)["12"] <= 50


def test_number_that_has_grown_shrinks_before_its_sign_does() -> None:
    sign_and_number = line(Symbol("HOME", 14), Number("2", 14))
    alone = _drawn(sign_and_number, size=(108, 58))
    narrow = _drawn(sign_and_number, size=(36, 58))
    assert _texts(narrow)["2"] < _texts(alone)["2"]
    assert _icons(narrow)[0] >= 14 * 0.85


def test_equal_boxes_stay_equal_whatever_they_hold() -> None:
    number, piece = (Chip((line(part),), 22, 25, "surface") for part in (Number("5"), Piece(0)))
    drawn = _drawn(line(number, piece, number, gap=2), size=(70, 50))
    wide = {c.width for c in drawn if isinstance(c, ft.Container) and c.bgcolor == "surface"}
    assert len(wide) == 1


@pytest.mark.parametrize(("digits", "larger"), [(1, True), (2, False)])
def test_number_may_be_as_small_as_a_longer_one(digits: int, larger: bool) -> None:
    box = (Chip((line(Number(n, 20, least_digits=digits)),), 20, 20) for n in ("4", "13"))
    sizes = _texts(_drawn(line(*box), size=(48, 48)))
    assert (sizes["4"] > sizes["13"]) is larger


@pytest.mark.parametrize(("high", "kept"), [(22, True), (0, False)])
def test_line_without_parts_keeps_the_height_that_it_wants(high: float, kept: bool) -> None:
    (row,) = [c for c in _drawn(line(Name(("Tob",))), line(high=high)) if isinstance(c, ft.Row)]
    assert ((row.height or 0) >= high > 0) is kept


@pytest.mark.parametrize(("height", "shown"), [(50.0, {"low"}), (60.0, {"high"})])
def test_low_tile_shows_its_low_lines(height: float, shown: set[str]) -> None:
    drawn = _drawn(line(Name(("high",))), low=(line(Name(("low",))),), high=50, size=(108, height))
    assert set(_texts(drawn)) == shown


def test_boxes_grow_with_the_text_and_texts_by_themselves() -> None:
    face = line(Number("7"), Symbol("HOME"))
    large = _drawn(face, scale=2, size=(900, 500))
    plain = _drawn(face, size=(900, 500))
    assert _icons(large) == [2 * each for each in _icons(plain)]
    assert _texts(plain) == _texts(large)


def test_colours_have_names() -> None:
    chip = Chip((line(Number("1", ink="ink:gold")),), ground="back:gold")
    drawn = _drawn(line(chip), edge="seat:1")
    assert "#f2c12e" in [getattr(c, "bgcolor", None) for c in drawn]
    assert "#3a2a00" in [c.color for c in drawn if isinstance(c, ft.Text)]
    assert drawn[0].border.top.color == SEATS[0].colour


def test_marks_move_nothing_within_a_tile() -> None:
    tile, area, brush = Tile("a", "A"), Area(0, 0, 60, 60), brush_of(LOOK, PEOPLE)
    marks = (Marks(), Marks("legal"), Marks("none", changed=True))
    drawn = [drawn_tile(tile, area, each, brush, print) for each in marks]
    assert all(isinstance(one, ft.Container) for one in drawn)
    assert len({one.padding + one.border.top.width for one in drawn}) == 1  # type: ignore[attr-defined]


def test_tile_that_opens_others_has_the_marks_of_the_best() -> None:
    marks = {"a": Marks("greyed"), "b": Marks("helped"), "c": Marks("none", changed=True)}
    kit = BoardKit(brush_of(LOOK, PEOPLE), print, lambda tile: marks[tile.id])
    assert kit.inside([Tile("a", ""), Tile("b", ""), Tile("c", "")]) == marks["b"]
    assert kit.inside([Tile("c", "")]) == marks["c"]
    assert kit.inside([]) == Marks()


def test_two_touches_that_open_the_same_are_equal() -> None:
    assert PartOpening(print, "market") == PartOpening(print, "market") != PartOpening(print, "")


def test_changes_and_arrivals_follow_from_two_moments() -> None:
    before = (Tile("a", "", state=(1,)), Tile("b", "", state=(1,), whose=(0,)))
    after = (
        Tile("a", "other words", state=(1,)),
        Tile("b", "", state=(2,), whose=(0, 1)),
        Tile("c", "", key="new"),
    )
    assert changed_tiles(before, after) == {"b", "new"}
    assert arrivals(before, after) == {1: "b"}


def test_areas_share_a_rectangle() -> None:
    cells = Area(10, 20, 104, 104).grid(4, 2, 4)
    assert cells[3] == Area(64, 74, 50, 50)
    assert (cells[3].right, cells[3].foot) == (114, 124)
    assert cells[0].centre == (35, 45)


def test_piece_of_a_seat_is_its_badge() -> None:
    drawn = _drawn(line(Piece(0)))
    assert SEATS[2].icon in [c.icon for c in drawn if isinstance(c, ft.Icon)]


@pytest.mark.parametrize("word", ["Tesorero", "Alcalde"])
def test_long_word_is_made_smaller_and_takes_no_second_line(word: str) -> None:
    """The badge below it stays as large as below a short one."""
    drawn = _drawn(line(Name((word,), 11, lines=2)), line(Piece(0)), size=(47, 42))
    (text,) = [c for c in drawn if isinstance(c, ft.Text) and c.value == word]
    assert text.max_lines == 1
    short = _drawn(line(Name(("Juez",), 11, lines=2)), line(Piece(0)), size=(47, 42))
    assert _widest(drawn) == _widest(short)


def _widest(drawn: list[Any]) -> float:
    """Return the width of the badge: the tile itself has none."""
    return max(getattr(control, "width", None) or 0 for control in drawn if control.key != "a")


def test_dot_of_an_unconfirmed_value_lies_on_the_edge_of_its_tile() -> None:
    """It covers no sign in the corner."""
    tile = Tile("a", "A", (line(Symbol("HOME")),))
    drawn = drawn_tile(tile, Area(0, 0, 60, 50), Marks(unsure=True), brush_of(LOOK, PEOPLE), print)
    (dot,) = [c for c in _controls(drawn) if getattr(c, "top", None) == -tile.inset]
    assert (dot.right, dot.width) == (-tile.inset, dot.height)
