"""Registration of a page's services in one message, where Flet sends one for each."""

from collections.abc import Callable
from typing import Any

import flet as ft

_TAKES_IN = "register_service"


def register_together(page: ft.Page, make: Callable[[], object]) -> None:
    """Register all created services together.

    Args:
        page: page whose client is notified.
        make: creates the services, which register themselves.
    """
    registry: Any = page._services
    take_in, made = getattr(registry, _TAKES_IN), list[ft.Service]()
    object.__setattr__(registry, _TAKES_IN, made.append)
    try:
        make()
    finally:
        object.__delattr__(registry, _TAKES_IN)
    if made:
        registry._services.extend(made[:-1])
        take_in(made[-1])
