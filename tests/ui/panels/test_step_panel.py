"""Panels of the match screens say that there is more than is in sight."""

import flet as ft

from companion.ui.panels.step_panel import scrolled


def test_body_that_does_not_fit_shows_a_bar() -> None:
    row = scrolled([ft.Text("one"), ft.Text("two")])
    assert isinstance(row, ft.Row)
    (inside,) = row.controls
    assert isinstance(inside, ft.Column)
    assert inside.scroll is ft.ScrollMode.ALWAYS
