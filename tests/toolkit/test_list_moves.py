"""Patches for rows that change: the client can apply them piece by piece."""

import asyncio

import flet as ft
import pytest

from companion.toolkit import fast_flet
from tests.ui.drawn import drawn

CARD = "card:19"


def _row(*keys: str) -> ft.Row:
    return ft.Row([ft.Container(ft.Text(key), key=key) for key in keys])


def _small(switch: ft.Control) -> list[ft.Control]:
    """Return a row of buttons, the cards on offer, and what was built."""
    offered = ft.Row([ft.Container(key=key) for key in ("card:18", CARD)], key="offer")
    return [switch, _row("opens:1", "opens:2", "opens:3"), offered, _row("part:1", "part:2")]


def _large(switch: ft.Control) -> list[ft.Control]:
    """Return the controls after the change: buttons gone, and the card moved to the last row."""
    offered = ft.Row([ft.Container(key="card:18")], key="offer")
    back = ft.Container(ft.Text("back"), key="back")
    return [switch, back, offered, _row("part:1", "part:2", CARD)]


@ft.component
def Board() -> ft.Control:
    """Render rows that change all at once when something is touched."""
    large, set_large = ft.use_state(False)
    switch = ft.Container(key="switch", on_click=lambda _e: set_large(True))
    return ft.Column((_large if large else _small)(switch))


@pytest.mark.parametrize("swiftly", [True, False])
def test_card_moved_to_another_row_arrives_at_the_client(swiftly: bool) -> None:
    async def session() -> list[str]:
        view = await drawn(Board)
        await view.touch("switch")
        view.news()
        shown = view.client.page
        view.close()
        return _keys(shown)

    if not swiftly:
        fast_flet.remove()
    try:
        keys = asyncio.run(session())
    finally:
        fast_flet.install()
    assert keys == ["switch", "back", "offer", "card:18", "part:1", "part:2", CARD]


def _keys(value: object) -> list[str]:
    """Return the keys of everything that a client shows, from the top down."""
    if isinstance(value, list):
        return [key for each in value for key in _keys(each)]
    if not isinstance(value, dict):
        return []
    own = [value["key"]] if isinstance(value.get("key"), str) else []
    return own + [key for name, each in value.items() if name != "key" for key in _keys(each)]
