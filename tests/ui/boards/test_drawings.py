"""Drawings beside the rules: each has its section and its sentence, and stays within its edges."""

import re

import flet as ft
import flet.canvas as cv
import pytest

from companion.games import GAMES
from companion.rulebook import loader
from companion.rulebook.wording import Wording
from companion.ui.boards.parts import drawings
from companion.ui.widgets import Diagram, DiagramLine, DiagramTile, Mark, Shape, Spot, Tick, diagram
from tests.games.elsewhere import is_small

NARROWEST = 360 - 72
"""Width that a drawing has at most on a phone of 360 pixels."""
DRAWN = [(game, name) for game in GAMES for name in drawings(game)]


def _named(game: str) -> list[str]:
    return [section.diagram for section in loader.load(game).rulebook if section.diagram]


@pytest.mark.parametrize("game", GAMES)
def test_every_drawing_belongs_to_one_section_of_the_rules(game: str) -> None:
    assert sorted(_named(game)) == sorted(drawings(game))
    assert len(drawings(game)) >= (0 if is_small(GAMES[game]) else 2)


@pytest.mark.parametrize(("game", "name"), DRAWN)
def test_every_drawing_is_described_in_a_sentence(game: str, name: str) -> None:
    sentence = Wording(game, ()).own(f"diagrams.{name}")
    assert re.fullmatch(r"[A-ZÁÉÍÓÚ].{30,220}\.", sentence)


def _corners(shape: Shape) -> list[tuple[float, float]]:
    match shape:
        case DiagramTile(x, y, width, height):
            return [(x, y), (x + width, y + height)]
        case Spot(x, y, radius):
            return [(x - radius, y - radius), (x + radius, y + radius)]
        case DiagramLine(points):
            return [*points]
        case Mark(x, y, text, size):
            half = size * 0.32 * len(text)
            return [(x - half, y - size * 0.6), (x + half, y + size * 0.6)]
        case Tick(x, y):
            return [(x - 7, y - 7), (x + 7, y + 7)]


@pytest.mark.parametrize(("game", "name"), DRAWN)
def test_every_shape_lies_within_the_edges_of_its_drawing(game: str, name: str) -> None:
    of: Diagram = drawings(game)[name]
    assert of.width <= NARROWEST
    for shape in of.shapes:
        for x, y in _corners(shape):
            assert 0 <= x <= of.width, shape
            assert 0 <= y <= of.height, shape
        if isinstance(shape, DiagramTile):
            # A digit is a little more than half as wide as it is high.
            assert len(shape.text) * min(shape.height * 0.55, 20) * 0.62 <= shape.width, shape


@pytest.mark.parametrize(("game", "name"), DRAWN)
def test_drawings_contain_no_words(game: str, name: str) -> None:
    for shape in drawings(game)[name].shapes:
        if isinstance(shape, DiagramTile | Spot | Mark):
            assert not re.search(r"[^\W\d_]", shape.text)


def test_screen_reader_reads_only_the_sentence_of_a_drawing() -> None:
    drawn = diagram(drawings("urban_sprawl")["value"], "Vale 3.", grown=2)
    assert isinstance(drawn, ft.Column)
    row, said = drawn.controls
    assert isinstance(said, ft.Text)
    assert said.value == "Vale 3."
    assert isinstance(row, ft.Row)
    [silent] = row.controls
    assert isinstance(silent, ft.Semantics)
    assert silent.exclude_semantics
    assert isinstance(silent.content, cv.Canvas)
    assert silent.content.width == 2 * 276
