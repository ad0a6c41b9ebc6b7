"""Scroll distance for an entry opened near the foot of the acta, and when there is none."""

import asyncio
from collections.abc import Callable
from typing import Any
from unittest.mock import AsyncMock, Mock

import flet as ft
import pytest

from companion.ui.screens.acta import scroll_into_view
from companion.ui.screens.acta.scroll_into_view import FOOT, HEAD, Switch

SCREEN = 800


@pytest.fixture
def column(monkeypatch: pytest.MonkeyPatch) -> Mock:
    """Return the scrolled column, on a screen of that height."""

    def at_once(_page: object, job: Callable[[], Any]) -> None:
        asyncio.run(job())

    monkeypatch.setattr(scroll_into_view, "current_page", lambda: Mock(height=SCREEN))
    monkeypatch.setattr(scroll_into_view, "in_page", at_once)
    return Mock(scroll_to=AsyncMock())


def _switch(column: Mock, opened: str = "") -> Switch:
    switch = Switch(opened, lambda _entry: None)
    switch.still = True
    switch.scroller = Mock(current=column)
    return switch


def _pressed(switch: Switch, top: float) -> None:
    event = Mock(global_position=ft.Offset(90, top + 20), local_position=ft.Offset(80, 20))
    switch.note_press(event)


@pytest.mark.parametrize(
    ("top", "height", "by"),
    [(600, 300, 600 + 300 - (SCREEN - FOOT)), (600, 900, 600 - HEAD)],
    ids=["as far as all of it is seen", "no further than to its beginning"],
)
def test_opened_entry_below_the_screen_is_scrolled_into_view(
    column: Mock, top: float, height: float, by: float
) -> None:
    switch = _switch(column)
    _pressed(switch, top)
    switch.touch("a")
    switch.scroll_if_needed("a", height)
    column.scroll_to.assert_awaited_once_with(delta=by, duration=0)


def test_opened_entry_already_in_view_does_not_scroll(column: Mock) -> None:
    switch = _switch(column)
    _pressed(switch, 200)
    switch.touch("a")
    switch.scroll_if_needed("a", 300)
    column.scroll_to.assert_not_called()


def test_entry_below_one_that_closes_is_scrolled_to_by_key(column: Mock) -> None:
    switch = _switch(column, "above")
    _pressed(switch, 600)
    switch.touch("a")
    switch.scroll_if_needed("a", 300)
    column.scroll_to.assert_awaited_once_with(scroll_key="opened:a", duration=0)


def test_entry_open_before_or_growing_later_does_not_scroll(column: Mock) -> None:
    switch = _switch(column, "a")
    switch.scroll_if_needed("a", 900)
    switch.touch("a")
    switch.touch("a")
    switch.scroll_if_needed("a", 900)
    switch.scroll_if_needed("a", 950)
    column.scroll_to.assert_awaited_once()
