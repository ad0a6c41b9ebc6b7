"""Division of a screen into tabs, board and panels, computed in one place."""

import ast
from pathlib import Path

import pytest

from companion import ui
from companion.ui import layout as dividing
from companion.ui.layout import (
    PAD,
    RAIL,
    Layout,
    beside_board,
    board_alone,
    board_side,
    layout_of,
    within_panel,
)


@pytest.mark.parametrize(("width", "height"), [(915, 412), (1024, 768), (1440, 900)])
def test_tabs_board_and_side_panel_fill_a_wide_screen(width: float, height: float) -> None:
    layout = layout_of(width, height)
    assert layout is not Layout.PHONE
    board, beside = board_side(layout, width), beside_board(layout, width)
    assert RAIL + board + beside + 2 * PAD == width
    assert 0 < within_panel(layout, width) < beside


@pytest.mark.parametrize(("width", "height"), [(360, 740), (412, 915), (820, 1180)])
def test_board_and_panels_use_the_whole_width_of_a_phone(width: float, height: float) -> None:
    layout = layout_of(width, height)
    assert layout is Layout.PHONE
    assert board_side(layout, width) == 0
    assert beside_board(layout, width) + 2 * PAD == width
    assert board_alone(layout, width) == beside_board(layout, width)
    assert width - 32 < within_panel(layout, width) < beside_board(layout, width)


BESIDE = ("panels", "screens/table")
"""Packages of what stands beside the board, where there is room."""
DIVIDES = {"screens/match/arrangement.py"}
"""Modules that divide the match screen."""


def test_panels_beside_a_board_never_use_the_window_width_as_theirs() -> None:
    folder = Path(ui.__path__[0])
    sources = [path for part in BESIDE for path in (folder / part).glob("*.py")]
    assert sources
    offenders = [
        path.name
        for path in sources
        if str(path.relative_to(folder)) not in DIVIDES
        and _widths(ast.parse(path.read_text())) != _divided(ast.parse(path.read_text()))
    ]
    assert not offenders


def _widths(tree: ast.AST) -> int:
    """Return how often the width of the window is read."""
    return sum(ast.unparse(node).endswith("page.width") for node in ast.walk(tree))


def _divided(tree: ast.AST) -> int:
    """Return how often the width is read only to be divided."""
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    ours = [call for call in calls if hasattr(dividing, ast.unparse(call.func))]
    return sum(_widths(argument) for call in ours for argument in call.args)
