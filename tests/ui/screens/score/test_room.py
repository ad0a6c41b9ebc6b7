"""Numbers of the scores: they fit beside each other on a narrow phone."""

import flet as ft
import pytest

from companion.ui.screens.score.screen import _in_lines, _number_size
from companion.ui.views.table.scores import ScoreCell

PHONE = 328
"""Width for the numbers on a phone of 360 pixels."""


@pytest.mark.parametrize("people", range(1, 7))
@pytest.mark.parametrize("amount", [7, 72, -25, 105, -1050])
def test_numbers_of_all_people_fit(people: int, amount: int) -> None:
    lines = _in_lines([ft.Text("") for _ in range(people)])
    assert sum(map(len, lines)) == people
    across = max(map(len, lines))
    cell = ScoreCell(0, "points", amount, hidden=False)
    wide = (PHONE - 8 * (across - 1)) / across - 20
    assert 0.58 * len(cell.shown) * _number_size(cell) <= wide
