"""Taps on the events of a page, called before they are dispatched."""

from collections.abc import Callable
from typing import Any

import flet as ft


def hear(page: ft.Page, callback: Callable[[str, Any], None]) -> None:
    """Call back with the name and data of each event of a session before it is dispatched."""
    session: Any = page.session
    dispatch = session.dispatch_event

    async def dispatched(control_id: int, name: str, data: Any) -> None:
        callback(name, data)
        await dispatch(control_id, name, data)

    session.dispatch_event = dispatched
