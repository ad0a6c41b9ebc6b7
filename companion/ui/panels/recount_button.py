"""Button that opens the recount (cuadre)."""

import flet as ft

from companion.ui import routes
from companion.ui.context import AppContext
from companion.ui.widgets import icon_button


def count_button(ctx: AppContext, match_id: str) -> ft.Control:
    """Build the button that opens the recount, for the head of other screens."""
    return icon_button(
        ft.Icons.BALANCE,
        ctx.words("cuadre.open"),
        lambda _e: ctx.go(routes.match(match_id, "cuadre")),
        key="cuadre:open",
    )
