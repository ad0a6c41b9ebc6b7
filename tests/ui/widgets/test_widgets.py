"""Properties of widgets that can be checked without painting them."""

import ast
import re
from collections import Counter
from pathlib import Path

import flet as ft
import flet.canvas as cv
from qrcode.main import QRCode

from companion import ui
from companion.ui import widgets
from companion.ui.widgets.chart import ChartLine
from companion.ui.widgets.qr import qr_svg
from tests.ui.drawn import _packed, _unpacked

TEXT = "http://192.168.1.20:8550/#mesa=8Hq2"


def test_qr_svg_draws_exactly_the_dark_modules() -> None:
    svg = qr_svg(TEXT)
    runs = re.findall(r"M(\d+) (\d+)h(\d+)v1H\1z", svg)
    drawn = Counter((int(x) + n, int(y)) for x, y, wide in runs for n in range(int(wide)))
    code = QRCode(border=4, error_correction=0)
    code.add_data(TEXT)
    code.make(fit=True)
    wanted = {
        (x, y) for y, row in enumerate(code.get_matrix()) for x, dark in enumerate(row) if dark
    }
    assert set(drawn) == wanted
    assert set(drawn.values()) == {1}


def test_chart_axis_includes_negative_values() -> None:
    chart = widgets.line_chart(
        [ChartLine("Ana", "#123456", (-3, 5)), ChartLine("Bea", "#654321", ())], "…"
    )
    assert isinstance(chart, ft.Semantics)
    assert isinstance(chart.content, cv.Canvas)
    texts = [shape.value for shape in chart.content.shapes if isinstance(shape, cv.Text)]
    assert texts == ["-3", "-1", "1", "3", "5", "A"]


def test_chart_without_lines_is_still_drawn() -> None:
    assert isinstance(widgets.line_chart([], "Sin puntos"), ft.Semantics)


def test_selected_frame_keeps_the_size_of_its_content() -> None:
    """Thicker borders grow inward, so that nothing moves under a finger."""
    for most in (1, 2, 3):
        frame = widgets.frame_style(most, ft.Colors.PRIMARY, across=16, down=12)
        inside = frame["padding"]
        assert frame["border"].top.width == most
        assert (inside.left + most, inside.top + most) == (17, 13)
        assert (inside.right, inside.bottom) == (inside.left, inside.top)


def test_changing_borders_never_resize_their_control() -> None:
    offenders = [
        f"{path.name}: {ast.unparse(each.func)}"
        for path in Path(ui.__path__[0]).rglob("*.py")
        for each in ast.walk(ast.parse(path.read_text()))
        if isinstance(each, ast.Call) and _grows(each)
    ]
    assert offenders == []


def _grows(made: ast.Call) -> bool:
    """Return whether a control has a border of varying width, and changes its size with it."""
    said = {each.arg: each.value for each in made.keywords}
    border = said.get("border")
    if not isinstance(border, ast.Call) or not ast.unparse(border.func).endswith("outline"):
        return False
    changes = isinstance(border.args[0], ast.IfExp)
    return changes and not ("height" in said and said.keys() & {"width", "expand"})


def test_outline_equals_the_flet_border_and_is_shared() -> None:
    ours, of_flet = widgets.outline(3, ft.Colors.PRIMARY), ft.Border.all(3, ft.Colors.PRIMARY)
    sent = [_unpacked(_packed(ft.Container(border=each)))["border"] for each in (ours, of_flet)]
    assert sent[0] == sent[1]
    assert (ours.top.width, ours.left.color) == (of_flet.top.width, of_flet.left.color)
    assert widgets.outline(3, ft.Colors.PRIMARY) is ours != widgets.outline(1, ft.Colors.PRIMARY)


ACROSS = ("expand", "scroll", "alignment")
"""Arguments that bound the width of a row that is not `alone`."""
GROWING = {"own_copy.py", "adjustment.py"}
"""Files where the only child of a row grows across it, which is stated elsewhere."""


def test_single_child_of_a_row_can_wrap() -> None:
    """Rows give their content unlimited width: a long button would end beside the screen."""
    line = widgets.in_own_row(ft.Text("…"))
    assert isinstance(line, ft.Row)
    assert line.wrap
    files = [
        path.name
        for path in Path(ui.__path__[0]).rglob("*.py")
        if path.name not in GROWING
        for row in ast.walk(ast.parse(path.read_text()))
        if isinstance(row, ast.Call) and ast.unparse(row.func) == "ft.Row"
        if _has_one(row) and not any(f"{word}=" in ast.unparse(row) for word in ACROSS)
    ]
    assert files == ["buttons.py"]


def _has_one(row: ast.Call) -> bool:
    inside = row.args[0] if row.args else None
    if not isinstance(inside, ast.List) or len(inside.elts) != 1:
        return False
    return not isinstance(inside.elts[0], ast.Starred)
