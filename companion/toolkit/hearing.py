"""What comes in from a page, told to whoever wants to know of it before anything is done."""

from collections.abc import Callable
from typing import Any

import flet as ft


def hear(page: ft.Page, told: Callable[[str, Any], None]) -> None:
    """Tells the name of each event of a session, and what comes with it, before it is passed on."""
    session: Any = page.session
    dispatch = session.dispatch_event

    async def dispatched(control_id: int, name: str, data: Any) -> None:
        told(name, data)
        await dispatch(control_id, name, data)

    session.dispatch_event = dispatched
