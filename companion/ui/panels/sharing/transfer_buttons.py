"""Buttons of the transfer to and from another device."""

import flet as ft

from companion.ui import routes, widgets
from companion.ui.context import AppContext


def carry_button(ctx: AppContext, route: str, key: str = "carry") -> ft.Control:
    """Build the button that opens the transfer."""
    return widgets.secondary(
        ctx.words("carry.title"),
        lambda _e: ctx.go(route),
        icon=ft.Icons.SEND_TO_MOBILE,
        key=key,
    )


def receive_button(ctx: AppContext) -> ft.Control:
    """Build the button that opens the receiving screen."""
    return widgets.secondary(
        ctx.words("receive.title"),
        lambda _e: ctx.go(routes.RECEIVE),
        icon=ft.Icons.INSTALL_MOBILE,
        key="receive",
    )
