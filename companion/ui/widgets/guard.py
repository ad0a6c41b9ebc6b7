"""Nothing may end a session in silence: handlers and renderings that fail say so in Spanish."""

import logging
from collections.abc import Callable
from typing import Any

import flet as ft

log = logging.getLogger(__name__)


def safe(handler: Callable[..., Any], on_error: Callable[[], None]) -> Callable[..., None]:
    """The handler, with `on_error` called instead of Flet's English screen when it fails."""

    def handled(*args: Any) -> None:
        try:
            handler(*args)
        except Exception:
            log.exception("an event handler failed")
            on_error()

    return handled


def guarded(render: Callable[[], ft.Control], failed: Callable[[], ft.Control]) -> ft.Control:
    """What `render` draws, or what `failed` draws if it raises. Use no hooks within `render`."""
    try:
        return render()
    except Exception:
        log.exception("a screen could not be drawn")
        return failed()
